"""The end of a game: counted on our own pad, and told on every screen at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import answered, count, press, seat_page
from tests.browser.conftest import SMALL, People, add_sheet
from tests.browser.ruler import Ruler
from tests.house import SEATS, Group, House

HELD = """
html[data-ceremony] *, html[data-ceremony] *::before, html[data-ceremony] *::after {
  animation-play-state: paused !important;
}
"""
PLANET = (("temperature", 38), ("oxygen", 14), ("oceans", 9))


def finish(group: Group, level: str, **tr: int) -> None:
    """Begin and end at once, with so much more TR for some."""
    with group.host() as host:
        host.must("begin")
        if level == "mats":
            host.must("go_on")
    for seat, by in tr.items():
        with group.phone(seat) as phone:
            phone.must("adjust", field="tr", by=by)
    with group.phone("red") as red:
        if level == "phases":
            red.must("declare_terraformed")
        else:
            for field, by in PLANET:
                red.must("adjust", field=field, by=by)


def tell(group: Group, seat: str, **parts: int) -> None:
    """Somebody else counts, elsewhere."""
    with group.phone(seat) as phone:
        for part, points in parts.items():
            phone.must("count", part=part, points=points)


def clocked(open_page: Callable[[str], Page], url: str) -> Page:
    """A page whose clock the test may stop."""
    page = open_page("about:blank")
    page.clock.install()
    page.goto(url)
    return page


@contextmanager
def held(*pages: Page) -> Iterator[None]:
    """The ceremony stands still at its beginning, so that a busy machine does not miss it."""
    stopped = [add_sheet(page, HELD) for page in pages]
    for page in pages:
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    yield
    for page, sheet in zip(pages, stopped, strict=True):
        sheet.evaluate("(sheet) => { sheet.disabled = true; }")
        page.clock.resume()


def is_veiled(page: Page, selector: str) -> bool:
    """Whether something is kept from all eyes: it is there, and not to be seen."""
    return page.locator(selector).count() == 1 and not page.locator(selector).is_visible()


def test_a_game_of_phases_only_is_counted_to_the_podium(house: House, people: People) -> None:
    with house.open_table(help="phases").sit("red", "blue") as group:
        ann, olena = (clocked(people.phone, seat_page(group, seat)) for seat in ("red", "blue"))
        screen = clocked(people.screen, f"{house.url}/table/{group.code}")
        finish(group, "phases")
        expect(screen.locator("#end-words")).to_contain_text("Count your points")
        for part, points in (("Terraform rating", 31), ("Forests", 5), ("Cards", -2)):
            count(ann, part, points)
        expect(ann.locator(".count-total b")).to_have_text("34")

        # A half-typed figure is left alone by what others count; nothing else is asked for.
        ann.locator('[data-key="6"]').tap()
        count(olena, "Terraform rating", 30)
        expect(screen.locator("#pod-blue-tr.is-sealed")).to_be_visible()
        expect(ann.locator("[data-pad]")).to_have_text("6")
        press(ann, "#count-next")

        # Who is done sees the own total and whom we wait for; nobody hears who is ahead.
        expect(ann.locator("#own-total")).to_have_text("40")
        expect(ann.locator("#now-waiting")).to_contain_text("Waiting for Olena")
        assert screen.locator(".pod-total").count() == 0
        for part, points in (("Forests", 4), ("Cards", 8)):
            count(olena, part, points)
        expect(olena.locator(".count-part:visible h2")).to_have_text("On cards")
        olena.locator('.counts [data-key="0"]:visible').tap()
        answered(olena)

        # All screens count up together; totals and the winner come last.
        with held(ann, olena, screen):
            olena.locator("#count-next").tap()
            expect(screen.locator("html[data-ceremony] #pod-red-tr")).to_be_attached()
            for page in (ann, olena):
                expect(page.locator("html[data-ceremony] #score-red .bar")).to_be_attached()
                assert is_veiled(page, "#now-score h2")
                assert is_veiled(page, "#score-red strong")
                assert is_veiled(page, '[data-share="share-text"]')
            assert is_veiled(screen, "#end-words") and is_veiled(screen, "#total-blue b")
        expect(screen.locator("#end-words")).to_be_visible()
        expect(screen.locator("#end-words")).to_contain_text("Olena wins")
        expect(ann.locator("#now-score h2")).to_be_visible()
        expect(ann.locator("#now-score")).to_contain_text("You came second, 2 behind.")
        expect(olena.locator("#score-blue strong")).to_have_text("42")

        # Once a device: who looks again, or comes later, sees the result.
        for page in (ann, screen, people.phone(f"{house.url}/t/{group.code}/watch")):
            page.reload()
            expect(page.locator("[data-counting]")).to_be_visible()
            expect(page.locator("html[data-ceremony]")).to_have_count(0)

        # A slip is counted again; a tie asks both what they have left, and says why.
        ann.locator('[data-open="recount"]').tap()
        ann.locator("#recount label.of-forests").tap()
        ann.locator('#recount [data-key="7"]').tap()
        ann.locator("#recount .when-typed").tap()
        expect(ann.locator(".counts h1")).to_contain_text("Tied at 42 with Olena")
        expect(screen.locator("#end-words")).to_contain_text("Tied at 42")
        count(ann, "Left over", 11)
        expect(ann.locator("#now-waiting")).to_contain_text("Waiting for Olena")
        count(olena, "Left over", 0)
        expect(ann.locator("#now-score h2")).to_contain_text("You win")
        expect(screen.locator("#end-lead")).to_contain_text("Tied at 42")


def test_cards_worth_nothing_are_counted_too(house: House, people: People) -> None:
    with house.open_table(help="mats").sit("red", "blue") as group:
        ann = people.phone(seat_page(group, "red"))
        finish(group, "mats", red=4)
        tell(group, "blue", cards=0, on_cards=0)
        expect(ann.locator("#count-next")).to_be_hidden()  # nothing typed is no 0
        count(ann, "Cards", 0)
        expect(ann.locator(".count-part:visible h2")).to_have_text("On cards")
        ann.locator('button[data-move="undo"]:visible').tap()  # a slip
        count(ann, "Cards", 1)
        count(ann, "On cards", 0)
        expect(ann.locator("#now-score h2")).to_contain_text("You win")
        expect(ann.locator("#score-red strong")).to_have_text("10")
        expect(ann.locator("#score-blue strong")).to_have_text("5")


def test_a_seat_without_a_phone_is_counted_on_the_table_screen(
    house: House, people: People
) -> None:
    screen = people.screen(f"{house.url}/")
    screen.locator(".front-game").first.click()
    expect(screen.locator("#lobby")).to_be_visible()
    with Group(house, screen.url.rpartition("/")[2], "").sit("red", "blue") as group:
        expect(screen.locator("#begin")).to_be_visible()
        screen.locator("#begin").click()
        expect(screen.locator("#gauge")).to_be_visible()
        screen.locator('[data-open="sheet"]:visible').first.click()
        screen.locator("#person-blue > summary").click()
        move = screen.locator('#person-blue [data-args*="table"][data-move="play_from"]')
        move.click()
        move.click()
        screen.locator("#sheet > [data-close]").click()
        with group.phone("red") as red:
            red.must("declare_terraformed")
        tell(group, "red", tr=20, forests=1, cards=2, on_cards=3)
        screen.locator('#pod-blue a[href*="blue"]').click()
        screen.locator('a[href*="open"]').click()
        for digits in ("25", "0", "4", "1"):
            before = screen.locator("form.counts").get_attribute("id")
            for digit in digits:
                screen.locator(f'[data-key="{digit}"]').click()
            screen.locator("#count-next").click()
            expect(screen.locator(f"#{before}")).to_have_count(0)
        screen.wait_for_url(f"**/table/{group.code}")
        expect(screen.locator("html[data-ceremony] #end")).to_be_visible()  # it came in time
        expect(screen.locator("#end-words")).to_contain_text("Olena wins")


@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_count_fits_in_every_text_size(house: House, people: People, language: str) -> None:
    with house.open_table(help="phases").sit(*SEATS) as group:
        finish(group, "phases")
        page = people.phone(seat_page(group, "red"), language=language, viewport=SMALL)
        ruler = Ruler(page)
        for part in ("tr", "forests", "cards", "on_cards"):
            page.locator(f"label.of-{part}").tap()
            for digit in "188":
                page.locator(f'[data-key="{digit}"]').tap()
            ruler.measure(part)
        for seat in SEATS[1:]:
            tell(group, seat, tr=20, forests=1, cards=2, on_cards=3)
        tell(group, "red", tr=20, forests=1, cards=2, on_cards=3)
        expect(page.locator(".count-part.of-left_over")).to_be_visible()
        ruler.measure("left over")
        tell(group, "red", left_over=3)
        expect(page.locator("#now-waiting")).to_be_visible()
        ruler.measure("waiting")
        assert ruler.found == []
