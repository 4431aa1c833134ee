"""The twelve corporations: how they start, and what they do later. (A4, A5)"""

from __future__ import annotations

import pytest

from assistant.game import Option
from assistant.games.ares.view import view as see
from tests.games.ares.at_table import SHUFFLES, Evening, said, with_cards

STARTS = [
    (209, "CrediCor", "mc +48"),
    (210, "Ecoline", "mc +27, production.plants +1, tags.plant +1"),
    (211, "Helion", "mc +28, production.heat +3, tags.space +1"),
    (212, "Interplanetary Cinematics", "mc +46, steel +1, tags.building +1"),
    (213, "Inventrix", "mc +33, tags.science +1"),
    (214, "Mining Guild", "mc +27, steel +1, tags.building +2"),
    (215, "PhoboLog", "mc +20, tags.space +1, titanium +1"),
    (216, "Saturn Systems", "mc +24, tags.jovian +1, titanium +1"),
    (217, "Teractor", "mc +51, tags.earth +1"),
    (218, "Tharsis Republic", "mc +40"),
    (219, "ThorGate", "mc +45, production.heat +1, tags.power +1"),
    (220, "United Nations Mars Initiative", "mc +35"),
]


def plays(number: int, **picks: int) -> Evening:
    """Red plays this corporation; blue plays whatever is left."""
    table = Evening("red", "blue", help="cards")
    table.play("begin", neutral=SHUFFLES)
    table.play("choose_corporation", "red", number=number)
    table.play("choose_corporation", "blue", number=218 if number != 218 else 217)
    if picks:
        table.to_phase(**picks)
    return table


@pytest.mark.parametrize(("number", "name", "changes"), STARTS)
def test_a_corporation_gives_its_start(number: int, name: str, changes: str) -> None:
    """(A4, A5)"""
    table = Evening("red", "blue", help="cards")
    table.play("begin", neutral=SHUFFLES)
    assert table.figures("red")["tr"] == 5
    assert table.change("red", "choose_corporation", number=number) == changes
    hands = ["Draw 3 cards"] if name == "Inventrix" else []
    assert table.hands("red") == hands
    assert table.json()["seats"]["red"]["corporation"] == number


def test_credicor_pays_4_less_for_cards_of_20_or_more() -> None:
    table = plays(209, red=3, blue=2)
    assert table.change("red", "play_card", number=62) == "mc -17, tags.space +1"  # printed 17
    table.play("sell_cards", "red", count=20)
    table.set("red", steel=0)
    change = table.change("red", "play_card", anyway=True, number=16)  # printed 20
    assert change == "mc -16, tags.plant +1"


def test_ecoline_plants_a_forest_for_7_plants_and_must() -> None:
    """(C5)"""
    table = plays(210, red=3, blue=4)
    table.set("red", plants=7)
    assert table.refuses("done", "red").key == "convert-plants-first"
    change = table.change("red", "standard_action", action="forest_plants")
    assert change == "forests +1, oxygen +1, plants -7, tr +1"
    table.play("done", "red")


def test_helion_pays_with_heat() -> None:
    """(D1)"""
    table = plays(211, red=3, blue=1)
    table.set("red", mc=5, heat=10)
    change = table.change("red", "play_card", number=166, heat=10, discard=1)
    assert change == "heat -10, mc -5, production.heat +4, tags.building +1"
    table.play("go_on")
    table.set("red", heat=14)
    change = table.change("red", "standard_action", action="temperature_mc", heat=14)
    assert change == "heat -14, temperature +2, tr +1"


def test_helion_is_offered_an_action_that_only_heat_can_pay() -> None:
    table = with_cards(62)
    table.play("choose_corporation", "red", number=211)
    table.to_phase(red=3, blue=3)

    def offered(**figures: int) -> Option:
        table.set("red", **figures)
        options: tuple[Option, ...] = see(table.state, "red").options
        ways = [one for one in options if one.kind == "card_action"]
        assert len(ways) == 1
        return ways[0]

    assert not offered(mc=12, heat=5).refused
    assert dict(offered(mc=12, heat=5).args) == {"number": 62}
    assert dict(offered(mc=8, heat=5).args) == {"number": 62, "heat": 4}
    assert not offered(mc=8, heat=5).refused
    too_dear = offered(mc=5, heat=5)
    assert too_dear.refused and too_dear.refused.key == "not-enough-mc"
    table.set("red", mc=8)
    change = table.change("red", "card_action", number=62, heat=4)
    assert change == "heat -4, mc -8, oceans_to_turn +1"


def test_only_helion_pays_with_heat_and_never_too_much() -> None:
    """(D1)"""
    table = plays(211, red=3, blue=1)
    table.set("red", heat=9)
    table.set("blue", heat=9)
    assert table.refuses("play_card", "blue", number=104, heat=6).key == "heat-is-not-money"
    assert table.refuses("play_card", "red", number=104, heat=7).key == "too-much-heat"
    assert table.refuses("play_card", "red", number=124, heat=10).key == "not-enough-heat"


def test_helion_cannot_spend_the_same_heat_twice() -> None:
    """(D2)"""
    table = plays(211, red=3, blue=1)
    table.set("red", mc=0, heat=8)
    assert table.refuses("play_card", "red", number=120, heat=6).key == "not-enough-heat"


def test_interplanetary_cinematics_pays_2_less_for_events() -> None:
    table = plays(212, red=3, blue=2)
    assert table.change("red", "play_card", number=95) == "mc -14, tags.event +1, tr +2"


def test_inventrix_may_be_one_zone_off() -> None:
    """(D2)"""
    table = plays(213, red=3, blue=1)
    table.play("play_card", "red", number=121)  # needs red, stands at purple
    table = plays(213, red=3, blue=1)
    table.set("red", mc=60)
    assert table.refuses("play_card", "red", number=198).key == "temperature-too-low"


def test_mining_guild_gains_tr_for_each_steel_on_a_card() -> None:
    """(D7)"""
    table = plays(214, red=3, blue=1)
    table.set("red", heat=4)
    change = table.change("red", "play_card", number=120)
    assert change == "heat -4, mc -4, steel +2, tags.building +1, tr +2"


def test_phobolog_titanium_is_worth_4() -> None:
    """(D3)"""
    table = plays(215, red=3, blue=1)
    assert table.change("red", "play_card", number=141).startswith("mc -9,")


def test_saturn_systems_gains_tr_for_each_jovian_tag() -> None:
    """(D7)"""
    table = plays(216, red=3, blue=1)
    change = table.change("red", "play_card", number=138)
    assert change == "mc -14, tags.jovian +1, tags.space +1, titanium +2, tr +1"


def test_teractor_pays_3_less_for_earth() -> None:
    table = plays(217, red=3, blue=1)
    assert table.change("red", "play_card", number=190).startswith("mc -2,")


def test_tharsis_republic_draws_and_keeps_one_more() -> None:
    """(C8)"""
    table = plays(218, red=4, blue=5)
    table.play("go_on")
    assert table.json()["seats"]["red"]["research"] == {"draw": 3, "keep": 2}


def test_thorgate_pays_3_less_for_power() -> None:
    table = plays(219, red=3, blue=1)
    assert table.change("red", "play_card", number=140).startswith("mc -5,")


def test_the_mars_initiative_pays_6_for_one_more_tr_once_a_phase() -> None:
    """(E1)"""
    table = plays(220, red=3, blue=4)
    assert table.refuses("extra_tr", "red").key == "tr-has-not-risen"
    table.play("standard_action", "red", action="temperature_mc")
    assert table.change("red", "extra_tr") == "mc -6, tr +1"
    assert table.refuses("extra_tr", "red").key == "tr-already-bought"
    assert table.refuses("extra_tr", "blue").key == "corporation-cannot"
    table.play("go_on")
    assert table.refuses("extra_tr", "red").key == "tr-has-not-risen"


def test_a_corporation_is_kept_by_one_player_and_may_be_changed_in_the_set_up() -> None:
    """(A5)"""
    table = Evening("red", "blue", help="cards")
    table.play("begin", neutral=SHUFFLES)
    table.play("choose_corporation", "red", number=217)
    taken = table.refuses("choose_corporation", "blue", number=217)
    assert said(taken) == "Teractor is taken by another player."
    table.play("choose_corporation", "red", number=212)
    figures = table.figures("red")
    assert (figures["mc"], figures["tags.earth"], figures["tags.building"]) == (46, 0, 1)
    assert table.json()["waiting_for"] == ["blue"]
    table.play("choose_corporation", "blue", number=217)
    assert table.json()["step"] == "planning"
    assert table.refuses("choose_corporation", "red", number=209).key == "corporation-chosen"


@pytest.mark.parametrize("number", [0, 1, 208, 221, -1, 10**9])
def test_a_project_card_is_no_corporation(number: int) -> None:
    """(A5)"""
    table = Evening("red", "blue", help="cards")
    refusal = table.refuses("choose_corporation", "red", number=number)
    assert refusal.key == "no-such-corporation"
