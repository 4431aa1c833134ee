"""The pages that people open: the front page, their seat, the table screen."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from assistant.game import LOBBY, Seat, Text, require
from assistant.log import Opened
from assistant.table import Table, Tables
from assistant.web.addresses import Addresses
from assistant.web.devices import Devices
from assistant.web.face import Face
from assistant.web.live import Live
from assistant.web.shell import Shell
from assistant.web.speech import LANGUAGES, gettext, ngettext, read_language, say, speak

SHOWN_TABLES = 12
SHOWN_EVENINGS = 6


class Pages:
    """The views of the house, with what they need at hand."""

    def __init__(
        self,
        tables: Tables,
        devices: Devices,
        live: Live,
        shell: Shell,
        addresses: Addresses,
        faces: Mapping[str, Face],
    ) -> None:
        self.tables = tables
        self.devices = devices
        self.live = live
        self.shell = shell
        self.addresses = addresses
        self.faces = faces

    def blueprint(self) -> Blueprint:
        """Every page at its address."""
        pages = Blueprint("pages", __name__)
        add = pages.add_url_rule
        add("/", view_func=self.front)
        add("/owner/<key>", view_func=self.owner)
        add("/find", view_func=self.find)
        add("/tables", view_func=self.open_table, methods=["POST"])
        add("/language", view_func=self.language, methods=["POST"])
        add("/t/<code>", view_func=self.join)
        add("/t/<code>/watch", view_func=self.watch)
        add("/t/<code>/<seat>", view_func=self.seat)
        add("/table/<code>", view_func=self.table)
        add("/table/<code>/address", view_func=self.address, methods=["POST"])
        return pages

    # Front

    def front(self) -> ResponseReturnValue:
        """The tables one can go on at, a new one, and the newest finished evenings."""
        open_tables = [one for one in self._found(self.tables.unfinished()) if one[0].record.n]
        evenings = list(self._found(self.tables.finished()[:SHOWN_EVENINGS]))
        return self.shell.page(
            "front.html",
            unfinished=[self._listed(table, last) for table, last in open_tables[:SHOWN_TABLES]],
            evenings=[self._told(table, last) for table, last in evenings],
        )

    def _found(self, opened: list[Opened]) -> Iterator[tuple[Table, float]]:
        """The tables with when they were last played at."""
        for one in opened:
            yield self.tables.find(one.code), one.last

    def _listed(self, table: Table, last: float) -> dict[str, Any]:
        """A table as the front page shows it."""
        device = self.devices.of_browser(table.code)
        on_screen = device == table.people.screen
        link = url_for("pages.table" if on_screen else "pages.join", code=table.code)
        view = table.game_view(None)
        stands = None if view.step == LOBBY else self.faces[table.game.key].stands(view)
        return {
            "code": table.code,
            "game": table.game.key,
            "stands": stands and self._say(table, stands),
            "names": [one.name for _, one in table.people.sittings],
            "when": _how_long_ago(time.time() - last),
            "link": link,
        }

    def _told(self, table: Table, last: float) -> dict[str, Any]:
        """A finished evening as the front page shows it."""
        evening = self.faces[table.game.key].evening(table.game_view(None))
        return {
            **self._listed(table, last),
            "headline": self._say(table, evening.headline),
            "more": self._say(table, evening.more),
            "winners": evening.winners,
        }

    def _say(self, table: Table, text: Text) -> str:
        with speak(read_language(), table.game.key):
            return say(text, dict(table.people.names))

    def owner(self, key: str) -> ResponseReturnValue:
        """The door for whoever started the server: their browser is host of the tables here."""
        if key != current_app.config["OWNER_KEY"]:
            abort(404)
        self.devices.become_owner()
        if any(self.tables.find(one.code).record.n for one in self.tables.unfinished()):
            return redirect(url_for("pages.front"))
        table = self._open(next(iter(self.faces)), self.devices.owner)
        return redirect(url_for("pages.table", code=table.code))

    def find(self) -> ResponseReturnValue:
        """A code typed by hand."""
        code = "".join(request.args.get("code", "").split())
        return redirect(url_for("pages.join", code=code or "-"))

    def open_table(self) -> ResponseReturnValue:
        """A new table; everything but the game is chosen in its lobby."""
        table = self._open(request.form.get("game", ""), self.devices.of_browser(""))
        return redirect(url_for("pages.table", code=table.code), 303)

    def _open(self, game: str, device: str) -> Table:
        """A table with the game's usual set-up."""
        require(game in self.faces, "unknown-game")
        usual = next(iter(self.faces[game].game.modes))
        return self.tables.open(game, usual, {}, device)

    def language(self) -> ResponseReturnValue:
        """Each phone speaks its own language."""
        wish = request.form.get("language")
        if wish in LANGUAGES:
            session["language"] = wish
            session.permanent = True
        onward = urlsplit(request.form.get("next", "/"))
        return redirect(onward.path if onward.path.startswith("/") else "/", 303)

    # Phones

    def join(self, code: str) -> ResponseReturnValue:
        """The page behind the QR: the own seat, or the free ones."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        seat = table.seat_of(device)
        if seat is not None:
            return self.shell.screen("seat", table, device, seat)
        return self.shell.screen("join", table, device, None)

    def watch(self, code: str) -> ResponseReturnValue:
        table = self.tables.find(code)
        return self.shell.screen("watch", table, self.devices.of_browser(table.code), None)

    def seat(self, code: str, seat: Seat) -> ResponseReturnValue:
        """A seat on a shared device: a cover first, so that nobody sees another's cards."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        if seat not in table.people.seats_of(device):
            return redirect(url_for("pages.join", code=table.code))
        on_screen = device == table.people.screen
        back = url_for("pages.table" if on_screen else "pages.join", code=table.code)
        if "open" not in request.args:
            name = table.people.name(seat)
            return self.shell.page("cover.html", seat=seat, name=name, back=back)
        return self.shell.screen("seat", table, device, seat, shared=True, back=back)

    # The table screen

    def table(self, code: str) -> ResponseReturnValue:
        """The big screen. Whoever opened the table here is its host; others only look."""
        table = self.tables.find(code)
        return self.shell.screen("table", table, self.devices.of_browser(table.code), None)

    def address(self, code: str) -> ResponseReturnValue:
        """The host says which address the QR shows."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        require(table.people.is_host(device), "only-the-host")
        try:
            self.addresses.choose(request.form.get("url", ""))
        except ValueError:
            abort(404)
        self.live.changed(table)
        page = "pages.join" if table.seat_of(device) else "pages.table"
        return redirect(url_for(page, code=table.code), 303)


def _how_long_ago(seconds: float) -> str:
    minutes = int(seconds // 60)
    if minutes < 1:
        return gettext("just now")
    if minutes < 60:
        return ngettext("%(num)s minute ago", "%(num)s minutes ago", minutes)
    hours = minutes // 60
    if hours < 48:
        return ngettext("%(num)s hour ago", "%(num)s hours ago", hours)
    return ngettext("%(num)s day ago", "%(num)s days ago", hours // 24)
