"""The fold of a table's log: who sits where, the game, and what was taken back. Pure.

`Record.after` judges a new entry and folds an old one: the same function, so that what was
accepted once is accepted again after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.game import (
    LOBBY,
    Game,
    Illegal,
    Json,
    Move,
    Names,
    Rule,
    Seat,
    Setup,
    Text,
    apply,
    change_setup,
    is_marked,
    judge,
    read_args,
    require,
    rules,
    text,
)
from assistant.games import GAMES
from assistant.seats import BY_TABLE, SEAT_MOVES, Actor, People, line_of


@dataclass(frozen=True)
class Entry:
    """An accepted move: `device` made it for `seat`, at a time that no rule of a game sees.

    The id is unique at a table.
    """

    n: int
    id: str
    device: str
    seat: Seat | None
    kind: str
    args: dict[str, Json]
    anyway: bool = False
    at: float = 0.0

    @property
    def move(self) -> Move:
        return Move(self.kind, self.seat, self.args, self.anyway)

    @property
    def effect(self) -> Move | None:
        """The game's own move behind it: sitting down and leaving reach the game too."""
        match self.kind:
            case "sit":
                return Move("sit", self.args["seat"])
            case "free":
                return Move("leave", self.args["seat"])
        return None if self.kind in HOUSE_MOVES else self.move


@dataclass(frozen=True)
class Line:
    """A step of the story, in words for everybody; names and game are as they were then."""

    n: int
    seat: Seat | None
    text: Text
    names: tuple[tuple[Seat, str], ...]
    is_move: bool  # a move of the game, which can be taken back
    needs_every_yes: bool = False
    undone_by: Seat | None = None
    is_undone: bool = False
    game: str = ""  # whose words it is told in


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
    set_up_at: int = 0  # the entry that changed the set-up last; what was before it stays
    story: tuple[Line, ...] = ()  # everybody's steps in words, the first one first
    # The newest move of each seat that stands, and the newest that is taken back.
    last_moves: Mapping[tuple[Seat | None, bool], Line] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return len(self.steps)

    @property
    def state(self) -> Any:
        return self._state_before(self.n + 1)

    @property
    def is_finished(self) -> bool:
        return self.game.finished(self.state)

    @property
    def states(self) -> tuple[Any, ...]:
        """What this game went through, one state an entry."""
        return tuple(step.state for step in self.steps[max(self.set_up_at - 1, 0) :])

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
            rule = RECORD_MOVES[entry.kind]
            record: Record = rule(self, entry, **read_args(rule, entry.args))
            return record
        self._require_may_play(entry)
        return self._with(self._step(entry, self.state))

    def follow(self, entry: Entry) -> Move | None:
        """What the table does by itself after the entry, which may be its own."""
        move = entry.move if entry.device == BY_TABLE else entry.effect
        return self.game.follow(self.state, move) if move else None

    def _with(self, step: Step, **changed: Any) -> Record:
        """The record with one more step; the story goes on with its line."""
        if step.line:
            changed["story"] = (*self.story, step.line)
            changed["last_moves"] = {**self.last_moves, **_by_seat([step.line])}
        return replace(self, steps=(*self.steps, step), **changed)

    def _told_again(self) -> Record:
        """The record with its story from the first step on, as its steps stand now."""
        undone = dict(self.undone)

        def as_it_stands(line: Line) -> Line:
            if line.is_move and line.n <= self.set_up_at:
                line = replace(line, is_move=False)
            if line.n in undone:
                line = replace(line, is_undone=True, undone_by=undone[line.n])
            return line

        story = tuple(as_it_stands(step.line) for step in self.steps if step.line)
        return replace(self, story=story, last_moves=_by_seat(story))

    def _line(self, entry: Entry, told: Text) -> Line:
        """A line of the house: what it tells is no move of the game."""
        names = self.people.names
        return Line(entry.n, entry.seat, told, names, is_move=False, game=self.game.key)

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

    def _step(self, entry: Entry, before: Any, *, again: bool = False) -> Step:
        """The step of a move. `again`: it was accepted once, so advice does not refuse it now."""
        move = entry.move
        tried = Move(move.kind, move.seat, move.args, anyway=True) if again else move
        state, overruled = judge(self.game.moves, before, tried)
        told = self.game.tell(before, state, move)
        rule = self._rule(entry.kind)
        if told and overruled and move.anyway and not is_marked(rule, "sealed"):
            told = text("story-anyway", line=told)
        if told is None:
            return Step(entry, state, None)
        every, names, key = is_marked(rule, "needs_every_yes"), self.people.names, self.game.key
        line = Line(entry.n, entry.seat, told, names, is_move=True, needs_every_yes=every, game=key)
        return Step(entry, state, line)

    # Sitting down and leaving

    def _after_seat_move(self, entry: Entry) -> Record:
        rule = SEAT_MOVES[entry.kind]
        args = read_args(rule, entry.args)
        people = rule(self.people, Actor(entry.device, entry.n, entry.at), **args)
        state = self.state
        if entry.effect:
            state = apply(self.game.moves, state, entry.effect)
        seat, told = line_of(self.people, people, entry.kind, args)
        line = replace(self._line(entry, told), seat=seat, names=people.names)
        return self._with(Step(entry, state, line), people=people)

    # Another game, or the same one otherwise

    def set_up(
        self,
        entry: Entry,
        game: str | None = None,
        mode: str | None = None,
        options: dict[str, str] | None = None,
    ) -> Record:
        """Play another game, mode or options at this table; whoever fits stays in their seat."""
        require(self.people.is_host(entry.device), "only-the-host")
        require(not self.people.paused, "paused")
        require(self.game.view(self.state, None).step == LOBBY, "set-up-stands")
        setup = change_setup(GAMES, self.setup, game, mode, options or {})
        require(setup != self.setup, "set-up-as-it-is")
        new = GAMES[setup.game]
        people = self.people.settled(new.seats, new.modes[setup.mode].stop - 1)
        state = new.start(setup)
        for seat, _ in people.sittings:
            state = apply(new.moves, state, Move("sit", seat))
        left = tuple(seat for seat, _ in self.people.sittings if not people.at(seat))
        plays = {"game": text(f"game-{new.key}"), "mode": text(f"mode-{setup.mode}")}
        told = (
            text("story-set_up-without", **plays, who=Names(left))
            if left
            else text("story-set_up", **plays)
        )
        line = replace(self._line(entry, told), game=new.key)
        step = Step(entry, state, line)
        new_game = {"game": new, "setup": setup, "people": people, "set_up_at": entry.n}
        return self._with(step, **new_game, yes=())._told_again()

    # Taking back: leave one move out and fold again

    def undo(self, entry: Entry, n: int) -> Record:
        """Take back your own move although others have moved since; the host anyone's.

        What everybody saw needs a yes from every player, or the host's word.
        """
        target = self._target(n)
        require(n not in dict(self.undone), "already-undone")
        every = is_marked(self._rule(target.kind), "needs_every_yes")
        if not every:
            self._require_own(entry, target)
        elif not self.people.is_host(entry.device):
            agreed = self._agreed(entry, n)
            if any(seat not in agreed for seat, _ in self.people.sittings):
                line = self.steps[n - 1].line
                step = line.text if line else Text(target.kind)
                return self._with(
                    Step(entry, self.state, self._line(entry, text("story-asked-undo", step=step))),
                    yes=(*self._yes_without(n), (n, agreed)),
                )
        return self._folded_again(entry, {**dict(self.undone), n: entry.seat}, n)

    def redo(self, entry: Entry, n: int) -> Record:
        """Make a move again that was taken back."""
        target = self._target(n)
        require(n in dict(self.undone), "not-undone")
        self._require_own(entry, target)
        return self._folded_again(entry, {key: by for key, by in self.undone if key != n}, n)

    def keep(self, entry: Entry, n: int) -> Record:
        """Say no to taking back what everybody saw."""
        require(n in dict(self.yes), "nothing-to-keep")
        people = self.people
        require(people.seats_of(entry.device) or people.is_host(entry.device), "not-seated")
        line = self._line(entry, text("story-keep"))
        return self._with(Step(entry, self.state, line), yes=self._yes_without(n))

    def _target(self, n: int) -> Entry:
        """The move that is meant, if it is one that can be taken back and made again."""
        require(0 < n <= self.n, "no-such-step")
        target = self.steps[n - 1].entry
        require(target.kind not in HOUSE_MOVES, "cannot-be-undone")
        require(n > self.set_up_at, "before-the-set-up")
        require(not self.people.paused, "paused")
        return target

    def _require_own(self, entry: Entry, target: Entry) -> None:
        mine = target.seat in self.people.seats_of(entry.device)
        who = Names((target.seat,) if target.seat else ())
        require(mine or self.people.is_host(entry.device), "not-yours-to-undo", who=who)

    def _agreed(self, entry: Entry, n: int) -> frozenset[Seat]:
        """Everybody who has said yes by now, with this one."""
        require(entry.seat and self.people.at(entry.seat), "not-seated")
        assert entry.seat
        agreed = dict(self.yes).get(n, frozenset())
        require(entry.seat not in agreed, "already-agreed")
        return agreed | {entry.seat}

    def _yes_without(self, n: int) -> tuple[tuple[int, frozenset[Seat]], ...]:
        return tuple(pair for pair in self.yes if pair[0] != n)

    def _folded_again(self, entry: Entry, undone: dict[int, Seat | None], since: int) -> Record:
        """The record when `undone` are left out, folded again from number `since` on."""
        steps = list(self.steps[: since - 1])
        state = self._state_before(since)
        for old in self.steps[since - 1 :]:
            try:
                left_out = old.entry.n in undone
                step = Step(old.entry, state, old.line) if left_out else self._again(old, state)
            except Illegal as refusal:
                raise Illegal(
                    "needed-later",
                    n=old.entry.n,
                    step=old.line.text if old.line else refusal.text,
                    name=dict(self.people.names).get(old.entry.seat or "", ""),
                ) from None
            steps.append(step)
            state = step.state
        steps.append(Step(entry, state, None))
        folded = replace(
            self,
            steps=tuple(steps),
            undone=tuple(undone.items()),
            yes=self._yes_without(since),
        )
        return folded._told_again()

    def _again(self, old: Step, before: Any) -> Step:
        entry = old.entry
        if entry.kind in HOUSE_MOVES:
            effect = entry.effect
            state = apply(self.game.moves, before, effect) if effect else before
            return Step(entry, state, old.line)
        step = self._step(entry, before, again=True)
        if not step.line or not old.line:
            return step
        line = step.line
        if line.names != old.line.names:
            line = replace(line, names=old.line.names)
        return Step(entry, step.state, old.line if line == old.line else line)


def _by_seat(lines: Iterable[Line]) -> dict[tuple[Seat | None, bool], Line]:
    """The last move of each seat among these, and the last that is taken back."""
    return {(line.seat, line.is_undone): line for line in lines if line.is_move and line.seat}


RECORD_MOVES = rules(Record.undo, Record.redo, Record.keep, Record.set_up)
HOUSE_MOVES = frozenset({*SEAT_MOVES, *RECORD_MOVES})
