"""What every game stands on: rules as functions, their signatures as the wire format."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

import pytest

import assistant
import assistant.game
from assistant.game import (
    LOBBY,
    Game,
    Illegal,
    Move,
    Shuffles,
    View,
    advise,
    apply,
    draw_chance,
    is_marked,
    judge,
    read_args,
    read_setup,
    refuse_filled_in,
    require,
    rules,
)
from assistant.games import GAMES
from assistant.record import HOUSE_MOVES
from assistant.words import WORDS

PACKAGE = Path(assistant.__file__).parent


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


def grow(
    state: int,
    seat: str,
    size: Size,
    way: Literal["up", "down"],
    by: Annotated[int, range(1, 10)] = 1,
    signs: dict[str, int] | None = None,
    deck: Annotated[tuple[tuple[int, ...], ...], Shuffles((1, 2, 3), 2)] = (),
) -> int:
    """Grow, but not too far."""
    require(way == "up", "cannot-shrink")
    advise(state + by < 10, "too-large", most=10)
    return state + by * int(size)


MOVES = rules(grow)


def test_the_wire_format_is_the_signature() -> None:
    args = {"size": 2, "way": "up", "by": 3}
    assert read_args(grow, args) == {"size": Size.LARGE, "way": "up", "by": 3}
    assert read_args(grow, {**args, "signs": {"a": 1}})["signs"] == {"a": 1}
    for wrong in (
        {"size": 1, "way": "up", "signs": {"a": "1"}},
        {"size": 1, "way": "up", "signs": ["a"]},
        {"size": 3, "way": "up"},
        {"size": True, "way": "up"},
        {"size": 1.0, "way": "up"},
        {"size": "1", "way": "up"},
        {"size": 1, "way": "left"},
        {"size": 1},
        {"size": 1, "way": "up", "by": 0},
        {"size": 1, "way": "up", "by": 10},
        {"size": 1, "way": "up", "by": None},
        {"size": 1, "way": "up", "more": 1},
    ):
        with pytest.raises(Illegal, match="malformed"):
            read_args(grow, wrong)


def test_advice_can_be_overruled_and_a_refusal_cannot() -> None:
    move = Move("grow", "red", {"size": 1, "way": "up", "by": 9})
    with pytest.raises(Illegal) as refused:
        judge(MOVES, 5, move)
    assert refused.value.advice
    state, overruled = judge(MOVES, 5, Move("grow", "red", move.args, anyway=True))
    assert state == 14 and [text.key for text in overruled] == ["too-large"]
    shrink = Move("grow", "red", {"size": 1, "way": "down"}, anyway=True)
    with pytest.raises(Illegal) as refused:
        judge(MOVES, 5, shrink)
    assert not refused.value.advice


def test_chance_is_drawn_by_the_table_and_never_brought_by_a_phone() -> None:
    drawn = draw_chance(grow, Random(1))["deck"]
    assert len(drawn) == 2 and all(sorted(deck) == [1, 2, 3] for deck in drawn)
    with pytest.raises(Illegal, match="malformed"):
        refuse_filled_in(grow, {"deck": [[1, 2, 3]]})


def test_a_move_has_one_canonical_text() -> None:
    move = Move("pick_phase", "red", {"phase": 3}, anyway=True)
    assert str(move) == "red pick_phase phase=3 anyway"
    assert str(Move("reveal")) == "table reveal"


def test_the_example_in_the_documentation_runs() -> None:
    failed, tried = doctest.testmod(assistant.game)
    assert tried and not failed


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_phone_cannot_make_the_tables_own_moves(game: Game[Any]) -> None:
    own = {kind for kind, rule in game.moves.items() if is_marked(rule, "by_table")}
    assert {"sit", "leave"} <= own
    assert HOUSE_MOVES & set(game.moves) == {"sit"}, "the house has these names already"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_view_has_what_the_house_reads(game: Game[Any]) -> None:
    for mode in game.modes:
        state = game.start(read_setup(game, mode, {}))
        assert game.view(state, None).step == LOBBY
        view: View = game.view(apply(game.moves, state, Move("sit", game.seats[0])), game.seats[0])
        assert (view.mode, view.you, view.waiting_for) == (mode, game.seats[0], ())
        assert isinstance(view.step, str) and isinstance(view.options, tuple)
        assert view.as_json()["step"] == view.step


def test_every_refusal_has_words() -> None:
    """Every key that a rule may refuse with stands in the words of the table or of its game."""
    said = 0
    for path in PACKAGE.rglob("*.py"):
        at = path.relative_to(PACKAGE).parts
        game = GAMES.get(at[1]) if at[0] in ("games", "web") else None
        known = {*WORDS, *(game.words if game else ())}
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            place = {"require": 1, "advise": 1, "Illegal": 0, "text": 0}.get(node.func.id)
            if place is not None and len(node.args) > place:
                argument = node.args[place]
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    assert argument.value in known, (path, argument.value)
                    said += 1
    assert said > 50


def test_importing_the_rules_imports_neither_flask_nor_sqlite() -> None:
    script = (
        "import sys, assistant.games, assistant.record;"
        "print(sorted({'flask', 'sqlite3', 'gevent'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"
