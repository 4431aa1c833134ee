"""All components and states on one page, for a designer: real templates, staged tables.

Only for development: the page exists where the app runs with ``GALLERY`` set.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint
from flask.typing import ResponseReturnValue

from assistant.web.face import Face
from assistant.web.screen import Screens
from assistant.web.shell import Shell
from assistant.web.speech import read_language


class Gallery:
    """Shows the house's components, and of every game what its face stages."""

    def __init__(self, shell: Shell, screens: Screens, faces: Mapping[str, Face]) -> None:
        self.shell = shell
        self.screens = screens
        self.faces = faces

    def blueprint(self) -> Blueprint:
        gallery = Blueprint("gallery", __name__)
        gallery.add_url_rule("/gallery", view_func=self.first)
        gallery.add_url_rule("/gallery/<game>", view_func=self.show)
        return gallery

    def first(self) -> ResponseReturnValue:
        return self.show(next(iter(self.faces)))

    def show(self, game: str) -> ResponseReturnValue:
        face = self.faces[game]
        frames = face.gallery(self.screens, read_language()) if face.gallery else ()
        return self.shell.page("gallery.html", face=face, frames=list(frames), theme="dark")
