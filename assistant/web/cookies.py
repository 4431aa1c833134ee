"""The signed cookie of a browser, whatever the system's clock says."""

from __future__ import annotations

import re

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature


class Cookies(SecureCookieSessionInterface):
    """Good for as long as a browser keeps it.

    The server's clock may have been set since it was signed, back or by years: whoever sits at a
    table stays who they are. For the same reason a browser is told for how long, not until when.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        try:
            return self.session_class(
                serializer.loads(request.cookies.get(self.get_cookie_name(app), ""))
            )
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        super().save_session(app, session, response)
        lasts = f"Max-Age={int(app.permanent_session_lifetime.total_seconds())}"
        own = f"{self.get_cookie_name(app)}="
        said = response.headers.getlist("Set-Cookie")
        response.headers.setlist(
            "Set-Cookie",
            [
                re.sub("Expires=[^;]*", lasts, one)
                if one.startswith(own) and "Max-Age" not in one
                else one
                for one in said
            ],
        )
