"""A game told round by round, from the states that it went through."""

from __future__ import annotations

from assistant.game import Move, apply
from assistant.games.ares import ARES
from assistant.games.ares.history import history, times_picked
from assistant.games.ares.state import State
from tests.games.ares.at_table import Evening


def _states(evening: Evening) -> list[tuple[State, float]]:
    """What the evening went through, a move a minute."""
    states = [ARES.start(evening.setup)]
    for move in evening.log:
        states.append(apply(ARES.moves, states[-1], move))
    return [(state, 60.0 * n) for n, state in enumerate(states)]


def _two_rounds() -> Evening:
    evening = Evening("red", "blue", help="planet")
    evening.begin()
    evening.to_phase(red=1, blue=3)
    evening.play("adjust", "red", field="tr", by=2)
    evening.finish_round()
    evening.to_phase(red=4, blue=1)
    evening.play("adjust", "blue", field="oxygen", by=3)
    evening.finish_round()
    return evening


def test_each_round_stands_as_it_ended() -> None:
    start, first, second, third = history(_states(_two_rounds()))
    assert (start.number, dict(start.tr), start.picks) == (0, {"red": 5, "blue": 5}, ())
    assert dict(first.picks) == {"red": 1, "blue": 3} and dict(first.tr) == {"red": 7, "blue": 5}
    assert dict(second.picks) == {"red": 4, "blue": 1} and second.planet.oxygen == 3
    assert third.picks == ()  # still being planned: nothing sealed is told


def test_a_round_lasts_until_the_next_is_there() -> None:
    """A move a minute: setting up takes three, and who ends a round still plays it."""
    evening = _two_rounds()
    rounds = history(_states(evening))
    assert sum(one.seconds for one in rounds) == 60 * len(evening.log)
    assert [one.seconds / 60 for one in rounds] == [3, 7, 7, 0]
    assert [one.phases for one in rounds] == [(), (1, 3), (1, 4), ()]


def test_a_sealed_pick_is_not_told() -> None:
    evening = _two_rounds()
    evening.play("pick_phase", "red", phase=5)
    assert history(_states(evening))[-1].picks == ()


def test_rounds_for_other_programs() -> None:
    first = history(_states(_two_rounds()))[1]
    assert first.as_json() == {
        "round": 1,
        "picks": {"red": 1, "blue": 3},
        "seconds": 420,
        "tr": {"red": 7, "blue": 5},
        "planet": {"temperature": -30, "oxygen": 0, "oceans": 0},
    }
    untracked = Evening("red", "blue")
    untracked.begin()
    untracked.to_phase(red=1, blue=3)
    assert history(_states(untracked))[-1].as_json() == {
        "round": 1,
        "picks": {"red": 1, "blue": 3},
        "seconds": 180,
    }


def test_how_often_a_phase_was_picked() -> None:
    rounds = history(_states(_two_rounds()))
    assert times_picked(rounds, "red") == (1, 0, 0, 1, 0)
    assert times_picked(rounds, "yellow") == (0, 0, 0, 0, 0)


def test_nothing_is_told_before_the_game_begins() -> None:
    evening = Evening("red", "blue")
    assert history(_states(evening)) == ()
    begun = apply(ARES.moves, evening.state, Move("begin", args={"neutral": [[1, 2, 3, 4, 5]] * 5}))
    assert history([(begun, 0.0), (evening.state, 0.0)]) == ()  # the beginning was taken back
