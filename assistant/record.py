"""A table as its log tells it: who sits where, the game, its story, what was taken back. Pure.

What changes it is in `moves.py` and `takeback.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from assistant.game import (
    LOBBY,
    Change,
    Game,
    Head,
    Illegal,
    Json,
    Move,
    Names,
    Rule,
    Seat,
    Setup,
    Shown,
    Text,
    apply,
    changed_rules,
    is_marked,
    judge,
    text,
)
from assistant.sealed import Sealed, is_anything_sealed, sealed_by, withdrawn
from assistant.seats import BY_TABLE, People

LONGEST_THOUGHT = 30 * 60  # seconds without an entry: beyond that nobody was at the table


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
    figures: tuple[Change, ...] = ()  # what it cost and brought
    head: Head | None = None  # what it stands under
    back: tuple[Text, ...] = ()  # what hands do if it is taken back
    named: Change | None = None  # the figure that its text says


@dataclass(frozen=True)
class Came:
    """A seat that came to another device, and what may go on lying sealed there."""

    seat: Seat
    keeps: tuple[Sealed[Any], ...] = ()


@dataclass(frozen=True)
class Step:
    """What stood after an entry: the game, and the entry's line in the story if it has one."""

    entry: Entry
    state: Any
    line: Line | None
    is_move: bool = False  # a move of the game
    came: tuple[Came, ...] = ()

    @property
    def effect(self) -> Move | None:
        """The game's own move behind it: sitting down and leaving reach the game too."""
        if self.is_move:
            return self.entry.move
        match self.entry.kind:
            case "sit":
                return Move("sit", self.entry.args["seat"])
            case "free":
                return Move("leave", self.entry.args["seat"])
        return None

    def void(self, before: Any) -> tuple[Seat, ...]:
        """Whose sealed choices it makes void, where the game stands like this."""
        lies = {one.seat: sealed_by(before, one.seat) for one in self.came}
        return tuple(
            one.seat
            for one in self.came
            if is_anything_sealed(lies[one.seat]) and lies[one.seat] != one.keeps
        )


@dataclass(frozen=True)
class TakenBack:
    """Steps that were taken back together; one `redo` makes them again."""

    n: int  # the entry that did it
    by: Seat | None  # who wished it; None is the table screen
    steps: frozenset[int]


@dataclass(frozen=True)
class Question:
    """A wish to take steps back, or to make them again, that waits for somebody's yes.

    A yes counts for what it was given to: who has moved since is asked about that as well.
    """

    n: int  # the step that it is about
    kind: str  # the move that does it: `undo` or `redo`
    by: Seat
    steps: frozenset[int]  # what was wished; whatever leans on it by then goes too
    yes: tuple[tuple[Seat, frozenset[int]], ...] = ()

    def agreed(self, seat: Seat, steps: frozenset[int]) -> Question:
        return replace(self, yes=tuple({**dict(self.yes), seat: steps}.items()))


@dataclass(frozen=True)
class News:
    """What a seat is told until it has noted it.

    Another took its steps back, said no, or moved it, so that what it had sealed is void.
    """

    n: int  # the entry that it comes from
    seat: Seat
    by: Seat | None
    kind: str  # of the entry: `undo`, or `keep` for a no; or `void`
    steps: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """A table as its log tells it."""

    game: Game[Any]
    setup: Setup
    people: People
    steps: tuple[Step, ...] = ()
    taken_back: tuple[TakenBack, ...] = ()
    questions: tuple[Question, ...] = ()
    news: tuple[News, ...] = ()
    set_up_at: int = 0  # the entry that changed the set-up last; what was before it stays
    goes_on_at: str | None = None  # the code of the table where the same people play once more
    story: tuple[Line, ...] = ()  # everybody's steps in words, the first one first
    # The newest move of each seat that stands, and the newest that is taken back.
    last_moves: Mapping[tuple[Seat | None, bool], Line] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return len(self.steps)

    @property
    def state(self) -> Any:
        return self.state_before(self.n + 1)

    @property
    def is_finished(self) -> bool:
        return self.game.finished(self.state)

    @property
    def is_just_opened(self) -> bool:
        """Whether nobody has acted since the table opened what was sealed."""
        undone = self.undone
        for step in reversed(self.steps):
            entry, is_again = step.entry, step.entry.kind == "redo"
            if is_again:
                entry = self.steps[int(entry.args["n"]) - 1].entry
            elif not step.is_move:
                continue
            if entry.n in undone and (is_again or entry.device == BY_TABLE):
                continue  # only asked for so far, or closed again
            rule = self.game.moves.get(entry.kind)
            if rule and is_marked(rule, "by_table") and is_marked(rule, "needs_every_yes"):
                return True
            if entry.device != BY_TABLE:
                return False
        return False

    @property
    def room(self) -> int:
        """How many may play in this mode."""
        return self.game.modes[self.setup.mode].stop - 1

    @property
    def named_rules(self) -> dict[str, dict[str, str]]:
        """The house rules by the name that the host gave them, if they have one."""
        name = self.setup.name
        return {name: changed_rules(self.game, self.setup)} if name else {}

    @property
    def states(self) -> tuple[Any, ...]:
        """What this game went through, one state an entry."""
        return tuple(step.state for step in self._steps_of_game)

    @property
    def _steps_of_game(self) -> tuple[Step, ...]:
        return self.steps[max(self.set_up_at - 1, 0) :]

    @property
    def played(self) -> tuple[float, ...]:
        """For how many seconds this game had been played at each of its states, pauses apart."""
        return self._times[0]

    @property
    def rested(self) -> float:
        """For how many seconds it was paused in between."""
        return self._times[1]

    @cached_property
    def _times(self) -> tuple[tuple[float, ...], float]:
        seconds, rested, last, found = 0.0, 0.0, 0.0, []
        begun = paused = over = False
        for step in self._steps_of_game:
            kind, at = step.entry.kind, step.entry.at
            if begun and not (paused or over) and 0 < at - last <= LONGEST_THOUGHT:
                seconds += at - last
            elif begun and paused and not over:
                rested += max(0.0, at - last)
            found.append(seconds)
            last = at
            begun = begun or self.game.view(step.state, None).step != LOBBY
            paused = kind == "pause" or (paused and kind != "resume")
            over = self.game.finished(step.state)
        return tuple(found), rested

    @cached_property
    def history(self) -> tuple[Shown, ...]:
        """How this game came about, round by round, if it tells that.

        Its states are folded without what was taken back.
        """
        tell = self.game.history
        return tell(zip(self.states, self.played, strict=True)) if tell else ()

    @property
    def undone(self) -> dict[int, Seat | None]:
        """What is taken back, and by whom."""
        return {n: one.by for one in self.taken_back for n in one.steps}

    @property
    def due(self) -> Move | None:
        """What the table would do by itself, had nothing been taken back: turn the cards again."""
        move = self.game.follow(self.state, Move("turn_again"))
        return move if move and move.kind in self.game.moves else None

    def state_before(self, n: int) -> Any:
        return self.steps[n - 2].state if n > 1 else self.game.start(self.setup)

    def follow(self) -> Move | None:
        """What the table does by itself after the newest step, which may be its own."""
        step = self.steps[-1]
        by_itself = step.entry.device == BY_TABLE or step.entry.kind == "turn_again"
        move = step.entry.move if by_itself else step.effect
        return self.game.follow(self.state, move) if move else None

    def rule(self, kind: str) -> Rule:
        rule = self.game.moves.get(kind)
        if rule is None:
            raise Illegal("unknown-move")
        return rule

    def step(self, entry: Entry, before: Any, *, again: bool = False) -> Step:
        """The step of a move. `again`: it was accepted once, so advice does not refuse it now."""
        move = entry.move
        tried = Move(move.kind, move.seat, move.args, anyway=True) if again else move
        state, overruled = judge(self.game.moves, before, tried)
        told = self.game.tell(before, state, move)
        if told is None:
            return Step(entry, state, None, is_move=True)
        rule, words = self.rule(entry.kind), told.text
        if overruled and move.anyway and not is_marked(rule, "sealed"):
            words = text("story-anyway", line=words)
        line = Line(
            entry.n,
            entry.seat,
            words,
            self.people.names,
            is_move=True,
            needs_every_yes=is_marked(rule, "needs_every_yes"),
            game=self.game.key,
            figures=told.figures,
            named=told.named,
            head=self.game.where(before),
            back=told.back,
        )
        return Step(entry, state, line, is_move=True)

    def house_step(self, step: Step, before: Any) -> Step:
        """The step of a move of the house, where the game stands like this.

        What lies sealed at a seat that comes to another device is void, but for what it keeps.
        """
        state, void = before, step.void(before)
        for seat in void:
            state = withdrawn(state, seat)
        if step.effect:
            state = apply(self.game.moves, state, step.effect)
        return replace(step, state=state, line=step.line and _with_void(step.line, void))

    def with_step(self, step: Step, **changed: Any) -> Record:
        """The record with one more step; the story goes on with its line."""
        if step.line:
            changed["story"] = (*self.story, step.line)
            changed["last_moves"] = {**self.last_moves, **_by_seat([step.line])}
        return replace(self, steps=(*self.steps, step), **changed)

    def told_again(self) -> Record:
        """The record with its story from the first step on, as its steps stand now."""
        undone = self.undone

        def as_it_stands(line: Line) -> Line:
            if line.is_move and line.n <= self.set_up_at:
                line = replace(line, is_move=False)
            if line.n in undone:
                line = replace(line, is_undone=True, undone_by=undone[line.n])
            return line

        story = tuple(as_it_stands(step.line) for step in self.steps if step.line)
        return replace(self, story=story, last_moves=_by_seat(story))

    def line(self, entry: Entry, told: Text) -> Line:
        """A line of the house: what it tells is no move of the game."""
        game, names, head = self.game, self.people.names, self.game.where(self.state)
        return Line(entry.n, entry.seat, told, names, is_move=False, game=game.key, head=head)

    def thing(self, n: int) -> Text:
        """A step as a thing: by its name if the game has one, else in the words of the story."""
        line = self.steps[n - 1].line
        quoted = self.quoted(n)
        key = f"thing-{quoted.key}"
        if line and key in self.game.words:
            return Text(key, quoted.values)
        whose = {"whose": line.seat} if line and line.seat else {}
        return text("thing-step", step=quoted, **whose)

    def lines(self, steps: Iterable[int]) -> tuple[Line, ...]:
        """The lines of these steps, as far as they are told."""
        found = (self.steps[n - 1].line for n in steps)
        return tuple(line for line in found if line)

    def quoted(self, n: int) -> Text:
        """The words of a step, with whose it is."""
        step = self.steps[n - 1]
        if not step.line:
            return text("step-untold")
        name = dict(step.line.names).get(step.line.seat or "", "")
        return text(step.line.text.key, **dict(step.line.text.values), name=name)


def _with_void(line: Line, void: tuple[Seat, ...]) -> Line:
    """The line of a move of the house, with whose sealed choices it made void."""
    told = line.text
    if told.key == "story-void":
        told = next(value for _, value in told.values if isinstance(value, Text))
    if void:
        told = text("story-void", line=told, who=Names(void))
    return line if told == line.text else replace(line, text=told)


def _by_seat(lines: Iterable[Line]) -> dict[tuple[Seat | None, bool], Line]:
    """The last move of each seat among these, and the last that is taken back."""
    return {(line.seat, line.is_undone): line for line in lines if line.is_move and line.seat}
