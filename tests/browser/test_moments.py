"""What everybody looks up for: the planet and the TR on the table screen, the reveal, the end."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.acts import (
    be_at_rest,
    begin_phase,
    code_of,
    count,
    done,
    press,
    seat_page,
    sit,
)
from tests.browser.conftest import SCREEN, People, add_sheet
from tests.house import SEATS, Group, House

TABLET: ViewportSize = {"width": 1024, "height": 768}
UPRIGHT: ViewportSize = {"width": 768, "height": 1024}

BOXES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left, right, top, bottom];
})"""
# How far each pointer stands from the middle of the planet, in parts of the ring's width, in the
# middle of its way.
HALFWAY = """() => [...document.querySelectorAll('.bezel-pointer')].map((pointer) => {
  for (const one of pointer.getAnimations()) {
    one.pause();
    one.currentTime = one.effect.getComputedTiming().duration / 2;
  }
  const ring = pointer.closest('svg').getBoundingClientRect();
  const box = pointer.getBoundingClientRect();
  const x = (box.left + box.right - ring.left - ring.right) / 2;
  const y = (box.top + box.bottom - ring.top - ring.bottom) / 2;
  return [pointer.getAnimations().length, Math.hypot(x, y) / ring.width];
})"""
SLOWLY = ".bezel-pointer { transition: transform 1000s linear !important; }"


def boxes(page: Page, selector: str) -> list[list[float]]:
    found: list[list[float]] = page.evaluate(BOXES, selector)
    return found


def begun(house: House, *seats: str, **options: str) -> Group:
    """A table in its first round."""
    group = house.open_table(**options).sit(*seats)
    with group.host() as host:
        host.must("begin")
        if options["help"] == "mats":
            host.must("go_on")
    return group


def adjust(group: Group, seat: str, **fields: int) -> None:
    with group.phone(seat) as phone:
        for field, by in fields.items():
            phone.must("adjust", field=field, by=by)


@pytest.mark.parametrize("size", [SCREEN, TABLET, UPRIGHT], ids=["1920", "1024", "768"])
def test_tr_side_by_side_can_be_told_apart_on_every_screen(
    house: House, people: People, size: ViewportSize
) -> None:
    with begun(house, *SEATS, help="mats") as group:
        screen = people.screen(f"{house.url}/table/{group.code}", viewport=size)
        for seat, tr in zip(SEATS, (15, 16, 17, 17), strict=True):
            adjust(group, seat, tr=tr - 5)
        expect(screen.locator("#tr-at-blue")).to_have_text("17")
        be_at_rest(screen)
        for selector in (".tr-value", ".tr-mark"):
            drawn = sorted(boxes(screen, selector))
            for (_, right, *_), (left, *_) in pairwise(drawn):
                assert right <= left + 0.5, selector
        figure, marks = boxes(screen, "#tr-at-blue")[0], sorted(boxes(screen, ".tr-mark"))[2:]
        middle = (marks[0][0] + marks[1][1]) / 2
        assert abs((figure[0] + figure[1]) / 2 - middle) < 1
        assert figure[3] <= marks[0][2]


def test_pointers_climb_along_the_ring_and_never_cross_the_planet(
    house: House, people: People
) -> None:
    with begun(house, "red", "blue", help="mats") as group:
        screen = people.screen(f"{house.url}/table/{group.code}")
        expect(screen.locator(".bezel-pointer")).to_have_count(2)
        add_sheet(screen, SLOWLY)
        adjust(group, "red", temperature=36, oxygen=13)
        expect(screen.locator("#dial-oxygen-13")).to_be_visible()
        for moving, distance in screen.evaluate(HALFWAY):
            assert moving == 1
            assert 112 / 300 < distance < 119 / 300


def pick(group: Group, **phases: int) -> None:
    for seat, phase in phases.items():
        with group.phone(seat) as phone:
            phone.must("pick_phase", phase=phase)


def test_the_reveal_makes_way_everywhere_as_soon_as_somebody_acts(
    house: House, people: People
) -> None:
    with begun(house, "red", "blue", help="mats") as group:
        screen = people.screen(f"{house.url}/table/{group.code}")
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        for page in (screen, ann, olena):
            expect(page.locator("[data-sealed]")).to_be_attached()
        pick(group, red=3, blue=5)
        for page in (screen, ann, olena):
            expect(page.locator("#reveal")).to_be_visible()
        begin_phase(ann)
        expect(olena.locator("#reveal")).to_be_visible()  # looking is not acting
        done(ann)
        for page in (screen, olena):
            expect(page.locator("#reveal")).to_have_count(0)
        # What was taken back was seen all the same: nothing turns again.
        with group.host() as host:
            host.must("undo", n=host.view["n"])
        expect(screen.locator("#big-red")).to_contain_text("playing")
        expect(screen.locator("#reveal")).to_have_count(0)


def test_the_reveal_is_not_played_again_on_a_screen_opened_later(
    house: House, people: People
) -> None:
    with begun(house, "red", "blue", help="mats") as group:
        screen = people.screen(f"{house.url}/table/{group.code}")
        ann = people.phone(seat_page(group, "red"))
        for page in (screen, ann):
            expect(page.locator("[data-sealed]")).to_be_attached()
        pick(group, red=3, blue=5)
        for page in (screen, ann):
            expect(page.locator("html[data-reveal-open] #reveal")).to_be_visible()
        late = people.screen(f"{house.url}/table/{group.code}")
        for page in (screen, ann):
            page.reload()
        for page in (screen, ann, late):
            expect(page.locator("#reveal")).to_be_attached()
            page.wait_for_function("() => Table.socket.connected")
            expect(page.locator("html[data-reveal-open]")).to_have_count(0)


@pytest.mark.parametrize("key", [" ", "Enter", "Escape", "x"])
def test_any_key_puts_the_turned_cards_away(house: House, people: People, key: str) -> None:
    with begun(house, "red", "blue", help="mats") as group:
        screen = people.screen(f"{house.url}/table/{group.code}")
        expect(screen.locator("[data-sealed]")).to_be_attached()
        pick(group, red=3, blue=5)
        expect(screen.locator("#reveal")).to_be_visible()
        screen.keyboard.press("Shift")
        expect(screen.locator("#reveal")).to_be_visible()
        screen.keyboard.press(key)
        expect(screen.locator("#reveal")).to_be_hidden()


def test_once_more_takes_along_a_phone_that_two_share(house: House, people: People) -> None:
    """It lies covered between the two of them, and hears of nothing."""
    with house.open_table(help="phases").sit("red", "green") as group, group.host() as host:
        with group.phone("red") as red:
            red.must("sit", seat="blue", name="Olena", phone=False)
            host.must("begin")
            red.must("declare_terraformed")
        for seat in ("red", "green"):
            with group.phone(seat) as phone:
                for part in ("tr", "forests", "cards", "on_cards"):
                    phone.must("count", part=part, points=5)
        page = people.phone(seat_page(group, "red"))
        press(page, "#pass-on")
        press(page, "a.main")
        for part in ("Terraform rating", "Forests", "Cards", "On cards"):
            count(page, part, 7)
        expect(page.locator(".cover h1")).to_have_text("Back to Ann")
        host.must("rematch")
        page.locator("a.main").tap()
        expect(page.locator("#lobby-red")).to_contain_text("Ann, you")
        expect(page.locator("#lobby-blue")).to_contain_text("plays on your phone")
        assert code_of(page) != group.code


def test_once_more_takes_everybody_along_in_one_tap(house: House, people: People) -> None:
    screen = people.screen(f"{house.url}/")
    screen.locator(".front-game").first.click()
    expect(screen.locator("#lobby")).to_be_visible()
    old = code_of(screen)
    with Group(house, old, "").sit("red", "blue") as group:
        kuba = people.phone(f"{house.url}/t/{old}")
        sit(kuba, "yellow", "Kuba")
        ann, olena = (people.phone(seat_page(group, seat)) for seat in ("red", "blue"))
        watcher = people.phone(f"{house.url}/t/{old}/watch")
        screen.locator("#begin").click()
        program = group.phone("blue")
        program.must("declare_terraformed")
        for seat, points in (("red", 5), ("blue", 6)):
            with group.phone(seat) as phone:
                for part in ("tr", "forests", "cards", "on_cards"):
                    phone.must("count", part=part, points=points)
        for part in ("Terraform rating", "Forests", "Cards", "On cards"):
            count(kuba, part, 7)
        for page in (screen, ann, olena, kuba, watcher):
            expect(page.locator("[data-counting]")).to_be_visible()
        expect(kuba.locator("#once-more")).to_have_count(0)  # the host's alone
        screen.locator("#end").click()  # seen
        screen.locator("#once-more").click()

        screen.wait_for_url(re.compile(rf"/table/(?!{old})"))
        new = code_of(screen)
        expect(screen.locator("#begin")).to_be_visible()
        for page, seat in ((ann, "red"), (olena, "blue"), (kuba, "yellow")):
            page.wait_for_url(f"**/t/{new}")
            expect(page.locator("body")).to_have_attribute("data-seat", seat)
        watcher.wait_for_url(f"**/t/{new}/watch")
        rematch = program.wait_for(lambda view: view["rematch"])["rematch"]
        assert rematch["code"] == new
        screen.locator("#begin").click()
        expect(ann.locator("#phase-1")).to_be_visible()
        group.code, group.tokens["blue"] = new, rematch["token"]
        with group.phone("blue") as blue:
            blue.must("pick_phase", phase=3)
        expect(screen.locator("#big-blue")).to_contain_text("locked")

        # The evening that is over can still be looked at, and offers the way.
        kuba.goto(f"{house.url}/t/{old}")
        expect(kuba.locator("#now-score")).to_contain_text("You win")
        kuba.locator("[data-onward]").tap()
        kuba.wait_for_url(f"**/t/{new}")
        assert house.get(f"/api/tables/{old}/export.json")[0] == 200


# The ceremony stands still at this many milliseconds from its beginning.
HOLD = """(at) => {
  for (const one of document.querySelector('[data-counting]').getAnimations({ subtree: true })) {
    one.pause();
    one.currentTime = at;
  }
}"""
ALIKE = """() => [...document.querySelectorAll('.pod')].map((pod) => {
  const { order, zIndex } = getComputedStyle(pod);
  const parts = [...pod.querySelectorAll('*:not(svg, svg *, .pod-parts *)')];
  const looks = parts.map(({ className }) => className);
  return [pod.className, pod.dataset.digits, order, zIndex, ...looks].join();
})"""
WEIGHT = """(seat) => {
  const { fontSize, fontWeight } = getComputedStyle(document.querySelector(`#total-${seat} b`));
  const { filter } = getComputedStyle(document.querySelector(`#pod-${seat}-tr`));
  return [fontSize, fontWeight, filter];
}"""
LIT = """(seat) => {
  const { filter } = getComputedStyle(document.querySelector(`#pod-${seat} .pod-glow`));
  return filter !== 'none' && !filter.includes('rgba(0, 0, 0, 0)');
}"""
FIRST, PACE, PARTS = 500, 2600, 4  # of the ceremony, as the style says them


def counted_up(house: House, people: People) -> tuple[Group, Page, Page]:
    """A tie of red and blue, as it is about to be counted up on the table screen and a phone."""
    group = begun(house, *SEATS, help="phases")
    screen = people.screen(f"{house.url}/table/{group.code}")
    olena = people.phone(seat_page(group, "blue"))
    with group.phone("red") as red:
        red.must("declare_terraformed")
    points = (29, 9, 9, 6), (26, 6, 7, 3), (31, 5, 12, 5), (9, 0, -2, 1)
    for seat, each in zip(SEATS, points, strict=True):
        with group.phone(seat) as phone:
            for part, n in zip(("tr", "forests", "cards", "on_cards"), each, strict=True):
                phone.must("count", part=part, points=n)
    expect(screen.locator("#end-words")).to_contain_text("Tied at 53")
    for seat, left in (("red", 29), ("blue", 34)):
        with group.phone(seat) as phone:
            phone.must("count", part="left_over", points=left)
    for page in (screen, olena):
        expect(page.locator("html[data-ceremony]")).to_have_count(1)
    return group, screen, olena


def test_veils_are_alike_until_they_fall_and_equals_are_equal(house: House, people: People) -> None:
    group, screen, olena = counted_up(house, people)
    with group:
        for beat in (0, 1.5, 2.5, PARTS - 0.1):
            screen.evaluate(HOLD, FIRST + beat * PACE)
            assert len(set(screen.evaluate(ALIKE))) == 1
            columns = boxes(screen, ".pod-column")
            assert (
                len({(top, bottom, round(right - left)) for left, right, top, bottom in columns})
                == 1
            )
            veils = boxes(screen, ".pod-veil")
            assert len({top for _, _, top, _ in veils}) == 1  # their upper edge does not move
            assert all(bottom - top > 40 for _, _, top, bottom in veils)
            assert not screen.locator("#end-words").is_visible()
            olena.evaluate(HOLD, FIRST + beat * PACE)
            assert len({(left, right) for left, right, *_ in boxes(olena, ".bar")}) == 1
            assert not olena.locator("#score-blue strong").is_visible()

        # The veils are down: those who are level look alike, nothing tells who wins.
        screen.evaluate(HOLD, FIRST + (PARTS + 0.5) * PACE)
        heights = {seat: boxes(screen, f"#pod-{seat} .pod-parts")[0][2] for seat in SEATS}
        assert abs(heights["red"] - heights["blue"]) < 1 < heights["green"] - heights["red"]
        assert screen.evaluate(WEIGHT, "red") == screen.evaluate(WEIGHT, "blue")
        assert screen.evaluate(WEIGHT, "red") != screen.evaluate(WEIGHT, "green")
        assert not any(screen.evaluate(LIT, seat) for seat in SEATS)
        assert not screen.locator("#end-words").is_visible()
        expect(screen.locator("#end-lead")).to_contain_text("29")

        # Any key or tap is enough: then it is told, and seats stand as they sat.
        screen.keyboard.press("x")
        olena.locator("#now-score").tap()
        for page in (screen, olena):
            expect(page.locator("html[data-ceremony]")).to_have_count(0)
        expect(screen.locator("#end-words")).to_contain_text("Olena wins")
        expect(olena.locator("#now-score h2")).to_contain_text("You win")
        assert [seat for seat in SEATS if screen.evaluate(LIT, seat)] == ["blue"]
        assert screen.evaluate(WEIGHT, "red") == screen.evaluate(WEIGHT, "blue")
        order = screen.locator(".pod").evaluate_all("(pods) => pods.map(({ id }) => id)")
        assert order == [f"pod-{seat}" for seat in SEATS]
        lefts = [boxes(screen, f"#pod-{seat}")[0][0] for seat in SEATS]
        assert lefts == sorted(lefts)
