"""What pages ask for once: a sheet a page and a script a game, made from files that people read."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, request
from markupsafe import Markup
from werkzeug.security import safe_join

YEAR_SECONDS = 365 * 24 * 3600
HOUSE = "house"  # what a page without a game gets
MIMETYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
MADE_ANEW = ("text/html", "application/json", "image/svg+xml")
WORTH_PACKING = 500  # bytes
TIGHT, QUICK = 9, 6  # how hard gzip tries: once for good, or while somebody waits
HERE = ("seat-here", "cover-here")  # a seat and its cover on the table screen: two pages in one
DRAWING = re.compile(r"url\(([\w-]+\.svg)\)")  # in a sheet
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
COMMENT_LINE = re.compile(
    rf"^[ \t]*(?:{COMMENT.pattern}|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE
)
COMMENT_AFTER = re.compile(r"""[ \t]*// [^"'`\n]*$""", re.MULTILINE)  # cannot be within a string
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
SPACE = re.compile(r"""("[^"]*")|\s*;?\s*(})\s*|\s*([{;,>])\s*|(?<=:)\s+|(\s)\s*""")  # in a sheet


@dataclass(frozen=True)
class Packed:
    """A file as it travels, and what tells it from another one."""

    held: bytes
    stamp: str


class Assets:
    """Static files at addresses that change with them, so phones may keep them for a year.

    `/static/GAME.js` is the house's script and then the game's own, `/static/GAME-PAGE.css` the
    same of sheets; `house` stands for no game. A sheet in a folder is for the pages that the name
    of the folder lists (`seat-watch`), any other for every page; `seat-here` is given those of
    both. Each is packed once: a small machine has better to do when five phones come at the same
    time.
    """

    def __init__(self, static: Path, games: Mapping[str, Path]) -> None:
        """`static`: the house's folder; `games`: where each game keeps its own files."""
        own = {HOUSE: (), **{game: (folder,) for game, folder in games.items()}}
        script, style = static / "script", static / "style"
        pages = {page for folder in style.glob("*/") for page in folder.name.split("-")} | {*HERE}
        self._static = static
        self._bundles = {
            f"{game}.js": [file for room in (script, *rooms) for file in sorted(room.glob("*.js"))]
            for game, rooms in own.items()
        } | {
            f"{game}-{page}.css": [file for room in (style, *rooms) for file in sheets(room, page)]
            for game, rooms in own.items()
            for page in pages
        }
        self._packed: dict[str, Packed] = {}
        self._head = (static / "head.js").read_text("utf-8")

    def register(self, app: Flask) -> None:
        """Serve every file and bundle, and let templates ask where they are."""
        app.add_url_rule("/static/<path:name>", endpoint="static", view_func=self.serve)
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

    def style(self, page: str, game: str | None = None) -> str:
        """Where the one sheet of a page is."""
        return self.static(f"{game or HOUSE}-{page}.css")

    def script(self, game: str | None = None) -> str:
        """Where the one script of a game's pages is."""
        return self.static(f"{game or HOUSE}.js")

    def static(self, name: str) -> str:
        """Where a file or a bundle is: a changed one has another address."""
        return f"/static/{name}?v={self._pack(name).stamp}"

    def serve(self, name: str) -> Response:
        """A file or a bundle, packed if the browser can unpack it."""
        try:
            packed = self._pack(name)
        except (OSError, ValueError):  # no such name, or none that a file can have
            abort(404)
        unpacks = _unpacks()
        response = Response(
            packed.held if unpacks else gzip.decompress(packed.held),
            mimetype=MIMETYPES.get(name.rpartition(".")[2], "application/octet-stream"),
        )
        if unpacks:
            response.content_encoding = "gzip"
        response.vary.add("Accept-Encoding")
        response.set_etag(packed.stamp, weak=True)
        response.cache_control.no_cache = True
        response.make_conditional(request)
        return response

    def _pack(self, name: str) -> Packed:
        """A bundle or a file; an OSError if there is none."""
        if name not in self._packed:
            held = self._read(name)
            stamp = hashlib.sha256(held).hexdigest()[:10]
            self._packed[name] = Packed(gzip.compress(held, TIGHT, mtime=0), stamp)
        return self._packed[name]

    def _read(self, name: str) -> bytes:
        if name in self._bundles:
            text = "\n".join(file.read_text("utf-8") for file in self._bundles[name])
            text = DRAWING.sub(lambda found: f"url({self.static(found[1])})", text)
            return (thin_sheet(text) if name.endswith(".css") else thin_script(text)).encode()
        return Path(safe_join(str(self._static), name) or "").read_bytes()


def sheets(room: Path, page: str) -> list[Path]:
    """The sheets in a room that are for a page; of one name the more general comes first."""
    found = [*room.glob("*.css")]
    wanted = set(page.split("-"))
    found += [file for file in room.glob("*/*.css") if wanted & set(file.parent.name.split("-"))]
    return sorted(found, key=lambda file: (file.name, file.parent != room, -len(file.parent.name)))


def thin_sheet(text: str) -> str:
    """A sheet without what only people who read the files need; what is quoted stays as it is."""
    bare = COMMENT.sub("", text)
    return SPACE.sub(lambda found: found[found.lastindex] if found.lastindex else "", bare)


def thin_script(text: str) -> str:
    """The same of a script, whose lines stay lines."""
    return INDENT.sub("", COMMENT_AFTER.sub("", COMMENT_LINE.sub("", text)))


def _unpacks() -> bool:
    """Whether who asks can read what is packed."""
    return request.accept_encodings["gzip"] > 0


def pack(response: Response) -> Response:
    """What is made anew travels packed as well, if that is worth it."""
    if (
        response.mimetype in MADE_ANEW
        and response.status_code == 200
        and "Content-Encoding" not in response.headers
        and _unpacks()
        and len(plain := response.get_data()) >= WORTH_PACKING
    ):
        response.set_data(gzip.compress(plain, QUICK, mtime=0))
        response.content_encoding = "gzip"
        response.vary.add("Accept-Encoding")
    return response


def keep_for_good(response: Response) -> Response:
    """What is at this address never changes: phones may keep it."""
    response.cache_control.no_cache = None
    response.cache_control.max_age = YEAR_SECONDS
    response.cache_control.immutable = True
    return response
