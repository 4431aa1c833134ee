"""The action phase: every action of a blue card, and the standard actions. (C3–C5)"""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.games.ares.cards import PROJECTS
from tests.games.ares.at_table import Evening, evening, with_cards

LINES = Path(__file__).parents[1].joinpath("tables", "actions.txt").read_text("utf-8").splitlines()
CASES = [[cell.strip() for cell in line.split("|")] for line in LINES if line[0] != "#"]


@pytest.mark.parametrize(
    ("number", "name", "picked", "answers", "amount", "changes", "hands"),
    CASES,
    ids=[f"{case[0]}-{case[3] or case[2]}" for case in CASES],
)
def test_the_action_of_a_blue_card(
    number: str, name: str, picked: str, answers: str, amount: str, changes: str, hands: str
) -> None:
    """(C3)"""
    table = with_cards(*{12, 58, int(number)})
    table.to_phase(red=int(picked), blue=3)
    for card in table.player("red").cards:
        if card.card.holds and card.resources != 5:
            by = 5 - card.resources
            table.play("adjust", "red", field=f"cards.{card.number}", by=by)
    table.set("red", steel=2, titanium=2, tags_power=3, mc=30, heat=20, plants=20, tr=20)
    args: dict[str, object] = {"number": int(number)}
    if answers:
        picks = [[int(number), int(pick)] for pick in answers.split()]
        args["choices"] = picks
    if amount:
        args["amount"] = int(amount)
    assert table.change("red", "card_action", **args) == changes
    assert "; ".join(table.hands("red")) == hands


def test_every_action_is_in_the_table() -> None:
    with_action = [card.number for card in PROJECTS if card.action]
    assert sorted({int(case[0]) for case in CASES}) == with_action
    assert len(with_action) == 34


def test_five_blue_cards_make_developed_infrastructure_cheaper() -> None:
    """(C3)"""
    table = with_cards(21, 9, 14, 48)
    table.to_phase(red=4, blue=3)
    table.set("red", mc=20)
    table.play("play_by_hand", "red", anyway=True, colour="blue", cost=0)
    assert table.change("red", "card_action", number=21) == "mc -5, temperature +2, tr +1"


def test_metal_never_makes_an_action_cost_less_than_nothing() -> None:
    """(C3)"""
    table = with_cards(7)
    table.to_phase(red=4, blue=3)
    table.set("red", steel=9, mc=3)
    assert table.change("red", "card_action", number=7) == "oceans_to_turn +1"


def test_each_action_is_used_once_in_a_phase() -> None:
    """(C3)"""
    table = with_cards(15, 58)
    table.to_phase(red=4, blue=3)
    table.play("card_action", "red", number=15)
    assert table.refuses("card_action", "red", number=15).key == "action-used"
    table.play("card_action", "red", number=58)
    table.play("card_action", "red", anyway=True, number=58)
    tardigrades = table.player("red").in_play(58)
    assert tardigrades and tardigrades.resources == 2


def test_who_chose_the_action_phase_uses_one_action_once_more() -> None:
    """(C3)"""
    table = with_cards(15, 58)
    table.to_phase(red=3, blue=4)
    for number in (15, 58, 58):
        table.play("card_action", "red", number=number)
    assert table.refuses("card_action", "red", number=15).key == "bonus-action-used"
    assert table.refuses("card_action", "red", number=58).key == "bonus-action-used"


def test_actions_belong_to_the_action_phase_and_to_whoever_has_the_card() -> None:
    """(C3)"""
    table = with_cards(15, 2)
    assert table.refuses("card_action", "red", number=15).key == "only-in-action-phase"
    table.to_phase(red=3, blue=4)
    assert table.refuses("card_action", "blue", number=15).key == "card-not-in-play"
    assert table.refuses("card_action", "red", number=2).key == "card-has-no-action"
    assert table.refuses("card_action", "red", number=999).key == "no-such-card"
    table.play("done", "red")
    assert table.refuses("card_action", "red", number=15).key == "already-done"


def test_an_exchange_needs_an_amount_within_its_limit() -> None:
    """(C3)"""
    table = with_cards(32, 47, 15)
    table.to_phase(red=3, blue=4)
    table.set("red", heat=9)
    assert table.refuses("card_action", "red", number=32).key == "amount-missing"
    assert table.refuses("card_action", "red", number=32, amount=5).key == "exchange-too-much"
    assert table.refuses("card_action", "red", number=47, amount=10).key == "not-enough-heat"
    assert table.refuses("card_action", "red", number=15, amount=1).key == "malformed"


def test_microbes_that_are_not_there_cannot_be_taken_off() -> None:
    """(D8)"""
    table = with_cards(31, 20)
    table.to_phase(red=3, blue=4)
    pay = [[31, 1]]
    assert table.refuses("card_action", "red", number=31, choices=pay).key == "not-enough-on-card"
    animal = [[20, 0]]
    refusal = table.refuses("card_action", "red", number=20, choices=animal)
    assert refusal.key == "nothing-to-take-off"
    table.play("card_action", "red", anyway=True, number=20, choices=animal)
    assert table.player("red").mat.plants == 3


def test_resources_for_another_card_are_lost_if_none_can_hold_them() -> None:
    """(D5)"""
    table = with_cards(57)
    table.to_phase(red=3, blue=4)
    assert table.change("red", "card_action", number=57) == ""


# Standard actions


STANDARD = [
    ("forest_plants", "forests +1, oxygen +1, plants -8, tr +1"),
    ("forest_mc", "forests +1, mc -20, oxygen +1, tr +1"),
    ("temperature_heat", "heat -8, temperature +2, tr +1"),
    ("temperature_mc", "mc -14, temperature +2, tr +1"),
    ("ocean_mc", "mc -15, oceans_to_turn +1"),
]


@pytest.mark.parametrize(("action", "changes"), STANDARD)
def test_a_standard_action_may_be_made_again_and_again(action: str, changes: str) -> None:
    """(C4, E1)"""
    table = ready_for_actions()
    assert table.change("red", "standard_action", action=action) == changes
    assert table.change("red", "standard_action", action=action) == changes


@pytest.mark.parametrize(
    ("action", "field", "refusal"),
    [
        ("forest_plants", "plants", "not-enough-plants"),
        ("forest_mc", "mc", "not-enough-mc"),
        ("temperature_heat", "heat", "not-enough-heat"),
        ("temperature_mc", "mc", "not-enough-mc"),
        ("ocean_mc", "mc", "not-enough-mc"),
    ],
)
def test_a_standard_action_must_be_paid(action: str, field: str, refusal: str) -> None:
    """(C4)"""
    table = ready_for_actions()
    table.set("red", **{field: 7})
    assert table.refuses("standard_action", "red", action=action).key == refusal
    table.play("standard_action", "red", anyway=True, action=action)
    assert table.figures("red")[field] == 0


def test_heat_is_given_only_where_mc_are_paid() -> None:
    """(C4)"""
    table = ready_for_actions()
    for action in ("forest_plants", "temperature_heat"):
        assert table.refuses("standard_action", "red", action=action, heat=1).key == "malformed"
    table.play("set_help", level="planet", asks=True)
    refusal = table.refuses("standard_action", "red", action="ocean_mc", heat=1)
    assert refusal.key == "malformed"


def test_standard_actions_belong_to_the_action_phase() -> None:
    """(C4)"""
    table = evening()
    table.to_phase(red=4, blue=5)
    refusal = table.refuses("standard_action", "red", action="ocean_mc")
    assert refusal.key == "only-in-action-phase"


def test_standard_technology_takes_4_off_what_is_paid_in_mc() -> None:
    """(C4)"""
    table = with_cards(55)
    table.to_phase(red=3, blue=4)
    table.set("red", mc=60, plants=8, heat=8)
    for action, mc in [("forest_mc", -16), ("temperature_mc", -10), ("ocean_mc", -11)]:
        assert f"mc {mc}" in table.change("red", "standard_action", action=action)
    assert "plants -8" in table.change("red", "standard_action", action="forest_plants")
    assert "heat -8" in table.change("red", "standard_action", action="temperature_heat")


def test_plants_and_heat_are_converted_before_the_action_phase_ends() -> None:
    """(C5)"""
    table = ready_for_actions(plants=9, heat=8)
    assert table.refuses("done", "red").key == "convert-plants-first"
    table.play("standard_action", "red", action="forest_plants")
    assert table.refuses("done", "red").key == "convert-heat-first"
    table.play("standard_action", "red", action="temperature_heat")
    table.play("done", "red")
    assert (table.figures("red")["plants"], table.figures("red")["heat"]) == (1, 0)


def test_a_full_parameter_forces_no_conversion() -> None:
    """(C5)"""
    table = ready_for_actions(plants=20, heat=20)
    table.set("red", temperature=8, oxygen=14)
    table.play("done", "red")
    assert table.player("red").done


def test_the_table_may_be_done_without_converting_anyway() -> None:
    """(C5)"""
    table = ready_for_actions(plants=8)
    table.play("done", "red", anyway=True)
    assert table.figures("red")["plants"] == 8


def ready_for_actions(**figures: int) -> Evening:
    table = evening()
    table.to_phase(red=3, blue=4)
    table.set("red", **(figures or {"mc": 50, "heat": 20, "plants": 20}))
    return table
