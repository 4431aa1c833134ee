"""How heavy is a phone's first screen, how heavy is an update late in the game, and how soon is
the screen usable on a slow phone?

    .venv/bin/python bench/weight.py [times]

Bytes are counted on the wire, by a relay between the phone and the server; times are taken without
it, for the first screen that a phone ever sees and for a seat late in the game. Aims: a first load
of at most 120 KB, an update of at most 4 KB, a usable screen within a second at a quarter of this
machine's speed; the time stands beside the same page on an idle processor of the same run.
"""

from __future__ import annotations

import shutil
import socket
import statistics
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser.conftest import BROWSERS, FLAGS, SMALL
from tests.house import SEATS, Group, House
from tests.phone import Phone

TIMES = 8
SLOWER = 4
CORPORATIONS = {"red": 217, "green": 209, "blue": 210, "yellow": 212}
BLUE_CARDS = (5, 14, 29, 46, 47, 53, 60, 90, 120, 163)
# Milliseconds until all scripts of the page have run: from then on a tap counts.
USABLE = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


class Relay:
    """Passes bytes on and counts those that come from the server."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
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


def late_game(house: House) -> tuple[Group, dict[str, Phone]]:
    """A table of four after many moves, in the action phase, with blue cards in play."""
    group = house.open_table(help="cards").sit(*SEATS)
    host = group.host()
    phones = {seat: group.phone(seat) for seat in SEATS}
    host.must("begin")
    for seat, number in CORPORATIONS.items():
        phones[seat].must("choose_corporation", number=number)
        phones[seat].must("adjust", field="mc", by=400)
        phones[seat].must("adjust", field="heat", by=200)
    for _ in range(6):
        for seat, phase in zip(SEATS, (1, 2, 1, 2), strict=True):
            phones[seat].move("pick_phase", phase=phase, anyway=True)
        for _ in range(3):
            host.must("go_on")
    for phone in phones.values():
        phone.move("pick_phase", phase=3, anyway=True)
    for number in BLUE_CARDS:
        phones["blue"].move("play_card", number=number, anyway=True)
    return group, phones


def quiet(page: Page, relay: Relay) -> None:
    """Wait until nothing comes any more."""
    before = -1
    while before != relay.came:
        before = relay.came
        page.wait_for_timeout(400)


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    with (
        tempfile.TemporaryDirectory() as folder,
        House(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        group, phones = late_game(house)
        relay = Relay(("127.0.0.1", int(urlsplit(house.url).port or 0)))
        join = f"/t/{group.code}"
        seat = f"{join}/mine/{group.tokens['blue']}"

        def open_phone(url: str, slower: int = 1) -> tuple[Page, float]:
            page = browser.new_context(viewport=SMALL, has_touch=True, is_mobile=True).new_page()
            client = page.context.new_cdp_session(page)
            client.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            page.goto(url, wait_until="domcontentloaded")
            usable: float = page.evaluate(USABLE)
            return page, usable

        relay.came = 0
        page, _ = open_phone(f"http://127.0.0.1:{relay.port}{seat}")
        quiet(page, relay)
        print(f"first load of a phone, late in the game      {relay.came / 1024:7.1f} KB")
        updates = []
        for number in range(times):
            relay.came = 0
            if number % 2:
                phones["red"].must("standard_action", action="temperature_heat")
            else:
                phones["blue"].must("standard_action", action="temperature_mc")
            quiet(page, relay)
            updates.append(relay.came / 1024)
        print(
            f"an update after somebody's move               {statistics.median(updates):7.2f} KB "
            f"(worst {max(updates):.2f})"
        )
        page.context.close()
        for name, path in (("join", join), ("seat", seat)):
            usable: dict[int, list[float]] = {1: [], SLOWER: []}
            for _ in range(times):
                for slower, found_times in usable.items():
                    page, took = open_phone(house.url + path, slower)
                    found_times.append(took)
                    page.context.close()
            plain, slow = (statistics.median(found) for found in usable.values())
            print(f"usable, {name}, processor as it is              {plain:7.0f} ms")
            print(f"usable, {name}, {SLOWER} times slower                  {slow:7.0f} ms")
            print(f"ratio                                         {slow / plain:7.1f}")
        browser.close()


if __name__ == "__main__":
    main()
