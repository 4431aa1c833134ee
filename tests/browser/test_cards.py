"""The card side of the phone, by touch: corporations, heat for MC, the cards of a phase."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Page, ViewportSize, WebSocketRoute, expect

from tests.browser.acts import (
    answered,
    code_of,
    done,
    lift,
    open_sheet,
    open_tab,
    play,
    seat_page,
    set_up,
    sit,
    take_corporation,
    type_number,
)
from tests.browser.conftest import LARGE, SMALL, People
from tests.browser.ruler import TALL, Ruler
from tests.browser.test_layout import fits
from tests.house import SEATS, Group, House
from tests.phone import Phone

HELION = {"en": "Helion", "uk": "Геліон"}
INVENTRIX = {"en": "Inventrix", "uk": "Інвентрікс"}
DECOMPOSERS, ENHANCERS, ARCHAEBACTERIA = 19, 61, 108


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["360x640", "390x844"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_corporation_by_number_by_name_and_from_the_list(
    two: Group, people: People, language: str, size: ViewportSize
) -> None:
    with two as group:
        blue = group.phone("blue")
        blue.must("choose_corporation", number=217)
        page = people.phone(seat_page(group, "red"), language=language, viewport=size)
        seen = page.locator("[data-look=card]")
        fits(page)

        # A number that is no corporation's says which are; the right one shows it at once.
        for digit in "21":
            page.locator(f'[data-key="{digit}"]').tap()
        expect(seen).to_contain_text("220")
        expect(page.locator("#play-it")).to_have_count(0)
        page.locator('[data-key="1"]').tap()
        expect(seen).to_contain_text(HELION[language])
        expect(seen).to_contain_text("28")
        fits(page)

        # One that another player has says so.
        page.locator('[data-key="erase"]').tap()
        page.locator('[data-key="7"]').tap()
        expect(seen.locator(".against")).to_be_visible()
        expect(page.locator("#play-it")).to_have_count(0)
        page.locator('[data-ask="null"]').tap()

        # By part of the name, with the system keyboard only then.
        expect(page.locator("[data-find]")).to_be_hidden()
        page.locator('[data-key="letters"]').tap()
        expect(page.locator("[data-find]")).to_be_focused()
        page.keyboard.type("saturn")
        expect(seen.locator(".found li")).to_have_count(1)
        fits(page)
        seen.locator(".found button").tap()
        expect(page.locator("[data-pad]")).to_have_text("216")
        page.locator('[data-ask="null"]').tap()

        # From the list of all, two taps away.
        page.locator("#all-corporations").tap()
        expect(page.locator("#corporation-dots")).to_be_visible()
        page.locator("#corporation-211").tap()
        expect(seen).to_contain_text(HELION[language])
        fits(page)
        play(page)
        view = blue.wait_for(lambda view: view["step"] == "planning")
        assert view["seats"]["red"]["corporation"] == 211


@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_corporation_is_found_by_every_name_that_it_has(
    two: Group, people: People, language: str
) -> None:
    """As printed in English, as printed in Ukrainian, by its number, by a file of the table's."""
    with two as group:
        page = people.phone(seat_page(group, "red"), language=language)
        group.host().must("hand_host", seat="red")
        page.locator('[data-open="sheet"]:visible').first.tap()
        page.locator("#names > summary").tap()
        page.locator("#names input").set_input_files(
            FilePayload(name="names.txt", mimeType="text/plain", buffer=b"219 Gate of Thor")
        )
        with page.expect_navigation():
            page.locator("#names form button").tap()
        answered(page)
        page.locator('[data-key="letters"]').tap()
        found = page.locator("[data-look=card] .found li")
        for letters in ("thorg", "торґ", "торг", "219", "gate of"):
            page.locator("[data-find]").fill(letters)
            expect(found).to_have_count(1)
            expect(found).to_contain_text({"en": "ThorGate", "uk": "ТорҐейт"}[language])
            expect(found).to_contain_text("Gate of Thor")
            page.locator("[data-find]").fill("qqq")
            expect(found.locator("button")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_corporation_in_every_text_size(two: Group, people: People, language: str) -> None:
    with two as group:
        page = people.phone(seat_page(group, "red"), language=language)
        ruler = Ruler(page)
        ruler.measure("no number yet")
        for number in (213, 216):
            type_number(page, number)
            ruler.measure(f"number {number}")
            page.locator('[data-ask="null"]').tap()
        take_corporation(page, 213)
        expect(page.locator(".corporation.is-mine")).to_contain_text(INVENTRIX[language])
        ruler.measure("chosen")
        assert ruler.found == []


def to_phase(group: Group, red: int, blue: int, *corporations: int) -> tuple[Phone, Phone]:
    """Ann and Olena with their corporations in the first phase that was picked."""
    phones = group.phone("red"), group.phone("blue")
    for phone, number in zip(phones, corporations or (211, 209), strict=True):
        phone.must("choose_corporation", number=number)
    for phone, phase in zip(phones, (red, blue), strict=True):
        phone.must("pick_phase", phase=phase)
    phones[0].wait_for(lambda view: view["step"] == "phase")
    return phones


def test_one_action_and_none_in_every_text_size(two: Group, people: People) -> None:
    with two as group:
        red, blue = to_phase(group, 2, 3)
        red.must("adjust", field="mc", by=30)
        red.must("play_card", number=28)  # an action for 1 MC
        for phone in (red, blue):
            phone.must("done")
        for seat, sees in (("red", (".act",)), ("blue", (".blue-cards .quiet",))):
            ruler = Ruler(people.phone(seat_page(group, seat)))
            ruler.measure(f"actions of {seat}", *sees)
            assert ruler.found == []


def test_what_an_action_books_is_said_once_it_is_chosen(two: Group, people: People) -> None:
    with two as group:
        red, blue = to_phase(group, 2, 3)
        red.move("play_card", number=50, anyway=True)  # a microbe, or two for oxygen
        for phone in (red, blue):
            phone.must("done")
        ruler = Ruler(people.phone(seat_page(group, "red")))
        ruler.page.locator("#act-50").tap()
        expect(ruler.page.locator(".use .pick-chip")).to_have_count(2)
        expect(ruler.page.locator(".use .books")).to_have_count(0)
        ruler.measure("the only action asks")
        assert ruler.found == []


def test_helion_pays_the_action_of_a_blue_card_with_heat(two: Group, people: People) -> None:
    with two as group:
        red, _ = to_phase(group, 3, 3)
        for number in (41, 62):  # actions for 1 MC and for 12
            red.move("play_card", number=number, anyway=True)
        have = red.wait_for(lambda view: len(view["seats"]["red"]["cards"]) == 2)["seats"]["red"]
        red.must("adjust", field="mc", by=8 - have["mc"])
        red.must("adjust", field="heat", by=6)
        page = people.phone(seat_page(group, "red"))

        # Short of MC: the row is open, and heat pays what lacks.
        expect(page.locator("#act-62")).not_to_have_class("is-not-now")
        page.locator("#act-62").tap()
        heat = page.locator(".use .amount b")
        expect(heat).to_have_text("4")
        fits(page)
        page.locator('.use .amount [aria-label="one heat less"]').tap()
        expect(heat).to_have_text("4")
        page.locator('.use .amount [aria-label="one heat more"]').tap()
        expect(heat).to_have_text("5")
        play(page)
        after = red.wait_for(lambda view: view["seats"]["red"]["oceans_to_turn"])["seats"]["red"]
        assert (after["mc"], after["heat"]) == (1, 1)
        page.locator("#tile-2").tap()
        expect(page.locator("#act-41")).to_be_visible()

        # MC enough: they pay, unless heat is chosen.
        page.locator("#act-41").tap()
        expect(heat).to_have_text("0")
        play(page)
        view = red.wait_for(lambda view: 41 in view["seats"]["red"]["actions_used"])
        after = view["seats"]["red"]
        assert (after["mc"], after["heat"]) == (4, 1)


class SlowWire:
    """A web socket between a phone and the house that holds back what the phone sends."""

    def __init__(self, page: Page) -> None:
        self.held: list[tuple[WebSocketRoute, str | bytes]] | None = None
        page.route_web_socket(re.compile("socket.io"), self._carry)

    def _carry(self, phone: WebSocketRoute) -> None:
        house = phone.connect_to_server()

        def send(message: str | bytes) -> None:
            if self.held is None:
                house.send(message)
            else:
                self.held.append((house, message))

        phone.on_message(send)

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        held, self.held = self.held or [], None
        for house, message in held:
            house.send(message)


def double_tap(page: Page, selector: str, gives_way: str = "") -> None:
    """Two taps on the very spot, 120 ms apart by the page's clock, whatever stands there by then.

    The clock stands still meanwhile, so that a busy machine makes no slow finger of a quick one.
    """
    box = page.locator(selector).bounding_box()
    assert box
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.touchscreen.tap(*spot)
    page.clock.run_for(120)
    if gives_way:
        expect(page.locator(gives_way)).to_be_visible()
    page.touchscreen.tap(*spot)
    page.clock.resume()


def test_quick_taps_count_as_they_are_meant(two: Group, people: People) -> None:
    """On a slow network a standard action tapped twice, not in a blink, is two; a lock or a
    take-back is one."""
    with two as group:
        red, _ = to_phase(group, 3, 3, 217, 209)
        page = people.phone("about:blank")
        wire = SlowWire(page)
        page.clock.install()
        page.goto(seat_page(group, "red"))

        wire.hold()
        for _ in range(2):
            lift(page)
            page.locator("#act-temperature_mc").tap()
        expect(page.locator("#act-temperature_mc .kept-times")).to_have_text("2 ×")
        expect(page.locator("#act-ocean_mc")).not_to_have_class(re.compile("is-kept"))
        wire.release()
        answered(page)
        red.catch_up()
        assert red.view["seats"]["red"]["mc"] == 51 - 2 * 14
        expect(page.locator("#act-temperature_mc")).not_to_have_class(re.compile("is-kept"))

        # Taken back once, although the finger came down twice, quickly and then again.
        wire.hold()
        double_tap(page, "#take-back-tool")
        lift(page)
        page.locator("#take-back-tool").tap()
        wire.release()
        answered(page)
        red.catch_up()
        assert red.view["seats"]["red"]["mc"] == 51 - 14
        assert red.view["planet"]["temperature"] == -28


def test_taps_kept_out_of_touch_all_go_out(two: Group, people: People) -> None:
    with two as group:
        red, _ = to_phase(group, 3, 3, 217, 209)
        page = people.phone("about:blank")
        page.clock.install()
        page.goto(seat_page(group, "red"))
        page.context.set_offline(True)
        double_tap(page, "#act-temperature_mc")
        for _ in range(2):
            lift(page)
            page.locator("#done").tap()
        page.context.set_offline(False)
        view = red.wait_for(lambda view: view["seats"]["red"]["done"])
        assert view["planet"]["temperature"] == -26
        expect(page.locator("#take-back")).to_be_visible()
        expect(page.locator("#refusal")).to_be_hidden()


def test_a_bouncing_finger_does_not_press_what_comes_next(two: Group, people: People) -> None:
    """*Pay and play* gives way to *Done* under the finger; the second tap is not meant for it."""
    with two as group:
        red, _ = to_phase(group, 1, 2)
        page = people.phone("about:blank")
        page.clock.install()
        page.goto(seat_page(group, "red"))
        type_number(page, 163)
        double_tap(page, "#play-it", gives_way="#done")
        red.wait_for(lambda view: view["seats"]["red"]["cards"])
        answered(page)
        red.catch_up()
        assert not red.view["seats"]["red"]["done"]
        done(page)
        red.wait_for(lambda view: view["seats"]["red"]["done"])


@pytest.mark.parametrize("size", [SMALL, LARGE, TALL], ids=["360x640", "390x844", "412x915"])
def test_a_played_card_stays_with_what_it_booked_and_what_hands_do(
    two: Group, people: People, size: ViewportSize
) -> None:
    """Construction with its bonus: looked at, paid, ticked, one more, one taken back."""
    with two as group:
        red, blue = to_phase(group, 2, 5, 217, 209)
        page = people.phone(seat_page(group, "red"), viewport=size)

        # Before it is paid: what it does, in rows, and the bill in one.
        type_number(page, 28)
        rows = page.locator("[data-look=card] .does li")
        expect(rows).to_contain_text(["2 plants", "At the end"], use_inner_text=True)
        expect(page.locator(".face-bill")).to_contain_text("as printed")
        fits(page)
        play(page)

        # After: the face stays, also through a reload; what was booked, and hands to tick.
        face, hand = page.locator(".played-face"), page.locator(".hand")
        for _ in range(2):
            expect(face).to_contain_text("played, 12 MC paid")
            expect(page.locator(".booked-cell").first).to_contain_text("51 → 39")
            expect(hand).to_have_count(1)
            expect(page.locator("[data-key]").first).to_be_hidden()
            fits(page)
            page.reload()
        hand.tap()
        expect(hand).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".hands")).to_contain_text("1 of 1 done")
        red.catch_up()
        assert red.view["seats"]["red"]["hands"][0]["ticked"]

        # One more for the bonus: the pad is behind a tap.
        page.locator("#next-card").tap()
        fits(page)
        type_number(page, 41)
        expect(face).to_be_hidden()
        play(page)
        expect(face).to_contain_text("Matter Manufacturing")
        expect(page.locator("#next-card")).to_have_count(0)
        expect(page.locator("#done")).to_contain_text("1 for your hands stay in sight")
        fits(page)
        page.locator("#take-back-tool").tap()
        expect(face).to_contain_text("Farmers Market")
        expect(hand).to_have_attribute("aria-pressed", "true")

        # Done does not wait for hands, and the next phase begins without them.
        done(page)
        expect(page.locator(".phase-card .played-now")).to_contain_text("Farmers Market")
        fits(page)
        blue.must("done")
        red.wait_for(lambda view: view["phase"] == 5)
        expect(page.locator(".played-now")).to_have_count(0)
        expect(page.locator(".hands")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "uk"])
def test_of_two_cards_set_off_at_once_the_thumb_says_which_goes_first(
    two: Group, people: People, language: str
) -> None:
    """(D7) The rows of any answer, with 1 and 2 in the order of tapping, in every text size."""
    with two as group:
        red, blue = group.phone("red"), group.phone("blue")
        red.must("choose_corporation", number=212)
        blue.must("choose_corporation", number=217)
        red.must("pick_phase", phase=2)
        blue.must("pick_phase", phase=5)
        red.must("adjust", field="mc", by=60)
        red.move("play_card", number=DECOMPOSERS, anyway=True)
        red.move("play_card", number=ENHANCERS, anyway=True)
        held = red.wait_for(lambda view: len(view["seats"]["red"]["cards"]) == 2)["seats"]["red"]
        red.must("adjust", field=f"cards.{DECOMPOSERS}", by=-held["cards"][0]["resources"])
        for phase in (2, 5, None):
            red.wait_for(lambda view, phase=phase: view["phase"] == phase)
            red.must("done")
            blue.must("done")
        red.must("pick_phase", phase=1)
        blue.must("pick_phase", phase=4)

        page = people.phone(seat_page(group, "red"), language=language)
        type_number(page, ARCHAEBACTERIA)
        if page.locator("[data-expand=ask]").is_visible():
            page.locator("[data-expand=ask]").tap()
        ways = page.locator(".face-asks", has=page.locator(".face-place")).locator(".face-way")
        expect(ways).to_have_count(0)
        # A microbe off the one and onto it from the other: now the order matters.
        page.locator(".face-way").nth(1).tap()
        expect(page.locator(".face-way").nth(1)).to_have_attribute("aria-pressed", "true")
        lift(page)
        page.locator(".face-asks").nth(1).locator(".face-way").last.tap()
        expect(ways.locator(".face-place")).to_have_text(["2", "1"])
        expect(page.locator("#play-it")).to_have_class(re.compile("main"))
        ruler = Ruler(page)
        ruler.measure("which goes first")
        lift(page)
        ways.first.tap()
        expect(ways.locator(".face-place")).to_have_text(["1", "2"])
        expect(page.locator(".against")).to_be_visible()
        ruler.measure("the other goes first")
        lift(page)
        ways.last.tap()
        expect(page.locator(".against")).to_have_count(0)
        play(page)
        seat = red.wait_for(lambda view: len(view["seats"]["red"]["cards"]) == 3)["seats"]["red"]
        assert seat["cards"][0] == {"number": DECOMPOSERS, "resources": 0}
        assert ruler.found == [], "\n" + "\n".join(ruler.found)


def test_alone_the_cards_of_a_corporation_are_drawn_above_the_first_plates(
    house: House, people: People
) -> None:
    """Inventrix draws three; the first planning begins with it."""
    with house.open_table("solo", help="cards").sit("red") as group:
        red = group.phone("red")
        group.host().must("begin")
        red.must("choose_corporation", number=213)
        page = people.phone(seat_page(group, "red"))
        hand = page.locator("#pick .hand")
        expect(hand).to_contain_text("Draw 3 cards")
        expect(hand).to_contain_text("Inventrix")
        fits(page)
        hand.tap()
        expect(page.locator(".hands")).to_have_count(0)


def test_the_lobby_and_the_phones_say_how_cards_are_dealt(house: House, people: People) -> None:
    screen = people.screen(f"{house.url}/")
    screen.locator(".front-game").first.click()
    expect(screen.locator("#lobby .way-more").first).to_have_text(
        "8 cards, one of two corporations"
    )
    set_up(screen, "First game")
    expect(screen.locator("#lobby .way-more").first).to_have_text("starred cards and corporations")
    fits(screen)
    with Group(house, code_of(screen), "").sit("red") as group:
        page = people.phone(seat_page(group, "red"))
        expect(page.locator(".lobby-short")).to_contain_text("First game")
        page.locator(".lobby-own").tap()
        expect(page.locator("#sheet .variant")).to_contain_text("First game")


def test_the_checklist_is_ticked_on_the_phone(two: Group, people: People) -> None:
    with two as group:
        page = people.phone(seat_page(group, "red"))
        page.locator("#checklist summary").tap()
        ticks = page.locator("[data-tick]")
        ticks.nth(1).tap()
        page.reload()
        page.locator("#checklist summary").tap()
        expect(ticks.nth(1)).to_be_checked()
        expect(ticks.nth(0)).not_to_be_checked()
        fits(page)


def test_everybodys_mat_and_cards_are_two_taps_away(two: Group, people: People) -> None:
    """From a phone as from a spectator's: the tab, then the row."""
    with two as group:
        red, _ = to_phase(group, 2, 1)
        red.move("play_card", number=58, anyway=True)
        red.must("adjust", field="cards.58", by=3)
        blue = people.phone(seat_page(group, "blue"))
        for page in (blue, people.phone(f"{group.house.url}/t/{group.code}/watch")):
            open_tab(page, "table")
            fits(page)
            page.locator("#planet-row-red .row-open").tap()
            mat = page.locator("#mat-red")
            expect(mat).to_contain_text("Helion")
            expect(mat.locator(".card-list li")).to_contain_text(["Tardigrades"])
            expect(mat.locator(".card-list .chip")).to_have_text("3")
            red.must("adjust", field="cards.58", by=1)
            expect(mat.locator(".card-list .chip")).to_have_text("4")
            expect(mat).to_be_visible()
            red.must("adjust", field="cards.58", by=-1)
            mat.locator("[data-close]").tap()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["360x640", "390x844"])
@pytest.mark.parametrize("help", ["phases", "cards"])
def test_a_spectator_sees_every_step(
    house: House, people: People, help: str, size: ViewportSize
) -> None:
    with house.open_table(help=help).sit(*SEATS) as group:
        phones = [group.phone(seat) for seat in SEATS]
        page = people.phone(f"{house.url}/t/{group.code}/watch", viewport=size)
        fits(page)
        with group.host() as host:
            host.must("begin")
            if help == "cards":
                phones[2].must("choose_corporation", number=217)
                expect(page.locator("#cell-blue")).to_contain_text("ready")
                fits(page)
                for phone, number in zip(phones, (211, 209, 217, 212), strict=True):
                    if number != 217:
                        phone.must("choose_corporation", number=number)
            phones[0].must("pick_phase", phase=3)
            expect(page.locator("#cell-red")).to_contain_text("locked")
            fits(page)
            for phone, phase in zip(phones[1:], (1, 4, 5), strict=True):
                phone.must("pick_phase", phase=phase)
            expect(page.locator(".turned-card")).to_have_count(4)
            fits(page)
            for _ in range(4):
                host.must("go_on")
        phones[0].must("done")
        expect(page.locator("#cell-red")).to_contain_text("ready")
        fits(page)
        host = group.host()
        host.must("pause")
        expect(page.locator("[data-slot=header]")).to_contain_text("Paused")
        host.must("resume")
        if help == "phases":
            phones[0].must("declare_terraformed")
            expect(page.locator("#now-waiting")).to_contain_text("The points are counted")
        else:
            for field, by in (("temperature", 38), ("oxygen", 14), ("oceans", 9)):
                phones[0].must("adjust", field=field, by=by)
            expect(page.locator("#score-red")).to_be_visible()
        expect(page.locator("[data-slot=header]")).to_contain_text("1 round")
        fits(page)
        open_tab(page, "table")
        fits(page)


def test_who_comes_later_takes_a_corporation_before_their_first_phase(
    two: Group, people: People
) -> None:
    """A5; one that another has is not offered, and the others are not asked."""
    with two as group:
        red, blue = to_phase(group, 4, 4, 217, 209)
        for _ in range(2):  # the phase, and the round
            for phone in (red, blue):
                phone.must("done")
        late = people.phone(f"{group.house.url}/t/{group.code}")
        sit(late, "green", "Taras")
        expect(people.phone(seat_page(group, "red")).locator("#take-corporation")).to_have_count(0)
        sheet = open_sheet(late, "#take-corporation", "corporations")
        expect(sheet.get_by_role("button", name="217")).to_have_count(0)
        sheet.get_by_role("button", name="Helion").tap()
        expect(sheet).to_be_hidden()
        expect(late.locator("#take-corporation")).to_have_count(0)
        open_tab(late, "mat")
        expect(late.locator("#set-mc")).to_contain_text("28")
        expect(late.locator(".mat-head")).to_contain_text("Helion")
