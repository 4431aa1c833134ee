"""The API for programs: open a table, sit down, take a finished game along."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from importlib.metadata import version

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue

from assistant.game import Json, require
from assistant.table import Tables
from assistant.web.addresses import Addresses
from assistant.web.devices import Devices
from assistant.web.face import Face
from assistant.web.live import Live
from assistant.web.openings import Openings
from assistant.web.programs import told
from assistant.web.refusals import Refusals
from assistant.web.speech import read_language, speak

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")  # what a text begins with that is calculated


class Api:
    """What docs/protocol.md promises over HTTP."""

    def __init__(
        self,
        tables: Tables,
        devices: Devices,
        live: Live,
        addresses: Addresses,
        faces: Mapping[str, Face],
        refusals: Refusals,
        openings: Openings,
    ) -> None:
        self.tables = tables
        self.devices = devices
        self.live = live
        self.addresses = addresses
        self.faces = faces
        self.refusals = refusals
        self.openings = openings

    def blueprint(self) -> Blueprint:
        api = Blueprint("api", __name__)
        add = api.add_url_rule
        add("/healthz", view_func=self.healthz)
        add("/api/tables", view_func=self.open, methods=["POST"])
        add("/api/tables/<code>/seats", view_func=self.sit, methods=["POST"])
        add("/api/tables/<code>/export.json", view_func=self.export_json)
        add("/api/tables/<code>/export.csv", view_func=self.export_csv)
        add("/api/tables/<code>/table.json", view_func=self.table_file)
        add("/api/tables/<code>/story.json", view_func=self.story)
        return api

    def healthz(self) -> ResponseReturnValue:
        return jsonify(ok=True, version=version("mars-table"))

    def open(self) -> ResponseReturnValue:
        wish = _json_object()
        device = self.devices.new()
        self.openings.table()
        game, mode, options = wish.get("game"), wish.get("mode"), wish.get("options", {})
        table = self.tables.open(game, mode, options, device)
        token = self.devices.token(table.code, device)
        join_url = self.addresses.join_url(table.code)
        return jsonify(code=table.code, host_token=token, join_url=join_url), 201

    def sit(self, code: str) -> ResponseReturnValue:
        table = self.tables.find(code)
        wish = _json_object()
        self.openings.seat()
        device = self.devices.new()
        args = {"seat": wish.get("seat"), "name": wish.get("name")}
        answer = table.play(device, None, "sit", args, "sit")
        if answer.refused:
            return self.refusals.say(answer.refused, table.game.key)
        self.live.changed(table)
        return jsonify(seat=wish["seat"], token=self.devices.token(table.code, device)), 201

    def export_json(self, code: str) -> ResponseReturnValue:
        return jsonify(self._finished(code))

    def export_csv(self, code: str) -> ResponseReturnValue:
        game = self._finished(code)
        rows = self.faces[game["game"]].rows
        if rows is None:
            abort(404)
        file = io.StringIO()
        csv.writer(file).writerows(map(_harmless, rows(game)))
        return Response(file.getvalue(), mimetype="text/csv")

    def table_file(self, code: str) -> ResponseReturnValue:
        """The whole table as a file, for its host: it can be gone on with on another machine."""
        table = self.tables.find(code)
        token = request.authorization.token if request.authorization else None
        device = self.devices.read(token, table.code) or self.devices.known_browser(table.code)
        require(device and table.people.is_host(device), "only-the-host")
        response = jsonify(table.packed())
        name = f"mars-table-{table.code}.json"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def story(self, code: str) -> ResponseReturnValue:
        """All lines of the story, as everybody may read them; a view holds the newest."""
        table = self.tables.find(code)
        with speak(read_language(), table.game.key):
            return jsonify(story=told(table.view("", None).story))

    def _finished(self, code: str) -> dict[str, Json]:
        """A finished game: who played, and what its face has to tell."""
        table = self.tables.find(code)
        require(table.is_finished, "not-finished-yet")
        return {
            "code": table.code,
            "game": table.game.key,
            "mode": table.setup.mode,
            "options": dict(table.setup.options),
            "players": dict(table.people.names),
            "seconds": round(table.record.played[-1]),
            **self.faces[table.game.key].export(table.game_view(None), table.record.history),
        }


def _harmless(row: Sequence[Json]) -> list[Json]:
    """A row in which no text is a formula to a spreadsheet; numbers stay numbers."""
    return [f"'{one}" if isinstance(one, str) and one.startswith(FORMULAS) else one for one in row]


def _json_object() -> dict[str, Json]:
    try:
        wish = request.get_json(silent=True)
    except RecursionError:
        wish = None
    require(isinstance(wish, dict), "malformed", field="body")
    assert isinstance(wish, dict)
    return wish
