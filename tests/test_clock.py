"""The clock of the table."""

from __future__ import annotations

import doctest

import assistant.clock
from assistant.clock import Clock


def test_a_clock_ends_when_its_seconds_are_over() -> None:
    clock = Clock.started(90, at=1000.0)
    assert clock.is_running and clock.ends_at == 1090.0 and clock.face == "1:30"
    assert clock.as_json() == {"seconds": 90, "ends_at": 1090.0, "left": None}


def test_a_clock_that_is_held_keeps_what_is_left_and_runs_on() -> None:
    held = Clock.started(90, at=1000.0).held(at=1030.0)
    assert not held.is_running and held.left == 60.0 and held.face == "1:00"
    assert held.held(at=2000.0) == held, "it is held once"
    assert held.as_json() == {"seconds": 90, "ends_at": None, "left": 60.0}
    again = held.resumed(at=5000.0)
    assert again.ends_at == 5060.0 and again.resumed(at=6000.0) == again


def test_what_has_run_out_is_not_less_than_nothing() -> None:
    held = Clock.started(5, at=1000.0).held(at=1100.0)
    assert held.left == 0.0 and held.face == "0:00"
    assert held.resumed(at=1200.0).ends_at == 1200.0


def test_the_example_in_the_documentation_runs() -> None:
    failed, tried = doctest.testmod(assistant.clock)
    assert tried and not failed
