"""The tests tell on themselves: a move that no finger makes fails the run of all browser tests."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.browser.touched import HERE, MOVES, TAPPED, Touched

ROOT = HERE.parents[1]
FILES = [path.relative_to(ROOT).as_posix() for path in HERE.rglob("test_*.py")]


def status(tapped: set[str], files: list[str], failed: int = 0, **chosen: str) -> int:
    """How a run ends in which these files' tests, on several workers, tapped these moves."""
    touched = Touched()
    session: Any = SimpleNamespace(testsfailed=failed, exitstatus=0)
    session.config = SimpleNamespace(rootpath=ROOT, getoption=lambda name: chosen.get(name))
    for file, kinds in zip(files, [" ".join(tapped), *[""] * len(files)], strict=False):
        report: Any = SimpleNamespace(nodeid=f"{file}::test_it", user_properties=[(TAPPED, kinds)])
        touched.pytest_runtest_logreport(report)
    touched.pytest_sessionfinish(session)
    return int(session.exitstatus)


def test_every_move_tapped_in_some_test_is_enough() -> None:
    assert status(MOVES, FILES) == 0


@pytest.mark.parametrize("kind", ["pick_phase", "undo", "hand_host"])
def test_a_move_that_nobody_tapped_fails_the_run(kind: str) -> None:
    assert status(MOVES - {kind}, FILES) == pytest.ExitCode.TESTS_FAILED


def test_a_run_of_some_tests_or_one_that_failed_says_nothing_about_taps() -> None:
    assert status(set(), FILES[1:]) == 0
    assert status(set(), FILES, keyword="count") == 0
    assert status(set(), FILES, failed=1) == 0
