"""A game's face: everything that the web side needs from a game besides its rules.

The house has pages, each with slots; a face says which of them its game fills, with which helpers,
drawings and words. What it does not say is not there: a slot that no game fills renders nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import Blueprint
from markupsafe import Markup

from assistant.game import Game, Json, Seat, Setup, Text, text, told_rules
from assistant.view import TableView


class When(IntEnum):
    """How urgent a slot is: what a player waits for goes out to everybody before the rest."""

    AT_ONCE = 0  # opens what was sealed; drawn from what everybody may see, the same for all
    FIRST = 1
    SOON = 2  # in sight, but nobody waits for it
    BEHIND = 3  # a tap away: drawn when it is opened, or when the table is quiet
    OPENED = 4  # drawn only when it is opened: out of touch its place says that it is to come


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
        name = {} if self.setup.name == setup.name else {"name": self.setup.name}
        return {**mode, **({"options": options} if options else {}), **name}


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

    `set_up` lists what the host chooses in the lobby; `house_rules` says in words what a
    set-up changes of the book; `stands` says how far a game is, `evening` how a finished one ended.
    `helpers` are what templates of this game call, under the game's key: ``chess.piece(3)``;
    `signs` are drawings of the sprite as such helpers, a pattern for the symbol and one for its
    class. `looks` are the places in which a look before playing is shown.
    `mood` gives the root element its data attributes; `picture` is the address of what stands
    behind the lobby, and behind a seat that is played on the table screen. `drawings` are served
    under ``/KEY/``. `export` adds to a finished game what programs get, and `rows` makes a
    spreadsheet of that. `gallery` stages parts of screens for a designer. `home` holds
    ``templates`` and ``static`` of a game that does not live in the house.
    """

    game: Game[Any]
    slots: Mapping[str, tuple[Slot, ...]]
    set_up: Callable[[Setup], tuple[Row, ...]]
    stands: Callable[[Any], Text]
    evening: Callable[[Any], Evening]
    house_rules: Callable[[Setup], tuple[Text, ...]] = lambda setup: ()
    picture: Callable[[Any], str] = lambda view: ""
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

    def rules_line(self, setup: Setup) -> Text | None:
        """The house rules of a set-up, for all to see."""
        return told_rules(setup, self.house_rules(setup))

    def namespace(self, draw: Callable[[str, str], Markup]) -> SimpleNamespace:
        """The helpers as templates call them; `draw` takes a symbol of the sprite and a class."""

        def sign(symbol: str, look: str) -> Callable[[int | str], Markup]:
            return lambda which: draw(symbol.format(which), look.format(which))

        signs = {name: sign(*patterns) for name, patterns in self.signs.items()}
        return SimpleNamespace(**self.helpers, **signs)


def ways_of_rules(face: Face, table: TableView) -> tuple[Choice, ...]:
    """How the host may play here: by the book, or by house rules that this machine keeps."""
    book = {name: face.game.options[name][0] for name in face.game.house}

    def way(words: Text, name: str = "", rules: Iterable[tuple[str, str]] = ()) -> Choice:
        options = {**dict(table.setup.options), **book, **dict(rules)}
        setup = replace(table.setup, options=tuple(sorted(options.items())), name=name)
        return Choice(words, setup, text("rules-listed", rules=face.house_rules(setup)))

    named = (
        way(text("rules-named", name=one.name), one.name, one.options) for one in table.kept_rules
    )
    return (way(text("rules-of-the-book")), *named)


# What every page has, whichever game is played.
HEADING = Slot("heading", "slots/heading.html", When.SOON)
HOUSE_SLOTS: Mapping[str, tuple[Slot, ...]] = {
    "seat": (
        Slot("lobby", "slots/lobby.html"),
        Slot("notice", "slots/notice.html"),
        HEADING,
        Slot("about", "slots/about.html", When.BEHIND),
        Slot("sheet", "slots/sheet.html", When.OPENED),
    ),
    "join": (Slot("join", "slots/join.html"), Slot("notice", "slots/notice.html")),
    "watch": (Slot("lobby", "slots/lobby.html"), Slot("notice", "slots/notice.html"), HEADING),
    "table": (
        Slot("lobby", "slots/lobby.html"),
        Slot("notice", "slots/notice.html"),
        HEADING,
        Slot("about", "slots/about.html", When.BEHIND),
        Slot("sheet", "slots/sheet.html", When.OPENED),
    ),
}
PAGES = tuple(HOUSE_SLOTS)


def slots_of(face: Face, page: str) -> tuple[Slot, ...]:
    """Every slot of a page: the game's own, in their order of urgency, and the house's."""
    return (*face.slots.get(page, ()), *HOUSE_SLOTS[page])
