"""Solo: the neutral deck, its cube, 25 rounds. (G)"""

from __future__ import annotations

import pytest

from assistant.game import text
from tests.games.ares.at_table import SHUFFLES, Evening, evening


def solo(help: str = "cards", **options: str) -> Evening:
    return evening("red", mode="solo", help=help, **options)


def play_rounds(table: Evening, rounds: int) -> None:
    """Play whole rounds; the picks alternate, the neutral cards come as they lie."""
    for _ in range(rounds):
        if table.state.round > 20:
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
    for _ in range(steps):
        assert table.change("red", "ease", parameter="temperature") == "temperature +2"
    assert table.refuses("ease", "red", parameter="oxygen").key == "no-easing-steps"


def test_an_easing_step_gives_no_tr_and_no_forest() -> None:
    """(G3)"""
    table = solo()
    play_rounds(table, 5)
    assert table.change("red", "ease", parameter="oxygen") == "oxygen +1"
    table.set("red", oxygen=14)
    assert table.refuses("ease", "red", parameter="oxygen").key == "oxygen-full"
    table.play("ease", "red", anyway=True, parameter="oxygen")
    assert table.json()["planet"]["oxygen"] == 14


def test_an_easing_step_may_fill_the_planet() -> None:
    """(F1, G3)"""
    table = solo()
    play_rounds(table, 5)
    table.set("red", temperature=6, oxygen=14, oceans=9)
    table.play("ease", "red", parameter="temperature")
    assert table.json()["won"] is True


def test_a_table_without_a_planet_only_counts_easing_steps() -> None:
    """(G3)"""
    table = solo(help="phases")
    play_rounds(table, 5)
    table.play("ease", "red", parameter="oxygen")
    assert table.json()["planet"]["oxygen"] == 0
    assert table.json()["solo"]["ease"] == 1


def test_in_the_last_five_rounds_the_player_orders_the_neutral_cards() -> None:
    """(G4)"""
    table = solo()
    refusal = table.refuses("order_neutral", "red", phase=3)
    assert refusal.key == "neutral-is-shuffled"
    play_rounds(table, 20)
    assert table.json()["solo"]["marker"] == 5
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
    table.play("order_neutral", "red", phase=2)
    table.play("pick_phase", "red", phase=5)
    table.finish_round()
    assert table.json()["solo"]["ordered"] is None, "each round anew"
    assert table.refuses("order_neutral", "red", phase=2) == text("neutral-card-used", phase=2)
    assert evening().refuses("order_neutral", "red", phase=1).key == "only-in-solo"
