"""Every figure on a mat and on the planet by its name, as the view names it. (J1)"""

from __future__ import annotations

from typing import Any

from assistant.game import Seat, require
from assistant.games.ares.cards import Tag
from assistant.games.ares.effects import with_growth
from assistant.games.ares.state import (
    COLDEST,
    DEGREES,
    MOST_OCEANS,
    MOST_OXYGEN,
    WARMEST,
    InPlay,
    Player,
    State,
    replace,
)

MAT = ("tr", "mc", "heat", "plants", "forests", "steel", "titanium")
PRODUCTION = tuple((f"production.{kind}", kind) for kind in ("mc", "heat", "plants", "cards"))
TAGS = tuple((f"tags.{tag}", tag) for tag in Tag)
PLANET = ("temperature", "oxygen", "oceans")
LARGEST = 999
RANGES = {
    "temperature": range(COLDEST, WARMEST + 1, DEGREES),
    "oxygen": range(MOST_OXYGEN + 1),
    "oceans": range(MOST_OCEANS + 1),
    "oceans_to_turn": range(MOST_OCEANS + 1),
    "points": range(-LARGEST, LARGEST + 1),
}


def figures(state: State, seat: Seat) -> dict[str, int]:
    """Every figure of a seat and of the planet; ``cards.12`` are the resources on card 12."""
    player = state.player(seat)
    mat, production, tags = player.mat, player.mat.production, dict(player.tags)
    return {
        **{name: getattr(mat, name) for name in MAT},
        **{name: getattr(production, kind) for name, kind in PRODUCTION},
        "points": player.points,
        "oceans_to_turn": player.oceans_to_turn,
        **{name: tags.get(tag, 0) for name, tag in TAGS},
        **{f"cards.{one.number}": one.resources for one in player.cards if one.card.holds},
        **{name: getattr(state.planet, name) for name in PLANET},
    }


def with_figure(state: State, seat: Seat, field: str, value: int) -> State:
    """The state with one figure set by hand."""
    require(value in RANGES.get(field, range(LARGEST + 1)), "out-of-range", value=value)
    if field in PLANET:
        return _with_parameter(state, field, value)
    before = state.player(seat)
    return state.put(with_growth(before, _with_own(before, field, value)))


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
        case "oceans_to_turn":
            return replace(player, oceans_to_turn=value)
    figure: dict[str, Any] = {field: value}
    return replace(player, mat=replace(player.mat, **figure))


def _with_parameter(state: State, field: str, value: int) -> State:
    """Fewer oceans than known tiles: the tiles turned last lie face down again."""
    state = replace(state, planet=replace(state.planet, **{field: value}))
    return replace(state, tiles=state.tiles[: state.planet.oceans])
