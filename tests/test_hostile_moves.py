"""Whatever a move says, judging it ends soon: nobody waits for a table."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.game import LARGEST_NUMBER, MOST_WORDS, Illegal, Json, read_args
from assistant.games import GAMES
from assistant.moves import HOUSE_MOVES
from assistant.table import LARGEST_MOVE
from tests.test_table import SCREEN, Seats

HUGE = int("9" * 4000)
MOST_CALLS = 60_000  # of functions, for one move; a card with much to set off makes a thousand


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called meanwhile: what a clock would tell, but the same every time."""
    count = 0

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def long(item: Json) -> list[Json]:
    """As many of these as one move can say."""
    return [item] * ((LARGEST_MOVE - 200) // (len(json.dumps(item)) + 2))


@pytest.fixture
def late(tmp_path: Path) -> Seats:
    """A table with cards in play, and everything that waits for a tag."""
    seats = Seats(tmp_path)
    seats.must(SCREEN, "set_up", options={"help": "cards"})
    for seat, corporation in (("red", 217), ("blue", 209)):
        seats.must(seat, "sit", seat=seat, name=seat)
        seats.must(seat, "choose_corporation", number=corporation)
    seats.must(SCREEN, "begin")
    for seat in ("red", "blue"):
        seats.must(seat, "pick_phase", phase=2)
    for number in WAITING:
        seats.must("red", "adjust", field="mc", by=99)
        assert seats.move("red", "play_card", anyway=True, number=number).ok
    return seats


WAITING = (19, 61)  # cards whose effect on a tag has several outcomes


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("undo", {"n": HUGE}),
        ("undo", {"n": -HUGE, "since": True}),
        ("undo", {"n": 5, "also": long(7)}),
        ("undo", {"n": 9, "also": list(range(1, 700))}),
        ("undo", {"n": 9, "also": [HUGE]}),
        ("redo", {"n": HUGE}),
        ("keep", {"n": HUGE}),
        ("noted", {"n": HUGE}),
        ("hand_over", {"wish": HUGE}),
        ("start_clock", {"seconds": HUGE}),
        ("start_clock", {"seconds": 1e308}),
        ("start_clock", {"seconds": float("nan")}),
        ("adjust", {"field": "mc", "by": HUGE}),
        ("adjust", {"field": "x" * 4000, "by": 1}),
        ("sell_cards", {"count": HUGE}),
        ("play_card", {"number": HUGE}),
        ("play_card", {"number": 20, "discard": HUGE}),
        ("play_card", {"number": 20, "heat": HUGE}),
        ("play_card", {"number": 20, "choices": long([0, 19])}),
        ("play_card", {"number": 20, "choices": long([HUGE % 10**9, 1])}),
        ("card_action", {"number": 19, "choices": long([19, 1])}),
        ("play_by_hand", {"colour": "green", "cost": 0, "tags": long("plant")}),
        ("play_by_hand", {"colour": "green", "cost": 0, "tags": ["plant"] * MOST_WORDS}),
        ("play_by_hand", {"colour": "green", "cost": HUGE}),
        ("count", {"part": "cards", "points": HUGE}),
        ("say_figure", {"field": "mc", "value": HUGE}),
        ("set_up", {"options": {f"{n}": "" for n in range(400)}}),
        ("set_up", {"name": "n" * 4000}),
        ("rename", {"seat": "red", "name": "n" * 4000}),
        ("sit", {"seat": "s" * 4000, "name": "n"}),
        ("pick_phase", {"phase": {f"{n}": n for n in range(300)}}),
        ("take_up", {"round": 1, "face_down": long(1)}),
        ("done", {f"{n}": n for n in range(300)}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_move_that_says_absurd_things_is_judged_soon(
    late: Seats, kind: str, args: dict[str, Json]
) -> None:
    assert calls_of(lambda: late.move("red", kind, anyway=True, **args)) < MOST_CALLS


def nested(deep: int) -> Json:
    value: Json = []
    for _ in range(deep):
        value = [value]
    return value


@pytest.mark.parametrize("value", [HUGE, -HUGE, LARGEST_NUMBER + 1, nested(5), nested(900)])
def test_numbers_that_nobody_counts_to_and_nests_are_refused_in_every_argument(
    late: Seats, value: Json
) -> None:
    before = late.table.record
    for rules in (HOUSE_MOVES, late.table.game.moves):
        for kind, rule in rules.items():
            for name in list(rule.__annotations__)[2:-1]:
                answer = late.move("red", kind, **{name: value})
                assert answer.refused and answer.refused.key in ("malformed", "unknown-move"), kind
    assert late.table.record is before
    with pytest.raises(Illegal, match="malformed"):
        late.table.look("red", {"number": value})


def test_what_a_log_holds_is_not_asked_whether_it_is_sane() -> None:
    """What was accepted once folds the same."""
    many: dict[str, Json] = {"colour": "green", "cost": 0, "tags": long("plant")}
    read = read_args(GAMES["ares"].moves["play_by_hand"], many)
    assert len(read["tags"]) == len(many["tags"]) > MOST_WORDS
    assert read_args(HOUSE_MOVES["undo"], {"n": HUGE}) == {"n": HUGE}
