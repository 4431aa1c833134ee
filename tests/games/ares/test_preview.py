"""A card before it is played: price, requirement, what is booked, what hands and heads must do."""

from __future__ import annotations

from assistant.games.ares.asking import Choice
from assistant.games.ares.preview import preview, preview_action
from tests.games.ares.at_table import Evening, said, with_cards


def developing(*cards: int, mc: int = 50) -> Evening:
    table = with_cards(*cards)
    table.to_phase(red=1, blue=3)
    table.set("red", mc=mc)
    return table


def test_microprocessors_before_they_are_played() -> None:
    """(D4)"""
    table = developing(mc=12)
    table.set("red", steel=2)
    seen = preview(table.state, "red", 163)
    assert seen.bill
    assert seen.bill.to_pay == 10
    assert dict(seen.booked)["production.heat"] == 3
    assert [said(each.text) for each in seen.hands] == ["Pay 10 MC", "Draw 2, discard 1"]
    assert (seen.refused, seen.against, seen.questions) == (None, (), ())
    assert table.figures("red")["mc"] == 12


def test_every_rule_that_speaks_against_a_card_is_named() -> None:
    """(D2)"""
    table = developing(mc=3)
    seen = preview(table.state, "red", 198)
    assert [said(each) for each in seen.against] == [
        "Needs the temperature in yellow or warmer when the phase began.",
        "Needs 14 MC, you have 3.",
    ]
    assert dict(seen.booked)["production.plants"] == 3


def test_what_makes_no_sense_has_no_bill() -> None:
    table = developing(15)
    seen = preview(table.state, "red", 15)
    assert seen.refused
    assert seen.refused.key == "card-in-play"
    assert seen.bill is None


def test_questions_come_with_their_answers() -> None:
    """(D5)"""
    table = with_cards(12, 58, 43)
    table.to_phase(red=2, blue=3)
    table.set("red", mc=50)
    seen = preview(table.state, "red", 80)
    [first] = seen.questions
    assert said(first.text) == "Choose one"
    assert [said(words) for _, words in first.picks] == [
        "3 plants",
        "3 microbes on another card",
        "2 animals on another card",
    ]
    seen = preview(table.state, "red", 80, choices=[Choice(80, 1)])
    assert [said(each.text) for each in seen.questions] == ["Choose one", "Where do 3 microbes go?"]
    assert [(pick, said(words)) for pick, words in seen.questions[1].picks] == [
        (58, "Tardigrades"),
        (43, "Nitrite Reducing Bacteria"),
    ]


def test_an_optional_discount_is_a_question_with_a_quiet_no() -> None:
    """(D1)"""
    table = developing(52)
    table.set("red", plants=1)
    seen = preview(table.state, "red", 166)
    assert [said(words) for _, words in seen.questions[0].picks] == [
        "Not now",
        "1 plant for 5 MC less",
    ]
    assert seen.bill
    assert seen.bill.to_pay == 15
    seen = preview(table.state, "red", 166, choices=[Choice(52, 1)])
    assert seen.bill
    assert seen.bill.to_pay == 10


def test_an_action_before_it_is_used() -> None:
    """(C3)"""
    table = with_cards(7, 14, 31)
    table.to_phase(red=3, blue=4)
    table.set("red", mc=10, steel=2)
    seen = preview_action(table.state, "red", 7)
    assert seen.price
    assert seen.price.mc == 6
    assert dict(seen.booked) == {"mc": -6, "oceans_to_turn": 1}
    seen = preview_action(table.state, "red", 14)
    assert [said(each) for each in seen.against] == ["Needs 8 heat, you have 0."]
    seen = preview_action(table.state, "red", 31)
    assert [said(words) for _, words in seen.questions[0].picks] == [
        "add a microbe here",
        "take 2 microbes off, raise the temperature",
    ]
