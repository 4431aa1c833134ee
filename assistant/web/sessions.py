"""The signed cookie by which a browser is known from one page to the next."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData


class Sessions(SecureCookieSessionInterface):
    """Flask's, for a house that is opened by TLS at its public address and without it at home.

    A cookie is good for as long as a browser keeps it. The server's clock may have been set since
    it was signed, back or by years: whoever sits at a table stays who they are. For the same reason
    a browser is told for how long, not until when.
    """

    def __init__(self, public_origin: str | None) -> None:
        public = urlsplit(public_origin or "")
        self._secure_host = public.netloc if public.scheme == "https" else None

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may travel by TLS only, as the page that it comes with did."""
        return request.is_secure or request.host.lower() == self._secure_host

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What the browser brought; what is no session of ours is none at all."""
        serializer = self.get_signing_serializer(app)
        try:
            kept = request.cookies.get(self.get_cookie_name(app), "")
            return self.session_class(serializer.loads(kept) if serializer else None)
        except (BadData, ValueError, TypeError, RecursionError):
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
