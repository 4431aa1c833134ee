"""What every game stands on: rules as functions, their signatures as the wire format."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from enum import IntEnum, StrEnum
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

import pytest

import assistant
import assistant.game
from assistant.game import (
    LOBBY,
    Called,
    Game,
    Illegal,
    Mark,
    Move,
    Option,
    Remembered,
    Setup,
    Shuffles,
    Text,
    View,
    advise,
    apply,
    by_table,
    call,
    change_setup,
    draw_chance,
    fold,
    for_host,
    is_marked,
    judge,
    needs_every_yes,
    offer,
    overruling,
    read_args,
    read_setup,
    recall,
    refuse_filled_in,
    require,
    rules,
    sealed,
    text,
)
from assistant.games import GAMES
from assistant.moves import HOUSE_MOVES
from assistant.words import WORDS
from tests.toy import toy

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
    assert HOUSE_MOVES.keys() & set(game.moves) == {"sit"}, "the house has these names already"


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
        "import sys, assistant.games, assistant.moves, assistant.view;"
        "print(sorted({'flask', 'sqlite3', 'gevent'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


class Pair(NamedTuple):
    """How many of what."""

    kind: Literal["heat", "plants"]
    amount: int


class Word(StrEnum):
    YES = "yes"


def trade(
    state: int,
    seat: str,
    many: tuple[Pair, ...],
    word: Word | None = None,
    flag: bool = False,
    name: str = "",
    odd: list[int] | tuple[int, int] | None = None,
) -> int:
    """Trade one thing for another."""
    advise(not flag, "too-early", n=1)
    advise(word is None, "too-late", n=2)
    return state + sum(pair.amount for pair in many)


@sealed
@for_host
def only_host(state: int, seat: str | None) -> int:
    """A move of the host's."""
    return state + 1


@by_table
@needs_every_yes
def only_table(state: int, seat: str | None) -> int:
    """A move of the table's."""
    return state + 2


ALL = rules(grow, trade, only_host, only_table)
TOY: Game[Any] = toy(
    start=lambda setup: len(setup.mode),
    moves=ALL,
    modes={"plain": range(1, 3)},
    options={"length": ("short", "long"), "colour": ("no", "yes")},
)


def field_of(refused: pytest.ExceptionInfo[Illegal]) -> object:
    assert refused.value.text.key == "malformed" and not refused.value.advice
    return dict(refused.value.text.values)["field"]


def test_named_tuples_enumerations_and_unions_are_read_from_json() -> None:
    read = read_args(trade, {"many": [["heat", 2], ["plants", 1]], "word": "yes", "flag": True})
    assert read == {
        "many": (Pair("heat", 2), Pair("plants", 1)),
        "word": Word.YES,
        "flag": True,
    }
    assert all(isinstance(pair, Pair) for pair in read["many"])
    assert read_args(trade, {"many": (), "word": None, "name": "Ann"}) == {
        "many": (),
        "word": None,
        "name": "Ann",
    }


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ({}, "many"),
        ({"many": 3}, "many"),
        ({"many": "heat"}, "many"),
        ({"many": {"heat": 2}}, "many"),
        ({"many": [["heat"]]}, "many"),
        ({"many": [["heat", 2, 3]]}, "many"),
        ({"many": [["gold", 2]]}, "many"),
        ({"many": [["heat", "2"]]}, "many"),
        ({"many": [["heat", True]]}, "many"),
        ({"many": [None]}, "many"),
        ({"many": [], "word": "no"}, "word"),
        ({"many": [], "word": 1}, "word"),
        ({"many": [], "word": ["yes"]}, "word"),
        ({"many": [], "flag": 1}, "flag"),
        ({"many": [], "flag": None}, "flag"),
        ({"many": [], "name": 7}, "name"),
        ({"many": [], "odd": [1, 2]}, "odd"),
        ({"many": [], "odd": 0}, "odd"),
        ({"many": [], "state": 7}, "state"),
        ({"many": [], "seat": "red"}, "seat"),
        ({"many": [], "s" * 50: 1}, "s" * 40),
    ],
)
def test_what_does_not_fit_is_refused_by_its_field(args: dict[str, Any], field: str) -> None:
    with pytest.raises(Illegal) as refused:
        read_args(trade, args)
    assert field_of(refused) == field


def test_a_number_outside_its_range_is_refused_by_its_field() -> None:
    for by in (0, 10):
        with pytest.raises(Illegal) as refused:
            read_args(grow, {"size": 1, "way": "up", "by": by})
        assert field_of(refused) == "by"
    for by in (1, 9):
        assert read_args(grow, {"size": 1, "way": "up", "by": by})["by"] == by


def test_only_what_is_drawn_is_drawn() -> None:
    assert draw_chance(trade, Random(1)) == {}
    assert list(draw_chance(grow, Random(1))) == ["deck"]
    refuse_filled_in(grow, {"size": 1, "way": "up"})
    with pytest.raises(Illegal) as refused:
        refuse_filled_in(grow, {"deck": []})
    assert field_of(refused) == "deck"
    decks = Shuffles((1, 2, 3, 4, 5, 6), 3).draw(Random(2))
    assert len({tuple(deck) for deck in decks}) == 3, "each is another shuffle"


def test_a_mark_is_the_marked_rules_alone() -> None:
    marks: list[Mark] = ["for_host", "by_table", "needs_every_yes", "sealed"]
    found = {kind: [mark for mark in marks if is_marked(rule, mark)] for kind, rule in ALL.items()}
    assert found == {
        "grow": [],
        "trade": [],
        "only_host": ["for_host", "sealed"],
        "only_table": ["by_table", "needs_every_yes"],
    }
    assert all(is_marked(rule, mark) in (True, False) for rule in ALL.values() for mark in marks)


def test_a_refusal_says_its_figures_in_one_order() -> None:
    said = Text("not-enough-heat", (("have", 5), ("need", 8)))
    assert text("not-enough-heat", need=8, have=5) == said
    refusal = Illegal("not-enough-heat", need=8, have=5)
    assert (refusal.text, refusal.advice, str(refusal)) == (said, False, "not-enough-heat")
    with pytest.raises(Illegal) as refused:
        require(0, "not-enough-heat", need=8, have=5)
    assert refused.value.text == said and not refused.value.advice
    with pytest.raises(Illegal) as advised:
        advise(0, "not-enough-heat", need=8, have=5)
    assert advised.value.text == said and advised.value.advice
    require("anything", "not-enough-heat")


def test_advice_says_its_figures_and_all_that_is_overruled_is_gathered() -> None:
    args = {"many": [["heat", 2]], "flag": True, "word": "yes"}
    with pytest.raises(Illegal) as refused:
        judge(ALL, 1, Move("trade", "red", args))
    assert refused.value.text == text("too-early", n=1) and refused.value.advice
    overruled = (text("too-early", n=1), text("too-late", n=2))
    assert judge(ALL, 1, Move("trade", "red", args, anyway=True)) == (3, overruled)
    assert judge(ALL, 1, Move("trade", "red", {"many": []}, anyway=True)) == (1, ())
    assert judge(ALL, 1, Move("trade", "red", {"many": []})) == (1, ())
    with pytest.raises(Illegal):
        judge(ALL, 1, Move("trade", "red", args))
    with overruling() as outer:
        advise(False, "too-early", n=1)
        with overruling() as inner:
            advise(False, "too-late", n=2)
        advise(True, "too-late", n=3)
    assert (outer, inner) == ([text("too-early", n=1)], [text("too-late", n=2)])


def test_an_option_is_a_move_as_it_stands_now() -> None:
    args = {"way": "up", "size": 1}
    given = (("size", 1), ("way", "up"))
    assert offer(ALL, 5, Move("grow", "red", args)) == Option("grow", given)
    far = offer(ALL, 9, Move("grow", "red", args))
    assert far == Option("grow", given, text("too-large", most=10), advice=True)
    down = offer(ALL, 5, Move("grow", "red", {"size": 1, "way": "down"}))
    assert down.refused == text("cannot-shrink") and not down.advice
    unknown = offer(ALL, 5, Move("shrink"))
    assert unknown == Option("shrink", (), text("unknown-move"))


def test_the_state_is_the_fold_of_the_moves() -> None:
    moves = [Move("only_host"), Move("grow", "red", {"size": 2, "way": "up"}), Move("only_table")]
    assert fold(TOY, Setup("toy", "plain"), moves) == 5 + 1 + 2 + 2
    assert fold(TOY, Setup("toy", "plain"), []) == 5
    assert apply(ALL, 5, Move("only_host")) == 6
    with pytest.raises(Illegal, match="unknown-move"):
        apply(ALL, 5, Move("nonsense"))


def test_a_move_is_written_with_its_arguments_in_one_order() -> None:
    assert str(Move("grow", "red", {"way": "up", "by": 2})) == "red grow by=2 way=up"
    assert str(Move("begin", None, {"n": 1}, anyway=True)) == "table begin n=1 anyway"


def test_a_set_up_is_checked_and_filled_in() -> None:
    first = (("colour", "no"), ("length", "short"))
    assert read_setup(TOY, "plain", {}) == Setup("toy", "plain", first)
    chosen = read_setup(TOY, "plain", {"length": "long"})
    assert chosen.option("length") == "long" and chosen.option("colour") == "no"
    assert chosen.options == (("colour", "no"), ("length", "long"))
    with pytest.raises(KeyError):
        chosen.option("weather")
    refusals: list[tuple[object, object, Text]] = [
        ("party", {}, text("unknown-mode")),
        (["plain"], {}, text("unknown-mode")),
        (None, {}, text("unknown-mode")),
        ("plain", [], text("malformed", field="options")),
        ("plain", None, text("malformed", field="options")),
        ("plain", {"w" * 50: "x"}, text("unknown-option", name="w" * 40)),
        ("plain", {"length": "y" * 50}, text("unknown-choice", name="length", value="y" * 40)),
        ("plain", {"length": 7}, text("unknown-choice", name="length", value="7")),
    ]
    for mode, options, said in refusals:
        with pytest.raises(Illegal) as refused:
            read_setup(TOY, mode, options)
        assert refused.value.text == said


def test_another_game_keeps_mode_and_options_that_it_knows() -> None:
    games = {"toy": toy(), "other": toy(key="other", options={"help": ("little", "much")})}
    setup = read_setup(games["toy"], "alone", {"help": "little", "length": "long"})
    changed = change_setup(games, setup, "other", None, {})
    assert changed == Setup("other", "alone", (("help", "little"),))
    less = {"toy": toy(), "other": toy(key="other", modes={"standard": range(2, 3)})}
    assert change_setup(less, setup, "other", None, {}).mode == "standard"


def test_an_option_that_came_later_stays_unsaid_until_somebody_says_it() -> None:
    """A table that was opened before it is folded as it was played."""
    games = {"toy": toy()}
    old = Setup("toy", "alone", (("length", "long"),))
    changed = change_setup(games, old, None, "standard", {})
    assert changed == Setup("toy", "standard", (("length", "long"),))
    said = change_setup(games, changed, None, None, {"help": "little"})
    assert said.option("help") == "little"


def test_what_is_remembered_is_found_behind_what_is_not() -> None:
    def fill(
        state: object,
        seat: str,
        size: int = 0,
        lid: Annotated[str, Remembered("lid")] = "",
        box: Annotated[int, Remembered("box")] = 0,
    ) -> None:
        """Fill the box."""

    kept: dict[str, Any] = {"lid": 3, "box": 7}  # the lid no longer fits
    assert recall(fill, lambda name: kept[name]) == {"box": 7}


def test_what_things_are_called_is_given_to_a_look_that_asks_for_it() -> None:
    def find(
        state: object,
        seat: str,
        letters: str = "",
        pieces: Annotated[dict[str, tuple[str, ...]] | None, Called(("rook",))] = None,
    ) -> None:
        """Find a piece."""

    names: dict[str, list[str]] = {"rook": ["Rook", "Тура"]}
    assert call(find, lambda keys: {key: names[key] for key in keys}) == {"pieces": names}
    with pytest.raises(Illegal):
        refuse_filled_in(find, {"pieces": {}})
