"""The round and the end of the game. (B1, B5–B8, F1)"""

from __future__ import annotations

import pytest

from assistant.game import text
from tests.games.ares.at_table import Evening, evening, said


def test_a_round_is_planning_phases_and_an_end() -> None:
    """(B1)"""
    table = evening()
    steps = [table.json()["step"]]
    table.to_phase(red=4, blue=4)
    for _ in range(2):
        steps.append(table.json()["step"])
        table.all_done()
    assert [*steps, table.json()["step"]] == ["planning", "phase", "end_of_round", "planning"]
    assert table.json()["round"] == 2


def test_a_phase_ends_when_all_are_done() -> None:
    """(B5)"""
    table = evening()
    table.to_phase(red=1, blue=5)
    table.play("done", "red")
    assert table.json()["waiting_for"] == ["blue"]
    assert table.refuses("done", "red").key == "already-done"
    table.play("done", "blue")
    assert table.json()["phase"] == 5
    assert not any(seat["done"] for seat in table.json()["seats"].values())


def test_cards_sold_at_the_end_of_the_round_bring_3_mc_each() -> None:
    """(B6, B7)"""
    table = evening()
    table.to_phase(red=5, blue=5)
    table.all_done()
    assert table.json()["step"] == "end_of_round"
    assert table.json()["hand_limit"] == 10
    assert table.change("red", "sell_cards", count=2) == "mc +6"
    table.all_done()
    assert table.json()["step"] == "planning"


def test_a_card_discarded_for_an_effect_brings_nothing() -> None:
    """(B7)"""
    table = evening()
    table.to_phase(red=4, blue=1)
    table.set("red", mc=17)
    table.play("play_card", "red", number=163)  # draw 2, discard 1
    assert table.figures("red")["mc"] == 0


def test_the_deck_is_a_matter_for_hands() -> None:
    """The table says how many to draw, and never that the deck is empty. (B8)"""
    table = evening()
    table.set("red", production_cards=300)
    table.to_phase(red=4, blue=4)
    table.play("done", "red")
    assert table.hands("red") == ["Draw 300 cards"]


def test_done_belongs_to_a_phase() -> None:
    """(B5)"""
    assert evening().refuses("done", "red").key == "no-phase-now"


# The end


def almost(**picks: int) -> Evening:
    """One step of temperature is missing, and the phases of these picks have begun."""
    table = evening()
    table.set("red", temperature=6, oxygen=14, oceans=9)
    table.to_phase(**picks)
    table.set("red", mc=50)
    table.set("blue", mc=50)
    return table


def test_the_phase_in_which_the_planet_fills_is_finished_and_the_rest_skipped() -> None:
    """(F1)"""
    table = almost(red=3, blue=4)
    table.play("standard_action", "red", action="temperature_mc")
    view = table.json()
    assert view["step"] == "phase"
    assert view["ending"] is True
    assert view["planet"]["full"] == ["temperature", "oxygen", "oceans"]
    table.play("standard_action", "blue", action="temperature_mc")  # still with benefit
    assert table.figures("blue")["tr"] == 6
    table.play("done", "red")
    table.play("done", "blue")
    assert table.json()["step"] == "finished"
    assert table.json()["phases"] == [3, 4]
    assert table.refuses("done", "red").key == "no-phase-now"


def test_an_ocean_still_to_turn_counts() -> None:
    """(F1)"""
    table = evening()
    table.set("red", temperature=8, oxygen=14, oceans=8)
    table.to_phase(red=4, blue=2)
    table.set("red", mc=30)
    table.play("play_card", "red", number=98)
    assert table.json()["terraformed"] is False
    assert table.refuses("done", "red") == text("turn-the-ocean-first", n=1)
    table.play("flip_ocean", "red", reward=0)
    assert table.json()["terraformed"] is True


def test_the_end_is_seen_coming() -> None:
    """(F1)"""
    table = almost(red=3, blue=4)
    assert table.json()["ending"] is False
    assert table.json()["planet"]["steps_left"] == {"temperature": 1, "oxygen": 0, "oceans": 0}


def test_an_ocean_that_nobody_turned_lapses_once_all_are_turned() -> None:
    """(E3)"""
    table = evening()
    table.set("red", oceans=8)
    table.to_phase(red=3, blue=4)
    for seat in ("red", "blue"):
        table.set(seat, mc=15)
        table.play("standard_action", seat, action="ocean_mc")
    table.all_done()
    assert table.figures("blue")["oceans_to_turn"] == 1  # paid for, and still to be turned
    table.play("flip_ocean", "red", reward=0)
    table.all_done()
    assert table.figures("blue")["oceans_to_turn"] == 0
    table.play("done", "blue")


def test_two_full_parameters_do_not_end_the_game() -> None:
    """(F1)"""
    table = almost(red=3, blue=3)
    table.all_done()
    assert table.json()["step"] == "end_of_round"


def test_the_planet_corrected_to_full_between_phases_ends_the_game() -> None:
    """(F1, J1)"""
    table = evening()
    table.set("red", temperature=8, oxygen=14, oceans=9)
    assert table.json()["step"] == "finished"


def test_a_card_entered_late_may_end_the_game() -> None:
    """(F1)"""
    table = evening()
    table.set("red", temperature=8, oxygen=13, oceans=9, mc=30)
    table.play("play_card", "red", anyway=True, number=90)
    assert table.json()["step"] == "finished"


def test_a_tracked_planet_is_not_declared() -> None:
    """(F1)"""
    refusal = evening().refuses("declare_terraformed", "red")
    assert said(refusal) == "The table tracks the planet and sees by itself when it is full."


@pytest.mark.parametrize("step", ["planning", "phase"])
def test_a_table_that_tracks_phases_only_declares_it(step: str) -> None:
    """(F1)"""
    table = evening(help="phases")
    if step == "phase":
        table.to_phase(red=3, blue=4)
    table.play("declare_terraformed", "red")
    if step == "phase":
        assert table.json()["step"] == "phase"
        table.all_done()
    assert table.json()["step"] == "finished"
    assert table.json()["planet"]["full"] == ["temperature", "oxygen", "oceans"]
    assert table.json()["score"]["red"]["open"] == ["tr", "forests", "cards", "on_cards"]


def test_declaring_twice_or_before_the_first_round_makes_no_sense() -> None:
    """(F1)"""
    table = Evening("red", "blue")
    assert table.refuses("declare_terraformed", "red").key == "not-in-a-round"
    table.begin()
    table.to_phase(red=3, blue=4)
    table.play("declare_terraformed", "red")
    assert table.refuses("declare_terraformed", "blue").key == "already-terraformed"


def test_nothing_is_booked_before_the_first_round() -> None:
    """(B1)"""
    table = Evening("red", "blue", help="cards")
    assert table.refuses("play_card", "red", number=140).key == "not-in-a-round"


def test_after_the_end_no_phase_is_played_and_nobody_is_done_with_it() -> None:
    """(F1)"""
    table = almost(red=2, blue=2)
    assert table.state.player("red").turn.plays
    table.set("red", temperature=8)
    table.all_done()
    view = table.json()
    assert (view["step"], view["phase"]) == ("finished", None)
    assert [seat["done"] for seat in view["seats"].values()] == [False, False]
    assert table.state.player("red").turn.plays == ()
    assert table.refuses("go_on").key == table.refuses("done", "red").key == "no-phase-now"
