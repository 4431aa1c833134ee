"""What an evening sees once or never, by touch as well: slips, seats changing hands, odd cards."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.acts import begin_phase, open_tab, press, seat_page
from tests.browser.conftest import People
from tests.house import Group, House
from tests.phone import Phone

MARS_INITIATIVE = 220


def begin(group: Group, *corporations: int) -> dict[str, Phone]:
    phones = {seat: group.phone(seat) for seat in group.tokens}
    with group.host() as host:
        host.must("begin")
    for phone, number in zip(phones.values(), corporations, strict=False):
        phone.must("choose_corporation", number=number)
    return phones


def test_a_reveal_is_kept_and_mars_is_said_to_be_complete(house: House, people: People) -> None:
    with house.open_table().sit("red", "blue") as group:
        phones = begin(group)
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        for phone in phones.values():
            phone.must("pick_phase", phase=3)
        for page in (ann, olena):
            begin_phase(page)
        open_tab(ann, "story")
        ann.locator("#story-lines .is-open .tool").first.tap()
        expect(olena.locator(".notice")).to_contain_text("Ann wants to take back")
        press(olena, '.notice [data-move="keep"]')
        expect(ann.locator(".notice")).to_contain_text("Olena said no")
        press(ann, "#noted")
        expect(ann.locator(".notice")).to_have_count(0)
        open_tab(olena, "table")
        press(olena, "#complete")
        press(olena, "#complete")
        view = phones["red"].wait_for(lambda view: view["planet"]["full"])
        assert set(view["planet"]["full"]) == {"temperature", "oxygen", "oceans"}


def test_seats_are_refused_freed_and_the_host_is_another(house: House, people: People) -> None:
    screen = people.screen(f"{house.url}/", has_touch=True)
    screen.locator(".front-game").first.tap()
    expect(screen.locator("#lobby")).to_be_visible()
    with Group(house, screen.url.rpartition("/")[2], "").sit("red", "blue") as group:
        ann = people.phone(seat_page(group, "red"))
        stranger = people.phone(f"{house.url}/t/{group.code}")
        stranger.locator("#ask-red").tap()
        press(ann, '.notice [data-move="decline"]')
        expect(ann.locator(".notice")).to_have_count(0)
        expect(stranger.locator("#ask-red")).to_be_visible()
        screen.locator('[data-open="sheet"]:visible').first.tap()
        screen.locator("#person-red > summary").tap()
        press(screen, '#person-red [data-move="hand_host"]')
        expect(ann.locator(".lobby-own")).to_contain_text("Host")
        screen.locator("#person-blue > summary").tap()
        for _ in range(2):  # the second tap is to be sure
            press(screen, '#person-blue [data-move="free"]')
        expect(stranger.locator("#sit-blue")).to_be_attached()


def test_the_host_asks_the_table_for_more_help_in_mid_game(house: House, people: People) -> None:
    with house.open_table(help="planet").sit("red", "blue") as group:
        begin(group)
        with group.host() as host:
            host.must("hand_host", seat="red")
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        ann.locator('[data-open="sheet"]:visible').first.tap()
        ann.locator("#help-level > summary").tap()
        for _ in range(2):  # the second tap is to be sure
            press(ann, '#help-level button:has-text("cards by number")')
        expect(ann.locator("#help-level > summary")).to_contain_text("cards by number")
        expect(olena.locator("#help-level")).to_have_count(0)
        assert group.phone("blue").wait_for(lambda view: view["help"] == "cards")


def test_a_raised_parameter_and_one_more_tr(house: House, people: People) -> None:
    with house.open_table(help="planet").sit("red", "blue") as group:
        phones = begin(group)
        page = people.phone(seat_page(group, "red"))
        for phone in phones.values():
            phone.must("pick_phase", phase=1)
        begin_phase(page)
        press(page, "#give-oxygen")
        expect(page.locator("dl.vitals:visible")).to_contain_text("6")
        assert phones["blue"].wait_for(lambda view: view["planet"]["oxygen"] == 1)
    with house.open_table(help="cards").sit("red", "blue") as group:
        phones = begin(group, MARS_INITIATIVE, 217)
        page = people.phone(seat_page(group, "red"))
        for phone in phones.values():
            phone.must("pick_phase", phase=3)
        begin_phase(page)
        press(page, "#act-temperature_mc")
        press(page, "#extra-tr")
        assert phones["blue"].wait_for(lambda view: view["seats"]["red"]["tr"] == 7)


def test_the_hosts_clock_runs_on_every_screen_until_it_is_stopped(
    house: House, people: People
) -> None:
    screen = people.screen(f"{house.url}/", has_touch=True)
    screen.locator(".front-game").first.tap()
    expect(screen.locator("#lobby")).to_be_visible()
    with Group(house, screen.url.rpartition("/")[2], "").sit("red") as group:
        ann = people.phone(seat_page(group, "red"))
        screen.locator('[data-open="sheet"]:visible').first.tap()
        screen.locator("#clock-for > summary").tap()
        press(screen, '[data-move="start_clock"] >> nth=1')
        for page in (screen, ann):
            expect(page.locator("#clock")).to_have_text(re.compile(r"^2:\d\d$"))
        press(screen, '[data-move="stop_clock"]')
        for page in (screen, ann):
            expect(page.locator("#clock")).to_have_count(0)
