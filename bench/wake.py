"""How soon is a phone right again after it slept, lost the Wi-Fi, or the server was restarted?

    .venv/bin/python bench/wake.py [times]

A phone in Chromium loses touch while the others play on; measured is the time from the moment it
can reach the server again until its screen shows how the table stands. The yardstick of the same
run is opening the page anew. People were promised a second.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser.conftest import BROWSERS, FLAGS, SMALL
from tests.house import Group, House

TIMES = 10


def right_after(page: Page, group: Group, number: int, wake: Callable[[], object]) -> float:
    """Milliseconds until the phone shows a name that was changed while it was away."""
    name = f"Olena {number}"
    blue = group.phone("blue")
    blue.must("rename", seat="blue", name=name)
    blue.close()
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


def report(name: str, times: list[float]) -> None:
    print(f"{name:34} median {statistics.median(times):7.0f} ms   worst {max(times):7.0f} ms")


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    with (
        tempfile.TemporaryDirectory() as folder,
        House(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        import shutil

        found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        page = browser.new_context(viewport=SMALL, has_touch=True).new_page()
        group = house.open_table().sit("red", "blue", "green")
        group.host().must("begin")
        group.phone("red").must("pick_phase", phase=3)
        page.goto(f"{house.url}/t/{group.code}/mine/{group.tokens['red']}")
        page.locator("#peek").wait_for()

        url = f"{house.url}/t/{group.code}"
        anew, wifi, restart = [], [], []
        for number in range(times):
            page.goto("about:blank")
            anew.append(right_after(page, group, number, lambda: page.goto(url)))
        for number in range(times, 2 * times):
            lose_wifi(page)
            wifi.append(right_after(page, group, number, lambda: find_wifi(page)))
        for _ in range(times):
            house.kill()
            expect(page.locator("#lost")).to_be_visible()
            house.start()
            start = time.perf_counter()
            page.wait_for_function("() => !document.documentElement.dataset.touch")
            restart.append((time.perf_counter() - start) * 1000)
        browser.close()
    report("opening the page anew", anew)
    report("the Wi-Fi is back", wifi)
    report("the server was killed and is back", restart)
    print(
        f"ratio to opening anew: Wi-Fi {statistics.median(wifi) / statistics.median(anew):.1f}, "
        f"restart {statistics.median(restart) / statistics.median(anew):.1f}"
    )


if __name__ == "__main__":
    main()
