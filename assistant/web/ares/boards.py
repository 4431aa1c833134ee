"""Every figure as the cardboard should show it: to be checked, or to be typed in. Pure."""

from __future__ import annotations

from assistant.game import Text, text
from assistant.games.ares.cards import CARDS, Card
from assistant.games.ares.figures import MAT_LEVEL, PLANET, PLANET_LEVEL, allowed, sign_of
from assistant.games.ares.state import Help, Phase, Planet, Pool, Step, TakenUp, replace
from assistant.games.ares.unknown import CARDS_IN_PLAY, LAST_PHASE
from assistant.games.ares.view import SeatView, View
from assistant.view import TableView
from assistant.web.ares.bodies import TRACKS_MATS
from assistant.web.figures import Figure, figure, signed

MOST_CELLS = 9  # beside the number pad
UNITS = {"temperature": "°", "oxygen": "%", "oceans": "/9"}


def board(view: View) -> tuple[Figure, ...]:
    """What a player's board and the planet should read, as far as the table follows them."""
    mine = view.mine
    assert mine
    if view.help is Help.PHASES:
        return ()
    fields: tuple[str, ...] = (*PLANET_LEVEL, *PLANET)
    if view.help in TRACKS_MATS:
        held = tuple(f"cards.{one.number}" for one in mine.cards if one.card.holds)
        fields = (*MAT_LEVEL, *fields, *held)
    return tuple(_figure(view, mine, field) for field in fields)


def _figure(view: View, mine: SeatView, field: str) -> Figure:
    kind, _, name = field.partition(".")
    sign = sign_of(field)
    if kind == "cards":
        sign = str(CARDS[int(name)].holds)
    return Figure(
        field,
        words(field),
        view.figure(mine, field),
        sign,
        f"is-{sign}",
        allowed(field),
        "p4" if kind == "production" else "",
        UNITS.get(field, ""),
    )


def asked(view: View, table: TableView) -> tuple[str, ...]:
    """What this phone is asked for now; the host's for the planet too. (J4)

    Where the table screen alone is host, the first seat speaks for it.
    """
    mine = view.mine
    if not mine or not mine.here or mine.later or view.step is Step.FINISHED:
        return ()
    first = next(one.seat for one in view.seats if one.here)
    speaks = table.host or (first == mine.seat and not any(one.host for one in table.people))
    return (*(view.asked if speaks else ()), *mine.asked)


def asked_figures(view: View, fields: tuple[str, ...]) -> tuple[Figure, ...]:
    """The next figures to be typed in, the one that is asked for now first."""
    figures = [field for field in fields if field not in (CARDS_IN_PLAY, LAST_PHASE)]
    assert view.mine
    return tuple(_figure(view, view.mine, field) for field in figures[:MOST_CELLS])


def asked_title(view: View) -> Text:
    """From when on these figures are wanted."""
    return text("asked-taking-up") if view.taken_up else text(f"asked-{view.help}")


def laid(view: View) -> tuple[Card, ...]:
    """The cards that are known to lie in front of a player, the newest first."""
    mine = view.mine
    assert mine
    own = (CARDS[mine.corporation],) if mine.corporation else ()
    return (*(one.card for one in reversed(mine.cards)), *own)


def asked_key(view: View, fields: tuple[str, ...]) -> str:
    """Another one for each thing that is asked for: the next begins with an empty pad."""
    return f"{len(fields)}-{len(laid(view))}"


def taken_up_from(view: View) -> TakenUp:
    """Where a game that is taken up stands, or begins to be told."""
    taken = view.taken_up or TakenUp(1, face_down=tuple(Phase))
    return replace(taken, planet=taken.planet or Planet(), pool=taken.pool or Pool())


def sheet_tables(view: View) -> tuple[tuple[Text, tuple[tuple[str, Text], ...]], ...]:
    """The figures that boards are set to, in tables that fit a phone: what is had, what is made."""
    had, seat = PLANET_LEVEL if view.help is Help.PLANET else (), text("sheet-seat")
    if view.help not in TRACKS_MATS:
        return ((seat, tuple((field, words(field)) for field in had)),)
    made = ("mc", "heat", "plants", "cards")
    return (
        (seat, tuple((field, words(field)) for field in ("mc", "heat", "plants", "tr"))),
        (
            text("sheet-made"),
            tuple((f"production.{name}", text(f"sheet-{name}")) for name in made),
        ),
        (
            text("sheet-lies"),
            tuple((field, words(field)) for field in ("steel", "titanium", "forests")),
        ),
    )


def on_cards(one: SeatView) -> tuple[tuple[str, int], ...]:
    """What lies on the cards of a seat, where anything does."""
    return tuple((each.card.name, each.resources) for each in one.cards if each.resources)


def told(view: View, one: SeatView | None, field: str, *, plus: bool = False) -> str:
    """A figure of a seat, or of the planet without one, as it is printed; `?`: it is not known."""
    value = view.figure(one, field)
    if value is None:
        return "?"
    return signed(value) if plus else figure(value)


def words(field: str) -> Text:
    """A figure in the fewest words: there is room for a cell."""
    kind, _, name = field.partition(".")
    match kind:
        case "production":
            return text(f"made-{name}")
        case "cards":
            return text("card", card=CARDS[int(name)].title)
    return text(f"field-{field}")
