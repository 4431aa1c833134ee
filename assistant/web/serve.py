"""The one server for every system: gevent's, tuned for small messages and silent about them.

It writes no line for a request, so a secret pick cannot end up in a terminal or a log file; and a
phone that walks out of the Wi-Fi is an ordinary event, not an error. Nobody holds a connection by
half a request, and when there are too many, those go that nobody plays by (`guests.py`).
"""

from __future__ import annotations

import errno
import logging
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any

from gevent import GreenletExit, get_hub, socket
from gevent.event import Event
from gevent.lock import BoundedSemaphore
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer
from simple_websocket import ConnectionError as HandshakeFailed
from wsproto.utilities import RemoteProtocolError

from assistant.web.guests import GUEST, Guest, Guests
from assistant.web.rates import Verdict
from assistant.web.strangers import STRANGERS

BACKLOG = 256
GONE_MILLISECONDS = 60_000
LETTER_BOX = 2048  # bytes of a request that are read ahead; a web socket keeps them all evening
FINISH_SECONDS = 0.3
IDLE_SECONDS = 60.0  # for the first line of a request, also on a line that has served one
REQUEST_SECONDS = 15.0  # for the rest of it
TAKING_SECONDS = 60.0  # for an answer to be read
PAGE_COST = 30.0  # beside a tap's five
FILE_COST = 5.0
REQUEST_TAKES = 0.003  # seconds, about, of one that goes by the slow lane
MOST_FILES = 20_000  # that are asked for
FEW_FILES = 1024  # where the system does not tell
OTHER_FILES = 128  # beside connections: the store, what is being read, what is just being closed
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
NO_FILES = (errno.EMFILE, errno.ENFILE)
CLIENT_FAULTS = (HandshakeFailed, RemoteProtocolError)
LEAVING = (ConnectionError, TimeoutError, GreenletExit)
BAD = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

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


def most_connections() -> int:
    """How many may be open at once; the process takes as many files for them as it may."""
    try:
        import resource
    except ImportError:
        return FEW_FILES - OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = max(soft, MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES))
    with suppress(ValueError, OSError):  # else it stays as it is
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    files = min(MOST_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    return max(files // 2, files - OTHER_FILES)


class Server:
    """Serves a WSGI application until stopped. Port 0 takes a free one; `port` says which."""

    def __init__(
        self, app: Callable[..., Any], host: str, port: int, *, listener: Any = None
    ) -> None:
        listener = listener or listen(host, port)
        self.port: int = listener.getsockname()[1]
        self.guests = Guests(most_connections())
        self._stop = Event()
        self._wsgi = _Wsgi(
            self.guests,
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
        self.guests.is_over = True
        self._wsgi.stop(FINISH_SECONDS)

    def stop(self) -> None:
        """End `serve_forever`; safe from a signal handler, before it began, and twice."""
        self._stop.set()


class _Wsgi(WSGIServer):  # type: ignore[misc]
    def __init__(self, guests: Guests, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        self.guests = guests

    def handle(self, sock: Any, address: Any) -> None:
        phone = _PhoneSocket(sock.family, sock.type, sock.proto, fileno=sock.detach())
        guest = phone.guest = Guest(self.guests, phone, str(address[0]))
        try:
            if not self.guests.come(guest):
                STRANGERS.count("connections beyond what there is room for")
                phone.sendall(NO_ROOM)
                return
            phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MILLISECONDS)
            super().handle(phone, address)
        except LEAVING:
            pass
        finally:
            self.guests.go(guest)
            phone.close()


class _PhoneSocket(socket.socket):  # type: ignore[misc]
    """A socket whose `send` sends everything, one message after the other, and that waits so long.

    The WebSocket library calls `send` once a message, as if it always took the whole of it. On a
    non-blocking socket it takes what fits, and a phone that sleeps would get half a screen.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._writing = BoundedSemaphore(1)
        self.guest: Guest | None = None
        self.until = 0.0  # when what is being read of a request has to be there

    def recv_into(self, *args: Any) -> int:
        """What a request is read by; a web socket reads by itself, and waits as it likes."""
        if self.until:
            self.settimeout(max(0.001, self.until - time.monotonic()))
        return int(super().recv_into(*args))

    def sendall(self, data: bytes, *_: Any) -> None:
        """What a request is answered with."""
        self.settimeout(TAKING_SECONDS)
        self.send(data)

    def makefile(self, mode: str = "r", buffering: int | None = None, **more: Any) -> Any:
        return super().makefile(mode, LETTER_BOX if buffering == -1 else buffering, **more)

    def send(self, data: bytes, flags: int = 0, *_: Any) -> int:
        with self._writing:
            rest = memoryview(data)
            while rest:
                rest = rest[super().send(rest, flags) :]
        return len(data)


class _Handler(WSGIHandler):  # type: ignore[misc]
    def MessageClass(self, file: Any, *args: Any) -> Any:
        return super().MessageClass(_Head(file), *args)

    def read_requestline(self) -> str:
        self.socket.until = time.monotonic() + IDLE_SECONDS
        line: str = super().read_requestline()
        self.socket.until = time.monotonic() + REQUEST_SECONDS
        if line and line[-1] != "\n" and len(line) < LETTER_BOX:
            STRANGERS.count("halves of requests")
            return ""
        return line

    def get_environ(self) -> dict[str, Any]:
        return {**super().get_environ(), GUEST: self.socket.guest}

    def handle_one_response(self) -> None:
        guest: Guest = self.socket.guest
        guest.stir()
        cost = FILE_COST if self.path.startswith("/static/") else PAGE_COST
        if guest.house.rates.request(guest.address, cost) is Verdict.SLOWLY:
            guest.house.lane.wait(REQUEST_TAKES)
        super().handle_one_response()
        if self._connection_upgrade_requested():
            self.close_connection = True

    def _handle_client_error(self, error: Exception) -> tuple[str, bytes]:
        STRANGERS.count("halves of requests" if _is_late(error) else "requests that cannot be read")
        return ("408", TOO_LATE) if _is_late(error) else ("400", BAD)

    def handle_error(self, kind: Error, error: BaseException, trace: TracebackType) -> None:
        if issubclass(kind, CLIENT_FAULTS):
            STRANGERS.count("requests that cannot be read")
            self._send_error_response_if_possible(400)
        elif issubclass(kind, LEAVING):
            self.close_connection = True
        else:
            super().handle_error(kind, error, trace)

    def _log_error(self, kind: Error, error: BaseException, trace: TracebackType) -> None:
        _report(None, kind, error, trace)


class _Head:
    """The head of a request as it is read: it has to come to its end."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def readline(self, size: int = -1) -> bytes:
        line: bytes = self._file.readline(size)
        if not line.endswith(b"\n"):
            raise EOFError("half a head")
        return line


def _is_late(error: Exception) -> bool:
    return isinstance(error, (TimeoutError, EOFError))


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
        logging.getLogger(name).addFilter(_is_ours)
    get_hub().print_exception = _report


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether a handler of ours broke; all else that Engine.IO complains about was sent so."""
    kind = record.exc_info[0] if record.exc_info else None
    if kind and issubclass(kind, LEAVING):
        return False
    if kind and record.msg != "post request handler error":
        return True
    STRANGERS.count("requests that cannot be read")
    return False


def _report(context: object, kind: Error, error: BaseException, trace: TracebackType) -> None:
    if isinstance(error, OSError) and error.errno in NO_FILES:
        STRANGERS.count("connections beyond what files may be open")
    elif not issubclass(kind, LEAVING):
        logging.getLogger(__name__).error("A request failed", exc_info=(kind, error, trace))
