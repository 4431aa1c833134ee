"""What hands must do, as rows to tick. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.game import Json, Text, text
from assistant.games.ares.cards import CARDS
from assistant.games.ares.rules.production import cubes
from assistant.games.ares.state import Hand

MOST_ROWS = 3


class Row(NamedTuple):
    """An instruction, what stands under it, and the move that ticks it or takes the tick away."""

    words: Text
    under: Text
    ticked: bool
    args: Mapping[str, Json]


def hand_rows(hands: tuple[Hand, ...]) -> tuple[Row, ...]:
    """Every instruction in the order in which it was given."""
    rows = []
    for place, hand in enumerate(hands):
        nth = sum(one.is_like(hand.card, hand.text.key) for one in hands[:place])
        args: dict[str, Json] = {"card": hand.card or 0, "what": hand.text.key}
        args |= {"nth": nth} if nth else {}
        args |= {"done": False} if hand.ticked else {}
        rows.append(Row(hand.text, _under(hand), hand.ticked, args))
    return tuple(rows)


def open_hands(hands: tuple[Hand, ...]) -> int:
    """How many are not ticked yet."""
    return sum(not one.ticked for one in hands)


def _under(hand: Hand) -> Text:
    """Whose instruction it is; of a payment also the cubes that make it up. (E5)"""
    parts = [text("card", card=CARDS[hand.card].title)] if hand.card else []
    if hand.text.key == "hands-pay":
        mc = dict(hand.text.values)["mc"]
        assert isinstance(mc, int)
        kinds = {name: getattr(cubes(mc), name) for name in ("gold", "silver", "copper")}
        parts += [text(f"cubes-{kind}", n=count) for kind, count in kinds.items() if count]
    return text("list", parts=tuple(parts))
