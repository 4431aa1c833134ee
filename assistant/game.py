"""What every game at the table has in common.

Pure: no Flask, no sqlite, no clock. A game is a plain object of functions; a rule is a function
whose name is the wire name, whose annotated parameters are the wire format and whose docstring's
first line is the rule in a player's words:

>>> def pick(state: tuple[int, ...], seat: Seat, number: typing.Annotated[int, range(1, 4)]) -> Any:
...     'Pick 1, 2 or 3, but none that is gone.'
...     require(number not in state, "gone", number=number)
...     return (*state, number)
>>> moves = rules(pick)
>>> state = apply(moves, (), Move("pick", "red", {"number": 3}))
>>> state
(3,)
>>> offer(moves, state, Move("pick", "blue", {"number": 3})).refused
Text(key='gone', values=(('number', 3),))
>>> offer(moves, state, Move("pick", "blue", {"number": 4})).refused
Text(key='malformed', values=(('field', 'number'),))
"""

from __future__ import annotations

import inspect
import random
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import Any, Generic, Literal, Protocol, TypeVar

Seat = str
Json = Any
LOBBY = "lobby"  # the step of every game until it begins
LARGEST_NUMBER = 10**9  # in the arguments of a move
MOST_WORDS = 50  # in one list in them; of numbers a move may say as many as there were steps
DEEPEST = 4  # lists within lists in them
S = TypeVar("S")


@dataclass(frozen=True)
class Names:
    """Seats inside a text; the edge says them as the names of who sits there."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Text:
    """Something to be said: a key with its figures. Words are found at the edge, per phone."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()


Value = str | int | Text | Names | tuple["Value", ...]


def text(key: str, **values: Value) -> Text:
    """Build a `Text`: ``text("not-enough-heat", need=8, have=5)``."""
    return Text(key, tuple(sorted(values.items())))


# What the story says of a move.


@dataclass(frozen=True)
class Change:
    """A figure that a move changed: what is drawn for it, its words, what it was and is.

    `is_track`: where it stands says more than by how much it moved, to others too. `is_signed`:
    above zero it is written with a plus.
    """

    signs: tuple[str, ...]
    words: Text
    was: int
    now: int
    unit: str = ""
    is_track: bool = False
    is_signed: bool = False


@dataclass(frozen=True)
class Told:
    """A line of the story: a sentence, and what the move cost and brought whoever made it.

    `back`: what hands do besides if it is taken back. `named`: the figure that the sentence says.
    """

    text: Text
    figures: tuple[Change, ...] = ()
    back: tuple[Text, ...] = ()
    named: Change | None = None


@dataclass(frozen=True)
class Head:
    """What a stretch of the story stands under: its sign, its name, and which one of that name."""

    sign: str
    text: Text
    more: Text | None = None


class Illegal(Exception):
    """A refusal, by name. `advice`: the table may book it anyway."""

    advice = False

    def __init__(self, key: str, **values: Value) -> None:
        super().__init__(key)
        self.text = text(key, **values)


def require(condition: object, key: str, **values: Value) -> None:
    """Refuse by name, full stop."""
    if not condition:
        raise Illegal(key, **values)


_overruled: ContextVar[list[Text] | None] = ContextVar("overruled", default=None)


def advise(condition: object, key: str, **values: Value) -> None:
    """Refuse by name, unless the move is made *anyway*: then remember what was overruled."""
    if condition:
        return
    overruled = _overruled.get()
    if overruled is None:
        refusal = Illegal(key, **values)
        refusal.advice = True
        raise refusal
    overruled.append(text(key, **values))


class overruling:
    """Inside, advice does not refuse: it is gathered."""

    def __enter__(self) -> list[Text]:
        overruled: list[Text] = []
        self._token = _overruled.set(overruled)
        return overruled

    def __exit__(self, *_: object) -> None:
        _overruled.reset(self._token)


@dataclass(frozen=True)
class Setup:
    """What a table is opened with."""

    game: str
    mode: str
    options: tuple[tuple[str, str], ...] = ()
    name: str = ""  # of its house rules, if it has any

    def option(self, name: str) -> str:
        return dict(self.options)[name]


@dataclass(frozen=True)
class Move:
    """A wish until `apply` returns, a fact afterwards. `seat` is None for the table itself."""

    kind: str
    seat: Seat | None = None
    args: Mapping[str, Json] = field(default_factory=dict)
    anyway: bool = False

    def __str__(self) -> str:
        """The canonical text of a move: ``red pick number=3``."""
        words = [self.seat or "table", self.kind]
        words += [f"{name}={value}" for name, value in sorted(self.args.items())]
        return " ".join([*words, "anyway"] if self.anyway else words)


@dataclass(frozen=True)
class Option:
    """A move as it stands now: open, or refused with the reason."""

    kind: str
    args: tuple[tuple[str, Json], ...] = ()
    refused: Text | None = None
    advice: bool = False


Rule = Callable[..., Any]


# A view is a tree of parts.

PARTS: set[type] = set()


def part(kind: type[S]) -> type[S]:
    """A piece of a view that drawings look into field by field; any other value is taken whole.

    Its fields are plain values that can be compared, parts, or tuples of parts.
    """
    PARTS.add(kind)
    return kind


if typing.TYPE_CHECKING:
    fact = property
else:

    class fact(property):
        """A property of a part that drawings take whole.

        They depend on what it says, not on all that it looks at: whose mat is meant by `mine` is
        nothing to a drawing that shows what lies on it.
        """


class Shown(Protocol):
    """Something that programs get as JSON: a view, a look, a round of the history."""

    def as_json(self) -> dict[str, Json]: ...


class View(Shown, Protocol):
    """What the house reads of every view; screens and programs read the rest by themselves.

    It is hashable: what did not change is not rendered again. `as_json` gives ``seats`` by their
    colours, one object each; the house adds names there.
    """

    @property
    def mode(self) -> str: ...

    @property
    def step(self) -> str:
        """Where the game stands, by name: `LOBBY` until it begins."""

    @property
    def waiting_for(self) -> tuple[Seat, ...]: ...

    @property
    def you(self) -> Seat | None: ...

    @property
    def options(self) -> tuple[Option, ...]: ...


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game is three verbs (start, moves, view), what the house asks about it, and its words.

    Before anybody sits: `key` names it, `seats` are its colours in their order, `modes` say how
    many may sit in each, `options` what may be chosen besides, the usual choice first. `house`
    are those of the options that change what the book says; a table may name what it changed.

    While it is played: `start` makes the first state, `moves` are its rules by their wire names,
    `view` builds what a seat may see. `follow` names what the table does by itself after a move
    (turn the sealed cards when the last is in) and is asked again after that; after a move
    `turn_again` of the house it names what is to be done as things stand. `tell` finds the
    line of a move in the story, or None for a move that is not told; `where` names what lines
    stand under that are told in this state. `finished` knows the end.

    `words` holds the English of every key the game says, also ``game-<key>`` and ``mode-<mode>``.
    A line about somebody may have a second sentence, ``KEY-you``, for whom it is about.

    And if there is one: `look` shows a seat what a move would do before it is made; `history` tells
    round by round how a game came about, from the states that it went through, each with the
    seconds played by then; `remember` names what the machine keeps for another evening, from the
    states before and after a move; `carry_over` puts what was said in the lobby before another
    set-up into the first state of that one.
    """

    key: str
    seats: tuple[Seat, ...]
    modes: Mapping[str, range]
    options: Mapping[str, tuple[str, ...]]
    start: Callable[[Setup], S]
    moves: Mapping[str, Rule]
    view: Callable[[S, Seat | None], View]
    follow: Callable[[S, Move], Move | None]
    tell: Callable[[S, S, Move], Told | None]
    finished: Callable[[S], bool]
    words: Mapping[str, str | tuple[str, str]]
    where: Callable[[S], Head | None] = lambda state: None
    look: Callable[..., Shown] | None = None
    history: Callable[[Iterable[tuple[S, float]]], tuple[Shown, ...]] | None = None
    remember: Callable[[S, S], Mapping[str, Json]] | None = None
    house: tuple[str, ...] = ()
    carry_over: Callable[[S, S], S] = lambda before, after: after


def read_setup(game: Game[Any], mode: object, options: object) -> Setup:
    """Check a wished set-up against the game's modes and options; fill in what was left open."""
    require(isinstance(mode, str) and mode in game.modes, "unknown-mode")
    require(isinstance(options, dict), "malformed", field="options")
    assert isinstance(mode, str) and isinstance(options, dict)
    for name, value in options.items():
        require(name in game.options, "unknown-option", name=str(name)[:40])
        require(value in game.options[name], "unknown-choice", name=name, value=str(value)[:40])
    chosen = {name: options.get(name, values[0]) for name, values in game.options.items()}
    return Setup(game.key, mode, tuple(sorted(chosen.items())))


def change_setup(
    games: Mapping[str, Game[Any]],
    setup: Setup,
    game: str | None,
    mode: str | None,
    options: Mapping[str, str],
    name: str | None = None,
) -> Setup:
    """A set-up with another game, mode or options; what is left out stays, as far as it can.

    A name is one of house rules: it goes with the last of them, and with the game.

    An option that the game did not have when the table was opened stays unsaid until somebody says
    it: the log of an older table folds as it was played.
    """
    key = setup.game if game is None else game
    require(key in games, "unknown-game")
    new = games[key]
    if mode is None:
        mode = setup.mode if setup.mode in new.modes else next(iter(new.modes))
    kept = {name: value for name, value in setup.options if value in new.options.get(name, ())}
    wanted = read_setup(new, mode, {**kept, **options})
    if name is None and key == setup.game:
        name = setup.name
    name = name if name and changed_rules(new, wanted) else ""
    if key != setup.game:
        return replace(wanted, name=name)
    said = {*dict(setup.options), *options}
    return Setup(key, mode, tuple(pair for pair in wanted.options if pair[0] in said), name)


def changed_rules(game: Game[Any], setup: Setup) -> dict[str, str]:
    """The house rules of a table: what it changed of what the book says."""
    book = {name: game.options[name][0] for name in game.house}
    return {name: value for name, value in setup.options if value != book.get(name, value)}


def told_rules(setup: Setup, rules: tuple[Text, ...]) -> Text | None:
    """House rules in a line, under their name: ``House rules: Friday · hand limit 12``."""
    named: tuple[Value, ...] = (setup.name, *rules) if setup.name else rules
    return text("house-rules", rules=named) if rules else None


# Who may make a move, and whose yes takes it back.


def for_host(rule: Rule) -> Rule:
    """Only the host makes this move."""
    rule.for_host = True  # type: ignore[attr-defined]
    return rule


def by_table(rule: Rule) -> Rule:
    """The table makes this move by itself; no phone can send it."""
    rule.by_table = True  # type: ignore[attr-defined]
    return rule


def needs_every_yes(rule: Rule) -> Rule:
    """Everybody saw it: taking it back needs a yes from every player, or the host's word."""
    rule.needs_every_yes = True  # type: ignore[attr-defined]
    return rule


def sealed(rule: Rule) -> Rule:
    """What it says is secret until the table opens it: the story tells only that it was made."""
    rule.sealed = True  # type: ignore[attr-defined]
    return rule


Mark = Literal["for_host", "by_table", "needs_every_yes", "sealed"]


def is_marked(rule: Rule, mark: Mark) -> bool:
    return getattr(rule, mark, False)


def rules(*functions: Rule) -> Mapping[str, Rule]:
    """The moves of a game by their wire names."""
    return {function.__name__: function for function in functions}


# Chance is drawn, and what is remembered recalled, before a move is logged: both stand in its
# arguments.


@dataclass(frozen=True)
class Shuffles:
    """Marks a rule's parameter as drawn by the table: so many shuffles of these items."""

    of: tuple[int, ...]
    times: int

    def draw(self, chance: random.Random) -> list[list[int]]:
        return [chance.sample(self.of, len(self.of)) for _ in range(self.times)]


@dataclass(frozen=True)
class Letters:
    """Marks a rule's parameter as drawn by the table: so many of these letters."""

    of: str
    count: int

    def draw(self, chance: random.Random) -> str:
        return "".join(chance.choices(self.of, k=self.count))


@dataclass(frozen=True)
class Since:
    """Marks a rule's parameter as the same in every new move; older logs go by its default."""

    value: bool

    def draw(self, chance: random.Random) -> bool:
        return self.value


@dataclass(frozen=True)
class Remembered:
    """Marks a rule's parameter as known from another evening; its default is for the first one."""

    name: str


@dataclass(frozen=True)
class Called:
    """Marks a look's parameter as what these keys are called in every language, by key."""

    keys: tuple[str, ...]


def draw_chance(rule: Rule, chance: random.Random) -> dict[str, Json]:
    """What the table must draw before this move can be logged."""
    return {
        name: parameter.drawn.draw(chance)
        for name, parameter in _parameters(rule).items()
        if parameter.drawn
    }


def recall(rule: Rule, memory: Callable[[str], Json]) -> dict[str, Json]:
    """What the machine remembers for this move, as far as it still fits the rule."""
    found: dict[str, Json] = {}
    for name, parameter in _parameters(rule).items():
        if not parameter.remembered:
            continue
        value = memory(parameter.remembered.name)
        try:
            parameter.read(value)
        except _Misfit:
            continue
        found[name] = value
    return found


def call(rule: Rule, names: Callable[[Sequence[str]], Json]) -> dict[str, Json]:
    """What the house calls things in its languages, as far as this look asks for it."""
    parameters = _parameters(rule).items()
    return {name: names(one.called.keys) for name, one in parameters if one.called}


def refuse_filled_in(rule: Rule, args: Mapping[str, Json]) -> None:
    """A phone may bring neither its own chance nor its own memory, nor its own words."""
    for name, parameter in _parameters(rule).items():
        filled_in = parameter.drawn or parameter.remembered or parameter.called
        require(not (filled_in and name in args), "malformed", field=name)


def refuse_absurd(args: Mapping[str, Json]) -> None:
    """No number that nobody counts to, no card of hundreds of tags, nothing deeper than rules look.

    Asked of what comes in, not of what a log holds: what was accepted once folds the same.
    """
    for name, value in args.items():
        require(_is_sane(value, DEEPEST), "malformed", field=str(name)[:40])


def _is_sane(value: Json, deep: int) -> bool:
    if isinstance(value, int):
        return -LARGEST_NUMBER <= value <= LARGEST_NUMBER
    if isinstance(value, list | tuple | dict):
        inner = value.values() if isinstance(value, dict) else value
        few = sum(isinstance(one, str) for one in inner) <= MOST_WORDS
        return deep > 0 and few and all(_is_sane(one, deep - 1) for one in inner)
    return True


# The wire format of a rule is its signature.


@dataclass(frozen=True)
class _Parameter:
    kind: Any
    optional: bool
    drawn: Shuffles | Letters | Since | None
    remembered: Remembered | None
    called: Called | None
    allowed: range | None

    def read(self, value: Json) -> Any:
        """What the rule gets for a JSON value, or `_Misfit`."""
        found = _read(self.kind, value)
        if self.allowed is not None and found not in self.allowed:
            raise _Misfit
        return found


@cache
def _parameters(rule: Rule) -> dict[str, _Parameter]:
    hints = typing.get_type_hints(rule, include_extras=True)
    found: dict[str, _Parameter] = {}
    for name, parameter in list(inspect.signature(rule).parameters.items())[2:]:
        kind: Any = hints[name]
        marks: list[Any] = []
        if typing.get_origin(kind) is typing.Annotated:
            kind, *marks = typing.get_args(kind)
        found[name] = _Parameter(
            kind,
            parameter.default is not inspect.Parameter.empty,
            next((mark for mark in marks if isinstance(mark, Shuffles | Letters | Since)), None),
            next((mark for mark in marks if isinstance(mark, Remembered)), None),
            next((mark for mark in marks if isinstance(mark, Called)), None),
            next((mark for mark in marks if isinstance(mark, range)), None),
        )
    return found


class _Misfit(Exception):
    pass


def _read(kind: Any, value: Json) -> Any:
    """Turn a JSON value into what the annotation says, or raise `_Misfit`."""
    if kind in (int, bool, str) and type(value) is kind:
        return value
    origin = typing.get_origin(kind)
    if origin is Literal:
        if any(value == choice and type(value) is type(choice) for choice in typing.get_args(kind)):
            return value
    elif origin in (typing.Union, types.UnionType):
        for choice in typing.get_args(kind):
            try:
                return _read(choice, value)
            except _Misfit:
                continue
    elif origin is tuple and isinstance(value, list | tuple):
        inner, *rest = typing.get_args(kind)
        if rest == [Ellipsis]:
            return tuple(_read(inner, item) for item in value)
    elif origin is dict and isinstance(value, dict):
        name, item = typing.get_args(kind)
        return {_read(name, key): _read(item, value[key]) for key in value}
    elif kind is type(None):
        if value is None:
            return None
    elif isinstance(kind, type) and issubclass(kind, Enum):
        members = _members(kind)
        if type(value) in {type(each) for each in members} and value in members:
            return members[value]
    elif isinstance(kind, type) and issubclass(kind, tuple) and isinstance(value, list | tuple):
        return _read_named_tuple(kind, value)
    raise _Misfit


@cache
def _members(kind: type[Enum]) -> dict[Any, Enum]:
    return {member.value: member for member in kind}


def _read_named_tuple(kind: Callable[..., Any], value: Sequence[Json]) -> Any:
    """A JSON list with exactly the fields of a named tuple, in their order."""
    hints = _named_tuple_hints(kind)
    if len(value) != len(hints):
        raise _Misfit
    return kind(*(_read(hint, item) for hint, item in zip(hints, value, strict=True)))


@cache
def _named_tuple_hints(kind: Callable[..., Any]) -> tuple[Any, ...]:
    return tuple(typing.get_type_hints(kind).values())


def read_args(rule: Rule, args: Mapping[str, Json]) -> dict[str, Any]:
    """The rule's arguments from the wire; whatever does not fit is refused by its field."""
    parameters = _parameters(rule)
    for name in args:
        if name not in parameters:
            raise Illegal("malformed", field=str(name)[:40])
    found: dict[str, Any] = {}
    for name, parameter in parameters.items():
        if name in args:
            try:
                found[name] = parameter.read(args[name])
            except _Misfit:
                raise Illegal("malformed", field=name) from None
        elif not parameter.optional:
            raise Illegal("malformed", field=name)
    return found


def apply(moves: Mapping[str, Rule], state: S, move: Move) -> S:
    """The state after the move, or `Illegal`. The only place where a rule is called for good."""
    return judge(moves, state, move)[0]


def judge(moves: Mapping[str, Rule], state: S, move: Move) -> tuple[S, tuple[Text, ...]]:
    """As `apply`, with the advice that an *anyway* overruled."""
    rule = moves.get(move.kind)
    if rule is None:
        raise Illegal("unknown-move")
    args = read_args(rule, move.args)
    if not move.anyway:
        return rule(state, move.seat, **args), ()
    with overruling() as overruled:
        return rule(state, move.seat, **args), tuple(overruled)


def offer(moves: Mapping[str, Rule], state: S, move: Move) -> Option:
    """Try the rule and drop the result, so that a greyed button explains itself."""
    args = tuple(sorted(move.args.items()))
    try:
        apply(moves, state, move)
    except Illegal as refusal:
        return Option(move.kind, args, refusal.text, refusal.advice)
    return Option(move.kind, args)


def fold(game: Game[S], setup: Setup, moves: Sequence[Move]) -> S:
    """The state is the fold of the log."""
    state = game.start(setup)
    for move in moves:
        state = apply(game.moves, state, move)
    return state
