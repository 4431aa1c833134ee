"""Who sits where, on which phone."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.game import Illegal, Names, Text, read_args
from assistant.seats import BY_TABLE, SEAT_MOVES, Actor, People, Wish, line_of, read_name

EMPTY = People(("red", "green", "blue", "yellow"), screen="screen")


def move(
    people: People, device: str, kind: str, /, n: int = 0, at: float = 0.0, **args: Any
) -> People:
    moved: People = SEAT_MOVES[kind](people, Actor(device, n, at), **args)
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


# Every answer of the seats, as a player meets it


def told(before: People, device: str, kind: str, /, **args: Any) -> tuple[str | None, Text]:
    return line_of(before, move(before, device, kind, n=9, **args), kind, args)


def test_a_phone_of_ones_own_makes_the_seat_ones_own() -> None:
    people = seated(red="a")
    people = move(people, "a", "sit", seat="green", name="Taras", phone=False)
    one, other = people.at("red"), people.at("green")
    assert one and one.phone and one.devices == {"a"}
    assert other and not other.phone and other.devices == {"a"}
    assert people.at(None) is None and people.at("blue") is None


def test_a_taken_seat_names_who_sits_there() -> None:
    with pytest.raises(Illegal) as refused:
        move(seated(red="a"), "b", "sit", seat="red", name="Bob")
    assert refused.value.text == Text("seat-taken", (("who", Names(("red",))),))
    with pytest.raises(Illegal) as refused:
        read_name("x" * 21)
    assert refused.value.text == Text("name-too-long", (("most", 20),))


def test_people_sit_in_the_order_of_the_colours_and_names_are_kept() -> None:
    people = seated(yellow="d", red="a", blue="c")
    assert [seat for seat, _ in people.sittings] == ["red", "blue", "yellow"]
    people = move(people, "a", "free", seat="red")
    assert people.name("red") == "Red", "the story still names who left"
    assert people.names == (("blue", "Blue"), ("red", "Red"), ("yellow", "Yellow"))
    assert people.name(None) == "" and people.name("green") == ""
    assert refusal(people, "screen", "free", seat="red") == "seat-free"
    assert refusal(people, "screen", "rename", seat="red", name="X") == "seat-free"


def test_a_name_is_put_together_in_one_way() -> None:
    assert read_name("Zoe\u0301") == "Zo\u00e9"
    for name in ("7", "★", "Xenia", "X"):
        assert read_name(name) == name


def test_a_device_that_has_a_seat_plays_the_other_behind_a_cover() -> None:
    people = move(seated(red="a", blue="b"), "b", "ask_seat", n=7, seat="red")
    people = move(people, "a", "hand_over", wish=7)
    red, blue = people.at("red"), people.at("blue")
    assert red and not red.phone and red.devices == {"b"} and red.name == "Red"
    assert blue and blue.phone
    fresh = move(seated(red="a"), "new", "ask_seat", n=7, seat="red")
    red = move(fresh, "a", "hand_over", wish=7).at("red")
    assert red and red.phone and red.devices == {"new"}
    shared = move(seated(red="a"), "a", "sit", seat="blue", name="B", phone=False)
    shared = move(shared, "new", "ask_seat", n=7, seat="blue")
    blue = move(shared, "a", "hand_over", wish=7).at("blue")
    assert blue and blue.phone, "the new phone is their own"


def test_a_seat_goes_from_a_neighbour_to_the_table_screen_to_a_phone_and_back() -> None:
    people = move(seated(red="a", blue="b"), "a", "sit", seat="green", name="G", phone=False)
    people = move(people, "a", "play_from", seat="green", where="table")
    assert people.seats_of("screen") == ("green",)
    people = move(people, "screen", "play_from", seat="green", where="blue")
    assert people.seats_of("b") == ("green", "blue")
    people = move(people, "new", "ask_seat", n=7, seat="green")
    people = move(people, "b", "hand_over", wish=7)
    green = people.at("green")
    assert green and green.phone and green.devices == {"new"}
    green = move(people, "new", "play_from", seat="green", where="red").at("green")
    assert green and not green.phone and green.devices == {"a"}


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("play_from", {"seat": "red", "where": "blue"}),
        ("free", {"seat": "red"}),
        ("hand_over", {"wish": 7}),
    ],
)
def test_who_played_on_a_phone_that_goes_plays_from_the_table_screen(
    kind: str, args: dict[str, Any]
) -> None:
    people = move(seated(red="a", blue="b"), "a", "sit", seat="green", name="G", phone=False)
    people = move(people, "new", "ask_seat", n=7, seat="red")
    green = move(people, "a", kind, **args).at("green")
    assert green and green.devices == {"screen"} and not green.phone


def test_a_device_asks_for_one_seat_at_a_time() -> None:
    people = move(seated(red="a", blue="b"), "new", "ask_seat", n=7, seat="red")
    people = move(people, "other", "ask_seat", n=8, seat="red")
    people = move(people, "new", "ask_seat", n=9, seat="blue")
    assert people.wishes == (Wish(8, "other", "red"), Wish(9, "new", "blue"))
    people = move(people, "new", "ask_seat", n=10, seat="red")
    assert people.wishes == (Wish(8, "other", "red"), Wish(10, "new", "red"))


def test_a_yes_answers_the_one_who_asked_and_leaves_the_others_waiting() -> None:
    people = move(seated(red="a", blue="b"), "new", "ask_seat", n=7, seat="red")
    people = move(people, "other", "ask_seat", n=8, seat="red")
    people = move(people, "third", "ask_seat", n=9, seat="blue")
    given = move(people, "a", "hand_over", wish=7)
    assert [wish.n for wish in given.wishes] == [8, 9]
    declined = move(people, "a", "decline", wish=8)
    assert [wish.n for wish in declined.wishes] == [7, 9]
    assert declined.seats_of("a") == ("red",)
    freed = move(people, "a", "free", seat="red")
    assert [wish.n for wish in freed.wishes] == [9]


def test_only_the_owner_the_host_or_who_asked_says_no() -> None:
    people = move(seated(red="a", blue="b"), "new", "ask_seat", n=7, seat="red")
    assert refusal(people, "b", "decline", wish=7) == "not-your-seat"
    assert refusal(people, "a", "decline", wish=8) == "no-such-wish"
    assert refusal(people, "a", "ask_seat", seat="red") == "already-seated"
    assert refusal(people, "a", "ask_seat", seat="green") == "seat-free"
    assert move(people, "a", "decline", wish=7).wishes == ()


def test_a_host_who_frees_another_seat_stays_host() -> None:
    people = move(seated(red="a", blue="b"), "screen", "hand_host", seat="red")
    assert move(people, "a", "free", seat="blue").is_host("a")
    assert move(people, "b", "free", seat="blue").is_host("a")


def test_a_host_who_leaves_is_host_no_more_and_nor_is_who_comes_next() -> None:
    people = move(seated(red="a", blue="b"), "screen", "hand_host", seat="red")
    people = move(people, "a", "free", seat="red")
    assert not people.is_host("a")
    people = move(people, "c", "sit", seat="red", name="Cem")
    assert not people.is_host("c") and people.is_host("screen")


def test_the_hosts_role_is_given_to_a_taken_seat_or_taken_back() -> None:
    people = move(seated(red="a"), "screen", "hand_host", seat="red")
    assert refusal(people, "screen", "hand_host", seat="blue") == "seat-free"
    assert not move(people, "a", "hand_host", seat=None).is_host("a")


def test_a_neighbours_phone_is_somebody_elses() -> None:
    people = seated(red="a", blue="b")
    people = move(people, "b", "play_from", seat="blue", where="red")
    blue = people.at("blue")
    assert blue and not blue.phone and blue.devices == {"a"} and blue.name == "Blue"
    assert refusal(people, "b", "play_from", seat="blue", where="table") == "not-your-seat"
    assert refusal(people, "a", "play_from", seat="blue", where="green") == "unknown-seat"
    back = move(people, "a", "play_from", seat="blue", where="table").at("blue")
    assert back and back.phone is False and back.devices == {"screen"}


def test_a_table_that_is_not_paused_cannot_go_on() -> None:
    people = seated(red="a")
    assert refusal(people, "a", "resume") == "not-paused"
    paused = move(people, "screen", "pause")
    assert paused.paused is True and move(paused, "a", "resume").paused is False
    assert refusal(paused, "stranger", "resume") == "not-seated"


def test_the_story_of_the_seats() -> None:
    people = move(seated(red="a", blue="b"), "new", "ask_seat", n=7, seat="red")
    people = move(people, "other", "ask_seat", n=8, seat="blue")
    name = {"name": "Taras"}
    time = ("time", "1:30")
    expected: list[tuple[str, str, dict[str, Any], str | None, Text]] = [
        ("c", "sit", {"seat": "green", **name}, "green", Text("story-sat")),
        ("a", "sit", {"seat": "green", **name, "phone": False}, "green", Text("story-sat-shared")),
        ("a", "free", {"seat": "red"}, "red", Text("story-left")),
        (
            *("a", "rename", {"seat": "red", **name}, "red"),
            Text("story-renamed", (("new", "Taras"), ("old", "Red"))),
        ),
        ("b", "ask_seat", {"seat": "red"}, "red", Text("story-asked")),
        ("b", "hand_over", {"wish": 8}, "blue", Text("story-handed-over")),
        ("b", "decline", {"wish": 8}, "blue", Text("story-declined")),
        (
            *("b", "play_from", {"seat": "blue", "where": "table"}, "blue"),
            Text("story-plays-from-table"),
        ),
        (
            *("b", "play_from", {"seat": "blue", "where": "red"}, "blue"),
            Text("story-plays-from", (("who", Names(("red",))),)),
        ),
        ("screen", "hand_host", {"seat": "red"}, "red", Text("story-host")),
        ("screen", "hand_host", {"seat": None}, None, Text("story-host-screen")),
        ("a", "pause", {}, None, Text("story-pause")),
        ("screen", "start_clock", {"seconds": 90}, None, Text("story-start_clock", (time,))),
    ]
    for device, kind, args, seat, line in expected:
        assert told(people, device, kind, **args) == (seat, line), (kind, args)
    paused = move(people, "a", "pause")
    assert told(paused, "a", "resume") == (None, Text("story-resume"))
    running = move(people, "screen", "start_clock", seconds=90)
    assert told(running, "screen", "stop_clock") == (None, Text("story-stop_clock"))


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


def test_what_a_guest_says_on_the_hosts_device_is_not_the_hosts_word() -> None:
    people = move(seated(red="a", blue="b"), "a", "sit", seat="green", name="Guest", phone=False)
    people = move(people, "screen", "sit", seat="yellow", name="Here", phone=False)
    assert people.has_word("screen", None) and not people.has_word("screen", "yellow")
    assert not people.has_word("a", "red")
    people = move(people, "screen", "hand_host", seat="red")
    assert people.has_word("a", "red") and not people.has_word("a", "green")
    assert not people.has_word("b", "blue")


def test_who_opened_the_table_on_their_own_phone_has_the_hosts_word_from_their_seat() -> None:
    assert seated(red="screen").has_word("screen", "red")


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


def test_after_another_set_up_its_colours_are_sat_at_and_no_others() -> None:
    people = seated(red="a").settled(("black", "red"), 2)
    assert refusal(people, "b", "sit", seat="blue", name="Bob") == "unknown-seat"
    people = move(people, "b", "sit", seat="black", name="Bob")
    assert [seat for seat, _ in people.sittings] == ["black", "red"]
