"""The score: by part, card by card, the tie-break, who wins. (F2–F4, G5, H3)"""

from __future__ import annotations

import pytest

from assistant.games.ares.score import points, score, score_of
from tests.games.ares.at_table import Evening, evening, with_cards


def finished(table: Evening) -> Evening:
    """The planet fills between rounds: the game is over."""
    table.set("red", temperature=8, oxygen=14, oceans=9)
    assert table.json()["step"] == "finished"
    return table


@pytest.mark.parametrize("animals", [6, 7])
def test_the_worked_example_counts_43(animals: int) -> None:
    """TR 25, forests 6, four cards for 9 VP, 6 or 7 animals at 1 VP per 2. (F4)"""
    table = with_cards(100, 110, 82, 1, 53)  # 2 + 2 + 4 + 1 VP, Small Animals
    table.set("red", tr=25, forests=6, cards_53=animals)
    finished(table)
    found = table.json()["score"]["red"]
    assert (found["tr"], found["forests"], found["cards"], found["total"]) == (25, 6, 12, 43)
    assert (found["printed"], found["variable"]) == (9, 3)


@pytest.mark.parametrize(
    ("number", "figures", "vp"),
    [
        (12, {"cards_12": 3}, 3),
        (18, {"forests": 5}, 2),
        (24, {"cards_24": 5}, 2),
        (30, {"cards_30": 4}, 4),
        (33, {"cards_33": 5}, 2),
        (39, {"cards_39": 2}, 2),
        (46, {"cards_46": 5}, 2),
        (53, {"cards_53": 5}, 2),
        (58, {"cards_58": 11}, 3),
        (63, {"tags_jovian": 3}, 3),
        (146, {"tags_earth": 5}, 2),
        (153, {"tags_jovian": 4}, 4),
    ],
)
def test_variable_points(number: int, figures: dict[str, int], vp: int) -> None:
    """(F2)"""
    table = with_cards(number)
    table.set("red", **figures)
    player = table.player("red")
    one = player.in_play(number)
    assert one
    assert points(player, one).variable == vp


def test_think_tank_counts_blue_cards_with_itself() -> None:
    """(F2)"""
    table = with_cards(59, 9, 95)
    assert score_of(table.player("red")).variable == 0
    table.play("play_by_hand", "red", anyway=True, colour="blue", cost=0)
    assert score_of(table.player("red")).variable == 1


def test_interplanetary_relations_count_every_project_card_also_events() -> None:
    """(F2)"""
    table = with_cards(35, 95, 175)
    table.play("choose_corporation", "red", number=220)
    assert score_of(table.player("red")).variable == 0
    table.play("play_by_hand", "red", anyway=True, colour="green", cost=0)
    assert score_of(table.player("red")).variable == 1


def test_negative_points_count() -> None:
    """(F2)"""
    table = with_cards(69, 173)
    assert score_of(table.player("red")).cards == -3


def test_points_counted_by_hand_are_added() -> None:
    """(F2, J1)"""
    table = finished(with_cards(100))
    table.play("adjust", "red", field="points", by=7)
    found = table.json()["score"]["red"]
    assert (found["tr"], found["forests"], found["cards"], found["total"]) == (5, 0, 9, 14)


def test_most_points_win() -> None:
    """(F3)"""
    table = evening()
    table.set("blue", tr=6)
    finished(table)
    assert table.json()["score"]["winners"] == ["blue"]
    assert list(table.json()["score"])[:2] == ["blue", "red"]


def test_a_tie_is_broken_by_heat_plants_and_mc_together() -> None:
    """(F3)"""
    table = evening()
    table.set("red", heat=1, plants=1, mc=1)
    table.set("blue", mc=2)
    finished(table)
    assert table.json()["score"]["winners"] == ["red"]
    table.play("sell_cards", "blue", count=1)
    assert table.json()["score"]["blue"]["tiebreak"] == 5
    assert table.json()["score"]["winners"] == ["blue"]


def test_a_tie_that_stays_is_shared() -> None:
    """(F3)"""
    table = finished(evening())
    assert table.json()["score"]["winners"] == ["red", "blue"]


def test_equals_share_a_place() -> None:
    """(F3)"""
    table = evening("red", "green", "blue", "yellow")
    for seat, tr in (("red", 9), ("green", 7), ("blue", 7), ("yellow", 6)):
        table.set(seat, tr=tr)
    found = score(finished(table).state)
    assert found
    assert [found.place(one.seat) for one in found.seats] == [1, 2, 2, 4]


def test_the_score_of_a_seat_is_found() -> None:
    """(F2)"""
    found = score(finished(evening()).state)
    assert found
    assert [one.seat for one in found.seats] == ["red", "blue"]
    assert found.seat("blue") == found.seats[1]
    assert found.seat("green") is None


def test_there_is_no_score_before_the_end() -> None:
    """(F2)"""
    assert evening().json()["score"] is None


def test_the_points_of_each_card_are_listed() -> None:
    """(F2)"""
    table = finished(with_cards(23, 15, 173))
    assert table.json()["score"]["red"]["by_card"] == [
        {"number": 23, "vp": 2},
        {"number": 173, "vp": -1},
    ]
