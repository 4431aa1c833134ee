"""The fold of a table's log: who sits where, the game, and what was taken back. Pure.

`Record.after` judges a new entry and folds an old one: the same function, so that what was
accepted once is accepted again after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from assistant.game import (
    Game,
    Illegal,
    Json,
    Move,
    Names,
    Rule,
    Seat,
    Setup,
    Text,
    is_marked,
    judge,
    read_args,
    require,
    rules,
    text,
)
from assistant.seats import SEAT_MOVES, Actor, People
from assistant.seats import tell as tell_seats

BY_TABLE = ""  # the device of what the table does by itself


@dataclass(frozen=True)
class Entry:
    """An accepted move. `device` made it, `seat` it was made for; the id is unique at a table."""

    n: int
    id: str
    device: str
    seat: Seat | None
    kind: str
    args: dict[str, Json]
    anyway: bool = False

    @property
    def move(self) -> Move:
        return Move(self.kind, self.seat, self.args, self.anyway)


@dataclass(frozen=True)
class Line:
    """A step of the story, in words for everybody. `names` are the names as they were then."""

    n: int
    seat: Seat | None
    text: Text
    names: tuple[tuple[Seat, str], ...]
    is_move: bool  # a move of the game, which can be taken back
    needs_every_yes: bool = False
    undone_by: Seat | None = None
    is_undone: bool = False


@dataclass(frozen=True)
class Step:
    """What stood after an entry: the game, and the entry's line in the story if it has one."""

    entry: Entry
    state: Any
    line: Line | None


@dataclass(frozen=True)
class Record:
    """A table as its log tells it."""

    game: Game[Any]
    setup: Setup
    people: People
    steps: tuple[Step, ...] = ()
    undone: tuple[tuple[int, Seat | None], ...] = ()  # what is taken back, and by whom
    yes: tuple[tuple[int, frozenset[Seat]], ...] = ()  # who agrees to take back what all saw

    @property
    def n(self) -> int:
        return len(self.steps)

    @property
    def state(self) -> Any:
        return self._state_before(self.n + 1)

    def _state_before(self, n: int) -> Any:
        return self.steps[n - 2].state if n > 1 else self.game.start(self.setup)

    def fold(self, entries: Iterable[Entry]) -> Record:
        record = self
        for entry in entries:
            record = record.after(entry)
        return record

    def after(self, entry: Entry) -> Record:
        """The record with one more entry, or `Illegal`."""
        if entry.kind in SEAT_MOVES:
            return self._after_seat_move(entry)
        if entry.kind in RECORD_MOVES:
            args = read_args(RECORD_MOVES[entry.kind], entry.args)
            record: Record = RECORD_MOVES[entry.kind](self, entry, **args)
            return record
        self._require_may_play(entry)
        return self._with(self._step(entry, self.state))

    def follow(self, entry: Entry) -> Move | None:
        """What the table does by itself after the entry, which may be its own."""
        if entry.kind in RECORD_MOVES:
            return None
        move = entry.move if entry.device == BY_TABLE else _effect(entry)
        return self.game.follow(self.state, move) if move else None

    @cached_property
    def story(self) -> tuple[Line, ...]:
        """Everybody's steps in words, the first one first."""
        undone = dict(self.undone)
        lines = (step.line for step in self.steps if step.line)
        return tuple(
            replace(line, is_undone=True, undone_by=undone[line.n]) if line.n in undone else line
            for line in lines
        )

    # Moves of the game

    def _require_may_play(self, entry: Entry) -> None:
        rule = self._rule(entry.kind)
        if entry.device == BY_TABLE:
            return
        require(not is_marked(rule, "by_table"), "unknown-move")
        require(not self.people.paused, "paused")
        if is_marked(rule, "for_host"):
            require(self.people.is_host(entry.device), "only-the-host")
            return
        require(entry.seat, "not-seated")
        require(entry.seat in self.people.seats_of(entry.device), "not-your-seat")

    def _rule(self, kind: str) -> Rule:
        rule = self.game.moves.get(kind)
        if rule is None:
            raise Illegal("unknown-move")
        return rule

    def _step(self, entry: Entry, before: Any) -> Step:
        state, overruled = judge(self.game.moves, before, entry.move)
        told = self.game.tell(before, state, entry.move)
        rule = self._rule(entry.kind)
        if told and overruled and not is_marked(rule, "sealed"):
            told = text("story-anyway", line=told)
        every = is_marked(rule, "needs_every_yes")
        line = (
            Line(entry.n, entry.seat, told, self.people.names, is_move=True, needs_every_yes=every)
            if told
            else None
        )
        return Step(entry, state, line)

    def _with(self, step: Step, **changed: Any) -> Record:
        return replace(self, steps=(*self.steps, step), **changed)

    # Sitting down and leaving

    def _after_seat_move(self, entry: Entry) -> Record:
        rule = SEAT_MOVES[entry.kind]
        args = read_args(rule, entry.args)
        people = rule(self.people, Actor(entry.device, entry.seat, entry.n), **args)
        state = self.state
        effect = _effect(entry)
        if effect:
            state, _ = judge(self.game.moves, state, effect)
        seat, told = tell_seats(self.people, people, entry.kind, args)
        line = Line(entry.n, seat, told, people.names, is_move=False)
        return self._with(Step(entry, state, line), people=people)

    # Taking back: leave one move out and fold again

    def _without(self, undone: dict[int, Seat | None], since: int) -> tuple[Step, ...]:
        """The steps when `undone` are left out, folded again from number `since` on."""
        steps = list(self.steps[: since - 1])
        state = self._state_before(since)
        for old in self.steps[since - 1 :]:
            step = replace(old, state=state)
            if old.entry.n not in undone and old.entry.kind not in RECORD_MOVES:
                try:
                    step = self._again(old, state)
                except Illegal as refusal:
                    raise Illegal(
                        "needed-later",
                        n=old.entry.n,
                        step=old.line.text if old.line else refusal.text,
                        name=dict(self.people.names).get(old.entry.seat or "", ""),
                    ) from None
            steps.append(step)
            state = step.state
        return tuple(steps)

    def _again(self, old: Step, before: Any) -> Step:
        if old.entry.kind not in SEAT_MOVES:
            step = self._step(old.entry, before)
            names = old.line.names if old.line else ()
            return replace(step, line=step.line and replace(step.line, names=names))
        effect = _effect(old.entry)
        state = judge(self.game.moves, before, effect)[0] if effect else before
        return replace(old, state=state)

    def _target(self, entry: Entry, n: int) -> Entry:
        require(0 < n <= self.n, "no-such-step")
        target = self.steps[n - 1].entry
        known = target.kind not in SEAT_MOVES and target.kind not in RECORD_MOVES
        require(known, "cannot-be-undone")
        require(not self.people.paused, "paused")
        return target

    def _require_own(self, entry: Entry, target: Entry) -> None:
        mine = target.seat in self.people.seats_of(entry.device)
        who = Names((target.seat,) if target.seat else ())
        require(mine or self.people.is_host(entry.device), "not-yours-to-undo", who=who)


def undo(record: Record, entry: Entry, n: int) -> Record:
    """Take back your own move although others have moved since; the host anyone's.

    What everybody saw needs a yes from every player, or the host's word.
    """
    target = record._target(entry, n)
    require(n not in dict(record.undone), "already-undone")
    every = is_marked(record._rule(target.kind), "needs_every_yes")
    if every and not record.people.is_host(entry.device):
        require(entry.seat and record.people.at(entry.seat), "not-seated")
        assert entry.seat
        agreed = dict(record.yes).get(n, frozenset())
        require(entry.seat not in agreed, "already-agreed")
        agreed |= {entry.seat}
        if any(seat not in agreed for seat, _ in record.people.sittings):
            told = record.steps[n - 1].line
            line = Line(
                entry.n,
                entry.seat,
                text("story-asked-undo", step=told.text if told else Text(target.kind)),
                record.people.names,
                is_move=False,
            )
            yes = tuple({**dict(record.yes), n: agreed}.items())
            return record._with(Step(entry, record.state, line), yes=yes)
    elif not every:
        record._require_own(entry, target)
    undone = {**dict(record.undone), n: entry.seat}
    steps = record._without(undone, n)
    step = Step(entry, steps[-1].state, None)
    return replace(
        record, steps=(*steps, step), undone=tuple(undone.items()), yes=_without_key(record.yes, n)
    )


def redo(record: Record, entry: Entry, n: int) -> Record:
    """Make a move again that was taken back."""
    target = record._target(entry, n)
    require(n in dict(record.undone), "not-undone")
    record._require_own(entry, target)
    undone = {key: by for key, by in record.undone if key != n}
    steps = record._without(undone, n)
    step = Step(entry, steps[-1].state, None)
    return replace(record, steps=(*steps, step), undone=tuple(undone.items()))


def keep(record: Record, entry: Entry, n: int) -> Record:
    """Say no to taking back what everybody saw."""
    require(n in dict(record.yes), "nothing-to-keep")
    require(
        record.people.seats_of(entry.device) or record.people.is_host(entry.device), "not-seated"
    )
    line = Line(entry.n, entry.seat, text("story-keep"), record.people.names, is_move=False)
    return record._with(Step(entry, record.state, line), yes=_without_key(record.yes, n))


RECORD_MOVES = rules(undo, redo, keep)


def _effect(entry: Entry) -> Move | None:
    """The game's own move behind an entry: sitting down and leaving reach the game too."""
    match entry.kind:
        case "sit":
            return Move("sit", entry.args["seat"])
        case "free":
            return Move("leave", entry.args["seat"])
    return None if entry.kind in SEAT_MOVES else entry.move


def _without_key(
    pairs: tuple[tuple[int, frozenset[Seat]], ...], n: int
) -> tuple[tuple[int, frozenset[Seat]], ...]:
    return tuple(pair for pair in pairs if pair[0] != n)
