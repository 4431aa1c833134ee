"""A whole standard game with cards by number: four phones and a table screen, all by touch."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.acts import (
    act,
    begin_phase,
    code_of,
    done,
    go_on,
    lock,
    open_tab,
    play,
    press,
    set_by_hand,
    set_up,
    sit,
    step,
    take_corporation,
    type_number,
)
from tests.browser.conftest import People
from tests.house import SEATS, Group, House

CORPORATIONS = {"red": 212, "green": 210, "blue": 217, "yellow": 211}
MC, HEAT, PLANTS = 0, 1, 2
BOOKED = """(was) => !document.querySelector('#done')
  || document.querySelector('#slot-now > *').id !== was"""


def expect_vital(phone: Page, which: int, figure: int) -> None:
    """MC, heat or plants at the top of the phase."""
    shown = phone.locator("dl.vitals:visible").first.locator("dd").nth(which)
    expect(shown).to_have_text(str(figure))


def all_done(*phones: Page) -> None:
    """Everybody is done with the phase or the round."""
    for phone in phones:
        was = phone.locator("#slot-now > *").get_attribute("id")
        done(phone)
        phone.wait_for_function(BOOKED, arg=was)


def begin_round(screen: Page, picks: dict[Page, int]) -> None:
    """Everybody locks, the cards turn on every screen, everybody begins."""
    for phone, phase in picks.items():
        expect(phone.locator("#pick")).to_be_visible()
        lock(phone, phase)
    expect(screen.locator("#reveal")).to_be_visible()
    screen.locator("#reveal").tap()
    for phone in picks:
        begin_phase(phone)


def test_a_standard_game_to_the_podium(house: House, people: People) -> None:
    # The front page opens a table; the host wants all the help there is.
    screen = people.screen(f"{house.url}/", has_touch=True)
    screen.locator(".front-game").first.tap()
    expect(screen.locator("#lobby")).to_be_visible()
    code = code_of(screen)
    set_up(screen, "+ cards")

    phones = {seat: people.phone(f"{house.url}/t/{code}") for seat in SEATS}
    ann, taras, olena, kuba = phones.values()
    for seat, name in zip(SEATS, ("Anna", "Taras", "Olena", "Kuba"), strict=True):
        sit(phones[seat], seat, name)

    # Anna would rather be called Ann.
    ann.locator(".lobby-own").tap()
    ann.locator("#rename-red input[name=name]").fill("Ann")
    ann.locator("#rename-red button").tap()
    expect(screen.locator("#lobby-red")).to_contain_text(re.compile(r"Ann\b"))
    expect(ann.locator("#sheet")).to_be_hidden()

    # Everybody takes a corporation; a look shows what it starts with.
    screen.locator("#begin").tap()
    expect(screen.locator("#laying-out")).to_be_visible()
    for seat, number in CORPORATIONS.items():
        take_corporation(phones[seat], number)
        if seat != "yellow":
            expect(phones[seat].locator(".corporation.is-mine")).to_be_visible()

    # Round 1. Ann changes her mind once, unseen.
    expect(ann.locator("#pick")).to_be_visible()
    lock(ann, 5)
    press(ann, "#change")
    begin_round(screen, {ann: 1, taras: 2, olena: 3, kuba: 4})

    development(screen, ann, taras, olena, kuba)
    construction(ann, taras, olena, kuba)
    action(ann, taras, olena, kuba)
    production(ann, taras, olena, kuba)
    end_of_round(screen, ann, taras, olena, kuba)

    # Round 2. The host goes on through all of it.
    begin_round(screen, {ann: 2, taras: 1, olena: 2, kuba: 1})
    while screen.locator('[data-slot="side"] .label').first.inner_text().startswith("ROUND 2"):
        go_on(screen)

    last_round(screen, ann, taras, olena, kuba)
    podium(house, screen, code, phones)


def development(screen: Page, ann: Page, taras: Page, olena: Page, kuba: Page) -> None:
    """Four ways to play a green card: by number, with sold cards, by name, by hand."""
    # Ann: a second steel by hand; no. 163 then costs 17 - 3 - 2 x 2.
    open_tab(ann, "mat")
    set_by_hand(ann, "steel", 1)
    open_tab(ann, "now")
    type_number(ann, 163)
    expect(ann.locator("[data-look=card] .look-head")).to_contain_text("Microprocessors")
    expect(ann.locator("[data-look=card] .face-bill strong")).to_have_text("10")
    expect(ann.locator("[data-look=card] .face-sum")).to_contain_text("17")
    expect(ann.locator("#play-it")).to_contain_text("Pay 10 and play")
    play(ann)
    expect_vital(ann, MC, 36)
    expect(ann.locator("#now-phase-1 .hands")).to_be_visible()
    expect(screen.locator("#newest")).to_contain_text("Microprocessors")

    # Taras: 27 MC, no. 187 costs 30. The table offers to sell a card.
    type_number(taras, 187)
    taras.locator("[data-look=dock] [data-ask*='\"discard\"']").tap()
    expect(taras.locator("[data-look=card] .face-bill strong")).to_have_text("27")
    play(taras)
    expect_vital(taras, MC, 0)

    # Olena finds Sponsors by a part of its name: 5, and 3 less for Teractor.
    olena.locator('[data-key="letters"]').tap()
    expect(olena.locator("[data-find]")).to_be_focused()
    olena.keyboard.type("onsor")
    olena.locator('[data-look=card] [data-ask*="190"]').tap()
    expect(olena.locator("[data-look=card] .face-bill strong")).to_have_text("2")
    play(olena)
    expect_vital(olena, MC, 49)
    # She takes it back, and makes it again from the story.
    olena.locator("#take-back-tool").tap()
    expect_vital(olena, MC, 51)
    open_tab(olena, "story")
    press(olena, "#again")
    expect(olena.locator("#again")).to_have_count(0)
    open_tab(olena, "now")
    expect_vital(olena, MC, 49)

    # Kuba's card is not in the box: by hand, for 5.
    kuba.locator('[data-open="by-hand"]').tap()
    step(kuba, "#by-hand", 5)
    expect(kuba.locator("#by-hand-form button.main")).to_contain_text("Pay 5 and play")
    kuba.locator("#by-hand-form button.main").tap()
    expect_vital(kuba, MC, 23)
    all_done(ann, taras, olena, kuba)


def construction(ann: Page, taras: Page, olena: Page, kuba: Page) -> None:
    """Sell two cards for Tardigrades; the bonus as a card."""
    expect(taras.locator("#now-phase-2")).to_be_visible()
    open_tab(taras, "mat")
    taras.locator('#my-mat [data-open="sell-cards"]').tap()
    step(taras, "#sell-cards", 2)
    expect(taras.locator("#sell-form button.main")).to_contain_text("Sell for 6 MC")
    taras.locator("#sell-form button.main").tap()
    expect(taras.locator("#set-mc b")).to_have_text("6")
    open_tab(taras, "now")
    type_number(taras, 58)
    play(taras)
    expect_vital(taras, MC, 0)
    taras.locator("#next-card").tap()
    taras.locator("#draw-bonus").tap()
    expect(taras.locator("#draw-bonus")).to_have_count(0)
    all_done(taras, ann, olena, kuba)


def action(ann: Page, taras: Page, olena: Page, kuba: Page) -> None:
    """Every standard action, an ocean tile, the action of a blue card."""
    expect(olena.locator("#now-phase-3")).to_be_visible()
    olena.locator("#act-ocean_mc").tap()
    expect(olena.locator("#now-ocean")).to_be_visible()
    olena.locator("#tile-2").tap()
    expect_vital(olena, MC, 49 - 15 + 4)
    olena.locator("#act-temperature_mc").tap()
    expect_vital(olena, MC, 38 - 14)
    olena.locator("#act-forest_mc").tap()
    expect_vital(olena, MC, 24 - 20)

    # Ann has 8 plants and 8 heat: she plants, and is offered the other at the end.
    open_tab(ann, "mat")
    set_by_hand(ann, "heat", 8)
    set_by_hand(ann, "plants", 8)
    open_tab(ann, "now")
    ann.locator("#act-forest_plants").tap()
    expect_vital(ann, PLANTS, 0)
    done(ann)
    expect(ann.locator("#refusal")).to_be_visible()
    ann.locator("#refusal-close").tap()
    expect(ann.locator("#convert")).to_contain_text("Warm the planet")
    ann.locator("#act-temperature_heat").tap()
    expect_vital(ann, HEAT, 0)
    expect(ann.locator("#convert")).to_have_count(0)

    # A microbe onto Tardigrades.
    taras.locator("#act-58").tap()
    expect(taras.locator("#act-58")).to_contain_text("used once")
    all_done(ann, taras, olena, kuba)


def production(ann: Page, taras: Page, olena: Page, kuba: Page) -> None:
    """The sum spelled out, one tap to book it."""
    sums = {
        ann: "0 production + 7 TR = 7 to take",
        taras: "0 production + 5 TR = 5 to take",
        olena: "2 production + 8 TR = 10 to take",
        kuba: "0 production + 5 TR + 4 your bonus = 9 to take",
    }
    for phone, words in sums.items():
        spelled = re.compile(r"\s*".join(re.escape(word) for word in words.split()))
        expect(phone.locator(".earn .sum")).to_have_text(spelled)
    expect(ann.locator(".take").first).to_contain_text("+3")
    expect(taras.locator(".take").first).to_contain_text("+5")
    all_done(ann, taras, olena, kuba)
    open_tab(kuba, "mat")
    expect(kuba.locator("#set-mc b")).to_have_text(str(23 + 9))
    expect(kuba.locator("#set-heat b")).to_have_text("3")
    open_tab(kuba, "now")


def end_of_round(screen: Page, ann: Page, taras: Page, olena: Page, kuba: Page) -> None:
    """Cards sold down to ten; a pause for the pizza."""
    expect(ann.locator("#now-end")).to_be_visible()
    step(ann, "#sell", 3)
    ann.locator("#sell button.is-firm").tap()
    expect(screen.locator("#newest")).to_contain_text("Ann")
    open_tab(ann, "mat")
    expect(ann.locator("#set-mc b")).to_have_text(str(36 + 7 + 9))
    open_tab(ann, "now")

    ann.locator(".me-button").tap()
    act(ann, "pause", "#sheet")
    expect(screen.locator("#paused")).to_be_visible()
    expect(kuba.locator("#paused")).to_be_visible()
    act(kuba, "resume", "#paused")
    expect(screen.locator("#paused")).to_have_count(0)
    ann.locator("#sheet [data-close]").first.tap()
    all_done(ann, taras, olena, kuba)


def last_round(screen: Page, ann: Page, taras: Page, olena: Page, kuba: Page) -> None:
    """The planet is brought near its end by hand; the last three steps are paid for."""
    expect(ann.locator("#pick")).to_be_visible()
    begin_round(screen, {ann: 3, taras: 3, olena: 3, kuba: 3})
    open_tab(ann, "table")
    # -26 + 2 x 16 degrees, 2 + 11 %, 1 + 7 oceans: each one step less than full
    set_by_hand(ann, "temperature", 16)
    set_by_hand(ann, "oxygen", 11)
    set_by_hand(ann, "oceans", 7)
    expect(screen.locator("#stage-word")).to_contain_text("3 steps to go")
    open_tab(ann, "mat")
    set_by_hand(ann, "mc", 40)
    open_tab(ann, "now")
    ann.locator("#act-temperature_mc").tap()
    expect(screen.locator("#dial-temperature .news-figure")).to_have_text("+8")
    ann.locator("#act-forest_mc").tap()
    expect(screen.locator("#dial-oxygen .news-figure")).to_have_text("14")
    ann.locator("#act-ocean_mc").tap()
    ann.locator('#now-ocean [data-move="flip_ocean"]').first.tap()
    expect(screen.locator("#stage-word")).to_contain_text("this phase is the last")
    all_done(taras, olena, kuba, ann)


def podium(house: House, screen: Page, code: str, phones: dict[str, Page]) -> None:
    """Everybody's total is the one that programs get; the table names the winner."""
    watcher = Group(house, code, "").watcher()
    score = watcher.wait_for(lambda view: view["score"])["score"]
    names = {seat: view["name"] for seat, view in watcher.view["seats"].items()}
    watcher.close()
    assert score["winners"] == ["red"]
    expect(screen.locator("#end-words")).to_contain_text("Ann wins, Mars lives")
    expect(screen.locator(".podium")).to_have_attribute("data-wins", "red")
    for seat in SEATS:
        total = str(score[seat]["total"])
        expect(screen.locator(f"#total-{seat} b")).to_have_text(total)
        expect(screen.locator(f"#pod-{seat}-tr b")).to_have_text(str(score[seat]["tr"]))
        for phone in phones.values():
            row = phone.locator(f"#score-{seat}")
            expect(row.locator("strong")).to_have_text(total)
            expect(row).to_contain_text(names[seat])
    expect(phones["red"].locator("#now-score h2")).to_contain_text("You win")
    expect(phones["blue"].locator("#now-score h2")).to_contain_text("Ann wins")
    phones["green"].locator('[data-open="card-by-card"]').tap()
    expect(phones["green"].locator("#card-by-card")).to_contain_text("Soletta")
