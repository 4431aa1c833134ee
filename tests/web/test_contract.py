"""Every page of every game, at every step of its evenings, in every language and light."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import unescape
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from jinja2 import StrictUndefined

from assistant.game import Game, Move, Rule, Seat, draw_chance, read_args
from assistant.log import Log
from assistant.moves import RECORD_MOVES
from assistant.record import Entry
from assistant.seats import BY_TABLE, SEAT_MOVES
from assistant.table import Table, Tables
from assistant.web import create_app
from assistant.web.addresses import Addresses
from assistant.web.around import Around
from assistant.web.face import PAGES, When, slots_of
from assistant.web.faces import FACES
from assistant.web.screen import STORY_LENGTH, Drawings, Screens
from assistant.web.shell import THEMES
from assistant.web.sight import Sight
from assistant.web.speech import LANGUAGES
from tests.games import EVERY
from tests.games.walk import Walk
from tests.house import NAMES
from tests.tiny.guest import as_guest
from tests.web.test_style import missed

SCREEN = "screen"  # the device of the table screen, which is host


TAG = re.compile(r"<(/?[a-z]+)\b([^<>]*)>")
ATTRIBUTE = re.compile(r"""([\w-]+)(?:="([^"]*)"|='([^']*)')?""")


class Page:
    """What a page is made of: the attributes of its root, its ids, its buttons and its forms.

    A form is its move, its arguments, and the options that its fields say within one of them.
    `opens` are the dialogs that something opens, each with the slot that it is said to lie in.
    """

    def __init__(self, html: str) -> None:
        self.root: dict[str, str] = {}
        self.ids: Counter[str] = Counter()
        self.taps: list[tuple[str, dict[str, Any]]] = []
        self.forms: list[tuple[str, set[str], set[str]]] = []
        self.opens: set[tuple[str, str | None]] = set()
        in_form = False
        for tag, attributes in TAG.findall(html):
            if tag == "/form":
                in_form = False
            given = {name: unescape(one or other) for name, one, other in _read(attributes)}
            if tag == "html":
                self.root = given
            if "id" in given:
                self.ids[given["id"]] += 1
            opened = given.get("data-open") or given.get("data-share")
            if opened or "data-adjust" in given:
                self.opens.add((opened or "adjust", given.get("data-in")))
            if tag == "form" and "data-move" in given:
                self.forms.append((given["data-move"], set(), set()))
                in_form = True
            elif "data-move" in given:
                self.taps.append((given["data-move"], json.loads(given.get("data-args", "{}"))))
            elif in_form and "name" in given:
                _, names, options = self.forms[-1]
                names.add(given.get("data-within", given["name"]))
                if "data-within" in given:
                    options.add(given["name"])


def _classes(html: str) -> set[str]:
    return {f".{one}" for names in re.findall(r'\bclass="([^"]*)"', html) for one in names.split()}


@cache
def _read(attributes: str) -> list[tuple[str, str, str]]:
    return ATTRIBUTE.findall(attributes)


class Drawing:
    """A house that knows every game, and forgives a template no name that nobody gave it."""

    def __init__(self, data: Path) -> None:
        self.log = Log(data)
        addresses = Addresses(8000, host="127.0.0.1")
        self.app = create_app(self.log, addresses=addresses, secret=b"s" * 32)
        self.app.jinja_env.undefined = StrictUndefined
        self.log.store.is_shared = True  # with who plays: not the one whose pages are drawn
        self.tables = Tables(self.log)
        self._screens = Screens(self.app, FACES)
        self._around = Around(addresses)
        self._drawings = Drawings()  # of everybody at every table
        self._browsers: dict[str, FlaskClient] = {}
        self.filled: set[tuple[str, str]] = set()  # slots that had something to show
        self.classes: dict[str, set[str]] = {}  # on each page

    def evening(self, walk: Walk) -> Iterator[Table]:
        """The table after each move. The last one to sit has no phone and plays on its screen."""
        table = self.tables.open(walk.game.key, walk.setup.mode, dict(walk.setup.options), SCREEN)
        yield table
        around = iter([*walk.around, (0, None)])
        after, other = next(around)
        for made, move in enumerate(walk.log, 1):
            self._write(table, walk, move)
            while other and after == made:
                self._write(table, walk, other)
                after, other = next(around)
            yield table

    def _write(self, table: Table, walk: Walk, move: Move) -> None:
        """Into the log, as another process of this house would."""
        n = table.record.n + 1
        shared = len(walk.seats) > 1 and move.seat == walk.seats[-1]
        device, seat, args = SCREEN if shared else move.seat or BY_TABLE, move.seat, {**move.args}
        if move.kind == "sit":
            assert seat
            args = {"seat": seat, "name": NAMES[seat], "phone": not shared}
            seat = None
        elif move.kind == "begin":
            device = SCREEN
        entry = Entry(n, f"{n}", device, seat, move.kind, args, move.anyway, 1000.0 + n)
        self.log.append(table.code, [entry], finished=table.is_finished)
        table.catch_up()

    def draw(self, table: Table) -> None:
        """Every page that somebody can have open now; of phones one that waits, one awaited."""
        awaited = table.game_view(None).waiting_for
        own = {seat in awaited: seat for seat, one in table.people.sittings if one.phone}
        shared = [seat for seat, one in table.people.sittings if not one.phone]
        for language in LANGUAGES:
            self._draw(table, language, "table", SCREEN, None, f"/table/{table.code}")
            self._draw(table, language, "table", "", None, f"/table/{table.code}")
            self._draw(table, language, "watch", "", None, f"/t/{table.code}/watch")
            self._draw(table, language, "join", "", None, f"/t/{table.code}")
            for seat in own.values():
                self._draw(table, language, "seat", seat, seat, f"/t/{table.code}")
            for seat in shared:
                self._draw(table, language, "cover", SCREEN, seat, f"/table/{table.code}/{seat}")
                at = f"/table/{table.code}/{seat}?open=1"
                self._draw(table, language, "seat", SCREEN, seat, at)

    def _draw(
        self, table: Table, language: str, page: str, device: str, seat: Seat | None, at: str
    ) -> None:
        """The page as it is opened, in every light, with what comes by the socket afterwards."""
        behind = self._behind(table, language, page, device, seat) if page in PAGES else {}
        dialogs = {(one, slot) for slot, html in behind.items() for one in Page(html).ids}
        browser = self._browser(device)
        for theme in THEMES:
            browser.set_cookie("theme", theme)
            answer = browser.get(at, headers={"Accept-Language": language})
            assert answer.status_code == 200, at
            html = "\n".join([answer.text, *behind.values()])
            sheet = f"{page}-here" if at.startswith("/table/") and page != "table" else page
            self.classes.setdefault(sheet, set()).update(_classes(html))
            whole = self._check(table.game, html)
            at_hand = {(one, None) for one in Page(answer.text).ids}
            assert whole.opens - dialogs - at_hand == set(), "a button that opens nothing"
            root = whole.root
            assert root["data-page"] == page and root["lang"] == language
            dark = at.startswith("/table/") and theme == "light"  # the big screen stays dark
            assert root.get("data-theme") == (None if dark else theme)

    def _behind(
        self, table: Table, language: str, page: str, device: str, seat: Seat | None
    ) -> dict[str, str]:
        """What is not in the first HTML, by slot, and the newest steps of the story.

        What was drawn before for anybody serves here only if it is what would be drawn anew.
        """
        seen = table.view(device, seat, frozenset(filter(None, [seat])))
        around = self._around.of(page, table)
        view = table.game_view(seat)
        drawn = self._screens.slots(page, seen, view, language, around)
        slots = slots_of(FACES[table.game.key], page)
        sight = Sight(table=seen, view=view, around=around)
        assert drawn == {
            slot.name: self._screens.slot(slot, page, sight, language, self._drawings)
            for slot in slots
        }
        self.filled |= {(page, name) for name, html in drawn.items() if html}
        story = seen.story[-STORY_LENGTH:] if page != "join" else ()
        lines = self._screens.lines(story, seen, language)
        behind = {slot.name: drawn[slot.name] for slot in slots if slot.when >= When.BEHIND}
        return {**behind, "story": "\n".join(lines.values())}

    def _browser(self, device: str) -> FlaskClient:
        """Somebody's browser, which brings its own key; without a device, a stranger's."""
        if device not in self._browsers:
            self._browsers[device] = self.app.test_client()
            if device:
                with self._browsers[device].session_transaction() as session:
                    session["device"] = device
        return self._browsers[device]

    def _check(self, game: Game[Any], html: str) -> Page:
        page = Page(html)
        assert "%(" not in html and ">None<" not in html
        assert not re.search(r"<style|<[^>]*\sstyle=", html), "browsers are told to heed none"
        assert [one for one, times in page.ids.items() if times > 1] == []
        for kind, args in page.taps:
            rule = rule_of(game, kind)
            drawn = draw_chance(rule, random.Random(0))
            read_args(rule, {**args, **drawn})
        for kind, names, options in page.forms:
            assert names <= set(signature(rule_of(game, kind)).parameters), kind
            assert options <= set(game.options), kind
        return page


def rule_of(game: Game[Any], kind: str) -> Rule:
    """The rule that a button's move is judged by: the house's own come first."""
    return {**game.moves, **SEAT_MOVES, **RECORD_MOVES}[kind]


def walks(game: Game[Any]) -> Iterator[Walk]:
    """An evening in each mode, at each level of help."""
    for seed, mode in enumerate(game.modes):
        for level in game.options.get("help", ("",)):
            walk = Walk(game, mode, {"help": level} if level else {}, random.Random(seed))
            for _ in walk:
                pass
            yield walk


def news(walk: Walk, table: Table) -> set[str]:
    """What can be new on a screen: the step, and what there is to do for somebody."""
    views = [table.game_view(seat) for seat in walk.seats]
    return {views[0].step, *(option.kind for view in views for option in view.options)}


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_every_page_is_drawn_at_every_step(game: Game[Any], tmp_path: Path) -> None:
    with as_guest():
        drawing = Drawing(tmp_path)
        for walk in walks(game):
            drawn: set[str] = set()
            for table in drawing.evening(walk):
                if not (now := news(walk, table)) <= drawn:
                    drawn |= now
                    drawing.draw(table)
            assert {"lobby", "finished"} <= drawn
        drawing.log.close()
        slots = FACES[game.key].slots
    for page, classes in drawing.classes.items():
        assert [str(rule) for rule in missed(game.key, page, classes)] == []
    named = {(page, slot.name) for page in slots for slot in slots[page]}
    assert named - drawing.filled == set(), "what is always empty need not be named"
