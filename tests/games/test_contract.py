"""What every game of the house promises, walked through by chance."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import assistant
from assistant.game import Game, Move, Seat, Text, apply, fold, is_marked
from assistant.sealed import has_sealed
from assistant.words import WORDS
from tests.games import EVERY
from tests.games.walk import Walk

ROOT = Path(assistant.__file__).parent
GUESTS = Path(__file__).parents[1]  # where a game lives that is none of the house's
TABLES = [(game, mode) for game in EVERY for mode in game.modes]
SPEAKERS = {"text", "word", "require", "advise", "Illegal", "__init__"}  # called with a key


def walks(game: Game[Any], mode: str) -> Iterator[Walk]:
    """A walk for each level of help, or one if the game has no levels."""
    for seed, level in enumerate(game.options.get("help", ("",))):
        yield Walk(game, mode, {"help": level} if level else {}, random.Random(seed))


@pytest.mark.parametrize(("game", "mode"), TABLES, ids=lambda one: getattr(one, "key", one))
def test_a_game_keeps_its_promises_to_the_end(game: Game[Any], mode: str) -> None:
    """Somebody can always move; every open move applies; views are built; the log folds."""
    for walk in walks(game, mode):
        for steps, state in enumerate(walk):
            assert steps < 20_000, "the game does not end"
            if steps > 300 and not game.finished(state):
                break  # long enough; the game's own tests walk to the end
            for seat in (None, *walk.seats):
                view = game.view(state, seat)
                hash(view)
                assert (view.mode, view.you) == (mode, seat)
                assert set(view.waiting_for) <= set(walk.seats) == set(view.as_json()["seats"])
                for option in view.options:
                    if not option.refused:
                        apply(game.moves, state, Move(option.kind, seat, dict(option.args)))
        assert fold(game, walk.setup, walk.log) == walk.state
        assert game.view(walk.state, None).options == ()


@pytest.mark.parametrize(("game", "mode"), TABLES, ids=lambda one: getattr(one, "key", one))
def test_every_text_of_a_walk_has_words(game: Game[Any], mode: str) -> None:
    """Story lines, and the reasons why an option is refused."""
    words = {**WORDS, **game.words}
    for walk in walks(game, mode):
        for _ in zip(range(150), walk, strict=False):
            view = game.view(walk.state, walk.seats[0])
            for option in view.options:
                _say_all(words, option.refused)
        before = game.start(walk.setup)
        for move in walk.log:
            after = apply(game.moves, before, move)
            told, head = game.tell(before, after, move), game.where(before)
            if told:
                _say_all(words, told.text)
                assert ("%(name)s" in str(words[told.text.key])) == (
                    f"{told.text.key}-you" in words
                ), f"{told.text.key} is said to others alone"
                if f"thing-{told.text.key}" in words:
                    _say_all(words, Text(f"thing-{told.text.key}", told.text.values))
                for figure in told.figures:
                    _say_all(words, figure.words)
            if head:
                _say_all(words, head.text)
                _say_all(words, head.more)
            before = after


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_what_a_seat_seals_nobody_else_can_tell(game: Game[Any]) -> None:
    """Games that differ only in what one seat hid look alike to all others until the opening."""
    compared: set[str] = set()
    for mode in game.modes:
        for walk in walks(game, mode):
            for _ in zip(range(300), walk, strict=False):
                for moves in _sealed(walk):
                    _look_alike(walk, moves)
                    compared.add(moves[0].kind)
    assert compared == {kind for kind, rule in game.moves.items() if is_marked(rule, "sealed")}


@pytest.mark.parametrize(("game", "mode"), TABLES, ids=lambda one: getattr(one, "key", one))
def test_what_lies_sealed_was_sealed_by_a_move_that_is_marked_so(
    game: Game[Any], mode: str
) -> None:
    """The house finds it in the state, and knows by the mark which moves hide what they say."""
    for walk in walks(game, mode):
        for _ in zip(range(150), walk, strict=False):
            pass
        before = game.start(walk.setup)
        for move in walk.log:
            after = apply(game.moves, before, move)
            is_new = any(has_sealed(after, seat) > has_sealed(before, seat) for seat in walk.seats)
            assert not is_new or is_marked(game.moves[move.kind], "sealed"), move
            if is_marked(game.moves[move.kind], "sealed"):
                assert has_sealed(after, str(move.seat)), "found wherever the game keeps it"
            before = after


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_every_key_in_the_code_has_words_and_every_word_a_use(game: Game[Any]) -> None:
    words = {**WORDS, **game.words}
    rooms = (ROOT / "games" / game.key, ROOT / "web" / game.key, GUESTS / game.key)
    # by the house, which also names the thing when a step is to be taken back
    named = [f"game-{game.key}", *(f"mode-{mode}" for mode in game.modes), "thing-story-.+"]
    keys = [*named, *(key for room in rooms for key in _keys(room))]
    patterns = [re.compile(key) for key in keys]
    for pattern in patterns:
        assert any(pattern.fullmatch(key) for key in words), f"no words for {pattern.pattern}"
    for key in game.words:
        plain = key.removesuffix("-you")  # said in its place to whom a line is about
        assert any(pattern.fullmatch(plain) for pattern in patterns), f"{key} is never said"


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_every_move_says_its_rule_in_one_line(game: Game[Any]) -> None:
    for kind, rule in game.moves.items():
        first = (rule.__doc__ or "").splitlines()[0]
        assert first.endswith((".", ")")), kind
        assert not (is_marked(rule, "for_host") and is_marked(rule, "by_table")), kind


def _sealed(walk: Walk) -> Iterator[list[Move]]:
    """What each seat may seal now: every choice of a kind, where there are several."""
    for seat in walk.seats:
        kinds: dict[str, list[Move]] = {}
        for one in walk.offers(seat):
            if is_marked(walk.game.moves[one.kind], "sealed"):
                kinds.setdefault(one.kind, []).append(Move(one.kind, seat, dict(one.args)))
        yield from (moves for moves in kinds.values() if len(moves) > 1)


def _look_alike(walk: Walk, moves: list[Move]) -> None:
    """Whichever of the moves is made, now and whatever another seat does next."""
    game, before, hider = walk.game, walk.state, moves[0].seat
    others: list[Seat | None] = [None, *(seat for seat in walk.seats if seat != hider)]

    def seen(state: Any, move: Move) -> tuple[Any, ...]:
        """What the others see, and whether the table opens it now."""
        return [game.view(state, seat) for seat in others], game.follow(state, move)

    states = [apply(game.moves, before, move) for move in moves]
    told = [game.tell(before, state, move) for state, move in zip(states, moves, strict=True)]
    assert told == [told[0]] * len(moves)
    first, *rest = (seen(state, move) for state, move in zip(states, moves, strict=True))
    assert all(one == first for one in rest), f"{moves[0]} can be told from another"
    if first[1]:
        return
    for seat, view in zip(others, first[0], strict=True):
        for kind, option in {one.kind: one for one in view.options if not one.refused}.items():
            move = Move(kind, seat, dict(option.args))
            one, other = (seen(apply(game.moves, state, move), move) for state in states[:2])
            assert one == other, f"{move} tells what {moves[0]} hid"


def _keys(folder: Path) -> Iterator[str]:
    """Every key that the code of a game can say, as a pattern."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS:
                for argument in node.args[:2]:
                    yield from _patterns(argument)


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _patterns(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(key)):
            yield re.escape(key)
        case ast.JoinedStr(values=values):
            parts = [
                re.escape(str(one.value)) if isinstance(one, ast.Constant) else ".+"
                for one in values
            ]
            yield "".join(parts)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _patterns(body)
            yield from _patterns(orelse)


def _texts(value: object) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
        for _, inner in value.values:
            yield from _texts(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _texts(inner)


def _say_all(words: dict[str, Any], said: Text | None) -> None:
    """There are words for a text and all in it, and every value that they ask for is there."""
    for text in _texts(said):
        values = {**dict(text.values), "name": "Ann", "you": "You"}
        for forms in (words[text.key], words.get(f"{text.key}-you", "–")):
            for form in forms if isinstance(forms, tuple) else (forms,):
                assert form % values
