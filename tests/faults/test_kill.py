"""The plug is pulled under load, at any moment: nothing answered is lost, nothing counts twice."""

from __future__ import annotations

from pathlib import Path

from tests.faults.kill import pull_the_plug

SEED = 11


def test_what_was_answered_before_a_kill_is_there_once_and_sealed_still(tmp_path: Path) -> None:
    """`python -m tests.faults.kill --times 200` is the long version."""
    assert pull_the_plug(tmp_path, 12, SEED) > 12, f"seed {SEED}"
