"""A table: judge, store, believe, tell, under one lock. `Tables` opens, finds and restores them."""

from __future__ import annotations

import json
import logging
import random
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from assistant.clock import Clock
from assistant.game import (
    Game,
    Illegal,
    Json,
    Move,
    Seat,
    Setup,
    Shown,
    Text,
    View,
    draw_chance,
    fact,
    part,
    read_args,
    read_setup,
    recall,
    refuse_filled_in,
    require,
    text,
)
from assistant.games import GAMES
from assistant.log import Log, Opened
from assistant.memory import Memory
from assistant.record import HOUSE_MOVES, Entry, Line, Record
from assistant.seats import BY_TABLE, TABLE, People, Sitting
from assistant.store import Conflict, StoreError

CODE_LETTERS = "ACDEFHJKLMNPQRTUVWXY34679"  # none that look or sound alike on a screen
CODE_LENGTH = 3
LARGEST_MOVE = 4096  # characters of a move on the wire
REMEMBERED_REFUSALS = 500
MOST_FOLLOWED = 50  # moves in a row that the table makes by itself; more would never end
MOST_TRIES = 5  # to write a move while others write too
_chance: random.Random = random.SystemRandom()
_now: Callable[[], float] = time.time


@dataclass(frozen=True)
class Answer:
    """What a tap is told: it counts as move `n`, or it is refused and why."""

    ok: bool
    n: int = 0
    refused: Text | None = None
    advice: bool = False


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
class Asked:
    """A wish to take back what everybody saw: who has said yes so far."""

    n: int
    text: Text
    yes: tuple[Seat, ...]


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
    paused: bool
    wishes: tuple[tuple[int, Seat], ...]  # take-overs that this device may grant
    wish: Seat | None  # the seat this device asks for
    asked: tuple[Asked, ...]
    last_own: Line | None  # the newest own step that can be taken back
    last_undone: Line | None  # the newest own step that was taken back
    story: tuple[Line, ...] = field(compare=False)
    n: int = field(compare=False)
    options: tuple[tuple[str, str], ...] = ()  # of the set-up
    clock: Clock | None = None

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

    @fact
    def newest(self) -> Line | None:
        """The newest step that was not taken back."""
        return next((line for line in reversed(self.story) if not line.is_undone), None)


class Table:
    """One table. Everything that happens to it goes through `play`."""

    def __init__(self, opened: Opened, log: Log, memory: Memory) -> None:
        self.code = opened.code
        self._log = log
        self._memory = memory
        self._lock = threading.Lock()
        game = GAMES[opened.setup.game]
        self._record = Record(game, opened.setup, People(game.seats, opened.host))
        self._answers: dict[str, Answer] = {}
        self._refusals: OrderedDict[str, Answer] = OrderedDict()
        self._views: dict[Seat | None, View] = {}
        self._read_on()

    @property
    def record(self) -> Record:
        return self._record

    @property
    def game(self) -> Game[Any]:
        return self._record.game

    @property
    def setup(self) -> Setup:
        """What is played here now; the host may change it until the game begins."""
        return self._record.setup

    @property
    def people(self) -> People:
        return self._record.people

    @property
    def is_finished(self) -> bool:
        return self._record.is_finished

    def play(
        self,
        device: str,
        seat: Seat | None,
        kind: str,
        args: Mapping[str, Json],
        id: str,
        *,
        anyway: bool = False,
        meanwhile: Callable[[Record], None] = lambda record: None,
    ) -> Answer:
        """Judge a tap, store it, believe it. The same id again gets the same answer.

        While it is being stored, `meanwhile` may get ready for the record that it leads to.
        """
        require(device != BY_TABLE, "bad-token")
        key = f"{device}:{id}"
        with self._lock:
            for _ in range(MOST_TRIES):
                known = self._answers.get(key) or self._refusals.get(key)
                if known:
                    return known
                try:
                    entries, record = self._judge(device, Move(kind, seat, args, anyway), key)
                    over = record.is_finished
                    self._log.append(
                        self.code,
                        entries,
                        finished=over if over != self.is_finished else None,
                        meanwhile=partial(meanwhile, record),
                    )
                except Illegal as refusal:
                    return self._refuse(key, Answer(False, 0, refusal.text, refusal.advice))
                except Conflict:
                    self._read_on()
                    continue
                except StoreError as problem:
                    return Answer(False, 0, text("cannot-be-stored", reason=str(problem)))
                self._remember(self._record, record)
                self._believe(record, entries)
                return self._answers[key]
            return Answer(False, 0, text("written-elsewhere"))

    def catch_up(self) -> None:
        """Read what another process may have written since."""
        with self._lock:
            self._read_on()

    def _judge(self, device: str, move: Move, key: str) -> tuple[list[Entry], Record]:
        """The tap as an entry, with what the table does by itself after it, move by move."""
        if move.kind in self.game.moves and move.kind not in HOUSE_MOVES:
            refuse_filled_in(self.game.moves[move.kind], move.args)
        require(len(json.dumps(move.args)) <= LARGEST_MOVE, "oversized")
        entries = [self._entry(self._record.n + 1, key, device, move)]
        record = self._record.after(entries[-1])
        while follow := record.follow(entries[-1]):
            require(len(entries) <= MOST_FOLLOWED, "never-rests")
            n = record.n + 1
            # A phone's id holds a colon after its device, so that none can be like this.
            entries.append(self._entry(n, f"+{n}", BY_TABLE, follow))
            record = record.after(entries[-1])
        return entries, record

    def _entry(self, n: int, id: str, device: str, move: Move) -> Entry:
        """A move on its way into the log, with its time and what the table fills in."""
        args = {**move.args}
        rule = self.game.moves.get(move.kind)
        if rule and move.kind not in HOUSE_MOVES:
            args |= draw_chance(rule, _chance)
            args |= recall(rule, partial(self._memory.recall, self.game.key))
        return Entry(n, id, device, move.seat, move.kind, args, move.anyway, _now())

    def _remember(self, before: Record, after: Record) -> None:
        """Keep what the game wants to know on another evening; the move counts in any case."""
        remember = after.game.remember
        if remember is None or after.game is not before.game:
            return
        kept = remember(before.state, after.state)
        try:
            if kept:
                self._memory.keep(after.game.key, kept)
        except (StoreError, Conflict):
            logging.getLogger(__name__).warning("What a game wants to remember was not kept")

    def _refuse(self, key: str, answer: Answer) -> Answer:
        self._refusals[key] = answer
        while len(self._refusals) > REMEMBERED_REFUSALS:
            self._refusals.popitem(last=False)
        return answer

    def _read_on(self) -> None:
        entries = self._log.entries(self.code, after=self._record.n)
        if entries:
            self._believe(self._record.fold(entries), entries)

    def _believe(self, record: Record, entries: list[Entry]) -> None:
        self._record = record
        self._views = {}
        for entry in entries:
            self._answers[entry.id] = Answer(True, entry.n)

    # What a device may see

    def seat_of(self, device: str, wanted: Seat | None = None) -> Seat | None:
        """The seat that a device plays: the wanted one if it holds it, else its own phone's."""
        people = self.people
        held = people.seats_of(device)
        if wanted in held:
            return wanted
        own = [seat for seat in held if (one := people.at(seat)) and one.phone]
        return own[0] if own else None

    def game_view(self, seat: Seat | None) -> View:
        """The game as this seat may see it."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self._record.state, seat)
        return self._views[seat]

    def look(self, seat: Seat | None, ask: Mapping[str, Json]) -> Shown:
        """What a move would do, before it is made; nothing is booked."""
        require(self.game.look, "unknown-move")
        assert self.game.look
        require(seat, "not-seated")
        return self.game.look(self._record.state, seat, **read_args(self.game.look, ask))

    def view(
        self, device: str, seat: Seat | None, connected: frozenset[Seat] = frozenset()
    ) -> TableView:
        """The table around the game as this device may see it."""
        record, people = self._record, self._record.people
        host = people.is_host(device)
        held = people.seats_of(device)
        taken = {seat for seat, _ in people.sittings}
        room = self.game.modes[self.setup.mode].stop - 1
        return TableView(
            code=self.code,
            setup=self.setup,
            people=_everybody(people, connected),
            free=tuple(one for one in self.game.seats if one not in taken)
            if len(taken) < room and not self.is_finished
            else (),
            you=seat,
            seats=held,
            host=host,
            paused=people.paused,
            wishes=tuple(
                (wish.n, wish.seat) for wish in people.wishes if host or wish.seat in held
            ),
            wish=next((wish.seat for wish in people.wishes if wish.device == device), None),
            asked=tuple(
                Asked(n, line.text, tuple(sorted(yes)))
                for n, yes in record.yes
                if (line := record.steps[n - 1].line)
            ),
            last_own=record.last_moves.get((seat, False)),
            last_undone=record.last_moves.get((seat, True)),
            story=record.story,
            n=record.n,
            options=self.setup.options,
            clock=people.clock,
        )


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


class Tables:
    """Every table of this house."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._memory = Memory(log.store)
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()

    def open(self, game: object, mode: object, options: object, host: str) -> Table:
        """Open a new table; the device `host` is its screen."""
        require(isinstance(game, str) and game in GAMES, "unknown-game")
        setup = read_setup(GAMES[str(game)], mode, options)
        code = self._keep_new(setup, host)
        with self._lock:
            table = Table(Opened(code, setup, host), self._log, self._memory)
            return self._tables.setdefault(code, table)

    def find(self, code: str) -> Table:
        """The table with this code, restored from the log if need be."""
        code = code.upper()
        with self._lock:
            if code not in self._tables:
                opened = self._log.table(code)
                if opened is None or opened.setup.game not in GAMES:
                    raise Illegal("unknown-table")
                self._tables[code] = Table(opened, self._log, self._memory)
            return self._tables[code]

    def unfinished(self) -> list[Opened]:
        """The tables one can go on at, the one played at last first."""
        return [one for one in self._log.tables() if not one.finished]

    def finished(self) -> list[Opened]:
        """The evenings that are over, the newest first."""
        return [one for one in self._log.tables() if one.finished]

    def _keep_new(self, setup: Setup, host: str) -> str:
        """A free code, kept in the log; longer codes once the short ones are mostly gone."""
        length = CODE_LENGTH
        while True:
            for _ in range(20):
                code = "".join(secrets.choice(CODE_LETTERS) for _ in range(length))
                if self._log.open_table(code, setup, host):
                    return code
            length += 1
