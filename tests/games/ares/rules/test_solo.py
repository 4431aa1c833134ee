"""Solo: the neutral deck, its cube, 25 rounds. (G)"""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.game import text
from assistant.games.ares import ARES
from tests.games.ares.at_table import SHUFFLES, Evening, evening


def solo(help: str = "cards", **options: str) -> Evening:
    return evening("red", mode="solo", help=help, **options)


def play_rounds(table: Evening, rounds: int) -> None:
    """Play whole rounds; the picks alternate, the neutral cards come as they lie."""
    for _ in range(rounds):
        while table.state.neutral.ease:
            table.play("ease", "red", parameter="temperature")
        if table.json()["solo"]["orders"]:
            left = table.state.neutral.left
            table.play("order_neutral", "red", phase=int(left[0]))
        table.play("pick_phase", "red", phase=4 + table.state.round % 2)
        table.finish_round()


def test_the_neutral_cube_starts_at_1_and_the_deck_has_five_cards() -> None:
    """(G1)"""
    found = solo().json()["solo"]
    assert (found["difficulty"], found["marker"], found["neutral_left"]) == ("novice", 1, 5)
    assert (found["card"], found["rounds_left"]) == (None, 24)


def test_the_neutral_card_is_turned_after_the_pick_without_a_bonus() -> None:
    """(G2)"""
    table = solo()
    table.play("pick_phase", "red", phase=4)
    assert table.json()["solo"]["card"] == SHUFFLES[0][0] == 1
    assert table.json()["phases"] == [1, 4]
    table.set("red", mc=20)
    assert table.change("red", "play_card", number=130).startswith("mc -10,")  # no 3 MC off


def test_the_bonus_is_for_who_picked_the_neutral_phase_too() -> None:
    """(G2)"""
    table = solo()
    table.play("pick_phase", "red", phase=1)
    assert table.json()["phases"] == [1]
    table.set("red", mc=20)
    assert table.change("red", "play_card", number=130).startswith("mc -7,")


@pytest.mark.parametrize(("difficulty", "steps"), [("novice", 2), ("specialist", 1), ("expert", 0)])
def test_after_five_neutral_cards_the_cube_moves_and_eases(difficulty: str, steps: int) -> None:
    """(G3)"""
    table = solo(difficulty=difficulty)
    play_rounds(table, 5)
    found = table.json()["solo"]
    assert (found["marker"], found["neutral_left"], found["ease"]) == (2, 5, steps)
    assert (found["steps"], found["turned"]) == (steps, ())
    if steps:
        change = table.change("red", "ease", parameter="temperature")
        assert change == f"temperature {steps * 2:+d}"
    assert table.refuses("ease", "red", parameter="oxygen").key == "no-easing-steps"


def test_the_steps_of_a_move_go_all_to_one_parameter_unless_the_table_splits_them() -> None:
    """(G3)"""
    table = solo()
    play_rounds(table, 5)
    assert table.json()["solo"]["split"] is False
    assert table.change("red", "ease", parameter="oxygen") == "oxygen +2"
    table = solo(ease="split")
    play_rounds(table, 5)
    assert table.json()["solo"]["split"] is True
    assert table.change("red", "ease", parameter="oxygen") == "oxygen +1"
    assert table.json()["solo"]["ease"] == 1
    assert table.change("red", "ease", parameter="temperature") == "temperature +2"
    assert table.refuses("ease", "red", parameter="oxygen").key == "no-easing-steps"


def test_easing_comes_before_the_next_pick() -> None:
    """(G3)"""
    table = solo()
    play_rounds(table, 5)
    assert table.refuses("pick_phase", "red", phase=3) == text("ease-first", n=2)
    table.play("ease", "red", parameter="oxygen")
    table.play("pick_phase", "red", phase=3)
    assert table.json()["step"] == "phase"


def test_steps_that_were_passed_over_anyway_come_with_those_of_the_next_move() -> None:
    """(G3)"""
    table = solo()
    play_rounds(table, 5)
    table.play("pick_phase", "red", anyway=True, phase=3)
    table.finish_round()
    assert table.json()["solo"]["ease"] == 2
    assert table.refuses("pick_phase", "red", phase=4).key == "ease-first"


def test_easing_gives_no_tr_and_no_forest_and_no_more_than_fits() -> None:
    """(G3)"""
    table = solo()
    play_rounds(table, 5)
    table.set("red", oxygen=13)
    assert table.change("red", "ease", parameter="oxygen") == "oxygen +1"
    assert table.refuses("ease", "red", parameter="temperature").key == "no-easing-steps"


def test_a_full_parameter_is_not_eased() -> None:
    """(G3)"""
    table = solo()
    play_rounds(table, 5)
    table.set("red", oxygen=14)
    assert table.refuses("ease", "red", parameter="oxygen").key == "oxygen-full"
    table.play("ease", "red", anyway=True, parameter="oxygen")
    assert table.json()["planet"]["oxygen"] == 14


def test_easing_may_fill_the_planet() -> None:
    """(F1, G3)"""
    table = solo()
    play_rounds(table, 5)
    table.set("red", temperature=6, oxygen=14, oceans=9)
    table.play("ease", "red", parameter="temperature")
    assert table.json()["won"] is True


def test_steps_lapse_by_themselves_when_both_tracks_are_full() -> None:
    """(G3)"""
    table = solo()
    table.set("red", temperature=8, oxygen=14)
    play_rounds(table, 5)
    assert table.json()["solo"]["ease"] == 0
    assert table.log[-1].kind == "lapse"
    table.play("pick_phase", "red", phase=3)


def test_the_rest_of_split_steps_lapses_when_the_first_fills_the_last_track() -> None:
    """(G3)"""
    table = solo(ease="split")
    play_rounds(table, 5)
    table.set("red", temperature=6, oxygen=14)
    table.play("ease", "red", parameter="temperature")
    assert (table.log[-1].kind, table.json()["solo"]["ease"]) == ("lapse", 0)


def test_a_table_without_a_planet_is_told_what_hands_raised() -> None:
    """(G3)"""
    table = solo(help="phases")
    play_rounds(table, 5)
    assert table.refuses("pick_phase", "red", phase=3).key == "ease-first"
    table.play("ease", "red", parameter="oxygen")
    assert table.json()["planet"]["oxygen"] == 0
    assert table.json()["solo"]["ease"] == 0


def test_a_table_without_a_planet_is_told_that_both_tracks_are_full() -> None:
    """(G3)"""
    table = solo(help="phases")
    assert table.refuses("lapse", "red").key == "no-easing-steps"
    play_rounds(table, 5)
    table.play("lapse", "red")
    assert table.json()["solo"]["ease"] == 0
    table = solo()
    play_rounds(table, 5)
    assert table.refuses("lapse", "red").key == "tracks-not-full"
    assert evening().refuses("lapse", "red").key == "only-in-solo"


def test_a_table_set_up_before_easing_could_be_chosen_folds_as_it_was_played() -> None:
    """Its steps were taken one by one, and could wait. (G3)"""
    new = solo()
    options = tuple(pair for pair in new.setup.options if pair[0] != "ease")
    old = Evening(mode="solo")
    old.setup = replace(new.setup, options=options)
    old.state = ARES.start(old.setup)
    old.play("sit", "red")
    old.begin()
    for _ in range(10):
        old.play("pick_phase", "red", phase=4 + old.state.round % 2)
        old.finish_round()
    assert old.json()["solo"]["ease"] == 4
    for parameter in ("oxygen", "temperature", "oxygen"):
        old.play("ease", "red", parameter=parameter)
    planet = old.json()["planet"]
    assert (planet["oxygen"], planet["temperature"], old.json()["solo"]["ease"]) == (2, -28, 1)
    assert old.fold() == old.state


def test_the_last_neutral_card_lies_by_itself() -> None:
    """(G4)"""
    table = solo()
    play_rounds(table, 24)
    found = table.json("red")["solo"]
    assert (found["orders"], found["choices"], found["neutral_left"]) == (False, (), 1)
    (last,) = table.state.neutral.left
    table.play("pick_phase", "red", phase=3)
    assert table.json()["step"] == "phase"
    assert table.json()["solo"]["card"] == last


def test_the_only_card_may_be_ordered_as_older_tables_did() -> None:
    """(G4)"""
    table = solo()
    play_rounds(table, 24)
    (last,) = table.state.neutral.left
    table.play("order_neutral", "red", phase=int(last))
    table.play("pick_phase", "red", phase=3)
    assert table.json()["solo"]["card"] == last


def test_the_cards_turned_in_this_pass_lie_open_in_their_order() -> None:
    """(G2)"""
    table = solo()
    play_rounds(table, 2)
    assert table.json()["solo"]["turned"] == (1, 2)
    play_rounds(table, 18)
    table.play("ease", "red", parameter="oxygen")
    table.play("order_neutral", "red", phase=3)
    table.play("pick_phase", "red", phase=1)
    assert table.json()["solo"]["turned"] == (3,)


def test_in_the_last_five_rounds_the_player_orders_the_neutral_cards() -> None:
    """(G4)"""
    table = solo()
    refusal = table.refuses("order_neutral", "red", phase=3)
    assert refusal.key == "neutral-is-shuffled"
    play_rounds(table, 20)
    assert table.json()["solo"]["marker"] == 5
    table.play("ease", "red", parameter="temperature")
    table.play("pick_phase", "red", phase=5)
    assert table.json()["step"] == "planning"
    assert table.json()["waiting_for"] == ["red"]
    table.play("order_neutral", "red", phase=3)
    assert table.json()["phases"] == [3, 5]
    table.finish_round()
    assert table.refuses("order_neutral", "red", phase=3).key == "neutral-card-used"


def test_after_25_rounds_a_planet_that_is_not_full_is_lost() -> None:
    """(G5)"""
    table = solo()
    play_rounds(table, 25)
    view = table.json()
    assert (view["step"], view["round"], view["won"]) == ("finished", 25, False)
    assert view["score"]["red"]["total"] >= 5
    assert view["score"]["winners"] == []


def test_a_full_planet_wins_at_once_or_after_all_rounds_as_the_table_wishes() -> None:
    """(G5)"""
    table = solo()
    table.set("red", temperature=8, oxygen=14, oceans=9)
    assert (table.json()["step"], table.json()["won"]) == ("finished", True)
    assert table.json()["score"]["winners"] == ["red"]
    table = solo(solo_end="rounds")
    table.set("red", temperature=8, oxygen=14, oceans=9)
    play_rounds(table, 25)
    assert (table.json()["round"], table.json()["won"]) == (25, True)


def test_neutral_moves_belong_to_solo() -> None:
    """(G1)"""
    table = evening()
    assert table.refuses("ease", "red", parameter="oxygen").key == "only-in-solo"
    assert table.refuses("order_neutral", "red", phase=1).key == "only-in-solo"


def test_a_refused_order_says_from_which_round_it_is_open() -> None:
    """(G4)"""
    table = solo("phases")
    assert table.refuses("order_neutral", "red", phase=1) == text("neutral-is-shuffled", round=21)
    table.play("pick_phase", "red", phase=5)
    assert table.refuses("order_neutral", "red", phase=1).key == "not-planning"
    table.finish_round()
    play_rounds(table, 19)
    assert table.json()["round"] == 21
    table.play("ease", "red", parameter="temperature")
    table.play("order_neutral", "red", phase=2)
    table.play("pick_phase", "red", phase=5)
    table.finish_round()
    assert table.json()["solo"]["ordered"] is None, "each round anew"
    assert table.refuses("order_neutral", "red", phase=2) == text("neutral-card-used", phase=2)
    assert evening().refuses("order_neutral", "red", phase=1).key == "only-in-solo"
