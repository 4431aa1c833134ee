"""Rungs in real browsers: what the house does for every game, it does for one it never heard of."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.acts import code_of, open_tab, press, seat_page
from tests.browser.conftest import LARGE, SCREEN, People
from tests.browser.test_axe import Inspector
from tests.browser.test_layout import fits
from tests.house import House

PICKS = [(3, 2), (1, 1), (2, 3), (3, 1), (3, 2)]  # what Mia and Ann seal, round by round


def open_table(screen: Page, house: House, game: str) -> str:
    """A new table from the front page; what its phones open."""
    screen.goto(house.url)
    screen.locator(f'form:has(input[value="{game}"]) button').click()
    expect(screen.locator("#lobby")).to_be_visible()
    return f"{house.url}/t/{code_of(screen)}"


def sit(phone: Page, seat: str, name: str) -> None:
    phone.locator(f"#sit-{seat}").tap()
    phone.locator('#join input[name="name"]').fill(name)
    phone.locator("#sit").tap()
    expect(phone.locator("body")).to_have_attribute("data-seat", seat)
    expect(phone.locator('[data-slot="lobby"]')).to_contain_text(name)


def set_up(screen: Page, words: str) -> None:
    """Tap one of the ways in the lobby."""
    screen.locator('[data-move="set_up"]:visible').get_by_text(words, exact=True).click()


def seal(phone: Page, number: int) -> None:
    press(phone, f"#pick-{number}")


def look_and_go_on(*looking: tuple[Page, int]) -> None:
    """All look, each at the own rung; it makes way as soon as somebody goes on."""
    for phone, rung in looking:
        own = phone.locator("#reveal .if-you:visible")
        expect(own).to_have_text(f"You are on rung {rung}")
        press(phone, '#reveal [data-dismiss="reveal"]')
        expect(phone.locator("#reveal")).to_be_hidden()
    for phone, _ in looking:
        press(phone, "#go-on")


def test_five_rounds_on_two_phones_and_a_table_screen(tiny_house: House, people: People) -> None:
    screen = people.screen("about:blank")
    join = open_table(screen, tiny_house, "tiny")
    ann = people.phone(join)
    sit(ann, "red", "Ann")
    expect(screen.locator("#begin")).to_have_count(0)  # the ladder needs two
    mia = people.phone(join, viewport=LARGE)
    sit(mia, "black", "Mia")
    watcher = people.phone(f"{join}/watch", language="uk")
    screen.locator("#begin").click()
    expect(screen.locator(".headline")).to_have_text("Seal a number")
    expect(ann.locator('[data-slot="header"]')).to_contain_text("Round 1 of 5")

    # What Mia seals is seen by nobody else, and by herself only while she holds it.
    seal(mia, 2)
    expect(mia.locator("#peek")).to_be_visible()
    expect(mia.locator("#face")).to_be_hidden()
    expect(screen.locator("#stage-black")).to_contain_text("sealed")
    seal(mia, PICKS[0][0])
    expect(mia.locator("#face")).to_have_text("3")
    expect(watcher.locator("#watch-picking")).to_contain_text("Ann")

    rungs = {"Mia": 0, "Ann": 0}
    for n, (mias, anns) in enumerate(PICKS, 1):
        expect(screen.locator("#stage")).to_contain_text(f"Round {n} of 5")
        if n > 1:
            seal(mia, mias)
        seal(ann, anns)
        rungs["Mia"] += mias if mias != anns else 1
        rungs["Ann"] += anns if mias != anns else 1
        if n == len(PICKS):
            break
        expect(screen.locator("#stage-black .rungs-at")).to_have_text(str(rungs["Mia"]))
        if n == 2:
            has_a_break(screen, ann, mia)
        look_and_go_on((mia, rungs["Mia"]), (ann, rungs["Ann"]))
        expect(screen.locator("#clock")).to_have_count(0)

    for page in (mia, ann):
        expect(page.locator("#now-finished h1")).to_have_text("Mia stands highest")
    expect(screen.locator("#end")).to_contain_text("Mia stands highest")
    expect(watcher.locator("#watch-finished")).to_contain_text("Mia")
    open_tab(ann, "ladder")
    expect(ann.locator("#ladder-black .rungs-at")).to_have_text(str(rungs["Mia"]))
    open_tab(ann, "story")
    expect(ann.locator("#story-lines")).to_contain_text("Won: Mia")
    screen.goto(tiny_house.url)
    expect(screen.locator("body")).to_contain_text(f"Mia won on rung {rungs['Mia']}")


def has_a_break(*pages: Page) -> None:
    """The clock that the game asked for runs down on every screen."""
    for page in pages:
        expect(page.locator("#clock")).to_have_text(re.compile(r"0:5\d"))
    shown = pages[0].locator("#clock").inner_text()
    expect(pages[0].locator("#clock")).not_to_have_text(shown)


def test_a_table_changes_its_game_in_place_with_people_at_it(
    tiny_house: House, people: People
) -> None:
    screen = people.screen("about:blank")
    join = open_table(screen, tiny_house, "ares")
    ann = people.phone(join)
    sit(ann, "red", "Ann")
    joining = people.phone(join)
    expect(joining.locator("#sit-black")).to_have_count(0)

    set_up(screen, "Rungs")
    for page in (screen, ann, joining):
        expect(page.locator("body")).to_have_attribute("data-game", "tiny")
        expect(page.locator('link[href^="/static/tiny-"]')).to_have_count(1)
    expect(screen.locator("#lobby-red")).to_contain_text("Ann")
    set_up(screen, "Eight rounds")
    expect(screen.locator("#lobby")).to_contain_text("For those who are good on ladders.")
    sit(joining, "black", "Mia")

    # Back again: Ares Expedition has no black, so Mia looks on.
    set_up(screen, "Ares Expedition")
    expect(ann.locator("body")).to_have_attribute("data-game", "ares")
    expect(ann.locator("body")).to_have_attribute("data-seat", "red")
    expect(joining.locator("#sit-blue")).to_be_attached()
    set_up(screen, "Rungs")
    expect(joining.locator("#sit-black")).to_be_attached()
    sit(joining, "black", "Mia")
    screen.locator("#begin").click()
    seal(ann, 1)
    seal(joining, 2)
    look_and_go_on((ann, 1), (joining, 2))
    expect(ann.locator('[data-slot="header"]')).to_contain_text("Round 2 of 5")


def test_its_screens_fit_and_give_axe_no_cause_to_complain(
    tiny_house: House, people: People
) -> None:
    inspector = Inspector()

    def look(where: str, *pages: Page) -> None:
        for page in pages:
            inspector.look(page, where)
            fits(page)

    with tiny_house.open_table("together", game="tiny").sit("red", "black") as group:
        host, red, black = group.host(), group.phone("red"), group.phone("black")
        phone = people.phone(seat_page(group, "black"), reduced_motion="reduce")
        watcher = people.phone(f"{tiny_house.url}/t/{group.code}/watch", reduced_motion="reduce")
        screen = people.screen(
            f"{tiny_house.url}/table/{group.code}", viewport=SCREEN, reduced_motion="reduce"
        )
        host.must("begin")
        expect(phone.locator("#now-picking")).to_be_visible()
        expect(screen.locator("#stage")).to_be_visible()
        look("picking", phone, watcher, screen)
        black.must("pick", number=3)
        expect(phone.locator("#now-sealed")).to_be_visible()
        look("sealed", phone)
        red.must("pick", number=2)
        expect(phone.locator("#reveal")).to_be_visible()
        look("revealed", phone)
        phone.locator('#reveal [data-dismiss="reveal"]').tap()
        expect(phone.locator("#now-opened")).to_be_visible()
        look("opened", phone, watcher, screen)
        for _ in range(4):
            red.must("go_on")
            black.must("go_on")
            red.must("pick", number=2)
            black.must("pick", number=3)
        expect(phone.locator("#now-finished")).to_be_visible()
        expect(screen.locator("#end")).to_be_visible()
        look("finished", phone, watcher, screen)
    inspector.agree()
