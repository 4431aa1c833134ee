"""The one server for every system: gevent's, tuned for small messages and silent about them.

It writes no line for a request, so a secret pick cannot end up in a terminal or a log file; and a
phone that walks out of the Wi-Fi is an ordinary event, not an error.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any

from gevent import GreenletExit, get_hub, socket
from gevent.event import Event
from gevent.lock import BoundedSemaphore
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer
from simple_websocket import ConnectionError as HandshakeFailed
from wsproto.utilities import RemoteProtocolError

BACKLOG = 256
GONE_MILLISECONDS = 60_000
LETTER_BOX = 2048  # bytes of a request that are read ahead; a web socket keeps them all evening
OFFERED = "HTTP_SEC_WEBSOCKET_EXTENSIONS"
EACH_FOR_ITSELF = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
FINISH_SECONDS = 0.3
CLIENT_FAULTS = (HandshakeFailed, RemoteProtocolError)
LEAVING = (ConnectionError, TimeoutError, GreenletExit)

Error = type[BaseException]


def listen(host: str, port: int) -> Any:
    """A socket that holds the port from now on; an OSError says why it cannot be had."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


class Server:
    """Serves a WSGI application until stopped. Port 0 takes a free one; `port` says which."""

    def __init__(
        self, app: Callable[..., Any], host: str, port: int, *, listener: Any = None
    ) -> None:
        listener = listener or listen(host, port)
        self.port: int = listener.getsockname()[1]
        self._stop = Event()
        self._wsgi = _Wsgi(
            listener,
            app,
            spawn=Pool(),
            log=None,
            error_log=None,
            handler_class=_Handler,
            environ={"SERVER_NAME": host},  # else gevent asks a name server, which may hang
        )

    def start(self) -> None:
        """Accept connections from now on."""
        if not self._wsgi.started:
            self._wsgi.start()

    def serve_forever(self) -> None:
        """Stay until somebody calls `stop`, then let go of every phone."""
        self.start()
        self._stop.wait()
        self._wsgi.stop(FINISH_SECONDS)

    def stop(self) -> None:
        """End `serve_forever`; safe from a signal handler, before it began, and twice."""
        self._stop.set()


class _Wsgi(WSGIServer):  # type: ignore[misc]
    def handle(self, sock: Any, address: Any) -> None:
        phone = _PhoneSocket(sock.family, sock.type, sock.proto, fileno=sock.detach())
        phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MILLISECONDS)
        try:
            super().handle(phone, address)
        except LEAVING:
            pass
        finally:
            phone.close()


class _PhoneSocket(socket.socket):  # type: ignore[misc]
    """A socket whose `send` sends everything, one message after the other.

    The WebSocket library calls `send` once a message, as if it always took the whole of it. On a
    non-blocking socket it takes what fits, and a phone that sleeps would get half a screen.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._writing = BoundedSemaphore(1)

    def makefile(self, mode: str = "r", buffering: int | None = None, **more: Any) -> Any:
        return super().makefile(mode, LETTER_BOX if buffering == -1 else buffering, **more)

    def send(self, data: bytes, flags: int = 0, *_: Any) -> int:
        with self._writing:
            rest = memoryview(data)
            while rest:
                rest = rest[super().send(rest, flags) :]
        return len(data)


class _Handler(WSGIHandler):  # type: ignore[misc]
    def get_environ(self) -> dict[str, Any]:
        """Where a phone offers to pack messages, each is packed for itself.

        Packing with what went before in mind takes 200 KB of memory a phone.
        """
        environ: dict[str, Any] = super().get_environ()
        if "permessage-deflate" in environ.get(OFFERED, ""):
            environ[OFFERED] = EACH_FOR_ITSELF
        return environ

    def handle_one_response(self) -> None:
        super().handle_one_response()
        if self._connection_upgrade_requested():
            self.close_connection = True

    def handle_error(self, kind: Error, error: BaseException, trace: TracebackType) -> None:
        if issubclass(kind, CLIENT_FAULTS):
            self._send_error_response_if_possible(400)
        elif issubclass(kind, LEAVING):
            self.close_connection = True
        else:
            super().handle_error(kind, error, trace)

    def _log_error(self, kind: Error, error: BaseException, trace: TracebackType) -> None:
        _report(None, kind, error, trace)


class WithoutValues(logging.Formatter):
    """Says where something broke, but not with which values: they may be somebody's secret."""

    def formatException(self, broken: Any) -> str:
        kind, _, trace = broken
        places = "".join(traceback.format_tb(trace)).rstrip()
        return f"{places}\n{kind.__name__ if kind else 'error'}"


def report_quietly() -> None:
    """Send warnings and errors of every part of the program to stderr without their values."""
    handler = logging.StreamHandler()
    handler.setFormatter(WithoutValues("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for name in ("engineio.server", "socketio.server"):
        logging.getLogger(name).setLevel(logging.ERROR)
    get_hub().print_exception = _report


def _report(context: object, kind: Error, error: BaseException, trace: TracebackType) -> None:
    if not issubclass(kind, LEAVING):
        logging.getLogger(__name__).error("A request failed", exc_info=(kind, error, trace))
