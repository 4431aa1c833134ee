"""What is behind a tap is not on the page until it is opened, and then it is the newest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import open_sheet, open_tab, seat_page
from tests.browser.conftest import People
from tests.house import Group, House
from tests.phone import Phone

BEHIND = ("mat", "table", "others", "tools", "adjust", "check", "leave", "about")
MOVES = 6
# Slots as they come, by name, with all that is new in them; what the page says it shows; Olena's MC
# at the very moment when the planet's tab or a mat opens.
NOTES = """() => {
  const show = Table.show;
  window.came = {};
  Table.show = (screen) => {
    show(screen);
    const { slots, lines } = screen;
    for (const [slot, runs] of Object.entries(lines ? { ...slots, story: [] } : slots))
      came[slot] = (came[slot] || '') + runs.join();
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


def begun(house: House) -> Group:
    """Ann and Olena have picked the actions."""
    group = planning(house)
    pick(group, red=3, blue=3)
    return group


def planning(house: House) -> Group:
    group = house.open_table(help="cards").sit("red", "blue")
    with group.host() as host:
        host.must("begin")
    red, blue = group.phone("red"), group.phone("blue")
    red.must("choose_corporation", number=217)
    blue.must("choose_corporation", number=209)
    return group


def pick(group: Group, **phases: int) -> None:
    for seat, phase in phases.items():
        with group.phone(seat) as phone:
            phone.must("pick_phase", phase=phase)


def anns_phone(group: Group, people: People) -> Page:
    page = people.phone(seat_page(group, "red"))
    page.wait_for_function("() => Table.socket.connected")
    page.evaluate(NOTES)
    return page


def came(page: Page, slot: str, words: str = "") -> None:
    """It has come with these words in it, on the page or kept."""
    page.wait_for_function("([slot, words]) => came[slot]?.includes(words)", arg=[slot, words])


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
    newest = page.locator("#story-lines > li").first
    expect(newest.locator(".told")).to_have_text("Olena set MC to 53 by hand")


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
        came(page, "mat", "<b>17</b>")
        own_house.kill()
        page.wait_for_function("() => !Table.socket.connected")
        open_tab(page, "mat")
        expect(page.locator("#set-heat b")).to_have_text("17")
        open_tab(page, "story")
        newest = page.locator("#story-lines > li").first
        expect(newest.locator(".told")).to_have_text("You set heat to 17 by hand")
        open_tab(page, "mat")
        own_house.start()
        page.wait_for_function("() => Table.socket.connected")
        with group.phone("red") as red:
            red.must("adjust", field="heat", by=4)
        expect(page.locator("#set-heat b")).to_have_text("21")
        open_tab(page, "story")
        expect(newest.locator(".told")).to_have_text("You set heat to 21 by hand")


def test_the_turned_cards_say_you_on_ones_own_phone_alone(house: House, people: People) -> None:
    with planning(house) as group:
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        for page in (ann, olena):
            expect(page.locator("[data-sealed]")).to_be_attached()
        pick(group, red=1, blue=2)
        for page, own, others, name in ((ann, 1, 2, "Olena"), (olena, 2, 1, "Ann")):
            card = page.locator(f'.turned-card[data-phase="{own}"]')
            expect(card.locator(".band")).to_be_visible()
            expect(card.locator(".picker bdi:visible")).to_have_text("You")
            other = page.locator(f'.turned-card[data-phase="{others}"]')
            expect(other.locator(".band")).to_be_hidden()
            expect(other.locator(".picker bdi:visible")).to_have_text(name)


def test_the_settings_are_brought_when_they_are_opened_and_keep_up(
    two: Group, people: People
) -> None:
    page = anns_phone(two, people)
    came(page, "story")  # all that comes by itself is here
    assert not page.evaluate("() => 'sheet' in came")
    sheet = open_sheet(page, ".me-button", "sheet")
    expect(sheet.locator("#rename-red input[name=name]")).to_have_value("Ann")
    with two.phone("red") as red:
        red.must("rename", seat="red", name="Anna")
    expect(sheet.locator("h2 bdi").first).to_have_text("Anna")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Waiting for the table"), ("uk", "Чекаємо на зв’язок зі столом")],
)
def test_the_settings_opened_out_of_touch_say_what_they_wait_for(
    own_house: House, people: People, language: str, words: str
) -> None:
    """What the phone chooses for itself is there, and how to play on; the rest comes later."""
    with begun(own_house) as group:
        page = people.phone(seat_page(group, "red"), language=language)
        page.wait_for_function("() => Table.socket.connected")
        page.evaluate(NOTES)
        with group.phone("red") as red:
            red.must("adjust", field="heat", by=17)
        came(page, "leave", "<td>17</td>")
        own_house.kill()
        page.wait_for_function("() => !Table.socket.connected")
        sheet = open_sheet(page, ".me-button", "sheet")
        expect(sheet.locator("h2").first).to_have_text(words)
        expect(sheet.locator("[data-theme-set=light]")).to_be_visible()
        sheet.locator("[data-open=leave]").tap()
        boards = page.locator("#leave")
        expect(boards.locator("tbody tr").first.locator("td").nth(1)).to_have_text("17")
        boards.locator("[data-close]").first.tap()
        sheet = open_sheet(page, ".me-button", "sheet")
        own_house.start()
        expect(sheet.locator("h2 bdi").first).to_have_text("Ann")
        expect(sheet.locator("#rename-red")).to_be_visible()
