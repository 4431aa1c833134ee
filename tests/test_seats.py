"""Who sits where, on which phone."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.game import Illegal, read_args
from assistant.seats import BY_TABLE, SEAT_MOVES, Actor, People, read_name

EMPTY = People(("red", "green", "blue", "yellow"), screen="screen")


def move(
    people: People, device: str, kind: str, /, n: int = 0, at: float = 0.0, **args: Any
) -> People:
    moved: People = SEAT_MOVES[kind](people, Actor(device, n=n, at=at), **args)
    return moved


def refusal(people: People, device: str, kind: str, /, **args: Any) -> str:
    with pytest.raises(Illegal) as refused:
        move(people, device, kind, **args)
    return refused.value.text.key


def seated(**devices: str) -> People:
    people = EMPTY
    for seat, device in devices.items():
        people = move(people, device, "sit", seat=seat, name=seat.title())
    return people


def test_a_seat_is_taken_once_and_a_phone_sits_once() -> None:
    people = seated(red="a")
    assert people.name("red") == "Red" and people.seats_of("a") == ("red",)
    assert refusal(people, "b", "sit", seat="red", name="Bob") == "seat-taken"
    assert refusal(people, "a", "sit", seat="blue", name="Ann") == "already-seated"
    assert refusal(people, "b", "sit", seat="pink", name="Bob") == "unknown-seat"


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("", "name-missing"),
        ("   \u00a0 ", "name-missing"),
        ("x" * 200, "name-too-long"),
        ("x" * 21, "name-too-long"),
        ("<b>Ann</b>", "name-odd"),
        ("An\u202en", "name-odd"),
        ("An\u200fn", "name-odd"),
        ("An\x00n", "name-odd"),
        ("\ud800", "name-odd"),
        ("...", "name-odd"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name: str, key: str) -> None:
    with pytest.raises(Illegal) as refused:
        read_name(name)
    assert refused.value.text.key == key


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (" Ann  Lee ", "Ann Lee"),
        ("Олена", "Олена"),
        ("דנה", "דנה"),
        ("👩‍🚀", "👩‍🚀"),
        ("x" * 20,) * 2,
    ],
)
def test_an_ordinary_name_is_trimmed_and_kept(name: str, shown: str) -> None:
    assert read_name(name) == shown


def test_a_seat_moves_to_the_phone_that_asked_when_its_owner_says_yes() -> None:
    people = move(seated(red="a"), "new", "ask_seat", n=7, seat="red")
    assert refusal(people, "new", "ask_seat", seat="red") == "already-asked"
    assert refusal(people, "stranger", "hand_over", wish=7) == "not-your-seat"
    people = move(people, "a", "hand_over", wish=7)
    assert people.seats_of("new") == ("red",) and people.seats_of("a") == ()
    assert refusal(people, "new", "hand_over", wish=7) == "no-such-wish"


def test_the_host_may_answer_for_an_owner_whose_battery_is_flat() -> None:
    people = move(seated(red="a"), "new", "ask_seat", n=7, seat="red")
    assert move(people, "screen", "hand_over", wish=7).seats_of("new") == ("red",)
    assert move(people, "screen", "decline", wish=7).wishes == ()
    assert move(people, "new", "decline", wish=7).wishes == ()


def test_the_host_frees_and_renames_any_seat_others_only_their_own() -> None:
    people = seated(red="a", blue="b")
    assert refusal(people, "a", "free", seat="blue") == "not-your-seat"
    assert refusal(people, "a", "rename", seat="blue", name="X") == "not-your-seat"
    assert move(people, "screen", "free", seat="blue").at("blue") is None
    assert move(people, "screen", "rename", seat="blue", name="Olena").name("blue") == "Olena"
    assert move(people, "b", "free", seat="blue").seats_of("b") == ()


def test_the_hosts_role_goes_to_a_phone_and_comes_back() -> None:
    people = seated(red="a", blue="b")
    assert refusal(people, "a", "hand_host", seat="red") == "only-the-host"
    people = move(people, "screen", "hand_host", seat="red")
    assert people.is_host("a") and people.is_host("screen") and not people.is_host("b")
    people = move(people, "a", "hand_host", seat="blue")
    assert people.is_host("b") and not people.is_host("a")
    assert not move(people, "b", "free", seat="blue").is_host("b")


def test_somebody_without_a_phone_is_seated_by_the_screen_or_a_neighbour() -> None:
    people = seated(red="a")
    shared = move(people, "a", "sit", seat="green", name="Taras", phone=False)
    assert shared.seats_of("a") == ("red", "green")
    from_screen = move(people, "screen", "sit", seat="green", name="Taras", phone=False)
    assert from_screen.seats_of("screen") == ("green",)
    assert refusal(people, "b", "sit", seat="green", name="T", phone=False) == "not-seated"


def test_a_seat_can_go_on_from_the_table_screen_or_a_neighbours_phone() -> None:
    people = seated(red="a", blue="b")
    people = move(people, "b", "play_from", seat="blue", where="table")
    assert people.seats_of("screen") == ("blue",) and people.seats_of("b") == ()
    people = move(people, "screen", "play_from", seat="blue", where="red")
    assert people.seats_of("a") == ("red", "blue")
    assert refusal(people, "a", "play_from", seat="blue", where="blue") == "unknown-seat"


def test_anybody_seated_pauses_and_goes_on() -> None:
    people = seated(red="a")
    assert refusal(people, "stranger", "pause") == "not-seated"
    people = move(people, "a", "pause")
    assert refusal(people, "a", "pause") == "already-paused"
    assert not move(people, "screen", "resume").paused


def test_whoever_fits_at_another_table_stays_the_host_before_all() -> None:
    people = seated(red="a", green="b", blue="c", yellow="d")
    people = move(people, "screen", "hand_host", seat="blue")
    people = move(people, "new", "ask_seat", n=7, seat="green")
    two = people.settled(("black", "blue", "green", "red"), 2)
    assert [seat for seat, _ in two.sittings] == ["blue", "green"]
    assert two.host == "blue" and two.wishes == people.wishes and two.name("red") == ""
    one = people.settled(("yellow", "red", "blue"), 1)
    assert [seat for seat, _ in one.sittings] == ["blue"] and one.wishes == ()
    none = people.settled(("black",), 5)
    assert none.sittings == () and none.host is None and none.is_host("screen")


def test_who_opened_the_table_on_the_phone_they_play_on_keeps_their_place() -> None:
    people = seated(red="a", blue="screen")
    assert [seat for seat, _ in people.settled(people.order, 1).sittings] == ["blue"]
    shared = move(seated(red="a"), "screen", "sit", seat="blue", name="Bo", phone=False)
    assert [seat for seat, _ in shared.settled(shared.order, 1).sittings] == ["red"]


def test_the_host_or_the_table_itself_starts_and_stops_the_clock() -> None:
    people = seated(red="a")
    assert refusal(people, "a", "start_clock", seconds=90) == "only-the-host"
    assert refusal(people, "screen", "stop_clock") == "no-clock"
    assert move(people, BY_TABLE, "stop_clock").clock is None, "the host was quicker"
    for device in ("screen", BY_TABLE):
        running = move(people, device, "start_clock", at=1000.0, seconds=90)
        assert running.clock and running.clock.ends_at == 1090.0
        anew = move(running, "screen", "start_clock", at=1050.0, seconds=60)
        assert anew.clock and anew.clock.ends_at == 1110.0
        assert refusal(running, "a", "stop_clock") == "only-the-host"
        assert move(running, device, "stop_clock").clock is None


def test_a_pause_holds_the_clock() -> None:
    people = move(seated(red="a"), "screen", "start_clock", at=1000.0, seconds=90)
    people = move(people, "a", "pause", at=1010.0)
    assert people.clock and people.clock.left == 80.0
    people = move(people, "a", "resume", at=2000.0)
    assert people.clock and people.clock.ends_at == 2080.0
    paused = move(seated(red="a"), "a", "pause")
    held = move(paused, "screen", "start_clock", at=1000.0, seconds=90)
    assert held.clock and held.clock.left == 90.0, "it begins when the table goes on"


@pytest.mark.parametrize("seconds", [4, 3601, -5, 90.0, "90", True, None])
def test_a_clock_runs_from_five_seconds_to_an_hour(seconds: object) -> None:
    with pytest.raises(Illegal, match="malformed"):
        read_args(SEAT_MOVES["start_clock"], {"seconds": seconds})
    for least_and_most in (5, 3600):
        read_args(SEAT_MOVES["start_clock"], {"seconds": least_and_most})
