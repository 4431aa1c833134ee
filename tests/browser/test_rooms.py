"""Odd rooms: a phone across, an upright table screen, rows that are swiped, hands still open."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from tests.browser.acts import (
    answered,
    be_at_rest,
    choose,
    new_table,
    open_tab,
    seat_page,
    set_up,
    sit,
)
from tests.browser.conftest import LARGE, SMALL, People
from tests.browser.ruler import FAULTS, NAMES, Ruler
from tests.browser.test_cards import to_phase
from tests.browser.walks import LONG_NAME
from tests.house import SEATS, Group, House

ACROSS: ViewportSize = {"width": 844, "height": 390}
TALL: ViewportSize = {"width": 412, "height": 915}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
UPRIGHT: ViewportSize = {"width": 768, "height": 1024}
ACROSS_TABLET: ViewportSize = {"width": 1024, "height": 768}
SCREENS = (LAPTOP, UPRIGHT)
CORPORATIONS = {"red": 213, "green": 211, "blue": 214, "yellow": 217}
LETTERS = re.compile("[a-z]")
# Words that end in dots
CUT = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.innerText)"""

# In how many lines words stand
LINES = """(all) => all.map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].filter((box) => box.width > 2)
    .map((box) => Math.round(box.bottom / 4))).size;
})"""


def box(one: Locator) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    found = one.bounding_box()
    assert found
    x, y = found["x"], found["y"]
    return x, y, x + found["width"], y + found["height"]


def four_at_cards(house: House) -> Group:
    """Everybody has a corporation and picks; the red one's hands are open."""
    group = house.open_table(help="cards").sit(*SEATS)
    with group.host() as host:
        host.must("begin")
    take_corporations(group)
    return group


def take_corporations(group: Group) -> None:
    for seat, number in CORPORATIONS.items():
        with group.phone(seat) as phone:
            phone.must("choose_corporation", number=number)


def in_construction(group: Group) -> None:
    """Green and blue have the bonus of the phase that everybody is in."""
    phones = {seat: group.phone(seat) for seat in SEATS}
    for seat, phase in zip(SEATS, (1, 2, 2, 3), strict=True):
        phones[seat].must("pick_phase", phase=phase)
    for phone in phones.values():
        phone.must("done")


def asks_for_the_reveal(group: Group) -> None:
    """The others have played a card each since, and Olena would take the reveal back."""
    in_construction(group)
    for seat, number in (("red", 47), ("green", 28), ("yellow", 43)):
        group.phone(seat).must("play_card", number=number)
    with group.phone("blue") as olena:
        reveal = next(line["n"] for line in olena.view["story"] if line["text"].startswith("I "))
        leaning = olena.move("undo", n=reveal, also=[])["also"]
        olena.must("undo", n=reveal, also=leaning)


def table_screen(people: People, group: Group, size: ViewportSize) -> Page:
    page = people.screen(f"{group.house.url}/table/{group.code}", viewport=size)
    expect(page.locator(".headline")).to_be_visible()
    if page.locator("#reveal").is_visible():
        page.locator("#reveal").click()
    be_at_rest(page)
    return page


def test_a_lobby_across_shows_everybody_and_what_comes(house: House, people: People) -> None:
    group = house.open_table().sit(*SEATS)
    page = people.phone(seat_page(group, "red"), viewport=ACROSS)
    expect(page.locator("#lobby-yellow")).to_contain_text("Kuba")
    for part in (*(f"#lobby-{seat}" for seat in SEATS), ".lobby-waits", ".lobby-language"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate(FAULTS, NAMES) == []


def test_the_heading_where_reading_goes_on_is_not_framed(house: House, people: People) -> None:
    """After typing a name: the page gave it the focus, and nothing can be pressed there."""
    group = house.open_table().sit("blue")
    page = people.phone(f"{house.url}/t/{group.code}")
    sit(page, "red", "Ann")
    heading = page.locator("h1:focus")
    expect(heading).to_have_text("Mars Table")
    expect(heading).to_have_css("outline-style", "none")


def test_a_chosen_phase_keeps_its_words_while_hands_are_open(house: House, people: People) -> None:
    with four_at_cards(house) as group:
        page = people.phone(seat_page(group, "red"))
        expect(page.locator("#pick")).to_contain_text("Draw 3 cards")
        choose(page, 1)
        be_at_rest(page)
        assert page.evaluate(FAULTS, NAMES) == []


def test_what_four_are_at_is_said_in_full(house: House, people: People) -> None:
    with four_at_cards(house) as group:
        group.phone("red").must("tick", card=213, what="hand-draw")
        for seat in SEATS[:3]:
            group.phone(seat).must("pick_phase", phase=1)
        page = people.phone(seat_page(group, "red"), language="uk", viewport=TALL)
        expect(page.locator("#peek")).to_be_visible()
        assert page.locator(".strip:visible .cell small span").evaluate_all(CUT) == []


def test_who_is_asked_about_a_step_can_play_on(house: House, people: People) -> None:
    """On the smallest phone: the card of the question lists nobody who loses nothing."""
    with four_at_cards(house) as group:
        for seat in SEATS:
            group.phone(seat).must("pick_phase", phase=3)
        olena = group.phone("blue")
        olena.must("standard_action", action="ocean_mc")
        flipped = olena.must("flip_ocean", reward=0)
        olena.must("undo", n=flipped, also=[])
        page = people.phone(seat_page(group, "red"))
        expect(page.locator(f"#asked-{flipped}")).to_be_visible()
        be_at_rest(page)
        assert [one for one in page.evaluate(FAULTS, NAMES) if one.startswith("act-")] == []


@pytest.mark.parametrize("language", ["en", "uk"])
@pytest.mark.parametrize("name", ["Ann", LONG_NAME])
def test_who_is_awaited_reads_so_in_full(
    house: House, people: People, language: str, name: str
) -> None:
    """Also beside as many phases as four can pick."""
    with four_at_cards(house) as group:
        for seat, phase in zip(SEATS, (1, 2, 4, 5), strict=True):
            group.phone(seat).must("pick_phase", phase=phase)
        group.phone("red").must("rename", seat="red", name=name)
        for seat in SEATS[1:]:
            group.phone(seat).must("done")
        page = people.phone(seat_page(group, "red"), language=language)
        expect(page.locator(".me.is-awaited")).to_be_visible()
        ruler = Ruler(page)
        ruler.measure("awaited")
        assert ruler.found == []


def test_a_long_name_is_never_cut(house: House, people: People) -> None:
    group = house.open_table().sit("red", "blue")
    with group, group.host() as host, group.phone("red") as red, group.phone("blue") as blue:
        blue.must("rename", seat="blue", name=LONG_NAME)
        page = people.phone(seat_page(group, "red"))
        expect(page.locator("#lobby-blue")).to_contain_text(LONG_NAME)
        assert page.locator("#lobby-blue b").evaluate_all(CUT) == []
        host.must("begin")
        screen = people.screen(f"{house.url}/table/{group.code}", viewport=LAPTOP)
        expect(screen.locator("#big-blue")).to_contain_text(LONG_NAME)
        for phone in (red, blue):
            phone.must("pick_phase", phase=3)
        for one in (page, screen):
            expect(one.locator("#reveal")).to_contain_text(LONG_NAME)
            assert one.locator("#reveal bdi").evaluate_all(CUT) == []


@pytest.mark.parametrize("size", [LAPTOP, ACROSS_TABLET, UPRIGHT])
def test_neither_names_nor_the_phase_are_broken_in_a_word(
    house: House, people: People, size: ViewportSize
) -> None:
    with four_at_cards(house) as group:
        names = ("Олександра", "Maximilian", "Володимир", "Christopher")
        for seat, name in zip(SEATS, names, strict=True):
            group.phone(seat).must("rename", seat=seat, name=name)
        screen = people.screen(f"{house.url}/table/{group.code}", viewport=size)
        small = people.phone(seat_page(group, "blue"))
        for seat, phase in zip(SEATS, (1, 2, 2, 3), strict=True):
            group.phone(seat).must("pick_phase", phase=phase)
        screen.locator("#reveal").click()
        small.locator('[data-dismiss="reveal"]').tap()
        open_tab(small, "table")
        expect(screen.locator(".phase-line .headline")).to_have_text("Development")
        assert screen.locator(".big-words bdi, .phase-line b").evaluate_all(LINES) == [1] * 5
        rows = small.locator(".at-planet .row-words b:not([data-whose=blue])")
        assert rows.evaluate_all(LINES) == [1] * 3


def test_the_list_of_corporations_says_what_each_does(house: House, people: People) -> None:
    group = house.open_table(help="cards").sit(*SEATS)
    with group.host() as host:
        host.must("begin")
    page = people.phone(seat_page(group, "red"), language="uk", viewport=LARGE)
    page.locator("#all-corporations").tap()
    expect(page.locator("#corporation-220")).to_be_attached()
    assert page.locator(".corporations .act-words > *").evaluate_all(CUT) == []


def test_the_own_corporation_is_named_in_full_above_the_mat(house: House, people: People) -> None:
    with four_at_cards(house) as group:
        page = people.phone(seat_page(group, "blue"), language="uk", viewport=LARGE)
        open_tab(page, "mat")
        head = page.locator(".mat-head > span")
        expect(head).to_contain_text("зіграно 0 карт")
        assert head.evaluate_all(CUT) == []
        assert box(head)[3] - box(head)[1] >= head.evaluate("(one) => one.scrollHeight") - 1


def test_a_kept_action_of_a_card_wears_its_whole_badge(house: House, people: People) -> None:
    group = house.open_table(help="cards").sit("red", "blue")
    with group.host() as host:
        host.must("begin")
    to_phase(group, 3, 3, 217, 209)
    with group:
        group.phone("red").must("play_card", number=28, anyway=True)
        page = people.phone(seat_page(group, "red"), viewport=TALL)
        answered(page)
        page.context.set_offline(True)
        page.wait_for_function("() => !Table.socket.connected")
        page.locator("#act-28").tap()
        badge = page.locator("#act-28 .kept-badge")
        expect(badge).to_be_visible()
        left, top, right, bottom = box(page.locator("#act-28"))
        at = box(badge)
        assert left <= at[0] and top <= at[1] and at[2] <= right and at[3] <= bottom


def test_what_was_played_has_the_whole_width_across(house: House, people: People) -> None:
    with four_at_cards(house) as group:
        in_construction(group)
        group.phone("yellow").must("play_card", number=28)
        page = people.phone(seat_page(group, "yellow"), viewport=ACROSS)
        be_at_rest(page)
        assert box(page.locator(".played-card"))[2] > box(page.locator(".vitals:visible"))[2] - 60


@pytest.mark.parametrize("size", SCREENS, ids=["1366x768", "768x1024"])
def test_on_the_table_screen_nothing_lies_over_another(
    house: House, people: People, size: ViewportSize
) -> None:
    with four_at_cards(house) as group:
        in_construction(group)
        page = table_screen(people, group, size)
        aside = box(page.locator(".side-top"))
        drops = [box(one) for one in page.locator("#gauge .drop").all()]
        assert len(drops) == 9
        for one in drops:
            assert one[3] <= aside[1] or one[2] <= aside[0]
        for seat in ("green", "blue"):
            row = box(page.locator(f"#big-{seat}"))
            assert box(page.locator(f"#big-{seat} .pill"))[2] <= row[2] - 8


@pytest.mark.parametrize("size", SCREENS, ids=["1366x768", "768x1024"])
def test_out_of_touch_the_table_screen_makes_room_for_saying_so(
    house: House, people: People, size: ViewportSize
) -> None:
    with four_at_cards(house) as group:
        page = table_screen(people, group, size)
        page.context.set_offline(True)
        page.evaluate("() => Table.socket.disconnect()")
        expect(page.locator("#lost")).to_be_visible()
        be_at_rest(page)
        below = box(page.locator("#lost"))[3]
        for part in (".dial.is-top-left", ".dial.is-top-right", ".side-top, .side-head"):
            assert box(page.locator(part).first)[1] >= below
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("size", [SMALL, ACROSS], ids=["360x640", "844x390"])
def test_out_of_touch_the_way_to_the_languages_lies_below_saying_so(
    house: House, people: People, size: ViewportSize
) -> None:
    page = people.phone(f"{house.url}/t/{house.open_table().code}", viewport=size)
    answered(page)
    tool = page.locator(".sky-tool")
    before = box(tool)
    page.context.set_offline(True)
    page.evaluate("() => Table.socket.disconnect()")
    expect(page.locator("#lost")).to_be_visible()
    be_at_rest(page)
    below = box(page.locator("#lost"))[3]
    assert box(tool) == (before[0], before[1] + below, before[2], before[3] + below)


def test_the_sheet_to_play_on_without_the_table_keeps_within_its_edges(
    house: House, people: People
) -> None:
    page = people.screen("about:blank", viewport=LAPTOP)
    Group(house, new_table(page, house.owner_url), "").sit("red", "blue")
    page.locator("#begin").click()
    page.get_by_role("button", name="Host").click()
    opener = page.locator('#sheet [data-open="leave"]')
    row = box(page.locator("#as-a-file"))
    assert (box(opener)[0], box(opener)[2]) == (row[0], row[2])
    opener.click()
    expect(page.locator("#leave")).to_be_visible()
    be_at_rest(page)
    beside: FloatRect = {"x": 60, "y": 600, "width": 200, "height": 100}
    as_shown = page.screenshot(clip=beside, animations="disabled")
    page.locator("#leave .ground").evaluate("(one) => one.remove()")
    assert page.screenshot(clip=beside, animations="disabled") == as_shown


@pytest.mark.parametrize("size", [SMALL, ACROSS], ids=["360x640", "844x390"])
def test_who_is_asked_sees_the_answers_however_much_goes_back(
    house: House, people: People, size: ViewportSize
) -> None:
    with four_at_cards(house) as group:
        asks_for_the_reveal(group)
        page = people.phone(seat_page(group, "yellow"), viewport=size)
        for words in ("Keep it", "Take it back"):
            expect(page.get_by_role("button", name=words)).to_be_in_viewport(ratio=1)
        left, _, right, bottom = box(page.get_by_role("button", name="Take it back"))
        middle = [(left + right) / 2, bottom - 4]
        assert page.evaluate("(at) => document.elementFromPoint(...at).closest('.answers')", middle)


@pytest.mark.parametrize("size", SCREENS, ids=["1366x768", "768x1024"])
def test_a_question_leaves_the_foot_of_the_table_screen_alone(
    house: House, people: People, size: ViewportSize
) -> None:
    page = people.screen("about:blank", viewport=size)
    group = Group(house, new_table(page, house.owner_url), "").sit(*SEATS)
    set_up(page, "+ cards")
    page.locator("#begin").click()
    expect(page.locator(".headline")).to_be_visible()
    with group:
        take_corporations(group)
        asks_for_the_reveal(group)
        yes = page.get_by_role("button", name="Take it back")
        expect(yes).to_be_in_viewport(ratio=1)
        assert box(yes)[3] <= box(page.locator("#slot-foot"))[1]


def test_who_takes_much_back_sees_the_button(house: House, people: People) -> None:
    with four_at_cards(house) as group:
        in_construction(group)
        page = people.phone(seat_page(group, "blue"), language="uk", viewport=SMALL)
        open_tab(page, "story")
        reveal = page.locator("#panel-story .line").filter(has_text="III Kuba")
        reveal.locator('button[data-move="undo"]').first.tap()
        expect(page.locator("#goes-back")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Лишити так")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [LAPTOP, UPRIGHT, {"width": 1024, "height": 768}], ids=str)
def test_a_figure_of_three_digits_keeps_its_distance(
    house: House, people: People, size: ViewportSize
) -> None:
    with four_at_cards(house) as group:
        in_construction(group)
        group.phone("yellow").must("adjust", field="mc", by=137)
        page = table_screen(people, group, size)
        figures = page.locator("#big-yellow .big-figure b")
        expect(figures.first).to_have_text("188")
        boxes = [box(one) for one in figures.all()]
        for one, following in pairwise(boxes):
            assert following[0] - one[2] >= 8


def test_on_an_upright_screen_the_way_on_from_the_podium_is_in_sight(
    house: House, people: People
) -> None:
    page = people.screen("about:blank", viewport=UPRIGHT)
    group = Group(house, new_table(page, house.owner_url), "").sit(*SEATS)
    set_up(page, "+ cards")
    page.locator("#begin").click()
    expect(page.locator(".headline")).to_be_visible()
    with group:
        take_corporations(group)
        phones = {seat: group.phone(seat) for seat in SEATS}
        for phone in phones.values():
            phone.must("pick_phase", phase=3)
        for field, by in (("temperature", 38), ("oxygen", 14), ("oceans", 9)):
            phones["red"].must("adjust", field=field, by=by)
        for phone in phones.values():
            phone.must("done")
        expect(page.locator("#end")).to_be_visible()
        page.keyboard.press("Escape")  # any key ends the ceremony
        be_at_rest(page)
        expect(page.locator("#once-more")).to_be_in_viewport(ratio=1)
        for words in ("All tables", "Story", "Host"):
            one = page.locator(".end-pictures").get_by_text(words)
            expect(one).to_be_in_viewport(ratio=1)


def test_alone_on_an_upright_tablet_no_word_is_broken(house: House, people: People) -> None:
    with house.open_table("solo", help="cards").sit("red") as group:
        with group.host() as host:
            host.must("begin")
        red = group.phone("red")
        red.must("choose_corporation", number=209)
        red.must("pick_phase", phase=3)
        while red.view["phase"] != 3:  # the neutral card may come before
            red.must("done")
        page = people.phone(seat_page(group, "red"), viewport=UPRIGHT)
        words = page.locator(".price-row b:visible").filter(has_text=LETTERS)
        expect(words).to_have_count(3)
        high = [box(one)[3] - box(one)[1] for one in words.all()]
        assert max(high) < 1.5 * min(high)
