"""The ring around the planet: where its marks stand."""

from __future__ import annotations

import math

from assistant.games.ares.cards import Zone
from assistant.games.ares.state import Planet
from assistant.web.ares.bezel import RING, bezel_marks


def test_a_cold_planet_has_reached_nothing() -> None:
    marks = bezel_marks(Planet())
    for track in (marks.temperature, marks.oxygen):
        assert not any(one.reached for one in track.segments)
        assert track.zone is Zone.PURPLE
        assert track.start is None
    assert not any(filled for _, filled in marks.drops)
    assert marks.ocean_start is None
    assert marks.steps_to_go == 19 + 14 + 9


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
    assert marks.temperature.pointer.angle == -8
    assert marks.oxygen.pointer.angle == 8


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
