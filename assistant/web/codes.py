"""Codes to scan: the table, the Wi-Fi, and the own seat for one's second device."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, url_for
from flask.typing import ResponseReturnValue

from assistant.game import require
from assistant.table import Tables
from assistant.web import qr
from assistant.web.around import Around
from assistant.web.devices import Devices


class Codes:
    """Draws QR codes, and opens what they lead to."""

    def __init__(self, tables: Tables, devices: Devices, around: Around) -> None:
        self.tables = tables
        self.devices = devices
        self.around = around

    def blueprint(self) -> Blueprint:
        codes = Blueprint("codes", __name__)
        add = codes.add_url_rule
        add("/t/<code>/qr.svg", view_func=self.join)
        add("/t/<code>/wifi.svg", view_func=self.wifi)
        add("/t/<code>/mine.svg", view_func=self.mine)
        add("/t/<code>/mine/<token>", view_func=self.adopt)
        return codes

    def join(self, code: str) -> ResponseReturnValue:
        return _drawn(self.around.addresses.join_url(self.tables.find(code).code))

    def wifi(self, code: str) -> ResponseReturnValue:
        """The password too, so it is for those who play here and for the host."""
        table = self.tables.find(code)
        if self.around.wifi is None:
            abort(404)
        device = self.devices.known_browser(table.code) or ""
        people = table.people
        is_theirs = people.is_host(device) or people.seats_of(device)
        require(is_theirs or device == self.devices.owner, "not-seated")
        return _drawn(self.around.wifi.code)

    def mine(self, code: str) -> ResponseReturnValue:
        """The own seat for one's second device; only the phone that holds it can show this."""
        table = self.tables.find(code)
        device = self.devices.known_browser(table.code)
        if not device or not table.people.seats_of(device):
            abort(404)
        token = self.devices.token(table.code, device)
        path = url_for("codes.adopt", code=table.code, token=token)
        return _drawn(self.around.addresses.chosen.url + path)

    def adopt(self, code: str, token: str) -> ResponseReturnValue:
        """The personal link: this browser is a further screen of the same person."""
        table = self.tables.find(code)
        device = self.devices.read(token, table.code)
        require(device and table.people.seats_of(device), "bad-token")
        assert device
        self.devices.adopt(table.code, device)
        return redirect(url_for("pages.join", code=table.code))


def _drawn(text: str) -> Response:
    return Response(qr.join_svg(text), mimetype="image/svg+xml")  # kept nowhere: `_guard`
