"""What thumbs and eyes need: nothing lost, nothing cut off, few taps, and keys that do the same."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts import open_tab, seat_page
from tests.browser.conftest import People
from tests.browser.walks import CORPORATIONS
from tests.house import SEATS, Group, House
from tests.phone import Phone


@pytest.fixture
def four(house: House) -> Group:
    return house.open_table(help="cards")


def begin(group: Group) -> dict[str, Phone]:
    """Four sit with their corporations and may pick."""
    group.sit(*SEATS)
    phones = {seat: group.phone(seat) for seat in SEATS}
    with group.host() as host:
        host.must("begin")
    for seat, phone in phones.items():
        phone.must("choose_corporation", number=CORPORATIONS[seat])
    return phones


def pick(phones: dict[str, Phone], *phases: int) -> None:
    for phone, phase in zip(phones.values(), phases, strict=True):
        phone.must("pick_phase", phase=phase)


def test_a_half_typed_number_and_an_open_stepper_survive(four: Group, people: People) -> None:
    """Ten updates from other seats leave the finger alone."""
    with four as group:
        phones = begin(group)
        pick(phones, 1, 2, 1, 3)
        page = people.phone(seat_page(group, "red"))
        for digit in "16":
            page.locator(f'[data-key="{digit}"]').tap()
        for by in range(10):
            phones["blue"].must("adjust", field="mc", by=by + 1)
        phones["red"].must("adjust", field="heat", by=9)
        expect(page.locator("#now-phase-1 .vitals")).to_contain_text("9")
        expect(page.locator("[data-pad]")).to_have_text("16")
        page.locator('[data-key="3"]').tap()
        expect(page.locator("[data-look=card]")).to_contain_text("Microprocessors")

        # The card that is looked at, and a figure half set by hand
        for _ in range(10):
            phones["blue"].must("adjust", field="mc", by=-1)
        phones["red"].must("adjust", field="heat", by=-9)
        expect(page.locator("#now-phase-1 .vitals")).not_to_contain_text("9")
        expect(page.locator("[data-look=card]")).to_contain_text("Microprocessors")
        open_tab(page, "mat")
        page.locator("#set-heat").tap()
        page.locator('#adjust [data-by="5"]').tap()
        page.locator('#adjust [data-by="1"]').tap()
        for _ in range(10):
            phones["blue"].must("adjust", field="mc", by=1)
        phones["red"].must("adjust", field="plants", by=7)
        expect(page.locator("#set-plants b")).to_have_text("7")
        expect(page.locator("#adjust output")).to_have_text("6")
        expect(page.locator("#adjust")).to_be_visible()
        page.locator("#adjust button.main").tap()
        expect(page.locator("#set-heat b")).to_have_text("6")


def test_a_sum_that_is_half_set_survives_the_next_phase(four: Group, people: People) -> None:
    with four as group:
        phones = begin(group)
        pick(phones, 1, 2, 1, 3)
        page = people.phone(seat_page(group, "red"))
        open_tab(page, "mat")
        page.locator('#my-mat [data-open="sell-cards"]').tap()
        for _ in range(2):
            page.locator('#sell-cards [data-by="1"]').tap()
        expect(page.locator("#sell-form button.main")).to_contain_text("Sell for 6 MC")
        for phone in phones.values():
            phone.must("done")
        expect(page.locator('.head .rail-now[data-phase="2"]')).to_be_visible()
        expect(page.locator("#sell-form button.main")).to_contain_text("Sell for 6 MC")


def test_larger_letters_are_chosen_on_the_phone_and_kept(four: Group, people: People) -> None:
    with four as group:
        begin(group)
        page = people.phone(seat_page(group, "red"))
        page.locator(".me-button").tap()
        page.locator('#sheet [data-size-set="larger"]').tap()
        page.reload()
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"


def test_a_phase_is_locked_with_keys_alone(four: Group, people: People) -> None:
    """Tab to the plates, arrows to the third, tab to the lock, enter."""
    with four as group:
        phones = begin(group)
        page = people.phone(seat_page(group, "red"))
        expect(page.locator("#pick")).to_be_visible()
        tab_to(page, "#phase-1, #phase-2, #phase-3, #phase-4, #phase-5")
        page.keyboard.press("Space")
        while not page.locator("#phase-3").is_checked():
            page.keyboard.press("ArrowDown")
        tab_to(page, "#lock")
        page.keyboard.press("Enter")
        expect(page.locator("#peek")).to_be_visible()
        view = phones["red"].wait_for(lambda view: view["you"]["picked"])
        assert view["you"]["picked"] == 3


def tab_to(page: Page, selector: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(f"no way to {selector} by keys")


class Thumb:
    """Counts what it taps."""

    def __init__(self) -> None:
        self.taps = 0

    def __call__(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def count(self) -> int:
        taps, self.taps = self.taps, 0
        return taps


def test_the_commonest_acts_take_few_taps(four: Group, people: People) -> None:
    """The table of docs: lock 2, a card by number 5 with its digits, production 1, and so on."""
    thumb = Thumb()
    with four as group:
        phones = begin(group)
        page = people.phone(seat_page(group, "red"))

        # Lock a phase
        thumb(page.locator("#phase-4"))
        thumb(page.locator("#lock"))
        expect(page.locator("#peek")).to_be_visible()
        assert thumb.count() == 2
        pick({seat: phones[seat] for seat in SEATS[1:]}, 1, 3, 4)
        page.locator('[data-dismiss="reveal"]').tap()

        # Play a card by its number
        for digit in "163":
            thumb(page.locator(f'[data-key="{digit}"]'))
        thumb(page.locator("#play-it"))
        expect(page.locator("#take-back-tool")).to_be_visible()
        phones["red"].wait_for(lambda view: view["seats"]["red"]["cards"])
        assert thumb.count() <= 5

        # Take it back
        thumb(page.locator("#take-back-tool"))
        phones["red"].wait_for(lambda view: not view["seats"]["red"]["cards"])
        assert thumb.count() <= 2
        for seat in SEATS:
            phones[seat].must("done")

        # A standard action
        thumb(page.locator("#act-temperature_mc"))
        phones["red"].wait_for(lambda view: view["planet"]["temperature"] == -28)
        assert thumb.count() <= 2
        for seat in SEATS:
            phones[seat].must("done")

        # Production
        expect(page.locator("#now-phase-4")).to_be_visible()
        thumb(page.locator("#done"))
        expect(page.locator("#take-back")).to_be_visible()
        after = 46 - 14 + 6 + 4  # TR 6 and the bonus
        phones["red"].wait_for(lambda view: view["seats"]["red"]["mc"] == after)
        assert thumb.count() == 1
