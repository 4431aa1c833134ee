"""Flask around the table: pages, live screens, and the one door out to the browser."""

from __future__ import annotations

import os
from collections.abc import Container, Mapping, MutableMapping
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask.templating import Environment
from jinja2 import ChoiceLoader, FileSystemLoader, Template
from werkzeug.middleware.proxy_fix import ProxyFix

from assistant.log import Log
from assistant.table import Tables
from assistant.web.addresses import Addresses
from assistant.web.api import Api
from assistant.web.around import Around, Wifi
from assistant.web.assets import YEAR_SECONDS, Assets, keep_for_good, pack
from assistant.web.codes import Codes
from assistant.web.damaged import DamagedTables
from assistant.web.devices import Devices
from assistant.web.face import Face, ways_of_rules
from assistant.web.faces import FACES
from assistant.web.figures import digits, figure, signed
from assistant.web.gallery import Gallery
from assistant.web.live import Live
from assistant.web.openings import Openings
from assistant.web.origins import Origins
from assistant.web.pages import Pages
from assistant.web.people import answers_here, longest_word, next_here, plays_here
from assistant.web.plots import PLOTS
from assistant.web.refusals import Refusals
from assistant.web.screen import Screens
from assistant.web.sessions import Sessions
from assistant.web.shell import Shell
from assistant.web.signs import SPRITE, signs, symbols_of
from assistant.web.speech import (
    colour,
    duration,
    game_name,
    install_words,
    letter,
    line_says,
    told,
    word,
)

LARGEST_REQUEST = 64 * 1024
SECURITY = (
    "default-src 'self'; script-src 'self' '{head}'; img-src 'self' data:; "
    "style-src 'self'; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


KEPT = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SHOWN = {
    # A page's own forms say where they come from; with no referrer at all they could not.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class House(Flask):
    """Says of what broke where it did, but not at which address: that may hold somebody's key."""

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error("An answer failed: %s", request.endpoint, exc_info=exc_info)


class Templates(Environment):
    """Jinja with all globals of a template in one plain dict.

    Jinja itself looks through a chain of two for each of them whenever it begins a template, which
    was a sixth of the time of a screen. Globals are complete before the first template is read.
    A template that was read is at hand without a lock: a screen asks for a hundred.
    """

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        self._read: dict[str, Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        if isinstance(name, Template):
            return name
        if name not in self._read or self.auto_reload:
            self._read[name] = super().get_template(name, parent, globals)
        return self._read[name]

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def create_app(
    log: Log,
    *,
    addresses: Addresses,
    secret: bytes,
    wifi: Wifi | None = None,
    faces: Mapping[str, Face] = FACES,
) -> Flask:
    """The whole web side of a house that keeps its record in `log`."""
    rooms = _rooms()
    static = rooms / "static"
    app = House(__name__, static_folder=None, template_folder=rooms / "templates")
    app.jinja_environment = Templates
    app.url_map.merge_slashes = False  # no way to another address that nobody here wrote
    app.session_interface = Sessions(addresses.public_origin)
    app.config.update(
        GALLERY=os.environ.get("MARS_TABLE_GALLERY") == "1",
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        PERMANENT_SESSION_LIFETIME=YEAR_SECONDS,
        SESSION_COOKIE_NAME="mars-table",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # pages do: `Shell.page`
    )
    homes = {face.key: face.home or rooms for face in faces.values()}
    assets = Assets(static, {game: home / "static" / game for game, home in homes.items()})
    assets.register(app)
    app.after_request(pack)
    app.after_request(partial(_guard, SECURITY.format(head=assets.head_hash)))
    app.jinja_loader = ChoiceLoader(
        [FileSystemLoader(home / "templates") for home in dict.fromkeys([rooms, *homes.values()])]
    )
    symbols = symbols_of((static / SPRITE).read_text("utf-8"))
    _install_globals(app, assets, symbols, faces)

    devices = Devices(app, secret)
    tables = Tables(log)
    screens = Screens(app, faces)
    around = Around(addresses, wifi)
    origins = Origins(addresses)
    app.before_request(origins.judge)
    pages = app.wsgi_app
    live = Live(app, tables, devices, screens, around, faces, is_shared=log.is_shared)
    app.wsgi_app = origins.before(app.wsgi_app, pages)  # type: ignore[method-assign]
    if addresses.public_origin:
        # One proxy stands before us then, and what it says of who asks is true.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1)  # type: ignore[method-assign]
    shell = Shell(screens, live, around, faces)
    openings = Openings(devices)
    refusals = Refusals(shell)
    refusals.register(app)
    DamagedTables(tables, devices, shell, refusals).register(app)
    app.register_blueprint(
        Pages(tables, devices, live, shell, addresses, faces, openings).blueprint()
    )
    app.register_blueprint(Codes(tables, devices, around).blueprint())
    app.register_blueprint(
        Api(tables, devices, live, addresses, faces, refusals, openings).blueprint()
    )
    if app.config["GALLERY"]:
        app.register_blueprint(Gallery(shell, screens, faces).blueprint())
    for face in faces.values():
        if face.drawings:
            app.register_blueprint(face.drawings, url_prefix=f"/{face.key}")
    app.extensions["live"] = live
    return app


def _install_globals(
    app: Flask, assets: Assets, symbols: Container[str], faces: Mapping[str, Face]
) -> None:
    """What every template may call; a game's own helpers stand under its key."""
    install_words(app)
    drawn = signs(assets.static, letter, symbols)
    app.jinja_env.globals.update(
        colour=colour,
        digits=digits,
        duration=duration,
        figure=figure,
        game_name=game_name,
        letter=letter,
        line_says=line_says,
        longest_word=longest_word,
        next_here=next_here,
        answers_here=answers_here,
        plays_here=plays_here,
        signed=signed,
        told=told,
        ways_of_rules=ways_of_rules,
        word=word,
        **drawn,
        **PLOTS,
        **{face.key: face.namespace(drawn["draw"]) for face in faces.values()},
    )


def _rooms() -> Path:
    """Where static files and templates lie: inside an installed package, beside it in a clone."""
    package = Path(__file__).parents[1]
    return package if (package / "templates").is_dir() else package.parent


def _guard(security: str, response: Response) -> Response:
    """What browsers must not do with an answer; what a page may fetch is said with the page."""
    if request.path.startswith("/static/") and "v" in request.args and response.status_code < 400:
        keep_for_good(response)
    elif "Cache-Control" not in response.headers:
        response.cache_control.no_store = True  # may hold a key, a name or a password
    response.headers.update(KEPT)
    if request.endpoint != "static":
        response.headers["Content-Security-Policy"] = security
        response.headers.update(SHOWN)
        if request.is_secure:  # elsewhere browsers ignore it, and complain
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return response
