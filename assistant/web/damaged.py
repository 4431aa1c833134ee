"""A table that was found damaged: what is sound of it, and the way on from there."""

from __future__ import annotations

from flask import Blueprint, Flask, redirect, request, url_for
from flask.typing import ResponseReturnValue

from assistant.game import Illegal, require
from assistant.log import Damaged
from assistant.table import Tables
from assistant.web.devices import Devices
from assistant.web.refusals import Refusals
from assistant.web.shell import Shell
from assistant.web.speech import read_language, say, speak

CONFLICT = 409


class DamagedTables:
    """Says what is damaged wherever such a table is opened; its host or the owner may go on."""

    def __init__(self, tables: Tables, devices: Devices, shell: Shell, refusals: Refusals) -> None:
        self.tables = tables
        self.devices = devices
        self.shell = shell
        self.refusals = refusals

    def register(self, app: Flask) -> None:
        app.register_error_handler(Damaged, self.show)
        pages = Blueprint("damaged", __name__)
        pages.add_url_rule("/tables/<code>/go_on", view_func=self.go_on, methods=["POST"])
        app.register_blueprint(pages)

    def show(self, problem: Damaged) -> ResponseReturnValue:
        """The page in place of the table's, with the way on for who may take it."""
        if request.path.startswith("/api/"):
            return self.refusals.say(problem.text)
        with speak(read_language(), None):
            message = say(problem.text, {})
        may = problem.sound > 0 and self._may_go_on(problem.code)
        return (
            self.shell.page(
                "damaged.html", page="missing", message=message, damage=problem, may_go_on=may
            ),
            CONFLICT,
        )

    def go_on(self, code: str) -> ResponseReturnValue:
        """From the last sound move on it is an ordinary table again."""
        code = code.upper()
        require(self._may_go_on(code), "only-the-host")
        self.tables.go_on(code)
        device = self.devices.of_browser(code)
        page = "table" if self.tables.find(code).people.screen == device else "join"
        return redirect(url_for(f"pages.{page}", code=code), 303)

    def _may_go_on(self, code: str) -> bool:
        device = self.devices.of_browser(code)
        try:
            return device == self.devices.owner or self.tables.sound(code).people.is_host(device)
        except Illegal:
            return False
