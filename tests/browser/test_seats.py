"""Two on one phone, and nobody without a way to play: pass, cover, plate, lock, back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts import (
    answered,
    begin_phase,
    done,
    header,
    lift,
    new_table,
    open_sheet,
    open_tab,
    seat_page,
    type_number,
)
from tests.browser.conftest import People
from tests.house import Group, House

HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def two_on_one(group: Group, people: People) -> Page:
    """Ann's phone, on which Olena plays as well."""
    with group.phone("red") as phone:
        phone.must("sit", seat="blue", name="Olena", phone=False)
    return people.phone(seat_page(group, "red"))


def tap(page: Page, *buttons: str) -> None:
    """One tap after the other, each where it is offered."""
    for button in buttons:
        answered(page)
        page.locator(button).tap()


def is_on(page: Page, name: str) -> None:
    expect(header(page)).to_contain_text(name)


def test_two_on_one_phone_play_a_round(house: House, people: People) -> None:
    with house.open_table(help="phases").sit("red", "green") as group:
        page = two_on_one(group, people)
        with group.host() as host, group.phone("green") as taras:
            host.must("begin")
            tap(page, "#phase-1", "#lock")
            taras.must("pick_phase", phase=2)
            expect(page.locator("#now-locked")).to_contain_text("Waiting for Olena, on this phone")

            # Five taps from Ann to Ann: two of them are Olena's own, as on a phone of her own.
            tap(page, "#pass-on")
            expect(page.locator(".cover h1")).to_have_text("Hand it to Olena")
            tap(page, "a.main", "#phase-2", "#lock")
            expect(page.locator(".cover h1")).to_have_text("Back to Ann")
            expect(page.locator(".cover")).to_contain_text("Olena is done.")
            tap(page, "a.main")
            is_on(page, "Ann")

            # Every phase, and the end of the round, in four: done, pass, open, done.
            begin_phase(page)
            for step in ("#now-phase-1", "#now-phase-2", "#now-end"):
                expect(page.locator(step)).to_be_visible()
                taras.must("done")
                tap(page, "#done", "#pass-on", "a.main")
                is_on(page, "Olena")
                done(page)
                expect(page.locator(".cover h1")).to_have_text("Back to Ann")
                tap(page, "a.main")
            expect(page.locator("#pick")).to_be_visible()
            expect(header(page)).to_contain_text("Round 2")


def test_a_phone_of_three_is_covered_for_the_next_one_by_itself(
    house: House, people: People
) -> None:
    with house.open_table(help="phases").sit("red", "green") as group:
        with group.phone("red") as phone:
            phone.must("sit", seat="yellow", name="Kuba", phone=False)
        page = two_on_one(group, people)
        with group.host() as host:
            host.must("begin")
            tap(page, "#phase-1", "#lock", "#pass-on", "a.main", "#phase-2", "#lock")
            expect(page.locator(".cover h1")).to_have_text("Hand it to Kuba")
            tap(page, "a.main", "#phase-3", "#lock")
            expect(page.locator(".cover h1")).to_have_text("Back to Ann")
            expect(page.locator(".cover")).to_contain_text("Waiting for Taras")


def test_a_corporation_is_looked_at_before_the_phone_goes_back(
    house: House, people: People
) -> None:
    with house.open_table(help="mats").sit("red", "green") as group:
        page = two_on_one(group, people)
        with group.host() as host, group.phone("red") as ann:
            host.must("begin")
            ann.must("choose_corporation", number=210)
            tap(page, "#pass-on", "a.main")
            tap(page, *(f'[data-key="{digit}"]' for digit in "212"), "#play-it")
            expect(page.locator(".corporation.is-mine")).to_be_visible()
            expect(page.locator("#pass-on")).to_contain_text("Back to Ann")
            tap(page, "#pass-on")
            expect(page.locator(".cover h1")).to_have_text("Back to Ann")


def test_neither_back_nor_reload_nor_sleep_shows_what_was_covered(
    house: House, people: People
) -> None:
    with house.open_table(help="phases").sit("red", "green") as group:
        page = two_on_one(group, people)
        with group.host() as host:
            host.must("begin")
        tap(page, "#phase-1", "#lock", "#pass-on", "a.main")
        expect(page.locator("#pick")).to_be_visible()
        page.reload()
        expect(page.locator(".cover h1")).to_have_text("Hand it to Olena")
        tap(page, "a.main")
        page.locator("#phase-2").tap()
        page.evaluate(HIDE)
        expect(page.locator(".cover h1")).to_have_text("Hand it to Olena")
        tap(page, "a.main", "#lock")
        expect(page.locator(".cover h1")).to_have_text("Back to Ann")
        page.go_back()
        expect(page.locator(".cover h1")).to_have_text("Hand it to Olena")


def test_out_of_touch_a_shared_phone_covers_itself_and_goes_on_when_it_can(
    house: House, people: People
) -> None:
    with house.open_table(help="phases").sit("red", "green") as group:
        page = two_on_one(group, people)
        with group.host() as host, group.phone("green") as taras:
            host.must("begin")
            tap(page, "#phase-1", "#lock")

            def lose_touch() -> None:
                page.context.set_offline(True)
                page.wait_for_function("() => !Table.socket.connected")

            # Handed on out of touch: nothing of Ann's is left on it, and Olena gets it later.
            expect(page.locator("#pass-on")).to_be_visible()
            lose_touch()
            tap(page, "#pass-on")
            expect(page.locator("#slot-now")).to_be_hidden()
            page.context.set_offline(False)
            expect(page.locator(".cover h1")).to_have_text("Hand it to Olena")

            # Asleep out of touch, with a lock that is kept: it is booked, and goes on to Ann.
            tap(page, "a.main", "#phase-2")
            lose_touch()
            lift(page)
            page.locator("#lock").tap()
            page.evaluate(HIDE)
            expect(page.locator("#slot-now")).to_be_hidden()
            page.context.set_offline(False)
            expect(page.locator(".cover h1")).to_have_text("Back to Ann")
            taras.wait_for(lambda view: view["seats"]["blue"]["locked"])


LONG = "Олександра Коваленко"  # as long as a name may be
# A name is there from its first letter to its last, and nothing stands on it.
IS_WHOLE = """(row) => {
  const [name, more, button] = ["b", "small", ".play-here"].map((one) => row.querySelector(one));
  const placed = [name, more, button, row].map((one) => one.getBoundingClientRect());
  const [words, under, beside, box] = placed;
  return words.right <= beside.left && name.scrollWidth <= name.clientWidth
    && words.top >= box.top && under.bottom <= box.bottom;
}"""


def at_the_table(
    house: House, people: People, name: str = "Kuba", level: str = "planet", **options: Any
) -> tuple[Page, Group]:
    """A table screen, on which somebody without a phone plays; Ann has hers."""
    screen = people.screen("about:blank", **options)
    group = Group(house, new_table(screen, house.owner_url), "")
    group.sit("red")
    if level != "phases":  # the usual one
        do(screen, "set_up", options={"help": level})
    do(screen, "sit", seat="yellow", name=name, phone=False)
    do(screen, "begin")
    return screen, group


def do(page: Page, kind: str, **args: Any) -> None:
    """A tap that this test is not about."""
    answered(page)
    page.evaluate("([kind, args]) => Table.tap(kind, args)", [kind, args])
    answered(page)
    expect(page.locator("#refusal")).to_be_hidden()


def press_keys(screen: Page, *keys: str) -> None:
    for key in keys:
        answered(screen)
        screen.keyboard.press(key)


def go(screen: Page, arrow: str, place: str) -> None:
    """By this arrow to what is tapped there."""
    for _ in range(9):
        press_keys(screen, arrow)
        if screen.locator(place).and_(screen.locator(":focus")).count():
            return
    pytest.fail(f"no way to {place}")


def open_here(screen: Page) -> None:
    """A tap and a key: the row, and the cover that only one looks behind."""
    screen.locator("#big-yellow .play-here").click()
    expect(screen.locator(".cover h1")).to_have_text("Only Kuba looks")
    press_keys(screen, "Enter")
    expect(header(screen)).to_contain_text("Kuba")


def is_closed(screen: Page, group: Group) -> None:
    """It has gone back to everybody's screen, by itself."""
    screen.wait_for_url(f"**/table/{group.code}")


def test_who_has_no_phone_plays_at_the_table_screen_by_keys_alone(
    house: House, people: People
) -> None:
    screen, group = at_the_table(house, people, level="cards")
    with group, group.phone("red") as ann:
        open_here(screen)
        press_keys(screen, "2", "1", "2")
        expect(screen.locator("#play-it")).to_be_visible()
        press_keys(screen, "Enter")
        expect(screen.locator(".corporation.is-mine")).to_be_visible()
        press_keys(screen, "Enter")
        is_closed(screen, group)

        ann.must("choose_corporation", number=210)
        ann.must("pick_phase", phase=1)
        open_here(screen)
        press_keys(screen, "1")
        expect(screen.locator("#phase-1")).to_be_checked()
        press_keys(screen, "2", "Enter")
        is_closed(screen, group)
        screen.locator("#reveal").click()

        ann.must("done")
        open_here(screen)
        press_keys(screen, "Enter")  # what plays nothing has a key of its own
        expect(screen.locator("#now-phase-1")).to_be_visible()
        press_keys(screen, "n")
        is_closed(screen, group)

        open_here(screen)
        press_keys(screen, "2", "9", "Backspace", "8")
        expect(screen.locator("[data-pad]")).to_have_text("28")
        expect(screen.locator("#play-it")).to_contain_text("Pay 12")
        press_keys(screen, "Escape")
        expect(screen.locator(".cover h1")).to_have_text("Only Kuba looks")
        press_keys(screen, "Enter")
        expect(screen.locator("[data-pad]")).to_have_text("28")  # as it was left
        expect(screen.locator("#play-it")).to_be_visible()
        press_keys(screen, "Enter")
        expect(screen.locator("#play-it")).to_have_count(0)
        expect(screen.locator("#panel-now .vitals")).to_contain_text("34")


def test_arrows_plus_and_minus_reach_what_has_no_key_of_its_own(
    house: House, people: People
) -> None:
    screen, group = at_the_table(house, people, level="cards")
    with group, group.phone("red") as ann:
        ann.must("choose_corporation", number=210)
        open_here(screen)
        press_keys(screen, "2", "1", "2", "Enter", "3", "Enter")
        is_closed(screen, group)
        ann.must("pick_phase", phase=2)
        screen.locator("#reveal").click()
        open_here(screen)

        # Ways to pay: plus opens them, then adds to the first; minus takes off.
        press_keys(screen, "2", "8")
        expect(screen.locator(".key-hints > :visible")).to_have_count(5)
        press_keys(screen, "+", "+")
        expect(screen.locator("#play-it")).to_contain_text("Pay 9 and play")
        press_keys(screen, "-")
        expect(screen.locator("#play-it")).to_contain_text("Pay 12 and play")
        press_keys(screen, "Enter")
        expect(screen.locator("#play-it")).to_have_count(0)
        press_keys(screen, "Enter")
        is_closed(screen, group)
        ann.must("done")

        # From button to button by arrows, each in sight; Enter presses the one that has the focus.
        open_here(screen)
        mc = screen.locator("#act-temperature_mc")
        press_keys(screen, "ArrowDown", "ArrowRight", "ArrowDown")
        expect(mc).to_be_focused()
        assert mc.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
        press_keys(screen, "Enter")
        expect(screen.locator("#panel-now .vitals")).to_contain_text("20")

        # A figure of the mat, set by hand.
        go(screen, "ArrowDown", "[role=tab]")
        go(screen, "ArrowLeft", "#tab-mat")
        press_keys(screen, "Enter")
        expect(screen.locator("#panel-mat")).to_be_visible()
        go(screen, "ArrowUp", "#set-mc")
        press_keys(screen, "Enter")
        expect(screen.locator("#adjust")).to_be_visible()
        press_keys(screen, "+", "+", "+", "-", "Enter")
        expect(screen.locator("#set-mc")).to_contain_text("22")
        expect(screen.locator("#adjust")).to_be_hidden()
        press_keys(screen, "Escape")
        expect(screen.locator(".cover h1")).to_have_text("Only Kuba looks")


def test_points_are_counted_at_the_table_screen_by_keys_alone(house: House, people: People) -> None:
    screen, group = at_the_table(house, people, level="phases")
    with group, group.phone("red") as ann:
        ann.must("declare_terraformed")
        screen.get_by_role("link", name="Kuba: Count here").click()
        press_keys(screen, "Enter")
        expect(header(screen)).to_contain_text("Kuba")
        answered(screen)
        counted = {"Terraform rating": "12", "Forests": "3", "Cards": "2-", "On cards": "0"}
        for part, keys in counted.items():
            expect(screen.locator(".count-part:visible h2")).to_have_text(part)
            press_keys(screen, *keys, "Enter")
        is_closed(screen, group)
        score = ann.wait_for(lambda view: not view["score"]["yellow"]["open"])["score"]["yellow"]
        assert score["total"] == 12 + 3 - 2


def test_letters_typed_at_the_table_screen_find_by_name(house: House, people: People) -> None:
    screen, group = at_the_table(house, people, level="cards")
    with group:
        open_here(screen)
        press_keys(screen, "t", "h", "a")
        expect(screen.locator("[data-find]")).to_have_value("tha")
        expect(screen.locator("[data-look=card]")).to_contain_text("Tharsis Republic")
        press_keys(screen, "Escape")
        expect(screen.locator("[data-find]")).to_be_hidden()
        press_keys(screen, "t", "h", "a")
        expect(screen.locator("[data-look=card]")).to_contain_text("Tharsis Republic")
        press_keys(screen, "Enter")
        expect(screen.locator("#play-it")).to_be_visible()


def test_what_nobody_touches_is_covered_and_then_closed(house: House, people: People) -> None:
    screen, group = at_the_table(house, people)
    with group:
        screen.clock.install()
        open_here(screen)
        screen.locator("#phase-3").click()
        screen.clock.fast_forward(59_000)
        expect(screen.locator("#phase-3")).to_be_checked()
        screen.keyboard.press("2")
        screen.clock.fast_forward(59_000)
        expect(screen.locator("#phase-2")).to_be_checked()
        screen.clock.fast_forward(1_000)
        expect(screen.locator(".cover h1")).to_have_text("Only Kuba looks")
        screen.clock.fast_forward(60_000)
        is_closed(screen, group)


def test_a_seat_on_the_table_screen_stays_dark_in_every_light(house: House, people: People) -> None:
    screen, group = at_the_table(house, people)
    with group:
        screen.evaluate("localStorage.setItem('theme', 'light')")
        screen.context.add_cookies([{"name": "theme", "value": "light", "url": house.url}])
        screen.emulate_media(color_scheme="light")
        table = f"{house.url}/table/{group.code}"
        for address in (table, f"{table}/yellow", f"{table}/yellow?open=1"):
            screen.goto(address)
            night = screen.evaluate("getComputedStyle(document.documentElement).colorScheme")
            assert night == "dark", address


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_the_way_to_play_here_hides_no_name(
    house: House, people: People, width: int, height: int
) -> None:
    seen = {"viewport": {"width": width, "height": height}, "locale": "uk"}
    screen, group = at_the_table(house, people, LONG, level="mats", **seen)
    with group, group.phone("red") as ann:
        row = screen.locator("#big-yellow")

        def look(words: str) -> None:
            expect(row.locator(".play-here")).to_have_text(words)
            assert row.locator("b").inner_text() == LONG
            assert row.evaluate(IS_WHOLE), words

        look("Обрати тут")
        do(screen, "go_on")
        look("Обрати тут")
        ann.must("pick_phase", phase=2)
        screen.goto(f"{house.url}/table/{group.code}/yellow")
        expect(screen.locator(".cover h1")).to_contain_text(LONG)
        press_keys(screen, "Enter", "1", "Enter")
        screen.wait_for_url(f"**/table/{group.code}")
        screen.locator("#reveal").click()
        look("Грати тут")
        screen.goto(f"{house.url}/table/{group.code}/yellow?open=1")
        press_keys(screen, "Enter")
        name = header(screen).locator("b")
        assert name.inner_text() == LONG
        assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")


# Nothing of it is cut off, and it stands in its box.
IS_IN = """(words) => {
  const box = words.closest("li, header").getBoundingClientRect();
  const own = words.getBoundingClientRect();
  return words.scrollWidth <= words.clientWidth + 1
    && own.left >= box.left && own.right <= box.right
    && own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
}"""


@pytest.mark.parametrize(("guest", "owner"), [("Olena", "Ann"), (LONG, "Maksymilian Kowalczy")])
def test_who_holds_a_seat_stands_under_its_name_on_every_screen(
    house: House, people: People, guest: str, owner: str
) -> None:
    with house.open_table(help="mats").sit("red", "green") as group:
        with group.phone("red") as ann:
            ann.must("rename", seat="red", name=owner)
            ann.must("sit", seat="blue", name=guest, phone=False)
        page = people.phone(seat_page(group, "red"))
        taras = people.phone(seat_page(group, "green"))
        screen = people.screen(f"{house.url}/table/{group.code}")
        with group.host() as host, group.phone("red") as ann, group.phone("green") as other:
            host.must("begin")
            host.must("go_on")

            def look(at: Locator, where: str) -> None:
                """The name is whole, and who holds the seat stands below it."""
                for words in at.locator("b:not(.planet-figures b, .news-figure), .plays-on").all():
                    assert words.evaluate(IS_IN), words.inner_text()
                expect(at.locator(".plays-on")).to_have_text(where, use_inner_text=True)
                expect(at).to_contain_text(guest)

            held = f"on {owner}’s phone"
            ann.must("pick_phase", phase=1)
            other.must("pick_phase", phase=1)
            look(taras.locator("#cell-blue"), held)
            look(page.locator("#cell-blue"), "on this phone")
            look(screen.locator("#big-blue"), held)
            waits = f"Waiting for {guest}, on {owner}’s phone"
            expect(taras.locator("#now-locked .title")).to_have_text(waits)
            tap(page, "#pass-on", "a.main")
            assert header(page).locator("b").evaluate(IS_IN)
            expect(header(page)).to_contain_text(held)
            tap(page, "#phase-2", "#lock")
            begin_phase(taras)
            open_tab(taras, "table")
            look(taras.locator("#planet-row-blue"), held)
            screen.locator("#reveal").click()
            look(screen.locator("#big-blue"), held)
            host.must("play_from", seat="blue", where="table")
            look(taras.locator("#planet-row-blue"), "at the table screen")


def move_to(page: Page, seat: str, where: str) -> None:
    """From the sheet of whoever holds the seat: a tap, and another to be sure."""
    page.locator(f"#elsewhere-{seat} > summary").tap()
    way = page.locator(f'#elsewhere-{seat} button[data-args*="{where}"]')
    way.tap()
    lift(page)
    way.tap()


def test_a_seat_goes_from_the_table_screen_to_a_phone_and_back(
    house: House, people: People
) -> None:
    screen, group = at_the_table(house, people)
    with group:
        kuba = people.phone(f"{house.url}/t/{group.code}")
        kuba.locator("#ask-yellow").tap()
        screen.locator('button[data-move="hand_over"]').click()
        expect(header(kuba)).to_contain_text("Kuba")
        expect(screen.locator("#big-yellow .play-here")).to_have_count(0)
        open_sheet(kuba, '[data-open="sheet"]', "sheet")
        move_to(kuba, "yellow", "table")
        expect(kuba.locator("#join")).to_be_visible()
        open_here(screen)
        expect(screen.locator("#pick")).to_be_visible()


def test_a_guest_moves_on_from_the_cover_of_the_phone(house: House, people: People) -> None:
    with house.open_table(help="phases").sit("red", "green") as group:
        page = two_on_one(group, people)
        with group.host() as host, group.phone("green") as taras:
            host.must("begin")
            tap(page, "#phase-1", "#lock", "#pass-on", "a.main", "#phase-2", "#lock")
            expect(page.locator(".cover h1")).to_have_text("Back to Ann")
            tap(page, ".is-links a")
            expect(page.locator("#sheet")).to_be_visible()
            move_to(page, "blue", "green")
            expect(page.locator("#elsewhere-blue")).to_have_count(0)
            taras.wait_for(lambda view: view["story"][-1]["text"].startswith("Olena"))


def test_who_is_moved_by_the_host_is_told_and_chooses_again(house: House, people: People) -> None:
    with house.open_table(help="phases").sit("red", "green") as group:
        page = people.phone(seat_page(group, "red"))
        with group.host() as host, group.phone("green") as taras:
            host.must("begin")
            taras.must("pick_phase", phase=4)
            host.must("play_from", seat="green", where="red")
            tap(page, "#phase-1", "#lock", "#pass-on", "a.main")
            is_on(page, "Taras")
            expect(page.locator("#news")).to_contain_text("your secret choice is void")
            expect(page.locator("#phase-4")).not_to_be_checked()
            tap(page, "#noted")
            expect(page.locator("#news")).to_have_count(0)
            tap(page, "#phase-2", "#lock")
            host.wait_for(lambda view: view["seats"]["green"]["picked"] == 2)


def test_what_is_open_on_the_table_screen_closes_when_the_seat_moves(
    house: House, people: People
) -> None:
    screen, group = at_the_table(house, people)
    with group:
        open_here(screen)
        do(screen, "play_from", seat="yellow", where="red")
        is_closed(screen, group)


def test_a_seat_goes_around_in_the_middle_of_a_phase(house: House, people: People) -> None:
    """From a phone to a neighbour's, to the table screen, to a phone again; reloaded everywhere."""
    upright = {"width": 768, "height": 1024}
    screen, group = at_the_table(house, people, level="cards", viewport=upright)
    with group, group.phone("red") as ann:
        ann.must("choose_corporation", number=210)
        kuba = people.phone(f"{house.url}/t/{group.code}")
        kuba.locator("#ask-yellow").tap()
        screen.locator('button[data-move="hand_over"]').click()
        expect(header(kuba)).to_contain_text("Kuba")
        do(kuba, "choose_corporation", number=212)
        do(kuba, "pick_phase", phase=2)
        ann.must("pick_phase", phase=2)
        ann.must("done")

        def has_typed(page: Page) -> None:
            expect(page.locator("[data-pad]")).to_have_text("28")
            expect(page.locator("#play-it")).to_contain_text("Pay 12")

        type_number(kuba, 28)
        kuba.reload()
        has_typed(kuba)

        kuba.evaluate("Table.tap('play_from', { seat: 'yellow', where: 'red' })")
        expect(kuba.locator("#join")).to_be_visible()
        page = people.phone(seat_page(group, "red"))
        tap(page, "#pass-on", "a.main")
        type_number(page, 28)
        page.reload()
        tap(page, "a.main")
        has_typed(page)

        page.evaluate("Table.tap('play_from', { seat: 'yellow', where: 'table' })")
        page.wait_for_url(f"**/t/{group.code}")
        is_on(page, "Ann")
        screen.reload()
        open_here(screen)
        press_keys(screen, "2", "8")
        has_typed(screen)
        screen.reload()
        press_keys(screen, "Enter")
        has_typed(screen)

        kuba.reload()
        tap(kuba, "#ask-yellow")
        screen.locator('button[data-move="hand_over"]').click()
        is_closed(screen, group)
        has_typed(kuba)
        tap(kuba, "#play-it")
        expect(kuba.locator("#panel-now .vitals")).to_contain_text("34")
