"""Nothing has to be scrolled to be pressed, in either language, on the smallest phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LARGE, SCREEN, SMALL, People
from tests.house import SEATS, Group, House

COMPACT = {"width": 360, "height": 560}  # the browser's own bar takes 80 px
TABLET = {"width": 1024, "height": 768}
SMALLEST_TARGET = 44

OVERFLOW = """() => {
  const out = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) out.push('page is wider than the screen');
  for (const one of document.querySelectorAll('[data-panel], .body, .panel, .dock, .tabs')) {
    if (!one.checkVisibility() || one.dataset.panel === 'story') continue;
    if (one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible')
      out.push(`${one.className || one.tagName} hides ${one.scrollHeight - one.clientHeight} px`);
  }
  const height = window.innerHeight;
  for (const one of document.querySelectorAll('button, a, input, select')) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = one.getBoundingClientRect();
    if (!box.width || one.closest('dialog:not([open])')) continue;
    if (box.left < -1 || box.right > width + 1 || box.top < -1 || box.bottom > height + 1)
      out.push(`${one.id || one.textContent.trim().slice(0, 30)} is off the screen`);
  }
  return out;
}"""
TARGETS = """() => [...document.querySelectorAll('button, a[href]')]
  .filter((one) => one.checkVisibility() && !one.closest('dialog:not([open])'))
  .map((one) => [one.id || one.textContent.trim().slice(0, 30), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 44 || box.width < 44))
  .map(([name, box]) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


def fits(page: Page) -> None:
    page.wait_for_timeout(250)
    assert page.evaluate(OVERFLOW) == []
    assert page.evaluate(TARGETS) == []


def own_phone(people: People, group: Group, seat: str, language: str, size: object) -> Page:
    address = f"{group.house.url}/t/{group.code}/mine/{group.tokens[seat]}"
    page = people.phone(address, language=language, viewport=size)
    expect(page.locator("html")).to_have_attribute("lang", language)
    return page


@pytest.mark.parametrize("size", [SMALL, LARGE, COMPACT], ids=["360x640", "390x844", "360x560"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_whole_round_fits_the_phone(
    house: House, people: People, language: str, size: dict[str, int]
) -> None:
    group = house.open_table()
    joining = people.phone(f"{house.url}/t/{group.code}", language=language, viewport=size)
    fits(joining)
    group.sit(*SEATS)
    expect(joining.locator("#seat-yellow")).to_contain_text("Kuba")
    fits(joining)
    host = group.host()
    phones = {seat: group.phone(seat) for seat in SEATS}
    red = own_phone(people, group, "red", language, size)
    fits(red)
    host.must("begin")
    expect(red.locator("#pick")).to_be_visible()
    red.locator("#phase-2").tap()
    fits(red)
    phones["red"].must("pick_phase", phase=3)
    expect(red.locator("#peek")).to_be_visible()
    fits(red)
    for seat, phase in (("green", 1), ("blue", 2), ("yellow", 4)):
        phones[seat].must("pick_phase", phase=phase)
    expect(red.locator("#reveal")).to_be_visible()
    fits(red)
    red.locator('[data-dismiss="reveal"]').tap()
    for phase in (1, 2, 3, 4):
        expect(red.locator(f"#now-phase-{phase}")).to_be_visible()
        fits(red)
        phones["red"].must("done")
        expect(red.locator("#take-back")).to_be_visible()
        fits(red)
        for seat in ("green", "blue", "yellow"):
            phones[seat].must("done")
    expect(red.locator("#done")).to_be_visible()
    fits(red)
    red.locator("#tab-table").tap()
    fits(red)


@pytest.mark.parametrize("mode", ["solo", "coop"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_solo_and_coop_fit_the_phone(
    house: House, people: People, language: str, mode: str
) -> None:
    seats = ("red",) if mode == "solo" else ("red", "blue")
    group = house.open_table(mode, **({"difficulty": "novice"} if mode == "solo" else {}))
    group.sit(*seats)
    host = group.host()
    phones = [group.phone(seat) for seat in seats]
    page = own_phone(people, group, "red", language, SMALL)
    host.must("begin")
    for number in range(21 if mode == "solo" else 2):
        for phone in phones:
            phone.must("pick_phase", phase=3 if number % 2 else 5)
        if phones[0].wait_for(lambda view: view["step"])["step"] == "planning" and number > 19:
            break
        phones[0].wait_for(lambda view: view["step"] == "phase")
        if number in (0, 5):
            page.reload()
            page.locator('[data-dismiss="reveal"]').tap()
            fits(page)
        while phones[0].view["step"] != "planning":
            before = phones[0].n
            host.must("go_on")
            phones[0].wait_for(lambda view, before=before: view["n"] > before)
        if number in (0, 4, 19):
            page.reload()
            expect(page.locator("#pick")).to_be_visible()
            fits(page)


@pytest.mark.parametrize("size", [SCREEN, TABLET], ids=["1920x1080", "1024x768"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_table_screen_shows_everything_at_once(
    house: House, people: People, language: str, size: dict[str, int]
) -> None:
    screen = people.screen(f"{house.url}/", viewport=size, locale=language)
    screen.locator('form:has(input[name="mode"][value="standard"]) button').first.click()
    expect(screen.locator("#lobby")).to_be_visible()
    fits(screen)
    from tests.browser.acts import code_of

    group = Group(house, code_of(screen), "")
    group.sit(*SEATS)
    expect(screen.locator("#lobby-yellow")).to_contain_text("Kuba")
    fits(screen)
    screen.locator("#begin").click()
    expect(screen.locator(".headline")).to_be_visible()
    fits(screen)
    for seat, phase in zip(SEATS, (1, 3, 4, 5), strict=True):
        group.phone(seat).must("pick_phase", phase=phase)
    expect(screen.locator("#reveal")).to_be_visible()
    fits(screen)
    screen.locator("#reveal").click()
    expect(screen.locator("#reveal")).to_be_hidden()
    fits(screen)
