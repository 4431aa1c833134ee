"""What lasts of a corporation."""

from __future__ import annotations

from assistant.game import text
from assistant.games.ares.cards import CARDS, CORPORATIONS
from assistant.web.ares.effect import effect


def test_every_corporation_has_something_that_lasts() -> None:
    told = {one.name: effect(one) for one in CORPORATIONS}
    assert len(told) == 12
    assert all(told.values())
    assert told["CrediCor"] == text("effect-dear", cost=20, n=4)
    assert told["Ecoline"] == text("effect-forest", n=7)
    assert told["Teractor"] == text("effect-cheaper", tag=text("tag-earth"), n=3)
    assert told["Mining Guild"] == text("effect-steel")
    assert told["Saturn Systems"] == text("effect-tag", tag=text("tag-jovian"))


def test_of_a_plain_card_nothing_lasts() -> None:
    assert effect(next(one for one in CARDS.values() if one.colour == "red")) is None
