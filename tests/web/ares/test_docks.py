"""Which buttons stand under the thumb."""

from __future__ import annotations

import pytest

from assistant.game import Text, text
from assistant.games.ares.state import State, replace
from assistant.record import Line
from assistant.web.ares import docks
from tests.web.ares.staged import Played, after, in_phase, over, seen, table

PARTS = ("tr", "forests", "cards", "on_cards")


def _counted(state: State, *seats: str) -> State:
    moves: list[Played] = [
        (seat, "count", {"part": part, "points": 3}) for seat in seats for part in PARTS
    ]
    return after(state, *moves)


@pytest.mark.parametrize(
    ("state", "name"),
    [
        (table("cards"), "setup"),
        (table("cards", ("red", "choose_corporation", {"number": 209})), "done"),
        (table("phases"), "pick"),
        (table("phases", ("red", "pick_phase", {"phase": 1})), "locked"),
        (in_phase("phases", 1, 1), "finish"),
        (in_phase("phases", 1, 1, ("red", "done", {})), "done"),
        (in_phase("mats", 3, 3, ("red", "adjust", {"field": "plants", "by": 8})), "convert"),
        (over(), "count"),
        (_counted(over(), "red"), "wait"),
        (_counted(over(), "red", "blue"), "count"),  # level: what is left over decides
    ],
)
def test_each_state_has_its_buttons(state: State, name: str) -> None:
    assert docks.dock(seen(state)) == f"ares/dock/{name}.html"


def test_when_all_is_counted_there_is_something_to_share() -> None:
    state = _counted(over(), "red", "blue")
    left: list[Played] = [
        (seat, "count", {"part": "left_over", "points": 1}) for seat in ("red", "blue")
    ]
    assert docks.dock(seen(after(state, *left))) == "ares/dock/score.html"


def test_who_left_has_no_buttons() -> None:
    assert docks.dock(seen(in_phase("phases", 1, 1, ("red", "leave", {})))) is None


@pytest.mark.parametrize(
    ("state", "button"),
    [
        (in_phase("phases", 1, 1), docks.Button(Text("dock-done"), sign="done")),
        (in_phase("mats", 1, 1), docks.Button(Text("dock-play-nothing"), "main is-soft", key="n")),
        (in_phase("mats", 4, 4), docks.Button(Text("dock-book"), sign="done")),
        (
            in_phase("planet", 1, 1, ("red", "adjust", {"field": "oceans_to_turn", "by": 1})),
            docks.Button(Text("dock-done"), "is-not-now"),
        ),
        (
            in_phase("phases", 1, 1, ("red", "done", {}), ("blue", "done", {})),
            docks.Button(text("dock-next-round", n=2), sign="arrow"),
        ),
    ],
)
def test_the_button_that_ends_it_says_what_it_ends(state: State, button: docks.Button) -> None:
    assert docks.finish(seen(state)) == button


def test_a_round_is_the_last_when_no_cubes_are_left_for_another() -> None:
    """(H2)"""
    state = table("phases", mode="coop")
    last = replace(state, pool=replace(state.pool, copper=1, player_cubes=1))
    assert not docks.is_last_round(seen(state))
    assert docks.is_last_round(seen(last))
    picks: list[Played] = [(seat, "pick_phase", {"phase": 1}) for seat in ("red", "blue")]
    taken = after(last, *picks, ("red", "take_cube", {"kind": "copper"}))
    assert docks.is_last_round(seen(taken))
    left = replace(taken, pool=replace(taken.pool, copper=2, player_cubes=1))
    assert not docks.is_last_round(seen(left))


def test_a_typed_number_is_a_card_or_a_price_or_nothing() -> None:
    assert docks.looks_at_cards(seen(table("cards")))
    for phase, looks, types in ((1, True, True), (3, True, False), (4, False, False)):
        assert docks.looks_at_cards(seen(in_phase("cards", phase, phase))) is looks
        assert docks.types_a_price(seen(in_phase("mats", phase, phase))) is types
    assert not docks.types_a_price(seen(in_phase("cards", 1, 1)))
    assert not docks.looks_at_cards(seen(in_phase("mats", 1, 1)))


def test_a_pick_has_its_own_way_back() -> None:
    def line(key: str) -> Line:
        return Line(1, "red", Text(key), (), is_move=True)

    assert docks.can_take_back(line("story-done"))
    assert not docks.can_take_back(line("story-locked")) and not docks.can_take_back(None)
    assert docks.has_counted(line("story-count"))
    assert not docks.has_counted(line("story-done")) and not docks.has_counted(None)
