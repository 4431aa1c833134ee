"""The lobby: what is played changes in place, on every screen, with the same code and people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.acts import code_of, press, seat_page, set_up, sit
from tests.browser.conftest import LARGE, SCREEN, SMALL, People
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
    expect(screen.locator("#lobby")).to_contain_text("2 more sit down first")
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
    expect(olena.locator("#lobby-green")).to_contain_text("plays on the phone of Ann")
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
    page.add_style_tag(content=STILL + BEHIND)
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
