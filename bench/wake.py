"""How soon is a phone right again after it slept, lost the Wi-Fi, or the server was restarted?

A phone in Chromium loses touch while the others play on; measured is the time from the moment it
can reach the server again until its screen shows how the table stands. The floor of the same run is
opening the page anew. People were promised a second.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from bench.browser import chromium, phone
from bench.figures import Row
from bench.process import product
from tests.house import Group

TIMES = 6


def right_after(page: Page, group: Group, number: int, wake: Callable[[], object]) -> float:
    """Milliseconds until the phone shows a name that was changed while it was away."""
    name = f"Olena {number}"
    with group.phone("blue") as blue:
        blue.must("rename", seat="blue", name=name)
    start = time.perf_counter()
    wake()
    page.wait_for_function("(name) => document.body.innerText.includes(name)", arg=name)
    return (time.perf_counter() - start) * 1000


def lose_wifi(page: Page) -> None:
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    page.wait_for_timeout(300)


def find_wifi(page: Page) -> None:
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")


def wake() -> list[Row]:
    with product() as house, chromium() as browser:
        page = phone(browser, 1)
        group = house.open_table().sit("red", "blue", "green")
        with group.host() as host:
            host.must("begin")
        with group.phone("red") as red:
            red.must("pick_phase", phase=3)
        page.goto(f"{house.url}/t/{group.code}/mine/{group.tokens['red']}")
        page.locator("#peek").wait_for()

        url = f"{house.url}/t/{group.code}"
        anew, wifi, restart = [], [], []
        for number in range(TIMES):
            page.goto("about:blank")
            anew.append(right_after(page, group, number, lambda: page.goto(url)))
        for number in range(TIMES, 2 * TIMES):
            lose_wifi(page)
            wifi.append(right_after(page, group, number, lambda: find_wifi(page)))
        for _ in range(TIMES):
            house.kill()
            expect(page.locator("#lost")).to_be_visible()
            house.start()
            start = time.perf_counter()
            page.wait_for_function("() => !document.documentElement.dataset.touch")
            restart.append((time.perf_counter() - start) * 1000)
    floor, note = statistics.median(anew), f"median of {TIMES}; ÷ opening the page anew"
    return [
        Row("right again, the Wi-Fi is back", statistics.median(wifi), floor, note=note),
        Row("right again, the server was killed", statistics.median(restart), floor, note=note),
    ]
