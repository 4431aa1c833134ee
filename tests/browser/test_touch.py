"""What thumbs and eyes need: nothing lost, nothing cut off, few taps, and keys that do the same."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts import keep_alive, open_tab, seat_page
from tests.browser.conftest import LARGE, SMALL, People
from tests.house import SEATS, Group, House
from tests.phone import Phone

CORPORATIONS = {"red": 212, "green": 210, "blue": 217, "yellow": 211}

WIDE = """() => {
  const width = document.documentElement.clientWidth;
  const out = [];
  if (document.documentElement.scrollWidth > width) out.push('page is wider than the screen');
  for (const one of document.querySelectorAll('.panel, .body, .dock, .tabs, .head, dialog[open]')) {
    if (one.checkVisibility() && one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).overflowX !== 'visible')
      out.push(`${one.id || one.className} is ${one.scrollWidth - one.clientWidth} px too wide`);
  }
  return out;
}"""
HIGH = """() => [...document.querySelectorAll('html, .panel, .body, .dock, .tabs')]
  .filter((one) => one.checkVisibility() && one.dataset.panel !== 'story')
  .filter((one) => one.tagName === 'HTML' || getComputedStyle(one).overflowY !== 'visible')
  .filter((one) => one.scrollHeight > one.clientHeight + 1)
  .map((one) => `${one.id || one.className} hides ${one.scrollHeight - one.clientHeight} px`)"""
# Scrolled to if it must be, the middle of a button is on the screen and nothing lies over it;
# what goes on beside (rows in pages) is swiped to.
COVERED = """() => {
  const out = [];
  const all = document.querySelectorAll('button, a[href], label.plate, summary');
  for (const one of all) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (one.closest('dialog:not([open])')) continue;
    one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = one.getBoundingClientRect();
    if (!box.width) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const there = document.elementFromPoint(x, y);
    const mine = there && (one.contains(there) || there.contains(one)
      || there.closest('.plate-room, .me')?.contains(one));
    const name = one.id || one.textContent.trim().slice(0, 30) || one.className;
    if (!mine) out.push(`${name} is under ${there ? there.id || there.className : 'the edge'}`);
    else if (box.left < -1 || box.right > innerWidth + 1) out.push(`${name} is cut off`);
    else if (box.top < -1 || box.bottom > innerHeight + 1) out.push(`${name} is cut off`);
  }
  scrollTo(0, 0);
  return out;
}"""


@pytest.fixture
def four(house: House) -> Group:
    return house.open_table(help="cards")


def begin(group: Group) -> dict[str, Phone]:
    """Four sit with their corporations and may pick."""
    group.sit(*SEATS)
    phones = {seat: group.phone(seat) for seat in SEATS}
    with group.host() as host:
        host.must("begin")
    for seat, phone in phones.items():
        phone.must("choose_corporation", number=CORPORATIONS[seat])
    return phones


def pick(phones: dict[str, Phone], *phases: int) -> None:
    for phone, phase in zip(phones.values(), phases, strict=True):
        phone.must("pick_phase", phase=phase)


def test_a_half_typed_number_and_an_open_stepper_survive(four: Group, people: People) -> None:
    """Ten updates from other seats leave the finger alone."""
    with four as group:
        phones = begin(group)
        pick(phones, 1, 2, 1, 3)
        page = people.phone(seat_page(group, "red"))
        page.locator('[data-dismiss="reveal"]').tap()
        for digit in "16":
            page.locator(f'[data-key="{digit}"]').tap()
        for by in range(10):
            phones["blue"].must("adjust", field="mc", by=by + 1)
        expect(page.locator("#story-lines > li").first).to_contain_text("106")
        expect(page.locator("[data-pad]")).to_have_text("16")
        page.locator('[data-key="3"]').tap()
        expect(page.locator("[data-look=card]")).to_contain_text("Microprocessors")

        # The card that is looked at, and a figure half set by hand
        for _ in range(10):
            phones["blue"].must("adjust", field="mc", by=-1)
        expect(page.locator("#story-lines > li").first).to_contain_text("96")
        expect(page.locator("[data-look=card]")).to_contain_text("Microprocessors")
        open_tab(page, "mat")
        page.locator("#set-heat").tap()
        page.locator('#adjust [data-by="5"]').tap()
        page.locator('#adjust [data-by="1"]').tap()
        for _ in range(10):
            phones["blue"].must("adjust", field="mc", by=1)
        expect(page.locator("#story-lines > li").first).to_contain_text("106")
        expect(page.locator("#adjust output")).to_have_text("6")
        expect(page.locator("#adjust")).to_be_visible()
        page.locator("#adjust button.main").tap()
        expect(page.locator("#set-heat b")).to_have_text("6")


def choose_size(page: Page, size: str) -> None:
    page.locator(".me-button").tap()
    page.locator(f'#sheet [data-size-set="{size}"]').tap()
    expect(page.locator("html")).to_have_attribute("data-size", size)
    page.locator("#sheet > [data-close]").tap()


@dataclass
class Ruler:
    """Measures one page in one text size and remembers what does not fit."""

    page: Page
    programs: list[Phone]
    scrolls: bool
    found: list[str] = field(default_factory=list)

    def measure(self, where: str) -> None:
        keep_alive(self.programs)
        self.page.wait_for_timeout(250)
        for script in (WIDE, COVERED) if self.scrolls else (WIDE, HIGH, COVERED):
            self.found += [f"{where}: {one}" for one in self.page.evaluate(script)]


@pytest.mark.parametrize("viewport", [SMALL, LARGE], ids=["360x640", "390x844"])
@pytest.mark.parametrize("size", ["normal", "large", "larger"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_every_phase_in_every_text_size(
    four: Group, people: People, language: str, size: str, viewport: dict[str, int]
) -> None:
    """Never sideways; in the normal size not even down."""
    with four as group:
        phones = begin(group)
        page = people.phone(seat_page(group, "red"), language=language, viewport=viewport)
        ruler = Ruler(page, list(phones.values()), scrolls=size != "normal")
        choose_size(page, size)
        ruler.measure("pick")
        phones["red"].must("pick_phase", phase=2)
        expect(page.locator("#peek")).to_be_visible()
        ruler.measure("locked")
        pick({seat: phones[seat] for seat in SEATS[1:]}, 1, 3, 4)
        expect(page.locator("#reveal")).to_be_visible()
        ruler.measure("reveal")
        page.locator('[data-dismiss="reveal"]').tap()
        for phase in (1, 2, 3, 4):
            expect(page.locator(f"#now-phase-{phase}")).to_be_visible()
            ruler.measure(f"phase {phase}")
            if phase < 3:
                look_at(page, 163 if phase == 1 else 43)
                ruler.measure(f"phase {phase}, a card")
                page.locator("#play-it").tap()
                expect(page.locator("#play-it")).to_have_count(0)
                ruler.measure(f"phase {phase}, played")
            if phase == 3:
                phones["red"].must("adjust", field="mc", by=30)
                page.locator("#act-ocean_mc").tap()
                expect(page.locator("#now-ocean")).to_be_visible()
                ruler.measure("ocean")
                page.locator("#tile-2").tap()
                expect(page.locator("#now-phase-3")).to_be_visible()
            phones["red"].must("done")
            expect(page.locator("#take-back")).to_be_visible()
            ruler.measure(f"phase {phase}, done")
            for seat in SEATS[1:]:
                phones[seat].must("done")
        expect(page.locator("#now-end")).to_be_visible()
        ruler.measure("end of round")
        for tab in ("mat", "table"):
            open_tab(page, tab)
            ruler.measure(tab)
        assert ruler.found == [], "\n" + "\n".join(ruler.found)


def look_at(page: Page, number: int) -> None:
    for digit in str(number):
        page.locator(f'[data-key="{digit}"]').tap()
    expect(page.locator("#play-it")).to_be_visible()


def test_a_phase_is_locked_with_keys_alone(four: Group, people: People) -> None:
    """Tab to the plates, arrows to the third, tab to the lock, enter."""
    with four as group:
        phones = begin(group)
        page = people.phone(seat_page(group, "red"))
        expect(page.locator("#pick")).to_be_visible()
        tab_to(page, "#phase-1, #phase-2, #phase-3, #phase-4, #phase-5")
        page.keyboard.press("Space")
        while not page.locator("#phase-3").is_checked():
            page.keyboard.press("ArrowDown")
        tab_to(page, "#lock")
        page.keyboard.press("Enter")
        expect(page.locator("#peek")).to_be_visible()
        view = phones["red"].wait_for(lambda view: view["you"]["picked"])
        assert view["you"]["picked"] == 3


def tab_to(page: Page, selector: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(f"no way to {selector} by keys")


class Thumb:
    """Counts what it taps."""

    def __init__(self) -> None:
        self.taps = 0

    def __call__(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def count(self) -> int:
        taps, self.taps = self.taps, 0
        return taps


def test_the_commonest_acts_take_few_taps(four: Group, people: People) -> None:
    """The table of docs: lock 2, a card by number 5 with its digits, production 1, and so on."""
    thumb = Thumb()
    with four as group:
        phones = begin(group)
        page = people.phone(seat_page(group, "red"))

        # Lock a phase
        thumb(page.locator("#phase-4"))
        thumb(page.locator("#lock"))
        expect(page.locator("#peek")).to_be_visible()
        assert thumb.count() == 2
        pick({seat: phones[seat] for seat in SEATS[1:]}, 1, 3, 4)
        page.locator('[data-dismiss="reveal"]').tap()

        # Play a card by its number
        for digit in "163":
            thumb(page.locator(f'[data-key="{digit}"]'))
        thumb(page.locator("#play-it"))
        expect(page.locator("#take-back-tool")).to_be_visible()
        phones["red"].wait_for(lambda view: view["seats"]["red"]["cards"])
        assert thumb.count() <= 5

        # Take it back
        thumb(page.locator("#take-back-tool"))
        phones["red"].wait_for(lambda view: not view["seats"]["red"]["cards"])
        assert thumb.count() <= 2
        for seat in SEATS:
            phones[seat].must("done")

        # A standard action
        thumb(page.locator("#act-temperature_mc"))
        phones["red"].wait_for(lambda view: view["planet"]["temperature"] == -28)
        assert thumb.count() <= 2
        for seat in SEATS:
            phones[seat].must("done")

        # Production
        expect(page.locator("#now-phase-4")).to_be_visible()
        thumb(page.locator("#done"))
        expect(page.locator("#take-back")).to_be_visible()
        after = 46 - 14 + 6 + 4  # TR 6 and the bonus
        phones["red"].wait_for(lambda view: view["seats"]["red"]["mc"] == after)
        assert thumb.count() == 1
