"""A table that helps more asks for what it did not follow, and makes nothing up. (J4)"""

from __future__ import annotations

from typing import Any

import pytest

from assistant.games.ares.history import history
from assistant.games.ares.price import bill
from assistant.games.ares.state import Planet
from assistant.games.ares.view import view as see
from tests.games.ares.at_table import Evening, evening, said, with_cards

MATS = ["mc", "heat", "plants", "production.mc", "production.heat", "production.plants"]
MATS += ["steel", "titanium", "production.cards"]
BUILDING, MICROBES, GANYMEDE, ZEPPELINS = 163, 5, 100, 208


def asked(table: Evening, seat: str = "red") -> list[str]:
    found: list[str] = table.json()["seats"][seat]["asked"]
    return found


def in_round_two(level: str, **options: str) -> Evening:
    """A round was played while the table helped at this level."""
    table = evening(help=level, **options)
    table.to_phase(red=5, blue=5)
    table.finish_round()
    return table


def switched(level: str, to: str) -> Evening:
    table = in_round_two(level)
    table.play("set_help", level=to, asks=True)
    return table


@pytest.mark.parametrize(
    ("level", "to", "asks", "of_planet"),
    [
        ("phases", "planet", ["tr", "forests"], ["oceans", "oxygen", "temperature"]),
        ("phases", "mats", [*MATS, "tr", "forests"], ["oceans", "oxygen", "temperature"]),
        ("planet", "mats", MATS, []),
        ("mats", "cards", ["cards"], []),
    ],
)
def test_what_was_not_followed_is_asked_for(
    level: str, to: str, asks: list[str], of_planet: list[str]
) -> None:
    """(J4)"""
    table = switched(level, to)
    assert asked(table) == asks
    assert table.json()["planet"]["unknown"] == of_planet
    for field in of_planet:
        assert table.json()["planet"][field] is None


def test_a_figure_is_known_once_it_is_said_or_set() -> None:
    """(J1, J4)"""
    table = switched("planet", "mats")
    assert table.figures("red")["mc"] is None and table.figures("red")["tr"] == 5
    table.play("say_figure", "red", field="mc", value=31)
    table.play("adjust", "red", field="heat", by=6)
    assert (table.figures("red")["mc"], table.figures("red")["heat"]) == (31, 6)
    assert asked(table) == [field for field in MATS if field not in ("mc", "heat")]
    assert "mc" in asked(table, "blue")


def test_down_and_up_again_without_a_move_nothing_is_asked() -> None:
    """(J4)"""
    table = in_round_two("cards")
    table.set("red", mc=12)
    for level in ("mats", "phases", "planet", "cards"):
        table.play("set_help", level=level, asks=True)
    assert asked(table) == [] and table.figures("red")["mc"] == 12
    table.play("set_help", level="planet", asks=True)
    table.to_phase(red=1, blue=4)
    table.play("set_help", level="mats", asks=True)
    assert asked(table) == MATS


def test_before_the_first_cards_are_turned_the_corporation_says_it_all() -> None:
    """(A4, J4)"""
    table = evening(help="phases")
    table.play("set_help", level="cards", asks=True)
    assert asked(table) == MATS and table.json()["planet"]["unknown"] == []
    table.play("choose_corporation", "red", number=212)
    assert asked(table) == [] and table.figures("red")["mc"] > 0


def test_what_is_not_known_is_not_refused() -> None:
    """(D1, D2, C5, J4)"""
    table = switched("phases", "cards")
    table.to_phase(red=1, blue=3)
    table.play("play_card", "red", number=BUILDING)
    assert any(said(hand.text).startswith("Pay ") for hand in table.player("red").hands)
    assert table.figures("red")["mc"] is None
    table.all_done()
    assert table.seen("blue").must == ()
    table.play("standard_action", "blue", action="temperature_heat")
    table.play("say_figure", "blue", field="heat", value=3)
    assert (
        table.refuses("standard_action", "blue", action="temperature_heat").key == "not-enough-heat"
    )


def test_production_that_is_not_known_makes_unknown() -> None:
    """(C6, J4)"""
    table = switched("planet", "mats")
    for field, value in (("mc", 10), ("heat", 2), ("production.heat", 3)):
        table.play("say_figure", "red", field=field, value=value)
    table.to_phase(red=4, blue=4)
    table.all_done()
    assert (table.figures("red")["mc"], table.figures("red")["heat"]) == (None, 5)


def test_a_full_planet_that_is_not_known_ends_nothing() -> None:
    """(F1, J4)"""
    table = in_round_two("planet")
    table.set("red", temperature=8, oxygen=14)
    table.play("set_help", level="phases", asks=True)
    table.to_phase(red=1, blue=3)
    table.play("set_help", level="planet", asks=True)
    table.play("say_figure", "blue", field="oceans", value=9)
    assert table.json()["planet"]["full"] == ["oceans"]
    for field, value in (("temperature", 8), ("oxygen", 12)):
        table.play("say_figure", "red", field=field, value=value)
    assert table.json()["planet"]["start_of_phase"]["temperature"] == 8
    table.finish_round()
    assert table.json()["step"] == "planning"
    table.play("say_figure", "red", field="oxygen", value=14)
    assert table.json()["step"] == "finished"


def test_mars_may_be_declared_complete_while_the_planet_is_not_known() -> None:
    """(F1, J4)"""
    table = switched("phases", "planet")
    table.play("declare_terraformed", "red")
    assert table.json()["step"] == "finished"


def test_what_is_said_makes_nothing_grow() -> None:
    """The board shows what has grown with forests; what comes later grows. (D6, J4)"""
    table = switched("phases", "cards")
    table.play("lay_card", "red", number=ZEPPELINS)
    table.play("cards_laid", "red")
    table.play("say_figure", "red", field="production.mc", value=2)
    table.play("say_figure", "red", field="forests", value=3)
    assert table.figures("red")["production.mc"] == 2
    table.play("adjust", "red", field="forests", by=1)
    assert table.figures("red")["production.mc"] == 3


def test_cards_in_play_are_laid_with_their_tags_and_nothing_else() -> None:
    """(D7, J4)"""
    table = switched("mats", "cards")
    before = table.figures("red")
    assert table.change("red", "lay_card", number=BUILDING) == "tags.building +1, tags.power +1"
    table.play("lay_card", "red", number=212)
    assert table.player("red").corporation == 212
    assert table.refuses("lay_card", "blue", number=BUILDING).key == "card-in-play"
    assert table.refuses("lay_card", "blue", number=212).key == "card-in-play"
    table.play("lay_card", "red", number=BUILDING)
    assert table.player("red").cards == ()
    assert table.figures("red")["mc"] == before["mc"]
    table.play("lay_card", "red", number=MICROBES)
    table.play("cards_laid", "red")
    assert asked(table) == [f"cards.{MICROBES}"]
    table.play("say_figure", "red", field=f"cards.{MICROBES}", value=4)
    assert asked(table) == []
    assert table.refuses("lay_card", "red", number=BUILDING).key == "cards-are-known"
    assert table.refuses("cards_laid", "red").key == "cards-are-known"


def test_while_cards_are_not_known_neither_are_their_tags() -> None:
    """(D2, J4)"""
    table = switched("mats", "cards")
    table.set("red", mc=40)
    table.to_phase(red=1, blue=2)
    tr = table.figures("red")["tr"]
    table.play("play_card", "red", anyway=True, number=GANYMEDE)
    assert table.figures("red")["tr"] is None and tr == 5


def test_later_keeps_it_asked_at_the_end() -> None:
    """(F2, J4)"""
    table = switched("phases", "cards")
    table.play("ask_later", "red")
    assert table.seen("red").later and not table.seen("blue").later
    table.play("ask_later", "red", later=False)
    assert not table.seen("red").later
    for field, value in (("temperature", 8), ("oxygen", 14), ("oceans", 9)):
        table.play("say_figure", "red", field=field, value=value)
    score = table.json()["score"]
    assert score["red"]["open"] == ["tr", "forests", "cards", "on_cards"]
    for seat in ("red", "blue"):
        for part in ("tr", "forests", "cards", "on_cards"):
            table.play("count", seat, part=part, points=7)
    assert table.json()["score"]["red"]["open"] == ["left_over"]  # level, and no stock is known
    assert table.figures("red")["tr"] == 7


def test_a_figure_that_is_known_at_the_end_is_not_counted() -> None:
    """(F2, J4)"""
    table = switched("phases", "planet")
    table.play("say_figure", "red", field="tr", value=14)
    for field, value in (("temperature", 8), ("oxygen", 14), ("oceans", 9)):
        table.play("say_figure", "red", field=field, value=value)
    assert table.json()["score"]["red"]["open"] == ["forests", "cards", "on_cards"]
    assert table.json()["score"]["blue"]["open"][0] == "tr"


def test_nothing_is_asked_where_everything_is_known() -> None:
    """(J4)"""
    table = with_cards(12)
    assert table.refuses("ask_later", "red").key == "nothing-asked"
    assert table.refuses("say_figure", "red", field="last_phase", value=2).key == "no-such-figure"
    assert table.refuses("lay_card", "red", number=BUILDING).key == "cards-are-known"
    assert evening(help="mats").refuses("lay_card", "red", number=4).key == "cards-not-tracked"


@pytest.mark.parametrize("value", [-1, 1000, "5", 1.5, None, True])
def test_a_figure_that_cannot_be(value: Any) -> None:
    """(J4)"""
    table = switched("phases", "cards")
    refusal = table.refuses("say_figure", "red", field="mc", value=value)
    assert refusal.key == ("out-of-range" if type(value) is int else "malformed")
    assert table.refuses("say_figure", "red", field="gold", value=1).key == "no-such-figure"
    assert table.refuses("say_figure", "red", field="temperature", value=1).key == "out-of-range"
    assert table.refuses("say_figure", "yellow", field="mc", value=1).key == "not-in-the-game"
    assert table.refuses("lay_card", "red", number=221).key == "no-such-card"


def test_a_bill_says_that_it_does_not_know_the_metal() -> None:
    """(D3, J4)"""
    table = switched("phases", "cards")
    table.to_phase(red=1, blue=3)
    lines = [said(line.text) for line in bill(table.state, "red", BUILDING).lines]
    assert "Your steel is not known yet" in lines


def test_the_curves_show_no_round_that_was_not_followed() -> None:
    """(J4)"""
    table = switched("phases", "planet")
    assert not history([(table.state, 0.0)])[-1].is_tracked
    for seat in ("red", "blue"):
        table.play("say_figure", seat, field="tr", value=9)
    for field, value in (("temperature", -10), ("oxygen", 3), ("oceans", 1)):
        table.play("say_figure", "red", field=field, value=value)
    assert history([(table.state, 0.0)])[-1].is_tracked


def test_a_view_holds_nothing_of_a_planet_that_is_not_known() -> None:
    """(J4)"""
    table = in_round_two("planet")
    table.to_phase(red=3, blue=3)
    for field in ("temperature", "oxygen"):
        table.play("raise_parameter", "red", parameter=field)
    table.play("set_help", level="phases", asks=True)
    table.play("declare_terraformed", "red")
    table.play("set_help", level="planet", asks=True)
    view = see(table.state, None)
    assert table.state.planet != Planet()
    assert view.planet == view.start_of_phase == Planet()


def test_a_game_from_before_the_table_asked_ends_as_it_ended() -> None:
    """Its log says nothing of asking: nothing is asked when it is folded again. (F1, F2, J4)"""
    table = in_round_two("phases")
    table.play("set_help", level="planet")
    table.play("adjust", "red", field="tr", by=2)
    table.to_phase(red=3, blue=3)
    for parameter, steps in (("temperature", 19), ("oxygen", 14)):
        for _ in range(steps):
            table.play("raise_parameter", "red", parameter=parameter)
    for tile in range(9):
        table.play("flip_ocean", "red", reward=tile)
    table.finish_round()
    assert table.json()["score"]["red"]["open"] == ["cards", "on_cards"]
    for seat in ("red", "blue"):
        for part in ("cards", "on_cards"):
            table.play("count", seat, part=part, points=1)
    assert table.json()["score"]["winners"] == ["red"]
    assert table.json()["score"]["red"]["tr"] == 5 + 2 + 19 + 14 + 9
    assert table.fold() == table.state
