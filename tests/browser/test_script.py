"""What the script promises where no game shows it: the first paint, a clock, a shared device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import answered, count
from tests.browser.conftest import People
from tests.browser.test_count import finish
from tests.house import Group, House

LONG_AGO = 1_000_000  # what the server's clock says, in seconds: this phone's is far off


@pytest.fixture
def phone(house: House, people: People) -> Page:
    """It looks on, in touch with a table."""
    group = house.open_table().sit("red")
    page = people.phone(f"{house.url}/t/{group.code}/watch")
    page.wait_for_function("() => Table.socket.connected")
    return page


def put_clock(page: Page, attribute: str, face: str = "<b data-clock-face></b>") -> None:
    """A clock on the page, and a screen that says what time it is."""
    html = f'<p id="clock" aria-label="Break" {attribute}>{face}</p>'
    page.evaluate("(html) => document.body.insertAdjacentHTML('beforeend', html)", html)
    page.evaluate("(now) => Table.show({ slots: {}, now })", LONG_AGO)


def test_a_clock_runs_down_by_the_servers_time_and_ends_at_zero(phone: Page) -> None:
    put_clock(phone, f'data-clock-ends="{LONG_AGO + 2.5}"')
    expect(phone.locator("#clock [data-clock-face]")).to_have_text("0:03")
    expect(phone.locator("#clock")).not_to_have_attribute("data-clock-over", "")
    expect(phone.get_by_role("timer")).to_have_text("0:02")
    expect(phone.get_by_role("timer")).to_have_text("0:00")
    expect(phone.locator("#clock")).to_have_attribute("data-clock-over", "")
    phone.wait_for_timeout(1200)
    expect(phone.get_by_role("timer")).to_have_text("0:00")


def test_a_clock_is_heard_at_its_start_ten_seconds_before_its_end_and_not_between(
    phone: Page,
) -> None:
    put_clock(phone, f'data-clock-ends="{LONG_AGO + 12.5}"')
    expect(phone.locator("#live-clock")).to_have_text("Break 0:13")
    expect(phone.get_by_role("timer")).to_have_text("0:11")
    expect(phone.locator("#live-clock")).to_have_text("Break 0:13")
    expect(phone.locator("#live-clock")).to_have_text("Break 0:10")


def test_a_held_clock_stands_and_a_clock_may_be_its_own_face(phone: Page) -> None:
    put_clock(phone, 'data-clock-left="90"', face="")
    expect(phone.locator("#clock")).to_have_text("1:30")
    phone.wait_for_timeout(1200)
    expect(phone.locator("#clock")).to_have_text("1:30")
    expect(phone.locator("#live-clock")).to_have_text("")


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ({}, {"theme": "light"}),
        ({"theme": "dim", "size": "larger"}, {"theme": "dim", "size": "larger"}),
    ],
)
def test_what_the_phone_chose_or_prefers_is_there_before_the_first_paint(
    house: House, people: People, kept: dict[str, str], shown: dict[str, str]
) -> None:
    page = people.phone("about:blank", color_scheme="light")
    page.route("**/static/house.js*", lambda route: route.fulfill(body=""))
    page.goto(house.url)
    page.evaluate("(kept) => Object.assign(localStorage, kept)", kept)
    page.reload()
    for name, value in shown.items():
        expect(page.locator("html")).to_have_attribute(f"data-{name}", value)


def shared_phone(group: Group, people: People) -> Page:
    """Ann's phone, from which Olena plays as well."""
    page = people.phone(f"{group.house.url}/t/{group.code}/mine/{group.tokens['red']}")
    with group.phone("red") as phone:
        phone.must("sit", seat="blue", name="Olena", phone=False)
    return page


def uncover(page: Page, group: Group) -> None:
    """Olena has it, and only she looks."""
    page.goto(f"{group.house.url}/t/{group.code}/blue")
    page.locator("a.main").tap()


def test_a_shared_device_goes_back_with_the_last_part_of_the_count(
    house: House, people: People
) -> None:
    with house.open_table(help="phases").sit("red") as group:
        page = shared_phone(group, people)
        finish(group, "phases")
        uncover(page, group)
        for part in ("Terraform rating", "Forests", "Cards"):
            count(page, part, 3)
            answered(page)
            expect(page).to_have_url(re.compile("/blue"))
        count(page, "On cards", 1)
        expect(page.locator(".cover h1")).to_have_text("Back to Ann")


def test_a_tap_that_is_answered_after_a_reload_still_hands_the_device_back(
    own_house: House, people: People
) -> None:
    with own_house.open_table(help="phases").sit("red") as group:
        page = shared_phone(group, people)
        with group.host() as host:
            host.must("begin")
        uncover(page, group)
        page.locator("#phase-3").tap()
        own_house.kill()
        page.locator("#lock").tap()
        expect(page.locator("html[data-kept]")).to_have_count(1)
        page.goto("about:blank")  # nobody but the page that comes next brings the tap
        own_house.start()
        uncover(page, group)
        expect(page.locator(".cover h1")).to_have_text("Back to Ann")
