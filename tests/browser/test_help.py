"""As much help as wanted: the cardboard checked, levels switched up, games taken up and left."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.acts import (
    begin_phase,
    lock,
    open_sheet,
    open_tab,
    press,
    seat_page,
    set_up,
    step,
)
from tests.browser.conftest import People
from tests.house import Group, House
from tests.phone import Phone


def begin(group: Group, *corporations: int) -> dict[str, Phone]:
    phones = {seat: group.phone(seat) for seat in group.tokens}
    with group.host() as host:
        host.must("begin")
    for phone, number in zip(phones.values(), corporations, strict=False):
        phone.must("choose_corporation", number=number)
    return phones


def test_the_cardboard_is_checked_and_what_differs_is_set_in_sight_of_all(
    house: House, people: People
) -> None:
    with house.open_table(help="cards").sit("red", "blue") as group:
        phones = begin(group, 212, 217)
        for phone in phones.values():
            phone.must("pick_phase", phase=3)
        phones["red"].must("adjust", field="heat", by=6)
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        open_tab(ann, "mat")
        check = open_sheet(ann, '#my-mat [data-open="check"]', "check")
        expect(check.locator("#cell-heat")).to_contain_text("6")
        expect(check.locator("#check-set")).to_be_hidden()
        check.locator("#cell-heat").tap()
        step(ann, "#check", 3)
        expect(check.locator("#check-set")).to_contain_text("Set heat to 9")
        press(ann, "#check-set")
        expect(check.locator("#cell-heat")).to_contain_text("9")
        expect(check.locator("#check-aimed")).to_contain_text("table says 9")
        expect(check.locator("#check-set")).to_be_hidden()
        check.locator("#cell-temperature").tap()
        step(ann, "#check", 1)
        expect(check.locator("#check-set")).to_contain_text("Set temperature to −28")
        check.locator(".is-other[data-close]").tap()
        expect(check).to_be_hidden()
        assert phones["blue"].wait_for(lambda view: view["seats"]["red"]["heat"] == 9)
        assert phones["blue"].view["planet"]["temperature"] == -30
        open_tab(olena, "story")
        expect(olena.locator("#story-lines")).to_contain_text("Ann set heat to 9 by hand")


def say(page: Page, field: str, value: int, place: str = "asked") -> None:
    """Type what the board shows where it is asked for, and go on to the next."""
    cell = page.locator(f'.asks:visible [name="field"][value="{field}"]')
    expect(cell).to_be_checked()
    for key in str(value).replace("-", ""):
        page.locator(f'.asks:visible [data-key="{key}"]').tap()
    if value < 0:
        page.locator('.asks:visible [data-key="±"]').tap()
    press(page, f"#{place}-next")
    expect(cell).to_have_count(0)


def test_a_level_switched_up_asks_each_phone_for_what_it_does_not_know(
    house: House, people: People
) -> None:
    with house.open_table(help="phases").sit("red", "blue") as group:
        phones = begin(group)
        for phone in phones.values():
            phone.must("pick_phase", phase=5)
        for _ in range(2):
            for phone in phones.values():
                phone.must("done")
        with group.host() as host:
            host.must("hand_host", seat="red")
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        ann.locator('[data-open="sheet"]:visible').first.tap()
        ann.locator("#help-level > summary").tap()
        for _ in range(2):  # the second tap is to be sure
            press(ann, '#help-level button:has-text("phases and planet")')
        ann.locator("#sheet .sheet-close").tap()
        expect(olena.locator(".ask-head")).to_contain_text("The planet from now on")
        expect(olena.locator(".board-cell")).to_have_count(2)  # the planet is the host's
        expect(ann.locator("#slot-dock")).to_contain_text("5 to go")
        for field, value in (("temperature", -14), ("oxygen", 4), ("oceans", 3)):
            say(ann, field, value)
        for field, value in (("tr", 14), ("forests", 2)):
            say(ann, field, value)
        expect(ann.locator("#pick")).to_be_visible()
        press(olena, "#ask-later")
        expect(olena.locator("#pick")).to_be_visible()
        view = phones["blue"].wait_for(lambda view: view["seats"]["red"]["forests"] == 2)
        assert (view["planet"]["temperature"], view["seats"]["blue"]["tr"]) == (-14, None)
        for field, by in (("temperature", 22), ("oxygen", 10), ("oceans", 6)):
            phones["red"].must("adjust", field=field, by=by)
        expect(olena.locator(".count-part:visible h2")).to_have_text("Terraform rating")
        expect(ann.locator(".count-part:visible h2")).to_have_text("Cards")


def test_at_the_cards_level_the_cards_in_play_are_laid_by_number(
    house: House, people: People
) -> None:
    with house.open_table(help="mats").sit("red", "blue") as group:
        phones = begin(group)
        with group.host() as host:
            host.must("go_on")
            for phone in phones.values():
                phone.must("pick_phase", phase=5)
            host.must("set_help", level="cards")
        ann = people.phone(seat_page(group, "red"))
        for number in (163, 5):
            for digit in str(number):
                ann.locator(f'.asks:visible [data-key="{digit}"]').tap()
            press(ann, "#asked-next")
            expect(ann.locator(f"#asked-laid-{number}")).to_be_visible()
        press(ann, "#asked-laid-163")
        expect(ann.locator("#asked-laid-163")).to_have_count(0)
        press(ann, "#cards-laid")
        say(ann, "cards.5", 4)
        expect(ann.locator(".asks")).to_have_count(0)
        laid = [{"number": 5, "resources": 4}]
        assert phones["blue"].wait_for(lambda view: view["seats"]["red"]["cards"] == laid)


def test_a_game_in_progress_is_taken_up_each_board_on_its_own_phone(
    house: House, people: People
) -> None:
    with house.open_table(help="planet").sit("red", "blue") as group:
        with group.host() as host:
            host.must("hand_host", seat="red")
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        expect(olena.locator(".open-take-up")).to_have_count(0)
        open_sheet(ann, ".lobby-short", "what-we-play")
        open_sheet(ann, "#what-we-play .open-take-up", "take-up")
        for name, times in (("round", 5), ("temperature", 8), ("oxygen", 4), ("oceans", 3)):
            step(ann, f"#number-{name}", times)
        press(ann, "#take-it-up")
        for page, last, tr in ((ann, 3, 12), (olena, 1, 14)):
            expect(page.locator("#taken-up")).to_contain_text("round 6")
            open_sheet(page, "#open-my-board", "my-board")
            press(page, f"#board-phase-{last}")
            for field, value in (("tr", tr), ("forests", 2)):
                say(page, field, value, "board")
            expect(page.locator("#board-known")).to_be_visible()
        press(ann, "#begin")
        expect(olena.locator("#pick")).to_be_visible()
        view = group.phone("red").wait_for(lambda view: view["step"] == "planning")
        assert (view["round"], view["planet"]["temperature"], view["seats"]["blue"]["tr"]) == (
            6,
            -14,
            14,
        )
        assert view["seats"]["red"]["last_phase"] == 3
        for page, own in ((ann, 1), (olena, 4)):
            lock(page, own)
        for page in (ann, olena):
            begin_phase(page)
            expect(page.locator("#now-phase-1")).to_be_visible()


def test_what_is_refused_in_a_sheet_is_said_in_that_sheet(house: House, people: People) -> None:
    with house.open_table(help="cards").sit("red", "blue") as group, group.host() as host:
        host.must("take_up", round=6)
        red, blue = group.phone("red"), group.phone("blue")
        figures = ("last_phase", "mc", "heat", "plants", "steel", "titanium", "tr", "forests")
        made = ("mc", "heat", "plants", "cards")
        for field in (*figures, *(f"production.{one}" for one in made)):
            red.must("say_figure", field=field, value=1)
        blue.must("lay_card", number=163)
        ann = people.phone(seat_page(group, "red"))
        board = open_sheet(ann, "#open-my-board", "my-board")
        for digit in "163":
            board.locator(f'[data-key="{digit}"]').tap()
        press(ann, "#board-next")
        refusal = board.locator("#refusal")
        expect(refusal).to_contain_text("Microprocessors is in play already")
        blue.must("rename", seat="blue", name="Kuba")  # the lobby and its sheets are drawn anew
        expect(ann.locator("#lobby-blue")).to_contain_text("Kuba")
        press(ann, "#refusal-close")
        expect(refusal).to_be_hidden()
        for _ in range(3):
            board.locator("[data-key=erase]").tap()
        press(ann, "#cards-laid")
        expect(ann.locator("#board-known")).to_be_visible()


def test_what_was_taken_up_stays_through_another_set_up_and_what_it_lacks_is_asked_for(
    house: House, people: People
) -> None:
    with house.open_table().sit("red", "blue") as group:
        with group.host() as host:
            host.must("hand_host", seat="red")
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        open_sheet(ann, ".lobby-short", "what-we-play")
        open_sheet(ann, "#what-we-play .open-take-up", "take-up")
        step(ann, "#number-round", 5)
        press(ann, "#take-it-up")
        expect(olena.locator("#taken-up")).to_contain_text("round 6")
        open_sheet(ann, ".lobby-short", "what-we-play")
        open_sheet(ann, "#what-we-play .open-take-up", "take-up")
        press(ann, '#take-up [data-move="take_up_nothing"]')
        expect(olena.locator("#taken-up")).to_have_count(0)
        open_sheet(ann, ".lobby-short", "what-we-play")
        open_sheet(ann, "#what-we-play .open-take-up", "take-up")
        press(ann, "#take-it-up")  # the round that was set is still there
        open_sheet(olena, "#open-my-board", "my-board")
        press(olena, "#board-phase-3")
        expect(olena.locator("#board-known")).to_be_visible()
        open_sheet(ann, ".lobby-short", "what-we-play")
        set_up(ann, "First game")
        expect(olena.locator("#board-known")).to_be_visible()
        set_up(ann, "+ planet")
        ann.locator("#what-we-play button.main").tap()
        expect(olena.locator("#taken-up")).to_contain_text("round 6")
        expect(olena.locator("#unsaid")).to_contain_text("where the planet stands")
        expect(olena.locator("#open-my-board")).to_contain_text("2 to go")  # last phase is known
        press(ann, "#begin")
        expect(ann.locator("#refusal")).to_contain_text("where the planet stands")
        press(ann, "#refusal-close")
        open_sheet(ann, "#say-unsaid", "take-up")
        step(ann, "#number-oceans", 3)
        press(ann, "#take-it-up")
        expect(olena.locator("#unsaid")).to_have_count(0)
        press(ann, "#begin")
        view = group.phone("red").wait_for(lambda view: view["step"] == "planning")
        assert (view["round"], view["planet"]["oceans"]) == (6, 3)
        assert view["seats"]["blue"]["last_phase"] == 3


def test_a_sheet_says_how_to_set_the_boards_and_play_on_without_the_table(
    house: House, people: People
) -> None:
    with house.open_table(help="cards").sit("red", "blue") as group:
        phones = begin(group, 212, 217)
        for phone in phones.values():
            phone.must("pick_phase", phase=3)
        phones["red"].must("adjust", field="plants", by=7)
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        with group.host() as host:
            host.must("hand_host", seat="blue")
        for page in (olena, ann):
            open_tab(page, "mat")
            open_sheet(page, '#my-mat [data-open="check"]', "check")
            leave = open_sheet(page, '#check [data-open="leave"]', "leave")
        file = olena.locator("#leave a[download]")
        expect(file).to_have_attribute("href", f"/api/tables/{group.code}/table.json")
        expect(leave.locator("a[download]")).to_have_count(0)  # it holds what others have sealed
        for button in olena.locator("#leave .whole-dock .button").all():
            assert button.evaluate("one => one.scrollWidth <= one.clientWidth"), "cut off"
        expect(ann.locator("#check")).to_be_hidden()
        sheet = leave.locator("#boards-sheet")
        expect(sheet).to_contain_text("round 1, Action")
        expect(sheet.locator("tbody tr").first).to_contain_text("Ann")
        expect(sheet.locator("tbody tr").first.locator("td").nth(2)).to_have_text("7")
        ann.emulate_media(media="print")
        expect(sheet).to_be_visible()
        expect(ann.locator("main")).to_be_hidden()
        expect(ann.locator("#check")).to_be_hidden()  # one sheet, not every sheet there is
        expect(leave.locator("[data-print]")).to_be_hidden()
        ann.emulate_media(media="screen")
        leave.locator(".button.main").tap()
        expect(leave).to_be_hidden()
        assert phones["blue"].view["step"] == "phase"  # the table is kept


def test_house_rules_are_set_in_the_lobby_and_shown_to_all(house: House, people: People) -> None:
    with house.open_table().sit("red", "blue") as group:
        with group.host() as host:
            host.must("hand_host", seat="red")
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        expect(olena.locator(".open-house")).to_have_count(0)
        open_sheet(ann, ".lobby-short", "what-we-play")
        open_sheet(ann, "#what-we-play .open-house", "house")
        step(ann, "#number-hand_limit", 2)
        press(ann, "#set-house")
        for page in (ann, olena):
            expect(page.locator("#house-rules")).to_have_text("House rules: hand limit 12")
        press(ann, "#begin")
        for page in (ann, olena):
            lock(page, 5)
        for page in (ann, olena):
            begin_phase(page)
        for page in (ann, olena):
            press(page, "#done")
        expect(olena.locator("#now-end")).to_contain_text("Discard down to 12 cards")
        open_tab(olena, "story")
        expect(olena.locator("#story-lines")).to_contain_text("House rules: hand limit 12")


def test_what_is_not_known_yet_stands_nowhere_on_the_table_screen(
    house: House, people: People
) -> None:
    """(J4)"""
    with house.open_table(help="phases").sit("red", "blue") as group:
        phones = begin(group)
        screen = people.screen(f"{house.url}/table/{group.code}")
        with group.host() as host:
            for phone in phones.values():
                phone.must("pick_phase", phase=5)
            host.must("set_help", level="mats")
            expect(screen.locator(".tr-unknown .mark")).to_have_count(2)
            expect(screen.locator(".tr-mark")).to_have_count(0)
            expect(screen.locator('.bezel-pointer:not([d=""])')).to_have_count(0)
            expect(screen.locator("#big-red .big-figure b")).to_have_text(["?"] * 4)
            gauge = screen.locator("#gauge .bezel")
            expect(gauge).to_have_attribute("aria-label", re.compile("temperature not known yet"))
            phones["red"].must("say_figure", field="tr", value=12)
            expect(screen.locator("#tr-red")).to_be_visible()
            expect(screen.locator(".tr-unknown .mark")).to_have_count(1)
            phones["red"].must("say_figure", field="temperature", value=-8)
            expect(screen.locator('.bezel-pointer:not([d=""])')).to_have_count(1)
            expect(gauge).to_have_attribute("aria-label", re.compile("−8\u00a0°C, yellow zone"))
