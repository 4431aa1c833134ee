"""A table: judge, store, believe, tell, under one lock. `Tables` opens, finds and restores them."""

from __future__ import annotations

import json
import logging
import random
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from assistant.carry import Brought, packed, unpacked
from assistant.game import (
    LOBBY,
    Game,
    Illegal,
    Json,
    Move,
    Rule,
    Seat,
    Setup,
    Shown,
    Text,
    View,
    call,
    draw_chance,
    read_args,
    read_setup,
    recall,
    refuse_absurd,
    refuse_filled_in,
    require,
    text,
)
from assistant.games import GAMES
from assistant.log import Damaged, Log, Opened
from assistant.memory import Memory
from assistant.moves import (
    CODE_LETTERS,
    HOUSE_MOVES,
    after,
    believed,
    fold,
    require_voice,
    seated_again,
)
from assistant.names import NAMES, read_names
from assistant.now import now
from assistant.patience import Lock
from assistant.record import Entry, Record
from assistant.seats import BY_TABLE, MOST_WISHES, People, judge_new_name
from assistant.store import Conflict, InDoubt, StoreError
from assistant.takeback import GoesToo
from assistant.view import Asked, Goes, Rules, TableView, asked_now, view, what_goes

CODE_LENGTH = 3
LARGEST_MOVE = 4096  # characters of a move on the wire
REMEMBERED_REFUSALS = 500
REMEMBERED_ANSWERS = 500  # older ones are found in the record
MOST_FOLLOWED = 50  # moves in a row that the table makes by itself; more would never end
AT_HAND = 100  # tables that stay in memory although nobody is at them
RULES = "rules:"  # before the name of house rules, in what the machine remembers
MOST_TRIES = 500  # to write a move while others write too: they may be quicker many times in a row
_chance: random.Random = random.SystemRandom()
_now: Callable[[], float] = now


@dataclass(frozen=True)
class Answer:
    """What a tap is told: it counts as move `n`, or it is refused and why."""

    ok: bool
    n: int = 0
    refused: Text | None = None
    advice: bool = False
    goes: Goes | None = None


class Table:
    """One table. Everything that happens to it goes through `play`."""

    def __init__(self, opened: Opened, log: Log, memory: Memory) -> None:
        self.code = opened.code
        self._opened_with = opened.setup
        self._log = log
        self._memory = memory
        self._lock = Lock()
        game = GAMES[opened.setup.game]
        self._record = Record.opened(game, opened.setup, People(game.seats, opened.host))
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._refusals: OrderedDict[str, Answer] = OrderedDict()
        self._views: dict[Seat | None, View] = {}
        self._asked: tuple[Asked, ...] | None = None
        self._is_in_doubt = False  # whether a move may have been written that nobody answered for
        self._read_on()
        _ = self._record.state  # a log that cannot be folded is no table

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
        `InDoubt` if nobody can tell whether it was stored: the same id again will.
        """
        require(device != BY_TABLE, "bad-token")
        key, move = f"{device}:{id}", Move(kind, seat, args, anyway)
        answer = None
        with self._lock:
            try:
                if self._is_in_doubt:
                    self._read_on()
                for _ in range(MOST_TRIES):
                    if known := self._answers.get(key) or self._refusals.get(key):
                        return known
                    answer = self._try(device, move, key, meanwhile)
                    if answer and (answer.ok or not self._log.is_shared):
                        break
                    # Others may have written first, or what this one was refused for want of.
                    if not self._read_on():
                        break
            except StoreError as problem:
                if isinstance(problem, InDoubt) or self._is_in_doubt:
                    self._is_in_doubt = True
                    raise InDoubt(str(problem)) from None
                return Answer(False, 0, text("cannot-be-stored", reason=str(problem)))
            if answer and answer.ok:
                return answer
            if n := self._record.number_of(key):  # a tap of long ago that comes again
                return Answer(True, n)
            if answer is None:
                return Answer(False, 0, text("written-elsewhere"))
            return self._refuse(key, answer)

    def _try(
        self, device: str, move: Move, key: str, meanwhile: Callable[[Record], None]
    ) -> Answer | None:
        """Judge, store, believe; None if somebody else wrote first."""
        try:
            entries, record = self._judge(device, move, key)
            over = record.is_finished
            self._log.append(
                self.code,
                entries,
                finished=over if over != self.is_finished else None,
                opens=_opens(record) if not self._record.goes_on_at else None,
                meanwhile=partial(meanwhile, record),
            )
        except GoesToo as refusal:
            goes = what_goes(self._record, device, move.seat, refusal)
            return Answer(False, 0, refusal.text, goes=goes)
        except Illegal as refusal:
            return Answer(False, 0, refusal.text, refusal.advice)
        except Conflict:
            return None
        self._remember(self._record, record, entries[0])
        self._believe(record, entries)
        return self._answers[key]

    def packed(self) -> dict[str, Json]:
        """This table as a file for another machine."""
        return packed(self.code, self._opened_with, self._record)

    def is_begun_by(self, entries: Sequence[Entry]) -> bool:
        """Whether what happened here and these moves are the same, as far as both go."""
        own = [step.entry.id for step in self._record.steps]
        return all(mine == entry.id for mine, entry in zip(own, entries, strict=False))

    def go_on_with(self, entries: Sequence[Entry]) -> None:
        """Take over what was played elsewhere since."""
        with self._lock:
            record = fold(self._record, entries[self._record.n :])
            new = [step.entry for step in record.steps[self._record.n :]]
            if new:
                with _in_words():
                    self._log.append(self.code, new, finished=record.is_finished)
                self._believe(record, new)

    def catch_up(self, n: int | None = None) -> bool:
        """Read what other processes may have written since, up to move n; whether they did."""
        with self._lock:
            return (n is None or n > self._record.n) and self._read_on()

    def _judge(self, device: str, move: Move, key: str) -> tuple[list[Entry], Record]:
        """The tap as an entry, with what the table does by itself after it, move by move."""
        refuse_absurd(move.args)
        if rule := self._rule(move.kind):
            refuse_filled_in(rule, move.args)
        require(len(json.dumps(move.args)) <= LARGEST_MOVE, "oversized")
        require_voice(self.people, device, move)
        # Asked of what comes and not by the rule: a log of before may hold more.
        many = move.kind == "ask_seat" and len(self.people.wishes) >= MOST_WISHES
        require(not many, "too-many-wishes")
        # No entry is older than the one before it, whoever set which clock.
        at = max([_now(), *(step.entry.at for step in self._record.steps[-1:])])
        entries = [self._entry(self._record.n + 1, key, device, move, at)]
        record = after(self._record, entries[-1])
        judge_new_name(self._record.people, move.kind, move.args)
        while follow := record.follow():
            require(len(entries) <= MOST_FOLLOWED, "never-rests")
            n = record.n + 1
            # A phone's id holds a colon after its device, so that none can be like this.
            entries.append(self._entry(n, f"+{n}", BY_TABLE, follow, at))
            record = after(record, entries[-1])
        return entries, record

    def _rule(self, kind: str) -> Rule | None:
        """What a move is judged by: the house's own before the game's."""
        return HOUSE_MOVES.get(kind) or self.game.moves.get(kind)

    def _entry(self, n: int, id: str, device: str, move: Move, at: float) -> Entry:
        """A move on its way into the log, with its time and what the table fills in."""
        args = {**move.args}
        if rule := self._rule(move.kind):
            args |= draw_chance(rule, _chance)
            args |= recall(rule, partial(self._memory.recall, self.game.key))
        return Entry(n, id, device, move.seat, move.kind, args, move.anyway, at)

    def _remember(self, before: Record, after: Record, entry: Entry) -> None:
        """Keep what is to be known on another evening; the move counts in any case."""
        game, kept = after.game, {}
        if game.remember and game is before.game:
            kept = {**game.remember(before.state, after.state)}
        if after.named_rules != before.named_rules:
            kept |= {RULES + name: rules for name, rules in after.named_rules.items()}
        try:
            if kept:
                self._memory.keep(game.key, kept)
            if entry.kind == "forget_rules":
                self._memory.forget(game.key, RULES + entry.args["name"])
        except (StoreError, Conflict):
            logging.getLogger(__name__).warning("What a game wants to remember was not kept")

    def _refuse(self, key: str, answer: Answer) -> Answer:
        """Remember a no; but what was accepted long ago and comes again gets its old answer."""
        if n := self._record.number_of(key):
            return Answer(True, n)
        self._refusals[key] = answer
        while len(self._refusals) > REMEMBERED_REFUSALS:
            self._refusals.popitem(last=False)
        return answer

    def _read_on(self) -> bool:
        """Believe what stands in the log by now; whether there was something new."""
        entries = self._log.entries(self.code, after=self._record.n)
        self._is_in_doubt = False
        if entries:
            self._believe(believed(self._record, entries), entries)
        return bool(entries)

    def _believe(self, record: Record, entries: list[Entry]) -> None:
        self._record = record
        self._views = {}
        self._asked = None
        for entry in entries[-REMEMBERED_ANSWERS:]:
            self._answers[entry.id] = Answer(True, entry.n)
        while len(self._answers) > REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)

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

    def look(
        self,
        seat: Seat | None,
        ask: Mapping[str, Json],
        names: Callable[[Sequence[str]], Json] = lambda keys: None,
    ) -> Shown:
        """What a move would do, before it is made; nothing is booked.

        `names` says what keys are called in every language.
        """
        require(self.game.look, "unknown-move")
        assert self.game.look
        require(seat, "not-seated")
        refuse_absurd(ask)
        refuse_filled_in(self.game.look, ask)
        kept = recall(self.game.look, partial(self._memory.recall, self.game.key))
        asked = {**ask, **kept, **call(self.game.look, names)}
        return self.game.look(self._record.state, seat, **read_args(self.game.look, asked))

    def add_names(self, device: str, file: str) -> None:
        """Find cards by the names in this file too, on this machine, from now on."""
        require(self.people.is_host(device), "only-the-host")
        self._memory.keep(self.game.key, {NAMES: read_names(file)})

    def view(
        self,
        device: str,
        seat: Seat | None,
        connected: frozenset[Seat] = frozenset(),
        record: Record | None = None,
    ) -> TableView:
        """The table around the game as this device may see it; `record`: as it is about to be."""
        now = record or self._record
        kept = self._kept_rules() if now.people.is_host(device) else ()
        return view(self.code, now, device, seat, connected, self._asked_now(), kept)

    def _kept_rules(self) -> tuple[Rules, ...]:
        """What the host may take up in the lobby, as far as the game still knows it."""
        if self.game_view(None).step != LOBBY:
            return ()
        known = {(one, value) for one, values in self.game.options.items() for value in values}
        try:
            remembered = self._memory.recall_all(self.game.key, RULES)
        except StoreError:
            return ()  # nothing to offer for the moment
        kept = (
            Rules(name, tuple(pair for pair in rules.items() if pair in known))
            for name, rules in remembered.items()
        )
        return tuple(one for one in kept if one.options)

    def _asked_now(self) -> tuple[Asked, ...]:
        """What is asked, the same for every eye: what goes is judged once a move."""
        if self._asked is None:
            self._asked = asked_now(self._record)
        return self._asked


def _opens(record: Record) -> tuple[Opened, list[Entry]] | None:
    """The table that a record goes on at, with its people in their seats."""
    if record.goes_on_at is None:
        return None
    opened = Opened(record.goes_on_at, record.setup, record.people.screen)
    return opened, seated_again(record.people, record.steps[-1].entry.at)


def _not_from_tomorrow(brought: Brought) -> Brought:
    """What was played on a machine whose clock was ahead of ours was played by now."""
    by_now = _now()
    entries = tuple(replace(entry, at=min(entry.at, by_now)) for entry in brought.entries)
    return replace(brought, entries=entries)


@contextmanager
def _in_words() -> Iterator[None]:
    """What the store cannot do is refused like anything else."""
    try:
        yield
    except StoreError as problem:
        raise Illegal("cannot-be-stored", reason=str(problem)) from None


class Tables:
    """Every table of this house."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._memory = Memory(log.store)
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._at_hand: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def open(self, game: object, mode: object, options: object, host: str) -> Table:
        """Open a new table; the device `host` is its screen."""
        require(isinstance(game, str) and game in GAMES, "unknown-game")
        setup = read_setup(GAMES[str(game)], mode, options)
        with _in_words():
            code = self._new_code(partial(self._log.open_table, setup=setup, host=host))
        with self._lock:
            opened = Opened(code, setup, host)
            return self._keep_at_hand(
                self._tables.get(code) or Table(opened, self._log, self._memory)
            )

    def find(self, code: str) -> Table:
        """The table with this code as it stands now, restored from the log if need be."""
        code = code.upper()
        with self._lock, _in_words():
            known = self._tables.get(code)
            table = self._keep_at_hand(known or self._restored(code))
        if known and self._log.is_shared:
            with suppress(Illegal, StoreError):  # what is known of it can be shown all the same
                table.catch_up()
        return table

    def _restored(self, code: str) -> Table:
        opened = self._log.table(code)
        if opened is None or opened.setup.game not in GAMES:
            raise Illegal("unknown-table")
        return Table(opened, self._log, self._memory)

    def _keep_at_hand(self, table: Table) -> Table:
        """One that somebody is at stays the same one; of all others those found last stay."""
        self._tables[table.code] = self._at_hand[table.code] = table
        self._at_hand.move_to_end(table.code)
        if len(self._at_hand) > AT_HAND:
            self._at_hand.popitem(last=False)
        return table

    def sound(self, code: str) -> Record:
        """What is sound of a damaged table, as it stood then."""
        with _in_words():
            opened = self._log.sound_table(code)
            require(opened and opened.setup.game in GAMES, "unknown-table")
            assert opened
            game = GAMES[opened.setup.game]
            record = Record.opened(game, opened.setup, People(game.seats, opened.host))
            return fold(record, self._log.sound_entries(code))

    def go_on(self, code: str) -> None:
        """Make a damaged table an ordinary one, as far as it is sound."""
        with self._lock, _in_words():
            if code in self._log.damaged:
                self._log.go_on(code, finished=self.sound(code).is_finished)
                self._tables.pop(code, None)
                self._at_hand.pop(code, None)

    @property
    def damaged(self) -> list[Damaged]:
        """The tables that were found damaged, and how far each is sound."""
        return [Damaged(code, sound) for code, sound in sorted(self._log.damaged.items())]

    def glance(self, code: str) -> Table:
        """As `find`, for a short look: a table that nobody is at is not kept at hand."""
        with _in_words():
            opened = self._log.table(code)
            if opened and code not in self._tables:
                return Table(opened, self._log, self._memory)
        return self.find(code)

    def bring(self, file: Json, host: str) -> Table:
        """Go on at a table from another machine; the device `host` is its screen here.

        A table that left from here and was played elsewhere since comes back to its own code, if
        its host brings it; any other that does not fit what lies here gets a code of its own.
        """
        brought = _not_from_tomorrow(unpacked(file, host))
        if self._keep(brought.code, brought, host):
            return self.find(brought.code)
        known = self.find(brought.code)
        if known.people.is_host(host) and known.is_begun_by(brought.entries):
            known.go_on_with(_not_from_tomorrow(unpacked(file, known.people.screen)).entries)
            return known
        return self.find(self._new_code(partial(self._keep, brought=brought, host=host)))

    def _keep(self, code: str, brought: Brought, host: str) -> bool:
        with _in_words():
            return self._log.open_table(
                code, brought.setup, host, brought.entries, finished=brought.is_finished
            )

    def remove(self, code: str) -> None:
        """Take a table off the list; it is still found by its code."""
        known = self.find(code).code
        with _in_words():
            self._log.remove(known)

    def unfinished(self) -> list[Opened]:
        """The tables one can go on at, the one played at last first."""
        with _in_words():
            return [one for one in self._log.tables() if not one.finished and one.is_listed]

    def finished(self) -> list[Opened]:
        """The evenings that are over, the newest first."""
        with _in_words():
            return [one for one in self._log.tables() if one.finished]

    def _new_code(self, keep: Callable[[str], bool]) -> str:
        """A code under which `keep` found room; longer ones once the short are mostly gone."""
        length = CODE_LENGTH
        while True:
            for _ in range(20):
                code = "".join(secrets.choice(CODE_LETTERS) for _ in range(length))
                if keep(code):
                    return code
            length += 1
