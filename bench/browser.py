"""A phone in Chromium, four times slower than this machine, and what its main thread does."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

from bench.figures import Skipped
from tests.browser.conftest import BROWSERS, FLAGS, NOTE_TAPS, SMALL

SLOWER = 4
TRACED = ["toplevel", "devtools.timeline", "blink.user_timing"]
MARK = "bench-begins"


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        except Error:
            raise Skipped("There is no Chromium to measure in.") from None
        yield browser
        browser.close()


def phone(browser: Browser, slower: int = SLOWER, *scripts: str) -> Page:
    """A phone with cookies of its own; each script runs before a page's own."""
    context = browser.new_context(viewport=SMALL, has_touch=True, is_mobile=True, locale="en")
    for script in (NOTE_TAPS, *scripts):
        context.add_init_script(script)
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return page


def worst_task(browser: Browser, page: Page, act: Callable[[], object], seconds: float) -> float:
    """The longest that the page's main thread was busy at a stretch since something was done."""
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate("name => performance.mark(name)", MARK)
    act()
    page.wait_for_timeout(seconds * 1000)
    return longest(json.loads(browser.stop_tracing())["traceEvents"])


def longest(events: list[dict[str, Any]]) -> float:
    """Milliseconds of the longest task in the thread that set the mark, after the mark."""
    mark = next(one for one in events if one["name"] == MARK)
    thread = mark["pid"], mark["tid"]
    tasks: list[float] = [
        one["dur"] / 1000
        for one in events
        if one["name"].endswith("RunTask")
        and (one["pid"], one["tid"]) == thread
        and one["ts"] > mark["ts"]
        and "dur" in one
    ]
    return max(tasks)
