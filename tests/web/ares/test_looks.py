"""A look at a card before it is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import StrictUndefined

from assistant.game import Text, text
from assistant.games.ares.cards import PROJECTS, Colour
from assistant.games.ares.look import Look, look
from assistant.games.ares.state import State
from assistant.log import Log
from assistant.table import Tables
from assistant.web import create_app
from assistant.web.addresses import Addresses
from assistant.web.ares import looks
from assistant.web.ares.mats import answers
from assistant.web.faces import FACES
from assistant.web.screen import Screens
from assistant.web.speech import LANGUAGES
from tests.web.ares.staged import Played, in_phase, seen, table

DECOMPOSERS, ENHANCERS, ARCHAEBACTERIA = 19, 61, 108  # the third sets off both others
CARDS_OF = {1: (Colour.GREEN,), 2: (Colour.BLUE, Colour.RED)}
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


def as_it_asks(state: State, number: int) -> Iterator[Look]:
    """A card as it is looked at first, and once more for every answer to what it asks."""
    open_looks = [look(state, "red", number)]
    shown = set()
    while open_looks:
        one = open_looks.pop()
        if one.choices in shown:
            continue
        shown.add(one.choices)
        yield one
        open_looks += [
            look(state, "red", number, choices=choices)
            for question in answers(one)
            for _, _, choices in question.ways
        ]


def test_every_card_is_drawn_with_whatever_it_asks(tmp_path: Path) -> None:
    """(D7) Also which of two goes off first, which no card of its own asks."""
    log = Log(tmp_path)
    app = create_app(log, addresses=Addresses(8000, host="127.0.0.1"), secret=b"s" * 32)
    app.jinja_env.undefined = StrictUndefined
    screens = Screens(app, FACES)
    around = Tables(log).open("ares", "standard", {}, "screen").view("screen", None)
    looked = [
        (state, one)
        for phase, colours in CARDS_OF.items()
        if (state := in_phase("cards", phase, 5, *by_hand(mc=40, heat=6, plants=6)))
        for card in PROJECTS
        if card.colour in colours
        for one in as_it_asks(state, card.number)
    ]
    both = [("red", "play_card", {"number": one}) for one in (DECOMPOSERS, ENHANCERS)]
    state = in_phase("cards", 1, 5, *both, *by_hand(**{f"cards.{DECOMPOSERS}": -3}))
    in_order = [(state, one) for one in as_it_asks(state, ARCHAEBACTERIA)]
    assert any(asked.question.is_order for _, one in in_order for asked in answers(one))
    for state, one in looked + in_order:
        for language in LANGUAGES:
            assert "%(" not in str(screens.look(around, seen(state), one, language))
    log.close()


def by_hand(**figures: int) -> list[Played]:
    return [("red", "adjust", {"field": one, "by": by}) for one, by in figures.items()]
