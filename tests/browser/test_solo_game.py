"""A game alone against the neutral deck, by touch: the marker, the easing, the last five rounds."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.acts import (
    begin_phase,
    code_of,
    count,
    done,
    ease,
    lock,
    open_sheet,
    open_tab,
    press,
    seat_page,
    set_by_hand,
    set_up,
    sit,
    take_corporation,
)
from tests.browser.conftest import People
from tests.house import House
from tests.phone import Phone

STARTING_TR = 5
PHASES = ("Development", "Construction", "Action", "Production", "Research")


def play_rounds(phone: Phone, page: Page, until: int) -> None:
    """The middle of a game, as fast as a program plays it; the page comes along."""
    phone.catch_up()
    view = phone.wait_for(lambda view: view["step"] == "planning")
    while view["round"] < until:
        number = view["round"]
        if view["solo"]["ease"]:
            phone.must("ease", parameter="temperature")
        phone.must("pick_phase", phase=5 if view["seats"]["red"]["last_phase"] != 5 else 4)
        if view["solo"]["orders"]:
            phone.must("order_neutral", phase=view["solo"]["choices"][0])
        phone.wait_for(lambda view: view["step"] == "phase")
        while phone.view["step"] != "planning":
            before = phone.n
            phone.must("done")
            phone.wait_for(lambda view, before=before: view["n"] > before)
        view = phone.wait_for(lambda view, number=number: view["round"] == number + 1)
    expect(page.locator("#screen")).to_contain_text(f"Round {until} of 25")


def finish_round(page: Page, last: str = "#done") -> None:
    """Tap through what is left of a round, to its last button."""
    while True:
        page.locator("#done, #now-end").first.wait_for()  # the cards turn before the screen behind
        if page.locator("#now-end").count():
            break
        was = page.locator("#slot-now > *").get_attribute("id")
        done(page)
        expect(page.locator(f"#{was}")).to_have_count(0)
    press(page, last)


def test_a_solo_game_is_lost_after_twenty_five_rounds(house: House, people: People) -> None:
    group = house.open_table("solo", difficulty="novice", help="cards").sit("red")
    red = group.phone("red")
    screen = people.screen(f"{house.url}/table/{group.code}", has_touch=True)
    page = people.phone(seat_page(group, "red"))
    group.host().must("begin")
    take_corporation(page, 218)

    # Round 1: the neutral card turns with mine.
    expect(page.locator("#pick")).to_be_visible()
    expect(page.locator("#neutral")).to_have_count(0)
    lock(page, 5)
    card = red.wait_for(lambda view: view["step"] == "phase")["solo"]["card"]
    expect(page.locator(f'#reveal [data-phase="{card}"] .is-neutral')).to_be_visible()
    expect(screen.locator("#reveal")).to_contain_text("Neutral")
    expect(screen.locator("#reveal")).to_contain_text(PHASES[card - 1])
    begin_phase(page)
    finish_round(page)

    # Five cards were turned after round 5: the cube moves up, a novice gets two steps.
    play_rounds(red, page, 6)
    expect(page.locator("#ease h1")).to_contain_text("moved to 2: raise 2 steps")
    expect(page.locator("#cube-stands")).to_contain_text("2 of 5")
    expect(page.locator("#cube-stands")).to_contain_text("Novice")
    open_tab(page, "table")
    expect(page.locator("#panel-table .facts")).to_contain_text("2of 5")
    open_tab(page, "now")
    ease(page, "oxygen", "2 %")
    planet = red.wait_for(lambda view: view["solo"]["ease"] == 0)["planet"]
    assert (planet["oxygen"], planet["temperature"]) == (2, -30)
    assert red.view["seats"]["red"]["tr"] == 5

    # The last five rounds: the player says which neutral card lies on top.
    play_rounds(red, page, 21)
    ease(page, "temperature", "−18 °C")
    expect(page.locator("#neutral button")).to_have_count(5)
    lock(page, 1)
    expect(page.locator("#now-locked")).to_contain_text("Lay out the neutral card")
    page.locator('#neutral [data-args*="2"]').tap()
    expect(page.locator('#reveal [data-phase="2"] .is-neutral')).to_be_visible()
    begin_phase(page)
    finish_round(page)
    expect(page.locator("#neutral button")).to_have_count(4)

    # Round 25 is the last, its neutral card the only one left; Mars is far from complete.
    play_rounds(red, page, 25)
    expect(page.locator("#neutral")).to_have_count(0)
    lock(page, 1)
    begin_phase(page)
    finish_round(page, "#finish")
    expect(page.locator("#now-score h2")).to_contain_text("Mars stays cold")
    expect(page.locator("#now-score")).to_contain_text("26 °C are missing. 12 % oxygen is missing")
    expect(screen.locator("#end-words")).to_contain_text("Mars stays cold")
    score = red.wait_for(lambda view: view["score"])
    assert score["won"] is False
    total = score["score"]["red"]["total"]
    expect(page.locator("#score-red strong")).to_have_text(str(total))

    # What is shared says how it ended, and ranks nobody.
    open_sheet(page, '[data-share="share-text"]', "share-text")
    told = re.compile(rf"^Mars stays cold · 26.°C are missing.*\nAnn {total} .*\n.* 25 rounds · ")
    expect(page.locator("#share-text textarea")).to_have_value(told)


def test_a_solo_game_is_won_when_mars_is_complete(house: House, people: People) -> None:
    """All of it by touch, from the front page; the planet is set by hand."""
    screen = people.screen(f"{house.url}/", has_touch=True)
    screen.locator(".front-game").first.tap()
    expect(screen.locator("#lobby")).to_be_visible()
    for words in ("Alone", "Expert", "+ planet"):
        set_up(screen, words)
    page = people.phone(f"{house.url}/t/{code_of(screen)}")
    sit(page, "red", "Ann")
    screen.locator("#begin").tap()
    expect(page.locator("#pick")).to_be_visible()
    lock(page, 3)
    begin_phase(page)
    open_tab(page, "table")
    set_by_hand(page, "temperature", 19)
    set_by_hand(page, "oxygen", 14)
    set_by_hand(page, "oceans", 9)
    expect(screen.locator("#stage-word")).to_contain_text("this phase is the last")
    open_tab(page, "now")
    done(page)
    # Won, whatever the cards are worth; the table does not know them here, so they are counted.
    expect(page.locator(".counts h1")).to_contain_text("Mars lives, you win")
    expect(screen.locator("#end-words")).to_contain_text("Mars lives, victory")
    count(page, "Cards", 7)
    count(page, "On cards", 0)
    expect(page.locator("#now-score h2")).to_contain_text("Mars lives, you win")
    expect(page.locator("#score-red strong")).to_have_text(str(STARTING_TR + 7))
    expect(screen.locator("#total-red b")).to_have_text(str(STARTING_TR + 7))
