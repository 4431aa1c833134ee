"""A long evening: what is made again when somebody asks is what it was, and little is kept."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.game import Illegal, Json
from assistant.moves import after, believed
from assistant.record import Entry, Record
from assistant.seats import People
from assistant.takeback import GoesToo
from assistant.view import asked_now
from tests.plain import Plain, folded
from tests.test_table import SCREEN
from tests.test_takeback import evening

MOST_ALSO = 40  # so that an evening does not end up as it began


class Busy:
    """The moves of an evening, with people who take back, ask, say no, rename and pause."""

    def __init__(self, seed: int, steps: int) -> None:
        self.chance = random.Random(seed)
        walk, self.whole = evening(seed, steps)
        self.empty = Record.opened(walk.game, walk.setup, People(walk.game.seats, SCREEN))
        self.record, self.entries, self.records = self.empty, list[Entry](), [self.empty]
        for step in self.whole.steps:
            self.make(step.entry)
            while self.chance.random() < 0.2:
                self.interrupt()

    def make(self, entry: Entry) -> bool:
        entry = replace(entry, n=self.record.n + 1, id=f"{self.record.n + 1}")
        rule = self.empty.game.moves.get(entry.kind)
        tries = (False, True) if rule and self.chance.random() < 0.7 else (False,)
        for anyway in tries:
            try:
                record = after(self.record, replace(entry, anyway=anyway))
            except GoesToo as refusal:
                also = [n for n in refusal.steps if n != refusal.about]
                return len(also) < 40 and self.make(
                    replace(entry, args={**entry.args, "also": also})
                )
            except Illegal:
                continue
            self.entries.append(replace(entry, anyway=anyway))
            self.record = record
            self.records.append(record)
            return True
        return False

    def interrupt(self) -> None:
        seated = [seat for seat, _ in self.record.people.sittings]
        seat = self.chance.choice([None, *seated])
        moves = [step.entry.n for step in self.record.steps if step.is_move]
        if not moves:
            return
        n = self.chance.choice(moves[-12:] if self.chance.random() < 0.7 else moves)
        choices: list[tuple[str, dict[str, Json]]] = [
            ("undo", {"n": n}),
            ("undo", {"n": n, "also": []}),
            ("undo", {"n": n, "since": True}),
            ("redo", {"n": self.chance.choice(list(self.record.gone) or [n])}),
            ("keep", {"n": n}),
            ("turn_again", {}),
            ("rename", {"seat": seat, "name": f"n{self.record.n}"}),
            ("pause", {}),
            ("resume", {}),
        ]
        for question in self.record.questions:
            choices += [(question.kind, {"n": question.n})] * 3
        kind, args = self.chance.choice(choices)
        self.make(Entry(0, "", seat or SCREEN, seat, kind, args))
        if self.record.people.paused:
            self.make(Entry(0, "", SCREEN, None, "resume", {}))


def told(record: Record) -> dict[str, Any]:
    """All that a record says."""
    return {
        "state": record.state,
        "states": record.states,
        "story": record.story,
        "asked": asked_now(record),
        "times": (record.played, record.rested),
        "due": record.due,
        "opened": record.is_just_opened,
        "last": [
            record.last_line(seat, undone=undone)
            for seat in (None, *record.game.seats)
            for undone in (False, True)
        ],
        **{
            name: getattr(record, name)
            for name in ("n", "people", "taken_back", "questions", "news", "set_up_at", "setup")
        },
    }


some = settings(max_examples=40, deadline=None)


@some
@given(seed=st.integers(0, 10**6), steps=st.integers(5, 60))
def test_a_busy_evening_is_what_its_plain_fold_is(seed: int, steps: int) -> None:
    busy = Busy(seed, steps)
    plain = Plain(busy.records)
    for at, record in enumerate(busy.records):
        assert record.state == plain.state(at, at)
    assert list(busy.record.story) == plain.story()
    assert busy.record.states == tuple(
        plain.state(n, busy.record.n) for n in range(1, busy.record.n + 1)
    )


@some
@given(seed=st.integers(0, 10**6), steps=st.integers(5, 150), place=st.floats(0, 1))
def test_a_record_that_was_read_is_the_one_that_was_played(
    seed: int, steps: int, place: float
) -> None:
    """Also if it was read up to somewhere, and played on from there."""
    busy = Busy(seed, steps)
    expected = told(busy.record)
    assert told(believed(busy.empty, busy.entries)) == expected
    some_of_them = int(place * len(busy.entries))
    read = believed(busy.empty, busy.entries[:some_of_them])
    assert told(folded(read, busy.entries[some_of_them:])[-1]) == expected


@some
@given(seed=st.integers(0, 10**6), steps=st.integers(5, 80))
def test_what_was_tried_and_not_kept_leaves_no_trace(seed: int, steps: int) -> None:
    """A store that could not keep a move, and two that are judged on the same record."""
    busy = Busy(seed, steps)
    record = busy.empty
    for entry, kept in zip(busy.entries, busy.records[1:], strict=True):
        before = told(record)
        tried = after(record, replace(entry, id="tried"))
        _ = told(tried)
        assert told(record) == before
        record = after(record, entry)
        assert record.state == kept.state
    assert told(record) == told(busy.record)
