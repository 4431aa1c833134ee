"""What people do with their thumbs, by what they see on the screen."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.house import Group

PHASES = {1: "Development", 2: "Construction", 3: "Action", 4: "Production", 5: "Research"}
# `tappedAt` is noted by every page of these tests (conftest.py). Taps of other pages of the same
# browser do not count: one that seats somebody may be answered while the page is already changing.
LIFTED = "() => performance.now() - (window.tappedAt || -1000) > 420"
CALM = f"""() => {{
  if (document.readyState !== 'complete') return false;
  const {{ table, seat, page }} = document.body.dataset;
  const kept = localStorage.getItem(`taps:${{table}}:${{seat || page}}`) || '[]';
  return kept === '[]' && ({LIFTED})();
}}"""


# What moves is at its end at once, and so is what it set moving; what never ends, like a glow,
# moves nothing aside, and what is covered does not move at all, nor does it end.
AT_REST = """async () => {
  const isBounded = (one) => Number.isFinite(one.effect.getComputedTiming().endTime);
  const isSeen = (one) => one.effect.target?.checkVisibility();
  let moving;
  let times = 100;
  do {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    moving = document.getAnimations().filter(isBounded).filter(isSeen);
    for (const one of moving) one.finish();
  } while (times-- && moving.some((one) => one instanceof CSSTransition));
  await new Promise(requestAnimationFrame);
}"""


# The number of the tap that was booked last, and of the move that the table screen shows.
NOTE_MOVES = """() => {
  window.booked = window.shown = 0;
  Table.onAccepted(({ n }) => { window.booked = n; });
  Table.onScreen(({ n, slots }) => { if (slots.side) window.shown = n; });
}"""


def be_at_rest(page: Page) -> None:
    page.evaluate(AT_REST)


def new_table(screen: Page, owner_url: str) -> str:
    """Open the host's screen; the code of its table."""
    screen.goto(owner_url)
    if "/table/" not in screen.url:
        screen.locator(".front-game").first.click()
    expect(screen.locator("#lobby")).to_be_visible()
    return code_of(screen)


def code_of(page: Page) -> str:
    found = re.search(r"/(?:t|table)/([A-Z0-9]+)", page.url)
    assert found
    return found[1]


def sit(phone: Page, seat: str, name: str) -> None:
    """Tap the colour, type the name, sit: three taps with the scan."""
    phone.locator(f"#sit-{seat}").tap()
    expect(phone.locator('#join input[name="name"]')).to_be_focused()
    phone.keyboard.type(name)
    phone.locator("#sit").tap()
    expect(phone.locator(f"#lobby-{seat}").or_(header(phone)).filter(has_text=name)).to_be_visible()


def header(phone: Page) -> Locator:
    return phone.locator('[data-slot="header"]')


def set_up(screen: Page, words: str) -> None:
    """The host taps one of the ways to play, and it is the chosen one."""
    answered(screen)
    way = screen.locator(".way-choice:visible").filter(has_text=words)
    way.click()
    expect(way).to_have_attribute("aria-current", "true")


def choose(phone: Page, phase: int) -> None:
    phone.locator(f"#phase-{phase}").tap()


def lock(phone: Page, phase: int) -> None:
    """Choose and lock; afterwards only the back of a card is to be seen."""
    choose(phone, phase)
    press(phone, "#lock")
    phone.locator("#peek, #reveal").first.wait_for(state="attached")


def begin_phase(phone: Page) -> None:
    """Look at the turned cards and go on."""
    phone.locator('#reveal [data-dismiss="reveal"]').tap()
    expect(phone.locator("#reveal")).to_be_hidden()


def answered(phone: Page) -> None:
    """The page is there, its taps have come back, and the finger has left it for a moment.

    Until then the same tap again counts as one with it, and one on the same spot as a bounce.
    """
    phone.wait_for_function(CALM)


def lift(phone: Page) -> None:
    """The finger has left the screen for a moment, whether or not the tap has come back."""
    phone.wait_for_function(LIFTED)


def press(phone: Page, button: str) -> None:
    """Tap as people do: one thing after another."""
    answered(phone)
    phone.locator(button).tap()


def done(phone: Page) -> None:
    press(phone, "#done")


def go_on(screen: Page) -> None:
    """The host goes on without those who are late: a tap, another to be sure, and it is shown."""
    answered(screen)
    screen.evaluate(NOTE_MOVES)
    for _ in range(2):
        screen.locator("#go-on").click()
    screen.wait_for_function("() => booked && shown >= booked")


def open_tab(phone: Page, name: str) -> None:
    phone.locator(f"#tab-{name}").tap()
    expect(phone.locator(f"#panel-{name}")).to_be_visible()


def open_sheet(phone: Page, opener: str, dialog: str) -> Locator:
    """Tap what opens a sheet; it is there as soon as its newest has come."""
    phone.locator(opener).first.tap()
    sheet = phone.locator(f"#{dialog}")
    expect(sheet).to_be_visible()
    return sheet


def act(phone: Page, kind: str, within: str = "") -> None:
    """Tap the one button that makes this move."""
    answered(phone)
    phone.locator(f'{within} button[data-move="{kind}"]:visible').first.tap()


def type_number(phone: Page, number: int) -> None:
    """A card's number on our own pad; afterwards the card is looked at."""
    for digit in str(number):
        phone.locator(f'[data-key="{digit}"]').tap()
    expect(phone.locator("[data-pad]")).to_have_text(str(number))
    expect(phone.locator("[data-look=card] .look-head")).to_be_visible()


def count(phone: Page, part: str, points: int) -> None:
    """What is asked for, on our own pad: the digits and one tap."""
    expect(phone.locator(".count-part:visible h2")).to_have_text(part)
    for key in str(points).replace("-", ""):
        phone.locator(f'.counts [data-key="{key}"]:visible').tap()
    if points < 0:
        phone.locator('.counts [data-key="±"]:visible').tap()
    press(phone, "#count-next")


def play(phone: Page) -> None:
    """Pay and play the card that is looked at."""
    press(phone, "#play-it")
    expect(phone.locator("#play-it")).to_have_count(0)


def take_corporation(phone: Page, number: int) -> None:
    """Type the number of the corporation, look at it, take it."""
    type_number(phone, number)
    play(phone)


def step(phone: Page, within: str, by: int) -> None:
    """Tap plus and minus until the figure has changed by so much, in fives if there are fives."""
    sign = 1 if by > 0 else -1
    fives = phone.locator(f'{within} [data-by="{5 * sign}"]')
    each = 5 if fives.count() else 1
    for _ in range(abs(by) // each if each == 5 else 0):
        fives.tap()
    ones = phone.locator(f'{within} [data-by="{sign}"]')
    for _ in range(abs(by) % 5 if each == 5 else abs(by)):
        ones.tap()


def set_by_hand(phone: Page, field: str, steps: int) -> None:
    """Tap a figure on the open tab, plus or minus, and set it in sight of all."""
    name = field.replace(".", "-")
    phone.locator(f"#set-{name}").tap()
    step(phone, "#adjust", steps)
    was = phone.locator(f"#set-{name}").get_attribute("data-adjust")
    assert was
    press(phone, "#adjust button.main")
    expect(phone.locator(f"#set-{name}")).not_to_have_attribute("data-adjust", was)


def ease(page: Page, parameter: str, to: str) -> None:
    """Take the steps of the neutral cube on this parameter; the button says where that leads."""
    page.locator(f"#ease-{parameter}").tap()
    expect(page.locator(f"#raise .raise-{parameter}")).to_have_text(f"Raise to {to}")
    page.locator("#raise").tap()
    expect(page.locator("#ease")).to_have_count(0)


def seat_page(group: Group, seat: str) -> str:
    """Where a device finds a seat that was taken elsewhere."""
    return f"{group.house.url}/t/{group.code}/mine/{group.tokens[seat]}"
