"""A bad network between phones and a server: it cuts, holds, doubles and reorders, from a seed.

It knows where a frame of a web socket begins and ends, so whole frames can come late, twice or in
another order, and a cut can fall on any byte of one. What is not a web socket goes through in the
pieces that it comes in.
"""

from __future__ import annotations

import contextlib
import re
import select
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

HEAD_ENDS = b"\r\n\r\n"
# What is packed leans on the frames before it: doubled or reordered it would say something else.
PACKING = re.compile(rb"\r\nsec-websocket-extensions:[^\r]*", re.IGNORECASE)
PIECE = 65536  # bytes that are read at once
TICK_SECONDS = 0.2  # how long it takes at most to see that all is over
AT_ONCE = struct.pack("ii", 1, 0)  # for SO_LINGER: closing throws away what was not yet sent


@dataclass(frozen=True)
class Weather:
    """How likely each trouble is, for every frame."""

    cut: float = 0.0  # the connection ends somewhere in the frame
    hold: float = 0.0  # the frame comes late
    twice: float = 0.0  # a phone's frame comes twice
    swap: float = 0.0  # a phone's frame comes behind the next one
    longest: float = 0.05  # seconds that a frame is held


FAIR = Weather()
STORM = Weather(cut=0.06, hold=0.1, twice=0.15, swap=0.1)


class Proxy:
    """Carries connections to the server at `port`, as the weather is."""

    def __init__(self, port: Callable[[], int], weather: Weather, seed: int) -> None:
        self.weather = weather
        self.seed = seed
        self.cuts = self.doubled = self.swapped = 0
        self._port = port
        self._opened = 0
        self._lines: set[_Line] = set()
        self._through = threading.Event()
        self._through.set()
        self._over = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._acceptor = threading.Thread(target=self._accept, daemon=True)
        self._acceptor.start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True
        self._through.set()
        self._listener.close()
        self.cut_all()
        self._acceptor.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def be_fair(self) -> None:
        """From now on everything goes through, in its order and once."""
        self.weather = FAIR
        self.let_through()

    def cut_all(self) -> None:
        """End every connection there is."""
        for line in list(self._lines):
            line.cut()

    def hold_back(self) -> None:
        """Let nothing through until told otherwise; nobody is told of it."""
        self._through.clear()

    def let_through(self) -> None:
        self._through.set()

    def _accept(self) -> None:
        while not self._over:
            with contextlib.suppress(OSError):
                ready, _, _ = select.select([self._listener], [], [], TICK_SECONDS)
                if not ready:
                    continue
                phone, _ = self._listener.accept()
                try:
                    house = socket.create_connection(("127.0.0.1", self._port()))
                except OSError:
                    phone.close()  # nobody is there
                    continue
                self._opened += 1
                self._lines.add(_Line(self, phone, house, self._opened))

    def wait_until_through(self) -> None:
        self._through.wait()

    def forget(self, line: _Line) -> None:
        self._lines.discard(line)


class _Line:
    """One connection: what the phone says, and what the server says."""

    def __init__(
        self, proxy: Proxy, phone: socket.socket, house: socket.socket, number: int
    ) -> None:
        self._proxy = proxy
        self._ends = (phone, house)
        self._is_cut = False
        for one in self._ends:
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for source, target in ((phone, house), (house, phone)):
            chance = Random(f"{proxy.seed}/{number}/{source is phone}")
            way = (source, target, chance, source is phone)
            threading.Thread(target=self._carry, args=way, daemon=True).start()

    def cut(self) -> None:
        """Both ends see it at once: what was under way is lost."""
        if self._is_cut:
            return
        self._is_cut = True
        for one in self._ends:
            with contextlib.suppress(OSError):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _carry(
        self, source: socket.socket, target: socket.socket, chance: Random, from_phone: bool
    ) -> None:
        pieces = _Pieces(source)
        late = b""  # waits for the next one to go first
        try:
            while True:
                if late and not pieces.is_ready(self._proxy.weather.longest):
                    target.sendall(late)
                    late = b""
                piece = pieces.next()
                if not piece:
                    break
                self._proxy.wait_until_through()
                weather = self._proxy.weather
                if chance.random() < weather.hold:
                    threading.Event().wait(chance.uniform(0, weather.longest))
                if chance.random() < weather.cut:
                    self._proxy.cuts += 1
                    target.sendall(piece[: chance.randrange(len(piece))])
                    break
                whole = from_phone and pieces.is_framed
                if whole and not late and chance.random() < weather.swap:
                    self._proxy.swapped += 1
                    late = piece
                    continue
                times = 2 if whole and chance.random() < weather.twice else 1
                self._proxy.doubled += times - 1
                target.sendall(piece * times + late)
                late = b""
        except OSError:
            pass
        finally:
            self.cut()
            source.close()
            self._proxy.forget(self)


class _Pieces:
    """What comes from one end, piece by piece: a head, then frames if it was a web socket's."""

    def __init__(self, source: socket.socket) -> None:
        self._source = source
        self._unread = b""
        self._is_head = True
        self.is_framed = False

    def is_ready(self, seconds: float) -> bool:
        """Whether something more comes within so many seconds."""
        return bool(self._unread) or bool(select.select([self._source], [], [], seconds)[0])

    def next(self) -> bytes:
        """The next piece; nothing at the end."""
        if self.is_framed:
            return self._take(self._frame_length())
        if not self._is_head:
            return self._take(len(self._unread)) if self._unread else self._source.recv(PIECE)
        while HEAD_ENDS not in self._unread:
            if not self._more():
                return self._take(len(self._unread))
        head = self._take(self._unread.index(HEAD_ENDS) + len(HEAD_ENDS))
        self._is_head = False
        words = head.lower()
        is_answer = words.startswith(b"http/")
        self.is_framed = b" 101 " in words if is_answer else b"upgrade: websocket" in words
        return PACKING.sub(b"", head)

    def _frame_length(self) -> int:
        """How long the frame is that begins here, with its head; 0 if there is none."""
        if not self._have(2):
            return 0
        said = self._unread[1] & 0x7F
        extended = {126: 2, 127: 8}.get(said, 0)
        masked = 4 if self._unread[1] & 0x80 else 0
        if not self._have(2 + extended):
            return 0
        size = int.from_bytes(self._unread[2 : 2 + extended], "big") if extended else said
        whole = 2 + extended + masked + size
        return whole if self._have(whole) else 0

    def _have(self, count: int) -> bool:
        while len(self._unread) < count:
            if not self._more():
                return False
        return True

    def _more(self) -> bool:
        more = self._source.recv(PIECE)
        self._unread += more
        return bool(more)

    def _take(self, count: int) -> bytes:
        taken, self._unread = self._unread[:count], self._unread[count:]
        return taken
