"""An evening at a real table: what happens to people, phones and the plug meanwhile."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.acts import (
    answered,
    begin_phase,
    choose,
    done,
    go_on,
    lock,
    new_table,
    open_tab,
    press,
    seat_page,
    sit,
)
from tests.browser.conftest import LARGE, People
from tests.house import Group, House


def host_screen(house: House, people: People, *seats: str) -> tuple[Page, Group]:
    """A table opened on the host's screen, begun as soon as these have sat down."""
    screen = people.screen("about:blank")
    group = Group(house, new_table(screen, house.owner_url), "").sit(*seats)
    screen.locator("#begin").click()
    expect(screen.locator(".headline")).to_contain_text("Everybody is choosing")
    return screen, group


def finish_round(screen: Page) -> None:
    """The host goes on through what is left of the round."""
    round_now = screen.locator('[data-slot="side"] .label > span').first
    number = round_now.inner_text()
    while round_now.inner_text() == number:
        if screen.locator("#reveal").is_visible():  # for a while, or until a tap puts it away
            screen.locator("#reveal").click()
            expect(screen.locator("#reveal")).to_be_hidden()
        go_on(screen)


def test_who_has_no_phone_sits_and_picks_at_the_table_screen(house: House, people: People) -> None:
    screen = people.screen("about:blank")
    code = new_table(screen, house.owner_url)
    ann = people.phone(f"{house.url}/t/{code}")
    sit(ann, "red", "Ann")
    olena = people.phone(f"{house.url}/t/{code}", viewport=LARGE)
    sit(olena, "blue", "Olena")
    screen.locator('[data-open="seat-green"]').click()
    screen.locator("#seat-form-green input[name=name]").fill("Taras")
    screen.locator("#seat-form-green button").click()
    expect(screen.locator("#lobby-green")).to_contain_text("plays from this screen")
    screen.locator("#begin").click()
    lock(ann, 1)
    lock(olena, 3)
    expect(screen.locator(".headline")).to_contain_text("Waiting for Taras")

    # Behind a cover: nothing of his shows before it opens.
    screen.get_by_role("link", name="Choose here").click()
    expect(screen.locator(".cover h1")).to_have_text("Only Taras looks")
    assert screen.locator("#pick").count() == 0
    screen.locator("a.main").click()
    screen.locator("#phase-4").click()
    answered(screen)
    screen.locator("#lock").click()
    screen.wait_for_url(f"**/table/{code}")

    # All cards turn on all screens.
    for page in (ann, olena, screen):
        expect(page.locator("#reveal")).to_be_visible()
    expect(screen.locator("#reveal")).to_contain_text("Taras")
    for phone in (ann, olena):
        begin_phase(phone)
    for phone in (ann, olena):
        done(phone)
    finish_round(screen)
    expect(screen.locator('[data-slot="side"]')).to_contain_text("Round 2")


def test_a_locked_phase_is_peeked_at_even_after_a_reload(house: House, people: People) -> None:
    screen, group = host_screen(house, people, "red", "blue")
    ann = people.phone(seat_page(group, "red"))
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
    expect(screen.locator("#big-red")).to_contain_text("locked")
    assert "Development" not in screen.locator("#screen").inner_text()


def test_a_phone_that_slept_wakes_with_its_half_made_choice(house: House, people: People) -> None:
    screen, group = host_screen(house, people, "red", "blue", "yellow")
    olena = people.phone(seat_page(group, "blue"), viewport=LARGE)
    kuba = people.phone(seat_page(group, "yellow"))
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
    expect(screen.locator(".headline")).to_contain_text("Waiting for Ann")


def test_the_server_is_killed_between_two_lock_ins(own_house: House, people: People) -> None:
    screen, group = host_screen(own_house, people, "red", "blue", "yellow")
    ann, kuba = (people.phone(seat_page(group, seat)) for seat in ("red", "yellow"))
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


def test_a_seat_whose_battery_is_flat_goes_on_elsewhere(house: House, people: People) -> None:
    """The host says yes; the game waits for nobody else."""
    screen, group = host_screen(house, people, "red", "blue")
    ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
    lock(ann, 2)
    olena.context.close()
    spare = people.phone(f"{house.url}/t/{group.code}")
    spare.locator("#ask-blue").tap()
    screen.get_by_role("button", name="Yes, hand over").click()
    expect(spare.locator("#pick")).to_be_visible()
    lock(spare, 1)
    for page in (ann, spare, screen):
        expect(page.locator("#reveal")).to_be_visible()


def test_last_rounds_phase_is_refused_and_a_pick_is_changed(house: House, people: People) -> None:
    screen, group = host_screen(house, people, "red", "blue")
    with group.phone("red") as red, group.phone("blue") as blue:
        for phone in (red, blue):
            phone.must("pick_phase", phase=2)
    finish_round(screen)
    ann = people.phone(seat_page(group, "red"))
    # It looks refused from the start, and is not lit when it is tapped all the same.
    plate = ann.locator('.plate[for="phase-2"]')
    expect(plate).to_contain_text("Not again: picked last round")
    expect(plate).to_have_css("border-top-style", "dashed")
    choose(ann, 2)
    expect(ann.locator("#lock")).to_have_css("border-top-style", "dashed")
    ann.locator("#lock").tap()
    expect(ann.locator("#refusal")).to_contain_text("You picked this phase last round")
    expect(ann.locator("#refusal-anyway")).to_be_visible()
    lock(ann, 4)
    press(ann, "#change")
    expect(ann.locator("#pick")).to_be_visible()
    lock(ann, 3)
    open_tab(ann, "story")
    expect(ann.locator("#story-lines")).to_contain_text("Olena locked a phase")

    # Olena is late; the host goes on without her, and the story says so.
    finish_round(screen)
    screen.locator('[data-open="story-sheet"]').click()
    expect(screen.locator("#story-lines")).to_contain_text("without")


def test_every_first_tap_awaits_its_second_for_as_long(house: House, people: People) -> None:
    screen, group = host_screen(house, people, "red", "blue")
    with group.phone("red") as red, group.phone("blue") as blue:
        red.must("pick_phase", phase=1)
        blue.must("pick_phase", phase=2)
    screen.locator("#reveal").click()
    expect(screen.locator("#reveal")).to_be_hidden()
    screen.clock.install(time=0)
    screen.clock.pause_at(1_000)
    go, armed = screen.locator("#go-on"), screen.locator("#go-on[data-armed]")
    for _ in range(2):
        go.click()
    expect(screen.locator(".headline")).to_contain_text("Construction")
    screen.clock.run_for(3_000)
    go.click()
    screen.clock.run_for(2_000)  # the time of the first pair has run out, this one's has not
    expect(armed).to_be_visible()
    screen.clock.run_for(2_500)
    expect(armed).to_have_count(0)


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
