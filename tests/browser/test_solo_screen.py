"""Alone on a laptop or a tablet: planet, neutral deck and cube beside the phone's own parts. (G)"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from tests.browser.acts import (
    begin_phase,
    code_of,
    ease,
    lock,
    seat_page,
    set_up,
    sit,
    type_number,
)
from tests.browser.conftest import LARGE, SMALL, People
from tests.browser.ruler import TALL, Ruler
from tests.house import Group, House

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
ACROSS: ViewportSize = {"width": 1024, "height": 768}
UPRIGHT: ViewportSize = {"width": 768, "height": 1024}
LAKE, RESEARCH = 66, 96  # an ocean tile; two cards to draw
WIDE = tuple(("normal", size) for size in (LAPTOP, ACROSS, UPRIGHT))


def play_rounds(group: Group, until: int) -> None:
    """The rounds before, as fast as a program plays them."""
    red, host = group.phone("red"), group.host()
    red.catch_up()
    while red.view["round"] < until or red.view["step"] != "planning":
        before = red.n
        if red.view["step"] == "planning":
            red.must("pick_phase", phase=5 if red.view["seats"]["red"]["last_phase"] != 5 else 4)
        else:
            host.must("go_on")
        red.wait_for(lambda view, before=before: view["n"] > before)


def alone(house: House, people: People, until: int = 6, **options: Any) -> tuple[Group, Page]:
    """The planning of this round, before a laptop that plays the only seat."""
    help = options.pop("help", "planet")
    group = house.open_table("solo", difficulty="novice", help=help, **options).sit("red")
    group.host().must("begin")
    play_rounds(group, until)
    page = people.screen(seat_page(group, "red"), viewport=LAPTOP, has_touch=True)
    return group, page


def test_planet_deck_and_cube_stand_beside_the_phone_and_all_of_it_fits(
    house: House, people: People
) -> None:
    """(G1–G3)"""
    group, page = alone(house, people)
    red = group.phone("red")
    ruler = Ruler(page, WIDE)
    beside = page.locator("#slot-beside")
    expect(page.locator("#neutral-deck .is-down")).to_have_count(5)
    expect(page.locator("#neutral-deck")).to_contain_text("shuffled, five face down")
    expect(page.locator("#neutral-cube .is-now")).to_have_text("2")
    expect(page.locator("#how-hard")).to_contain_text("Novice: 2 steps for each move")
    expect(beside).to_contain_text("−30")
    expect(beside.locator(".is-round")).to_contain_text("6")
    ruler.measure("easing", "#neutral-cube", "#how-hard")
    ease(page, "temperature", "−26 °C")
    expect(beside).to_contain_text("−26")
    expect(page.locator("#pick")).to_be_visible()
    ruler.measure("picking", "#neutral-cube", "#how-hard")
    page.set_viewport_size(LAPTOP)
    lock(page, 3)
    card = red.wait_for(lambda view: view["step"] == "phase")["solo"]["card"]
    ruler.measure("the reveal")
    begin_phase(page)
    expect(page.locator(f'#neutral-deck .is-now[data-phase="{card}"]')).to_be_visible()
    expect(page.locator("#neutral-deck")).to_contain_text("4 left, then it is shuffled")
    host = group.host()
    while red.view["phase"] != 3:
        before = red.n
        host.must("go_on")
        red.wait_for(lambda view, before=before: view["n"] > before)
    expect(page.locator("#now-phase-3")).to_be_visible()
    ruler.measure("the action phase", "#neutral-cube", "#how-hard")
    assert ruler.found == []


def test_every_phase_fits_beside_the_planet(house: House, people: People) -> None:
    """The pad stands beside the card on a tablet; no second planet fills the room."""
    with house.open_table("solo", difficulty="specialist", help="cards").sit("red") as group:
        red = group.phone("red")
        group.host().must("begin")
        red.must("choose_corporation", number=212)
        page = people.screen(seat_page(group, "red"), viewport=LAPTOP, has_touch=True)
        ruler = Ruler(page, WIDE)
        for phase in (1, 2, 4, 3, 5):
            expect(page.locator("#pick")).to_be_visible()
            red.must("pick_phase", phase=phase)
            begin_phase(page)
            while red.view["phase"] != phase:
                red.must("done")
            expect(page.locator(f"#now-phase-{phase}")).to_be_visible()
            ruler.measure(f"phase {phase}", "#slot-now .vitals" if phase != 4 else ".after-this")
            if phase == 1:
                type_number(page, 163)
                ruler.measure("a card to pay", "[data-key='0']")
                for number in (163, RESEARCH, LAKE):
                    red.must("play_card", number=number, anyway=True)
                expect(page.locator("#now-ocean")).to_be_visible()
                ruler.measure("an ocean tile, and hands", "#now-ocean .hands")
                red.must("flip_ocean", reward=0)
            elif phase == 3:
                ruler.measure("actions of one card", "#act-43", "#act-47")
            elif phase == 2:
                for number in (43, 47):
                    red.must("play_card", number=number, anyway=True)
                ruler.measure("played")
            while red.view["step"] == "phase":
                red.must("done")
            expect(page.locator("#now-end")).to_be_visible()
            ruler.measure("end of round")
            assert page.locator(".bezel:visible").count() == 1
            red.must("done")
        assert ruler.found == []


def test_the_ways_to_ease_stand_side_by_side_on_every_phone(house: House, people: People) -> None:
    _, page = alone(house, people)
    for size in (SMALL, LARGE, TALL):
        page.set_viewport_size(size)
        warm, dense = boxes(page, ".ease-way[for=ease-temperature]", ".ease-way[for=ease-oxygen]")
        assert warm["x"] + warm["width"] < dense["x"]
        (figures,) = boxes(page, ".ease-way[for=ease-temperature] .ease-figures")
        assert warm["x"] < figures["x"]
        assert figures["x"] + figures["width"] < warm["x"] + warm["width"]


def test_a_planet_that_is_not_known_is_not_drawn_from_its_start(
    house: House, people: People
) -> None:
    """(J4)"""
    group, page = alone(house, people, help="phases")
    group.host().must("set_help", level="planet")
    group.phone("red").must("ask_later")
    expect(page.locator(".ease-figures")).to_have_text(["?", "?"])
    expect(page.locator("#raise")).to_contain_text("Raised on the board")
    expect(page.locator(".beside-reading > b")).to_have_text(["?", "?", "?", "6"])


def boxes(page: Page, *parts: str) -> list[FloatRect]:
    found = [page.locator(part).bounding_box() for part in parts]
    return [box for box in found if box]


def test_the_planet_stands_left_of_the_phone_or_above_it_and_not_on_a_phone(
    house: House, people: People
) -> None:
    _, page = alone(house, people, until=1)
    expect(page.locator("#pick")).to_be_visible()
    for size in (LAPTOP, ACROSS):
        page.set_viewport_size(size)
        sky, now = boxes(page, "#slot-beside", "#slot-now")
        assert sky["x"] == 0 and sky["height"] == size["height"]
        assert sky["x"] + sky["width"] <= now["x"]
        assert 440 <= now["width"] <= 600
    page.set_viewport_size(UPRIGHT)
    sky, deck, now = boxes(page, ".beside-sky", "#neutral-deck", "#slot-now")
    assert sky["x"] + sky["width"] <= deck["x"], "gauge beside the deck"
    assert sky["y"] + sky["height"] <= now["y"], "the phone below both"
    first, second = boxes(page, "label[for=phase-1]", "label[for=phase-2]")
    assert first["y"] == second["y"], "in two columns"
    page.set_viewport_size(LARGE)
    expect(page.locator("#slot-beside")).to_be_hidden()
    expect(page.locator("#cube-stands")).to_contain_text("1 of 5")


def test_split_steps_are_taken_one_by_one(house: House, people: People) -> None:
    """(G3)"""
    group, page = alone(house, people, ease="split")
    expect(page.locator("#slot-dock")).to_contain_text("Step 1 of 2")
    page.locator("#ease-oxygen").tap()
    expect(page.locator("#slot-dock")).to_contain_text("Step 2 of 2")
    page.locator("#ease-temperature").tap()
    expect(page.locator("#pick")).to_be_visible()
    planet = group.phone("red").wait_for(lambda view: view["solo"]["ease"] == 0)["planet"]
    assert (planet["oxygen"], planet["temperature"]) == (1, -28)


def test_a_full_track_cannot_be_chosen(house: House, people: People) -> None:
    """(G3)"""
    group, page = alone(house, people)
    group.phone("red").must("adjust", field="temperature", by=38)
    expect(page.locator(".ease-way.is-full")).to_contain_text("Temperature")
    expect(page.locator("#ease-temperature")).to_have_count(0)
    expect(page.locator("#raise")).to_contain_text("Raise to 2 %")
    page.locator("#raise").tap()
    expect(page.locator("#pick")).to_be_visible()


@pytest.mark.parametrize("tap", ["#raise", "#lapse"])
def test_without_a_planet_the_board_is_raised_by_hand(
    house: House, people: People, tap: str
) -> None:
    """(G3)"""
    group, page = alone(house, people, help="phases")
    expect(page.locator("#raise")).to_contain_text("Raised on the board")
    page.locator(tap).tap()
    expect(page.locator("#pick")).to_be_visible()
    assert group.phone("red").wait_for(lambda view: view["n"])["solo"]["ease"] == 0


def test_a_laptop_that_opened_the_table_and_sits_at_it_plays_on_one_screen(
    house: House, people: People
) -> None:
    """The table screen leads to the seat; nobody else is there to hide it from."""
    screen = people.screen(f"{house.url}/", viewport=LAPTOP, has_touch=True)
    screen.locator(".front-game").first.tap()
    expect(screen.locator("#lobby")).to_be_visible()
    for words in ("Alone", "+ planet"):
        set_up(screen, words)
    table = screen.url
    screen.goto(f"{house.url}/t/{code_of(screen)}")
    sit(screen, "red", "Ann")
    screen.goto(table)
    screen.locator("#begin").tap()
    screen.locator("#big-red .play-here").tap()
    expect(screen.locator("#pick")).to_be_visible()
    expect(screen.locator("#neutral-cube")).to_be_visible()
    screen.goto(table)
    expect(screen.locator("#pick")).to_be_visible()
