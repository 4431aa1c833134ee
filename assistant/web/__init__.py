"""Flask around the table: pages, live screens, and the one door out to the browser."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask.templating import Environment
from flask_babel import Babel
from flask_compress import Compress

from assistant.log import Log
from assistant.table import Tables
from assistant.web import ares
from assistant.web.addresses import Addresses
from assistant.web.devices import Devices
from assistant.web.live import Live
from assistant.web.pages import YEAR_SECONDS, Pages
from assistant.web.planet import era_now
from assistant.web.plots import PLOTS
from assistant.web.screen import Screens, colour, install_words, letter, read_language, word
from assistant.web.signs import signs

STYLE = "style.css"
SHEETS = ("style", "ares")  # folders of `static`, in the order of the cascade
LARGEST_REQUEST = 64 * 1024
SECURITY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class Templates(Environment):
    """Jinja with all globals of a template in one plain dict.

    Jinja itself looks through a chain of two for each of them whenever it begins a template, which
    was a sixth of the time of a screen. Globals are complete before the first template is read.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def create_app(log: Log, *, addresses: Addresses, secret: bytes) -> Flask:
    """The whole web side of a house that keeps its record in `log`."""
    assets = _assets()
    app = Flask(__name__, static_folder=assets / "static", template_folder=assets / "templates")
    app.jinja_environment = Templates
    app.config.update(
        GALLERY=os.environ.get("MARS_TABLE_GALLERY") == "1",
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        PERMANENT_SESSION_LIFETIME=YEAR_SECONDS,
        SESSION_COOKIE_NAME="mars-table",
        SESSION_COOKIE_SAMESITE="Lax",
        BABEL_TRANSLATION_DIRECTORIES=str(Path(__file__).parents[1] / "languages"),
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_MIMETYPES=[
            "text/html",
            "text/css",
            "text/javascript",
            "application/json",
            "image/svg+xml",
        ],
    )
    Babel(app, locale_selector=read_language)
    install_words(app)
    Compress(app)
    static = _versioned(assets / "static")
    app.jinja_env.globals.update(
        colour=colour,
        letter=letter,
        word=word,
        static=static,
        **signs(static, letter),
        era_now=era_now,
        **PLOTS,
        **ares.HELPERS,
    )
    app.add_url_rule(
        f"/static/{STYLE}",
        view_func=lambda: Response(_style(assets / "static"), mimetype="text/css"),
        endpoint="style",
    )
    app.after_request(_guard)

    devices = Devices(app, secret)
    tables = Tables(log)
    screens = Screens(app)
    pages = Pages(tables, devices, screens, addresses)
    pages.register(app)
    pages.live = Live(app, tables, devices, screens, pages.extra)
    return app


def _assets() -> Path:
    """Where static files and templates lie: inside an installed package, beside it in a clone."""
    package = Path(__file__).parents[1]
    return package if (package / "templates").is_dir() else package.parent


@cache
def _style(folder: Path) -> str:
    """The stylesheet that a page asks for once: the house's files, then the game's."""
    files = (file for name in SHEETS for file in sorted((folder / name).glob("*.css")))
    return "\n".join(file.read_text("utf-8") for file in files)


def _versioned(folder: Path) -> Callable[[str], str]:
    """Static files are kept by phones for a year; a changed file gets another address."""

    @cache
    def static(name: str) -> str:
        held = _style(folder).encode() if name == STYLE else (folder / name).read_bytes()
        stamp = hashlib.sha256(held).hexdigest()[:10]
        return f"/static/{name}?v={stamp}"

    return static


def _guard(response: Response) -> Response:
    if request.path.startswith("/static/") and "v" in request.args:
        response.cache_control.no_cache = None
        response.cache_control.max_age = YEAR_SECONDS
        response.cache_control.immutable = True
    response.headers["Content-Security-Policy"] = SECURITY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
