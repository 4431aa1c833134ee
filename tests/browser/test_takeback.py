"""Taking back with several phones: a slip is one tap, what leans is shown, who is asked plays."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.acts import answered, begin_phase, new_table, open_tab, press, seat_page
from tests.browser.conftest import People
from tests.house import Group, House
from tests.phone import Phone

FOREST = 20  # MC


def in_action(group: Group, host: Phone) -> dict[str, Phone]:
    """Everybody has chosen the action phase, and has money to act."""
    phones = {seat: group.phone(seat) for seat in group.tokens}
    host.must("begin")
    for phone in phones.values():
        phone.must("done")
    for phone in phones.values():
        phone.must("pick_phase", phase=3)
    for phone in phones.values():
        phone.must("adjust", field="mc", by=2 * FOREST)
    return phones


def opened(people: People, group: Group, *seats: str) -> list[Page]:
    """Their phones; the turned cards have made way for those who acted."""
    pages = [people.phone(seat_page(group, seat)) for seat in seats]
    for page in pages:
        expect(page.locator("#done")).to_be_visible()
    return pages


def turned(phone: Phone) -> int:
    """The number of the reveal."""
    story = phone.wait_for(lambda view: view["step"] == "phase")["story"]
    return next(int(line["n"]) for line in story if line["text"].startswith("III"))


def test_an_own_slip_is_one_tap_although_others_have_moved(house: House, people: People) -> None:
    with house.open_table(help="mats").sit("red", "blue") as group, group.host() as host:
        phones = in_action(group, host)
        (ann,) = opened(people, group, "red")
        slip = phones["red"].must("standard_action", action="forest_mc")
        phones["blue"].must("standard_action", action="temperature_mc")
        open_tab(ann, "story")
        press(ann, f"#undo-{slip}")
        expect(ann.locator(f"#line-{slip}.is-undone")).to_be_visible()
        expect(ann.locator("#goes, .notice")).to_be_hidden()
        view = phones["red"].wait_for(lambda view: not view["seats"]["red"]["forests"])
        assert view["seats"]["red"]["mc"] == 2 * FOREST
        assert view["planet"]["temperature"] == -28, "what blue did since stands"
        assert phones["red"].view["news"] == []


def test_what_leans_on_a_step_is_shown_and_its_owner_asked_once(
    house: House, people: People
) -> None:
    with house.open_table(help="mats").sit("red", "green", "blue") as group, group.host() as host:
        phones = in_action(group, host)
        ann, taras = opened(people, group, "red", "green")
        first = phones["red"].must("done")
        for seat in ("green", "blue"):
            phones[seat].must("done")  # the round ends
        second = phones["green"].must("done")
        open_tab(ann, "story")
        press(ann, f"#undo-{first}")
        sheet = ann.locator("#goes")
        expect(sheet).to_contain_text("Take back “You are done with Action”")
        expect(sheet.locator(".goes-row")).to_have_count(2)
        expect(sheet).to_contain_text("Taras is ready for the next round")
        expect(sheet).to_contain_text("Taras’s yes")
        expect(sheet.locator("#goes-back")).to_contain_text("Take 2 back")
        sheet.get_by_text("Leave it").tap()
        expect(sheet).to_be_hidden()
        expect(taras.locator(".notice")).to_have_count(0)  # nobody was asked
        press(ann, f"#undo-{first}")
        press(ann, "#goes-back")
        waits = ann.locator(f"#waiting-{first}")
        expect(waits).to_contain_text("Taras is asked")
        expect(waits).to_contain_text("“You are done with Action”")
        press(ann, f"#waiting-{first} .sheet-close")
        asked = taras.locator(f"#asked-{first}")
        expect(asked).to_contain_text("Ann wants to take back “Ann is done with Action”")
        press(taras, f'#asked-{first} [data-move="undo"]')
        expect(taras.locator(".notice")).to_have_count(0)
        expect(ann.locator(f"#line-{first}.is-undone")).to_be_visible()
        expect(ann.locator(f"#line-{second}.is-undone")).to_be_visible()
        phones["blue"].wait_for(lambda view: view["waiting_for"] == ["red"])


def test_a_reveal_goes_with_every_yes_and_is_turned_again(house: House, people: People) -> None:
    """Somebody has moved since, and the others go on playing meanwhile."""
    with house.open_table(help="mats").sit("red", "green", "blue") as group, group.host() as host:
        phones = in_action(group, host)
        ann, taras, olena = opened(people, group, "red", "green", "blue")
        host.must("hand_host", seat="red")
        reveal = turned(phones["red"])
        phones["blue"].must("done")
        open_tab(taras, "story")
        press(taras, f"#undo-{reveal}")
        expect(taras.locator("#goes")).to_contain_text("Take back the reveal of round 1")
        press(taras, "#goes-back")
        notice = olena.locator(f"#asked-{reveal}")
        expect(notice).to_contain_text("Taras wants to take back the reveal of round 1")
        expect(notice).to_contain_text("You set MC to 40 by hand")
        expect(notice).to_contain_text("and 1 more step")  # being done with it
        # Who is asked may play on: the card stands above the phase, and the dock is free.
        expect(ann.locator(f"#asked-{reveal}")).to_be_visible()
        card, dock = ann.locator(".notices").bounding_box(), ann.locator(".dock").bounding_box()
        assert card and dock and card["y"] + card["height"] <= dock["y"]
        # And done is a second button until that is answered.
        expect(ann.locator("#done")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
        press(olena, f'#asked-{reveal} [data-move="undo"]')
        press(ann, f'#asked-{reveal} [data-move="undo"]')
        for page in (ann, taras, olena):
            expect(page.locator(".notice, dialog[open]")).to_have_count(0)
        open_tab(taras, "now")
        expect(taras.locator("#now-locked")).to_contain_text("All locked")
        expect(taras.locator("#change")).to_be_visible()
        expect(taras.locator("#turn-again")).to_have_count(0)
        press(ann, "#turn-again")
        for page in (ann, taras, olena):
            begin_phase(page)
        phones["red"].wait_for(lambda view: view["step"] == "phase" and view["round"] == 1)


def test_who_asks_waits_on_a_sheet_and_plays_on(house: House, people: People) -> None:
    """It opens by itself, shows each answer as it comes, and closes with the last one."""
    with house.open_table(help="mats").sit("red", "green", "blue") as group, group.host() as host:
        phones = in_action(group, host)
        ann, taras, olena = opened(people, group, "red", "green", "blue")
        phones["blue"].close()  # from now on her own page is all there is of her phone
        reveal = turned(phones["red"])
        sheet, line = ann.locator(f"#waiting-{reveal}"), ann.locator(f"#asked-{reveal}")
        open_tab(ann, "story")
        press(ann, f"#undo-{reveal}")
        press(ann, "#goes-back")
        expect(sheet).to_be_visible()
        expect(sheet.locator("h2")).to_have_text("Taras and Olena are asked")
        expect(sheet.locator(".goes-row").first).to_contain_text("asked it")
        olena.close()  # her phone falls asleep
        expect(sheet.locator(".goes-row").last).to_contain_text("phone asleep")
        press(taras, f'#asked-{reveal} [data-move="undo"]')
        expect(sheet.locator("h2")).to_have_text("Olena is asked")
        # Who has answered keeps a line, not the card; behind it is a second thought.
        expect(taras.locator(f"#asked-{reveal}")).to_have_text("Olena is asked")
        expect(taras.locator(f"#waiting-{reveal}")).to_be_hidden()
        # Play goes on: the sheet is put away, a line opens it again, a reload opens nothing.
        press(ann, f"#waiting-{reveal} .sheet-close")
        open_tab(ann, "now")
        press(ann, "#done")
        phones["red"].wait_for(lambda view: view["waiting_for"] == ["green", "blue"])
        expect(line).to_contain_text("your yes is needed again")
        ann.reload()
        expect(line).to_be_visible()
        expect(sheet).to_be_hidden()
        press(ann, f"#asked-{reveal}")
        expect(sheet).to_be_visible()
        press(ann, f'#waiting-{reveal} [data-move="undo"]')
        expect(sheet.locator("h2")).to_have_text("Olena is asked")
        host.must("undo", n=reveal, also=phones["red"].view["asked"][0]["also"])
        expect(sheet).to_have_count(0)
        expect(line).to_have_count(0)
        phones["red"].wait_for(lambda view: view["step"] == "planning")


def test_who_has_no_phone_answers_at_the_table_screen(house: House, people: People) -> None:
    screen = people.screen(house.owner_url)
    code = new_table(screen, house.owner_url)
    with Group(house, code, "").sit("red", "blue") as group:
        phones = {seat: group.phone(seat) for seat in group.tokens}
        tap(screen, "sit", {"seat": "yellow", "name": "Kuba", "phone": False})
        tap(screen, "begin", {})
        for phone in phones.values():
            phone.must("pick_phase", phase=3)
        tap(screen, "pick_phase", {"phase": 3}, "yellow")
        reveal = turned(phones["red"])
        (ann,) = opened(people, group, "red")
        open_tab(ann, "story")
        press(ann, f"#undo-{reveal}")
        expect(ann.locator(f"#waiting-{reveal}")).to_contain_text("answers at the table screen")
        card = screen.locator(f"#asked-{reveal}")
        expect(card).to_contain_text("Ann wants to take back the reveal of round 1")
        expect(card.locator(".goes-row").last).to_contain_text("answers here")
        expect(card).to_contain_text("Yes for all")
        answered(screen)
        screen.locator(f"#yes-yellow-{reveal}").click()
        expect(screen.locator(f"#yes-yellow-{reveal}")).to_have_count(0)
        expect(card.locator(".goes-row").last).to_contain_text("yes")
        expect(card).to_contain_text("Take it back")  # still the host's way, for all
        assert phones["red"].view["step"] == "phase", "it was one yes, not everybody's"
        assert phones["blue"].wait_for(
            lambda view: [one["waits_for"] for one in view["asked"]] == [["blue"]]
        )
        phones["blue"].must("undo", n=reveal)
        expect(screen.locator("#turn-again")).to_be_visible()


def tap(screen: Page, kind: str, args: dict[str, Any], seat: str | None = None) -> None:
    """A tap at the table screen that this test is not about."""
    answered(screen)
    screen.evaluate("([kind, args, seat]) => Table.tap(kind, args, { seat })", [kind, args, seat])
    answered(screen)


def test_a_no_is_told_with_what_is_left_to_do(house: House, people: People) -> None:
    with house.open_table(help="mats").sit("red", "blue") as group, group.host() as host:
        phones = in_action(group, host)
        ann, olena = opened(people, group, "red", "blue")
        reveal = turned(phones["red"])
        open_tab(ann, "story")
        press(ann, f"#undo-{reveal}")
        press(ann, "#goes-back")
        press(olena, f'#asked-{reveal} [data-move="keep"]')
        news = ann.locator("#news")
        expect(news).to_contain_text("Olena said no")
        expect(news).to_contain_text("Nothing was changed")
        news.get_by_text("Set by hand").tap()
        expect(ann.locator("#panel-mat")).to_be_visible()
        press(ann, "#noted")
        expect(news).to_have_count(0)
        assert phones["red"].view["step"] == "phase"


def test_whoevers_step_the_host_takes_back_is_told_and_makes_it_again(
    house: House, people: People
) -> None:
    with house.open_table(help="mats").sit("red", "blue") as group, group.host() as host:
        phones = in_action(group, host)
        (ann,) = opened(people, group, "red")
        for again in (False, True):
            step = phones["red"].must("standard_action", action="forest_mc")
            host.must("undo", n=step)
            news = ann.locator("#news")
            expect(news).to_contain_text("The host took back: You grew a forest")
            expect(news.locator(".gone-figure").first).to_have_text(f"{FOREST} → {2 * FOREST}")
            expect(news.locator(".is-hand")).to_have_text("Forest token back to the supply")
            ann.reload()
            expect(news).to_be_visible()  # it stays until it is noted
            press(ann, '#news [data-move="redo"]' if again else "#noted")
            expect(news).to_have_count(0)
            phones["red"].wait_for(lambda view, on=again: view["seats"]["red"]["forests"] == on)


def test_back_to_a_line_takes_all_that_came_since(house: House, people: People) -> None:
    with house.open_table(help="mats").sit("red", "blue") as group, group.host() as host:
        phones = in_action(group, host)
        ann, olena = opened(people, group, "red", "blue")
        first = phones["red"].must("standard_action", action="forest_mc")
        other = phones["blue"].must("standard_action", action="temperature_mc")
        last = phones["red"].must("standard_action", action="temperature_mc")
        open_tab(ann, "story")
        ann.locator(f"#line-{last} summary").tap()
        expect(ann.locator(f"#this-{last}")).to_be_visible()
        expect(ann.locator(f"#since-{last}")).to_be_hidden()  # nothing came since
        ann.locator(f"#line-{first} summary").tap()
        expect(ann.locator(f"#since-{first}")).to_contain_text("steps: 3")
        press(ann, f"#since-{first}")
        expect(ann.locator("#goes-back")).to_contain_text("Take 3 back")
        expect(ann.locator("#goes-back")).to_contain_text("asks Olena")
        press(ann, "#goes-back")
        press(olena, f'#asked-{first} [data-move="undo"]')
        for n in (first, other, last):
            expect(ann.locator(f"#line-{n}.is-undone")).to_be_visible()
        view = phones["blue"].wait_for(lambda view: view["seats"]["blue"]["mc"] == 2 * FOREST)
        assert view["planet"]["temperature"] == -30


def test_the_table_screen_takes_back_for_all_and_turns_again(house: House, people: People) -> None:
    screen = people.screen(house.owner_url)
    code = new_table(screen, house.owner_url)
    with Group(house, code, "").sit("red", "blue") as group:
        phones = {seat: group.phone(seat) for seat in group.tokens}
        answered(screen)
        screen.locator("#begin").click()
        for phone in phones.values():
            phone.wait_for(lambda view: view["step"] == "planning")
            phone.must("pick_phase", phase=3)
        expect(screen.locator("#reveal")).to_be_visible()
        reveal = turned(phones["red"])
        phones["red"].must("undo", n=reveal)
        notice = screen.locator(f"#asked-{reveal}")
        expect(notice).to_contain_text("Ann wants to take back the reveal of round 1")
        answered(screen)
        notice.get_by_text("Take it back").click()
        expect(screen.locator("#side")).to_contain_text("All locked")
        expect(screen.locator("#go-on")).to_have_count(0)
        answered(screen)
        screen.locator("#turn-again").click()
        expect(screen.locator("#reveal")).to_be_visible()
        expect(screen.locator("#turn-again")).to_have_count(0)
