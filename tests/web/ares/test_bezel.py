"""The ring around the planet: where its marks stand."""

from __future__ import annotations

import math

from assistant.games.ares.cards import Zone
from assistant.games.ares.state import Planet
from assistant.web.ares.bezel import RING, Track, bezel_marks


def angle(track: Track) -> float:
    assert track.pointer is not None
    return track.pointer


def test_a_cold_planet_has_reached_nothing() -> None:
    marks = bezel_marks(Planet())
    for track in (marks.temperature, marks.oxygen):
        assert not any(one.reached for one in track.segments)
        assert track.zone is Zone.PURPLE
        assert track.start is None
    assert not any(filled for _, filled in marks.drops)
    assert marks.ocean_start is None
    assert marks.steps_to_go == 19 + 14 + 9


def test_a_track_that_is_not_known_points_nowhere() -> None:
    """(J4)"""
    known = bezel_marks(Planet(-8, 7, 5), Planet(-10, 6, 4))
    marks = bezel_marks(Planet(-8, 7, 5), Planet(-10, 6, 4), frozenset({"temperature", "oceans"}))
    assert marks.temperature.pointer is None and marks.temperature.start is None
    assert not any(one.reached for one in marks.temperature.segments)
    assert marks.oxygen == known.oxygen
    assert not any(filled for _, filled in marks.drops)
    assert marks.ocean_start is None and marks.steps_to_go is None


def test_segments_count_the_steps_of_each_zone() -> None:
    marks = bezel_marks(Planet(-8, 7, 5))
    zones = [one.zone for one in marks.temperature.segments]
    assert [zones.count(zone) for zone in Zone] == [5, 5, 5, 4]
    zones = [one.zone for one in marks.oxygen.segments]
    assert [zones.count(zone) for zone in Zone] == [2, 4, 5, 3]
    assert sum(one.reached for one in marks.temperature.segments) == 11
    assert sum(one.reached for one in marks.oxygen.segments) == 7
    assert sum(filled for _, filled in marks.drops) == 5
    assert marks.temperature.zone is marks.oxygen.zone is Zone.YELLOW
    assert marks.steps_to_go == 19


def test_a_full_planet_has_reached_everything() -> None:
    marks = bezel_marks(Planet(8, 14, 9))
    assert all(one.reached for one in (*marks.temperature.segments, *marks.oxygen.segments))
    assert marks.steps_to_go == 0
    assert marks.temperature.pointer == -8
    assert marks.oxygen.pointer == 8


def test_pointers_climb_their_own_side_of_the_ring() -> None:
    """Between any two places an angle runs along the ring; none of them lies across the foot."""
    warm = [angle(bezel_marks(Planet(degrees, 0, 0)).temperature) for degrees in range(-30, 9, 2)]
    air = [angle(bezel_marks(Planet(-30, percent, 0)).oxygen) for percent in range(15)]
    assert warm == sorted(warm) and warm[0] > -180 and warm[-1] < 0
    assert air == sorted(air, reverse=True) and air[0] < 180 and air[-1] > 0


def test_a_hairline_stands_where_the_phase_began() -> None:
    began = Planet(-10, 7, 4)
    marks = bezel_marks(Planet(-8, 7, 5), began)
    assert marks.temperature.start
    assert marks.oxygen.start is None
    assert marks.ocean_start


def test_drops_lie_on_the_ring_from_left_to_right() -> None:
    places = [at for at, _ in bezel_marks(Planet()).drops]
    assert [at.x for at in places] == sorted(at.x for at in places)
    assert all(math.isclose(math.hypot(at.x, at.y), RING, abs_tol=0.2) for at in places)
