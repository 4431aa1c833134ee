"""What hands do on the board and with cards when a move is taken back. Pure.

The figures of a mat are told as they change; here is what they do not say.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.game import Move, Seat, Text, text
from assistant.games.ares.figures import printed
from assistant.games.ares.state import State, Step

# What hands were told to do, and the way back from it. What was drawn and looked through in any
# other way goes back on the deck as far as somebody still knows it.
OPPOSITES = {
    "hands-draw": "back-draw",
    "hands-discard": "back-discard",
    "hands-pay": "back-pay",
    "hands-change": "back-change",
    "hands-put-animal": "back-put-animal",
    "hands-put-microbe": "back-put-microbe",
    "hands-put-science": "back-put-science",
    "hands-swap": "back-swap",
}
DECK = "back-deck"
MARKERS = ("temperature", "oxygen")
BY_HAND = ("adjust", "say_figure")  # these say what lies there already


def hands_back(before: State, after: State, move: Move, named: str | None) -> tuple[Text, ...]:
    """What hands undo of a move, the card itself first; `named`: the figure its sentence tells."""
    done = [*_laid(before, move)]
    if move.kind not in BY_HAND:
        done += _placed(before, after, move.seat)
    if named in MARKERS:
        done.append(text(f"back-{named}", was=printed(named, getattr(before.planet, named))))
    if move.seat and before.has(move.seat):
        done += (_opposite(hand) for hand in _told(before, after, move.seat))
    return tuple(dict.fromkeys(done))


def _laid(before: State, move: Move) -> Iterator[Text]:
    """Cards and cubes that the move itself laid down, or turned."""
    match move.kind:
        case "play_card" | "play_by_hand":
            yield text("back-card")
        case "choose_corporation":
            yield text("back-corporation")
        case "sell_cards":
            yield text("back-sold", n=move.args["count"])
        case "take_cube":
            yield text("back-cube")
        case "reveal":
            yield text("back-turned")
        case "go_on" if before.step == Step.PLANNING:
            yield text("back-turned")


def _placed(before: State, after: State, seat: Seat | None) -> Iterator[Text]:
    """Tiles and tokens that it brought."""
    oceans = after.planet.oceans - before.planet.oceans
    if oceans > 0:
        yield text("back-ocean", n=oceans)
    if not seat or not before.has(seat):
        return
    forests = after.player(seat).mat.forests - before.player(seat).mat.forests
    if forests > 0:
        yield text("back-forest", n=forests)


def _told(before: State, after: State, seat: Seat) -> Iterator[Text]:
    """What hands were told by this move; of cards to draw, how many more."""
    known = dict(enumerate(before.player(seat).hands))
    for place, hand in enumerate(after.player(seat).hands):
        old, said = known.get(place), hand.text
        if old and old.text == said:
            continue
        if old and old.text.key == said.key == "hands-draw":
            said = text(said.key, n=_drawn(said) - _drawn(old.text))
        yield said


def _drawn(said: Text) -> int:
    n = dict(said.values)["n"]
    assert isinstance(n, int)
    return n


def _opposite(said: Text) -> Text:
    key = OPPOSITES.get(said.key)
    return Text(key, said.values) if key else text(DECK)
