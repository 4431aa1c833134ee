"""The signed cookie by which a browser is known from one page to the next."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadData


class Sessions(SecureCookieSessionInterface):
    """Flask's, for a house that is opened by TLS at its public address and without it at home."""

    def __init__(self, public_origin: str | None) -> None:
        public = urlsplit(public_origin or "")
        self._secure_host = public.netloc if public.scheme == "https" else None

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may travel by TLS only, as the page that it comes with did."""
        return request.is_secure or request.host.lower() == self._secure_host

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What the browser brought; what is no session of ours is none at all."""
        try:
            return super().open_session(app, request) or self.session_class()
        except (BadData, ValueError, TypeError, RecursionError):
            return self.session_class()
