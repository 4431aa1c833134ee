"""A score by its parts: equals are drawn equally long, and every figure has room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.web.count import LEAST, LEAST_MINUS, lengths

POINTS = st.lists(st.integers(-20, 60), min_size=4, max_size=4)


@given(POINTS, st.integers(1, 120))
def test_parts_are_together_as_long_as_their_total(points: list[int], best: int) -> None:
    best = max(best, sum(points))
    drawn = lengths(points, best)
    assert sum(drawn) == pytest.approx(max(sum(points), 0) / best, abs=0.001)
    assert all(length >= 0 for length in drawn)
    assert all(not length for length, one in zip(drawn, points, strict=True) if not one)


@given(POINTS)
def test_what_counts_has_room_for_its_figure(points: list[int]) -> None:
    best = 60
    drawn = lengths(points, best)
    needed = [LEAST if one > 0 else LEAST_MINUS if one else 0 for one in points]
    if sum(points) / best >= sum(needed):
        assert all(one >= need - 0.0001 for one, need in zip(drawn, needed, strict=True))


def test_large_parts_are_drawn_by_their_points_alone() -> None:
    assert lengths((31, 5, 11, 6), 53) == (0.5849, 0.0943, 0.2075, 0.1132)


def test_minus_points_and_small_ones_take_their_room_from_the_longest() -> None:
    assert lengths((30, 4, -2, 2), 50) == (0.46, 0.08, LEAST_MINUS, LEAST)


def test_nothing_is_drawn_of_less_than_nothing() -> None:
    assert lengths((2, 0, -3, 0), 40) == (0, 0, 0, 0)
