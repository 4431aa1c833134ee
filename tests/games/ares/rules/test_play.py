"""Development and construction: which card, and how many. (C1, C2, D1, J1)"""

from __future__ import annotations

import pytest

from tests.games.ares.at_table import Evening, evening, said


def ready(**picks: int) -> Evening:
    table = evening()
    table.to_phase(**picks)
    for seat in ("red", "blue"):
        table.set(seat, mc=90)
    return table


def test_one_green_card_in_development() -> None:
    """(C1)"""
    table = ready(red=1, blue=3)
    for seat, number in (("red", 104), ("blue", 155)):
        table.play("play_card", seat, number=number)
        assert table.refuses("play_card", seat, number=140).key == "already-played"
    assert table.refuses("play_card", "red", number=15).key == "wrong-colour-1"
    table.play("play_card", "red", anyway=True, number=140)


def test_one_blue_or_red_card_in_construction() -> None:
    """(C2)"""
    table = ready(red=3, blue=2)
    assert table.refuses("play_card", "red", number=104).key == "wrong-colour-2"
    table.play("play_card", "red", number=15)
    assert table.refuses("play_card", "red", number=95).key == "already-played"


def test_the_construction_bonus_is_one_more_card_to_play() -> None:
    """(C2)"""
    table = ready(red=3, blue=2)
    table.play("play_card", "blue", number=15)
    table.play("play_card", "blue", number=95)
    assert table.refuses("play_card", "blue", number=98).key == "already-played"
    assert table.refuses("draw_bonus", "blue").key == "no-bonus-left"


def test_the_construction_bonus_is_a_card_instead_before_or_after() -> None:
    """(C2)"""
    table = ready(red=3, blue=2)
    table.play("draw_bonus", "blue")
    assert table.hands("blue") == ["Draw a card"]
    table.play("play_card", "blue", number=15)
    assert table.refuses("play_card", "blue", number=95).key == "already-played"
    assert table.refuses("draw_bonus", "red").key == "no-bonus-left"
    table.all_done()
    assert table.refuses("draw_bonus", "blue").key == "only-in-construction-phase"


@pytest.mark.parametrize("phase", [3, 4, 5])
def test_no_card_is_played_in_other_phases(phase: int) -> None:
    """(C1, C2)"""
    table = ready(red=phase, blue=phase)
    assert table.refuses("play_card", "red", number=104).key == "no-card-now"
    table.play("play_card", "red", anyway=True, number=104)
    assert table.figures("red")["production.plants"] == 1


def test_the_cards_of_a_phase_are_known_until_it_ends() -> None:
    """(C2)"""
    table = ready(red=2, blue=3)
    table.play("play_card", "red", number=41)
    table.play("play_by_hand", "red", colour="red", cost=3)
    assert table.player("red").turn.played == (41, "red")
    table.all_done()
    assert table.player("red").turn.played == ()


def test_a_card_is_in_the_box_once() -> None:
    """(D1)"""
    table = ready(red=1, blue=3)
    table.play("play_card", "red", number=104)
    refusal = table.refuses("play_card", "blue", number=104)
    assert said(refusal) == "Adapted Lichen is in play already."


def test_who_is_done_plays_no_more() -> None:
    """(B5)"""
    table = ready(red=1, blue=3)
    table.play("done", "red")
    assert table.refuses("play_card", "red", number=104).key == "already-done"


def test_a_card_by_hand_is_a_colour_and_a_price() -> None:
    """(D1, J1)"""
    table = ready(red=1, blue=3)
    change = table.change("red", "play_by_hand", colour="green", cost=11, discard=2, tags=["plant"])
    assert change == "mc -5, tags.plant +1"
    again = table.refuses("play_by_hand", "red", colour="green", cost=1)
    assert again.key == "already-played"
    wrong = table.refuses("play_by_hand", "red", colour="blue", cost=1)
    assert wrong.key == "wrong-colour-1"
    dear = table.refuses("play_by_hand", "blue", colour="green", cost=99)
    assert dear.key == "not-enough-mc"


def test_an_event_by_hand_has_its_tag() -> None:
    """(D7, J1)"""
    table = ready(red=2, blue=3)
    assert table.change("red", "play_by_hand", colour="red", cost=4) == "mc -4, tags.event +1"


def test_cards_are_sold_at_any_time_once_the_game_has_begun() -> None:
    """(B7)"""
    table = Evening("red", "blue", help="mats")
    assert table.refuses("sell_cards", "red", count=1).key == "not-begun-yet"
    table.begin()
    assert table.change("red", "sell_cards", count=1) == "mc +3"
    table.to_phase(red=3, blue=3)
    assert table.change("red", "sell_cards", count=2) == "mc +6"
