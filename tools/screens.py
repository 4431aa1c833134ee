"""Take the pictures of docs/screens: a table is played, phones and the table screen are shown.

    .venv/bin/python tools/screens.py

Needs the developers' tools (`python3 -m tests` installs them) and Chromium.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser.conftest import BROWSERS, FLAGS, LARGE
from tests.house import SEATS, Group, House
from tests.phone import Phone

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "screens"
SCREEN = {"width": 1280, "height": 720}
SETTLE = 900  # milliseconds: transitions are over
CEREMONY = 14_000
MIDGAME = {
    "red": {"mc": 8, "heat": 3, "plants": 2, "forests": 2, "tr": 11},
    "green": {"mc": 21, "heat": 11, "plants": 5, "forests": 1, "tr": 8},
    "blue": {"mc": -5, "heat": 6, "plants": 9, "forests": 3, "tr": 9, "steel": 2},
    "yellow": {"mc": 4, "plants": 9, "forests": 2, "tr": 10},
}
BLUE_PRODUCTION = {"production.mc": 5, "production.heat": 3, "production.plants": 2}
PLANET = {"temperature": 22, "oxygen": 7, "oceans": 5}
REST_OF_PLANET = {"temperature": 14, "oxygen": 7, "oceans": 4}
CORPORATIONS = {"red": 217, "green": 209, "blue": 210, "yellow": 212}
PICKS = {"red": 1, "green": 4, "blue": 3, "yellow": 3}
BLUE_CARDS = (46, 29, 47)  # three cards with an action


def picture(page: Page, name: str) -> None:
    page.wait_for_timeout(SETTLE)
    page.screenshot(path=FOLDER / f"{name}.png")


def open_table(browser: Browser, house: House) -> tuple[Page, Group]:
    """The host's screen with a table that knows the cards."""
    screen = browser.new_context(viewport=SCREEN, locale="en", color_scheme="dark").new_page()  # type: ignore[arg-type]
    screen.goto(house.url)
    answer = screen.request.post(
        f"{house.url}/tables",
        form={"game": "ares", "mode": "standard", "help": "cards"},
    )
    screen.goto(answer.url)
    return screen, Group(house, answer.url.rpartition("/")[2], "")


def own_phone(browser: Browser, group: Group, seat: str) -> Page:
    context = browser.new_context(  # type: ignore[arg-type]
        viewport=LARGE, has_touch=True, is_mobile=True, locale="en", color_scheme="dark"
    )
    page = context.new_page()
    page.goto(f"{group.house.url}/t/{group.code}/mine/{group.tokens[seat]}")
    return page


def adjust(phone: Phone, figures: dict[str, int]) -> None:
    for field, by in figures.items():
        phone.must("adjust", field=field, by=by)


def play(browser: Browser, house: House) -> None:
    screen, group = open_table(browser, house)
    group.sit("red", "green")
    joining = browser.new_context(  # type: ignore[arg-type]
        viewport=LARGE, has_touch=True, is_mobile=True, locale="en", color_scheme="dark"
    ).new_page()
    joining.goto(f"{house.url}/t/{group.code}")
    joining.locator("#sit-blue").tap()
    joining.keyboard.type("Olena")
    picture(joining, "phone-join")
    group.sit("blue", "yellow")
    phones = {seat: group.phone(seat) for seat in SEATS}
    picture(screen, "table-lobby")
    blue = own_phone(browser, group, "blue")
    screen.locator("#begin").click()
    for seat, number in CORPORATIONS.items():
        phones[seat].must("choose_corporation", number=number)
    for seat, figures in MIDGAME.items():
        adjust(phones[seat], figures)
    adjust(phones["blue"], BLUE_PRODUCTION)
    adjust(phones["red"], PLANET)
    blue.locator("#phase-2").tap()
    picture(blue, "phone-pick")
    for seat in ("red", "green", "blue"):
        phones[seat].must("pick_phase", phase=PICKS[seat])
    picture(blue, "phone-locked")
    picture(screen, "table-planning")
    phones["yellow"].must("pick_phase", phase=PICKS["yellow"])
    picture(screen, "table-reveal")
    picture(blue, "phone-reveal")
    blue.locator('[data-dismiss="reveal"]').tap()
    screen.locator("#reveal").click()
    for digit in "163":
        blue.locator(f'[data-key="{digit}"]').tap()
    picture(blue, "phone-card")
    for number in BLUE_CARDS:
        phones["blue"].move("play_card", number=number, anyway=True)
    adjust(phones["blue"], {"mc": 16, "heat": 4})
    for phone in phones.values():
        phone.must("done")
    phones["yellow"].must("standard_action", action="temperature_mc")
    phones["red"].must("done")
    picture(blue, "phone-action")
    picture(screen, "table-action")
    blue.locator("#tab-mat").tap()
    picture(blue, "phone-mat")
    blue.locator("#tab-table").tap()
    picture(blue, "phone-planet")
    blue.locator("#tab-now").tap()
    for seat in ("green", "blue", "yellow"):
        phones[seat].move("done", anyway=True)
    picture(blue, "phone-production")
    adjust(phones["red"], REST_OF_PLANET)
    for phone in phones.values():
        phone.move("done", anyway=True)
    screen.wait_for_timeout(CEREMONY)
    picture(screen, "table-podium")
    picture(blue, "phone-score")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    with (
        tempfile.TemporaryDirectory() as data,
        House(Path(data), "--public-url", "http://192.168.1.24:8000") as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        play(browser, house)
        browser.close()


if __name__ == "__main__":
    main()
