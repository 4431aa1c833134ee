"""What a slow phone makes of it: the reveal as it is seen, and another's move as it is felt.

One phone is Chromium at a quarter of this machine's speed; the others are bare sockets.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from bench.browser import SLOWER, chromium, phone, worst_task
from bench.evening import late_table
from bench.figures import Row, percentile
from bench.process import product
from tests.browser.acts import answered, begin_phase, choose, press
from tests.house import SEATS, Group

ROUNDS = 15
TRACED_ROUNDS = 10
WARM_UP = 2
SECONDS = 3.0  # what comes once the table is quiet counts too
# From the finger on the lock to the second picture after the cards may turn.
SEE = """{
  let tapped = 0;
  addEventListener("pointerdown", ({ target, timeStamp }) => {
    if (target.closest("#lock")) [tapped, window.seen] = [timeStamp, null];
  }, true);
  new MutationObserver(() => {
    if (!tapped || !("revealOpen" in document.documentElement.dataset)) return;
    const from = tapped;
    tapped = 0;
    const note = () => { window.seen = performance.now() - from };
    requestAnimationFrame(() => requestAnimationFrame(note));
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-reveal-open"] });
}"""


class Locking:
    """A table at which only the phone in the browser has yet to lock."""

    def __init__(self, group: Group, page: Page) -> None:
        self._page = page
        self._host = group.host(format="page", page="table")
        self._others = [group.phone(seat, format="page", page="seat") for seat in SEATS[:-1]]
        group.phone(SEATS[0], format="page", page="seat")
        self._number = 0
        page.goto(f"{group.house.url}/t/{group.code}/mine/{group.tokens[SEATS[-1]]}")

    def all_but_one(self) -> None:
        self._number += 1
        phase = 1 + self._number % 2
        for one in self._others:
            one.must("pick_phase", phase=phase)
        answered(self._page)
        choose(self._page, phase)
        answered(self._page)

    def the_last(self) -> None:
        press(self._page, "#lock")

    def go_on(self) -> None:
        self._page.wait_for_function("() => 'revealOpen' in document.documentElement.dataset")
        begin_phase(self._page)
        for _ in range(2):
            self._host.must("go_on")
        self._page.locator("#lock").wait_for()


@contextmanager
def _locking(group: Group, browser: Browser) -> Iterator[tuple[Locking, Page]]:
    page = phone(browser, SLOWER, SEE)
    with group:
        yield Locking(group, page), page
    page.context.close()


def seen() -> list[Row]:
    """From the tap on the last lock until that phone has painted the cards that turn."""
    times = []
    with product() as house, chromium() as browser:
        group = house.open_table().sit(*SEATS)
        with group.host() as host:
            host.must("begin")
        with _locking(group, browser) as (table, page):
            for _ in range(WARM_UP + ROUNDS):
                table.all_but_one()
                table.the_last()
                page.wait_for_function("() => window.seen")
                times.append(page.evaluate("() => window.seen"))
                table.go_on()
    name = f"reveal seen on a phone, {SLOWER}× slower"
    return [
        Row(f"{name}, p50", percentile(times[WARM_UP:], 50), note=f"{ROUNDS} rounds"),
        Row(f"{name}, worst", max(times[WARM_UP:])),
    ]


def felt() -> list[Row]:
    """Late in the game: how long a phone is busy at a stretch, by another's MC and by a reveal."""
    with product() as house, chromium() as browser:
        elements, changes = _feel_changes(browser, late_table(house))
        reveals = _feel_reveals(browser, late_table(house))
    note = f"late in the game, {TRACED_ROUNDS} times"
    return [
        *_tasks(f"task of another's change, {SLOWER}× slower", changes, note),
        Row("  elements in that page", elements, unit=""),
        *_tasks(f"task of a reveal, {SLOWER}× slower", reveals, note),
    ]


def _feel_changes(browser: Browser, group: Group) -> tuple[int, list[float]]:
    page = phone(browser)
    with group:
        page.goto(f"{group.house.url}/t/{group.code}/mine/{group.tokens['red']}")
        blue = group.phone("blue", format="page", page="seat")
        page.wait_for_timeout(SECONDS * 1000)
        elements: int = page.evaluate("() => document.querySelectorAll('*').length")
        tasks = [
            worst_task(browser, page, lambda: blue.must("adjust", field="mc", by=1), SECONDS)
            for _ in range(WARM_UP + TRACED_ROUNDS)
        ]
    page.context.close()
    return elements, tasks[WARM_UP:]


def _feel_reveals(browser: Browser, group: Group) -> list[float]:
    tasks = []
    with group.host() as host:
        for _ in range(2):
            host.must("go_on")
    with _locking(group, browser) as (table, page):
        for _ in range(TRACED_ROUNDS):
            table.all_but_one()
            tasks.append(worst_task(browser, page, table.the_last, SECONDS))
            table.go_on()
    return tasks


def _tasks(name: str, tasks: list[float], note: str) -> list[Row]:
    return [
        Row(f"{name}, median", statistics.median(tasks), note=note),
        Row(f"{name}, worst", max(tasks)),
    ]
