"""Rounds walked through step by step, with a ruler laid on every screen that a phone shows."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from assistant.games.ares.cards import CORPORATIONS as CORPORATION_CARDS
from assistant.games.ares.cards import PROJECTS, Colour
from tests.browser.acts import answered, open_tab, type_number
from tests.browser.ruler import Ruler
from tests.house import SEATS
from tests.phone import Phone

LONG_NAME = "Олександра Коваленко"  # as long as a name may be
CORPORATIONS = {"red": 212, "green": 210, "blue": 217, "yellow": 211}
# The bonus of every phase is the red seat's once.
ROUNDS = ((2, 1, 3, 4), (1, 2, 5, 5), (3, 4, 4, 4), (4, 5, 3, 1), (5, 4, 1, 2))
GREEN_CARDS = (163, 124, 116)  # plain; with a requirement and hands; a long name
BLUE_CARDS = (43, 19, 13, 29, 46, 47, 61, MICROBES := 5)
PAID_WITH_MICROBES = 143
HEAT = re.compile("temperature_heat")
ASKING = 80  # plants, microbes or animals
FORBIDDEN = 89  # without heat
EXCHANGE, CHOOSING = 47, 43
# As fast as no finger: the keys of the pad, for two hundred cards.
TYPE = """(number) => {
  const press = (key) => document.querySelector(`.plays [data-key="${key}"]`).click();
  while (document.querySelector('[data-pad]').textContent) press('erase');
  for (const digit of number) press(digit);
}"""
# Own and the other's phase, and whether the cube is taken before them, for a card to swap.
COOP_ROUNDS = ((2, 1, False), (3, 4, False), (5, 5, False), (1, 2, True), (2, 1, True))
# Cards with long words; three of them, with a choice, an exchange and something for hands to do.
COOP_CARDS = (62, 35, 31)
COOP_PLAYED = (32, BOARDS := 15, CHOOSES := 31)
CUBE, DIFFICULTY = "#cube-stands b", "#cube-stands small"


def setup(ruler: Ruler) -> None:
    """A corporation by its number and from the list, and taken."""
    page = ruler.page
    ruler.measure("a corporation's number")
    page.locator("#all-corporations").tap()
    expect(page.locator(".corporations")).to_be_visible()
    ruler.measure("all corporations")
    page.locator(".corporations .link").tap()
    for one in CORPORATION_CARDS:
        look_at(ruler, one.number)
        ruler.measure(f"corporation {one.number}")
    page.locator("#play-it").tap()
    expect(page.locator(".corporation.is-mine")).to_be_visible()
    ruler.measure("corporation taken")


def others(phones: dict[str, Phone], kind: str, *values: int) -> None:
    for seat, value in zip(SEATS[1:], values, strict=True):
        phones[seat].must(kind, phase=value)


def standard(ruler: Ruler, phones: dict[str, Phone], level: str) -> None:
    """Five rounds of four players; what was measured once is not measured again."""
    page, red = ruler.page, phones["red"]
    phones["yellow"].must("rename", seat="yellow", name=LONG_NAME)
    measured: set[str] = set()

    def measure(where: str) -> None:
        if where not in measured:
            ruler.measure(where)
        measured.add(where)

    for number, (own, *rest) in enumerate(ROUNDS, 1):
        expect(page.locator("#pick")).to_be_visible()
        if number < 3:
            measure(f"pick of round {number}")
            page.locator(f"#phase-{own}").tap()
            measure(f"pick of round {number}, chosen")
        red.must("pick_phase", phase=own)
        expect(page.locator("#peek")).to_be_visible()
        measure("locked")
        others(phones, "pick_phase", *rest)
        expect(page.locator("#reveal")).to_be_visible()
        phases = sorted({own, *rest})
        measure(f"reveal of {len(phases)}")
        page.locator('[data-dismiss="reveal"]').tap()
        for phase in phases:
            expect(page.locator(f"#now-phase-{phase}")).to_be_visible()
            where = f"phase {phase}{', own' if own == phase else ''}"
            measure(where)
            if level == "cards" and phase < 3 and own == phase:
                cards(ruler, phones, phase)
            elif level == "mats" and phase < 3 and own == phase:
                prices(ruler, phones, phase)
            elif phase == 3 and level != "phases" and own == phase:
                actions(ruler, phones, level)
            red.move("done", anyway=True)
            expect(page.locator("#take-back")).to_be_visible()
            measure(f"{where}, done")
            for seat in SEATS[1:]:
                phones[seat].must("done")
        expect(page.locator("#now-end")).to_be_visible()
        if number in (1, 5):
            measure(f"end of round {number}")
        if number == 5:
            red.must("done")
            expect(page.locator("#take-back")).to_be_visible()
            measure("end of round, done")
            tabs = ("table",) if level in ("phases", "planet") else ("mat", "table")
            for tab in tabs:
                open_tab(page, tab)
                measure(tab)
            return
        for phone in phones.values():
            phone.must("done")


def cards(ruler: Ruler, phones: dict[str, Phone], phase: int) -> None:
    """Cards looked at by number, with their bill, their reasons and their questions."""
    page, red = ruler.page, phones["red"]
    for number in GREEN_CARDS if phase == 1 else (BLUE_CARDS[0], FORBIDDEN):
        look_at(ruler, number)
        ruler.measure(f"phase {phase}, card {number}")
        page.locator(".pay-button").tap()
        ruler.measure(f"phase {phase}, card {number}, to pay")
        page.locator(".pay-button").tap()
    put_away(ruler)
    red.must("adjust", field="mc", by=60)
    if phase == 1:
        red.must("adjust", field=f"cards.{MICROBES}", by=2)
        look_at(ruler, PAID_WITH_MICROBES)
        ruler.measure("phase 1, a card that microbes may pay")
        page.locator(".another").tap()
        red.must("adjust", field=f"cards.{MICROBES}", by=-2)
    if phase == 2:
        for number in BLUE_CARDS:
            red.move("play_card", number=number, anyway=True)
        page.reload()
        ruler.still()
        page.locator("[data-expand=next]:visible").first.tap()
        ruler.measure("phase 2, the pad for one more")
        look_at(ruler, FORBIDDEN)
        ruler.measure("phase 2, a card that asks and may not be played")
        page.locator(".another").tap()
        page.locator("[data-expand=next]:visible").first.tap()
        look_at(ruler, ASKING)
        ruler.measure("phase 2, a card that asks")
        page.locator(".face-way").first.tap()
        expect(page.locator("#play-it")).to_be_visible()
        ruler.measure("phase 2, its answer")
        page.locator(".another").tap()
    else:
        look_at(ruler, 163)
        page.locator("#play-it").tap()
    expect(page.locator("#play-it")).to_have_count(0)
    ruler.measure(f"phase {phase}, played")


def every_card(ruler: Ruler, phones: dict[str, Phone], phase: int) -> None:
    """All cards of a phase looked at, with figures of two digits and requirements unmet."""
    for field in ("heat", "plants", *(f"production.{one}" for one in ("mc", "heat", "plants"))):
        phones["red"].must("adjust", field=field, by=12)
    phones["red"].must("pick_phase", phase=phase)
    phones["blue"].must("pick_phase", phase=5)
    ruler.page.locator('[data-dismiss="reveal"]').tap()
    expect(ruler.page.locator(f"#now-phase-{phase} [data-pad]")).to_be_visible()
    for card in PROJECTS:
        if (card.colour is Colour.GREEN) == (phase == 1):
            ruler.page.evaluate(TYPE, str(card.number))
            expect(ruler.page.locator("[data-look=card] .look-head")).to_contain_text(card.name)
            ruler.measure(f"card {card.number}, {card.name}")


def put_away(ruler: Ruler) -> None:
    while ruler.page.locator("[data-pad]").inner_text():
        ruler.page.locator("[data-key=erase]").tap()


def look_at(ruler: Ruler, number: int) -> None:
    put_away(ruler)
    type_number(ruler.page, number)


def prices(ruler: Ruler, phones: dict[str, Phone], phase: int) -> None:
    page = ruler.page
    for digit in "14":
        page.locator(f'[data-key="{digit}"]').tap()
    ruler.measure(f"phase {phase}, a price")
    page.locator("#pay").tap()
    phones["red"].wait_for(lambda view: view["seats"]["red"]["cards_by_hand"])
    answered(page)
    ruler.measure(f"phase {phase}, paid")


def actions(ruler: Ruler, phones: dict[str, Phone], level: str) -> None:
    page, red = ruler.page, phones["red"]
    answered(page)
    if level in ("mats", "cards"):
        page.locator("#act-forest_plants").tap()
        expect(page.locator("#refusal")).to_be_visible()
        ruler.measure("action refused")
        page.locator("#refusal-close").tap()
    if level == "cards":
        for number in (EXCHANGE, CHOOSING):
            page.locator(f"#act-{number}").tap()
            expect(page.locator(".use")).to_be_visible()
            ruler.measure(f"action of card {number}")
            page.locator('#look-dock [data-ask="null"]').tap()
    for name, by in (("mc", 30), ("plants", 12), ("heat", 12)):
        red.must("adjust", field=name, by=by)
    if level in ("mats", "cards"):
        expect(page.locator("#convert")).to_be_visible()
        ruler.measure("plants that must be spent")
        red.must("adjust", field="plants", by=-12)
        expect(page.locator("#convert")).to_have_attribute("data-args", HEAT)
        ruler.measure("heat that must be spent")
    page.locator("#act-ocean_mc").tap()
    expect(page.locator("#now-ocean")).to_be_visible()
    ruler.measure("ocean")
    page.locator("#tile-5").tap()
    expect(page.locator("#now-phase-3")).to_be_visible()
    ruler.measure("actions, hands to do")


def solo(ruler: Ruler, phone: Phone, host: Phone) -> None:
    """Twenty-one rounds: the neutral cube's steps, and the last five with their choice."""
    page = ruler.page
    seen = set()
    for number in range(1, 22):
        phone.wait_for(lambda view: view["step"] == "planning")
        if phone.view["solo"]["ease"]:
            expect(page.locator("#ease")).to_be_visible()
            if "ease" not in seen:
                ruler.measure("solo ease", CUBE, DIFFICULTY)
                seen.add("ease")
            phone.must("ease", parameter="oxygen")
        if number in (1, 21):
            expect(page.locator("#pick")).to_be_visible()
            page.locator("#phase-2").tap()
            ruler.measure(f"solo pick of round {number}", CUBE, DIFFICULTY)
        phone.must("pick_phase", phase=3 if number % 2 else 4)
        if phone.view["solo"]["orders"]:
            expect(page.locator("#peek")).to_be_visible()
            ruler.measure("solo locked, neutral card to lay", CUBE, DIFFICULTY)
            return
        phone.wait_for(lambda view: view["step"] == "phase")
        expect(page.locator("#reveal")).to_be_visible()
        if number == 1:
            ruler.measure("solo reveal")
        page.locator('[data-dismiss="reveal"]').tap()
        while phone.view["step"] != "planning":
            before = phone.n
            where = f"solo {phone.view['step']} {phone.view['phase']}"
            if number == 1 and where not in seen:
                if phone.view["step"] == "phase":
                    expect(page.locator(f"#now-phase-{phone.view['phase']}")).to_be_visible()
                else:
                    expect(page.locator("#now-end")).to_be_visible()
                ruler.measure(where, CUBE, DIFFICULTY)
                seen.add(where)
            host.must("go_on")
            phone.wait_for(lambda view, before=before: view["n"] > before)


def coop_cards(ruler: Ruler, red: Phone, phase: int) -> None:
    """The cube to take beside a card that is looked at, actions, hands and an ocean tile."""
    page = ruler.page
    if phase == 2:
        red.must("adjust", field="mc", by=90)
        for number in COOP_CARDS:
            look_at(ruler, number)
            ruler.measure(f"co-op, card {number}")
        put_away(ruler)
        for number in COOP_PLAYED:
            red.move("play_card", number=number, anyway=True)
        expect(page.locator(".played-card .hand").first).to_be_visible()
        ruler.measure("co-op, a card played")
        return
    answered(page)
    page.locator(f"#act-{CHOOSES}").tap()
    expect(page.locator(".use")).to_be_visible()
    ruler.measure("co-op, an action that asks")
    page.locator('#look-dock [data-ask="null"]').tap()
    red.must("card_action", number=BOARDS)
    expect(page.locator(".hand")).to_be_visible()
    ruler.measure("co-op, actions and hands")
    red.must("standard_action", action="ocean_mc")
    expect(page.locator("#now-ocean")).to_be_visible()
    ruler.measure("co-op, an ocean tile and hands")
    red.must("flip_ocean", reward=0)


def coop(ruler: Ruler, phones: dict[str, Phone], level: str) -> None:
    """Cubes to take in every phase, and taken: in the last two rounds early, for a card to swap."""
    page, red = ruler.page, phones["red"]
    for own, other, swaps in COOP_ROUNDS:
        what = "co-op, a card to swap" if swaps else "co-op"
        expect(page.locator("#pick")).to_be_visible()
        red.must("pick_phase", phase=own)
        expect(page.locator("#peek")).to_be_visible()
        phones["blue"].must("pick_phase", phase=other)
        expect(page.locator("#reveal")).to_be_visible()
        page.locator('[data-dismiss="reveal"]').tap()
        if swaps:
            red.must("take_cube", kind="player")
            expect(page.locator("#cubes.fact")).to_be_attached()
        for phase in sorted({own, other}):
            expect(page.locator(f"#now-phase-{phase}")).to_be_visible()
            ruler.measure(f"{what}, phase {phase}")
            if level == "cards" and not swaps and phase == own in (2, 3):
                coop_cards(ruler, red, phase)
            red.must("done")
            expect(page.locator("#take-back")).to_be_visible()
            ruler.measure(f"{what}, phase {phase}, done")
            phones["blue"].must("done")
        expect(page.locator("#now-end")).to_be_visible()
        if own in (1, 2):
            ruler.measure(f"{what}, end of round")
        phones["blue"].must("take_cube", kind="copper")
        if not swaps:
            red.must("take_cube", kind="copper")
        expect(page.locator("#cubes.fact")).to_be_visible()
        if own == 2:
            ruler.measure(f"{what}, end of round, cube taken")
        for phone in phones.values():
            phone.must("done")
