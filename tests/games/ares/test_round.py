"""The round at the help level *phases only*; each test proves the rule in brackets."""

from __future__ import annotations

import pytest

from assistant.game import Move, offer
from assistant.games.ares import ARES, State
from assistant.games.ares.rules import waiting_for
from assistant.games.ares.state import Phase, Step
from assistant.games.ares.view import view as see
from tests.games.ares.play import (
    all_done,
    anyway,
    begun,
    picked,
    play,
    refusal,
    table,
    to_planning,
)


def test_two_to_four_players_sit_at_four_colours() -> None:
    """(A1)"""
    four = table("yellow", "red", "blue", "green")
    assert [player.seat for player in four.players] == ["red", "green", "blue", "yellow"]
    assert refusal(four, "sit", "purple") == "table-full"
    assert refusal(table("red"), "begin", neutral=[[1, 2, 3, 4, 5]] * 5) == "too-few-players"


def test_solo_is_for_one_and_coop_for_two() -> None:
    """(A1)"""
    assert refusal(table("red", mode="solo"), "sit", "blue") == "table-full"
    assert refusal(table("red", "blue", mode="coop"), "sit", "green") == "table-full"
    assert refusal(table("red", mode="coop"), "begin", neutral=[[1, 2, 3, 4, 5]] * 5)


def test_everybody_has_the_five_phase_cards() -> None:
    """(A8)"""
    options = see(begun("red", "blue"), "red").options
    offered = [dict(one.args)["phase"] for one in options if one.kind == "pick_phase"]
    assert offered == [1, 2, 3, 4, 5]


def test_a_round_is_planning_then_phases_then_its_end() -> None:
    """(B1)"""
    state = begun("red", "blue")
    assert (state.step, state.round) == (Step.PLANNING, 1)
    state = picked(state, red=2, blue=2)
    assert (state.step, state.phase) == (Step.PHASE, Phase.CONSTRUCTION)
    state = all_done(state)
    assert state.step == Step.END_OF_ROUND
    state = all_done(state)
    assert (state.step, state.round) == (Step.PLANNING, 2)


def test_cards_are_turned_when_the_last_pick_is_in() -> None:
    """(B2)"""
    state = play(begun("red", "blue", "green"), "pick_phase", "red", phase=3)
    state = play(state, "pick_phase", "blue", phase=3)
    assert state.step == Step.PLANNING
    assert waiting_for(state) == ("green",)
    assert [one.picked for one in see(state, "green").seats] == [None, None, None]
    state = play(state, "pick_phase", "green", phase=5)
    assert state.step == Step.PHASE
    assert [one.picked for one in see(state, None).seats] == [3, 5, 3]


def test_last_rounds_phase_is_refused_unless_the_table_wants_it_anyway() -> None:
    """(B3)"""
    state = to_planning(picked(begun("red", "blue"), red=4, blue=1))
    assert refusal(state, "pick_phase", "red", phase=4) == "same-phase-twice"
    assert refusal(state, "pick_phase", "red", phase=1) == ""
    offered = offer(ARES.moves, state, Move("pick_phase", "red", {"phase": 4}))
    assert offered.refused and offered.advice
    state, overruled = anyway(state, "pick_phase", "red", phase=4)
    assert state.picks.own("red") == 4
    assert [text.key for text in overruled] == ["same-phase-twice"]
    state = to_planning(picked(to_planning(picked(state, red=3, blue=2)), red=4, blue=1))
    assert refusal(state, "pick_phase", "blue", phase=2) == ""


def test_chosen_phases_are_played_once_each_in_order() -> None:
    """(B4)"""
    state = picked(begun("red", "green", "blue", "yellow"), red=5, green=1, blue=5, yellow=3)
    assert state.phases == (1, 3, 5)
    seen = []
    while state.step == Step.PHASE:
        seen.append(state.phase)
        state = all_done(state)
    assert seen == [1, 3, 5]


def test_the_next_phase_starts_when_all_are_done() -> None:
    """(B5)"""
    state = picked(begun("red", "blue"), red=1, blue=4)
    state = play(state, "done", "blue")
    assert state.phase == 1 and waiting_for(state) == ("red",)
    assert refusal(state, "done", "blue") == "already-done"
    state = play(state, "done", "red")
    assert state.phase == 4 and waiting_for(state) == ("red", "blue")


def test_the_host_goes_on_without_somebody() -> None:
    """(B5)"""
    state = begun("red", "blue")
    assert refusal(state, "go_on") == "nobody-has-picked"
    state = play(play(state, "pick_phase", "red", phase=2), "go_on")
    assert (state.phases, state.player("blue").last_phase) == ((2,), None)
    state = play(state, "go_on")
    assert state.step == Step.END_OF_ROUND
    assert play(state, "go_on").round == 2


def test_the_end_of_the_round_waits_for_everybody_to_discard() -> None:
    """(B6)"""
    state = all_done(picked(begun("red", "blue"), red=1, blue=1))
    assert state.step == Step.END_OF_ROUND and waiting_for(state) == ("red", "blue")
    state = play(state, "done", "red")
    assert state.round == 1
    assert play(state, "done", "blue").round == 2


def test_a_pick_can_be_changed_until_the_last_is_in() -> None:
    """(J2)"""
    state = play(begun("red", "blue"), "pick_phase", "red", phase=3)
    state = play(state, "pick_phase", "red", phase=5)
    state = play(state, "withdraw_pick", "red")
    assert refusal(state, "withdraw_pick", "red") == "nothing-picked"
    state = picked(state, red=1, blue=2)
    assert state.phases == (1, 2)
    assert refusal(state, "pick_phase", "red", phase=4) == "not-planning"


def test_declared_complete_the_phase_is_finished_and_the_rest_skipped() -> None:
    """(F1)"""
    state = picked(begun("red", "blue"), red=3, blue=4)
    state = play(state, "declare_terraformed", "blue")
    assert (state.step, state.phase) == (Step.PHASE, 3)
    assert refusal(state, "declare_terraformed", "red") == "already-terraformed"
    state = all_done(state)
    assert state.step == Step.FINISHED
    assert refusal(state, "pick_phase", "red", phase=1) == "not-planning"


def test_declared_between_phases_the_game_ends_at_once() -> None:
    """(F1)"""
    state = all_done(picked(begun("red", "blue"), red=3, blue=3))
    assert play(state, "declare_terraformed", "red").step == Step.FINISHED


# Solo


def test_the_neutral_card_is_turned_after_the_pick_and_its_phase_is_played() -> None:
    """(G1, G2)"""
    state = begun("red", mode="solo")
    assert state.neutral.marker == 1
    state = picked(state, red=4)
    assert state.neutral.card == 1 and state.phases == (1, 4)
    state = picked(to_planning(state), red=2)
    assert state.neutral.card == 2 and state.phases == (2,)


@pytest.mark.parametrize(("difficulty", "steps"), [("novice", 2), ("specialist", 1), ("expert", 0)])
def test_after_five_cards_the_cube_moves_and_gives_steps(difficulty: str, steps: int) -> None:
    """(G3)"""
    state = _solo_rounds(5, difficulty=difficulty)
    assert (state.neutral.marker, state.neutral.ease) == (2, steps)
    assert len(state.neutral.left) == 5
    if steps:
        state = play(state, "ease", "red", parameter="oxygen")
    assert refusal(state, "ease", "red", parameter="oxygen") == "no-easing-steps"


def test_the_cube_moves_four_times_in_a_game() -> None:
    """(G3)"""
    assert _solo_rounds(20).neutral.marker == 5
    assert _solo_rounds(24).neutral.marker == 5


def test_in_the_last_five_rounds_the_player_orders_the_neutral_cards() -> None:
    """(G4)"""
    assert refusal(_solo_rounds(19), "order_neutral", "red", phase=2) == "neutral-is-shuffled"
    state = play(_solo_rounds(20), "ease", "red", parameter="oxygen")
    mine = next(phase for phase in Phase if phase != state.player("red").last_phase)
    state = play(state, "pick_phase", "red", phase=int(mine))
    assert state.step == Step.PLANNING and waiting_for(state) == ("red",)
    state = to_planning(play(state, "order_neutral", "red", phase=4))
    assert refusal(state, "order_neutral", "red", phase=4) == "neutral-card-used"
    assert refusal(state, "order_neutral", "red", phase=5) == ""


def test_solo_ends_after_25_rounds_with_a_loss_unless_mars_is_complete() -> None:
    """(G5)"""
    state = _solo_rounds(25)
    assert state.step == Step.FINISHED and state.round == 25
    assert see(state, "red").won is False
    won = play(_solo_rounds(7), "declare_terraformed", "red")
    assert won.step == Step.FINISHED and see(won, "red").won is True


def test_solo_may_be_played_to_its_last_round_for_the_score() -> None:
    """(G5)"""
    state = play(_solo_rounds(7, solo_end="rounds"), "declare_terraformed", "red")
    assert state.step == Step.PLANNING


def _solo_rounds(count: int, **options: str) -> State:
    state = begun("red", mode="solo", **options)
    for _ in range(count):
        if state.neutral.ease:
            state = play(state, "ease", "red", parameter="temperature")
        last = state.player("red").last_phase
        state = picked(state, red=1 if last != 1 else 2)
        if state.step == Step.PLANNING:
            state = play(state, "order_neutral", "red", phase=int(state.neutral.left[0]))
        state = to_planning(state)
    return state


# Co-op


def test_after_the_reveal_each_takes_one_cube_from_the_pool() -> None:
    """(H1)"""
    state = begun("red", "blue", mode="coop")
    assert refusal(state, "take_cube", "red", kind="copper") == "not-revealed-yet"
    state = picked(state, red=1, blue=2)
    state = play(state, "take_cube", "red", kind="copper")
    assert (state.pool.copper, state.pool.player_cubes) == (26, 3)
    assert refusal(state, "take_cube", "red", kind="player") == "cube-already-taken"
    state = play(state, "take_cube", "blue", kind="player")
    assert (state.pool.copper, state.pool.player_cubes) == (26, 2)
    state = all_done(all_done(state))
    assert state.step == Step.END_OF_ROUND
    assert play(play(state, "done", "red"), "done", "blue").round == 2


def test_the_round_does_not_end_before_the_cubes_are_taken() -> None:
    """(H1)"""
    state = all_done(picked(begun("red", "blue", mode="coop"), red=1, blue=1))
    assert refusal(state, "done", "red") == "take-a-cube-first"


def test_coop_ends_with_the_round_of_the_last_cube() -> None:
    """(H2, J3)"""
    state = begun("red", "blue", mode="coop")
    state = play(state, "declare_terraformed", "red")
    assert state.step == Step.PLANNING
    while not ARES.finished(state):
        last = state.player("red").last_phase
        state = picked(state, red=1 if last != 1 else 2, blue=1 if last != 1 else 2)
        kind = "player" if state.round <= 3 else "copper"
        state = play(state, "take_cube", "red", kind=kind)
        state = play(state, "take_cube", "blue", kind="copper")
        state = to_planning(state)
    assert state.round == 15 and state.pool.is_empty


# Latecomers and people who go home


def test_a_latecomer_joins_the_running_round() -> None:
    """(A1)"""
    state = play(picked(begun("red", "blue"), red=1, blue=4), "sit", "green")
    assert waiting_for(state) == ("red", "green", "blue")
    assert state.player("green").pick is None


def test_nobody_waits_for_who_went_home() -> None:
    """(B5)"""
    state = play(begun("red", "blue", "green"), "pick_phase", "red", phase=1)
    state = play(state, "pick_phase", "blue", phase=2)
    state = play(state, "leave", "green")
    assert state.step == Step.PHASE and state.phases == (1, 2)
    state = play(play(state, "done", "red"), "leave", "blue")
    assert state.phase == 2
    assert play(state, "sit", "blue").player("blue").here
