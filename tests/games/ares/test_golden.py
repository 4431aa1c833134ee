"""Whole games, move by move, with everybody's view: nothing changes that nobody meant to change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.ares.playthrough import GOLDEN, play_again

PATHS = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_playthrough_is_played_again(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert play_again(script) == script
    assert "step finished" in script


def test_there_is_one_for_each_mode() -> None:
    assert [path.stem for path in PATHS] == ["coop", "solo", "standard"]
