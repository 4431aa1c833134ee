"""Planning: seal a phase, turn all at once. (B2–B4, J2)"""

from __future__ import annotations

from assistant.game import text
from assistant.games.ares.view import view as see
from tests.games.ares.at_table import Evening, evening


def test_nobody_sees_a_pick_before_the_last_is_in() -> None:
    """(B2)"""
    table = evening("red", "blue", "green")
    table.play("pick_phase", "red", phase=4)
    for seat in ("blue", "green", None):
        view = table.json(seat)
        assert view["seats"]["red"]["picked"] is None
        assert view["seats"]["red"]["locked"] is True
    assert table.json("red")["you"] == {"seat": "red", "picked": 4}
    assert table.json()["waiting_for"] == ["green", "blue"]


def test_all_cards_are_turned_when_the_last_is_in() -> None:
    """(B1, B2)"""
    table = evening()
    table.to_phase(red=4, blue=2)
    view = table.json()
    assert view["step"] == "phase"
    assert {seat: view["seats"][seat]["picked"] for seat in view["seats"]} == {"red": 4, "blue": 2}


def test_last_rounds_phase_is_refused_unless_booked_anyway() -> None:
    """(B3)"""
    table = evening()
    table.to_phase(red=4, blue=5)
    for _ in range(3):
        table.all_done()
    assert table.json()["round"] == 2
    assert table.refuses("pick_phase", "red", phase=4).key == "same-phase-twice"
    table.play("pick_phase", "red", anyway=True, phase=4)
    assert table.json("red")["you"]["picked"] == 4


def test_chosen_phases_are_played_once_each_in_order() -> None:
    """(B4)"""
    table = evening("red", "blue", "green")
    table.to_phase(red=5, blue=2, green=5)
    assert table.json()["phases"] == [2, 5]
    assert table.json()["phase"] == 2
    table.all_done()
    assert table.json()["phase"] == 5
    table.all_done()
    assert table.json()["step"] == "end_of_round"


def test_a_pick_can_be_changed_until_the_last_is_in() -> None:
    """(J2)"""
    table = evening()
    table.play("pick_phase", "red", phase=4)
    table.play("pick_phase", "red", phase=5)
    table.play("withdraw_pick", "red")
    assert table.refuses("withdraw_pick", "red").key == "nothing-picked"
    table.to_phase(red=1, blue=2)
    assert table.json()["phases"] == [1, 2]
    assert table.refuses("pick_phase", "red", phase=3).key == "not-planning"
    assert table.refuses("withdraw_pick", "red").key == "not-planning"


def test_the_host_goes_on_without_who_has_not_picked() -> None:
    """(B5)"""
    table = evening("red", "blue")
    assert table.refuses("go_on").key == "nobody-has-picked"
    table.play("pick_phase", "red", phase=3)
    table.play("go_on")
    assert table.json()["phases"] == [3]


def test_the_table_turns_the_cards_itself() -> None:
    """(B2)"""
    table = evening()
    assert table.refuses("reveal").key == "somebody-still-chooses"
    table.to_phase(red=4, blue=5)
    assert table.refuses("reveal").key == "not-planning"
    assert [move.kind for move in table.log][-2:] == ["pick_phase", "reveal"]


def test_who_leaves_is_not_waited_for() -> None:
    """(A1, B2)"""
    table = evening("red", "blue", "green")
    table.play("pick_phase", "red", phase=1)
    table.play("pick_phase", "blue", phase=2)
    table.play("leave", "green")
    assert table.json()["step"] == "phase"
    assert table.json()["seats"]["green"]["here"] is False
    assert see(table.state, "green").options == ()
    assert table.refuses("done", "green").key == "not-in-the-game"
    table.play("sit", "green")
    assert table.json()["waiting_for"] == ["red", "green", "blue"]


def test_who_leaves_before_the_game_frees_the_colour() -> None:
    """(A1)"""
    table = Evening("red", "blue")
    table.play("leave", "red")
    assert list(table.json()["seats"]) == ["blue"]
    assert table.refuses("leave", "red").key == "not-in-the-game"


def test_when_everybody_has_left_nothing_is_turned() -> None:
    """(B2)"""
    table = evening()
    table.play("leave", "red")
    table.play("leave", "blue")
    assert (table.json()["step"], table.json()["waiting_for"]) == ("planning", [])
    table.play("sit", "blue")
    table.play("pick_phase", "blue", phase=3)
    assert table.json()["phases"] == [3]


def test_two_to_four_sit_down_at_a_standard_table() -> None:
    """(A1)"""
    table = Evening("red")
    assert table.refuses("begin", neutral=[[1, 2, 3, 4, 5]] * 5).key == "too-few-players"
    for seat in ("green", "blue", "yellow"):
        table.play("sit", seat)
    table.begin()
    assert list(table.json()["seats"]) == ["red", "green", "blue", "yellow"]
    assert table.refuses("begin", neutral=[[1, 2, 3, 4, 5]] * 5).key == "already-begun"
    assert table.refuses("sit", "white").key == "table-full"


def test_everybody_holds_five_phase_cards() -> None:
    """(A8)"""
    table = evening()
    options = see(table.state, "red").options
    picks = [dict(one.args)["phase"] for one in options if one.kind == "pick_phase"]
    assert picks == [1, 2, 3, 4, 5]
    assert not any(one.refused for one in options if one.kind == "pick_phase")


def test_a_phase_chosen_twice_is_named() -> None:
    """(B3)"""
    table = evening()
    table.to_phase(red=4, blue=5)
    for _ in range(3):
        table.all_done()
    assert table.refuses("pick_phase", "red", phase=4) == text("same-phase-twice", phase=4)
