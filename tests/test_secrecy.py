"""A pick reaches nobody else before the reveal: as a property, and on the wire."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.games.ares import State
from assistant.games.ares.view import view as see
from assistant.view import TableView
from assistant.web.face import When, slots_of
from assistant.web.faces import FACES
from assistant.web.showing import STORY
from tests.games.ares.at_table import with_cards
from tests.games.ares.play import SHUFFLES, anyway, begun, picked, play, table, to_planning
from tests.house import House
from tests.phone import Phone
from tests.tiny.web import FACE as TINY

PHASES = st.integers(1, 5)


def seen_by_others(state: State, hider: str) -> list[Any]:
    return [see(state, seat) for seat in (None, "red", "green", "blue") if seat != hider]


@settings(max_examples=150, deadline=None)
@given(first=st.tuples(PHASES, PHASES, PHASES), one=PHASES, other=PHASES, also=PHASES)
def test_whatever_a_seat_hides_everybody_else_sees_the_same(
    first: tuple[int, int, int], one: int, other: int, also: int
) -> None:
    """(B2)"""
    red, green, blue = first
    state = to_planning(picked(begun("red", "green", "blue"), red=red, green=green, blue=blue))
    if blue in (one, other) or green == also:
        return
    for start in (state, play(state, "pick_phase", "green", phase=also)):
        a = play(start, "pick_phase", "blue", phase=one)
        b = play(start, "pick_phase", "blue", phase=other)
        assert seen_by_others(a, "blue") == seen_by_others(b, "blue")
        assert see(a, "blue").picked == one


@pytest.mark.parametrize("end", ["declare_terraformed", "adjust"])
def test_an_end_while_planning_opens_nobodys_card(end: str) -> None:
    """Whoever says that Mars is finished and takes it back has seen nothing. (F1, J1)"""
    state = play(begun("red", "blue", help="phases"), "pick_phase", "blue", phase=3)
    if end == "adjust":
        state = play(state, "set_help", level="planet")
        for field, by in (("temperature", 38), ("oxygen", 14), ("oceans", 9)):
            state = play(state, "adjust", "red", field=field, by=by)
    else:
        state = play(state, "declare_terraformed", "red")
    assert state.step == "finished"
    for seat in (None, "red"):
        assert see(state, seat).as_json()["seats"]["blue"]["picked"] is None
    assert see(state, "blue").picked == 3


def test_what_is_booked_while_planning_does_not_betray_the_sealed_phase() -> None:
    """Community Gardens give a plant more to who chose the action phase. (C3)"""
    planning = with_cards(16).state
    states = []
    for phase in (3, 4):
        state = play(planning, "pick_phase", "red", phase=phase)
        states.append(anyway(state, "card_action", "red", number=16)[0])
    assert seen_by_others(states[0], "red") == seen_by_others(states[1], "red")


def test_the_neutral_deck_is_seen_by_nobody() -> None:
    """(G1)"""
    other = [SHUFFLES[1], *SHUFFLES[1:]]
    states = [
        play(begun_solo, "begin", neutral=decks)
        for begun_solo, decks in ((_solo(), SHUFFLES), (_solo(), other))
    ]
    for seat in (None, "red"):
        assert see(states[0], seat) == see(states[1], seat)


def _solo() -> State:
    return table("red", mode="solo")


def test_the_view_of_the_table_holds_no_device_key() -> None:
    fields = set(TableView.__dataclass_fields__)
    assert not {"devices", "device", "screen"} & fields


def shown(onlooker: Phone, start: int, code: str) -> list[str]:
    """What an onlooker was sent, piece by piece.

    Which slots come in one message depends on how busy the server was; what they say does not.
    """
    onlooker.catch_up()
    pieces: list[str] = []
    for frame in onlooker.frames[start:]:
        event, message = json.loads(frame[2:])
        if event != "screen":
            pieces.append(frame)
            continue
        screen = json.loads(message)
        for name in ("slots", "lines"):
            pieces += [f"{screen['n']} {name} {one}" for one in screen.get(name, {}).items()]
    assert pieces
    return sorted(piece.replace(code, "CODE") for piece in pieces)


def wire_of_a_round(house: House, picks: dict[str, int], watching: dict[str, Any]) -> list[str]:
    """Exactly what an onlooker gets while blue locks, changes and locks again."""
    with house.open_table().sit("red", "green", "blue") as group:
        host = group.host()
        red, green, blue = (group.phone(seat) for seat in ("red", "green", "blue"))
        host.must("begin")
        for phone in (red, green, blue):
            phone.wait_for(lambda view: view["step"] == "planning")
        watching["shows"] = EVERYTHING
        onlooker = group.phone("red", **watching) if watching.pop("seated") else None
        onlooker = onlooker or group.watcher(**watching)
        onlooker.catch_up()
        start = len(onlooker.frames)
        for kind, args in (
            ("pick_phase", {"phase": picks["first"]}),
            ("withdraw_pick", {}),
            ("pick_phase", {"phase": picks["second"]}),
            ("pick_phase", {"phase": picks["third"]}),
        ):
            blue.must(kind, **args)
            onlooker.catch_up()
        green.must("pick_phase", phase=1)
        return shown(onlooker, start, group.code)


WATCHING: list[dict[str, Any]] = [
    {"seated": True, "format": "json"},
    {"seated": True, "format": "screen", "page": "seat", "seat": "red"},
    {"seated": False, "format": "json"},
    {"seated": False, "format": "screen", "page": "table"},
    {"seated": False, "format": "screen", "page": "watch"},
]
EVERYTHING = [
    STORY,
    *(
        slot.name
        for face in (*FACES.values(), TINY)
        for slot in slots_of(face, "seat")
        if slot.when >= When.BEHIND
    ),
]  # a page that has every tab and sheet open


@pytest.mark.parametrize("watching", WATCHING, ids=lambda one: "-".join(map(str, one.values())))
def test_the_wire_is_byte_equal_whichever_phase_is_picked(
    house: House, watching: dict[str, Any]
) -> None:
    """(B2)"""
    picks = [
        {"first": 1, "second": 2, "third": 3},
        {"first": 5, "second": 4, "third": 5},
    ]
    first, second = (wire_of_a_round(house, one, dict(watching)) for one in picks)
    assert first == second


def wire_of_rungs(house: House, numbers: tuple[int, ...], watching: dict[str, Any]) -> list[str]:
    """Exactly what an onlooker gets while black seals a number, and then others."""
    with house.open_table("race", game="tiny").sit("red", "black") as group:
        host, red, black = group.host(), group.phone("red"), group.phone("black")
        host.must("begin")
        red.wait_for(lambda view: view["step"] == "picking")
        watching["shows"] = EVERYTHING
        onlooker = group.phone("red", **watching) if watching.pop("seated") else None
        onlooker = onlooker or group.watcher(**watching)
        onlooker.catch_up()
        start = len(onlooker.frames)
        for number in numbers:
            black.must("pick", number=number)
            onlooker.catch_up()
        return shown(onlooker, start, group.code)


@pytest.mark.parametrize("watching", WATCHING, ids=lambda one: "-".join(map(str, one.values())))
def test_the_wire_of_a_game_that_the_house_does_not_know_is_byte_equal_too(
    tiny_house: House, watching: dict[str, Any]
) -> None:
    """Secrets are the house's work: `Sealed`, and views that are built of what may be seen."""
    first, second = (
        wire_of_rungs(tiny_house, numbers, dict(watching)) for numbers in ((1, 2), (3, 1))
    )
    assert first == second


Pick = tuple[str, str, tuple[str, ...]]  # the move that seals, what it says, who sits there
PHASE: Pick = ("pick_phase", "phase", ("red", "green", "blue"))
NUMBER: Pick = ("pick", "number", ("red", "green", "black"))
PICKS = {PHASE: "standard", NUMBER: "race"}
GAME_OF = {PHASE: "ares", NUMBER: "tiny"}


def wire_of_a_moved_seat(
    house: House, pick: Pick, choices: tuple[int, int], where: str, watching: dict[str, Any]
) -> list[str]:
    """All that a device gets to which the host moves a seat, whatever it takes back and redoes."""
    kind, arg, seats = pick
    owner, hider = seats[0], seats[-1]
    with house.open_table(PICKS[pick], game=GAME_OF[pick]).sit(*seats) as group:
        host = group.host()
        host.must("begin")
        hidden = group.phone(hider)
        say: Any = [{arg: choice} for choice in (*choices, 2)]
        first, second = (hidden.must(kind, **one) for one in say[:2])
        host.must("play_from", seat=hider, where="table" if where == "table" else owner)
        there = group.host if where == "table" else partial(group.phone, owner)
        onlooker = there(seat=hider, shows=EVERYTHING, **watching)
        answers = []
        for move, n in (
            *(("undo", second), ("undo", first), ("redo", first), ("redo", second)),
            ("noted", second + 1),
        ):
            answers.append(onlooker.move(move, n=n))
            onlooker.catch_up()
        assert all(answer["ok"] for answer in answers), answers
        assert onlooker.move(kind, **say[2])["ok"]
        onlooker.catch_up()
        return [*map(str, answers), *shown(onlooker, 0, group.code)]


@pytest.mark.parametrize("pick", PICKS, ids=GAME_OF.get)
@pytest.mark.parametrize("where", ["table", "a neighbour"])
@pytest.mark.parametrize(
    "watching",
    [{"format": "json"}, {"format": "screen", "page": "seat"}],
    ids=lambda one: one["format"],
)
def test_the_wire_to_where_a_seat_is_moved_is_byte_equal_whatever_it_had_sealed(
    tiny_house: House, pick: Pick, where: str, watching: dict[str, Any]
) -> None:
    one, other = (
        wire_of_a_moved_seat(tiny_house, pick, choices, where, dict(watching))
        for choices in ((1, 3), (3, 1))
    )
    assert one == other


def test_no_pick_is_printed_or_kept_outside_the_store(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        with house.open_table().sit("red", "blue") as group:
            host, red = group.host(), group.phone("red")
            host.must("begin")
            red.must("pick_phase", phase=3)
            red.move("pick_phase", phase=77)
            red.send("move", {"id": "x", "kind": "pick_phase", "args": {"phase": {"deep": 3}}})
        assert house.stop() == ""
    kept = {path.name.split(".")[0] for path in tmp_path.iterdir()}
    assert kept == {"tables", "secret", "compiled", "lock"}
