"""Pictures of numbers: nothing overlaps, nothing leaves its frame, every line is told apart."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.web.ares.picked import picked
from assistant.web.plots import DASHES, MARK_WIDTH, Series, lines, ruler, spread

SEATS = ("red", "green", "blue", "yellow")


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(1, 20)), max_size=8))
def test_what_is_spread_keeps_its_order_and_never_overlaps(
    wishes: list[tuple[float, float]],
) -> None:
    wishes = sorted(wishes)
    sizes = [size for _, size in wishes]
    places = spread([at for at, _ in wishes], sizes, 0, 160)
    for (at, size), (after, next_size) in pairwise(zip(places, sizes, strict=True)):
        assert after - at >= (size + next_size) / 2 - 1e-6
    for at, size in zip(places, sizes, strict=True):
        assert at - size / 2 >= -1e-6 and at + size / 2 <= 160 + 1e-6


def test_what_has_room_stays_where_it_wants_to_be() -> None:
    assert spread([10, 50, 90], [5, 5, 5], 0, 100) == [10, 50, 90]
    assert spread([50, 50], [4, 4], 0, 100) == [48, 52]
    assert spread([0, 1, 99], [4, 4, 4], 0, 100) == [2, 6, 98]


def test_a_ruler_goes_on_to_the_next_ten_beyond_the_leader() -> None:
    assert ruler([("red", 5)]).end == 20
    assert ruler([("red", 16)]).end == 20
    assert ruler([("red", 17)]).end == 30
    assert ruler([]).stands == ()


def test_ticks_by_one_figures_by_five() -> None:
    ticks = ruler([("red", 8)]).ticks
    assert [tick.value for tick in ticks] == list(range(21))
    assert [tick.value for tick in ticks if tick.is_labelled] == [0, 5, 10, 15, 20]
    assert (ticks[0].at, ticks[-1].at) == (0, 100)


def test_equals_stand_side_by_side_over_one_place() -> None:
    stands = ruler([("red", 8), ("green", 7), ("blue", 8), ("yellow", 6)]).stands
    assert [stand.value for stand in stands] == [6, 7, 8]
    both = stands[-1]
    assert [seat for seat, _ in both.marks] == ["red", "blue"]
    (_, left), (_, right) = both.marks
    assert right - left == pytest.approx(MARK_WIDTH, abs=0.02)
    assert both.tick == 40 and left < both.at < right
    assert both.at == pytest.approx((left + right) / 2, abs=0.02)


@given(st.lists(st.integers(0, 120), min_size=1, max_size=5))
def test_no_two_stands_of_a_ruler_touch_and_none_leaves_it(values: list[int]) -> None:
    seats = (*SEATS, "black")
    drawn = ruler(list(zip(seats, values, strict=False)))
    assert [stand.value for stand in drawn.stands] == sorted(set(values))
    assert sorted(seat for stand in drawn.stands for seat, _ in stand.marks) == sorted(
        seats[: len(values)]
    )
    edges = [(stand.at - stand.width / 2, stand.at + stand.width / 2) for stand in drawn.stands]
    assert all(after > end for (_, end), (after, _) in pairwise(edges))
    assert edges[0][0] >= 0 and edges[-1][1] <= 100
    for stand, (left, right) in zip(drawn.stands, edges, strict=True):
        assert stand.tick == pytest.approx(100 * stand.value / drawn.end, abs=0.01)
        places = [at for _, at in stand.marks]
        assert left - 0.01 <= places[0] - MARK_WIDTH / 2
        assert places[-1] + MARK_WIDTH / 2 <= right + 0.01
        assert all(after - at >= MARK_WIDTH - 0.03 for at, after in pairwise(places))


def test_neighbours_push_each_other_aside_by_what_their_figures_need() -> None:
    stands = ruler([("green", 15), ("yellow", 16), ("red", 17), ("blue", 24)]).stands
    assert [stand.tick for stand in stands] == [50, 53.33, 56.67, 80]
    pushed = [stand.at - stand.tick for stand in stands]
    assert pushed[0] < 0 < pushed[2] and pushed[1] == pytest.approx(0, abs=0.01) and pushed[3] == 0


def _chart(*ends: int, top: float | None = None) -> ElementTree.Element:
    rows = [
        Series(f"seat-{seat}", (5, 7, end), str(end), "<svg class='mark'></svg>")
        for seat, end in zip(SEATS, ends, strict=False)
    ]
    drawn = lines(rows, width=784, height=272, start="start", alt="TR", top=top)
    return ElementTree.fromstring(str(drawn))


def test_lines_differ_by_dash_and_end_in_their_sign() -> None:
    chart = _chart(31, 30, 29, 26)
    drawn = chart.findall("polyline")
    assert {line.get("stroke-dasharray", "") for line in drawn} == set(DASHES)
    assert len([part for part in chart.findall("svg") if part.get("class") == "mark"]) == 4
    assert [text.text for text in chart.findall("text[@class='plot-end']")] == [
        "31",
        "30",
        "29",
        "26",
    ]


@given(st.lists(st.integers(0, 80), min_size=1, max_size=4))
def test_figures_at_the_ends_of_lines_keep_apart_and_inside(ends: list[int]) -> None:
    chart = _chart(*ends)
    heights = sorted(float(one.get("y", 0)) for one in chart.findall("text[@class='plot-end']"))
    assert all(after - at >= 37.9 for at, after in pairwise(heights))
    assert heights[0] > 0 and heights[-1] < 272
    for line in chart.findall("polyline"):
        for x, y in re.findall(r"([\d.]+),([\d.]+)", line.get("points", "")):
            assert 0 <= float(x) <= 784 and 0 <= float(y) <= 272


def test_words_in_a_chart_are_escaped() -> None:
    drawn = lines([Series("is-ocean", (1, 2), "<9")], width=300, height=200, start="a&b", alt='"')
    ElementTree.fromstring(str(drawn))


def test_a_game_of_one_round_has_a_chart_too() -> None:
    drawn = lines([Series("seat-red", (5,), "5")], width=300, height=200, start="start", alt="")
    assert "polyline" in drawn


def test_columns_grow_with_how_often_a_phase_was_picked() -> None:
    drawn = picked([2, 0, 4, 1, 0], most=4, width=152, height=100, sprite="/s.svg", alt="Ann")
    root = ElementTree.fromstring(str(drawn))
    heights = [float(bar.get("height", 0)) for bar in root.iter("rect")]
    assert heights[2] == 2 * heights[0] > heights[3] > heights[1] > 0
    assert [text.text for text in root.iter("text")] == ["2", "0", "4", "1", "0"]
