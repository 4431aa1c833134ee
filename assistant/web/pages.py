"""The pages that people open: the front page, their seat, the table screen."""

from __future__ import annotations

import hmac
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import gevent
from flask import Blueprint, abort, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from assistant.game import LOBBY, Illegal, Seat, Text, require
from assistant.log import Opened
from assistant.now import now
from assistant.table import Table, Tables
from assistant.web.addresses import Addresses
from assistant.web.devices import Devices
from assistant.web.face import Evening, Face
from assistant.web.live import Live
from assistant.web.openings import BROUGHT, Openings
from assistant.web.people import next_here
from assistant.web.shell import Shared, Shell
from assistant.web.speech import LANGUAGES, gettext, ngettext, read_language, say, speak

SHOWN_TABLES = 12
SHOWN_EVENINGS = 6
MOST_EVENINGS = 60  # on the page of all of them, and counted there
LARGEST_FILE = 2 * 1024 * 1024  # of a table from another machine


@dataclass(frozen=True)
class Past:
    """A finished evening, as it is remembered from its log."""

    code: str
    last: float
    game: str
    names: tuple[tuple[Seat, str], ...]
    screen: str
    evening: Evening


def wins(past: Iterable[Past]) -> list[tuple[str, int, int]]:
    """Who played, how often they won and how often they played; the most victories first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for one in past:
        played.update(name for _, name in one.names)
        won.update(name for seat, name in one.names if seat in one.evening.winners)
    return sorted(
        ((name, won[name], played[name]) for name in played),
        key=lambda one: (-one[1], one[2], one[0]),
    )


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
        openings: Openings,
    ) -> None:
        self.tables = tables
        self.devices = devices
        self.live = live
        self.shell = shell
        self.addresses = addresses
        self.faces = faces
        self.openings = openings
        self._past: dict[tuple[str, float], Past] = {}

    def blueprint(self) -> Blueprint:
        """Every page at its address."""
        pages = Blueprint("pages", __name__)
        add = pages.add_url_rule
        add("/", view_func=self.front)
        add("/owner/<key>", view_func=self.owner)
        add("/find", view_func=self.find)
        add("/evenings", view_func=self.evenings)
        add("/tables", view_func=self.open_table, methods=["POST"])
        add("/tables/bring", view_func=self.bring, methods=["POST"])
        add("/tables/<code>/remove", view_func=self.remove, methods=["POST"])
        add("/language", view_func=self.language, methods=["POST"])
        add("/t/<code>", view_func=self.join)
        add("/t/<code>/watch", view_func=self.watch)
        add("/t/<code>/again", view_func=self.again, defaults={"page": "join"})
        add("/table/<code>/again", view_func=self.again, defaults={"page": "table"})
        add("/t/<code>/pass", view_func=self.pass_on)
        add("/t/<code>/<seat>", view_func=self.seat)
        add("/table/<code>", view_func=self.table)
        add("/table/<code>/<seat>", view_func=self.here)
        add("/table/<code>/address", view_func=self.address, methods=["POST"])
        add("/table/<code>/names", view_func=self.names, methods=["POST"])
        return pages

    # Front

    def front(self) -> ResponseReturnValue:
        """The tables one can go on at, a new one, and the newest finished evenings."""
        begun = self._begun()[:SHOWN_TABLES]
        finished = self.tables.finished()
        return self.shell.page(
            "front.html",
            unfinished=[self._listed(self.tables.find(one.code), one.last) for one in begun],
            evenings=[self._told(self._evening(one)) for one in finished[:SHOWN_EVENINGS]],
            how_many=len(finished),
            damaged=[(one.code, self._say(one.text, "", ())) for one in self.tables.damaged],
        )

    def evenings(self) -> ResponseReturnValue:
        """Every finished evening, the newest first, and how often who won."""
        finished = self.tables.finished()
        past = []
        for one in finished[:MOST_EVENINGS]:
            past.append(self._evening(one))
            gevent.idle()  # reading many takes a while: whoever plays comes first
        return self.shell.page(
            "evenings.html",
            evenings=[self._told(one) for one in past],
            how_many=len(finished),
            winners=wins(past),
        )

    def _begun(self) -> list[Opened]:
        """The tables one can go on at; where nobody ever did anything there is nothing to list."""
        return [one for one in self.tables.unfinished() if one.n and one.setup.game in self.faces]

    def _listed(self, table: Table, last: float) -> dict[str, Any]:
        """A table as the front page shows it."""
        view = table.game_view(None)
        stands = None if view.step == LOBBY else self.faces[table.game.key].stands(view)
        return {
            "code": table.code,
            "game": table.game.key,
            "stands": stands and self._say(stands, table.game.key, table.people.names),
            "names": [one.name for _, one in table.people.sittings],
            "when": _how_long_ago(now() - last),
            "link": self._way_to(table.code, table.people.screen),
            "is_own": self._may_remove(table),
        }

    def _may_remove(self, table: Table) -> bool:
        """Whose table it is may take it off the list, and whoever started the server any."""
        device = self.devices.of_browser(table.code)
        return table.people.is_host(device) or device == self.devices.owner

    def _evening(self, opened: Opened) -> Past:
        """How a finished game ended; read from its log once."""
        key = opened.code, opened.last
        if key not in self._past:
            table = self.tables.glance(opened.code)
            evening = self.faces[table.game.key].evening(table.game_view(None))
            names, screen = table.people.names, table.people.screen
            self._past[key] = Past(*key, table.game.key, names, screen, evening)
        return self._past[key]

    def _told(self, past: Past) -> dict[str, Any]:
        """A finished evening as a page shows it."""
        return {
            "game": past.game,
            "when": _how_long_ago(now() - past.last),
            "link": self._way_to(past.code, past.screen),
            "headline": self._say(past.evening.headline, past.game, past.names),
            "more": self._say(past.evening.more, past.game, past.names),
            "winners": past.evening.winners,
        }

    def _way_to(self, code: str, screen: str) -> str:
        """The table screen for the device that is it, the own seat for anybody else."""
        on_screen = self.devices.of_browser(code) == screen
        return url_for("pages.table" if on_screen else "pages.join", code=code)

    def _say(self, text: Text, game: str, names: tuple[tuple[Seat, str], ...]) -> str:
        with speak(read_language(), game):
            return say(text, dict(names))

    def owner(self, key: str) -> ResponseReturnValue:
        """The door for whoever started the server: their browser is host of the tables here."""
        if not hmac.compare_digest(key.encode(), current_app.config["OWNER_KEY"].encode()):
            abort(404)
        self.devices.become_owner()
        if self._begun():
            return redirect(url_for("pages.front"))
        table = self._open(next(iter(self.faces)), self.devices.owner)
        return redirect(url_for("pages.table", code=table.code))

    def find(self) -> ResponseReturnValue:
        """A code typed by hand."""
        code = "".join(filter(str.isalnum, request.args.get("code", "")))
        return redirect(url_for("pages.join", code=code or "-"))

    def open_table(self) -> ResponseReturnValue:
        """A new table; everything but the game is chosen in its lobby."""
        self.openings.table()
        table = self._open(request.form.get("game", ""), self.devices.of_browser(""))
        return redirect(url_for("pages.table", code=table.code), 303)

    def bring(self) -> ResponseReturnValue:
        """A table from another machine; whoever brings it is its host here."""
        self.openings.table(BROUGHT)
        request.max_content_length = LARGEST_FILE
        try:
            file = json.load(request.files["table"])
        except (KeyError, ValueError, RecursionError, RequestEntityTooLarge):
            raise Illegal("no-table-in-file") from None
        table = self.tables.bring(file, self.devices.of_browser(""))
        self.live.changed(table)
        return redirect(url_for("pages.table", code=table.code), 303)

    def remove(self, code: str) -> ResponseReturnValue:
        """Take a table off the list."""
        table = self.tables.find(code)
        require(self._may_remove(table), "only-the-host")
        self.tables.remove(table.code)
        return redirect(url_for("pages.front"), 303)

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
        return redirect(_here(request.form.get("next", "")), 303)

    # Phones

    def join(self, code: str) -> ResponseReturnValue:
        """The page behind the QR: the own seat, or the free ones."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        seat = table.seat_of(device) or _alone(table, device)
        if seat is not None:
            return self.shell.screen("seat", table, device, seat)
        return self.shell.screen("join", table, device, None)

    def watch(self, code: str) -> ResponseReturnValue:
        table = self.tables.find(code)
        return self.shell.screen("watch", table, self.devices.of_browser(table.code), None)

    def seat(self, code: str, seat: Seat) -> ResponseReturnValue:
        """A seat on a shared phone: a cover first, so that nobody sees another's cards."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        owner = table.seat_of(device)
        if seat not in table.people.seats_of(device):
            return redirect(url_for("pages.join", code=table.code))
        if owner is None:  # only the table screen holds seats and has none of its own
            return redirect(url_for("pages.here", code=table.code, seat=seat))
        is_open = "open" in request.args
        if is_open and seat == owner:
            if table.record.goes_on_at:  # a cover had not heard of it
                return redirect(url_for("pages.again", code=table.code, page="join"))
            return redirect(url_for("pages.join", code=table.code))
        shared = Shared(
            owner=owner,
            back=url_for("pages.seat", code=table.code, seat=owner)
            if is_open
            else url_for("pages.join", code=table.code),
            then=url_for("pages.pass_on", code=table.code, after=seat),
        )
        return self._shared(table, device, seat, shared)

    def pass_on(self, code: str) -> ResponseReturnValue:
        """Who gets a shared phone now: its owner if awaited, the next one who is, or its owner."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        owner, after = table.seat_of(device), request.args.get("after")
        if owner is None or after not in table.people.seats_of(device):
            return redirect(url_for("pages.join", code=table.code))
        view = table.game_view(None)
        follows = None if owner in view.waiting_for else next_here(table.view(device, after), view)
        seat = follows or owner
        return redirect(url_for("pages.seat", code=table.code, seat=seat, after=after))

    def here(self, code: str, seat: Seat) -> ResponseReturnValue:
        """A seat on the table screen: a cover first, and the table again when it is done."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        back = url_for("pages.table", code=table.code)
        if seat not in table.people.seats_of(device) or _alone(table, device):
            return redirect(back)
        cover = url_for("pages.here", code=table.code, seat=seat)
        is_open = "open" in request.args
        shared = Shared(
            owner=None,
            back=cover if is_open else back,
            then=back,
            rests=cover if is_open else back,
        )
        return self._shared(table, device, seat, shared)

    def _shared(self, table: Table, device: str, seat: Seat, shared: Shared) -> ResponseReturnValue:
        """A seat on a device that others use too, or its cover."""
        face, view = self.faces[table.game.key], table.game_view(None)
        picture = "" if shared.owner else face.picture(view)
        if "open" in request.args:
            return self.shell.screen("seat", table, device, seat, shared=shared, picture=picture)
        after = request.args.get("after", "")
        return self.shell.page(
            "cover.html",
            shared=shared,
            picture=picture,
            seat=seat,
            names={one: table.people.name(one) for one in table.people.seats_of(device)},
            after=after if after in table.people.seats_of(device) and after != seat else "",
            late=[table.people.name(one) for one in view.waiting_for if one != seat],
            is_late=seat in view.waiting_for,
        )

    def again(self, code: str, page: str) -> ResponseReturnValue:
        """The way to where these people play once more: a device is there who it was here."""
        table = self.tables.find(code)
        require(table.record.goes_on_at, "unknown-table")
        new = self.tables.find(table.record.goes_on_at or "")
        device = self.devices.of_browser(table.code)
        if self.devices.of_browser(new.code) != device:
            self.devices.adopt(new.code, device)
        if device == new.people.screen and new.seat_of(device) is None:
            page = "table"  # from a seat that was played there
        return redirect(url_for(f"pages.{page}", code=new.code))

    # The table screen

    def table(self, code: str) -> ResponseReturnValue:
        """The big screen. Whoever opened the table here is its host; others only look."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        if _alone(table, device):
            return redirect(url_for("pages.join", code=table.code))
        return self.shell.screen("table", table, device, None)

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
        return self._back(table, device)

    def names(self, code: str) -> ResponseReturnValue:
        """The host adds a file of names by which cards are found."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        try:
            file = request.files["names"].read().decode("utf-8-sig")
        except (KeyError, UnicodeDecodeError, RequestEntityTooLarge):
            raise Illegal("no-names-in-file") from None
        table.add_names(device, file)
        return self._back(table, device)

    def _back(self, table: Table, device: str) -> ResponseReturnValue:
        """To the page that the host came from."""
        page = "pages.join" if table.seat_of(device) else "pages.table"
        return redirect(url_for(page, code=table.code), 303)


def _here(wish: str) -> str:
    """The page that somebody wants to go back to, if it is one of this house."""
    path = wish.partition("?")[0].partition("#")[0]
    is_ours = path.startswith("/") and not path.startswith("//")
    return path if is_ours and "\\" not in path and path.isprintable() else "/"


def _alone(table: Table, device: str) -> Seat | None:
    """The one seat of a game for one that this device plays; nobody is there to hide it from.

    While it is played its screen is the table screen too.
    """
    is_played = table.game_view(None).step != LOBBY and not table.is_finished
    held = table.people.seats_of(device)
    return held[0] if held and is_played and table.record.room == 1 else None


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
