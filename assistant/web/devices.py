"""Which device is asking: the signed cookie of a browser, the signed token of a program."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

from flask import Flask, session
from itsdangerous import BadData, URLSafeSerializer

_MANY_TABLES = 30  # more seats than this from personal links a cookie does not keep


class Devices:
    """Makes and reads the keys of devices."""

    def __init__(self, app: Flask, secret: bytes) -> None:
        self._tokens = URLSafeSerializer(secret, salt="token")
        self.owner = hmac.new(secret, b"owner", hashlib.sha256).hexdigest()[:24]
        app.secret_key = hmac.new(secret, b"cookie", hashlib.sha256).digest()
        app.config["OWNER_KEY"] = hmac.new(secret, b"owner key", hashlib.sha256).hexdigest()[:32]

    def token(self, code: str, device: str) -> str:
        """A token that opens one table for one device."""
        return str(self._tokens.dumps([code, device]))

    def read(self, token: object, code: str) -> str | None:
        """The device of a token, None if it was not made here or for another table."""
        if not isinstance(token, str):
            return None
        try:
            table, device = self._tokens.loads(token)
        except (BadData, ValueError, TypeError, RecursionError):
            return None
        return device if table == code and isinstance(device, str) and device else None

    def new(self) -> str:
        return secrets.token_urlsafe(16)

    def of_browser(self, code: str) -> str:
        """The device of the browser that asks, as it is known at this table; made if need be."""
        known = self.known_browser(code)
        if known is None:
            known = session["device"] = self.new()
            session.permanent = True
        return known

    def known_browser(self, code: str) -> str | None:
        """As `of_browser`, but None for a browser that is not known here."""
        known = (_adopted().get(code), session.get("device"))
        return next((one for one in known if isinstance(one, str) and one), None)

    def adopt(self, code: str, device: str) -> None:
        """From now on this browser is that device at this table: a second screen of one person."""
        adopted = {key: one for key, one in _adopted().items() if key != code}
        newest = list(adopted.items())[-_MANY_TABLES:]
        session["adopted"] = {**dict(newest), code: device}
        session.permanent = True

    def is_owner(self, code: str = "") -> bool:
        """Whether the browser that asks is that of whoever started the server."""
        return self.known_browser(code) == self.owner

    def become_owner(self) -> None:
        """The browser of whoever started the server: host of every table opened there."""
        session["device"] = self.owner
        session.permanent = True


def _adopted() -> dict[str, Any]:
    """Who a browser is at which table; a cookie that was made long ago may hold anything."""
    adopted = session.get("adopted")
    return adopted if isinstance(adopted, dict) else {}
