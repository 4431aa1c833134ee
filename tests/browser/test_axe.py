"""No screen gives axe-core cause to complain, in any light."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.acts import be_at_rest, open_sheet, open_tab, seat_page, set_up, type_number
from tests.browser.conftest import LARGE, People
from tests.browser.test_seats import at_the_table
from tests.house import SEATS, Group, House
from tests.phone import Phone

AXE = Axe().axe_script
RUN = "options => axe.run(document, { resultTypes: ['violations'], ...options })"
THEMES = ("dark", "light", "dim")
THEMES_OF_THE_TABLE = ("dark", "dim")
CORPORATIONS = {"red": 212, "green": 210, "blue": 217, "yellow": 211}


class Inspector:
    """Looks at one page after another, in every light, and remembers what axe says."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def look(self, page: Page, where: str) -> None:
        is_table = page.locator('html[data-page="table"]').count() > 0
        first, *others = THEMES_OF_THE_TABLE if is_table else THEMES
        self._look(page, first, where)
        for theme in others:  # only colours differ
            self._look(page, theme, where, runOnly=["color-contrast"])

    def _look(self, page: Page, theme: str, where: str, **options: Any) -> None:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        be_at_rest(page)
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE)
        for rule in page.evaluate(RUN, options)["violations"]:
            for node in rule["nodes"]:
                because = node["any"] or node["all"] or node["none"]
                why = because[0]["message"] if because else rule["help"]
                self.found.append(f"{where}, {theme}: {rule['id']} at {node['target'][-1]}: {why}")

    def agree(self) -> None:
        assert self.found == [], "\n" + "\n".join(sorted(set(self.found)))


def phone_at(people: People, url: str, **options: Any) -> Page:
    return people.phone(url, reduced_motion="reduce", **options)


def screen_at(people: People, url: str, **options: Any) -> Page:
    return people.screen(url, reduced_motion="reduce", **options)


def begin(group: Group, seats: tuple[str, ...] = SEATS) -> dict[str, Phone]:
    """Everybody sits with a corporation and may pick."""
    group.sit(*seats)
    phones = {seat: group.phone(seat) for seat in seats}
    host = group.host()
    host.must("begin")
    host.close()
    if phones["red"].wait_for(lambda view: view["step"] != "lobby")["step"] == "setup":
        for seat, phone in phones.items():
            phone.must("choose_corporation", number=CORPORATIONS[seat])
    return phones


def pick(phones: dict[str, Phone], *phases: int) -> None:
    for phone, phase in zip(phones.values(), phases, strict=True):
        phone.must("pick_phase", phase=phase)


def all_done(phones: dict[str, Phone]) -> None:
    for phone in phones.values():
        phone.must("done")


def test_pages_before_a_game(house: House, people: People) -> None:
    seen = Inspector()
    group = house.open_table().sit("red")
    page = phone_at(people, f"{house.url}/")
    seen.look(page, "front")
    page.locator('[data-open="light"]').tap()
    seen.look(page, "front, light")
    page.goto(f"{house.url}/t/NOSUCH")
    seen.look(page, "missing")
    people.problems = [one for one in people.problems if "404" not in one]  # it says so itself
    page.goto(f"{house.url}/t/{group.code}")
    seen.look(page, "join")
    page.locator("#sit-blue").tap()
    page.locator('[data-open="sheet"]').tap()
    seen.look(page, "join, settings")
    seen.look(phone_at(people, seat_page(group, "red")), "lobby")
    host = phone_at(people, f"{house.url}/")
    host.locator(".front-game").first.tap()
    expect(host.locator("#lobby")).to_be_visible()
    seen.look(host, "lobby, host by phone")
    host.locator('[data-open="what-we-play"]').tap()
    seen.look(host, "what we play")
    host.locator("#what-we-play button.main").tap()
    host.locator('[data-open="whole-code"]').tap()
    seen.look(host, "code")
    watch = phone_at(people, f"{house.url}/t/{group.code}/watch")
    seen.look(watch, "watch, lobby")
    seen.agree()


@pytest.mark.parametrize(
    ("level", "language"), [("phases", "uk"), ("planet", "en"), ("mats", "uk"), ("cards", "en")]
)
def test_a_round_on_the_phone(house: House, people: People, level: str, language: str) -> None:
    seen = Inspector()
    with house.open_table(help=level) as group:
        phones = begin(group)
        red = phone_at(people, seat_page(group, "red"), language=language)
        watch = phone_at(people, f"{house.url}/t/{group.code}/watch")
        expect(red.locator("#pick")).to_be_visible()
        red.locator("#phase-2").tap()
        seen.look(red, "pick")
        seen.look(watch, "watch, planning")
        pick({"red": phones["red"]}, 3)
        expect(red.locator("#peek")).to_be_visible()
        seen.look(red, "locked")
        pick({seat: phones[seat] for seat in SEATS[1:]}, 1, 2, 4)
        expect(red.locator("#reveal")).to_be_visible()
        seen.look(red, "reveal")
        red.locator('[data-dismiss="reveal"]').tap()
        for phase in (1, 2, 3, 4):
            expect(red.locator(f"#now-phase-{phase}")).to_be_visible()
            seen.look(red, f"phase {phase}")
            if level == "cards" and phase < 3:
                look_at_a_card(red, seen, 163 if phase == 1 else 58)
            if level == "cards" and phase == 2:
                phones["red"].must("play_card", number=58)
            if level != "phases" and phase == 3:
                phones["red"].must("standard_action", action="ocean_mc", anyway=True)
                expect(red.locator("#now-ocean")).to_be_visible()
                seen.look(red, "ocean")
                phones["red"].must("flip_ocean", reward=2)
                expect(red.locator("#now-phase-3")).to_be_visible()
                seen.look(red, "phase 3, after an ocean")
            phones["red"].must("done")
            expect(red.locator("#take-back")).to_be_visible()
            seen.look(red, f"phase {phase}, done")
            all_done({seat: phones[seat] for seat in SEATS[1:]})
        seen.look(watch, "watch, end of round")
        behind_tabs(red, seen, level)
        red.locator("#sheet > [data-close]").tap()
        all_done(phones)
        pick(phones, 5, 5, 5, 5)
        red.locator('[data-dismiss="reveal"]').tap()
        expect(red.locator("#now-phase-5")).to_be_visible()
        seen.look(red, "phase 5")
        seen.agree()


def look_at_a_card(red: Page, seen: Inspector, number: int) -> None:
    """A card's price, how to pay it, and cards found by name."""
    type_number(red, number)
    seen.look(red, f"card {number}")
    red.locator('[data-expand="pay"]').tap()
    seen.look(red, f"card {number}, how to pay")
    red.locator('[data-expand="pay"]').tap()
    red.locator('[data-key="letters"]').tap()
    red.keyboard.type("mi")
    expect(red.locator("[data-look=card] .found")).to_be_visible()
    seen.look(red, "cards by name")
    red.locator('[data-look=dock] [data-ask="null"]').tap()
    open_sheet(red, '[data-open="by-hand"]', "by-hand")
    seen.look(red, "a card by hand")
    red.locator("#by-hand [data-close]").tap()


def behind_tabs(red: Page, seen: Inspector, level: str) -> None:
    """The other tabs, the sheet and the dialogs, at the end of a round."""
    expect(red.locator("#now-end")).to_be_visible()
    seen.look(red, "end of round")
    if level in ("mats", "cards"):
        open_tab(red, "mat")
        seen.look(red, "mat")
        open_sheet(red, "#set-mc", "adjust")
        seen.look(red, "set by hand")
        red.locator("#adjust [data-close]").tap()
        for dialog in ("sell-cards", "my-cards"):
            open_sheet(red, f'[data-open="{dialog}"]', dialog)
            seen.look(red, dialog)
            red.locator(f"#{dialog} [data-close]").tap()
    open_tab(red, "table")
    seen.look(red, "planet")
    if level in ("mats", "cards"):
        open_sheet(red, "#planet-row-red .row-open", "mat-red")
        seen.look(red, "a mat")
        red.locator("dialog[open] [data-close]").tap()
    open_tab(red, "story")
    seen.look(red, "story")
    open_sheet(red, ".me-button", "sheet")
    for summary in red.locator("#sheet details > summary").all():
        summary.tap()
    seen.look(red, "sheet")


def test_setting_up_pause_and_refusal(house: House, people: People) -> None:
    seen = Inspector()
    with house.open_table(help="cards").sit("red", "blue") as group:
        red = phone_at(people, seat_page(group, "red"))
        with group.host() as host:
            host.must("begin")
        expect(red.locator("#now-setup")).to_be_visible()
        seen.look(red, "a corporation by number")
        red.locator('[data-key="2"]').tap()
        seen.look(red, "half a number")
        red.locator('[data-key="erase"]').tap()
        red.locator("#all-corporations").tap()
        seen.look(red, "corporations")
        red.locator("#corporation-209").tap()
        expect(red.locator("#play-it")).to_be_visible()
        seen.look(red, "a corporation")
        red.locator("#play-it").tap()
        expect(red.locator(".corporation.is-mine")).to_be_visible()
        seen.look(red, "my corporation")
        blue = group.phone("blue")
        blue.must("choose_corporation", number=217)
        blue.must("pick_phase", phase=3)
        group.phone("red").must("pick_phase", phase=3)
        red.locator('[data-dismiss="reveal"]').tap()
        blue.must("done")
        expect(red.locator('[data-awaited="alone"]')).to_be_visible()
        red.locator("#act-forest_plants").tap()
        expect(red.locator("#refusal")).to_be_visible()
        seen.look(red, "refusal, the table waits for me")
        blue.must("pause")
        expect(red.locator("#paused")).to_be_visible()
        seen.look(red, "paused")
        seen.agree()


@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_what_solo_and_coop_add(house: House, people: People, mode: str) -> None:
    seen = Inspector()
    seats = ("red",) if mode == "solo" else ("red", "blue")
    with house.open_table(mode, help="cards") as group:
        phones = begin(group, seats)
        red = phone_at(people, seat_page(group, "red"))
        screen = screen_at(people, f"{house.url}/table/{group.code}")
        seen.look(red, "pick")
        seen.look(screen, "table screen, planning")
        pick(phones, *([1] * len(seats)))
        expect(red.locator("#reveal")).to_be_visible()
        seen.look(red, "reveal")
        red.locator('[data-dismiss="reveal"]').tap()
        seen.look(red, "phase 1")
        screen.locator("#reveal").click()
        seen.look(screen, "table screen, phase")
        open_tab(red, "table")
        seen.look(red, "planet")
        seen.agree()


@pytest.mark.parametrize("level", ["phases", "cards"])
def test_the_end_on_the_phone(house: House, people: People, level: str) -> None:
    seen = Inspector()
    with house.open_table(help=level) as group:
        phones = begin(group)
        red = phone_at(people, seat_page(group, "red"))
        watch = phone_at(people, f"{house.url}/t/{group.code}/watch")
        finish(phones["red"], level)
        over = red.locator("#now-score" if level == "cards" else "form.counts")
        expect(over).to_be_visible()
        expect(red.locator("html[data-ceremony]")).to_have_count(0)
        expect(watch.locator("html[data-ceremony]")).to_have_count(0)
        seen.look(red, "the end")
        seen.look(watch, "watch, the end")
        if level == "cards":
            open_sheet(red, '[data-open="card-by-card"]', "card-by-card")
            seen.look(red, "card by card")
        else:
            for part, points in (("tr", 25), ("forests", 6), ("cards", -2), ("on_cards", 3)):
                phones["red"].must("count", part=part, points=points)
            expect(red.locator("#now-waiting")).to_be_visible()
            seen.look(red, "waiting for the others' count")
            open_sheet(red, '[data-open="recount"]', "recount")
            seen.look(red, "count again")
        seen.agree()


def finish(red: Phone, level: str) -> None:
    """The planet is complete between two rounds: the game is over."""
    if level == "phases":
        red.must("declare_terraformed")
        return
    red.must("adjust", field="tr", by=20)
    for field, by in (("forests", 3), ("temperature", 38), ("oxygen", 14), ("oceans", 9)):
        red.must("adjust", field=field, by=by)


@pytest.mark.parametrize("level", ["phases", "cards"])
def test_the_table_screen(house: House, people: People, level: str) -> None:
    seen = Inspector()
    screen = screen_at(people, f"{house.url}/")
    screen.locator(".front-game").first.click()
    expect(screen.locator("#lobby")).to_be_visible()
    seen.look(screen, "lobby")
    if level == "cards":
        set_up(screen, "+ cards")
    with Group(house, screen.url.rpartition("/")[2], "").sit(*SEATS) as group:
        expect(screen.locator("#lobby-yellow")).to_contain_text("Kuba")
        seen.look(screen, "lobby, all sit")
        phones = {seat: group.phone(seat) for seat in SEATS}
        screen.locator("#begin").click()
        expect(screen.locator(".headline")).to_be_visible()
        if level == "cards":
            expect(screen.locator("#laying-out")).to_be_visible()
            seen.look(screen, "setting up")
            for seat, phone in phones.items():
                phone.must("choose_corporation", number=CORPORATIONS[seat])
            expect(screen.locator("#laying-out")).to_have_count(0)
        seen.look(screen, "planning")
        pick(phones, 1, 2, 3, 4)
        expect(screen.locator("#reveal")).to_be_visible()
        seen.look(screen, "reveal")
        screen.locator("#reveal").click()
        for phase in (1, 2, 3, 4):
            expect(screen.locator(f'#side[data-phase="{phase}"]')).to_be_visible()
            phones["red"].must("done")
            expect(screen.locator("#big-red:not(.is-awaited)")).to_be_visible()
            seen.look(screen, f"phase {phase}")
            all_done({seat: phones[seat] for seat in SEATS[1:]})
        expect(screen.locator(".headline")).to_contain_text("Discard")
        seen.look(screen, "end of round")
        for sheet in ("sheet", "story-sheet", "join-code"):
            screen.locator(f'[data-open="{sheet}"]:visible').first.click()
            expect(screen.locator(f"#{sheet}")).to_be_visible()
            for summary in screen.locator(f"#{sheet} details > summary").all():
                summary.click()
            seen.look(screen, sheet)
            screen.locator(f"#{sheet} > [data-close]").click()
        finish(phones["red"], level)
        expect(screen.locator("#end-words")).to_be_visible()
        expect(screen.locator("html[data-ceremony]")).to_have_count(0)
        seen.look(screen, "podium")
        seen.agree()


def test_the_cover_of_a_shared_device(house: House, people: People) -> None:
    seen = Inspector()
    with house.open_table().sit("red") as group:
        red = phone_at(people, seat_page(group, "red"), viewport=LARGE)
        with group.phone("red") as phone:
            phone.must("sit", seat="blue", name="Olena", phone=False)
        with group.host() as host:
            host.must("begin")
        expect(red.locator("#pick")).to_be_visible()
        red.goto(f"{house.url}/t/{group.code}/blue")
        expect(red.locator(".cover")).to_be_visible()
        seen.look(red, "cover")
        red.locator("a.main").tap()
        expect(red.locator("#pick")).to_be_visible()
        seen.look(red, "a shared seat")
        seen.agree()


def test_a_seat_on_the_table_screen(house: House, people: People) -> None:
    seen = Inspector()
    screen, group = at_the_table(house, people)
    with group:
        seen.look(screen, "somebody plays here")
        screen.locator(".play-here").click()
        expect(screen.locator(".cover")).to_be_visible()
        seen.look(screen, "cover on the table screen")
        screen.keyboard.press("Enter")
        expect(screen.locator("#pick")).to_be_visible()
        screen.keyboard.press("2")
        seen.look(screen, "a pick on the table screen")
        seen.agree()
