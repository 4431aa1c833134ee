"""List the numbered rules that no test names: `python tools/rules_without_tests.py`.

The rules of a game are in docs/rules/, those of a guest of the tests in its own folder there.
A rule is named by its number in brackets in the docstring of a test: ``(D4)``, ``(B5, C1)``,
``(E1–E4)``. Ends with status 1 if a rule has no test, or a test names a rule that is none.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\*", re.MULTILINE)
BRACKETS = re.compile(r"\(((?:[A-Z]\d+(?:–[A-Z]?\d+)?(?:, )?)+)\)")


def written() -> dict[str, Path]:
    """Where the rules of each game are written."""
    games = {path.stem: path for path in sorted((ROOT / "docs" / "rules").glob("*.md"))}
    return games | {path.parent.name: path for path in sorted((ROOT / "tests").glob("*/rules.md"))}


def rules(game: str) -> list[str]:
    """The numbers of a game's rules, in their order."""
    return RULE.findall(written()[game].read_text(encoding="utf-8"))


def named(text: str) -> set[str]:
    """The rules that a text names; ``E1–E4`` names four."""
    found: set[str] = set()
    for inside in BRACKETS.findall(text):
        for each in inside.split(", "):
            first, _, last = each.partition("–")
            letter, start = first[0], int(first[1:])
            stop = int(last.lstrip(letter)) if last else start
            found |= {f"{letter}{number}" for number in range(start, stop + 1)}
    return found


def docstrings(path: Path) -> str:
    """The docstrings of the tests in a file."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    tests = (one for one in nodes if isinstance(one, ast.FunctionDef))
    return "\n".join(ast.get_docstring(one) or "" for one in tests if one.name.startswith("test_"))


def main() -> int:
    status = 0
    for game in written():
        tests = (ROOT / "tests" / "games" / game).rglob("test_*.py")
        tested = named("\n".join(docstrings(test) for test in tests))
        missing = [rule for rule in rules(game) if rule not in tested]
        unknown = sorted(tested - set(rules(game)))
        for rule in missing:
            print(f"{game}: {rule} has no test")
        for rule in unknown:
            print(f"{game}: a test names {rule}, which is no rule")
        status = status or int(bool(missing or unknown))
    return status


if __name__ == "__main__":
    sys.exit(main())
