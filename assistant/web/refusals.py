"""A clear refusal, as a page for people and as JSON for programs."""

from __future__ import annotations

from flask import Flask, jsonify, request
from flask.typing import ResponseReturnValue

from assistant.game import Illegal, Text
from assistant.web.shell import Shell
from assistant.web.speech import gettext, read_language, say, speak

STATUS = {
    "unknown-table": 404,
    "seat-taken": 409,
    "table-full": 409,
    "not-finished-yet": 409,
    "table-damaged": 409,
    "table-unreadable": 409,
    "cannot-be-stored": 503,
    "only-the-host": 403,
}
STATUS_OF_PAGE = {**STATUS, "bad-token": 403}


class Refusals:
    """Says no by name."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def register(self, app: Flask) -> None:
        app.register_error_handler(Illegal, self.refuse)
        app.register_error_handler(404, self.not_found)

    def refuse(self, refusal: Illegal) -> ResponseReturnValue:
        return self.say(refusal.text)

    def say(self, refused: Text, game: str | None = None) -> ResponseReturnValue:
        """The answer to whoever asked, in the words of the game that refused."""
        key = refused.key
        with speak(read_language(), game):
            words = say(refused, {})
        if request.path.startswith("/api/"):
            return jsonify(error={"key": key, "text": words}), STATUS.get(key, 422)
        return self.shell.page("missing.html", message=words), STATUS_OF_PAGE.get(key, 400)

    def not_found(self, _: Exception) -> ResponseReturnValue:
        words = gettext("There is nothing at this address.")
        if request.path.startswith("/api/"):
            return jsonify(error={"key": "unknown-address", "text": words}), 404
        return self.shell.page("missing.html", message=words), 404
