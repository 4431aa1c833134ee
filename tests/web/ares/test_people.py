"""What everybody is at, in a sign and a word."""

from __future__ import annotations

import pytest

from assistant.game import Text
from assistant.games.ares.state import State
from assistant.web.ares.people import everybody, is_alone, people, under_name
from tests.web.ares.staged import Played, after, in_phase, over, seen, table


def _at(state: State) -> dict[str, tuple[str, str, bool]]:
    return {one.seat: (one.sign, one.words.key, one.settled) for one in people(seen(state, None))}


def test_who_has_no_corporation_yet_is_choosing() -> None:
    state = table("cards", ("red", "choose_corporation", {"number": 209}))
    assert _at(state) == {
        "red": ("done", "at-ready", True),
        "blue": ("wait", "at-choosing", False),
    }


def test_who_has_locked_is_settled_in_the_planning_step() -> None:
    state = table("phases", ("red", "pick_phase", {"phase": 1}))
    assert _at(state) == {
        "red": ("lock", "at-locked", True),
        "blue": ("wait", "at-choosing", False),
    }


def test_who_is_done_is_settled_in_a_phase_and_at_its_end() -> None:
    state = in_phase("phases", 1, 1, ("red", "done", {}))
    assert _at(state) == {"red": ("done", "at-done", True), "blue": ("wait", "at-playing", False)}
    state = after(state, ("blue", "done", {}), ("blue", "done", {}))
    assert state.step == "end_of_round"
    assert _at(state) == {"red": ("wait", "at-not-yet", False), "blue": ("done", "at-ready", True)}


def test_nobody_waits_for_who_is_gone() -> None:
    state = after(table("phases"), ("blue", "leave", {}))
    assert _at(state)["blue"] == ("close", "at-gone", True)


def test_in_the_end_some_count_and_others_have_counted() -> None:
    state = over()
    assert state.step == "finished"
    assert everybody(seen(state)) == Text("everybody-counts")
    counts: list[Played] = [
        ("red", "count", {"part": part, "points": 3})
        for part in ("tr", "forests", "cards", "on_cards")
    ]
    state = after(state, *counts)
    assert _at(state) == {
        "red": ("done", "at-counted", True),
        "blue": ("wait", "at-counting", False),
    }
    state = after(state, *(("blue", kind, {**args, "points": 2}) for _, kind, args in counts))
    assert _at(state)["blue"] == _at(state)["red"] == ("done", "at-here", True)


def test_all_of_them_are_said_to_do_what_the_step_asks() -> None:
    assert everybody(seen(table("cards"))) == Text("nobody-ready")
    assert everybody(seen(table("phases"))) == Text("everybody-chooses")
    assert everybody(seen(in_phase("phases", 1, 1))) == Text("everybody-plays")


def test_one_of_several_is_awaited_alone() -> None:
    state = table("phases", ("blue", "pick_phase", {"phase": 1}))
    assert is_alone(seen(state, "red"))
    assert not is_alone(seen(state, "blue")) and not is_alone(seen(state, None))
    assert not is_alone(seen(table("phases", mode="solo", seats="red")))


@pytest.mark.parametrize(
    ("state", "seat", "key"),
    [
        (table("cards"), "red", "header-setup"),
        (table("phases"), "red", "header-round"),
        (table("planet"), "red", "header-tr"),
        (table("planet"), None, "header-round"),
        (table("phases", mode="solo", seats="red"), "red", "header-solo"),
        (in_phase("phases", 1, 2), "red", "header-bonus"),
        (in_phase("phases", 1, 2), "blue", "header-phase"),
        (in_phase("phases", 1, 2, ("red", "done", {})), "blue", "header-phase"),
        (in_phase("planet", 1, 2, ("red", "done", {})), "blue", "header-awaited"),
        (over(), "red", "evening-rounds"),
    ],
)
def test_under_a_name_stands_where_the_game_is(state: State, seat: str | None, key: str) -> None:
    assert under_name(seen(state, seat)).key == key
