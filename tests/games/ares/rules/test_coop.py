"""Co-op for two: the pool, 15 rounds, 80 VP. (H, J3)"""

from __future__ import annotations

import pytest

from tests.games.ares.at_table import Evening, evening

KEYS = {"copper": "copper", "player": "player_cubes"}


def coop(help: str = "cards") -> Evening:
    return evening("red", "blue", mode="coop", help=help)


def play_coop_rounds(table: Evening, rounds: int, kind: str = "copper") -> None:
    for _ in range(rounds):
        table.to_phase(red=4 + table.state.round % 2, blue=4 + table.state.round % 2)
        for seat in ("red", "blue"):
            left = table.json()["coop"]
            table.play("take_cube", seat, kind=kind if left[KEYS[kind]] else "player")
        table.finish_round()


def test_a_copper_cube_is_1_mc() -> None:
    """(H1)"""
    table = coop()
    pool = {"copper": 27, "player_cubes": 3, "rounds_left": 15}
    assert table.json()["coop"] == {**pool, "goal": 80}
    assert table.refuses("take_cube", "red", kind="copper").key == "not-revealed-yet"
    table.to_phase(red=3, blue=3)
    assert table.change("red", "take_cube", kind="copper") == "mc +1"
    assert table.json()["coop"]["copper"] == 26
    assert table.refuses("take_cube", "red", kind="player").key == "cube-already-taken"


def test_a_player_cube_swaps_a_card() -> None:
    """(H1)"""
    table = coop()
    table.to_phase(red=3, blue=3)
    assert table.change("red", "take_cube", kind="player") == ""
    assert table.hands("red") == ["Swap one card with your partner"]
    assert table.json()["coop"]["player_cubes"] == 2


def test_a_cube_is_taken_before_the_round_ends() -> None:
    """(H1)"""
    table = coop()
    table.to_phase(red=3, blue=3)
    table.play("done", "red")
    table.play("done", "blue")
    assert table.refuses("done", "red").key == "take-a-cube-first"


def test_an_empty_heap_gives_no_cube() -> None:
    """(H1)"""
    table = coop()
    play_coop_rounds(table, 1, "player")
    table.to_phase(red=3, blue=3)
    table.play("take_cube", "red", kind="player")
    assert table.refuses("take_cube", "blue", kind="player").key == "no-such-cube-left"
    assert evening().refuses("take_cube", "red", kind="copper").key == "only-in-coop"


def test_the_game_ends_with_the_round_in_which_the_last_cube_is_taken() -> None:
    """(H2)"""
    table = coop()
    play_coop_rounds(table, 14)
    assert table.json()["coop"]["rounds_left"] == 1
    play_coop_rounds(table, 1)
    view = table.json()
    assert (view["step"], view["round"]) == ("finished", 15)


def test_a_full_planet_does_not_end_a_co_op_game() -> None:
    """(J3)"""
    table = coop()
    table.set("red", temperature=8, oxygen=14, oceans=9)
    assert table.json()["step"] == "planning"


@pytest.mark.parametrize(
    ("temperature", "red", "blue", "won"),
    [(8, 40, 40, True), (8, 40, 39, False), (6, 60, 60, False)],
)
def test_co_op_is_won_with_a_full_planet_and_80_points(
    temperature: int, red: int, blue: int, won: bool
) -> None:
    """(H3)"""
    table = coop()
    play_coop_rounds(table, 14)
    table.set("red", temperature=temperature, oxygen=14, oceans=9, tr=red)
    table.set("blue", tr=blue)
    play_coop_rounds(table, 1)
    view = table.json()
    assert view["won"] is won
    assert view["score"]["winners"] == (["red", "blue"] if won else [])


def test_a_cube_is_a_story_for_both() -> None:
    """(H1)"""
    table = coop()
    table.to_phase(red=3, blue=3)
    table.play("take_cube", "red", kind="copper")
    assert table.seen("red").cube == "copper"
