"""What is behind a tap is not on the page until it is opened, and then it is the newest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import begin_phase, open_sheet, open_tab, seat_page
from tests.browser.conftest import People
from tests.house import Group, House
from tests.phone import Phone

BEHIND = ("mat", "table", "others", "tools", "adjust", "sheet")
MOVES = 6
# Names of slots as they come, what the page says it shows, and Olena's MC at the very moment when
# the planet's tab or a mat opens.
NOTES = """() => {
  const show = Table.show;
  window.came = [];
  Table.show = (screen) => {
    show(screen);
    came.push(...Object.keys(screen.slots), ...(screen.lines ? ['story'] : []));
  };
  const emit = Table.socket.emit;
  window.said = [];
  Table.socket.emit = function (name, ...values) {
    if (name === 'show') said.push(values[0]);
    return emit.call(this, name, ...values);
  };
  window.opened = [];
  const mc = '#planet-row-blue .planet-figures span:nth-child(2) b';
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.id === 'panel-table' && target.classList.contains('is-open'))
        opened.push(target.querySelector(mc).innerText);
      if (target.id === 'mat-blue' && target.open)
        opened.push(target.querySelector('.open-figures dd').firstChild.textContent);
    }
  }).observe(document.body, { subtree: true, attributeFilter: ['class', 'open'] });
}"""


@pytest.fixture
def two(house: House) -> Iterator[Group]:
    with begun(house) as group:
        yield group


def begun(house: House, **picks: int) -> Group:
    """Ann and Olena have picked these phases, or both the actions."""
    group = house.open_table(help="cards").sit("red", "blue")
    with group.host() as host:
        host.must("begin")
    red, blue = group.phone("red"), group.phone("blue")
    red.must("choose_corporation", number=217)
    blue.must("choose_corporation", number=209)
    red.must("pick_phase", phase=picks.get("red", 3))
    blue.must("pick_phase", phase=picks.get("blue", 3))
    return group


def anns_phone(group: Group, people: People) -> Page:
    page = people.phone(seat_page(group, "red"))
    begin_phase(page)
    page.wait_for_function("() => Table.socket.connected")
    page.evaluate(NOTES)
    return page


def came(page: Page, slot: str) -> None:
    """It has come, on the page or kept."""
    page.wait_for_function("(slot) => came.includes(slot)", arg=slot)


def mc(phone: Phone, seat: str) -> int:
    figure: int = phone.view["seats"][seat]["mc"]
    return figure


def test_what_is_closed_holds_no_elements_until_it_is_opened(two: Group, people: People) -> None:
    page, blue = anns_phone(two, people), two.phone("blue")
    blue.must("adjust", field="mc", by=5)
    came(page, "table")
    came(page, "story")
    for slot in BEHIND:
        expect(page.locator(f"#slot-{slot} > *")).to_have_count(0)
    expect(page.locator("#story-lines > *")).to_have_count(0)
    open_tab(page, "table")
    expect(page.locator("#planet-row-blue")).to_be_visible()
    for slot in set(BEHIND) - {"table"}:
        expect(page.locator(f"#slot-{slot} > *")).to_have_count(0)
    open_tab(page, "story")
    expect(page.locator("#story-lines > li").first).to_contain_text("Olena set MC from 48 to 53")


def test_a_tab_opened_while_others_move_never_shows_an_old_figure(
    two: Group, people: People
) -> None:
    page, blue = anns_phone(two, people), two.phone("blue")
    had = mc(blue, "blue")
    for moves in range(1, MOVES + 1):
        blue.must("adjust", field="mc", by=1)
        open_tab(page, "table")
        assert page.evaluate("() => opened.pop()") == str(had + moves)
        open_tab(page, "now")


def test_anothers_mat_opens_with_the_newest(two: Group, people: People) -> None:
    page, blue = anns_phone(two, people), two.phone("blue")
    had = mc(blue, "blue")
    open_tab(page, "table")
    for moves in range(1, MOVES + 1):
        blue.must("adjust", field="mc", by=1)
        mat = open_sheet(page, "#planet-row-blue .row-open", "mat-blue")
        assert page.evaluate("() => opened.pop()") == str(had + moves)
        mat.locator("[data-close]").tap()
        expect(mat).to_be_hidden()


def test_a_tab_lights_up_at_once_and_its_panel_waits_for_the_newest(
    two: Group, people: People
) -> None:
    page = anns_phone(two, people)
    tapped = """() => {
      document.querySelector('#tab-table').click();
      const open = document.querySelector('.panel.is-open').id;
      return [document.querySelector('[aria-selected="true"]').id, open];
    }"""
    assert page.evaluate(tapped) == ["tab-table", "panel-now"]
    expect(page.locator("#panel-table")).to_be_visible()
    expect(page.locator("#panel-now")).to_be_hidden()


def test_the_page_says_what_it_shows_each_time_that_changes(two: Group, people: People) -> None:
    page = anns_phone(two, people)
    open_tab(page, "table")
    mat = open_sheet(page, "#planet-row-blue .row-open", "mat-blue")
    mat.locator("[data-close]").tap()
    expect(mat).to_be_hidden()
    open_tab(page, "story")
    open_tab(page, "now")
    page.wait_for_function("() => said.length >= 5")
    shown = [["table"], ["table", "others"], ["table"], ["table", "story"], ["story"], []]
    said = page.evaluate("() => said")
    assert said == [one for one in shown if one in said], "in this order"
    assert said[:3] == shown[:3] and said[-1] == []


def test_a_phone_out_of_touch_opens_what_it_had_and_is_right_again_after(
    own_house: House, people: People
) -> None:
    with begun(own_house) as group:
        page = anns_phone(group, people)
        with group.phone("red") as red:
            red.must("adjust", field="heat", by=17)
        came(page, "mat")
        came(page, "story")
        own_house.kill()
        page.wait_for_function("() => !Table.socket.connected")
        open_tab(page, "mat")
        expect(page.locator("#set-heat b")).to_have_text("17")
        open_tab(page, "story")
        expect(page.locator("#story-lines > li").first).to_contain_text("Ann set heat from 0 to 17")
        open_tab(page, "mat")
        own_house.start()
        page.wait_for_function("() => Table.socket.connected")
        with group.phone("red") as red:
            red.must("adjust", field="heat", by=4)
        expect(page.locator("#set-heat b")).to_have_text("21")
        open_tab(page, "story")
        expect(page.locator("#story-lines > li").first).to_contain_text("from 17 to 21")


def test_the_turned_cards_say_you_on_ones_own_phone_alone(house: House, people: People) -> None:
    with begun(house, red=1, blue=2) as group:
        for seat, own, others, name in (("red", 1, 2, "Olena"), ("blue", 2, 1, "Ann")):
            page = people.phone(seat_page(group, seat))
            card = page.locator(f'.turned-card[data-phase="{own}"]')
            expect(card.locator(".band")).to_be_visible()
            expect(card.locator(".picker bdi:visible")).to_have_text("You")
            other = page.locator(f'.turned-card[data-phase="{others}"]')
            expect(other.locator(".band")).to_be_hidden()
            expect(other.locator(".picker bdi:visible")).to_have_text(name)
