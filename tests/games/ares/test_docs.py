"""What is written for programs is what the game does."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from random import Random

from assistant.game import draw_chance, is_marked
from assistant.games.ares import ARES
from assistant.games.ares.describe import describe
from assistant.games.ares.planet import OCEAN_TILES
from tests.games.ares.at_table import evening, said

MOVES = (Path(__file__).parents[3] / "docs" / "moves.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \|([^|]*)\| (\w+) \|", re.MULTILINE)


def test_every_move_is_written_down_with_its_arguments() -> None:
    """Neither what the table does by itself nor what it fills in."""
    written = {kind: arguments.replace("`", "") for kind, arguments, _ in ROW.findall(MOVES)}
    moves = {}
    for kind, rule in ARES.moves.items():
        if is_marked(rule, "by_table"):
            continue
        parameters = list(inspect.signature(rule).parameters.values())[2:]
        named = [
            one.name + ("" if one.default is one.empty else "?")
            for one in parameters
            if one.name not in draw_chance(rule, Random())
        ]
        moves[kind] = ", ".join(named)
    assert {kind: arguments.strip() for kind, arguments in written.items()} == moves


def test_every_key_of_the_view_is_written_down() -> None:
    contract = {"mode", "step", "round", "phase", "phases", "waiting_for", "planet", "seats", "you"}
    contract |= {"score", "solo", "coop"}
    for key in evening().json().keys() - contract:
        assert key in MOVES, key


def test_the_ocean_tiles_are_as_written() -> None:
    """(A2)"""
    assert [said(describe(tile)) for tile in OCEAN_TILES] == [
        "2 plants",
        "2 plants",
        "4 MC",
        "2 MC, 1 plant",
        "1 MC, 1 plant",
        "draw a card",
        "draw a card",
        "1 plant, draw a card",
        "1 MC, draw a card",
    ]
