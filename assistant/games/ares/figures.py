"""Every figure on a mat and on the planet by its name, as the view names it. (J1)"""

from __future__ import annotations

from typing import Any

from assistant.game import Seat, Value, require, text
from assistant.games.ares.cards import Tag
from assistant.games.ares.effects import with_growth
from assistant.games.ares.state import (
    COLDEST,
    DEGREES,
    MOST_OCEANS,
    MOST_OXYGEN,
    WARMEST,
    Booked,
    InPlay,
    Phase,
    Player,
    State,
    replace,
)

MAT = ("tr", "mc", "heat", "plants", "forests", "steel", "titanium")
PRODUCTION = tuple((f"production.{kind}", kind) for kind in ("mc", "heat", "plants", "cards"))
TAGS = tuple((f"tags.{tag}", tag) for tag in Tag)
PLANET = ("temperature", "oxygen", "oceans")
# What a mat shows, in the order of a board: what the table follows with the planet, and what only
# with the mats.
PLANET_LEVEL = ("tr", "forests")
MAT_LEVEL = (
    *("mc", "heat", "plants"),
    *("production.mc", "production.heat", "production.plants"),
    *("steel", "titanium", "production.cards"),
)
LARGEST = 999
RANGES = {
    "temperature": range(COLDEST, WARMEST + 1, DEGREES),
    "oxygen": range(MOST_OXYGEN + 1),
    "oceans": range(MOST_OCEANS + 1),
    "oceans_to_turn": range(MOST_OCEANS + 1),
    "points": range(-LARGEST, LARGEST + 1),
    "last_phase": range(len(Phase) + 1),
}


SIGNS = {
    "plants": "plant",
    "oceans": "ocean",
    "oceans_to_turn": "ocean",
    "forests": "forest",
    "cards": "draw",
    "discard": "card",
    "points": "vp",
}


def sign_of(field: str) -> str:
    """The drawing of a figure: ``production.heat`` wears that of heat."""
    last = field.rpartition(".")[2]
    return SIGNS.get(last, last)


def printed(field: str, value: int) -> Value:
    """As the board has it: +2 °C, but 2 %."""
    return text("above-zero", n=value) if field == "temperature" and value > 0 else value


def allowed(field: str) -> range:
    """Every value that a figure can have."""
    return RANGES.get(field, range(LARGEST + 1))


def figures(state: State, seat: Seat) -> dict[str, int]:
    """Every figure of a seat and of the planet; ``cards.12`` are the resources on card 12."""
    player = state.player(seat)
    mat, production, planet = vars(player.mat), vars(player.mat.production), vars(state.planet)
    tags = dict(player.tags)
    return {
        **{name: mat[name] for name in MAT},
        **{name: production[kind] for name, kind in PRODUCTION},
        "points": player.points,
        "oceans_to_turn": player.oceans_to_turn,
        **{name: tags.get(tag, 0) for name, tag in TAGS},
        **{f"cards.{one.number}": one.resources for one in player.cards if one.card.holds},
        **{name: planet[name] for name in PLANET},
    }


def figure(state: State, seat: Seat, field: str) -> int | None:
    """One of these figures; None if there is none of this name."""
    if field in MAT:
        value: int = getattr(state.player(seat).mat, field)
        return value
    return figures(state, seat).get(field)


def changes(before: State, after: State, seat: Seat | None) -> tuple[Booked, ...]:
    """The figures that differ: a seat's and the planet's; the planet's alone without a seat."""
    was, now = (
        figures(state, seat) if seat else {name: getattr(state.planet, name) for name in PLANET}
        for state in (before, after)
    )
    return tuple(
        Booked(field, was.get(field, 0), value)
        for field, value in now.items()
        if value != was.get(field, 0)
    )


def with_figure(
    state: State, seat: Seat, field: str, value: int, *, has_grown: bool = False
) -> State:
    """The state with one figure set by hand, and known from now on.

    `has_grown`: the board shows already what grows with it. (D6, J4)
    """
    require(value in allowed(field), "out-of-range", value=value)
    if field in PLANET:
        return _with_parameter(state, field, value)
    before = state.player(seat)
    after = replace(_with_own(before, field, value), unknown=before.unknown - {field})
    return state.put(after if has_grown else with_growth(before, after))


def _with_own(player: Player, field: str, value: int) -> Player:
    kind, _, name = field.partition(".")
    match kind:
        case "production":
            production = replace(player.mat.production, **{name: value})
            return replace(player, mat=replace(player.mat, production=production))
        case "tags":
            return replace(player, tags=tuple({**dict(player.tags), Tag(name): value}.items()))
        case "cards":
            changed = InPlay(int(name), value)
            cards = (changed if one.number == changed.number else one for one in player.cards)
            return replace(player, cards=tuple(cards))
        case "points":
            return replace(player, points=value)
        case "last_phase":
            return replace(player, last_phase=Phase(value) if value else None)
        case "oceans_to_turn":
            return replace(player, oceans_to_turn=value)
    figure: dict[str, Any] = {field: value}
    return replace(player, mat=replace(player.mat, **figure))


def _with_parameter(state: State, field: str, value: int) -> State:
    """Fewer oceans than known tiles: the tiles turned last lie face down again.

    What was not known until now counts as having stood so when the phase began. (J4)
    """
    state = replace(state, planet=replace(state.planet, **{field: value}))
    if field in state.unknown:
        start = replace(state.start, **{field: value})
        state = replace(state, start=start, unknown=state.unknown - {field})
    return replace(state, tiles=state.tiles[: state.planet.oceans])
