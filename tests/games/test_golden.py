"""Whole games, move by move, with everybody's view: nothing changes that nobody meant to change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assistant.game import Game
from tests.games import EVERY
from tests.games.playthrough import golden, play_again

PATHS = [(game, path) for game in EVERY for path in golden(game)]


@pytest.mark.parametrize(
    ("game", "path"), PATHS, ids=[f"{game.key}-{path.stem}" for game, path in PATHS]
)
def test_a_golden_playthrough_is_played_again(game: Game[Any], path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert play_again(game, script) == script
    assert "step finished" in script


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_there_is_one_for_each_mode(game: Game[Any]) -> None:
    assert {path.stem for path in golden(game)} >= set(game.modes)
