"""A game is a folder in each room, and nothing in the house names one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.games import GAMES
from assistant.moves import HOUSE_MOVES

ROOT = Path(__file__).parents[1]
LISTS = {"assistant/games/__init__.py", "assistant/web/faces.py"}  # where games are put in
PYTHON = ("assistant/*.py", "assistant/games/*.py", "assistant/web/*.py")
SHELLS = ("templates/*.html", "templates/parts/*", "templates/slots/*", "static/script/*.js")
KNOWN = HOUSE_MOVES.keys() | {"sit", "leave", "begin"}  # the house asks every game for these
MOVES = {kind for game in GAMES.values() for kind in game.moves} - KNOWN
COMMENT = re.compile(r"\{#.*?#\}|/\*.*?\*/|//[^\n]*", re.DOTALL)
MAKES = re.compile(r"""(?:data-move=|\bmove\(|\btap\(|\bkind\s*===?\s*)["'](\w+)["']""")


def files(*patterns: str) -> list[Path]:
    found = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return [path for path in found if path.relative_to(ROOT).as_posix() not in LISTS]


def names_a_game(text: str) -> bool:
    """Whether a key stands there as a word, in a path, or in front of a helper."""
    return any(re.search(rf"(?<![\w-]){game}(?![\w-])", text) for game in GAMES)


def strings(tree: ast.AST) -> Iterator[str]:
    """What the code says; not what is said about it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = node.body[bool(ast.get_docstring(node)) :]
    return tree


@pytest.mark.parametrize("path", files(*PYTHON), ids=lambda path: path.name)
def test_the_houses_code_names_no_game(path: Path) -> None:
    source = path.read_text("utf-8")
    imported = re.findall(r"assistant\.(?:games|web)\.(\w+)", source)
    assert not set(imported) & set(GAMES)
    said = set(strings(without_docstrings(ast.parse(source))))
    assert not [one for one in said if names_a_game(one)]
    assert not said & MOVES


@pytest.mark.parametrize("path", files(*SHELLS), ids=lambda path: path.name)
def test_the_houses_screens_name_no_game(path: Path) -> None:
    source = COMMENT.sub("", path.read_text("utf-8"))
    assert not names_a_game(source)
    assert not set(MAKES.findall(source)) & MOVES


def test_there_is_a_house_to_look_at() -> None:
    assert len(files(*PYTHON)) > 30 and len(files(*SHELLS)) > 30 and len(MOVES) > 10
    assert names_a_game('href="/ares/x"') and names_a_game("{{ ares.body(view) }}")
    assert not names_a_game("it shares, it cares")
    assert MAKES.findall('{{ move("pick_phase") }} <a data-move="done">') == ["pick_phase", "done"]
