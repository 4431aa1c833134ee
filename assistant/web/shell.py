"""Whole pages: a shell with what is seen first in its slots; the rest comes by the socket."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, current_app, render_template, request, session

from assistant.game import Seat
from assistant.table import Table
from assistant.web.around import Around
from assistant.web.face import Face, When, slots_of
from assistant.web.live import Live
from assistant.web.screen import Screens
from assistant.web.showing import stamp
from assistant.web.speech import LANGUAGES, read_language, speak

THEMES = ("dark", "light", "dim")


@dataclass(frozen=True)
class Shared:
    """A seat on a device that others use too. The device goes on by itself once it is done."""

    owner: Seat | None  # whose phone it is; None: it is the table screen
    back: str  # where it is given back
    then: str  # where the device goes when this seat has made its move
    rests: str = ""  # where it goes when nobody touches it


class Shell:
    """Renders pages in the language and the light of whoever asks."""

    def __init__(
        self, screens: Screens, live: Live, around: Around, faces: Mapping[str, Face]
    ) -> None:
        self._screens = screens
        self._live = live
        self._around = around
        self._faces = faces

    def screen(
        self, page: str, table: Table, device: str, seat: Seat | None, **more: Any
    ) -> Response:
        """A page of a table, with what is seen first, so that it waits for no socket."""
        seen = table.view(device, seat, self._live.connected(table))
        view = table.game_view(seat)
        around = self._around.of(page, table)
        at_hand = (When.AT_ONCE, When.FIRST, When.SOON)
        slots = self._screens.slots(page, seen, view, read_language(), around, when=at_hand)
        face = self._faces[table.game.key]
        return self.page(
            f"{page}.html",
            page=page,
            slots=defaultdict(str, slots),  # one that the game does not name renders nothing
            drawn={name: stamp(html) for name, html in slots.items()},
            panels=[slot.name for slot in slots_of(face, page) if slot.panel],
            sheets=[
                slot.name
                for slot in face.slots.get(page, ())
                if slot.when is When.BEHIND and not slot.panel
            ],
            table=seen,
            view=view,
            face=face,
            mood=face.mood(view),
            **more,
        )

    def page(self, template: str, **values: Any) -> Response:
        """Any page of the house."""
        theme = request.cookies.get("theme", "")
        values = {
            "language": read_language(),
            "languages": list(LANGUAGES.items()),
            "theme": theme if theme in THEMES else "",
            "page": template.removesuffix(".html"),
            "slots": {},
            "drawn": None,
            "shared": None,
            "table": None,
            "face": None,
            "mood": {},
            "faces": self._faces,
            **values,
        }
        face: Face | None = values["face"]
        with speak(values["language"], face.key if face else None):
            response = current_app.make_response(render_template(template, **values))
        response.cache_control.no_store = True
        if session:
            session.modified = True  # sent again: a browser is known for a year from its last page
        return response
