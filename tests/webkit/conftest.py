"""A real WebKit, as iPhones have it: WebKitGTK's small browser on a screen that nobody sees."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.acts import AT_REST, CALM
from tests.browser.conftest import NOTE_TAPS
from tests.browser.ruler import FAULTS, NAMES

PATIENCE = 120  # seconds: a machine at work on other things is slow, not wrong
DRIVER = "WebKitWebDriver"
SCREEN = "Xvfb"
HOW_TO_GET_IT = (
    "The tests of iPhones need WebKit and a screen that nobody sees: `python3 -m tests` installs "
    "them when it is root, or install them yourself (`apt install webkit2gtk-driver xvfb`)."
)
LARGE = (390, 844)
SMALL = (360, 640)
# What breaks on a page is told at the end, also when the page was loaded anew since.
NOTE_PROBLEMS = """
for (const kind of ['error', 'unhandledrejection']) addEventListener(kind, (event) => {
  const told = JSON.parse(sessionStorage.getItem('problems') || '[]');
  told.push(String(event.reason || event.message));
  sessionStorage.setItem('problems', JSON.stringify(told));
});
"""
TOLD = "return JSON.parse(sessionStorage.getItem('problems') || '[]')"


@pytest.fixture(scope="package")
def display() -> Iterator[str]:
    """A screen of its own for these tests, on whichever display is free."""
    if not (shutil.which(SCREEN) and shutil.which(DRIVER)):
        pytest.fail(HOW_TO_GET_IT)
    reads, writes = os.pipe()
    command = [SCREEN, "-displayfd", str(writes), "-screen", "0", "800x1000x24"]
    # When the last browser leaves, a screen begins anew and throws out the one that is just coming,
    # and whoever drives that one would wait for ever.
    command += ["-nolisten", "tcp", "-noreset"]
    screen = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL)
    os.close(writes)
    with os.fdopen(reads) as said:
        number = said.readline().strip()
    assert number, "the screen did not start"
    yield f":{number}"
    screen.terminate()
    screen.wait(PATIENCE)


class IPhone:
    """One page in WebKit, by what a thumb does and an eye sees."""

    def __init__(self, driver: webdriver.Remote) -> None:
        self.driver = driver
        self._wait = WebDriverWait(driver, PATIENCE, poll_frequency=0.05)

    def open(self, url: str) -> None:
        self.driver.get(url)
        self._listen()

    def reload(self) -> None:
        self.driver.refresh()
        self._listen()

    def _listen(self) -> None:
        """From now on; what breaks sooner leaves no script that could be waited for."""
        self.ask("return typeof Table === 'object' && Boolean(Table.openTab)")
        self.driver.execute_script(NOTE_PROBLEMS + NOTE_TAPS)

    def ask(self, script: str) -> Any:
        """What a script says as soon as it says yes."""
        return self._wait.until(
            lambda driver: driver.execute_script(script), f"waited in vain for {script}"
        )

    def see(self, selector: str, words: str = "") -> WebElement:
        """What is to be seen, and says this."""

        def found(driver: webdriver.Remote) -> WebElement | None:
            for one in driver.find_elements(By.CSS_SELECTOR, selector):
                if one.is_displayed() and words in one.text:
                    return one
            return None

        shown: Callable[[Any], WebElement | None] = found
        one = self._wait.until(shown, f"{selector} “{words}” is not to be seen")
        assert one
        return one

    def gone(self, selector: str) -> None:
        self._wait.until(
            lambda driver: (
                not any(
                    one.is_displayed() for one in driver.find_elements(By.CSS_SELECTOR, selector)
                )
            ),
            f"{selector} is still to be seen",
        )

    def tap(self, selector: str) -> None:
        """One thing after another: the page is there and the tap before has come back."""
        self.ask(f"return ({CALM})()")
        under_the_thumb: WebElement = self.ask(
            f"return [...document.querySelectorAll(`{selector}`)].find((one) => "
            "one.getClientRects().length && one.checkVisibility({ visibilityProperty: true }))"
        )
        under_the_thumb.click()

    def measure(self, where: str) -> list[str]:
        """What does not fit, on both phones."""
        faults = []
        for wide, high in (SMALL, LARGE):
            self.resize(wide, high)
            self.driver.execute_async_script(f"({AT_REST})().then(arguments[arguments.length - 1])")
            found = self.driver.execute_script(f"return ({FAULTS})(arguments[0])", NAMES)
            faults += [f"{where}, {wide} × {high}: {fault}" for fault in found]
        return faults

    def resize(self, wide: int, high: int) -> None:
        self.driver.set_window_size(wide, high)
        self.ask(f"return innerWidth === {wide} && innerHeight === {high}")

    def problems(self) -> list[str]:
        told: list[str] = self.driver.execute_script(TOLD)
        return told


@pytest.fixture
def iphone(display: str) -> Iterator[IPhone]:
    options = Options()
    for argument in ("--automation", "--full-screen"):  # whole: its bars would not fit a phone
        options.add_argument(argument)
    service = Service(shutil.which(DRIVER), env={**os.environ, "DISPLAY": display})
    service.start()
    try:
        config = ClientConfig(service.service_url, timeout=2 * PATIENCE)
        wire = RemoteConnection(client_config=config)
        with webdriver.Remote(wire, options=options) as driver:
            driver.set_script_timeout(PATIENCE)
            phone = IPhone(driver)
            phone.resize(*LARGE)
            yield phone
            assert phone.problems() == []
    finally:
        service.stop()
