"""A game's face: everything that the web side needs from a game besides its rules.

The house has pages, each with slots; a face says which of them its game fills, with which helpers,
drawings and words. What it does not say is not there: a slot that no game fills renders nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import Blueprint
from markupsafe import Markup

from assistant.game import Game, Json, Seat, Setup, Text


class When(IntEnum):
    """How urgent a slot is: what a player waits for goes out to everybody before the rest."""

    AT_ONCE = 0  # opens what was sealed; drawn from what everybody may see, the same for all
    FIRST = 1
    SOON = 2  # in sight, but nobody waits for it
    BEHIND = 3  # a tap away: drawn when it is opened, or when the table is quiet


@dataclass(frozen=True)
class Slot:
    """A place on a page that the server fills."""

    name: str
    template: str
    when: When = When.FIRST
    panel: bool = False  # it fills a tab of a phone


@dataclass(frozen=True)
class Choice:
    """A way in which a table may be set up, and the set-up that it leads to."""

    words: Text
    setup: Setup
    more: Text | None = None

    def change(self, setup: Setup) -> dict[str, Json]:
        """What `set_up` has to say to come here from another set-up: only what differs."""
        was = dict(setup.options)
        options = {name: one for name, one in self.setup.options if was.get(name) != one}
        mode = {} if self.setup.mode == setup.mode else {"mode": self.setup.mode}
        return {**mode, **({"options": options} if options else {})}


@dataclass(frozen=True)
class Row:
    """Ways that exclude each other: who plays, how hard, how much help."""

    words: Text
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Frame:
    """A part of a real screen for the gallery: its name, the room it gets, and what is in it."""

    name: str
    room: str  # "phone", "table" or "wide"
    html: Markup


@dataclass(frozen=True)
class Evening:
    """A finished game in two lines: who won with what, and how it went."""

    headline: Text
    more: Text
    winners: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Face:
    """What a game shows of itself.

    `set_up` lists what the host chooses in the lobby; `stands` says how far a game is, `evening`
    how a finished one ended. `helpers` are what templates of this game call, under the game's key:
    ``chess.piece(3)``; `signs` are drawings of the sprite as such helpers, a pattern for the
    symbol and one for its class. `looks` are the places in which a look before playing is shown.
    `mood` gives the root element its data attributes; `picture` is the address of what stands
    behind the lobby. `drawings` are served under ``/KEY/``. `export` adds to a finished game what
    programs get, and `rows` makes a spreadsheet of that. `gallery` stages parts of screens for a
    designer. `home` holds ``templates`` and ``static`` of a game that does not live in the house.
    """

    game: Game[Any]
    slots: Mapping[str, tuple[Slot, ...]]
    set_up: Callable[[Setup], tuple[Row, ...]]
    stands: Callable[[Any], Text]
    evening: Callable[[Any], Evening]
    picture: str = ""
    helpers: Mapping[str, Any] = field(default_factory=dict)
    signs: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    looks: tuple[str, ...] = ()
    mood: Callable[[Any], Mapping[str, str]] = lambda view: {}
    drawings: Blueprint | None = None
    export: Callable[[Any, Sequence[Any]], Mapping[str, Json]] = lambda view, history: {}
    rows: Callable[[Mapping[str, Json]], Iterable[Sequence[Json]]] | None = None
    gallery: Callable[[Any, str], Iterator[Frame]] | None = None
    home: Path | None = None

    @property
    def key(self) -> str:
        return self.game.key

    def namespace(self, draw: Callable[[str, str], Markup]) -> SimpleNamespace:
        """The helpers as templates call them; `draw` takes a symbol of the sprite and a class."""

        def sign(symbol: str, look: str) -> Callable[[int | str], Markup]:
            return lambda which: draw(symbol.format(which), look.format(which))

        signs = {name: sign(*patterns) for name, patterns in self.signs.items()}
        return SimpleNamespace(**self.helpers, **signs)


# What every page has, whichever game is played.
HOUSE_SLOTS: Mapping[str, tuple[Slot, ...]] = {
    "seat": (
        Slot("lobby", "slots/lobby.html"),
        Slot("notice", "slots/notice.html"),
        Slot("sheet", "slots/sheet.html", When.BEHIND),
    ),
    "join": (Slot("join", "slots/join.html"), Slot("notice", "slots/notice.html")),
    "watch": (Slot("lobby", "slots/lobby.html"), Slot("notice", "slots/notice.html")),
    "table": (
        Slot("lobby", "slots/lobby.html"),
        Slot("notice", "slots/notice.html"),
        Slot("sheet", "slots/sheet.html", When.BEHIND),
    ),
}
PAGES = tuple(HOUSE_SLOTS)


def slots_of(face: Face, page: str) -> tuple[Slot, ...]:
    """Every slot of a page: the game's own, in their order of urgency, and the house's."""
    return (*face.slots.get(page, ()), *HOUSE_SLOTS[page])
