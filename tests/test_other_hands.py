"""A seat comes to another device: what it had sealed is void, unless its own device moved it.

Asked of every game alike: what lies in a `Sealed` is found wherever a game keeps it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.game import Game, Names, Text, by_table, is_marked
from assistant.games import GAMES
from assistant.moves import fold
from assistant.record import Entry, Record
from assistant.sealed import has_sealed, is_anything_sealed
from assistant.seats import People
from tests.games import EVERY
from tests.test_table import SCREEN, Seats
from tests.tiny import TINY
from tests.tiny.guest import as_guest
from tests.tiny.state import State

NEW = "another phone"


class Evening(Seats):
    """Three people while they seal something; `hider` is one of them."""

    def __init__(self, folder: Path, game: Game[Any]) -> None:
        mode = next(key for key, places in game.modes.items() if 3 in places)
        self.one, self.hider, self.third = game.seats[:3]
        super().__init__(folder, *game.seats[:3], mode=mode, game=game.key)
        self.must(SCREEN, "begin")
        self.device = {seat: seat for seat in game.seats[:3]}

    def choices(self, seat: str) -> list[dict[str, Any]]:
        """What a seat may seal now."""
        game = self.table.game
        return [
            dict(one.args)
            for one in self.table.game_view(seat).options
            if not one.refused and is_marked(game.moves[one.kind], "sealed")
        ]

    @property
    def sealing(self) -> str:
        rules = self.table.game.moves.items()
        return next(kind for kind, rule in rules if is_marked(rule, "sealed"))

    def seal(self, seat: str, choice: int = 0, device: str | None = None) -> int:
        self._taps += 1
        answer = self.table.play(
            device or self.device[seat],
            seat,
            self.sealing,
            self.choices(seat)[choice],
            f"tap-{self._taps}",
        )
        assert answer.ok, answer
        return answer.n

    def lies(self, seat: str) -> bool:
        return has_sealed(self.state, seat)

    def holder(self, seat: str) -> str:
        one = self.table.people.at(seat)
        assert one
        return next(iter(one.devices))

    def asks(self, device: str, seat: str) -> int:
        return self.must(device, "ask_seat", seat=seat)


@pytest.fixture(params=EVERY, ids=lambda game: game.key)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    with as_guest():
        yield Evening(tmp_path, request.param)


# The ways in which a seat comes to a device by another's hand, and where it is then.


def _host_moves_it_to_the_table_screen(it: Evening) -> str:
    it.must(SCREEN, "play_from", seat=it.hider, where="table")
    return SCREEN


def _host_moves_it_to_a_neighbour(it: Evening) -> str:
    it.must(SCREEN, "play_from", seat=it.hider, where=it.one)
    return it.one


def _host_says_yes_for_it(it: Evening) -> str:
    it.must(SCREEN, "hand_over", wish=it.asks(NEW, it.hider))
    return NEW


def _host_on_a_phone_takes_it(it: Evening) -> str:
    it.must(SCREEN, "hand_host", seat=it.one)
    it.must(it.one, "play_from", seat=it.hider, where=it.one)
    return it.one


def _host_on_a_phone_grants_it_to_itself(it: Evening) -> str:
    it.must(SCREEN, "hand_host", seat=it.one)
    it.must(it.one, "hand_over", wish=it.asks(it.one, it.hider))
    return it.one


def _host_frees_it_and_another_sits_down(it: Evening) -> str:
    it.must(SCREEN, "free", seat=it.hider)
    it.must(NEW, "sit", seat=it.hider, name="Cuckoo")
    return NEW


WAYS = [
    _host_moves_it_to_the_table_screen,
    _host_moves_it_to_a_neighbour,
    _host_says_yes_for_it,
    _host_on_a_phone_takes_it,
    _host_on_a_phone_grants_it_to_itself,
    _host_frees_it_and_another_sits_down,
]
Way = Callable[[Evening], str]
ways = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__.strip("_"))


@ways
def test_what_another_hand_moves_is_void_and_chosen_again(evening: Evening, way: Way) -> None:
    evening.seal(evening.hider)
    there = way(evening)
    assert evening.holder(evening.hider) == there
    assert not evening.lies(evening.hider)
    assert evening.hider in evening.table.game_view(None).waiting_for, "everybody sees who is late"
    again = evening.restarted().record
    assert (again.state, again.story) == (evening.state, evening.table.record.story)
    for seat in (evening.one, evening.third):
        evening.seal(seat)
    assert not evening.table.record.is_just_opened
    evening.seal(evening.hider, 1, there)
    assert evening.table.record.is_just_opened, "the last choice opens all"


@ways
def test_nothing_of_it_is_to_be_seen_where_the_seat_is_now(
    evening: Evening, way: Way, tmp_path: Path
) -> None:
    other = Evening(tmp_path / "other", evening.table.game)
    for choice, table in enumerate((evening, other)):
        table.seal(table.hider, choice)
        way(table)
    assert [evening.table.game_view(seat) for seat in (None, evening.hider)] == [
        other.table.game_view(seat) for seat in (None, evening.hider)
    ]
    assert evening.table.record.story == other.table.record.story


@ways
def test_no_step_taken_back_or_made_again_brings_it_there(evening: Evening, way: Way) -> None:
    """A fold again goes through the move of the seat, and there it is void as ever."""
    first = evening.seal(evening.hider)
    second = evening.seal(evening.hider, 1)
    there = way(evening)
    for device in (there, SCREEN):
        for n in (second, first):
            evening.must(device, "undo", n=n, also=[])
            assert not evening.lies(evening.hider)
        for n in (first, second):
            evening.must(device, "redo", n=n)
            assert not evening.lies(evening.hider)
    assert evening.restarted().record.state == evening.state


def test_what_was_taken_back_before_is_not_made_again_there(evening: Evening) -> None:
    n = evening.seal(evening.hider)
    evening.must(evening.hider, "undo", n=n, also=[])
    evening.must(SCREEN, "play_from", seat=evening.hider, where=evening.one)
    evening.must(SCREEN, "redo", n=n)
    assert not evening.lies(evening.hider)


def test_the_story_tells_whose_choice_is_void_and_who_moved_is_told(evening: Evening) -> None:
    evening.seal(evening.hider)
    n = evening.must(SCREEN, "play_from", seat=evening.hider, where=evening.one)
    line = evening.table.record.story[-1]
    assert line.text == Text(
        "story-void",
        (
            ("line", Text("story-plays-from", (("who", Names((evening.one,))),))),
            ("who", Names((evening.hider,))),
        ),
    )
    assert line.seat == evening.hider
    (told,) = evening.table.view(evening.one, evening.hider).news
    assert (told.n, told.kind, told.by) == (n, "void", None)
    for seat in (evening.one, evening.third):
        assert evening.table.view(evening.device[seat], seat).news == ()
    evening.table.play(evening.one, evening.hider, "noted", {"n": n}, "noted")
    assert evening.table.view(evening.one, evening.hider).news == ()


def test_where_nothing_lay_sealed_nothing_is_said_of_it(evening: Evening) -> None:
    evening.must(SCREEN, "play_from", seat=evening.hider, where="table")
    assert evening.table.record.story[-1].text == Text("story-plays-from-table")
    assert evening.table.view(SCREEN, evening.hider).news == ()


def test_others_choices_stay_where_they_are(evening: Evening) -> None:
    for seat in (evening.one, evening.hider):
        evening.seal(seat)
    evening.must(SCREEN, "play_from", seat=evening.hider, where="table")
    assert evening.lies(evening.one) and not evening.lies(evening.hider)


# What somebody does with their own seat, on a device that holds it


def _plays_it_from_the_table(it: Evening) -> None:
    it.must(it.hider, "play_from", seat=it.hider, where="table")


def _plays_it_on_a_neighbours_phone(it: Evening) -> None:
    it.must(it.hider, "play_from", seat=it.hider, where=it.one)


def _says_yes_to_another_phone(it: Evening) -> None:
    it.must(it.hider, "hand_over", wish=it.asks(NEW, it.hider))


OWN = [_plays_it_from_the_table, _plays_it_on_a_neighbours_phone, _says_yes_to_another_phone]
own_ways = pytest.mark.parametrize("way", OWN, ids=lambda way: way.__name__.strip("_"))


@own_ways
def test_who_moves_their_own_seat_keeps_what_they_sealed(
    evening: Evening, way: Callable[[Evening], None]
) -> None:
    evening.seal(evening.hider)
    state = evening.state
    way(evening)
    assert evening.holder(evening.hider) != evening.hider
    assert evening.state == state and evening.lies(evening.hider)
    assert evening.restarted().record.state == evening.state


@own_ways
def test_only_what_lay_there_goes_along_not_what_was_there_before(
    evening: Evening, way: Callable[[Evening], None]
) -> None:
    """Where the seat is now nobody sees what was thought better of."""
    evening.seal(evening.hider)
    second = evening.seal(evening.hider, 1)
    way(evening)
    there = evening.holder(evening.hider)
    evening.must(there, "undo", n=second, also=[])
    assert not evening.lies(evening.hider)
    evening.must(there, "redo", n=second)
    assert evening.lies(evening.hider)


def test_the_device_that_a_seat_is_played_on_moves_it_as_its_own(evening: Evening) -> None:
    """Behind its cover it could be looked at there in any case."""
    evening.must(evening.hider, "play_from", seat=evening.hider, where=evening.one)
    evening.seal(evening.hider, device=evening.one)
    evening.must(evening.one, "play_from", seat=evening.hider, where="table")
    assert evening.lies(evening.hider)


# Guests: who plays on a neighbour's phone is not asked when that goes.


def _neighbour_leaves(it: Evening) -> None:
    it.must(it.one, "free", seat=it.one)


def _neighbour_is_freed(it: Evening) -> None:
    it.must(SCREEN, "free", seat=it.one)


def _neighbour_plays_from_the_table(it: Evening) -> None:
    it.must(it.one, "play_from", seat=it.one, where="table")


def _neighbour_changes_phones(it: Evening) -> None:
    it.must(it.one, "hand_over", wish=it.asks(NEW, it.one))


GOES = [
    _neighbour_leaves,
    _neighbour_is_freed,
    _neighbour_plays_from_the_table,
    _neighbour_changes_phones,
]


@pytest.mark.parametrize("goes", GOES, ids=lambda way: way.__name__.strip("_"))
def test_what_a_guest_sealed_is_void_when_the_phone_goes(
    evening: Evening, goes: Callable[[Evening], None]
) -> None:
    evening.must(evening.hider, "play_from", seat=evening.hider, where=evening.one)
    n = evening.seal(evening.hider, device=evening.one)
    evening.seal(evening.third)
    goes(evening)
    assert evening.holder(evening.hider) == SCREEN
    assert not evening.lies(evening.hider) and evening.lies(evening.third)
    assert not evening.table.record.is_just_opened, "the guest is awaited again"
    evening.must(SCREEN, "undo", n=n, also=[])
    evening.must(SCREEN, "redo", n=n)
    assert not evening.lies(evening.hider)


# Around it: opening again, files, old logs


def test_after_an_opening_was_taken_back_the_moved_seat_chooses_and_all_open(
    evening: Evening,
) -> None:
    for seat in (evening.one, evening.third, evening.hider):
        last = evening.seal(seat)
    evening.must(SCREEN, "undo", n=last + 1, also=[])
    assert evening.table.record.due
    evening.must(SCREEN, "play_from", seat=evening.hider, where="table")
    assert not evening.table.record.due
    assert evening.why(SCREEN, "turn_again") == "nothing-to-turn"
    evening.seal(evening.hider, 1, SCREEN)
    assert evening.table.record.is_just_opened


def test_a_choice_that_was_never_opened_is_in_no_file(evening: Evening) -> None:
    evening.seal(evening.one)
    stands = evening.table.packed()
    n = evening.seal(evening.hider)
    for seat in (evening.hider, evening.one):
        evening.must(SCREEN, "play_from", seat=seat, where="table")
    assert not is_anything_sealed(evening.state)
    assert evening.table.packed() == stands
    evening.must(SCREEN, "undo", n=n, also=[])
    assert evening.table.packed() == stands
    for seat in (evening.one, evening.hider, evening.third):
        evening.seal(seat, device=evening.holder(seat))
    assert len(evening.table.packed()["moves"]) == evening.table.record.n, "opened for all to see"


def test_an_older_log_is_folded_as_it_was_played(evening: Evening) -> None:
    """When a seat was moved, what it had sealed stayed sealed."""
    evening.seal(evening.hider)
    evening.must(SCREEN, "play_from", seat=evening.hider, where="table")
    record = evening.table.record
    older = [_as_of_old(step.entry) for step in record.steps]
    people = People(record.game.seats, SCREEN)
    again = fold(Record.opened(record.game, evening.table._opened_with, people), older)
    assert has_sealed(again.state, evening.hider)
    assert again.story[-1].text == Text("story-plays-from-table")


def _as_of_old(entry: Entry) -> Entry:
    return replace(entry, args={key: one for key, one in entry.args.items() if key != "voids"})


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("sit", {"seat": "red", "name": "Ann"}),
        ("free", {"seat": "red"}),
        ("hand_over", {"wish": 7}),
        ("play_from", {"seat": "red", "where": "table"}),
    ],
)
def test_no_phone_says_what_the_table_fills_in(
    tmp_path: Path, kind: str, args: dict[str, Any]
) -> None:
    seats = Seats(tmp_path, "red", "blue")
    for voids in (True, False):
        assert seats.why(SCREEN, kind, **args, voids=voids) == "malformed"


def test_the_table_fills_it_in_for_each_move_of_a_seat(tmp_path: Path) -> None:
    seats = Seats(tmp_path, "red", "blue")
    seats.must("new", "ask_seat", seat="red")
    seats.must(SCREEN, "hand_over", wish=seats.table.record.n)
    seats.must("blue", "play_from", seat="blue", where="table")
    seats.must(SCREEN, "free", seat="red")
    entries = [step.entry for step in seats.table.record.steps]
    voids = {entry.kind: entry.args.get("voids") for entry in entries}
    assert voids == {
        **dict.fromkeys(("sit", "free", "hand_over", "play_from"), True),
        "ask_seat": None,
    }
    kept = json.loads(json.dumps(entries[-1].args))
    assert kept == {"seat": "red", "voids": True}


def test_what_a_game_forgets_of_who_left_nobody_finds_who_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(state: State, seat: str) -> State:
        """Go, and leave the pick behind."""
        return replace(state, climbers=tuple(one for one in state.climbers if one.seat != seat))

    forgetful = replace(TINY, moves={**TINY.moves, "leave": by_table(leave)})
    monkeypatch.setitem(GAMES, TINY.key, forgetful)
    evening = Evening(tmp_path, forgetful)
    evening.seal(evening.hider)
    evening.must(SCREEN, "free", seat=evening.hider)
    evening.must(NEW, "sit", seat=evening.hider, name="Cuckoo")
    assert not evening.lies(evening.hider)
    assert evening.hider in evening.table.game_view(None).waiting_for
