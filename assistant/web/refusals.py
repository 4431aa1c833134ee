"""A clear refusal, as a page for people and as JSON for programs."""

from __future__ import annotations

from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue

from assistant.game import Illegal, Text, text
from assistant.store import StoreError
from assistant.web.shell import Shell
from assistant.web.speech import gettext, read_language, say, speak

STATUS = {
    "unknown-table": 404,
    "seat-taken": 409,
    "table-full": 409,
    "not-finished-yet": 409,
    "only-the-host": 403,
    "out-of-reach": 503,
}
STATUS_OF_PAGE = {**STATUS, "bad-token": 403}


class Refusals:
    """Says no by name."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def register(self, app: Flask) -> None:
        app.register_error_handler(Illegal, self.refuse)
        app.register_error_handler(StoreError, self.out_of_reach)
        app.register_error_handler(404, self.not_found)

    def refuse(self, refusal: Illegal) -> ResponseReturnValue:
        return self.say(refusal.text)

    def out_of_reach(self, _: StoreError) -> ResponseReturnValue:
        """Nothing is lost: a browser asks again by itself."""
        said, status = self.say(text("out-of-reach"))
        return said, status, {"Refresh": "3", "Retry-After": "3"}

    def say(self, refused: Text, game: str | None = None) -> tuple[Response, int]:
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
