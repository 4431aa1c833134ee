"""Start Mars Table from the command line: open the store, serve, show the address.

Importing this module patches the standard library for gevent, which has to happen before anything
else is imported; so nothing but the command line imports it.
"""

from gevent import monkey

monkey.patch_all()

import argparse
import contextlib
import errno
import gc
import importlib.metadata
import ipaddress
import os
import secrets
import signal
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast
from urllib.parse import urlsplit

import gevent
from flask import Flask
from gevent.event import Event
from gevent.threadpool import ThreadPool
from platformdirs import user_data_dir

from assistant.backup import back_up
from assistant.care import open_log
from assistant.files import make_private, write_durably
from assistant.lock import Lock
from assistant.log import Log
from assistant.now import now
from assistant.store import Meanwhile, StoreError, nothing
from assistant.store_sqlite import SECRET
from assistant.web import create_app
from assistant.web.addresses import Addresses
from assistant.web.around import Wifi
from assistant.web.compiled import Compiled
from assistant.web.neighbours import Neighbours
from assistant.web.qr import terminal, wifi_text
from assistant.web.serve import Server, listen, report_quietly

if TYPE_CHECKING:
    from assistant.store_postgres import PostgresStore
    from assistant.web.announce import Announcement

PRODUCT = "Mars Table"
SECRET_BYTES = 32
LOG = "MARS_TABLE_LOG"  # where a password of the database is not read by everybody
CANNOT_START = 2
TIDY_SECONDS = 20
SETTLE_SECONDS = 0.25
SELDOM = 1000  # collections of the middle generation before a long one, on a server never idle
SWITCH_SECONDS = 0.0002  # a commit in its thread does not wait for a drawing to end

T = TypeVar("T")


class CannotStart(Exception):
    """Why it does not start, in one sentence for the host."""


class Arguments(argparse.ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise CannotStart(f"{PRODUCT} does not understand that: {message} (see --help).")


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until told to stop; 0 after a clean end, 2 if it cannot start."""
    stop = _stop_on_signals()
    try:
        given = _arguments(argv)
        return _back_up(given.data, given.target) if given.command else _serve(given, stop)
    except (CannotStart, StoreError) as problem:
        print(problem, file=sys.stderr)
        return CANNOT_START


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = Arguments(prog="mars-table", description="A tabletop assistant for Mars board games.")
    parser.add_argument("--port", type=_port, default=8000, help="0 takes a free one (8000)")
    parser.add_argument("--host", type=_host, default="0.0.0.0", help="listen here only (0.0.0.0)")
    parser.add_argument(
        "--data",
        type=Path,
        default=Path(user_data_dir("mars-table", appauthor=False)),
        help="folder that keeps everything (%(default)s)",
    )
    parser.add_argument(
        "--log",
        type=_database,
        default=os.environ.get(LOG),
        metavar="URL",
        help=f"keep every table in a database, postgresql://…, for many processes; or in {LOG}",
    )
    parser.add_argument("--public-url", type=_url, help="address that phones open instead")
    parser.add_argument("--no-browser", action="store_true", help="do not open the table screen")
    parser.add_argument("--wifi-name", help="offer a QR code that joins this Wi-Fi")
    parser.add_argument("--wifi-password", help="its password")
    version = importlib.metadata.version("mars-table")
    parser.add_argument("--version", action="version", version=f"{PRODUCT} {version}")
    parser.add_argument("command", nargs="?", choices=["backup"], help="copy the data folder")
    parser.add_argument("target", nargs="?", type=Path, help="the new folder for the copy")
    given = parser.parse_args(argv)
    if given.command and not given.target:
        parser.error("backup needs the new folder for the copy")
    if given.wifi_password and not given.wifi_name:
        parser.error("--wifi-password needs --wifi-name")
    return given


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is not a port from 0 to 65535")
    return int(text)


def _host(text: str) -> str:
    try:
        return str(ipaddress.IPv4Address("127.0.0.1" if text == "localhost" else text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not an IPv4 address") from None


def _database(text: str) -> str:
    if not text.startswith(("postgresql://", "postgres://")):
        raise argparse.ArgumentTypeError("it is like postgresql://user:password@host/name")
    return text


def _url(text: str) -> str:
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise argparse.ArgumentTypeError(f"{text} is not an address like https://table.example")
    return text.rstrip("/")


def _stop_on_signals() -> Event:
    """SIGINT and SIGTERM ask for a clean end, from the first moment on."""
    stop = Event()
    _on_signals(lambda *_: stop.set())
    return stop


def _on_signals(do: Any) -> None:
    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), do)


def _back_up(folder: Path, target: Path) -> int:
    count, said = back_up(folder, target)
    print("".join(f"{line}\n" for line in said), end="", file=sys.stderr)
    print(f"{count} tables were copied; the copy is used with --data {target}")
    return 0


def _serve(given: argparse.Namespace, stop: Event) -> int:
    report_quietly()
    sys.setswitchinterval(SWITCH_SECONDS)
    lock = Lock(given.data) if given.data.is_dir() else None
    listener = _listen(given.host, given.port)
    lock = lock or Lock(given.data)
    port: int = listener.getsockname()[1]
    addresses = Addresses(port, host=given.host, public_url=given.public_url)
    lock.tell(addresses.on_this_network()[0].url)
    run = _beside if given.log else _off_the_hub(ThreadPool(1))
    log, said = (Log(given.log, run), []) if given.log else open_log(given.data, run)
    print("".join(f"{line}\n" for line in said), end="", file=sys.stderr, flush=True)
    for newest in log.tables()[:1]:
        now.not_before(newest.last)
    shared = cast("PostgresStore", log.store) if log.is_shared else None
    announcement = neighbours = None
    try:
        wifi = _wifi(given.wifi_name, given.wifi_password)
        secret = shared.secret() if shared else _secret(given.data / SECRET)
        app = create_app(log, addresses=addresses, secret=secret, wifi=wifi)
        app.jinja_env.bytecode_cache = Compiled(given.data / "compiled", secret)
        server = Server(app, given.host, port, listener=listener)
        stop.rawlink(lambda _: server.stop())
        server.start()
        if shared:
            neighbours = Neighbours(shared, app.extensions["live"], addresses)
            neighbours.start()
        gevent.spawn(_make_ready, app)
        gevent.spawn(_settle, log)
        screen = _table_screen(app, given.host, port)
        _show(addresses, screen)
        if not given.no_browser:
            gevent.spawn(_open_browser, screen)
        if not stop.is_set():
            announcement = _announce(app, addresses)
        server.serve_forever()
    finally:
        if announcement:
            announcement.stop()
        if neighbours:
            neighbours.leave()
        run(log.close)
        lock.release()
    _on_signals(signal.SIG_IGN)  # a second, impatient Ctrl+C must not spoil the clean end
    return 0


def _wifi(name: str | None, password: str | None) -> Wifi | None:
    return Wifi(name, wifi_text(name, password)) if name else None


def _listen(host: str, port: int) -> Any:
    try:
        return listen(host, port)
    except OSError as problem:
        if problem.errno == errno.EADDRNOTAVAIL:
            reason = f"This machine has no address {host}: leave --host out, or give one it has."
        elif isinstance(problem, PermissionError) and port < 1024:
            reason = f"Port {port} is reserved for the system: choose one above 1023 with --port."
        elif isinstance(problem, PermissionError) or problem.errno == errno.EADDRINUSE:
            reason = f"Port {port} is taken, perhaps by another {PRODUCT}: choose one with --port."
        else:
            reason = f"{PRODUCT} cannot listen on {host}, port {port}: {problem.strerror}."
        raise CannotStart(reason) from None


def _off_the_hub(thread: ThreadPool) -> Callable[..., Any]:
    """Runs a call in a real thread, one after the other, while the server goes on serving."""

    def run(call: Callable[[], T], meanwhile: Meanwhile = nothing) -> T:
        under_way = thread.spawn(_outcome, call)
        meanwhile()
        result: T = _result(*under_way.get())
        return result

    return run


def _beside(call: Callable[[], T], meanwhile: Meanwhile = nothing) -> T:
    """Runs a call that waits as the server does, and something else until it is answered."""
    if meanwhile is nothing:
        return call()
    under_way = gevent.spawn(_outcome, call)
    gevent.sleep(0)  # it is asked first
    meanwhile()
    result: T = _result(*under_way.get())
    return result


def _outcome(call: Callable[[], T]) -> tuple[T | None, Exception | None]:
    """What a call returns or raises, as values: gevent would print each error, expected or not."""
    try:
        return call(), None
    except Exception as error:
        return None, error


def _result(value: Any, error: Exception | None) -> Any:
    if error is not None:
        raise error
    return value


def _secret(path: Path) -> bytes:
    """What signs seats and opens the host's screen; made once, readable by this account only."""
    try:
        if not path.exists():
            write_durably(path, secrets.token_bytes(SECRET_BYTES))
        make_private(path)
        secret = path.read_bytes()
    except OSError as problem:
        raise CannotStart(f"The file {path} cannot be used: {problem.strerror}.") from None
    if len(secret) != SECRET_BYTES:
        raise CannotStart(f"The file {path} is damaged: delete it, and everybody sits down anew.")
    return secret


def _announce(app: Flask, addresses: Addresses) -> "Announcement | None":
    """Ask the network for a name. Phones do without it, so being ready does not wait for it."""
    ips = [one.ip for one in addresses.on_this_network()]
    reachable = [ip for ip in ips if not ipaddress.IPv4Address(ip).is_loopback]
    if not reachable:
        return None
    from assistant.web.announce import Announcement

    announcement = Announcement(addresses.port, reachable)
    gevent.spawn(_say_name, app, announcement, addresses)
    return announcement


def _say_name(app: Flask, announcement: "Announcement", addresses: Addresses) -> None:
    """The `.local` form, once the network had time to object.

    Nobody may be listening any more, so nothing is left in a buffer to fail at the end.
    """
    app.extensions["live"].named(announcement.local_name())
    if addresses.local_url:
        with contextlib.suppress(OSError):
            os.write(sys.stdout.fileno(), f"  Join also:  {addresses.local_url}/\n".encode())


def _make_ready(app: Flask) -> None:
    """Do while nobody waits what somebody would wait for otherwise.

    Every template is read before the first phone asks for it. What is there by then stays: no
    collection of garbage looks at it again, and the long ones happen between two moves, not in one.
    """
    for name in app.jinja_env.list_templates():
        gevent.idle()
        app.jinja_env.get_template(name)
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, SELDOM)
    while True:
        gevent.sleep(TIDY_SECONDS)
        gevent.idle()
        gc.collect()


def _settle(log: Log) -> None:
    """Let the store put what was written where it lies safest, between two moves."""
    while True:
        gevent.sleep(SETTLE_SECONDS)
        with contextlib.suppress(StoreError):
            log.store.settle()


def _table_screen(app: Flask, host: str, port: int) -> str:
    here = "127.0.0.1" if host == "0.0.0.0" else host
    return f"http://{here}:{port}/owner/{app.config['OWNER_KEY']}"


def _show(addresses: Addresses, screen: str) -> None:
    """Everything the host needs at once, the machine-readable line last."""
    join = f"{addresses.chosen.url}/"
    print(f"\n  {PRODUCT}\n\n  Join:  {join}\n  Same Wi-Fi as this screen.\n")
    _show_code(join)
    print(f"\n  Table screen:  {screen}\n  Ctrl+C ends it; every table is kept.\n")
    print(f"ready {addresses.on_this_network()[0].url}/", flush=True)


def _show_code(url: str) -> None:
    code = terminal(url, colours=sys.stdout.isatty() and sys.platform != "win32")
    try:
        code.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    print(code)


def _open_browser(url: str) -> None:
    """A kindness to the host; without a screen, or if it fails, they have the address."""
    graphical = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if graphical and not os.environ.get("SSH_CONNECTION"):
        with contextlib.suppress(Exception):
            webbrowser.open(url)


if __name__ == "__main__":
    raise SystemExit(main())
