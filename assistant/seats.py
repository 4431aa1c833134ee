"""Who sits where, on which phone, and the clock: the moves that every game shares. Pure.

A *device* is a browser or a program, known by its signed key. A seat belongs to the devices in
`Sitting.devices`; a device may hold several seats (two people, one phone). These moves are never
taken back: each has its opposite.

What a seat has sealed was chosen on a device that holds it. It stays sealed where a device that
holds the seat moves it itself; if the seat comes to another device in any other way, it is void
(`came`). Moves by which that can happen are marked by `voids`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from assistant.clock import Clock, Seconds, face
from assistant.game import Illegal, Json, Names, Rule, Seat, Since, Text, require, rules, text

NAME_LENGTH = 20
NAMING = ("sit", "rename", "set_up")  # moves that give a new name
JOINERS = "\u200d\ufe0f"  # they make one sign of several, and show nothing themselves
# Letters, signs and marks that show nothing: fillers, a blank of Braille, selectors of variants.
BLANK = {
    *map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159"),
    *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)),
}
MOST_WISHES = 10  # for seats, that wait for an answer at one table
BY_TABLE = ""  # the device of what the table does by itself
TABLE = "table"  # where a seat without a phone is played from, if not on a neighbour's phone
Voids = Annotated[bool, Since(True)]  # of a move that may bring a seat to another device


@dataclass(frozen=True)
class Sitting:
    """Somebody at a seat. Without a phone of their own they play behind a cover."""

    name: str
    devices: frozenset[str]
    phone: bool = True


@dataclass(frozen=True)
class Wish:
    """A device that asks to take over a seat; `n` is the number of the move that asked."""

    n: int
    device: str
    seat: Seat


@dataclass(frozen=True)
class Actor:
    """Who makes a move: the device; the move's number and its time."""

    device: str
    n: int = 0
    at: float = 0.0


@dataclass(frozen=True)
class People:
    """Everybody at the table. `order` are the colours of the game."""

    order: tuple[Seat, ...]
    screen: str  # the device that opened the table; it is always host
    sittings: tuple[tuple[Seat, Sitting], ...] = ()
    host: Seat | None = None  # the seat that shares the host's role
    wishes: tuple[Wish, ...] = ()
    paused: bool = False
    names: tuple[tuple[Seat, str], ...] = ()  # the last name at each seat, kept for the story
    clock: Clock | None = None

    def at(self, seat: Seat | None) -> Sitting | None:
        return dict(self.sittings).get(seat or "")

    def seats_of(self, device: str) -> tuple[Seat, ...]:
        return tuple(seat for seat, one in self.sittings if device in one.devices)

    def is_host(self, device: str) -> bool:
        one = self.at(self.host)
        return device == self.screen or (one is not None and device in one.devices)

    def has_word(self, device: str, seat: Seat | None) -> bool:
        """Whether what a device says for a seat is the host's word: a guest's on it is not."""
        one = self.at(seat)
        return self.is_host(device) and (one is None or self._is_hosts(seat, one))

    def name(self, seat: Seat | None) -> str:
        return dict(self.names).get(seat or "", "")

    def seated(self, seat: Seat, one: Sitting | None) -> People:
        """Everybody, with this one at the seat; None: with nobody there."""
        sittings = {**dict(self.sittings), seat: one}
        kept = tuple((key, sittings[key]) for key in self.order if sittings.get(key))
        people = replace(self, sittings=tuple((key, one) for key, one in kept if one))
        if one is None:
            return people
        names = {**dict(self.names), seat: one.name}
        return replace(people, names=tuple(sorted(names.items())))

    def settled(self, order: tuple[Seat, ...], places: int) -> People:
        """Those who fit at a table with these colours and so many places, the host before all."""
        fitting = [pair for pair in self.sittings if pair[0] in order]
        fitting.sort(key=lambda pair: (not self._is_hosts(*pair), order.index(pair[0])))
        kept = dict(fitting[:places])
        return replace(
            self,
            order=order,
            sittings=tuple((seat, kept[seat]) for seat in order if seat in kept),
            host=self.host if self.host in kept else None,
            wishes=tuple(wish for wish in self.wishes if wish.seat in kept),
            names=tuple((seat, name) for seat, name in self.names if seat in kept),
        )

    def _is_hosts(self, seat: Seat | None, one: Sitting) -> bool:
        return seat == self.host or (one.phone and self.screen in one.devices)


def read_name(name: str) -> str:
    """A name fit to be shown: trimmed, of ordinary characters, not too long."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    require(name, "name-missing")
    require(len(name) <= NAME_LENGTH, "name-too-long", most=NAME_LENGTH)
    odd = any(
        character in "<>" or (unicodedata.category(character)[0] == "C" and character != "\u200d")
        for character in name
    )
    require(not odd, "name-odd")
    require(any(unicodedata.category(character)[0] in "LNS" for character in name), "name-odd")
    return name


def judge_new_name(people: People, kind: str, args: Mapping[str, Json]) -> None:
    """Refuse a new name that hides something, or that reads like somebody else's here.

    No rule of a move: what older logs hold stays readable.
    """
    name = args.get("name")
    if kind not in NAMING or not isinstance(name, str):
        return
    require(not any(ord(character) in BLANK for character in name), "name-odd")
    if kind != "set_up":
        others = (one.name for seat, one in people.sittings if seat != args.get("seat"))
        require(_read_aloud(name) not in map(_read_aloud, others), "name-taken")


def _read_aloud(name: str) -> str:
    """What names have in common that nobody can tell apart.

    >>> _read_aloud("ＡＮＮ \u200d") == _read_aloud("Ann")
    True
    """
    shown = "".join(character for character in name if character not in JOINERS)
    return " ".join(unicodedata.normalize("NFKC", shown).casefold().split())


def sit(
    people: People, actor: Actor, seat: str, name: str, phone: bool = True, voids: Voids = False
) -> People:
    """Sit down at a free colour under your name; `phone` is False for somebody without one."""
    require(seat in people.order, "unknown-seat")
    name = read_name(name)
    require(not people.at(seat), "seat-taken", who=Names((seat,)))
    if phone:
        require(not people.seats_of(actor.device), "already-seated")
    else:
        require(people.seats_of(actor.device) or people.is_host(actor.device), "not-seated")
    return people.seated(seat, Sitting(name, frozenset({actor.device}), phone))


def free(people: People, actor: Actor, seat: str, voids: Voids = False) -> People:
    """Leave a seat, or as host free somebody's."""
    _whose(people, actor, seat)
    people = replace(
        people.seated(seat, None),
        wishes=tuple(wish for wish in people.wishes if wish.seat != seat),
    )
    return _with_guests(replace(people, host=None) if people.host == seat else people)


def rename(people: People, actor: Actor, seat: str, name: str) -> People:
    """Change the name at your seat, or as host at any."""
    one = _whose(people, actor, seat)
    return people.seated(seat, replace(one, name=read_name(name)))


def ask_seat(people: People, actor: Actor, seat: str) -> People:
    """Ask to go on playing a taken seat on this phone; its owner or the host answers."""
    require(people.at(seat), "seat-free")
    require(seat not in people.seats_of(actor.device), "already-seated")
    asked = any(wish.device == actor.device and wish.seat == seat for wish in people.wishes)
    require(not asked, "already-asked")
    others = tuple(wish for wish in people.wishes if wish.device != actor.device)
    return replace(people, wishes=(*others, Wish(actor.n, actor.device, seat)))


def hand_over(people: People, actor: Actor, wish: int, voids: Voids = False) -> People:
    """Say yes: the seat is played on the phone that asked, and on no other."""
    asked = _wish(people, wish)
    one = _whose(people, actor, asked.seat)
    has_a_seat = bool(people.seats_of(asked.device))
    moved = replace(one, devices=frozenset({asked.device}), phone=not has_a_seat)
    people = _with_guests(people.seated(asked.seat, moved))
    return replace(people, wishes=tuple(w for w in people.wishes if w.device != asked.device))


def decline(people: People, actor: Actor, wish: int) -> People:
    """Say no: the seat stays where it is. Who asked may take the wish back too."""
    asked = _wish(people, wish)
    if asked.device != actor.device:
        _whose(people, actor, asked.seat)
    return replace(people, wishes=tuple(w for w in people.wishes if w.n != wish))


def play_from(people: People, actor: Actor, seat: str, where: str, voids: Voids = False) -> People:
    """Play a seat from the table screen or on a neighbour's phone, behind a cover."""
    one = _whose(people, actor, seat)
    if where == TABLE:
        devices = frozenset({people.screen})
    else:
        neighbour = people.at(where)
        require(neighbour and where != seat, "unknown-seat")
        assert neighbour
        devices = neighbour.devices
    return _with_guests(people.seated(seat, replace(one, devices=devices, phone=False)))


def hand_host(people: People, actor: Actor, seat: str | None) -> People:
    """Give the host's role to a phone; None takes it back to the table screen alone."""
    require(people.is_host(actor.device), "only-the-host")
    require(seat is None or people.at(seat), "seat-free")
    return replace(people, host=seat)


def pause(people: People, actor: Actor) -> People:
    """Pause the table: no card is picked until it goes on, and the clock stands still."""
    _seated_or_host(people, actor)
    require(not people.paused, "already-paused")
    return replace(people, paused=True, clock=people.clock and people.clock.held(actor.at))


def resume(people: People, actor: Actor) -> People:
    """Go on after a pause."""
    _seated_or_host(people, actor)
    require(people.paused, "not-paused")
    return replace(people, paused=False, clock=people.clock and people.clock.resumed(actor.at))


def start_clock(people: People, actor: Actor, seconds: Seconds) -> People:
    """Start a clock that everybody sees, in place of the one that may be running."""
    _host_or_table(people, actor)
    clock = Clock.started(seconds, actor.at)
    return replace(people, clock=clock.held(actor.at) if people.paused else clock)


def stop_clock(people: People, actor: Actor) -> People:
    """Put the clock away."""
    _host_or_table(people, actor)
    # What the table does by itself must not fail because the host was quicker.
    require(people.clock or actor.device == BY_TABLE, "no-clock")
    return replace(people, clock=None)


SEAT_MOVES: Mapping[str, Rule] = rules(
    sit,
    free,
    rename,
    ask_seat,
    hand_over,
    decline,
    play_from,
    hand_host,
    pause,
    resume,
    start_clock,
    stop_clock,
)


def came(before: People, after: People) -> tuple[Seat, ...]:
    """The seats that a move brought to a device that did not hold them."""
    held = {seat: one.devices for seat, one in before.sittings}
    return tuple(
        seat for seat, one in after.sittings if not one.devices <= held.get(seat, frozenset())
    )


def line_of(
    before: People, after: People, kind: str, args: Mapping[str, object]
) -> tuple[Seat | None, Text]:
    """What a move of the house says in the story, and whose line it is."""
    seat = args.get("seat")
    seat = seat if isinstance(seat, str) else None
    match kind:
        case "sit":
            return seat, text("story-sat" if args.get("phone", True) else "story-sat-shared")
        case "free":
            return seat, text("story-left")
        case "rename":
            return seat, text("story-renamed", old=before.name(seat), new=after.name(seat))
        case "ask_seat":
            return seat, text("story-asked")
        case "hand_over" | "decline":
            wish = next(wish for wish in before.wishes if wish.n == args["wish"])
            key = "story-handed-over" if kind == "hand_over" else "story-declined"
            return wish.seat, text(key)
        case "play_from" if args["where"] == TABLE:
            return seat, text("story-plays-from-table")
        case "play_from":
            return seat, text("story-plays-from", who=Names((str(args["where"]),)))
        case "hand_host":
            return seat, text("story-host" if seat else "story-host-screen")
        case "start_clock" if after.clock:
            return None, text("story-start_clock", time=face(after.clock.seconds))
    return None, text(f"story-{kind}")


def _whose(people: People, actor: Actor, seat: Seat) -> Sitting:
    """The sitting at a seat that the actor may dispose of: the own, or any for the host."""
    one = people.at(seat)
    if one is None:
        raise Illegal("seat-free")
    require(actor.device in one.devices or people.is_host(actor.device), "not-your-seat")
    return one


def _with_guests(people: People) -> People:
    """Who played on a phone that nobody has for their own any more plays from the table screen."""
    phones = {device for _, one in people.sittings if one.phone for device in one.devices}
    for seat, one in people.sittings:
        if not one.phone and not one.devices & {people.screen, *phones}:
            people = people.seated(seat, replace(one, devices=frozenset({people.screen})))
    return people


def _wish(people: People, n: int) -> Wish:
    for wish in people.wishes:
        if wish.n == n:
            return wish
    raise Illegal("no-such-wish")


def _seated_or_host(people: People, actor: Actor) -> None:
    require(people.seats_of(actor.device) or people.is_host(actor.device), "not-seated")


def _host_or_table(people: People, actor: Actor) -> None:
    require(actor.device == BY_TABLE or people.is_host(actor.device), "only-the-host")
