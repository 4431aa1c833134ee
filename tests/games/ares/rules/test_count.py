"""The count after the end: what the table did not track, and nothing else. (F2, F3, G5, H3)"""

from __future__ import annotations

from typing import Any

import pytest

from assistant.game import Move, apply, fold
from assistant.games.ares import ARES
from assistant.games.ares.state import Step
from assistant.games.ares.view import view as see
from tests.games.ares.at_table import SHUFFLES, Evening, evening, said, with_cards

LEVELS = {
    "phases": ["tr", "forests", "cards", "on_cards"],
    "planet": ["cards", "on_cards"],
    "mats": ["cards", "on_cards"],
    "cards": [],
}


def over(level: str, *seats: str, **figures: int) -> Evening:
    """A game of two that ends at this level; the figures are red's."""
    table = evening(*(seats or ("red", "blue")), help=level)
    table.set("red", **figures)
    if level == "phases":
        table.play("declare_terraformed", "red")
    else:
        table.set("red", temperature=8, oxygen=14, oceans=9)
    assert table.json()["step"] == "finished"
    return table


def count(table: Evening, seat: str, **parts: int) -> None:
    for part, points in parts.items():
        table.play("count", seat, part=part, points=points)


def owes(table: Evening, seat: str) -> list[str]:
    found: list[str] = table.json()["score"][seat]["open"]
    return found


def winners(table: Evening) -> list[str]:
    found: list[str] = table.json()["score"]["winners"]
    return found


@pytest.mark.parametrize(("level", "parts"), LEVELS.items())
def test_only_what_the_table_did_not_track_is_counted(level: str, parts: list[str]) -> None:
    """(F2)"""
    table = over(level)
    assert owes(table, "red") == owes(table, "blue") == parts
    offered = [dict(one.args)["part"] for one in see(table.state, "red").options]
    assert offered == parts
    assert table.json()["waiting_for"] == (["red", "blue"] if parts else [])


def test_a_game_of_phases_only_is_counted_part_by_part() -> None:
    """(F2, F4)"""
    table = over("phases")
    count(table, "red", tr=25, forests=6, cards=9, on_cards=3)
    found = table.json()["score"]["red"]
    assert (found["tr"], found["forests"], found["cards"], found["total"]) == (25, 6, 12, 43)
    assert (found["printed"], found["variable"], found["open"]) == (9, 3, [])
    assert table.json()["waiting_for"] == ["blue"] and winners(table) == []
    count(table, "blue", tr=20, forests=2, cards=-2, on_cards=0)
    assert table.json()["score"]["blue"]["total"] == 20
    assert winners(table) == ["red"] and table.json()["waiting_for"] == []


@pytest.mark.parametrize("level", ["planet", "mats"])
def test_tr_and_forests_are_known_where_they_were_tracked(level: str) -> None:
    """(F2)"""
    table = over(level, tr=20, forests=4)
    count(table, "red", cards=7, on_cards=1)
    found = table.json()["score"]["red"]
    assert (found["tr"], found["forests"], found["cards"], found["total"]) == (20, 4, 8, 32)


def test_a_seat_that_counts_nothing_has_counted() -> None:
    """(F2)"""
    table = over("mats", tr=6)
    for seat in ("red", "blue"):
        count(table, seat, cards=0)
        assert owes(table, seat) == ["on_cards"]
        count(table, seat, on_cards=0)
        assert owes(table, seat) == []
    assert winners(table) == ["red"]


def test_counted_once_more_corrects_it() -> None:
    """(F2, J1)"""
    table = over("mats")
    for seat in ("red", "blue"):
        count(table, seat, cards=3, on_cards=0)
    count(table, "red", cards=-4)
    assert table.json()["score"]["red"]["total"] == 5 - 4
    count(table, "red", tr=9)  # the table knows it, and may be wrong
    assert table.json()["score"]["red"]["total"] == 9 - 4
    assert table.json()["seats"]["red"]["tr"] == 9
    assert winners(table) == ["blue"]


@pytest.mark.parametrize("level", ["phases", "planet"])
def test_a_tie_at_the_top_asks_those_who_are_tied_what_is_left_over(level: str) -> None:
    """(F3)"""
    table = over(level, "red", "green", "blue")
    known = {"tr": 20, "forests": 0} if level == "phases" else {}
    for seat, cards in (("red", 4), ("green", 1), ("blue", 4)):
        count(table, seat, **known, cards=cards, on_cards=0)
    assert [owes(table, seat) for seat in ("red", "green", "blue")] == [
        ["left_over"],
        [],
        ["left_over"],
    ]
    assert winners(table) == [] and table.json()["waiting_for"] == ["red", "blue"]
    count(table, "red", left_over=11)
    assert winners(table) == []
    count(table, "blue", left_over=12)
    assert table.json()["score"]["blue"]["tiebreak"] == 12
    assert winners(table) == ["blue"]
    count(table, "red", left_over=12)
    assert winners(table) == ["red", "blue"]  # still equal: shared


def test_where_the_mats_are_tracked_a_tie_asks_nothing() -> None:
    """(F3)"""
    table = over("mats", mc=3)
    for seat in ("red", "blue"):
        count(table, seat, cards=4, on_cards=0)
    assert winners(table) == ["red"]


def test_solo_is_decided_without_a_count_which_is_offered() -> None:
    """(G5)"""
    for level, parts in LEVELS.items():
        table = Evening("red", mode="solo", help=level)
        table.begin()
        if level == "phases":
            table.play("declare_terraformed", "red")
        else:
            table.set("red", temperature=8, oxygen=14, oceans=9)
        view = table.json("red")
        assert (view["won"], view["score"]["winners"]) == (True, ["red"])
        assert view["score"]["red"]["open"] == parts and view["waiting_for"] == []
        assert [dict(one.args)["part"] for one in see(table.state, "red").options] == parts


def coop_over(level: str, *, full: bool = True) -> Evening:
    """Fifteen rounds with a partner."""
    table = Evening("red", "blue", mode="coop", help=level)
    table.play("begin", neutral=SHUFFLES)
    if table.state.step == Step.SETUP:
        table.play("go_on")
    if full and level == "phases":
        table.play("declare_terraformed", "red")
    elif full:
        table.set("red", temperature=8, oxygen=14, oceans=9)
    while table.state.step != Step.FINISHED:
        phase = 4 + table.state.round % 2
        table.to_phase(red=phase, blue=phase)
        for seat in ("red", "blue"):
            kind = "copper" if table.state.pool.copper else "player"
            table.play("take_cube", seat, kind=kind)
        table.finish_round()
    return table


@pytest.mark.parametrize("level", ["phases", "planet", "mats"])
@pytest.mark.parametrize(("cards", "won"), [(70, True), (69, False)])
def test_co_op_is_won_or_lost_with_the_last_count(level: str, cards: int, won: bool) -> None:
    """(H3)"""
    table = coop_over(level)
    known = {"tr": 5, "forests": 0} if level == "phases" else {}
    count(table, "red", **known, cards=cards, on_cards=0)
    assert table.json()["won"] is None and winners(table) == []
    assert table.json()["waiting_for"] == ["blue"]
    count(table, "blue", **known, cards=0, on_cards=0)
    assert table.json()["won"] is won
    assert winners(table) == (["red", "blue"] if won else [])


def test_co_op_with_a_planet_that_is_not_full_is_lost_without_a_count() -> None:
    """(H3)"""
    table = coop_over("planet", full=False)
    assert (table.json()["won"], table.json()["waiting_for"]) == (False, [])
    assert owes(table, "red") == ["cards", "on_cards"]  # the score to beat


def test_nothing_is_lost_when_the_level_of_help_changes_after_the_end() -> None:
    """(F2)"""
    table = over("phases")
    for seat, tr in (("red", 25), ("blue", 24)):
        count(table, seat, tr=tr, forests=6, cards=9, on_cards=3)
    before = table.json()["score"]
    for level in ("planet", "mats", "cards", "phases"):
        table.play("set_help", level=level, asks=True)
        assert table.json()["score"] == before


def test_cards_known_by_number_are_not_counted_twice() -> None:
    """A table that played cards by number and stopped doing so counts all of them. (F2)"""
    table = with_cards(100, 53)  # 2 VP, and one that counts animals
    table.set("red", cards_53=4)
    table.play("set_help", level="mats", asks=True)
    table.set("red", temperature=8, oxygen=14, oceans=9)
    assert owes(table, "red") == ["cards", "on_cards"]
    count(table, "red", cards=5, on_cards=3)
    assert table.json()["score"]["red"]["total"] == 5 + 5 + 3
    table.play("set_help", level="cards", asks=True)
    assert table.json()["score"]["red"]["total"] == 5 + 5 + 3


def test_who_went_home_is_not_waited_for() -> None:
    """(F2)"""
    table = over("mats")
    count(table, "red", cards=1, on_cards=0)
    table.play("leave", "blue")
    assert winners(table) == ["red"]
    assert table.refuses("count", "blue", part="cards", points=2).key == "not-in-the-game"
    table.play("sit", "blue")  # back once more, to count
    assert owes(table, "blue") == ["cards", "on_cards"] and winners(table) == []


def test_a_count_taken_back_is_open_again() -> None:
    """(F2, J1)"""
    table = over("mats", tr=6)
    for seat in ("red", "blue"):
        count(table, seat, cards=3, on_cards=0)
    without = [one for one in table.log if dict(one.args) != {"part": "cards", "points": 3}]
    assert len(without) == len(table.log) - 2
    table.state = fold(ARES, table.setup, without)
    assert owes(table, "red") == ["cards"] and winners(table) == []


def test_the_story_says_it_in_words() -> None:
    """(F2)"""
    table = over("mats")
    for points, words in (
        (14, "Ann counted points printed on cards: 14"),
        (-2, "Ann recounted points printed on cards: −2"),
    ):
        move = Move("count", "red", {"part": "cards", "points": points})
        before, table.state = table.state, apply(ARES.moves, table.state, move)
        told = ARES.tell(before, table.state, move)
        assert told and said(told.text) == words


def test_nothing_is_counted_before_the_end() -> None:
    """(F2)"""
    for table in (Evening("red", "blue"), evening()):
        assert table.refuses("count", "red", part="tr", points=5).key == "not-over-yet"


@pytest.mark.parametrize(
    ("part", "points"),
    [
        *[("tr", -1), ("tr", 201), ("forests", -1), ("forests", 101), ("cards", -100)],
        *[("cards", 201), ("on_cards", -1), ("on_cards", 201), ("left_over", -1)],
        *[("left_over", 1000), ("cards", 10**30)],
    ],
)
def test_a_count_that_cannot_be(part: str, points: int) -> None:
    """(F2)"""
    refusal = over("phases").refuses("count", "red", part=part, points=points)
    assert refusal.key == "out-of-range"


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ({"part": "mc", "points": 1}, "part"),
        ({"part": 1, "points": 1}, "part"),
        ({"part": "tr"}, "points"),
        ({"part": "tr", "points": "5"}, "points"),
        ({"part": "tr", "points": 5.0}, "points"),
        ({"part": "tr", "points": True}, "points"),
        ({"part": "tr", "points": None}, "points"),
        ({"part": "tr", "points": 5, "seat": "blue"}, "seat"),
    ],
)
def test_a_count_that_cannot_be_read(args: dict[str, Any], field: str) -> None:
    refusal = over("phases").refuses("count", "red", **args)
    assert (refusal.key, dict(refusal.values)["field"]) == ("malformed", field)


def test_only_who_plays_counts() -> None:
    """(F2)"""
    assert over("mats").refuses("count", "green", part="cards", points=1).key == "not-in-the-game"
