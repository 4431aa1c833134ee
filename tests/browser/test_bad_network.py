"""A real phone behind a network that cuts, holds, doubles and reorders."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.acts import be_at_rest, lift, seat_page
from tests.browser.conftest import LARGE, People
from tests.browser.test_cards import to_phase
from tests.faults.proxy import Proxy, Weather
from tests.house import Group, House

WARM = "#act-temperature_mc"
KEPT = "() => JSON.parse(localStorage.getItem(`taps:${Table.here}`) || '[]').length"
ROUGH = Weather(cut=0.05, hold=0.3, twice=0.3, swap=0.2, longest=0.2)
TAPS = 8


def shown(page: Page) -> list[str]:
    """What stands on a phone's screen."""
    page.wait_for_function("() => Table.socket.connected")
    be_at_rest(page)
    return [page.locator(one).inner_text() for one in ("#slot-header", "#panel-now", "#slot-dock")]


def test_every_tap_of_a_phone_counts_once_whatever_the_network_does(
    house: House, two: Group, people: People
) -> None:
    with two as group, Proxy(lambda: house.port, Weather(), seed=2) as proxy:
        red, _ = to_phase(group, 3, 3, 217, 209)
        red.must("adjust", field="mc", by=100)
        page = people.phone(seat_page(group, "red").replace(house.url, proxy.url), viewport=LARGE)
        page.wait_for_function("() => Table.socket.connected")
        proxy.weather = ROUGH
        for tap in range(TAPS):
            if tap == TAPS // 2:
                proxy.cut_all()
            lift(page)
            page.locator(WARM).tap()
        proxy.be_fair()
        page.wait_for_function(f"() => ({KEPT})() === 0")
        red.catch_up()
        assert red.view["planet"]["temperature"] == -30 + 2 * TAPS
        assert red.view["seats"]["red"]["mc"] == 151 - 14 * TAPS
        fresh = people.phone(seat_page(group, "red"), viewport=LARGE)
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator(".again").locator("visible=true")).to_have_count(0)
        assert shown(page) == shown(fresh)
