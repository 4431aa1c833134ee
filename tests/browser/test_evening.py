"""An evening at a real table: three rounds, and everything that happens to phones meanwhile."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.acts import answered, begin_phase, choose, done, lock, new_table, press, sit
from tests.browser.conftest import LARGE, People
from tests.house import House


def close_reveal(screen: Page) -> None:
    """The turned cards lie over the whole table screen for a while; a tap puts them away."""
    if screen.locator("#reveal").is_visible():
        screen.locator("#reveal").click()
        expect(screen.locator("#reveal")).to_be_hidden()


def finish_round(screen: Page) -> None:
    """The host goes on through what is left of the round."""
    told = screen.locator("#story-lines > li")
    expect(told).not_to_have_count(0)  # it comes as soon as the page is in touch
    round_now = screen.locator('[data-slot="side"] .label > span').first
    number = round_now.inner_text()
    while round_now.inner_text() == number:
        before = told.count()
        close_reveal(screen)
        answered(screen)
        screen.locator("#go-on").dblclick()  # the second tap confirms the first
        expect(told).not_to_have_count(before)


def test_an_evening_of_three_rounds(own_house: House, people: People) -> None:
    screen = people.screen("about:blank")
    code = new_table(screen, own_house.owner_url)
    join = f"{own_house.url}/t/{code}"

    # Three phones sit down; Taras has none and is seated at the table screen.
    ann = people.phone(join)
    sit(ann, "red", "Ann")
    olena = people.phone(join, viewport=LARGE)
    sit(olena, "blue", "Olena")
    kuba = people.phone(join)
    sit(kuba, "yellow", "Kuba")
    screen.locator('[data-open="seat-green"]').click()
    screen.locator("#seat-form-green input[name=name]").fill("Taras")
    screen.locator("#seat-form-green button").click()
    expect(screen.locator("#lobby-green")).to_contain_text("plays from this screen")
    screen.locator("#begin").click()
    expect(screen.locator(".headline")).to_contain_text("Everybody is choosing")

    # Round 1. Ann locks, peeks, reloads: still locked, and peeking still shows her card.
    lock(ann, 1)
    expect(ann.locator("#face")).not_to_be_visible()
    ann.reload()
    expect(ann.locator("#peek")).to_be_visible()
    box = ann.locator("#peek").bounding_box()
    assert box
    ann.mouse.move(box["x"] + 20, box["y"] + 20)
    ann.mouse.down()
    expect(ann.locator("#face")).to_be_visible()
    expect(ann.locator("#face")).to_contain_text("Development")
    ann.mouse.up()
    expect(ann.locator("#face")).not_to_be_visible()
    assert "Development" not in screen.locator("#screen").inner_text()

    # Olena's phone sleeps with a half-made choice and wakes with it.
    choose(olena, 3)
    olena.context.set_offline(True)
    olena.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(olena.locator("#lost")).to_be_visible()
    lock(kuba, 3)
    olena.context.set_offline(False)
    olena.evaluate("window.dispatchEvent(new Event('online'))")
    expect(olena.locator("#lost")).to_be_hidden()
    expect(olena.locator("#phase-3")).to_be_checked()
    olena.locator("#lock").tap()
    expect(screen.locator(".headline")).to_contain_text("Waiting for Taras")

    # Taras picks at the table screen behind a cover; nothing of his shows before it opens.
    screen.get_by_role("link", name="Pass to Taras").click()
    expect(screen.locator("h1")).to_contain_text("Pass to Taras")
    assert screen.locator("#pick").count() == 0
    screen.locator("a.main").click()
    screen.locator("#phase-4").click()
    screen.locator("#lock").click()
    screen.wait_for_url(f"**/table/{code}")

    # All cards turn on all screens.
    for page in (ann, olena, kuba, screen):
        expect(page.locator("#reveal")).to_be_visible()
    expect(screen.locator("#reveal")).to_contain_text("Taras")
    for phone in (ann, olena, kuba):
        begin_phase(phone)
        done(phone)
    screen.locator("#reveal").click()
    finish_round(screen)
    expect(screen.locator('[data-slot="side"]')).to_contain_text("Round 2")

    # Round 2. The server is killed between two lock-ins and started again.
    expect(ann.locator("#pick")).to_be_visible()
    lock(ann, 2)
    own_house.kill()
    choose(kuba, 5)
    kuba.locator("#lock").tap()
    expect(kuba.locator("html[data-kept]")).to_have_count(1)
    expect(kuba.locator("#lost")).to_be_visible()
    own_house.start()
    expect(kuba.locator("#peek")).to_be_visible()
    expect(ann.locator("#peek")).to_be_visible()
    expect(screen.locator("#big-yellow")).to_contain_text("locked")

    # Olena's battery is flat: she takes her seat over on another phone, the host says yes.
    olena.context.close()
    spare = people.phone(join)
    spare.locator("#ask-blue").tap()
    screen.get_by_role("button", name="Yes, hand over").click()
    expect(spare.locator("#pick")).to_be_visible()
    lock(spare, 1)
    screen.get_by_role("link", name="Pass to Taras").click()
    screen.locator("a.main").click()
    screen.locator("#phase-1").click()
    screen.locator("#lock").click()
    for page in (ann, spare, kuba):
        expect(page.locator("#reveal")).to_be_visible()
    screen.wait_for_url(f"**/table/{code}")
    screen.locator("#reveal").click()
    finish_round(screen)
    expect(screen.locator('[data-slot="side"]')).to_contain_text("Round 3")

    # Round 3. Last round's phase is refused with the reason; somebody takes a slip back.
    begin_phase_if_open(ann)
    choose(ann, 2)
    ann.locator("#lock").tap()
    expect(ann.locator("#refusal")).to_contain_text("You picked this phase last round")
    expect(ann.locator("#refusal-anyway")).to_be_visible()
    lock(ann, 4)
    press(ann, "#change")
    expect(ann.locator("#pick")).to_be_visible()
    lock(ann, 3)
    ann.locator("#tab-story").tap()
    expect(ann.locator("#story-lines")).to_contain_text("Kuba locked a phase")
    finish_round(screen)
    screen.locator('[data-open="story-sheet"]').click()
    expect(screen.locator("#story-lines")).to_contain_text("without")


def begin_phase_if_open(phone: Page) -> None:
    if phone.locator("#reveal").is_visible():
        begin_phase(phone)


def test_what_the_finger_types_survives_updates_from_others(house: House, people: People) -> None:
    """A half-typed name and a chosen colour outlive ten changes made by others."""
    group = house.open_table().sit("red")
    joiner = people.phone(f"{house.url}/t/{group.code}")
    joiner.locator("#sit-blue").tap()
    joiner.keyboard.type("Olen")
    red = group.phone("red")
    for tap in range(10):
        red.must("rename", seat="red", name=f"Ann {tap}")
    expect(joiner.locator("#seat-red")).to_contain_text("Ann 9")
    expect(joiner.locator("#join input[name=name]")).to_have_value("Olen")
    expect(joiner.locator("#join input[name=name]")).to_be_focused()
    expect(joiner.locator("#sit-blue")).to_be_checked()
    red.close()
