"""A look at a card before it is played."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.game import Text, text
from assistant.games.ares.look import look
from assistant.web.ares import looks
from tests.web.ares.staged import in_phase, seen, table

SETTING_UP = table("cards")
PLAYING = in_phase("cards", 1, 2, ("red", "adjust", {"field": "mc", "by": 40}))


@pytest.mark.parametrize(
    ("asked", "name"),
    [({"find": "an"}, "found"), ({"number": 12}, "hint"), ({"number": 210}, "corporation")],
)
def test_what_is_seen_while_setting_up(asked: dict[str, Any], name: str) -> None:
    shown = looks.looked_at(seen(SETTING_UP), look(SETTING_UP, "red", **asked))
    assert shown == f"ares/card/{name}.html"


def test_a_card_is_seen_as_it_would_be_played_or_used() -> None:
    view = seen(PLAYING)
    assert looks.looked_at(view, look(PLAYING, "red", 12)) == "ares/card/project.html"
    assert looks.looked_at(view, look(PLAYING, "red", 7, action=True)) == "ares/card/action.html"
    assert looks.looked_at(view, look(PLAYING, "red")) is None


def test_a_bill_ends_with_what_is_paid_other_than_in_mc() -> None:
    seen_card = look(PLAYING, "red", 163, discard=2)
    *_, last = looks.bill_lines(seen_card)
    assert last == (text("bill-sold", n=2), -6)
    assert looks.bill_lines(look(PLAYING, "red")) == ()
    assert looks.bill_lines(seen_card)[0][0] == Text("bill-printed")


def test_the_move_takes_along_what_was_answered_and_nothing_else() -> None:
    assert looks.move_args(look(PLAYING, "red", 163, discard=2)) == {"number": 163, "discard": 2}
    assert looks.move_args(look(PLAYING, "red", 163)) == {"number": 163}
