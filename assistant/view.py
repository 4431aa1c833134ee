"""The table around the game, as one device may see it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from assistant.clock import Clock
from assistant.course import Later
from assistant.game import Head, Json, Seat, Setup, Text, fact, part
from assistant.record import Line, Question, Record, Story
from assistant.seats import TABLE, People, Sitting
from assistant.takeback import GoesToo, asked_of, would_go


@dataclass(frozen=True)
class Goes:
    """What goes back if a step does: shown to who would take it back, before anybody is asked."""

    n: int
    seat: Seat | None  # who would take it back; None is the table screen
    thing: Text
    steps: tuple[int, ...]
    told: Later[tuple[Line, ...]] = field(compare=False, repr=False)
    asks: tuple[Seat | None, ...]  # whose yes it needs; None is the host

    @property
    def lines(self) -> tuple[Line, ...]:
        """What goes, in words: for who is shown a sheet of it."""
        return self.told.value

    @property
    def also(self) -> tuple[int, ...]:
        return tuple(n for n in self.steps if n != self.n)

    def yes_of(self, line: Line, seats: tuple[Seat, ...]) -> str:
        """Whose yes a step needs from one who holds these seats."""
        if line.seat in seats and not line.needs_every_yes:
            return "own"
        if not self.asks:
            return ""
        if line.needs_every_yes:
            return "all"
        if line.seat in self.asks:
            return "seat" if line.seat else "host"
        return ""


@part
@dataclass(frozen=True)
class Person:
    """Somebody at a seat, as everybody sees them."""

    seat: Seat
    name: str
    connected: bool
    host: bool
    plays_from: str | None  # TABLE or a neighbour's seat, for somebody without a phone


@dataclass(frozen=True)
class Answering:
    """Somebody whose yes a wish needs, with the steps of theirs that it is about."""

    seat: Seat | None  # None: the host
    lines: tuple[Line, ...]
    yes: bool


@dataclass(frozen=True)
class Asked:
    """A wish to take steps back, or to make them again, and who has said yes so far."""

    n: int
    kind: str  # the move that says yes
    by: Seat
    thing: Text
    of: tuple[Answering, ...]
    also: tuple[int, ...]  # what goes besides

    @property
    def yes(self) -> tuple[Seat, ...]:
        return tuple(one.seat for one in self.of if one.yes and one.seat)

    @property
    def args(self) -> dict[str, Json]:
        """What a yes says: it is one to what is shown."""
        return {"n": self.n, **({"also": list(self.also)} if self.kind == "undo" else {})}

    @property
    def late(self) -> tuple[Seat | None, ...]:
        """Who has still to answer; None is the host."""
        return tuple(one.seat for one in self.of if not one.yes)

    @property
    def is_agreed(self) -> bool:
        """Nobody is waited for any more: who was has left the table."""
        return not self.late

    def concerns(self, seat: Seat | None, has_word: bool) -> bool:
        """Whether a device shows it: not a phone that is neither asked nor asks."""
        return has_word or seat in (None, self.by) or any(one.seat == seat for one in self.of)

    def asks(self, seat: Seat | None) -> bool:
        """Whether this seat has still to answer."""
        return seat in self.late


@dataclass(frozen=True)
class Notice:
    """What somebody is told until they note it, as in `News`."""

    n: int
    by: Seat | None
    kind: str
    thing: Text
    lines: tuple[Line, ...]
    step: int  # by which all of it can be made again


@dataclass(frozen=True)
class Rules:
    """House rules that this machine keeps: what they change, by option."""

    name: str
    options: tuple[tuple[str, str], ...]


@part
@dataclass(frozen=True)
class TableView:
    """What one device may see of the table around the game."""

    code: str
    setup: Setup
    people: tuple[Person, ...]
    free: tuple[Seat, ...]
    you: Seat | None
    seats: tuple[Seat, ...]  # all that this device holds
    host: bool
    has_word: bool  # its yes is the host's, and counts for all
    paused: bool
    wishes: tuple[tuple[int, Seat], ...]  # take-overs that this device may grant
    wish: Seat | None  # the seat this device asks for
    asked: tuple[Asked, ...]
    news: tuple[Notice, ...]
    turn_again: bool  # the table would do by itself what was taken back
    last_own: Line | None  # the newest own step that can be taken back
    last_undone: Line | None  # the newest own step that was taken back
    story: tuple[Line, ...] | Story = field(compare=False)
    n: int = field(compare=False)
    goes_on_at: str | None = None  # the code of the table where the same people play once more
    just_opened: bool = False  # what was sealed lies open, and nobody has acted since
    options: tuple[tuple[str, str], ...] = ()  # of the set-up
    clock: Clock | None = None
    head: Head | None = None  # what lines of the story stand under that are told now
    kept_rules: tuple[Rules, ...] = ()  # that the host may take up in the lobby

    @property
    def game(self) -> str:
        return self.setup.game

    @property
    def mode(self) -> str:
        return self.setup.mode

    def person(self, seat: Seat | None) -> Person | None:
        return next((one for one in self.people if one.seat == seat), None)

    @property
    def me(self) -> Person | None:
        return self.person(self.you)

    @property
    def questions(self) -> tuple[Asked, ...]:
        """What this device shows of what is asked."""
        return tuple(one for one in self.asked if one.concerns(self.you, self.has_word))

    @fact
    def newest(self) -> Line | None:
        """The newest step that was not taken back."""
        return next((line for line in reversed(self.story) if not line.is_undone), None)


def view(
    code: str,
    record: Record,
    device: str,
    seat: Seat | None,
    connected: frozenset[Seat],
    asked: tuple[Asked, ...],
    kept_rules: tuple[Rules, ...],
) -> TableView:
    """What a device that plays this seat may see; `asked` is the same for all (`asked_now`)."""
    people = record.people
    host = people.is_host(device)
    held = people.seats_of(device)
    taken = {seat for seat, _ in people.sittings}
    return TableView(
        code=code,
        setup=record.setup,
        people=_everybody(people, connected),
        free=tuple(one for one in record.game.seats if one not in taken)
        if len(taken) < record.room and not record.is_finished
        else (),
        you=seat,
        seats=held,
        host=host,
        has_word=people.has_word(device, seat),
        paused=people.paused,
        wishes=tuple((wish.n, wish.seat) for wish in people.wishes if host or wish.seat in held),
        wish=next((wish.seat for wish in people.wishes if wish.device == device), None),
        asked=asked,
        news=tuple(
            Notice(
                one.n,
                one.by,
                one.kind,
                record.thing(one.steps[0]),
                record.lines(one.steps),
                one.steps[0],
            )
            for one in record.news
            if one.seat == seat
        ),
        turn_again=record.due is not None,
        last_own=record.last_line(seat, undone=False),
        last_undone=record.last_line(seat, undone=True),
        story=record.story,
        n=record.n,
        goes_on_at=record.goes_on_at,
        just_opened=record.is_just_opened,
        options=record.setup.options,
        clock=people.clock,
        head=None if record.is_finished else record.game.where(record.state),
        kept_rules=kept_rules,
    )


def asked_now(record: Record) -> tuple[Asked, ...]:
    """What is asked; what would go by now is judged for it."""
    found = ((one, would_go(record, one)) for one in record.questions)
    return tuple(_asked(record, one, goes) for one, goes in found if goes is not None)


def _asked(record: Record, question: Question, goes: frozenset[int]) -> Asked:
    of = tuple(
        Answering(one.seat, record.lines(one.steps), one.yes)
        for one in asked_of(record, question, goes)
    )
    also = tuple(sorted(goes - {question.n}))
    thing = record.thing(question.n)
    return Asked(question.n, question.kind, question.by, thing, of, also)


def what_goes(record: Record, device: str, seat: Seat | None, refusal: GoesToo) -> Goes:
    """What a device is shown that would take a step back on which others lean."""
    steps = frozenset(refusal.steps)
    asks: tuple[Seat | None, ...] = ()
    if not record.people.has_word(device, seat):
        own = {seat, *record.people.seats_of(device)}
        asked = asked_of(record, Question(refusal.about, "undo", seat or "", steps), steps)
        asks = tuple(one.seat for one in asked if one.seat not in own)
    told = Later(lambda: record.lines(refusal.steps))
    return Goes(refusal.about, seat, record.thing(refusal.about), refusal.steps, told, asks)


@lru_cache(maxsize=64)
def _everybody(people: People, connected: frozenset[Seat]) -> tuple[Person, ...]:
    """Who sits here; the very same for every eye and move, until somebody comes or goes."""
    return tuple(_person(people, seat, one, connected) for seat, one in people.sittings)


def _person(people: People, seat: Seat, one: Sitting, connected: frozenset[Seat]) -> Person:
    plays_from = None
    if not one.phone:
        neighbours = (
            other
            for other, their in people.sittings
            if other != seat and their.phone and their.devices & one.devices
        )
        plays_from = next(neighbours, TABLE)
    return Person(seat, one.name, seat in connected, people.host == seat, plays_from)
