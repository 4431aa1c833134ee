"""A table as its log tells it: who sits where, the game, its story, what was taken back. Pure.

What changes it is in `moves.py` and `takeback.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, overload

from assistant.course import Course, Later
from assistant.course import Entry as Entry
from assistant.course import Line as Line
from assistant.course import Step as Step
from assistant.game import (
    LOBBY,
    Game,
    Illegal,
    Move,
    Rule,
    Seat,
    Setup,
    Shown,
    Text,
    changed_rules,
    is_marked,
    judge,
    text,
)
from assistant.seats import BY_TABLE, People

LONGEST_THOUGHT = 30 * 60  # seconds without an entry: beyond that nobody was at the table


@dataclass(frozen=True)
class TakenBack:
    """Steps that were taken back together; one `redo` makes them again."""

    n: int  # the entry that did it
    by: Seat | None  # who wished it; None is the table screen
    steps: frozenset[int]
    lines: Later[Mapping[int, Line | None]] = field(compare=False, repr=False)  # as they stood last


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


class Story(Sequence[Line]):
    """Everybody's steps in words, the first one first; each is told when it is read."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def __iter__(self) -> Iterator[Line]:
        return self._told(range(1, self._record.n + 1))

    def __reversed__(self) -> Iterator[Line]:
        return self._told(range(self._record.n, 0, -1))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, place: int) -> Line: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Line, ...]: ...
    def __getitem__(self, place: int | slice) -> Line | tuple[Line, ...]:
        if isinstance(place, slice) and (place.start or 0) < 0 and place.stop is place.step is None:
            newest = [line for _, line in zip(range(-place.start), reversed(self), strict=False)]
            return tuple(newest[::-1])
        return next(reversed(self)) if place == -1 else tuple(self)[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self[-1:])

    def _told(self, numbers: Iterable[int]) -> Iterator[Line]:
        lines = (self._record.story_line(n) for n in numbers)
        return (line for line in lines if line)


@dataclass(frozen=True)
class Record:
    """A table as its log tells it.

    `is_read`: its newest entries come from the log. They were judged when they were made.
    """

    course: Course = field(repr=False)
    setup: Setup
    people: People
    n: int = 0
    taken_back: tuple[TakenBack, ...] = ()
    questions: tuple[Question, ...] = ()
    news: tuple[News, ...] = ()
    set_up_at: int = 0  # the entry that changed the set-up last; what was before it stays
    goes_on_at: str | None = None  # the code of the table where the same people play once more
    is_read: bool = False
    gone: Mapping[int, TakenBack] = field(default_factory=dict)  # what is taken back, by step
    # The newest move of each seat that stands, and the newest that is taken back.
    last_moves: Mapping[tuple[Seat, bool], int] = field(default_factory=dict)

    @classmethod
    def opened(cls, game: Game[Any], setup: Setup, people: People) -> Record:
        return cls(Course(game, [], 0, game.start(setup)), setup, people)

    @property
    def game(self) -> Game[Any]:
        return self.course.game

    @property
    def state(self) -> Any:
        return self.state_after(self.n)

    @property
    def steps(self) -> Sequence[Step]:
        return self.course.steps[: self.n]

    @property
    def story(self) -> Story:
        return Story(self)

    @property
    def is_finished(self) -> bool:
        return self.game.finished(self.state)

    @property
    def is_just_opened(self) -> bool:
        """Whether nobody has acted since the table opened what was sealed."""
        for n in range(self.n, 0, -1):
            step = self.step(n)
            entry, is_again = step.entry, step.entry.kind == "redo"
            if is_again:
                entry = self.step(int(entry.args["n"])).entry
            elif not step.is_move:
                continue
            if entry.n in self.gone and (is_again or entry.device == BY_TABLE):
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
        return tuple(self._states())

    def _states(self) -> Iterator[Any]:
        states = self.course.states(self.n)
        if not self.set_up_at:
            next(states)  # what stood before the first entry
        return states

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
        entries = (step.entry for step in self.steps[max(self.set_up_at - 1, 0) :])
        for entry, state in zip(entries, self._states(), strict=True):
            if begun and not (paused or over) and 0 < entry.at - last <= LONGEST_THOUGHT:
                seconds += entry.at - last
            elif begun and paused and not over:
                rested += max(0.0, entry.at - last)
            found.append(seconds)
            last = entry.at
            begun = begun or self.game.view(state, None).step != LOBBY
            paused = entry.kind == "pause" or (paused and entry.kind != "resume")
            over = self.game.finished(state)
        return tuple(found), rested

    @cached_property
    def history(self) -> tuple[Shown, ...]:
        """How this game came about, round by round, if it tells that.

        Its states are folded without what was taken back.
        """
        tell = self.game.history
        return tell(zip(self._states(), self.played, strict=True)) if tell else ()

    @property
    def undone(self) -> dict[int, Seat | None]:
        """What is taken back, and by whom."""
        return {n: one.by for n, one in self.gone.items()}

    @property
    def due(self) -> Move | None:
        """What the table would do by itself, had nothing been taken back: turn the cards again."""
        move = self.game.follow(self.state, Move("turn_again"))
        return move if move and move.kind in self.game.moves else None

    def step(self, n: int) -> Step:
        return self.course.steps[n - 1]

    def number_of(self, id: str) -> int:
        """The entry with this id; 0 if there is none."""
        for step in reversed(self.steps):  # what comes again is mostly new
            if step.entry.id == id:
                return step.entry.n
        return 0

    def state_after(self, n: int) -> Any:
        return self.course.state_after(n)

    def follow(self) -> Move | None:
        """What the table does by itself after the newest step, which may be its own."""
        step = self.step(self.n)
        by_itself = step.entry.device == BY_TABLE or step.entry.kind == "turn_again"
        move = step.entry.move if by_itself else step.effect
        return self.game.follow(self.state, move) if move else None

    def rule(self, kind: str) -> Rule:
        rule = self.game.moves.get(kind)
        if rule is None:
            raise Illegal("unknown-move")
        return rule

    def with_move(self, entry: Entry) -> Record:
        """The record with a move of the game, if its rules allow it."""
        state = None if self.is_read else judge(self.game.moves, self.state, entry.move)[0]
        moves = {**self.last_moves, (entry.seat, False): entry.n} if entry.seat else self.last_moves
        step = Step(entry, self.people.names, is_move=True)
        return self.with_step(step, state, last_moves=moves)

    def with_step(self, step: Step, state: Any = None, **changed: Any) -> Record:
        """The record with one more step; `state`: what stands after it, if that is known."""
        if not self.is_read and step.told:
            _ = step.told.value  # while what it is told from is at hand
        if not self.is_read and state is None:
            state = self.course.after(self.state, step)
        course = changed.pop("course", self.course).grown(self.n, step, state)
        return replace(self, course=course, n=self.n + 1, **changed)

    def set_up(self, step: Step, game: Game[Any], state: Any, **changed: Any) -> Record:
        """The record with a step that begins another game, or the same one otherwise."""
        record = self.with_step(step, self.state, set_up_at=step.entry.n, last_moves={}, **changed)
        was = record.course
        return replace(record, course=Course(game, was.steps, record.n, state, was))

    def with_taken_back(self, taken_back: tuple[TakenBack, ...]) -> Record:
        """The record with these steps left out."""
        gone = {n: one for one in taken_back for n in one.steps}
        moves: dict[tuple[Seat, bool], int] = {}
        for step in self.steps[self.set_up_at :]:
            if step.is_move and step.entry.seat:
                moves[step.entry.seat, step.entry.n in gone] = step.entry.n
        return replace(self, taken_back=taken_back, gone=gone, last_moves=moves)

    def line(self, entry: Entry, told: Callable[[], Text] | Text, **changed: Any) -> Later[Line]:
        """A line of the house: what it tells is no move of the game."""

        def tell() -> Line:
            words = told if isinstance(told, Text) else told()
            head, names = self.game.where(self.state), self.people.names
            game = self.game.key
            line = Line(entry.n, entry.seat, words, names, is_move=False, game=game, head=head)
            return replace(line, **changed)

        return Later(tell)

    def thing(self, n: int) -> Text:
        """A step as a thing: by its name if the game has one, else in the words of the story."""
        line = self.line_of(n)
        quoted = self.quoted(n)
        key = f"thing-{quoted.key}"
        if line and key in self.game.words:
            return Text(key, quoted.values)
        whose = {"whose": line.seat} if line and line.seat else {}
        return text("thing-step", step=quoted, **whose)

    def line_of(self, n: int) -> Line | None:
        """The line of a step as it was told when it stood last."""
        if n in self.gone:
            return self.gone[n].lines.value[n]
        step = self.step(n)
        if step.told:
            return step.told.value
        return self.course.line(n) if step.is_move else None

    def story_line(self, n: int) -> Line | None:
        """The line of a step as it stands now."""
        line = self.line_of(n)
        if line and line.is_move and n <= self.set_up_at:
            line = replace(line, is_move=False)
        if line and n in self.gone:
            line = replace(line, is_undone=True, undone_by=self.gone[n].by)
        return line

    def last_line(self, seat: Seat | None, *, undone: bool) -> Line | None:
        """The newest move of a seat that stands, or the newest that is taken back."""
        for n in range(self.last_moves.get((seat or "", undone), 0), self.set_up_at, -1):
            step = self.step(n)
            is_one = step.is_move and step.entry.seat == seat and (n in self.gone) == undone
            if is_one and (line := self.story_line(n)):
                return line
        return None

    def lines(self, steps: Iterable[int]) -> tuple[Line, ...]:
        """The lines of these steps, as far as they are told."""
        found = (self.line_of(n) for n in steps)
        return tuple(line for line in found if line)

    def quoted(self, n: int) -> Text:
        """The words of a step, with whose it is."""
        line = self.line_of(n)
        if not line:
            return text("step-untold")
        name = dict(line.names).get(line.seat or "", "")
        return text(line.text.key, **dict(line.text.values), name=name)
