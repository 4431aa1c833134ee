"""A record by the plainest means, to compare with: all is folded from the start, every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.game import apply, is_marked, judge, text
from assistant.moves import after
from assistant.record import Entry, Line, Record


@dataclass
class Plain:
    """What a table's record must be; `records` are those of the table, the first one empty."""

    records: Sequence[Record]

    def gone(self, at: int) -> frozenset[int]:
        """What is taken back once so many entries were made."""
        return frozenset(self.records[at].undone)

    def state(self, n: int, at: int) -> Any:
        """What stands after step n, as the game went by then."""
        record, gone = self.records[at], self.gone(at)
        state = record.game.start(record.setup)
        for step in record.steps[:n]:
            if step.effect and step.entry.n not in gone:
                state = apply(record.game.moves, state, replace(step.effect, anyway=True))
        return state

    def story(self) -> list[Line]:
        """Every line: a move's as it stood last, one of the house's as it was told first."""
        now = len(self.records) - 1
        gone, found = self.gone(now), list[Line]()
        for step in self.records[-1].steps:
            n = step.entry.n
            if not step.is_move:
                line = self.records[n].line_of(n)
                assert not line or line.head == self.records[0].game.where(self.state(n - 1, n - 1))
            else:
                stood = max(at for at in range(n, now + 1) if n not in self.gone(at))
                line = self.told(step.entry, stood)
            if line and n in gone:
                by = self.records[-1].undone[n]
                line = replace(line, is_undone=True, undone_by=by)
            found += [line] if line else []
        return found

    def told(self, entry: Entry, at: int) -> Line | None:
        game, names = self.records[0].game, self.records[entry.n].people.names
        before, after = (self.state(n, at) for n in (entry.n - 1, entry.n))
        told = game.tell(before, after, entry.move)
        if not told:
            return None
        rule, words = game.moves[entry.kind], told.text
        overruled = judge(game.moves, before, replace(entry.move, anyway=True))[1]
        if entry.anyway and overruled and not is_marked(rule, "sealed"):
            words = text("story-anyway", line=words)
        return Line(
            entry.n,
            entry.seat,
            words,
            names,
            is_move=True,
            needs_every_yes=is_marked(rule, "needs_every_yes"),
            game=game.key,
            figures=told.figures,
            head=game.where(before),
            back=told.back,
            named=told.named,
        )


def folded(record: Record, entries: Sequence[Entry]) -> list[Record]:
    """The record before and after each entry."""
    records = [record]
    for entry in entries:
        records.append(after(records[-1], entry))
    return records
