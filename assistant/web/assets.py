"""What pages ask for once: a sheet and a script a game, made from the files that people read."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path

from flask import Flask, Response
from markupsafe import Markup

YEAR_SECONDS = 365 * 24 * 3600
HOUSE = "house"  # what a page without a game gets
ROOMS = {"css": "style", "js": "script"}  # where the house keeps its own files of each kind
MIMETYPES = {"css": "text/css", "js": "text/javascript"}


class Assets:
    """Static files at addresses that change with them, so phones may keep them for a year.

    `/static/GAME.css` and `/static/GAME.js` are the house's files in alphabetical order, then the
    game's own; `/static/house.css` and `/static/house.js` are the house's alone.
    """

    def __init__(self, static: Path, games: Mapping[str, Path]) -> None:
        """`static`: the house's folder; `games`: where each game keeps its own files."""
        self._static = static
        own: dict[str, tuple[Path, ...]] = {HOUSE: ()}
        own |= {game: (folder,) for game, folder in games.items()}
        self._bundles = {
            f"{name}.{kind}": _joined(kind, static / room, *folders)
            for name, folders in own.items()
            for kind, room in ROOMS.items()
        }
        self._addresses: dict[str, str] = {}
        self._head = (static / "head.js").read_text("utf-8")

    def register(self, app: Flask) -> None:
        """Serve each bundle, and let templates ask where it is."""
        for name, held in self._bundles.items():
            mimetype = MIMETYPES[name.rpartition(".")[2]]
            app.add_url_rule(
                f"/static/{name}",
                endpoint=f"static-{name}",
                view_func=lambda held=held, mimetype=mimetype: Response(held, mimetype=mimetype),
            )
        app.jinja_env.globals.update(
            static=self.static,
            style=self.style,
            script=self.script,
            head_script=Markup(self._head),
        )

    @property
    def head_hash(self) -> str:
        """By which browsers know the one script that may stand in a page."""
        digest = hashlib.sha256(self._head.encode()).digest()
        return f"sha256-{base64.b64encode(digest).decode()}"

    def style(self, game: str | None = None) -> str:
        """Where the one sheet of a game's pages is."""
        return self.static(f"{game or HOUSE}.css")

    def script(self, game: str | None = None) -> str:
        """Where the one script of a game's pages is."""
        return self.static(f"{game or HOUSE}.js")

    def static(self, name: str) -> str:
        """Where a file or a bundle is: a changed one has another address."""
        if name not in self._addresses:
            bundled = name in self._bundles
            held = self._bundles[name] if bundled else (self._static / name).read_bytes()
            stamp = hashlib.sha256(held).hexdigest()[:10]
            self._addresses[name] = f"/static/{name}?v={stamp}"
        return self._addresses[name]


def _joined(kind: str, *folders: Path) -> bytes:
    """The files of one kind, folder by folder and by name, as one."""
    files = [file for folder in folders for file in sorted(folder.glob(f"*.{kind}"))]
    return "\n".join(file.read_text("utf-8") for file in files).encode()


def keep_for_good(response: Response) -> Response:
    """What is at this address never changes: phones may keep it."""
    response.cache_control.no_cache = None
    response.cache_control.max_age = YEAR_SECONDS
    response.cache_control.immutable = True
    return response
