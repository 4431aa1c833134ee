"""Nothing has to be scrolled to be pressed, in either language, on the smallest phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import walks
from tests.browser.acts import be_at_rest, code_of, open_tab
from tests.browser.conftest import LARGE, SCREEN, SMALL, People
from tests.browser.ruler import COMPACT, Ruler
from tests.house import SEATS, Group, House
from tests.phone import Phone

TABLET: ViewportSize = {"width": 1024, "height": 768}

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
    be_at_rest(page)
    assert page.evaluate(OVERFLOW) == []
    assert page.evaluate(TARGETS) == []


def own_phone(people: People, group: Group, seat: str, language: str, size: ViewportSize) -> Page:
    address = f"{group.house.url}/t/{group.code}/mine/{group.tokens[seat]}"
    page = people.phone(address, language=language, viewport=size)
    expect(page.locator("html")).to_have_attribute("lang", language)
    return page


@pytest.mark.parametrize("size", [SMALL, LARGE, COMPACT], ids=["360x640", "390x844", "360x560"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_joining_and_the_lobby_fit_the_phone(
    house: House, people: People, language: str, size: ViewportSize
) -> None:
    group = house.open_table()
    joining = people.phone(f"{house.url}/t/{group.code}", language=language, viewport=size)
    fits(joining)
    group.sit(*SEATS)
    expect(joining.locator("#seat-yellow")).to_contain_text("Kuba")
    fits(joining)
    fits(own_phone(people, group, "red", language, size))


def walker(people: People, group: Group, language: str) -> tuple[Ruler, dict[str, Phone], Phone]:
    """A begun game with a ruler on the red phone, the programs of all seats, and the host."""
    phones = {seat: group.phone(seat) for seat in group.tokens}
    host = group.host()
    host.must("begin")
    if host.wait_for(lambda view: view["step"] != "lobby")["step"] == "setup":
        for seat, phone in phones.items():
            phone.must("choose_corporation", number=walks.CORPORATIONS[seat])
    page = own_phone(people, group, "red", language, SMALL)
    return Ruler(page), phones, host


@pytest.mark.parametrize("level", ["phases", "planet", "mats", "cards"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_every_phase_in_every_text_size(
    house: House, people: People, language: str, level: str
) -> None:
    """Neither sideways nor down, with every card, question, refusal and bonus."""
    with house.open_table(help=level).sit(*SEATS) as group:
        ruler, phones, _ = walker(people, group, language)
        walks.standard(ruler, phones, level)
        assert ruler.found == [], "\n" + "\n".join(ruler.found)


@pytest.mark.parametrize("language", ["en", "uk"])
def test_choosing_a_corporation_in_every_text_size(
    house: House, people: People, language: str
) -> None:
    with house.open_table(help="cards").sit(*SEATS) as group, group.host() as host:
        host.must("begin")
        ruler = Ruler(own_phone(people, group, "red", language, SMALL))
        walks.setup(ruler)
        assert ruler.found == [], "\n" + "\n".join(ruler.found)


@pytest.mark.parametrize("phase", [1, 2])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_every_card_fits_before_it_is_paid(
    house: House, people: People, language: str, phase: int
) -> None:
    with house.open_table(help="cards").sit("red", "blue") as group:
        ruler, phones, _ = walker(people, group, language)
        ruler.views = (
            ("normal", COMPACT),
            ("normal", LARGE),
            ("normal", SMALL),
            ("larger", SMALL),
        )
        walks.every_card(ruler, phones, phase)
        assert ruler.found == [], "\n" + "\n".join(ruler.found)


def test_figures_of_three_digits_fit_the_mat(house: House, people: People) -> None:
    with house.open_table(help="mats").sit("red", "blue") as group:
        ruler, phones, _ = walker(people, group, "en")
        for field, by in (("mc", 120), ("heat", 120), ("plants", 120)):
            phones["red"].must("adjust", field=field, by=by)
        for field in ("mc", "heat", "plants"):
            phones["red"].must("adjust", field=f"production.{field}", by=35)
        open_tab(ruler.page, "mat")
        expect(ruler.page.locator("#set-production-plants")).to_contain_text("+35")
        ruler.measure("mat")
        assert ruler.found == []


@pytest.mark.parametrize("level", ["phases", "planet", "mats", "cards"])
@pytest.mark.parametrize(("language", "hard"), [("en", "specialist"), ("uk", "novice")])
def test_solo_in_every_text_size(
    house: House, people: People, language: str, hard: str, level: str
) -> None:
    """Cube and difficulty, by its longest word, are in sight before every pick."""
    with house.open_table("solo", difficulty=hard, help=level).sit("red") as group:
        ruler, phones, host = walker(people, group, language)
        walks.solo(ruler, phones["red"], host)
        assert ruler.found == [], "\n" + "\n".join(ruler.found)


@pytest.mark.parametrize("level", ["phases", "planet", "mats", "cards"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_coop_in_every_text_size(house: House, people: People, language: str, level: str) -> None:
    with house.open_table("coop", help=level).sit("red", "blue") as group:
        ruler, phones, _ = walker(people, group, language)
        walks.coop(ruler, phones, level)
        assert ruler.found == [], "\n" + "\n".join(ruler.found)


@pytest.mark.parametrize("size", [SCREEN, TABLET], ids=["1920x1080", "1024x768"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_table_screen_shows_everything_at_once(
    house: House, people: People, language: str, size: ViewportSize
) -> None:
    screen = people.screen(f"{house.url}/", viewport=size, locale=language)
    screen.locator(".front-game").first.click()
    expect(screen.locator("#lobby")).to_be_visible()
    fits(screen)
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
