"""A clear refusal, as a page for people and as JSON for programs."""

from __future__ import annotations

from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from assistant.game import Illegal, Text, text
from assistant.web.shell import Shell
from assistant.web.speech import read_language, say, speak

STATUS = {
    "unknown-table": 404,
    "unknown-address": 404,
    "wrong-method": 405,
    "seat-taken": 409,
    "table-full": 409,
    "name-taken": 409,
    "not-finished-yet": 409,
    "table-damaged": 409,
    "table-unreadable": 409,
    "cannot-be-stored": 503,
    "only-the-host": 403,
    "other-site": 403,
    "other-name": 421,
    "too-large": 413,
    "too-many-tables": 429,
    "too-many-seats": 429,
    "unreadable": 400,
    "broken": 500,
}
STATUS_OF_PAGE = {**STATUS, "bad-token": 403, "not-seated": 403}
KEYS = {404: "unknown-address", 405: "wrong-method", 413: "too-large"}
TOO_MANY = 429
LATER_SECONDS = 60


class Refusals:
    """Says no by name."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def register(self, app: Flask) -> None:
        app.register_error_handler(Illegal, self.refuse)
        app.register_error_handler(HTTPException, self.not_so)
        app.register_error_handler(500, self.broken)

    def refuse(self, refusal: Illegal) -> ResponseReturnValue:
        return self.say(refusal.text)

    def say(self, refused: Text, game: str | None = None) -> Response:
        """The answer to whoever asked, in the words of the game that refused."""
        key = refused.key
        is_program = request.path.startswith("/api/")
        with speak(read_language(), game):
            words = say(refused, {})
        if is_program:
            response = jsonify(error={"key": key, "text": words})
            response.status_code = STATUS.get(key, 422)
        else:
            response = self.shell.page("missing.html", message=words)
            response.status_code = STATUS_OF_PAGE.get(key, 400)
        if response.status_code == TOO_MANY:
            response.headers["Retry-After"] = str(LATER_SECONDS)
        return response

    def not_so(self, problem: HTTPException) -> ResponseReturnValue:
        """What nobody here has an answer to, or cannot be read."""
        response = self.say(text(KEYS.get(problem.code or 0, "unreadable")))
        if isinstance(problem, MethodNotAllowed) and problem.valid_methods:
            response.headers["Allow"] = ", ".join(problem.valid_methods)
        return response

    def broken(self, _: Exception) -> ResponseReturnValue:
        """A fault of ours, said without a word of what it was."""
        try:
            return self.say(text("broken"))
        except Exception:
            return Response("Something broke here.", 500, mimetype="text/plain")
