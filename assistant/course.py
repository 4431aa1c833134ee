"""A game as it went: the steps of its table, and the states between them. Pure.

States and lines of the story are made when somebody asks for them. The newest states are kept and
every 32nd, from which the others are made again: a long evening needs no more room than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from assistant.game import (
    Change,
    Game,
    Head,
    Illegal,
    Json,
    Move,
    Seat,
    Text,
    apply,
    is_marked,
    judge,
    overruling,
    text,
)
from assistant.sealed import withdrawn

EVERY = 32  # of so many states one is kept
NEWEST = 64  # states that are all kept: phones have about as many lines of the story
MOST_LINES = 1000  # that are kept at hand; a game that is over tells all of an evening's
MOST_TRIALS = 4

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
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


class Later(Generic[T]):
    """A value that is made when somebody asks for it first."""

    __slots__ = ("_make", "_value")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make: Callable[[], T] | None = make

    @property
    def value(self) -> T:
        if self._make:
            self._value = self._make()
            self._make = None
        return self._value


@dataclass(frozen=True, slots=True)
class Came:
    """A seat that came to another device: what it had sealed is void there.

    Unless its own device moved it: then that stays, as long as of what the seat had done by then
    the same steps are `taken_back`.
    """

    seat: Seat
    taken_back: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An entry in its place: who sat where then, and what the house tells of it."""

    entry: Entry
    names: tuple[tuple[Seat, str], ...]
    is_move: bool = False  # a move of the game, which tells it itself
    told: Later[Line] | None = None
    came: tuple[Came, ...] = ()  # to another device

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


class Course:
    """A game as it went without the steps that are `left_out`.

    It begins with a state, after the entry `begins_at`; what was before it lies in the `earlier`
    course, of another set-up. The list of steps is the table's: it grows, and courses share it.
    """

    def __init__(
        self,
        game: Game[Any],
        steps: list[Step],
        begins_at: int,
        state: Any,
        earlier: Course | None = None,
    ) -> None:
        self.game = game
        self.steps = steps
        self.begins_at = begins_at
        self.earlier = earlier
        self.left_out: AbstractSet[int] = frozenset()
        self._states: dict[int, Any] = {begins_at: state}
        self._places: list[Head | None] = []  # where each step of this game was made
        self._lines: dict[int, Line | None] = {}
        self._trials: list[Trial] = []

    @property
    def folded(self) -> int:
        """The newest step of which the state is known."""
        return self.begins_at + len(self._places)

    def state_after(self, n: int) -> Any:
        course = self._course_of(n)
        course.fold_to(n)
        if n in course._states:
            return course._states[n]
        *_, (_, _, state) = course._walk(n - n % EVERY, n)
        return state

    def place(self, n: int) -> Head | None:
        """Where a step of this game was made."""
        self.fold_to(n)
        return self._places[n - self.begins_at - 1]

    def states(self, n: int) -> Iterator[Any]:
        """What this game went through up to a step, one state an entry."""
        yield self._states[self.begins_at]
        for _, _, state in self._walk(self.begins_at, n):
            yield state

    def line(self, n: int) -> Line | None:
        """The line of a step that is a move of the game; None: it is not told."""
        course = self._course_of(n - 1)
        if n not in course._lines:
            course.fold_to(n)
            if {n - 1, n} <= course._states.keys():
                course._tell(n - 1, n)
            else:
                first = n - 1 - (n - 1) % EVERY
                course._tell(first, min(first + EVERY, course.folded))
        return course._lines.get(n)

    def fold_to(self, n: int) -> None:
        """Make every state up to a step."""
        at = self.folded
        if at >= n:
            return
        state = self._states[at]
        place = self._places[-1] if self._places else None
        with overruling():  # what was accepted once stays accepted: advice does not refuse it
            for step in self.steps[at:n]:
                here = self.game.where(state)
                if here is not place and here != place:
                    place = here
                state = self._after(state, step, place)
                self._keep(state, place)

    def after(self, state: Any, step: Step) -> Any:
        """What stands after a step, or `Illegal`."""
        for one in step.came:
            if one.taken_back != self.taken_back_of(one.seat, step.entry.n):
                state = withdrawn(state, one.seat)
        effect = step.effect
        if effect is None or step.entry.n in self.left_out:
            return state
        return apply(self.game.moves, state, effect)

    def taken_back_of(self, seat: Seat, before: int) -> frozenset[int]:
        """What is left out of what a seat did in this game before a step."""
        there = (n for n in self.left_out if self.begins_at < n < before)
        return frozenset(n for n in there if self.steps[n - 1].entry.seat == seat)

    def grown(self, n: int, step: Step, state: Any = None) -> Course:
        """The course with one more step behind the n-th, of which the state may be known.

        Whoever added another one meanwhile that did not come to be keeps it.
        """
        course = self if len(self.steps) == n else self._copied(n, self.steps[:n])
        course.steps.append(step)
        if state is not None and course.folded == n:
            here = self.game.where(course._states[n])
            last = course._places[-1] if course._places else None
            course._keep(state, last if here == last else here)
        return course

    def without(self, left_out: frozenset[int], since: int) -> Course:
        """The same course, but for what is left out from a step on."""
        course = self._copied(since - 1, self.steps)
        course.left_out = left_out
        return course

    def trial(self, left_out: frozenset[int], since: int, *, leans: bool, in_place: bool) -> Trial:
        """As `without`, to be tried; what was asked before, or found then, goes on where it was."""
        for trial in self._trials:
            is_alike = (trial.leans, trial.in_place) == (leans, in_place)
            if is_alike and left_out in (trial.asked, trial.left_out):
                return trial
        trial = Trial(self, left_out, since, leans=leans, in_place=in_place)
        self._trials = [*self._trials[1 - MOST_TRIALS :], trial]
        return trial

    def _course_of(self, n: int) -> Course:
        """The course that knows what stood after a step: this one, or of an earlier set-up."""
        course = self
        while n < course.begins_at and course.earlier:
            course = course.earlier
        return course

    def _after(self, state: Any, step: Step, place: Head | None) -> Any:
        return self.after(state, step)

    def _keep(self, state: Any, place: Head | None) -> None:
        self._places.append(place)
        n = self.folded
        self._states[n] = state
        old = n - NEWEST
        if old % EVERY and old > self.begins_at:
            self._states.pop(old, None)

    def _walk(self, first: int, last: int) -> Iterator[tuple[int, Any, Any]]:
        """The steps behind one of which the state is known, with what stood before and after."""
        self.fold_to(last)
        first = max(first, self.begins_at)
        state = self._states[first]
        for step in self.steps[first:last]:
            n, before = step.entry.n, state
            if n in self._states:
                state = self._states[n]
            else:
                with overruling():
                    state = self.after(before, step)
            yield n, before, state

    def _tell(self, first: int, last: int) -> None:
        for n, before, state in self._walk(first, last):
            step = self.steps[n - 1]
            if step.is_move and n not in self.left_out and n not in self._lines:
                self._lines[n] = self._told(step, before, state)
        while len(self._lines) > MOST_LINES:
            del self._lines[next(iter(self._lines))]

    def _told(self, step: Step, before: Any, after: Any) -> Line | None:
        entry, move, game = step.entry, step.entry.move, self.game
        told = game.tell(before, after, move)
        if told is None:
            return None
        rule, words = game.moves[entry.kind], told.text
        if move.anyway and not is_marked(rule, "sealed") and judge(game.moves, before, move)[1]:
            words = text("story-anyway", line=words)
        return Line(
            entry.n,
            entry.seat,
            words,
            step.names,
            is_move=True,
            needs_every_yes=is_marked(rule, "needs_every_yes"),
            game=game.key,
            figures=told.figures,
            named=told.named,
            head=self.place(entry.n),
            back=told.back,
        )

    def _copied(self, n: int, steps: list[Step]) -> Course:
        """As it went up to a step, to go on otherwise."""
        course = Course(self.game, steps, self.begins_at, None, self.earlier)
        course._take_over(self, n)
        return course

    def _take_over(self, was: Course, n: int) -> None:
        known = min(n, was.folded)
        self.left_out = was.left_out
        self._places = was._places[: known - was.begins_at]
        self._states = {at: state for at, state in was._states.items() if at <= known}
        self._states[known] = was.state_after(known)
        self._lines = {at: line for at, line in was._lines.items() if at <= n}


class Trial(Course):
    """A course without some steps, and if it `leans` without those that no longer apply then.

    `in_place`: also without those that would be made elsewhere now, in another phase or round.
    """

    def __init__(
        self, was: Course, left_out: frozenset[int], since: int, *, leans: bool, in_place: bool
    ) -> None:
        super().__init__(was.game, was.steps, was.begins_at, None, was.earlier)
        was.fold_to(since - 1)
        self._take_over(was, since - 1)
        self.left_out = self._leaning = set(left_out)
        self.asked, self.leans, self.in_place = left_out, leans, in_place
        self._was = was

    def settled(self, n: int) -> Course:
        """The course as it was tried, to be gone on with."""
        course = self._copied(n, self.steps)
        course.left_out = self.left_out_by(n)
        self._was._trials.clear()
        return course

    def left_out_by(self, n: int) -> frozenset[int]:
        """What is left out up to a step; what was tried behind it may not have come to be."""
        return frozenset(one for one in self.left_out if one <= n)

    def _after(self, state: Any, step: Step, place: Head | None) -> Any:
        n = step.entry.n
        if self.in_place and step.is_move:
            was = self._was.place(n)
            if was is not place and was != place:
                self._leaning.add(n)
        try:
            return self.after(state, step)
        except Illegal:
            if not (self.leans and step.is_move):
                raise
            self._leaning.add(n)
            return state
