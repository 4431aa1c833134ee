"""The planet: tracks, zones, oceans, and the phase in which a parameter fills. (A2, A3, E1–E4)"""

from __future__ import annotations

import pytest

from assistant.games.ares.planet import oxygen_zone, temperature_zone
from tests.games.ares.at_table import Evening, evening, said, with_cards

TILES = [
    (0, "plants +2", []),
    (1, "plants +2", []),
    (2, "mc +4", []),
    (3, "mc +2, plants +1", []),
    (4, "mc +1, plants +1", []),
    (5, "", ["Draw a card"]),
    (6, "", ["Draw a card"]),
    (7, "plants +1", ["Draw a card"]),
    (8, "mc +1", ["Draw a card"]),
]


def acting(**planet: int) -> Evening:
    """Both act; the planet stood like this when the phase began."""
    table = evening()
    table.set("red", **planet)
    table.to_phase(red=3, blue=4)
    table.set("red", mc=100)
    table.set("blue", mc=100)
    return table


def test_the_planet_starts_cold_without_air_and_dry() -> None:
    """(A2)"""
    planet = evening().json()["planet"]
    assert (planet["temperature"], planet["oxygen"], planet["oceans"]) == (-30, 0, 0)
    assert planet["face_down"] == list(range(9))


def test_19_steps_warm_the_planet_and_14_fill_the_air() -> None:
    """(A2)"""
    table = acting()
    table.set("red", mc=900)
    for _ in range(19):
        table.play("standard_action", "red", action="temperature_mc")
    assert table.json()["planet"]["full"] == ["temperature"]
    for _ in range(14):
        table.play("standard_action", "red", action="forest_mc")
    assert table.json()["planet"]["full"] == ["temperature", "oxygen"]


def test_both_tracks_have_four_zones() -> None:
    """(A3)"""
    zones = [temperature_zone(degrees) for degrees in range(-30, 10, 2)]
    assert zones == ["purple"] * 6 + ["red"] * 5 + ["yellow"] * 5 + ["white"] * 4
    zones = [oxygen_zone(percent) for percent in range(15)]
    assert zones == ["purple"] * 3 + ["red"] * 4 + ["yellow"] * 5 + ["white"] * 3


@pytest.mark.parametrize(("tile", "reward", "hands"), TILES)
def test_a_turned_ocean_gives_tr_and_what_it_shows(
    tile: int, reward: str, hands: list[str]
) -> None:
    """(E1)"""
    table = acting()
    table.play("standard_action", "red", action="ocean_mc")
    change = table.change("red", "flip_ocean", reward=tile)
    mc, plants = reward.partition("plants")[0].strip(" ,"), reward[reward.find("plants") :]
    parts = [mc, "oceans +1", "oceans_to_turn -1", plants if "plants" in reward else "", "tr +1"]
    assert change == ", ".join(part for part in parts if part)
    assert table.hands("red") == hands
    assert tile not in table.json()["planet"]["face_down"]


def test_an_ocean_paid_for_is_turned_before_done() -> None:
    """(E1)"""
    table = acting()
    table.play("standard_action", "red", action="ocean_mc")
    assert said(table.refuses("done", "red")) == "Turn your ocean tile first."
    table.play("flip_ocean", "red", reward=5)
    table.play("done", "red")


def test_a_tile_is_turned_once_and_only_by_who_may() -> None:
    """(E1)"""
    table = acting()
    assert table.refuses("flip_ocean", "red", reward=0).key == "no-ocean-to-turn"
    table.play("standard_action", "red", action="ocean_mc")
    table.play("flip_ocean", "red", reward=0)
    table.play("standard_action", "red", action="ocean_mc")
    assert table.refuses("flip_ocean", "red", reward=0).key == "tile-already-turned"
    for tile in (-1, 9, 10**9):
        assert table.refuses("flip_ocean", "red", reward=tile).key == "no-such-tile"


def test_each_step_gives_1_tr_to_who_raised() -> None:
    """(E1)"""
    table = acting()
    assert table.change("red", "standard_action", action="temperature_mc").endswith("tr +1")
    assert table.figures("blue")["tr"] == 5


@pytest.mark.parametrize(
    ("action", "full", "gains"),
    [
        ("temperature_mc", {"temperature": 8}, "tr +1"),
        ("forest_mc", {"oxygen": 14}, "forests +1, tr +1"),
    ],
)
def test_in_the_phase_that_fills_it_everybody_goes_on_with_full_benefit(
    action: str, full: dict[str, int], gains: str
) -> None:
    """(E2)"""
    almost = {name: value - (2 if name == "temperature" else 1) for name, value in full.items()}
    table = acting(**almost)
    table.play("standard_action", "red", action=action)
    change = table.change("blue", "standard_action", action=action)
    kept = [part for part in change.split(", ") if not part.startswith("mc")]
    assert ", ".join(kept) == gains


def test_a_tenth_ocean_in_the_same_phase_repeats_the_last_tile() -> None:
    """(E2)"""
    table = acting(oceans=8)
    for _ in range(2):
        table.play("standard_action", "red", action="ocean_mc")
    table.play("flip_ocean", "red", reward=2)
    assert table.json()["planet"]["oceans"] == 9
    assert table.refuses("flip_ocean", "red", reward=0).key == "tile-already-turned"
    assert table.change("red", "flip_ocean", reward=2) == "mc +4, oceans_to_turn -1, tr +1"


@pytest.mark.parametrize(
    ("action", "full", "refusal"),
    [
        ("temperature_mc", {"temperature": 8}, "temperature-full"),
        ("ocean_mc", {"oceans": 9}, "oceans-full"),
    ],
)
def test_after_that_phase_raising_it_gives_nothing(
    action: str, full: dict[str, int], refusal: str
) -> None:
    """(E3)"""
    table = acting(**full)
    assert table.refuses("standard_action", "red", action=action).key == refusal
    before = table.figures("red")
    table.play("standard_action", "red", anyway=True, action=action)
    after = table.figures("red")
    assert {name for name in after if after[name] != before[name]} == {"mc"}


def test_a_card_beyond_the_maximum_may_be_played_and_that_part_gives_nothing() -> None:
    """(D5, E3)"""
    table = evening()
    table.set("red", temperature=8, oceans=9)
    table.to_phase(red=4, blue=2)
    table.set("red", mc=40)
    change = table.change("red", "play_card", number=73)
    assert change == "mc -25, tags.event +1, tags.space +1"


def test_forests_are_still_planted_when_oxygen_is_full_without_tr() -> None:
    """(E4)"""
    table = acting(oxygen=14)
    assert table.change("red", "standard_action", action="forest_mc") == "forests +1, mc -20"


def test_requirements_look_at_the_start_of_the_phase() -> None:
    """(D2)"""
    table = evening()
    table.set("red", temperature=-20)
    table.to_phase(red=4, blue=2)
    table.set("red", mc=80)
    table.play("play_card", "red", number=88)  # two steps: −16 now, red
    planet = table.json()["planet"]
    assert (planet["temperature"], planet["start_of_phase"]["temperature"]) == (-16, -20)
    refusal = table.refuses("play_card", "red", number=53)
    assert refusal.key == "already-played"
    table.set("blue", mc=80)
    assert table.refuses("play_card", "blue", number=53).key == "temperature-too-low"
    table.play("play_card", "blue", number=27)  # purple or colder still holds


def test_adaptation_technology_is_one_zone_off_both_ways_but_not_for_oceans() -> None:
    """(A3, D2)"""
    table = with_cards(1)
    table.set("red", temperature=-10, oceans=1)
    table.to_phase(red=4, blue=1)
    table.set("red", mc=80)
    assert table.refuses("play_card", "red", number=143).key == "too-few-oceans"
    table.play("play_card", "red", number=108)  # purple or colder, stands at red


def test_two_cards_that_shift_zones_shift_one_zone() -> None:
    """(D2)"""
    table = with_cards(1)
    table.play("choose_corporation", "red", number=213)
    table.to_phase(red=4, blue=1)
    assert table.refuses("play_card", "red", number=198).key == "temperature-too-low"


def test_by_hand_a_raise_gives_tr_and_a_correction_does_not() -> None:
    """(E1, J1)"""
    table = acting()
    assert table.change("red", "raise_parameter", parameter="oxygen", steps=2) == "oxygen +2, tr +2"
    assert table.change("red", "raise_parameter", parameter="forest") == (
        "forests +1, oxygen +1, tr +1"
    )
    change = table.change("red", "raise_parameter", parameter="temperature")
    assert change == "temperature +2, tr +1"
    assert table.change("red", "adjust", field="oxygen", by=-1) == "oxygen -1"


def test_a_full_parameter_is_not_raised_by_hand() -> None:
    """(E3)"""
    table = acting(temperature=8, oxygen=14)
    for parameter in ("temperature", "oxygen"):
        refusal = table.refuses("raise_parameter", "red", parameter=parameter)
        assert refusal.key == f"{parameter}-full"


def test_an_ocean_turned_anyway_after_the_last_gives_nothing() -> None:
    """(E3)"""
    table = acting(oceans=9)
    assert table.refuses("flip_ocean", "red", reward=2).key == "oceans-full"
    before = table.figures("red")
    table.play("flip_ocean", "red", anyway=True, reward=2)
    assert table.figures("red") == before


def test_an_ocean_corrected_away_lies_face_down_again() -> None:
    """(J1)"""
    table = acting()
    table.play("standard_action", "red", action="ocean_mc")
    table.play("flip_ocean", "red", reward=4)
    table.play("adjust", "red", field="oceans", by=-1)
    assert 4 in table.json()["planet"]["face_down"]
