"""The pages: front, join, seat, table screen; their pictures; and the JSON API."""

from __future__ import annotations

import csv
import io
import time
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from assistant.game import Illegal, Json, Seat, Text, require
from assistant.table import Table, Tables
from assistant.web import gallery, planet, qr
from assistant.web.addresses import Addresses
from assistant.web.devices import Devices
from assistant.web.live import Live
from assistant.web.screen import BEHIND_SLOTS, SLOTS, Extra, Screens, words_for
from assistant.web.speech import LANGUAGES, gettext, ngettext, read_language, say, speak

YEAR_SECONDS = 365 * 24 * 3600
SHOWN_TABLES = 12
THEMES = ("dark", "light", "dim")
# Columns of a CSV that stay empty where the table knows no figure; points are on the last round.
FIGURES = ("tr", "temperature", "oxygen", "oceans", "forests", "cards", "total")
STATUS = {"unknown-table": 404, "seat-taken": 409, "table-full": 409, "not-finished-yet": 409}


class Pages:
    """The views of the house, with what they need at hand."""

    def __init__(
        self, tables: Tables, devices: Devices, screens: Screens, addresses: Addresses
    ) -> None:
        self.tables = tables
        self.devices = devices
        self.screens = screens
        self.addresses = addresses
        self.live: Live | None = None

    def register(self, app: Flask) -> None:
        """Give every page its address."""
        pages = Blueprint("pages", __name__)
        add = pages.add_url_rule
        add("/", view_func=self.front)
        add("/healthz", view_func=self.healthz)
        add("/owner/<key>", view_func=self.owner)
        add("/find", view_func=self.find)
        add("/tables", view_func=self.open_table, methods=["POST"])
        add("/language", view_func=self.language, methods=["POST"])
        add("/t/<code>", view_func=self.join)
        add("/t/<code>/watch", view_func=self.watch)
        add("/t/<code>/<seat>", view_func=self.seat)
        add("/t/<code>/qr.svg", view_func=self.join_qr)
        add("/t/<code>/wifi.svg", view_func=self.wifi_qr)
        add("/t/<code>/mine.svg", view_func=self.mine_qr)
        add("/t/<code>/mine/<token>", view_func=self.mine)
        add("/table/<code>", view_func=self.table)
        add("/table/<code>/address", view_func=self.address, methods=["POST"])
        add("/planet/<detail>/<int(signed=True):t>/<int:o>/<int:w>.svg", view_func=self.planet)
        add("/api/tables", view_func=self.api_open, methods=["POST"])
        add("/api/tables/<code>/seats", view_func=self.api_sit, methods=["POST"])
        add("/api/tables/<code>/export.json", view_func=self.export_json)
        add("/api/tables/<code>/export.csv", view_func=self.export_csv)
        if app.config["GALLERY"]:
            add("/gallery", view_func=self.gallery)
        app.register_blueprint(pages)
        app.register_error_handler(Illegal, self.refuse)
        app.register_error_handler(404, self.not_found)

    # Front

    def front(self) -> ResponseReturnValue:
        """The tables one can go on at, and a new one."""
        shown = []
        for opened in self.tables.unfinished()[:SHOWN_TABLES]:
            table = self.tables.find(opened.code)
            if table.record.n:
                shown.append(self._listed(table, opened.last))
        return self._page("front.html", unfinished=shown)

    def _listed(self, table: Table, last: float) -> dict[str, Any]:
        device = self.devices.of_browser(table.code)
        on_screen = device == table.people.screen
        link = url_for("pages.table" if on_screen else "pages.join", code=table.code)
        return {
            "code": table.code,
            "mode": table.setup.mode,
            "names": [one.name for _, one in table.people.sittings],
            "when": _how_long_ago(time.time() - last),
            "link": link,
        }

    def owner(self, key: str) -> ResponseReturnValue:
        """The door for whoever started the server: their browser is host of the tables here."""
        if key != current_app.config["OWNER_KEY"]:
            abort(404)
        self.devices.become_owner()
        if any(self.tables.find(one.code).record.n for one in self.tables.unfinished()):
            return redirect(url_for("pages.front"))
        table = self.tables.open("ares", "standard", {}, self.devices.owner)
        return redirect(url_for("pages.table", code=table.code))

    def find(self) -> ResponseReturnValue:
        """A code typed by hand."""
        code = "".join(request.args.get("code", "").split())
        return redirect(url_for("pages.join", code=code or "-"))

    def open_table(self) -> ResponseReturnValue:
        """A new table, from the front page or the lobby."""
        names = {"difficulty", "solo_end", "help", "first_game", "advanced"}
        options = {name: value for name, value in request.form.items() if name in names and value}
        device = self.devices.of_browser("")
        table = self.tables.open(
            request.form.get("game"), request.form.get("mode"), options, device
        )
        return redirect(url_for("pages.table", code=table.code), 303)

    def language(self) -> ResponseReturnValue:
        """Each phone speaks its own language."""
        wish = request.form.get("language")
        if wish in LANGUAGES:
            session["language"] = wish
            session.permanent = True
        onward = urlsplit(request.form.get("next", "/"))
        return redirect(onward.path if onward.path.startswith("/") else "/", 303)

    def healthz(self) -> ResponseReturnValue:
        return jsonify(ok=True, version=version("mars-table"))

    # Phones

    def join(self, code: str) -> ResponseReturnValue:
        """The page behind the QR: the own seat, or the free ones."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        seat = table.seat_of(device)
        if seat is not None:
            return self._screen("seat", table, device, seat)
        return self._screen("join", table, device, None)

    def watch(self, code: str) -> ResponseReturnValue:
        table = self.tables.find(code)
        return self._screen("watch", table, self.devices.of_browser(table.code), None)

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
            return self._page("cover.html", table_code=table.code, seat=seat, name=name, back=back)
        return self._screen("seat", table, device, seat, shared=True, back=back)

    def join_qr(self, code: str) -> ResponseReturnValue:
        return _svg(qr.join_svg(self.addresses.join_url(self.tables.find(code).code)))

    def wifi_qr(self, code: str) -> ResponseReturnValue:
        self.tables.find(code)
        wifi = current_app.config.get("WIFI_TEXT")
        return _svg(qr.join_svg(wifi)) if wifi else abort(404)

    def mine_qr(self, code: str) -> ResponseReturnValue:
        """The own seat for one's second device; only the phone that holds it can show this."""
        table = self.tables.find(code)
        device = self.devices.of_browser(table.code)
        if not table.people.seats_of(device):
            abort(404)
        token = self.devices.token(table.code, device)
        path = url_for("pages.mine", code=table.code, token=token)
        return _svg(qr.join_svg(self.addresses.chosen.url + path))

    def mine(self, code: str, token: str) -> ResponseReturnValue:
        """The personal link: this browser is a further screen of the same person."""
        table = self.tables.find(code)
        device = self.devices.read(token, table.code)
        require(device and table.people.seats_of(device), "bad-token")
        assert device
        self.devices.adopt(table.code, device)
        return redirect(url_for("pages.join", code=table.code))

    # The table screen

    def table(self, code: str) -> ResponseReturnValue:
        """The big screen. Whoever opened the table here is its host; others only look."""
        table = self.tables.find(code)
        return self._screen("table", table, self.devices.of_browser(table.code), None)

    def address(self, code: str) -> ResponseReturnValue:
        """The host says which address the QR shows."""
        table = self.tables.find(code)
        require(table.people.is_host(self.devices.of_browser(table.code)), "only-the-host")
        try:
            self.addresses.choose(request.form.get("url", ""))
        except ValueError:
            abort(404)
        if self.live:
            self.live.tell(table)
        return redirect(url_for("pages.table", code=table.code), 303)

    def planet(self, detail: str, t: int, o: int, w: int) -> ResponseReturnValue:
        """The planet at these parameters; the picture never changes, so phones keep it."""
        if detail not in ("phone", "table"):
            abort(404)
        try:
            drawing = planet.draw(t, o, w, "phone" if detail == "phone" else "table")
        except ValueError:
            abort(404)
        response = _svg(drawing)
        response.cache_control.max_age = YEAR_SECONDS
        response.cache_control.immutable = True
        return response

    def gallery(self) -> ResponseReturnValue:
        """All components and states, for a designer; only in development."""
        shown = gallery.values(self.screens, read_language())
        staged = shown["staged"]
        words = words_for(staged)
        with speak(shown["language"], staged.game):
            notices = Markup(render_template("notice.html", table=staged, **words))
        return self._page(
            "gallery.html", staged.game, **shown, **words, notices=notices, theme="dark"
        )

    # The API for programs

    def api_open(self) -> ResponseReturnValue:
        wish = _json_object()
        device = self.devices.new()
        table = self.tables.open(
            wish.get("game"), wish.get("mode"), wish.get("options", {}), device
        )
        return (
            jsonify(
                code=table.code,
                host_token=self.devices.token(table.code, device),
                join_url=self.addresses.join_url(table.code),
            ),
            201,
        )

    def api_sit(self, code: str) -> ResponseReturnValue:
        table = self.tables.find(code)
        wish = _json_object()
        device = self.devices.new()
        args = {"seat": wish.get("seat"), "name": wish.get("name")}
        answer = table.play(device, None, "sit", args, "sit")
        if answer.refused:
            return self._refused(answer.refused, table.game.key)
        if self.live:
            self.live.tell(table)
        return jsonify(seat=wish["seat"], token=self.devices.token(table.code, device)), 201

    def export_json(self, code: str) -> ResponseReturnValue:
        return jsonify(self._finished(code))

    def export_csv(self, code: str) -> ResponseReturnValue:
        game = self._finished(code)
        file = io.StringIO()
        rows = csv.writer(file)
        score = game["score"]
        rows.writerow(["round", "seat", "name", "phase", *FIGURES])
        for one in game["rounds"]:
            is_last = one is game["rounds"][-1]
            for seat, phase in one["picks"].items():
                figures = {"tr": one.get("tr", {}).get(seat), **one.get("planet", {})}
                if is_last and seat in score:
                    figures |= _counted(score[seat])
                row = [one["round"], seat, game["players"].get(seat), phase]
                rows.writerow([*row, *(figures.get(name) for name in FIGURES)])
        return Response(file.getvalue(), mimetype="text/csv")

    def _finished(self, code: str) -> dict[str, Json]:
        """A finished game: who played, round by round what was picked and reached, the score."""
        table = self.tables.find(code)
        require(table.is_finished, "not-finished-yet")
        end = table.game_view(None).as_json()
        return {
            "code": table.code,
            "game": table.game.key,
            "mode": table.setup.mode,
            "options": dict(table.setup.options),
            "players": dict(table.people.names),
            "rounds": [one.as_json() for one in _history(table) if one.picks],
            "score": end["score"],
            "terraformed": end["terraformed"],
            "won": end["won"],
        }

    # Refusals

    def refuse(self, refusal: Illegal) -> ResponseReturnValue:
        """A clear refusal, as a page for people and as JSON for programs."""
        return self._refused(refusal.text, None)

    def _refused(self, text: Text, game: str | None) -> ResponseReturnValue:
        key = text.key
        with speak(read_language(), game):
            words = say(text, {})
        if request.path.startswith("/api/"):
            status = STATUS.get(key, 422)
            return jsonify(error={"key": key, "text": words}), status
        status = {"only-the-host": 403, "bad-token": 403}.get(key, STATUS.get(key, 400))
        return self._page("missing.html", message=words), status

    def not_found(self, _: Exception) -> ResponseReturnValue:
        words = gettext("There is nothing at this address.")
        if request.path.startswith("/api/"):
            return jsonify(error={"key": "unknown-address", "text": words}), 404
        return self._page("missing.html", message=words), 404

    # Rendering

    def extra(self, page: str, table: Table) -> Extra:
        """What the table screen shows besides the game: where to join, and how it came about."""
        if page != "table":
            return ()
        chosen = self.addresses.chosen
        parts = urlsplit(self.addresses.join_url(table.code))
        local = self.addresses.local_url
        return (
            ("address", Address(parts.hostname or "", _port(parts.port), parts.path)),
            ("local", local and urlsplit(local).netloc),
            (
                "addresses",
                tuple(
                    (one.url, one.adapter, one.url == chosen.url)
                    for one in self.addresses.candidates()
                ),
            ),
            ("wifi", bool(current_app.config.get("WIFI_TEXT"))),
            ("wifi_name", current_app.config.get("WIFI_NAME")),
            ("history", _history(table) if table.is_finished else ()),
        )

    def _screen(
        self, page: str, table: Table, device: str, seat: Seat | None, **more: Any
    ) -> ResponseReturnValue:
        """A page with what is seen first, so that it waits for no socket; the rest comes by it."""
        table.catch_up()
        language = read_language()
        connected = self.live.connected(table) if self.live else frozenset()
        seen = table.view(device, seat, connected)
        view = table.game_view(seat)
        extra = self.extra(page, table)
        seen_first = [slot for slot in SLOTS[page] if slot not in BEHIND_SLOTS]
        slots = self.screens.slots(page, seen, view, language, extra, only=seen_first)
        return self._page(
            f"{page}.html",
            table.game.key,
            page=page,
            slots=slots,
            table=seen,
            view=view,
            era=planet.era_now(view),
            **{"shared": False, "back": "", **dict(extra), **more},
        )

    def _page(self, template: str, game: str | None = None, **values: Any) -> Response:
        theme = request.cookies.get("theme", "")
        values = {
            "language": read_language(),
            "languages": list(LANGUAGES.items()),
            "theme": theme if theme in THEMES else "",
            "page": template.removesuffix(".html"),
            "slots": {},
            "table": None,
            "era": "rust",
            **values,
        }
        with speak(values["language"], game):
            response = current_app.make_response(render_template(template, **values))
        response.cache_control.no_store = True
        return response


@dataclass(frozen=True)
class Address:
    """The join address in the three pieces that are read aloud."""

    host: str
    port: str
    path: str


def _history(table: Table) -> tuple[Any, ...]:
    """How a game came about, round by round; its states are folded without what was taken back."""
    tell = table.game.history
    return tell(step.state for step in table.record.steps) if tell else ()


def _counted(score: dict[str, Json]) -> dict[str, int]:
    """The points of a seat by the columns of a CSV, without what it has not counted."""
    if score["open"]:
        return {}
    return {name: score[name] for name in ("tr", "forests", "cards", "total")}


def _port(port: int | None) -> str:
    return f":{port}" if port else ""


def _svg(drawing: str) -> Response:
    return Response(drawing, mimetype="image/svg+xml")


def _json_object() -> dict[str, Json]:
    wish = request.get_json(silent=True)
    require(isinstance(wish, dict), "malformed", field="body")
    assert isinstance(wish, dict)
    return wish


def _how_long_ago(seconds: float) -> str:
    minutes = int(seconds // 60)
    if minutes < 60:
        return ngettext("%(num)s minute ago", "%(num)s minutes ago", minutes)
    hours = minutes // 60
    if hours < 48:
        return ngettext("%(num)s hour ago", "%(num)s hours ago", hours)
    return ngettext("%(num)s day ago", "%(num)s days ago", hours // 24)
