"""Two together with the cube pool, by touch: fifteen rounds, and what came of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import (
    begin_phase,
    code_of,
    done,
    lock,
    press,
    seat_page,
    set_up,
    take_corporation,
)
from tests.browser.conftest import People
from tests.house import Group, House
from tests.phone import Phone

ROUNDS = 15
WON_AT = 80


def play_rounds(phones: list[Phone], until: int) -> None:
    """The middle of a game, as fast as programs play it."""
    first = phones[0]
    first.catch_up()
    view = first.wait_for(lambda view: view["step"] == "planning")
    while view["round"] < until:
        number = view["round"]
        for phone in phones:
            phone.must("pick_phase", phase=5 if number % 2 else 3)
        first.wait_for(lambda view: view["step"] == "phase")
        for phone in phones:
            phone.must("take_cube", kind="copper")
        while first.view["step"] != "planning":
            for phone in phones:
                phone.must("done")
            first.catch_up()
        view = first.wait_for(lambda view, number=number: view["round"] == number + 1)


def take(page: Page, kind: str) -> None:
    """A cube from the pool, once a round."""
    page.locator(f'#cubes [data-move="take_cube"][data-args*="{kind}"]').tap()
    expect(page.locator("#cubes")).to_contain_text("Cube taken")


@pytest.mark.parametrize("ending", ["won", "cold"])
def test_a_coop_game_of_fifteen_rounds(house: House, people: People, ending: str) -> None:
    screen = people.screen(f"{house.url}/", has_touch=True)
    screen.locator(".front-game").first.tap()
    expect(screen.locator("#lobby")).to_be_visible()
    for words in ("Two together", "+ cards"):
        set_up(screen, words)
    with Group(house, code_of(screen), "").sit("red", "blue") as group:
        play_it(people, screen, group, ending)


def play_it(people: People, screen: Page, group: Group, ending: str) -> None:
    programs = [group.phone("red"), group.phone("blue")]
    red = programs[0]
    ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
    screen.locator("#begin").tap()
    for page, number in ((ann, 212), (olena, 217)):
        take_corporation(page, number)

    # Round 1: the pool is in sight; each takes a cube before the round may end.
    for page in (ann, olena):
        expect(page.locator("#pick")).to_be_visible()
        lock(page, 5)
    for page in (ann, olena):
        begin_phase(page)
    expect(screen.locator(".side-facts")).to_contain_text("15")
    take(ann, "copper")
    take(olena, "player")
    view = red.wait_for(lambda view: view["coop"]["player_cubes"] == 2)
    assert view["coop"]["copper"] == 26
    assert view["seats"]["red"]["mc"] == 46 + 1
    for page in (ann, olena, ann, olena):
        done(page)
        expect(page.locator("#take-back, #pick, #now-end").first).to_be_visible()
    expect(ann.locator("#pick")).to_be_visible()
    expect(screen.locator(".side-facts")).to_contain_text("14")

    # The middle, and how it went.
    play_rounds(programs, ROUNDS)
    if ending == "won":
        for field, by in (("temperature", 38), ("oxygen", 14), ("oceans", 9), ("tr", 70)):
            red.must("adjust", field=field, by=by)
    expect(ann.locator("#pick")).to_be_visible()

    # Round 15 takes the last cubes; then the pool is empty.
    left = {"copper": 0, "player_cubes": 2, "rounds_left": 1, "goal": WON_AT}
    assert red.view["coop"] == left
    for page in (ann, olena):
        lock(page, 1)
    for page in (ann, olena):
        begin_phase(page)
    for page in (ann, olena):
        expect(page.locator('#cubes [data-args*="copper"]')).to_have_count(0)
        take(page, "player")
    for page in (ann, olena):
        done(page)
    for page in (ann, olena):
        press(page, "#finish")
    view = red.wait_for(lambda view: view["score"])
    total = sum(view["score"][seat]["total"] for seat in ("red", "blue"))
    assert view["won"] is (ending == "won")
    assert (total >= WON_AT) is (ending == "won")
    words = "Mars lives" if ending == "won" else "Mars stays cold"
    for page in (ann, olena):
        expect(page.locator("#now-score h2")).to_contain_text(words)
        expect(page.locator("#now-score")).to_contain_text(f"{total} VP together")
        for seat in ("red", "blue"):
            shown = page.locator(f"#score-{seat} strong")
            expect(shown).to_have_text(str(view["score"][seat]["total"]))
    expect(screen.locator("#end-words")).to_contain_text(words)
    expect(screen.locator("#end-lead")).to_contain_text(
        f"{total} VP together, {WON_AT} were needed"
    )
