"""Everybody who looks at one table, and what they are still to be shown.

What opens sealed choices goes to all of them in one go, as soon as the move is kept. The rest is
drawn by one greenlet a table, after the tap was answered: an eye after the other, always from the
newest state, giving way to taps in between. What nobody looks at waits until the table is quiet.
"""

from __future__ import annotations

import json
import logging
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

import gevent
from gevent.event import Event

from assistant.game import Json, Seat, View
from assistant.now import now
from assistant.record import Line, Record
from assistant.table import Table
from assistant.view import TableView
from assistant.web.around import Around, Surroundings
from assistant.web.face import Face, Slot, When, slots_of
from assistant.web.presence import Presence
from assistant.web.screen import STORY_LENGTH, Drawings, Screens
from assistant.web.sight import Sight

QUIET_SECONDS = 1.0  # without a change: then phones get what is behind their tabs
AT_A_STRETCH = 0.0005  # seconds of drawing before whoever taps comes first
LONGEST_WAIT = 0.02  # seconds that drawing waits for taps to be kept
STORY = "story"  # among what a page shows: the lines of the story
IN_SIGHT = (When.FIRST, When.SOON)

T = TypeVar("T")
Patch = list[str | list[int]]
Opened = dict[tuple[str, str], Mapping[str, str]]  # slots by page and language
Send = Callable[[str, Json, list[str]], None]  # an event, what it says, and the sockets it goes to


@dataclass(eq=False)
class Eye:
    """One socket: what it looks at, and what it was shown last."""

    sid: str
    table: Table
    device: str
    seat: Seat | None
    page: str | None  # None: a program that gets views instead of screens
    language: str
    game: str  # whose page it is; another game has another one
    shows: frozenset[str] = frozenset()  # of what is behind, the slots that are open on it
    drawn: dict[str, str] = field(default_factory=dict)  # stamps of slots that the page came with
    shown: dict[str, str] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    changes: int = 0  # how many changes of the table it has been shown
    is_moving: bool = True  # False for somebody who only watches


class Showing:
    """One table as it is looked at."""

    def __init__(
        self,
        table: Table,
        screens: Screens,
        around: Around,
        faces: Mapping[str, Face],
        send: Send,
        free: Event,
        as_json: Callable[[Eye, TableView, View], dict[str, Json]],
        presence: Presence,
        send_away: Callable[[Eye], None] = lambda eye: None,
    ) -> None:
        self.table = table
        self.eyes: dict[str, Eye] = {}
        self.painter: gevent.Greenlet | None = None
        self._screens = screens
        self._around = around
        self._faces = faces
        self._send = send
        self._free = free  # set while no tap is being judged or kept
        self._as_json = as_json
        self._presence = presence
        self._send_away = send_away
        self._drawings = Drawings()
        self._changes = 0
        self._due: dict[When, dict[Eye, None]] = {when: {} for when in (*IN_SIGHT, When.BEHIND)}
        self._stirred = Event()
        self._foreseen: tuple[Record | None, Opened] = (None, {})
        self._since = 0.0  # when the painter gave way last

    @property
    def connected(self) -> frozenset[Seat]:
        """The seats that some device is showing right now, here or at another process."""
        return self._here | self._presence.elsewhere(self.table.code)

    @property
    def _here(self) -> frozenset[Seat]:
        return frozenset(eye.seat for eye in self.eyes.values() if eye.seat)

    # Coming and going

    def welcome(self, eye: Eye) -> None:
        """An eye opens: it is shown at once what is in its sight."""
        before = self.connected
        self.eyes[eye.sid] = eye
        self._presence.show(self.table.code, self._here)
        self.bring(eye)
        if self.connected != before:
            self.tell()
        else:
            self._due[When.BEHIND][eye] = None
            self._wake()

    def leave(self, eye: Eye) -> None:
        before = self.connected
        self.eyes.pop(eye.sid, None)
        self._presence.show(self.table.code, self._here)
        if self.connected != before:
            self.tell()

    def tell(self) -> None:
        """Something has changed: show to all what they wait for at once, and the rest soon."""
        for eye in list(self.eyes.values()):
            self._is_here(eye)
        self._open()
        self._changes += 1
        for due in self._due.values():
            due.update(dict.fromkeys(self.eyes.values()))
        self._wake()
        self._foreseen = None, {}  # who is connected may be another matter next time

    # What everybody waits for

    def foresee(self, record: Record) -> None:
        """Draw what a move would open, before it is kept. Nothing leaves."""
        if record.people is self.table.people:  # else other names may be said by then
            self._attempt(self._open_for, record)

    def _open(self) -> None:
        """Show to all in one go what was sealed and lies open now."""
        alike: dict[str, list[str]] = {}
        seen = self._seen_by_all()
        for eye in self.eyes.values():
            if eye.page and (message := self._news(eye, self._opened(eye), seen)):
                alike.setdefault(message, []).append(eye.sid)
        for message, sids in alike.items():
            self._send("screen", message, sids)

    def _opened(self, eye: Eye) -> Mapping[str, str]:
        """The slots that open sealed choices, as they stand now."""
        assert eye.page
        record, opened = self._foreseen
        if record is not self.table.record or (eye.page, eye.language) not in opened:
            opened = self._open_for(self.table.record)
        return opened[eye.page, eye.language]

    def _open_for(self, record: Record) -> Opened:
        """The same for a record, by page and language.

        They are drawn from what everybody may see: the view of nobody's device, at no seat.
        """
        view = record.game.view(record.state, None)
        sight = Sight(table=self._seen_by_all(record), view=view, around=Surroundings())
        alike = {(eye.page, eye.language): eye for eye in self.eyes.values() if eye.page}
        opened: Opened = {
            key: self._attempt(self._drawn, eye, self._slots(eye, When.AT_ONCE), sight) or {}
            for key, eye in alike.items()
        }
        self._foreseen = (record, opened)
        return opened

    def _seen_by_all(self, record: Record | None = None) -> TableView:
        return self.table.view("", None, self.connected, record)

    # The rest

    def _wake(self) -> None:
        self._stirred.set()
        if self.painter is None:
            self.painter = gevent.spawn(self._paint)

    def bring(self, eye: Eye) -> None:
        """Show one eye at once everything that is in its sight, if it still has a place here."""
        if not self._is_here(eye):
            return
        if eye.page and (message := self._news(eye, self._opened(eye), self._seen_by_all())):
            self._send("screen", message, [eye.sid])
        self._attempt(self._show, eye, IN_SIGHT)

    def _paint(self) -> None:
        """Until everything is shown; whoever taps goes first."""
        try:
            gevent.sleep(0)  # the tap is answered first
            while any(self._due.values()):
                self._give_way()
                when = next(when for when, eyes in self._due.items() if eyes)
                if when is When.BEHIND and not self._is_quiet():
                    continue
                eye = next(iter(self._due[when]))
                del self._due[when][eye]
                self._attempt(self._show, eye, (when,), self._give_way)
        finally:
            self.painter = None

    def _is_quiet(self) -> bool:
        """Whether nothing has changed for a moment."""
        if not self._stirred.is_set():
            return True
        self._stirred.clear()
        return not self._stirred.wait(QUIET_SECONDS)

    def _give_way(self) -> None:
        """Whoever taps goes first; but a house that taps without end is shown something too."""
        if time.perf_counter() - self._since < AT_A_STRETCH:
            return
        with gevent.Timeout(LONGEST_WAIT, False):
            gevent.idle()  # what has come by the wire is read; `sleep(0)` would not look there
            self._free.wait()
        self._since = time.perf_counter()

    def _show(
        self, eye: Eye, when: Iterable[When], between: Callable[[], None] = lambda: None
    ) -> None:
        """Send those of the slots, and of the story's steps, that changed for this eye."""
        if not self._is_here(eye):
            return
        changes, table = self._changes, self.table
        seen, view = table.view(eye.device, eye.seat, self.connected), table.game_view(eye.seat)
        if eye.page is None:
            if When.FIRST in when:
                self._show_view(eye, seen, view)
            return
        sight = Sight(table=seen, view=view, around=self._around.of(eye.page, table))
        slots = [slot for one in when for slot in self._slots(eye, one)]
        fresh = self._drawn(eye, slots, sight, between)
        if eye.changes > changes or eye.sid not in self.eyes:
            return  # while this was drawn, it was shown something newer, or lost its place
        eye.changes = changes
        tells = When.BEHIND in when or (STORY in eye.shows and When.SOON in when)
        if message := self._news(eye, fresh, seen, tells and eye.page != "join"):
            self._send("screen", message, [eye.sid])

    def _is_here(self, eye: Eye) -> bool:
        """Whether an eye is open still; one that has lost its place is sent away."""
        if eye.sid in self.eyes and has_lost_its_place(eye):
            del self.eyes[eye.sid]
            self._send_away(eye)
        return eye.sid in self.eyes

    def _slots(self, eye: Eye, when: When) -> list[Slot]:
        """The slots that are due then; what is open on this eye is in its sight like the rest."""
        if eye.page is None:
            return []
        return [
            slot
            for slot in slots_of(self._faces[self.table.game.key], eye.page)
            if (When.FIRST if _is_open(slot, eye) else slot.when) is when
        ]

    def _drawn(
        self,
        eye: Eye,
        slots: Iterable[Slot],
        sight: Sight,
        between: Callable[[], None] = lambda: None,
    ) -> dict[str, str]:
        assert eye.page
        drawn: dict[str, str] = {}
        for slot in slots:
            drawn[slot.name] = self._screens.slot(
                slot, eye.page, sight, eye.language, self._drawings
            )
            between()
        return drawn

    def _news(
        self, eye: Eye, fresh: Mapping[str, str], seen: TableView, tells: bool = False
    ) -> str:
        """What an eye is told: of slots the lines that are new, and new steps of the story."""
        patches = {
            slot: patch(None if slot in eye.drawn else eye.shown.get(slot), html)
            for slot, html in fresh.items()
            if not self._has(eye, slot, html)
        }
        lines = self._new_lines(eye, seen) if tells else {}
        eye.shown |= fresh
        for slot in patches:
            eye.drawn.pop(slot, None)
        if not patches and not lines:
            return ""
        message = {"n": seen.n, "slots": patches, **({"lines": lines} if lines else {})}
        if seen.clock and seen.clock.is_running:
            message["now"] = now()
        return json.dumps(message)

    def _has(self, eye: Eye, slot: str, html: str) -> bool:
        """Whether an eye shows this already; a page came with some of its slots drawn."""
        if slot in eye.shown:
            return eye.shown[slot] == html
        return slot in eye.drawn and eye.drawn[slot] == stamp(html)

    def _new_lines(self, eye: Eye, seen: TableView) -> dict[int, str]:
        known = {line.n: line for line in eye.lines}
        eye.lines = seen.story[-STORY_LENGTH:]
        new = [line for line in eye.lines if known.get(line.n) != line]
        return self._screens.lines(new, seen, eye.language)

    def _show_view(self, eye: Eye, seen: TableView, view: View) -> None:
        whole = self._as_json(eye, seen, view)
        shown = json.dumps(whole, sort_keys=True)
        if eye.shown.get("view") != shown:
            eye.shown = {"view": shown}
            self._send("view", {"n": seen.n, "view": whole}, [eye.sid])

    def _attempt(self, show: Callable[..., T], *values: Any) -> T | None:
        """A screen that breaks is one phone's trouble: the move counts and the others see it."""
        try:
            return show(*values)
        except Exception:
            logging.getLogger(__name__).exception("A screen could not be shown")
            return None


def has_lost_its_place(eye: Eye) -> bool:
    """Whether the page has to be another one.

    The seat moved to another phone, this phone got one, or another game is played.
    """
    table = eye.table
    if eye.page is not None and eye.game != table.game.key:
        return True
    if eye.page == "join":
        return table.seat_of(eye.device) is not None
    if eye.page == "seat" and eye.seat is None:
        return True
    return eye.seat is not None and eye.seat not in table.people.seats_of(eye.device)


def _is_open(slot: Slot, eye: Eye) -> bool:
    """Only what is behind can be opened: what all see alike stays so, whatever a page says."""
    return slot.when >= When.BEHIND and slot.name in eye.shows


def stamp(html: str) -> str:
    """By which a page says what it came with."""
    return f"{zlib.crc32(html.encode()):08x}"


@lru_cache(maxsize=100)
def patch(old: str | None, new: str) -> Patch:
    """A slot for an eye that has the old one: new lines, and runs of old ones as [first, count].

    >>> patch("a\\nb\\nc", "a\\nx\\nb\\nc")
    [[0, 1], 'x', [1, 2]]
    """
    had = old.split("\n") if old else []
    places = {line: place for place, line in enumerate(had)}
    runs: Patch = []
    likely = 0  # where the next line was, if none came or went: one like it may stand elsewhere too
    for line in new.split("\n"):
        place = likely if had[likely : likely + 1] == [line] else places.get(line)
        likely = (likely if place is None else place) + 1
        last = runs[-1] if runs else None
        if place is None:
            if isinstance(last, str):
                runs[-1] = f"{last}\n{line}"
            else:
                runs.append(line)
        elif isinstance(last, list) and last[0] + last[1] == place:
            last[1] += 1
        else:
            runs.append([place, 1])
    return runs
