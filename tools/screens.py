"""Take the pictures of docs/screens: a table is played, phones and the table screen are shown.

    .venv/bin/python tools/screens.py

Needs the developers' tools (`python3 -m tests` installs them) and Chromium.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser.conftest import BROWSERS, FLAGS, LARGE
from tests.house import SEATS, Group, House
from tests.phone import Phone

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "screens"
SCREEN: ViewportSize = {"width": 1280, "height": 720}
SETTLE = 900  # milliseconds: transitions are over
CEREMONY = 14_000
# Rounds before the one that is shown: what each seat picked and how its TR rose, and the planet.
EARLIER: tuple[tuple[dict[str, int], dict[str, int], dict[str, int]], ...] = (
    ({"red": 4, "green": 1, "blue": 1, "yellow": 5}, {"red": 0, "green": 1}, {}),
    ({"red": 1, "green": 3, "blue": 4, "yellow": 2}, {"yellow": 1}, {"temperature": 4}),
    ({"red": 5, "green": 4, "blue": 2, "yellow": 4}, {"blue": 2, "red": 1}, {"oceans": 1}),
    ({"red": 3, "green": 1, "blue": 3, "yellow": 1}, {"red": 3, "blue": 1}, {"temperature": 6}),
    ({"red": 4, "green": 2, "blue": 1, "yellow": 3}, {"yellow": 4, "green": 2}, {"oxygen": 3}),
    ({"red": 2, "green": 3, "blue": 4, "yellow": 5}, {"green": 2, "blue": 2}, {"oceans": 2}),
    ({"red": 3, "green": 5, "blue": 1, "yellow": 4}, {"red": 4, "yellow": 2}, {"temperature": 8}),
    ({"red": 4, "green": 3, "blue": 2, "yellow": 1}, {"blue": 3, "green": 3}, {"oxygen": 4}),
    ({"red": 5, "green": 1, "blue": 4, "yellow": 2}, {"red": 3, "yellow": 3}, {"oceans": 2}),
)
MIDGAME = {
    "red": {"mc": 28, "heat": 3, "plants": 2, "forests": 2},
    "green": {"mc": 11, "heat": 6, "plants": 5, "forests": 1},
    "blue": {"mc": 22, "heat": 6, "plants": 9, "forests": 3},
    "yellow": {"mc": 14, "heat": 0, "plants": 9, "forests": 2},
}
BLUE_GAINS = {"production.mc": 5, "production.heat": 3, "production.plants": 2, "steel": 2}
PLANET = {"temperature": 4}
LAST_TR = {"red": 8, "green": 6, "blue": 9, "yellow": 8}
LAST_FORESTS = {"red": 3, "green": 2, "blue": 5, "yellow": 4}
CORPORATIONS = {"red": 217, "green": 209, "blue": 210, "yellow": 212}
PICKS = {"red": 1, "green": 4, "blue": 3, "yellow": 3}
BLUE_CARDS = (46, 29, 47)  # three cards with an action
POINTS = {"red": (65, 68, 125), "green": (72, 133, 87), "blue": (12, 82, 18), "yellow": (6, 30, 59)}
ANIMALS = {"blue": {"cards.12": 4}, "yellow": {"cards.30": 3}}


def picture(page: Page, name: str) -> None:
    page.wait_for_timeout(SETTLE)
    page.screenshot(path=FOLDER / f"{name}.png")


def open_table(browser: Browser, house: House) -> tuple[Page, Group]:
    """The host's screen with a table that knows the cards."""
    screen = browser.new_context(viewport=SCREEN, locale="en", color_scheme="dark").new_page()
    screen.goto(house.url)
    answer = screen.request.post(f"{house.url}/tables", form={"game": "ares"})
    screen.goto(answer.url)
    screen.locator(".way-choice:visible", has_text="+ cards").click()
    screen.locator(".way-choice[aria-current]:visible", has_text="+ cards").wait_for()
    return screen, Group(house, answer.url.rpartition("/")[2], "")


def own_phone(browser: Browser, group: Group, seat: str) -> Page:
    context = browser.new_context(
        viewport=LARGE, has_touch=True, is_mobile=True, locale="en", color_scheme="dark"
    )
    page = context.new_page()
    page.goto(f"{group.house.url}/t/{group.code}/mine/{group.tokens[seat]}")
    return page


def adjust(phone: Phone, figures: dict[str, int]) -> None:
    for field, by in figures.items():
        if by:
            phone.must("adjust", field=field, by=by)


def set_to(phone: Phone, seat: str, figures: dict[str, int]) -> None:
    phone.send("hello")  # whatever happened meanwhile comes before the answer
    mat = phone.view["seats"][seat]
    adjust(phone, {field: value - mat[field] for field, value in figures.items()})


def play_earlier_rounds(phones: dict[str, Phone]) -> None:
    for picks, rose, planet in EARLIER:
        for seat, phase in picks.items():
            phones[seat].must("pick_phase", phase=phase)
        for seat, by in rose.items():
            adjust(phones[seat], {"tr": by})
        adjust(phones["red"], planet)
        number = phones["red"].wait_for(lambda view: view["step"] == "phase")["round"]
        while phones["red"].view["round"] == number:
            for phone in phones.values():
                phone.move("done", anyway=True)
            phones["red"].send("hello")


def play(browser: Browser, house: House) -> None:
    screen, group = open_table(browser, house)
    group.sit("red", "green")
    joining = browser.new_context(
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
    play_earlier_rounds(phones)
    adjust(phones["blue"], BLUE_GAINS)
    adjust(phones["red"], PLANET)
    for seat, figures in MIDGAME.items():
        set_to(phones[seat], seat, figures)
    blue.reload()
    screen.reload()
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
    for seat, numbers in POINTS.items():
        for number in numbers:
            phones[seat].move("play_card", number=number, anyway=True)
        adjust(phones[seat], {"tr": LAST_TR[seat], "forests": LAST_FORESTS[seat]})
        adjust(phones[seat], ANIMALS.get(seat, {}))
    planet = phones["red"].wait_for(lambda view: True)["planet"]
    adjust(phones["red"], {"temperature": 8 - planet["temperature"]})
    adjust(phones["red"], {"oxygen": 14 - planet["oxygen"], "oceans": 9 - planet["oceans"]})
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
