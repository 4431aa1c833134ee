"""Every numbered rule has a test that names it, and every move names rules that exist."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from assistant.game import Game
from tests.games import EVERY

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "rules_without_tests.py"))


def test_no_rule_is_without_a_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert TOOL["main"]() == 0, capsys.readouterr().out


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_moves_name_rules_that_exist(game: Game[Any]) -> None:
    known = set(TOOL["rules"](game.key))
    for kind, rule in game.moves.items():
        assert TOOL["named"](rule.__doc__) <= known, kind


def test_a_range_of_rules_names_each() -> None:
    assert TOOL["named"]("Something. (B5, E1–E4)") == {"B5", "E1", "E2", "E3", "E4"}
    assert TOOL["named"]("(not a rule) (C7)") == {"C7"}
