"""A price that explains itself. (B7, C1, D1, D3, D4)"""

from __future__ import annotations

import pytest

from assistant.game import Illegal, overruling, text
from assistant.games.ares.asking import Asking, Choice
from assistant.games.ares.cards import CARDS
from assistant.games.ares.price import Bill, bill, draw_up
from tests.games.ares.at_table import Evening, evening, said, with_cards


def lines(found: Bill) -> list[tuple[str, int]]:
    assert sum(line.mc for line in found.lines) == found.to_pay
    return [(said(line.text), line.mc) for line in found.lines]


def test_microprocessors_with_2_steel_in_the_own_development_phase() -> None:
    """The worked example: 17 − 4 − 3 = 10; with 4 MC two discarded cards pay the rest. (D4)"""
    table = evening()
    table.set("red", steel=2, mc=4)
    table.to_phase(red=1, blue=2)
    found = bill(table.state, "red", 163, discard=2)
    assert lines(found) == [
        ("Printed price", 17),
        ("2 steel on a building card, 2 each", -4),
        ("Your phase bonus", -3),
    ]
    assert (found.to_pay, found.sold_for, found.mc) == (10, 6, 4)
    table.play("play_card", "red", number=163, discard=2)
    assert table.figures("red")["mc"] == 0
    assert table.figures("red")["steel"] == 2  # capacity is not spent
    assert table.hands("red") == ["Discard 2 cards", "Draw 2, discard 1"]


@pytest.mark.parametrize(("mc", "discard", "left"), [(2, 2, 0), (0, 3, 1), (8, 0, 0), (9, 3, 10)])
def test_8_mc_are_paid_in_mc_and_cards_with_change(mc: int, discard: int, left: int) -> None:
    """Two cards and 2 MC, or three cards and 1 MC back. (D1)"""
    table = evening()
    table.set("red", mc=mc)
    table.to_phase(red=3, blue=1)
    table.play("play_card", "red", number=140, discard=discard)
    assert table.figures("red")["mc"] == left


def test_what_cannot_be_paid_is_refused_and_booked_anyway() -> None:
    """(D1)"""
    table = evening()
    table.set("red", mc=1)
    table.to_phase(red=3, blue=1)
    refusal = table.refuses("play_card", "red", number=140, discard=2)
    assert said(refusal) == "Needs 2 MC, you have 1."
    table.play("play_card", "red", anyway=True, number=140, discard=2)
    assert table.figures("red")["mc"] == 0


def test_only_who_chose_development_gets_the_bonus() -> None:
    """(B5, C1)"""
    table = evening()
    table.to_phase(red=1, blue=3)
    assert bill(table.state, "red", 130).to_pay == 7
    assert bill(table.state, "blue", 130).to_pay == 10


@pytest.mark.parametrize(
    ("number", "steel", "titanium", "to_pay"),
    [
        (164, 3, 3, 4),  # building: 10 − 6
        (138, 3, 3, 8),  # space: 17 − 9
        (153, 2, 2, 27),  # both: 37 − 4 − 6
        (153, 9, 9, 0),  # never below 0
        (107, 3, 3, 9),  # neither
        (76, 0, 2, 24),  # red cards too: 30 − 6
        (7, 2, 0, 10),  # blue cards too: 14 − 4
    ],
)
def test_metal_lowers_the_price(number: int, steel: int, titanium: int, to_pay: int) -> None:
    """(D3)"""
    table = evening()
    table.set("red", steel=steel, titanium=titanium)
    found = bill(table.state, "red", number)
    assert found.to_pay == to_pay
    assert sum(mc for _, mc in lines(found)) == to_pay


def test_advanced_alloys_make_metal_worth_one_more() -> None:
    """(D3)"""
    table = with_cards(2)
    table.set("red", steel=2, titanium=1)
    assert bill(table.state, "red", 153).to_pay == 37 - 2 * 3 - 1 * 4


@pytest.mark.parametrize(
    ("owned", "number", "to_pay"),
    [
        (23, 95, 14),  # Earth Catapult: 2 off everything
        (51, 95, 15),  # Research Outpost: 1
        (25, 140, 4),  # Energy Subsidies: 4 off power
        (25, 164, 10),
        (37, 165, 9),  # Interplanetary Conference: 3 for earth, 3 for Jovian
        (37, 190, 2),
        (42, 95, 11),  # Media Group: 5 off events
        (42, 164, 10),
    ],
)
def test_blue_cards_lower_the_price(owned: int, number: int, to_pay: int) -> None:
    """(D1)"""
    table = with_cards(owned)
    assert bill(table.state, "red", number).to_pay == to_pay
    assert bill(table.state, "blue", number).to_pay > to_pay or number == 164


def test_a_bill_names_the_card_that_lowers_it() -> None:
    """(D1)"""
    table = with_cards(23, 51)
    assert lines(bill(table.state, "red", 95)) == [
        ("Printed price", 16),
        ("Earth Catapult", -2),
        ("Research Outpost", -1),
    ]


def test_two_microbes_pay_10_when_the_player_wants() -> None:
    """(D1, D8)"""
    table = with_cards(5)
    table.to_phase(red=3, blue=1)
    table.set("red", mc=20)
    table.play("adjust", "red", field="cards.5", by=1)
    assert bill(table.state, "red", 166).to_pay == 18
    yes = [[5, 1]]
    change = table.change("red", "play_card", number=166, choices=yes)
    assert change == "cards.5 -2, mc -8, production.heat +4, tags.building +1"


def test_one_microbe_pays_nothing() -> None:
    """(D8)"""
    table = with_cards(5)
    table.to_phase(red=3, blue=1)
    table.set("red", mc=20)
    yes = [[5, 1]]
    assert table.refuses("play_card", "red", number=166, choices=yes).key == "choice-not-asked"


def test_a_plant_pays_5_when_the_player_wants() -> None:
    """(D1)"""
    table = with_cards(52)
    table.set("red", plants=1)
    assert bill(table.state, "red", 166).to_pay == 18
    found = bill(table.state, "red", 166, choices=[Choice(52, 1)])
    assert found.to_pay == 13
    table.to_phase(red=3, blue=1)
    table.set("red", mc=20)
    yes = [[52, 1]]
    change = table.change("red", "play_card", number=166, choices=yes)
    assert change == "mc -13, plants -1, production.heat +4, tags.building +1"


def test_a_plant_is_not_paid_twice() -> None:
    """(D2)"""
    table = with_cards(52)
    table.to_phase(red=3, blue=1)
    table.set("red", plants=2, mc=20)
    yes = [[52, 1]]
    refusal = table.refuses("play_card", "red", number=134, choices=yes)
    assert refusal.key == "not-enough-plants"


def test_cards_sell_for_3_and_for_4_with_a_composting_factory() -> None:
    """(B7)"""
    table = evening()
    assert table.change("red", "sell_cards", count=2) == "mc +6"
    table = with_cards(17)
    assert table.change("red", "sell_cards", count=2) == "mc +8"
    table.to_phase(red=3, blue=1)
    assert bill(table.state, "red", 140, discard=2).mc == 0


# Plays that cards grant


def building(**figures: int) -> Evening:
    table = evening()
    table.to_phase(red=4, blue=2)
    table.set("red", **figures)
    return table


def test_asset_liquidation_costs_nothing_and_lets_one_more_be_played() -> None:
    """(C2)"""
    table = building(mc=20)
    table.play("play_card", "red", number=11)
    table.play("play_card", "red", number=95)
    assert table.refuses("play_card", "red", number=98).key == "already-played"


def test_work_crews_take_11_off_the_next_card() -> None:
    """(C2)"""
    table = building(mc=20)
    table.play("play_card", "red", number=102)
    assert lines(bill(table.state, "red", 95))[1] == ("From the card played before", -11)
    assert table.change("red", "play_card", number=95).startswith("mc -5,")
    assert bill(table.state, "red", 76).to_pay == 30


def test_special_design_lets_the_next_card_be_one_zone_off() -> None:
    """(D2)"""
    table = building(mc=50)
    table.play("play_card", "red", number=97)
    assert table.refuses("play_card", "red", number=66).key == "temperature-too-low"  # two off
    table.play("play_card", "red", number=53)  # needs red, stands at purple


@pytest.mark.parametrize("number", [114, 195])
def test_a_green_card_of_at_most_9_is_played_for_free(number: int) -> None:
    """(C1)"""
    table = evening()
    table.to_phase(red=1, blue=3)
    table.set("red", mc=20)
    table.play("play_card", "red", number=number)
    assert table.refuses("play_card", "red", number=164).key == "too-dear-to-be-free"
    change = table.change("red", "play_card", number=205, anyway=True)
    assert "mc" not in change
    assert table.refuses("play_card", "red", number=175).key == "already-played"


def test_a_discount_that_costs_something_is_asked_for_with_both_answers() -> None:
    """(D1, D8)"""
    table = with_cards(52)
    table.set("red", plants=1)
    asking = Asking()
    draw_up(table.state, table.state.player("red"), CARDS[166], 0, 0, asking)
    (question,) = asking.questions
    assert (question.card, question.default) == (52, 0)
    assert question.text == text("ask-discount", card="Restructured Resources")
    found = [(pick, said(words)) for pick, words in question.picks]
    assert found == [(0, "Not now"), (1, "1 plant for 5 MC less")]


def test_more_heat_than_the_price_is_refused_with_the_price() -> None:
    """(D1)"""
    table = evening()
    player = table.state.player("red")
    with overruling(), pytest.raises(Illegal) as refused:
        draw_up(table.state, player, CARDS[166], 0, 19, Asking())
    assert refused.value.text == text("too-much-heat", most=18)
    with overruling() as overruled:
        assert draw_up(table.state, player, CARDS[166], 0, 18, Asking()).mc == 0
    assert overruled == [text("heat-is-not-money"), text("not-enough-heat", need=18, have=0)]


def test_a_card_for_free_says_so_on_its_bill() -> None:
    """(C1)"""
    table = evening()
    table.to_phase(red=1, blue=3)
    table.set("red", mc=20)
    table.play("play_card", "red", number=114)
    free = bill(table.state, "red", 205)
    assert lines(free) == [("Printed price", 9), ("Played for free", -9)]
    assert (free.to_pay, free.mc, free.optional) == (0, 0, ())
