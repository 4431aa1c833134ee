"""A real Chromium, with phones and a table screen as separate people would hold them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    JSHandle,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.touched import TAPPED
from tests.house import Group, House

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SMALL: ViewportSize = {"width": 360, "height": 640}
LARGE: ViewportSize = {"width": 390, "height": 844}
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
PATIENCE = 180_000  # milliseconds: a machine at work on other things is slow, not wrong

# When the page was last tapped, for acts.py: a robot's finger would be taken for a bouncing one.
NOTE_TAPS = "addEventListener('click', ({ timeStamp }) => { window.tappedAt = timeStamp }, true)"

# The table screen puts turned cards away after 8 seconds. A test on a busy machine may need longer
# to look at them; here they lie until they are tapped.
LEAVE_CARDS = """{
  const later = window.setTimeout;
  window.setTimeout = (act, after, ...rest) => later(act, after === 8000 ? 1e9 : after, ...rest);
}"""
# Pages heed no style that stands in them; a sheet that a script makes is not one of theirs.
ADD_SHEET = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
  return sheet;
}"""
MOVE = r'42\d+\["move",.*?"kind":"(\w+)"'

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for these tests; its event loop ends with them."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(
                executable_path=found, args=FLAGS, timeout=2 * PATIENCE
            )
        except Error as problem:
            pytest.fail(
                "The browser tests need Chromium: `python3 -m tests` installs it, or install it "
                f"yourself (`playwright install chromium`). {problem.message.splitlines()[0]}"
            )
        yield browser
        browser.close()


def add_sheet(page: Page, rules: str) -> JSHandle:
    """The page as these rules style it, until the sheet is `disabled` or the page another."""
    return page.evaluate_handle(ADD_SHEET, rules)


class People:
    """Opens phones and screens, each with cookies of its own, and watches for broken scripts."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []
        self.tapped: set[str] = set()

    def phone(self, url: str, *, language: str = "en", **options: Any) -> Page:
        viewport = options.pop("viewport", SMALL)
        touch = {"has_touch": True, "is_mobile": True, "locale": language, "viewport": viewport}
        return self._open(url, {**touch, **options})

    def screen(self, url: str, **options: Any) -> Page:
        return self._open(url, {"viewport": SCREEN, "locale": "en", **options})

    def _open(self, url: str, options: dict[str, Any]) -> Page:
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NOTE_TAPS)
        context.add_init_script(LEAVE_CARDS)
        self._contexts.append(context)
        page = context.new_page()
        page.on("websocket", lambda socket: socket.on("framesent", self._note_move))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.goto(url)
        return page

    def _note_move(self, frame: str | bytes) -> None:
        if isinstance(frame, str) and (found := re.match(MOVE, frame)):
            self.tapped.add(found[1])

    def _heard(self, kind: str, words: str) -> None:
        # Of a network that was taken away or cuts: what the server refuses is said otherwise.
        is_network = "net::ERR_" in words or "WebSocket connection" in words
        if kind == "error" and not is_network:
            self.problems.append(words)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def people(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[People]:
    people = People(chromium)
    yield people
    people.close()
    request.node.user_properties.append((TAPPED, " ".join(sorted(people.tapped))))
    assert people.problems == []


@pytest.fixture
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that the test may kill."""
    with House(tmp_path_factory.mktemp("data")) as house:
        yield house


@pytest.fixture
def two(house: House) -> Group:
    """Ann and Olena set up with cards by number."""
    group = house.open_table(help="cards").sit("red", "blue")
    with group.host() as host:
        host.must("begin")
    return group
