"""How heavy is a phone's first screen, how heavy is an update, and how soon is the screen usable?

Bytes are counted on the wire, by a relay between the phone and the server; times are taken without
it, for the first screen that a phone ever sees and for a seat late in the game. Aims: a first load
of at most 120 KB, an update of at most 4 KB, a usable screen within a second at a quarter of this
machine's speed; its floor is the same page at this machine's own.
"""

from __future__ import annotations

import socket
import statistics
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

from bench.browser import SLOWER, chromium, phone
from bench.evening import late_table
from bench.figures import Row
from bench.process import product
from tests.house import Group, House

TIMES = 6
UPDATES = 4
QUIET_MS = 1500
# Milliseconds until all scripts of the page have run: from then on a tap counts.
USABLE = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
PAINTED = """async () => {
  const first = () => performance.getEntriesByName("first-contentful-paint")[0];
  while (!first()) await new Promise(requestAnimationFrame);
  return first().startTime;
}"""


class Relay:
    """Passes bytes on and counts those that come from the server."""

    def __init__(self, house: House) -> None:
        self._target = ("127.0.0.1", house.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.came = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            phone, _ = self._listener.accept()
            server = socket.create_connection(self._target)
            for one in (phone, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._pass, args=(phone, server, False), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, phone, True), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, counts: bool) -> None:
        try:
            while data := source.recv(65536):
                if counts:
                    self.came += len(data)
                sink.sendall(data)
        except OSError:
            pass
        for one in (source, sink):
            one.close()

    def quiet(self, page: Page) -> float:
        """Wait until nothing comes any more; the kilobytes that came."""
        before = -1
        while before != self.came:
            before = self.came
            page.wait_for_timeout(QUIET_MS)
        came, self.came = self.came, 0
        return came / 1024


def first_load() -> list[Row]:
    with product() as house, chromium() as browser, late_table(house) as group:
        join = f"/t/{group.code}"
        pages = {"join page": join, "late seat": f"{join}/mine/{group.tokens['blue']}"}
        found: list[Row] = []
        for name, path in pages.items():
            found += _weight(browser, house, name, path)
            found += _times(browser, house.url + path, name)
        return [*found, *_update(browser, house, group, pages["late seat"])]


def _weight(browser: Browser, house: House, name: str, path: str) -> Iterator[Row]:
    relay = Relay(house)
    page = phone(browser, 1)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.on("websocket", lambda one: asked.append(one.url))
    page.goto(relay.url + path)
    yield Row(f"first load, {name}", relay.quiet(page), unit="KB")
    ours = [one for one in asked if urlsplit(one).scheme != "data"]
    yield Row("  its requests", len(ours), unit="")
    page.context.close()


def _times(browser: Browser, url: str, name: str) -> Iterator[Row]:
    usable: dict[int, list[float]] = {SLOWER: [], 1: []}
    painted: dict[int, list[float]] = {SLOWER: [], 1: []}
    for _ in range(TIMES):
        for slower in usable:
            page = phone(browser, slower)
            page.goto(url, wait_until="domcontentloaded")
            usable[slower].append(page.evaluate(USABLE))
            painted[slower].append(page.evaluate(PAINTED))
            page.context.close()
    note = f"median of {TIMES}; ÷ this machine's own speed"
    for what, times in (("usable", usable), ("painted", painted)):
        slow, plain = (statistics.median(found) for found in times.values())
        yield Row(f"  {name} {what}, {SLOWER}× slower", slow, plain, note=note)


def _update(browser: Browser, house: House, group: Group, path: str) -> Iterator[Row]:
    """Bytes of a move of one's own and of another's, by turns."""
    relay = Relay(house)
    page = phone(browser, 1)
    page.goto(relay.url + path)
    relay.quiet(page)
    movers = (group.phone("red"), group.phone("blue"))
    came = []
    for number in range(UPDATES):
        kind = ("temperature_heat", "temperature_mc")[number % 2]
        movers[number % 2].must("standard_action", action=kind)
        came.append(relay.quiet(page))
    page.context.close()
    yield Row("an update after a move, median", statistics.median(came), unit="KB")
    yield Row("an update after a move, worst", max(came), unit="KB")
