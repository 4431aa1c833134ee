"""What a phone does by itself: its way back, its keyboard, its reload, its width."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.acts import answered, open_sheet, open_tab, seat_page, type_number
from tests.browser.conftest import SMALL, People
from tests.browser.ruler import FAULTS, NAMES
from tests.browser.test_cards import SlowWire, to_phase
from tests.browser.test_count import finish
from tests.house import Group, House

ACROSS = {"width": 740, "height": 360}


def is_at_a_heading(page: Page, words: str) -> None:
    """A heading that says this has the focus."""
    page.wait_for_function(
        "(words) => document.activeElement.matches('h1, h2') "
        "&& document.activeElement.textContent.includes(words)",
        arg=words,
    )


def test_the_way_back_closes_a_sheet_then_a_tab_and_only_then_leaves(
    two: Group, people: People
) -> None:
    with two as group:
        to_phase(group, 3, 3, 217, 209)
        page = people.phone(f"{group.house.url}/")
        front = page.url
        page.goto(seat_page(group, "red"))
        open_tab(page, "mat")
        open_sheet(page, "#set-heat", "adjust")
        page.evaluate("history.back()")
        expect(page.locator("#adjust")).to_be_hidden()
        expect(page.locator("#panel-mat")).to_be_visible()
        page.evaluate("history.back()")
        expect(page.locator("#panel-now")).to_be_visible()

        # What was closed by hand, or by a reload, leaves nothing to go back through.
        open_tab(page, "story")
        open_tab(page, "now")
        page.wait_for_function("() => !history.state?.away")
        open_tab(page, "mat")
        page.wait_for_function("() => history.state?.away")
        page.reload()
        expect(page.locator("#panel-now")).to_be_visible()
        page.wait_for_function("() => !history.state?.away")
        page.evaluate("history.back()")
        page.wait_for_url(front)


def test_half_a_number_survives_a_reload(two: Group, people: People) -> None:
    with two as group:
        to_phase(group, 1, 1, 217, 209)
        page = people.phone(seat_page(group, "red"))
        type_number(page, 163)
        expect(page.locator("[data-look=card]")).to_contain_text("Microprocessors")
        page.locator('[data-key="erase"]').tap()
        expect(page.locator("[data-pad]")).to_have_text("16")
        page.reload()
        expect(page.locator("[data-pad]")).to_have_text("16")
        page.locator('[data-key="3"]').tap()
        expect(page.locator("[data-look=card]")).to_contain_text("Microprocessors")
        for _ in range(3):
            page.locator('[data-key="erase"]').tap()
        expect(page.locator("[data-pad]")).to_have_text("")
        page.reload()
        expect(page.locator("[data-pad]")).to_have_text("")


def test_who_uses_keys_is_at_the_heading_of_what_comes(house: House, people: People) -> None:
    """After sitting down, in a sheet, and when the game begins under the finger."""
    group = house.open_table(help="cards").sit("blue")
    page = people.phone(f"{house.url}/t/{group.code}")
    page.locator("#sit-red").tap()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(page.locator("#lobby-red")).to_contain_text("Ann")
    is_at_a_heading(page, "Mars Table")

    opener = page.locator('[data-open="sheet"]:visible').first
    opener.press("Enter")
    expect(page.locator("#sheet")).to_be_visible()
    page.wait_for_function("() => document.activeElement.matches('#sheet h2')")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()

    with group.host() as host:
        host.must("hand_host", seat="red")
    page.locator("#begin").press("Enter")
    is_at_a_heading(page, "corporation")


def test_the_heading_has_the_focus_although_the_seat_comes_before_the_answer(
    house: House, people: People
) -> None:
    """The page is told that it is another one by now before it hears of its tap."""
    group = house.open_table()
    page = people.phone("about:blank")
    page.route_web_socket(re.compile("socket.io"), without_answers)
    page.goto(f"{house.url}/t/{group.code}")
    page.locator("#sit-red").tap()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(page.locator("#lobby-red")).to_contain_text("Ann")
    is_at_a_heading(page, "Mars Table")


def without_answers(phone: WebSocketRoute) -> None:
    """Carries everything but what a tap is answered."""
    house = phone.connect_to_server()
    house.on_message(lambda said: None if str(said).startswith("43") else phone.send(said))


def test_a_sheet_that_comes_late_begins_at_its_heading(two: Group, people: People) -> None:
    """Opened before the table has answered: the heading that told so goes, another one comes."""
    with two as group:
        page = people.phone("about:blank")
        wire = SlowWire(page)
        page.goto(seat_page(group, "red"))
        answered(page)
        wire.hold()
        page.locator('[data-open="sheet"]:visible').first.press("Enter")
        is_at_a_heading(page, "Waiting for the table")
        wire.release()
        expect(page.locator("#sheet")).not_to_contain_text("Waiting for the table")
        page.wait_for_function("() => document.activeElement.matches('#sheet h2')")


def test_a_refused_name_leaves_the_field_in_sight(house: House, people: People) -> None:
    group = house.open_table().sit("blue")
    page = people.phone(f"{house.url}/t/{group.code}", viewport=SMALL)
    page.locator("#sit-red").tap()
    page.keyboard.type("   ")  # a name that cannot be shown
    page.locator("#sit").tap()
    expect(page.locator("#refusal")).to_be_visible()
    field = page.locator('#join input[name="name"]').bounding_box()
    bar = page.locator("#refusal").bounding_box()
    assert field and bar
    assert field["y"] + field["height"] <= bar["y"]


def test_a_mat_across_is_not_cut(two: Group, people: People) -> None:
    with two as group:
        to_phase(group, 3, 3, 217, 209)
        page = people.phone(seat_page(group, "red"), viewport=ACROSS)
        open_tab(page, "mat")
        assert page.evaluate(FAULTS, NAMES) == []


def test_a_result_is_copied_where_the_browser_has_no_clipboard(
    house: House, people: People
) -> None:
    """As on plain http: the old way is left, and the text can be selected."""
    with house.open_table(help="planet").sit("red", "blue") as group:
        page = people.phone("about:blank")
        page.add_init_script(
            "for (const one of ['clipboard', 'share'])"
            " Object.defineProperty(Navigator.prototype, one, { value: undefined });"
            "document.execCommand = (how) => { window.copied = [how, String(getSelection())];"
            " return true; }"
        )
        finish(group, "planet")
        for seat in ("red", "blue"):
            with group.phone(seat) as phone:
                for part in phone.wait_for(lambda view: view["score"])["score"][seat]["open"]:
                    phone.must("count", part=part, points=2 if seat == "red" else 1)
        page.goto(seat_page(group, "red"))
        share = page.locator('[data-share="share-text"]')
        share.tap()
        expect(page.locator("#share-text textarea")).to_have_value(
            re.compile(r"^1\. Ann \d+ .*\n2\. Olena \d+ .*\nAres Expedition")
        )
        page.locator("#share-text [data-copy]").tap()
        expect(page.locator("#share-text .is-done")).to_be_visible()
        assert page.evaluate("() => copied[0]") == "copy"
