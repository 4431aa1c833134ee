"""The story on several screens at once: to whom it says You, under which heads, and how it ends."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.acts import open_tab, press, seat_page
from tests.browser.conftest import People
from tests.house import Group, House
from tests.phone import Phone


def stage(group: Group) -> tuple[Phone, Phone]:
    """Ann and Olena in the action phase of the first round; Ann has just warmed the planet."""
    group.sit("red", "blue").host().must("begin")
    group.host().move("go_on")
    red, blue = group.phone("red"), group.phone("blue")
    for phone in (red, blue):
        phone.must("adjust", field="mc", by=31)
        phone.must("pick_phase", phase=3)
    red.must("standard_action", action="temperature_mc")
    return red, blue


def open_story(group: Group, people: People, seat: str) -> Page:
    page = people.phone(seat_page(group, seat))
    open_tab(page, "story")
    return page


def table_screen(group: Group, people: People) -> Page:
    screen = people.screen(group.house.owner_url)
    screen.goto(f"{group.house.url}/table/{group.code}")
    return screen


def test_a_step_says_you_to_whom_it_is_about_and_what_it_cost_to_all(
    house: House, people: People
) -> None:
    with house.open_table(help="mats") as group:
        stage(group)
        ann, olena = (open_story(group, people, seat) for seat in ("red", "blue"))
        own, other = (page.locator("#story-lines .line").first for page in (ann, olena))
        expect(own.locator(".told")).to_have_text("You raised the temperature to −28\u00a0°C")
        expect(own.locator(".told-figures")).to_have_text("MC 31 → 17TR 5 → 6")
        expect(own.locator(".tool")).to_have_css("width", "48px")
        expect(other.locator(".told")).to_have_text("Ann raised the temperature to −28\u00a0°C")
        expect(other.locator(".told-figures")).to_have_text("MC 14 paidTR 5 → 6")
        expect(other.locator(".tool")).to_have_count(0)

        screen = table_screen(group, people)
        expect(screen.locator("#newest")).to_contain_text("Ann raised the temperature to −28")
        expect(screen.locator("#newest .told-figures")).to_have_text("MC 14 paidTR 5 → 6")
        screen.locator('[data-open="story-sheet"]').click()
        line = screen.locator("#story-lines .line").first
        expect(line.locator(".told")).to_have_text("Ann raised the temperature to −28\u00a0°C")
        expect(line.locator(".told-figures")).to_have_text("MC 14 paidTR 5 → 6")


def test_the_story_stands_under_its_phases_and_opens_at_the_newest(
    house: House, people: People
) -> None:
    with house.open_table(help="mats") as group:
        red, blue = stage(group)
        ann = open_story(group, people, "red")
        heads = ann.locator(".line-head:visible")
        before = ["Planninground 1", "Setting up"]
        expect(heads).to_have_text(["Actionround 1, now", *before])
        screen = table_screen(group, people)
        screen.locator('[data-open="story-sheet"]').click()
        now = screen.locator("#story-now")
        expect(now).to_have_text("ActionAnn and Olena still play")
        red.must("done")
        expect(now).to_have_text("ActionOlena still plays")
        blue.must("done")  # the phase is over, and nobody has done anything in the next step yet
        expect(heads).to_have_text(["End of the roundround 1, now", "Actionround 1", *before])
        red.must("done")
        expect(heads).to_have_text(["End of the roundround 1, now", "Actionround 1", *before])
        blue.must("done")
        rounds = ["End of the roundround 1", "Actionround 1"]
        expect(heads).to_have_text(["Planninground 2, now", *rounds, *before])
        ann.locator("#story-lines .line").last.scroll_into_view_if_needed()
        expect(ann.locator("#story-lines .line").first).not_to_be_in_viewport()
        open_tab(ann, "mat")
        blue.must("pick_phase", phase=4)
        open_tab(ann, "story")
        newest = ann.locator("#story-lines .line").first
        expect(newest).to_contain_text("Olena locked a phase")
        expect(ann.locator("#story-now")).to_be_in_viewport()
        expect(newest).to_be_in_viewport()


def test_what_the_host_took_back_says_who_did(house: House, people: People) -> None:
    with house.open_table(help="mats") as group:
        red, blue = stage(group)
        group.host().must("hand_host", seat="red")
        n = blue.must("standard_action", action="temperature_mc")
        olena = open_story(group, people, "blue")
        red.must("undo", n=n)
        line = olena.locator(f"#line-{n}")
        expect(line).to_contain_text("taken back by Ann, host")
        expect(line.locator(".told-figures")).to_be_hidden()
        expect(line.locator(".told")).to_have_css("text-decoration-line", "line-through")
        press(olena, f"#redo-{n}")
        expect(line.locator(".told-figures")).to_be_visible()


def test_the_chronicle_stands_on_every_screen_in_the_end(house: House, people: People) -> None:
    """Also on a phone that comes late."""
    with house.open_table(help="mats") as group:
        red, blue = stage(group)
        ann = open_story(group, people, "red")
        expect(ann.locator("#chronicle")).to_have_count(0)
        for field, by in (("temperature", 36), ("oxygen", 14), ("oceans", 9)):
            red.must("adjust", field=field, by=by)
        for phone in (red, blue):
            phone.must("done")
        olena = people.phone(seat_page(group, "blue"))
        open_tab(olena, "story")
        screen = table_screen(group, people)
        screen.locator('[data-open="story-sheet"]').click()
        for page in (ann, olena, screen):
            expect(page.locator(".chronicle-head")).to_have_text(
                "Chronicle 1 round · 1 min · 13 steps"
            )
            expect(page.locator("#story-now")).to_have_count(0)
            chapter = page.locator(".chapter")
            expect(chapter.locator(".line-head")).to_have_text("Round 11 min")
            who, paid = ("You", "31 → 17") if page is ann else ("Ann", "14 paid")
            expect(chapter.locator(".line-row p")).to_have_text(
                [
                    f"Mars is complete{who} set oceans to 9 by hand",
                    f"{who} raised the temperature to −28\u00a0°CMC {paid}TR 5 → 6",
                ]
            )
            expect(chapter).to_be_in_viewport()
