"""Taps that were meant once: kept out of touch in sight, emptied, told; and a blink is one tap."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts import answered, lift, seat_page
from tests.browser.conftest import LARGE, People
from tests.browser.ruler import FAULTS, NAMES
from tests.browser.test_cards import SlowWire, double_tap, to_phase
from tests.browser.test_solo_screen import alone
from tests.house import Group, House

WARM = "#act-temperature_mc"
OCEAN = "#act-ocean_mc"
TAPS = "JSON.parse(localStorage.getItem(`taps:${Table.here}`)).length"

# Out of touch once more, just when the next socket begins to open
CUT_OFF = """() => {
  const { socket } = Table;
  socket.connect = () => {
    delete socket.connect;
    socket.connect();
    window.wasCut = true;
    window.dispatchEvent(new Event('offline'));
  };
  socket.disconnect();
}"""


def phone_of_ann(group: Group, people: People) -> Page:
    """In the action phase with 51 MC, by a clock that the test can move."""
    page = people.phone("about:blank", viewport=LARGE)
    page.clock.install()
    page.goto(seat_page(group, "red"))
    return page


def lose_touch(page: Page) -> None:
    page.context.set_offline(True)
    page.wait_for_function("() => !Table.socket.connected")


def kept(page: Page, taps: int) -> None:
    """So many wait on this phone."""
    page.wait_for_function(f"(taps) => {TAPS} === taps", arg=taps)


def rows(page: Page) -> Locator:
    return page.locator("#kept-rows > li")


def test_kept_taps_are_counted_listed_emptied_booked_and_taken_back(
    two: Group, people: People
) -> None:
    with two as group:
        red, _ = to_phase(group, 3, 3, 217, 209)
        page = phone_of_ann(group, people)
        lose_touch(page)
        double_tap(page, WARM)
        page.locator(WARM).tap()
        page.locator(OCEAN).tap()

        # Each tap counts in sight; the button keeps its own words beside the badge.
        expect(page.locator(f"{WARM} .kept-badge")).to_have_text(re.compile(r"3 ×$"))
        expect(page.locator(f"{WARM} .says")).to_have_text("14")
        expect(page.locator(f"{WARM} .says")).to_be_visible()
        expect(page.locator("#kept-sum")).to_have_text("51 − 57 = −6 MC")
        expect(rows(page).first).to_contain_text("3 × Temperature")
        expect(rows(page).first).to_contain_text("14 MC each, 42 in all")
        out = "kept-times"  # the badge stands out of its button
        faults = [one for one in page.evaluate(FAULTS, NAMES) if "kept" in one and out not in one]
        assert faults == []

        # One less, and one emptied: they never go out.
        rows(page).first.locator('[data-kept="less"]').tap()
        expect(rows(page).first).to_contain_text("2 × Temperature")
        rows(page).last.locator('[data-kept="empty"]').tap()
        expect(rows(page)).to_have_count(1)
        expect(page.locator(OCEAN)).not_to_have_class(re.compile("is-kept"))
        expect(page.locator("#kept-sum")).to_have_text("51 − 28 = 23 MC")
        expect(page.locator("#done")).to_contain_text("goes after the kept ones")

        # In touch again: what was booked, each with its way back.
        page.context.set_offline(False)
        expect(page.locator("#kept")).to_have_attribute("data-state", "booked")
        expect(page.locator("#kept-sum")).to_have_text("51 → 23 MC")
        told = "temperature −30 → −26 °C · MC 51 → 23 · TR 5 → 7"
        expect(rows(page).first.locator("small:visible")).to_have_text(told)
        expect(page.locator("#done .when-keeps")).to_be_hidden()
        lift(page)
        rows(page).first.locator('[data-move="undo"]').tap()
        expect(rows(page).first.locator("b")).to_have_text("Temperature")
        answered(page)
        red.catch_up()
        assert red.view["seats"]["red"]["mc"] == 51 - 14
        assert red.view["planet"]["oceans"] == 0
        page.clock.fast_forward(6100)
        expect(page.locator("#kept")).to_be_hidden()


def test_a_kept_tap_that_is_refused_says_why_until_it_was_read(two: Group, people: People) -> None:
    with two as group:
        red, _ = to_phase(group, 3, 3, 217, 209)
        page = phone_of_ann(group, people)
        lose_touch(page)
        for _ in range(4):
            lift(page)
            page.locator(WARM).tap()
        kept(page, 4)
        expect(page.locator("#kept-sum")).to_have_text("51 − 56 = −5 MC")
        page.context.set_offline(False)
        expect(page.locator("#kept")).to_have_attribute("data-state", "refused")
        expect(rows(page).first).to_contain_text("3 × Temperature")
        expect(rows(page).last).to_contain_text("Needs 14 MC, you have 9.")
        expect(page.locator("#refusal")).to_be_hidden()
        page.clock.fast_forward(6100)
        expect(rows(page).last).to_contain_text("Needs 14 MC, you have 9.")
        lift(page)
        page.locator("#kept-close").tap()
        expect(page.locator("#kept")).to_be_hidden()
        red.catch_up()
        assert red.view["planet"]["temperature"] == -30 + 3 * 2


def test_a_phone_that_is_cut_off_while_it_connects_tries_again(two: Group, people: People) -> None:
    with two as group:
        page = people.phone(seat_page(group, "red"))
        page.wait_for_function("() => Table.socket.connected")
        page.evaluate(CUT_OFF)
        page.wait_for_function("() => window.wasCut && Table.socket.connected")


def test_an_emptied_tap_that_had_been_booked_after_all_is_taken_back(
    two: Group, people: People
) -> None:
    """The tap arrived and its answer was lost: nobody here can know until they are in touch."""
    with two as group:
        red, _ = to_phase(group, 3, 3, 217, 209)
        page = phone_of_ann(group, people)
        page.evaluate("() => { Table.socket.onack = () => {} }")
        page.locator(WARM).tap()
        red.wait_for(lambda view: view["planet"]["temperature"] == -28)
        lose_touch(page)
        rows(page).first.locator('[data-kept="empty"]').tap()
        expect(page.locator("#kept")).to_be_hidden()
        page.evaluate("() => { delete Table.socket.onack }")
        page.context.set_offline(False)
        red.wait_for(lambda view: view["planet"]["temperature"] == -30)
        expect(page.locator("#kept")).to_be_hidden()


def test_two_taps_in_a_blink_are_one_and_the_button_asks_again(two: Group, people: People) -> None:
    with two as group:
        red, _ = to_phase(group, 3, 3, 217, 209)
        page = phone_of_ann(group, people)
        double_tap(page, WARM)
        expect(page.locator(f"{WARM} .again")).to_be_visible()
        expect(page.locator("#kept")).to_contain_text("Two taps in a blink count as one.")
        expect(page.locator("#kept-again-sum")).to_have_text("37 − 14 = 23 MC")
        answered(page)
        red.catch_up()
        assert red.view["seats"]["red"]["mc"] == 51 - 14

        # A tap that was meant is a second step.
        page.locator(WARM).tap()
        red.wait_for(lambda view: view["seats"]["red"]["mc"] == 51 - 2 * 14)
        page.clock.fast_forward(3100)
        expect(page.locator(f"{WARM} .again")).to_be_hidden()
        expect(page.locator("#kept")).to_be_hidden()


APART = """() => {
  const shown = ["#kept", "#refusal", "#panel-now", "#slot-dock", "#slot-tabs", "#slot-header"]
    .map((one) => document.querySelector(one)).filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return shown.flatMap((one, i) => shown.slice(i + 1).filter((other) => meet(box(one), box(other)))
    .map((other) => [one.id, other.id]));
}"""


@pytest.mark.parametrize(("width", "height"), [(844, 390), (640, 360)])
def test_on_a_phone_across_what_is_kept_and_refused_lies_over_nothing(
    two: Group, people: People, width: int, height: int
) -> None:
    with two as group:
        to_phase(group, 3, 3, 217, 209)
        page = people.phone(seat_page(group, "red"), viewport={"width": width, "height": height})
        lose_touch(page)
        for button in (WARM, WARM, WARM, OCEAN):
            page.locator(button).tap()
            lift(page)
        expect(rows(page)).to_have_count(2)
        expect(page.locator("#lost")).to_be_visible()
        assert page.evaluate(APART) == []
        page.context.set_offline(False)
        expect(page.locator("#kept")).to_have_attribute("data-state", "refused")
        expect(page.locator("#lost")).to_be_hidden()
        assert page.evaluate(APART) == []
        page.locator("#kept-close").tap()
        expect(page.locator("#kept")).to_be_hidden()
        lift(page)
        page.locator(OCEAN).tap()
        expect(page.locator("#refusal")).to_be_visible()
        assert page.evaluate(APART) == []


@pytest.mark.parametrize("split", [False, True])
def test_easing_is_kept_like_any_other_tap(house: House, people: People, split: bool) -> None:
    """(G3)"""
    options: dict[str, Any] = {"ease": "split"} if split else {}
    group, page = alone(house, people, **options)
    with group:
        lose_touch(page)
        page.locator("#ease-oxygen").tap()
        if not split:
            lift(page)
            page.locator("#raise").tap()
        expect(rows(page)).to_have_count(1)
        expect(rows(page).locator("b")).to_have_text("oxygen")
        page.context.set_offline(False)
        expect(page.locator("#kept")).to_have_attribute("data-state", "booked")
        told = "oxygen 0 → 1 %" if split else "oxygen 0 → 2 %"
        expect(rows(page).locator("small:visible")).to_have_text(told)


def test_a_kept_button_without_a_price_keeps_its_words(house: House, people: People) -> None:
    with house.open_table(help="planet").sit("red", "blue") as group:
        with group.host() as host:
            host.must("begin")
        for seat in ("red", "blue"):
            group.phone(seat).must("pick_phase", phase=3)
        page = people.phone("about:blank")
        wire = SlowWire(page)
        page.goto(seat_page(group, "red"))
        wire.hold()
        page.locator("#give-oxygen").tap()
        expect(page.locator("#give-oxygen .kept-badge")).to_be_visible()
        expect(page.locator("#give-oxygen .says")).to_be_visible()
        wire.release()
        expect(page.locator("#give-oxygen .kept-badge")).to_be_hidden()
