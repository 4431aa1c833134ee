"""The lobby: what is played changes in place, on every screen, with the same code and people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.acts import (
    code_of,
    open_sheet,
    open_tab,
    press,
    seat_page,
    set_up,
    sit,
    step,
)
from tests.browser.conftest import LARGE, SCREEN, SMALL, People, add_sheet
from tests.browser.ruler import FAULTS, NAMES, STILL
from tests.house import Group, House
from tests.phone import Phone

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
UPRIGHT: ViewportSize = {"width": 768, "height": 1024}
SIZES = (SMALL, LARGE, UPRIGHT, LAPTOP, SCREEN)
# What lies behind an open sheet is not measured with it.
BEHIND = "html:has(.lobby-sheet[open]) #lobby { visibility: hidden; }"


def seat_here(page: Page, seat: str, name: str) -> None:
    """Somebody without a phone sits down at this very screen."""
    press(page, f'[data-open="seat-{seat}"]')
    page.locator(f"#seat-form-{seat} input[name=name]").fill(name)
    page.locator(f"#seat-form-{seat} button").click()
    expect(page.locator(f"#lobby-{seat}")).to_contain_text(name)


def test_what_is_played_changes_in_place_and_who_does_not_fit_watches(
    house: House, people: People
) -> None:
    screen = people.screen(f"{house.url}/")
    screen.locator(".front-game").first.click()
    expect(screen.locator("#lobby")).to_contain_text("2 more must sit down first")
    code = code_of(screen)
    ann, olena = (people.phone(f"{house.url}/t/{code}") for _ in range(2))
    sit(ann, "red", "Ann")
    sit(olena, "blue", "Olena")
    watching = people.phone(f"{house.url}/t/{code}/watch")
    short = olena.locator(".lobby-short")
    expect(short).to_contain_text("Two to four · Usual · Phases")

    set_up(screen, "+ mats")
    expect(short).to_contain_text("Two to four · Usual · + mats")
    expect(watching.locator(".lobby-short")).to_contain_text("+ mats")
    set_up(screen, "Two together")
    expect(short).to_contain_text("Two together")
    expect(screen.locator("#begin")).to_contain_text("Begin with two")
    assert code_of(screen) == code_of(olena) == code

    # Ann is the first at the table: alone, she stays and Olena watches.
    set_up(screen, "Alone")
    expect(screen.locator("#lobby-red")).to_contain_text("Ann")
    expect(screen.locator("#lobby-blue")).to_have_count(0)
    expect(screen.locator("#begin")).to_contain_text("Begin alone")
    expect(olena.locator("#join h1")).to_contain_text("Every seat is taken")
    olena.locator("a.button.main").tap()
    expect(olena.locator("#lobby-red")).to_contain_text("Ann")
    screen.locator("#begin").click()
    expect(ann.locator("#setup, #pick, #now-setup").first).to_be_visible()


def test_somebody_sits_down_here_and_the_game_begins(house: House, people: People) -> None:
    screen = people.screen(f"{house.url}/", viewport=LAPTOP, has_touch=True)
    screen.locator(".front-game").first.click()
    for seat, name in (("red", "Ann"), ("green", "Taras")):
        seat_here(screen, seat, name)
    expect(screen.locator("#lobby-green")).to_contain_text("plays from this screen")
    screen.locator("#begin").click()
    expect(screen.locator(".headline")).to_be_visible()


def test_whoever_plays_alone_sits_down_at_this_screen(house: House, people: People) -> None:
    screen = people.screen(f"{house.url}/", viewport=LAPTOP, has_touch=True)
    screen.locator(".front-game").first.click()
    expect(screen.locator("#lobby")).to_be_visible()
    code = code_of(screen)
    set_up(screen, "Alone")
    press(screen, '[data-open="seat-red"]')
    screen.locator("#seat-form-red input[name=name]").fill("Lida")
    screen.locator("#seat-form-red button").click()
    screen.wait_for_url(f"**/t/{code}")
    expect(screen.locator("#lobby-red")).to_contain_text("Lida, you")
    screen.locator("#begin").click()
    expect(screen.locator("#pick")).to_be_visible()


def test_a_host_with_a_small_phone_does_it_all(house: House, people: People) -> None:
    ann = people.phone(f"{house.url}/")
    ann.locator(".front-game").first.tap()
    expect(ann.locator("#lobby")).to_be_visible()
    code = code_of(ann)
    ann.goto(f"{house.url}/t/{code}")
    sit(ann, "red", "Ann")
    olena = people.phone(f"{house.url}/t/{code}")
    sit(olena, "blue", "Olena")
    expect(ann.locator("#begin")).to_contain_text("Begin with two")

    # Two taps change it, and the sheet stays open meanwhile.
    ann.locator('[data-open="what-we-play"]').tap()
    set_up(ann, "First game")
    set_up(ann, "+ planet")
    expect(olena.locator(".lobby-short")).to_contain_text("Two to four · First game · + planet")
    expect(ann.locator("#what-we-play")).to_contain_text("2 stay seated")
    expect(ann.locator("#what-we-play")).to_contain_text(f"Code {code} stays")
    ann.locator("#what-we-play button.main").tap()
    expect(ann.locator("#what-we-play")).to_be_hidden()

    ann.locator('[data-open="whole-code"]').tap()
    box = ann.locator("#whole-code .lobby-code").bounding_box()
    assert box and box["width"] > 0.85 * SMALL["width"]
    ann.locator("#whole-code [data-close]").tap()

    seat_here(ann, "green", "Taras")
    expect(ann.locator("#lobby-green")).to_contain_text("plays on your phone")
    expect(olena.locator("#lobby-green")).to_contain_text("plays on Ann’s phone")
    press(ann, "#begin")
    expect(olena.locator("#lobby")).to_have_count(0)
    expect(olena.locator("#pick")).to_be_visible()


def test_another_game_is_played_at_the_same_table(tmp_path: Path, people: People) -> None:
    with House(tmp_path, program=("-m", "tests.tiny")) as house:
        ann = people.phone(f"{house.url}/")
        ann.locator(".front-game").first.tap()
        expect(ann.locator("#lobby")).to_be_visible()
        code = code_of(ann)
        olena = people.phone(f"{house.url}/t/{code}")
        sit(olena, "blue", "Olena")
        watching = people.phone(f"{house.url}/t/{code}/watch")
        expect(watching.locator(".lobby-short")).to_contain_text("Ares Expedition")

        # Every page is another one then, and the host's sheet is still open on it.
        ann.locator('[data-open="what-we-play"]').tap()
        set_up(ann, "Rungs")
        expect(ann.locator("#what-we-play")).to_contain_text(f"Code {code} stays")
        for page in (ann, olena, watching):
            expect(page.locator("body")).to_have_attribute("data-game", "tiny")
            expect(page.locator('link[href*="/tiny-"]')).to_have_count(1)
        expect(olena.locator("#lobby-blue")).to_contain_text("Olena, you")
        expect(watching.locator(".lobby-short")).to_contain_text("Rungs")
        found = measure(ann, "what we play", (SMALL, LARGE))
        ann.locator("#what-we-play button.main").tap()
        found += measure(ann, "the lobby of Rungs", SIZES)
        assert found == [], "\n" + "\n".join(found)


def measure(page: Page, where: str, sizes: tuple[ViewportSize, ...]) -> list[str]:
    """What does not fit, at each of these sizes."""
    add_sheet(page, STILL + BEHIND)
    found = []
    for size in sizes:
        page.set_viewport_size(size)
        page.wait_for_timeout(100)
        how = f"{where}, {size['width']}x{size['height']}"
        found += [f"{how}: {one}" for one in page.evaluate(FAULTS, NAMES)]
    return found


@contextmanager
def sitting(house: House, code: str) -> Iterator[tuple[Group, list[Phone]]]:
    with Group(house, code, "").sit("red", "green", "blue") as group:
        yield group, [group.phone("green")]


@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_lobby_fits_every_screen(house: House, people: People, language: str) -> None:
    screen = people.screen(f"{house.url}/", locale=language, has_touch=True)
    screen.locator(".front-game").first.click()
    expect(screen.locator("#lobby")).to_be_visible()
    found = measure(screen, "table screen, empty", SIZES)
    with sitting(house, code_of(screen)) as (group, programs):
        expect(screen.locator("#begin")).to_be_visible()
        found += measure(screen, "table screen", SIZES)
        phones = {
            "a guest's phone": people.phone(seat_page(group, "blue"), language=language),
            "watching": people.phone(f"{house.url}/t/{group.code}/watch", language=language),
        }
        for where, phone in phones.items():
            expect(phone.locator("#lobby-red")).to_be_visible()
            found += measure(phone, where, (SMALL, LARGE))
        # The same browser by phone, with its sheets open.
        screen.set_viewport_size(SMALL)
        screen.locator('[data-open="whole-code"]').click()
        found += measure(screen, "the code", (SMALL, LARGE))
        screen.locator("#whole-code [data-close]").click()
        screen.locator('[data-open="what-we-play"]').click()
        found += measure(screen, "what we play", (SMALL, LARGE))
        press(screen, '#what-we-play .way-choice[data-args*="solo"]')
        expect(screen.locator("#lobby-blue")).to_have_count(0)
        found += measure(screen, "what we play, alone", (SMALL, LARGE))
        screen.locator("#what-we-play button.main").click()
        found += measure(screen, "alone", SIZES)
        assert programs
    assert found == [], "\n" + "\n".join(found)


@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_front_page_fits_every_screen(own_house: House, people: People, language: str) -> None:
    """One table to go on at and one finished evening, with nothing to scroll on a small phone."""
    page = people.screen(f"{own_house.url}/", locale=language)
    found = measure(page, "nothing yet", SIZES)
    with own_house.open_table().sit("red", "blue") as group:
        host, red, blue = group.host(), group.phone("red"), group.phone("blue")
        host.must("begin")
        red.must("pick_phase", phase=3)
        blue.must("pick_phase", phase=4)
        red.must("declare_terraformed")
        host.must("go_on")
        for phone in (red, blue):
            for part in ("tr", "forests", "cards", "on_cards"):
                phone.must("count", part=part, points=20)
    with own_house.open_table().sit("red", "green", "blue", "yellow") as group:
        group.host().must("begin")
    page.reload()
    expect(page.locator(".front-row.is-lamp")).to_contain_text(group.code)
    expect(page.locator(".front-past .front-row")).to_have_count(1)
    found += measure(page, "front page", SIZES)
    assert found == [], "\n" + "\n".join(found)


def test_a_table_goes_from_one_machine_to_another_as_a_file(
    house: House, own_house: House, people: People, tmp_path: Path
) -> None:
    screen = people.screen(f"{house.url}/", has_touch=True)
    screen.locator(".front-game").first.click()
    code = code_of(screen)
    sit(people.phone(f"{house.url}/t/{code}"), "red", "Ann")
    press(screen, ".lobby-language")
    with screen.expect_download() as saved:
        press(screen, "#as-a-file")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == f"mars-table-{code}.json"

    there = people.screen(f"{own_house.url}/", has_touch=True)
    press(there, '[data-open="bring"]')
    there.locator("#bring input").set_input_files(file)
    press(there, "#bring .main")
    expect(there.locator("#lobby-red")).to_contain_text("Ann")
    assert code_of(there) == code
    # Ann's phone is not known there: it asks for the seat, and the host says yes.
    phone = people.phone(f"{own_house.url}/t/{code}")
    phone.locator("#ask-red").tap()
    press(there, '[data-move="hand_over"]')
    expect(phone.locator("#lobby-red")).to_contain_text("Ann, you")


def test_a_table_is_taken_off_the_list_after_a_question(house: House, people: People) -> None:
    screen = people.screen(f"{house.url}/", has_touch=True)
    screen.locator(".front-game").first.click()
    code = code_of(screen)
    seat_here(screen, "red", "Ann")
    screen.goto(f"{house.url}/")
    row = screen.locator(f'[data-open="remove-{code}"]')
    row.click()
    press(screen, f"#remove-{code} .front-answers [data-close]")
    expect(row).to_be_visible()
    row.click()
    press(screen, f"#remove-{code} form button")
    expect(row).to_have_count(0)


def test_house_rules_are_named_kept_and_taken_up_on_another_evening(
    own_house: House, people: People
) -> None:
    house = own_house
    with house.open_table().sit("red", "blue") as group:
        ann, olena = _host_and_guest(group, people)
        open_sheet(ann, ".lobby-short", "what-we-play")
        expect(ann.locator(".way.is-rules")).to_have_count(0)  # nothing is kept yet
        sheet = open_sheet(ann, "#what-we-play .open-house", "house")
        name = sheet.locator('input[name="name"]')
        name.fill("<Friday>")
        step(ann, "#number-hand_limit", 2)
        press(ann, "#set-house")
        expect(ann.locator("#refusal")).to_contain_text("letters, digits and common signs")
        expect(olena.locator("#house-rules")).to_have_count(0)
        press(ann, "#refusal-close")
        open_sheet(ann, ".lobby-short", "what-we-play")
        open_sheet(ann, "#what-we-play .open-house", "house")
        expect(name).to_have_value("<Friday>")  # to be mended
        name.fill("Friday")
        press(ann, "#set-house")
        expect(ann.locator("#house-rules")).to_have_text("House rules: Friday · hand limit 12")
        expect(olena.locator("#house-rules")).to_have_text(
            "Домашні правила: Friday · ліміт руки 12"
        )
        watching = people.screen(f"{house.url}/table/{group.code}", viewport=LAPTOP)
        press(ann, "#begin")
        expect(watching.locator("#side #house-rules")).to_contain_text("Friday · hand limit 12")
        open_tab(olena, "story")
        expect(olena.locator("#story-lines")).to_contain_text("Friday · ліміт руки 12")
    house.kill()
    house.start()
    with house.open_table().sit("red", "blue") as group:
        ann, olena = _host_and_guest(group, people)
        open_sheet(ann, ".lobby-short", "what-we-play")
        set_up(ann, "Friday")
        expect(olena.locator("#house-rules")).to_contain_text("Friday · ліміт руки 12")
        expect(olena.locator(".way.is-rules, .kept-rules")).to_have_count(0)
        sheet = open_sheet(ann, "#what-we-play .open-house", "house")
        expect(sheet.locator('input[name="name"]')).to_have_value("Friday")
        expect(sheet.locator(".kept-rules")).to_contain_text("hand limit 12")
        press(ann, ".kept-rules [data-move]")
        press(ann, ".kept-rules [data-armed]")
        expect(sheet.locator(".kept-rules")).to_have_count(0)
        expect(olena.locator("#house-rules")).to_contain_text("Friday")  # played on
        sheet.locator("[data-close]").first.tap()
        open_sheet(ann, ".lobby-short", "what-we-play")
        expect(ann.locator(".way.is-rules")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_lobby_with_kept_house_rules_fits_every_screen(
    own_house: House, people: People, language: str
) -> None:
    with own_house.open_table() as group, group.host() as host:
        for name, limit in (("Sunday with grandma", "14"), ("Friday", "12")):
            host.must("set_up", options={"hand_limit": limit}, name=name)
    screen = people.screen(f"{own_house.url}/", locale=language, has_touch=True)
    screen.locator(".front-game").first.click()
    expect(screen.locator(".way.is-rules:visible .way-choice")).to_have_count(3)
    screen.wait_for_load_state()
    found = measure(screen, "kept", SIZES)
    screen.set_viewport_size(LAPTOP)
    set_up(screen, "Friday")
    expect(screen.locator("#house-rules")).to_contain_text("Friday")
    found += measure(screen, "taken up", SIZES)
    screen.set_viewport_size(SMALL)
    screen.locator('[data-open="what-we-play"]').click()
    found += measure(screen, "what we play", (SMALL, LARGE))
    assert found == [], "\n" + "\n".join(found)


def _host_and_guest(group: Group, people: People) -> tuple[Page, Page]:
    """Ann is host on her phone; Olena's speaks Ukrainian."""
    with group.host() as host:
        host.must("hand_host", seat="red")
    return (
        people.phone(seat_page(group, "red")),
        people.phone(seat_page(group, "blue"), language="uk"),
    )
