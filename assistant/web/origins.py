"""Who may send something here: pages of ours, under a name that this machine goes by.

A page of another site can make a browser send a form or open a socket here, and a name of another
site can be made to lead here (DNS rebinding). Programs are no browsers: they say no origin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from flask import request

from assistant.game import require
from assistant.web.addresses import Addresses
from assistant.web.strangers import STRANGERS

ONLY_ASK = ("GET", "HEAD", "OPTIONS")
SOCKETS = "/socket.io/"
OWN_PAGE = ("same-origin", "none")  # what a browser says of a page of ours and of the address bar

Wsgi = Callable[..., Any]


class Origins:
    """Judges every request by what its browser says of where it comes from."""

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses

    def judge(self) -> None:
        """Refuse, by name, what a page of ours or a program would not have sent."""
        if not self._knows(request.environ):
            STRANGERS.count("names of other sites")
            require(False, "other-name", url=self._addresses.chosen.url)
        if not self._is_ours(request.environ):
            STRANGERS.count("forms and sockets of other sites")
            require(False, "other-site")

    def before(self, sockets: Wsgi, pages: Wsgi) -> Wsgi:
        """The sockets, judged as the pages are; a refused one is told so like a page."""

        def judged(environ: dict[str, Any], start_response: Any) -> Any:
            is_let_in = self._knows(environ) and self._is_ours(environ)
            return (sockets if is_let_in else pages)(environ, start_response)

        return judged

    def _knows(self, environ: dict[str, Any]) -> bool:
        host = environ.get("HTTP_HOST")
        return host is None or self._addresses.knows(host)

    def _is_ours(self, environ: dict[str, Any]) -> bool:
        """Whether a browser sends this from a page of ours, or no browser does."""
        is_socket = environ["PATH_INFO"].startswith(SOCKETS)
        if environ["REQUEST_METHOD"] in ONLY_ASK and not is_socket:
            return True
        site, origin = environ.get("HTTP_SEC_FETCH_SITE"), environ.get("HTTP_ORIGIN")
        if origin in (None, "null"):  # a program, or a page that hides where it is
            return site in OWN_PAGE or (site is None and origin is None)
        is_own = self._is_own(str(origin), environ.get("HTTP_HOST", ""))
        # Not every browser that says a site says it of sockets; their origin all of them do.
        return is_own and (is_socket or site is None or site in OWN_PAGE)

    def _is_own(self, origin: str, host: str) -> bool:
        """Behind a proxy a page's address is the public one, whatever the proxy asks for."""
        if origin.lower() == self._addresses.public_origin:
            return True
        try:
            return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            return False
