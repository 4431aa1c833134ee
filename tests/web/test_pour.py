"""Nobody stops a table: who pours waits, is refused and shown the door, and the others play on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.house import Group, House
from tests.stranger import BYTES, PING, TEXT, WHOLE, Stranger, event, frame

POURED = {
    "hello": event("hello", ack=1),
    "look": event("look", {"number": 217}, ack=1),
    "a move that is none": event("move", {"id": "x", "kind": "nonsense"}, ack=1),
    "show": event("show", ["mat"], ack=1),
    "an event that nobody knows": event("shout", ack=1),
    "an event that is reserved": event("connect"),
    "a ping": frame(b"", PING | WHOLE),
    "bytes": frame(b"\0" * 20, BYTES | WHOLE),
    "pieces without an end": frame("", 0),
    "a room of its own": frame("40/admin,"),
    "an acknowledgement of nothing": frame("437[]"),
    "a file": frame('451-["move",{"_placeholder":true,"num":0}]'),
    "nonsense": frame("42{"),
    "deep nonsense": frame("42" + "[" * 2000),
    "an answer to a ping": frame("3"),
}


@contextmanager
def pouring(*strangers: Stranger, said: bytes) -> Iterator[None]:
    over = threading.Event()
    threads = [
        threading.Thread(target=one.pour, args=(said * 50, over.is_set)) for one in strangers
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def stranger(group: Group) -> Stranger:
    """At the table of others, without a key."""
    return Stranger(group.house.port).join(table=group.code, format="json")


def test_fifty_thousand_hellos_are_refused_by_name_and_end_at_the_door(house: House) -> None:
    with house.open_table().sit("red") as group, stranger(group) as other:
        other.pour(event("hello", ack=1) * 50_000)
        assert other.is_over
        assert b'"why":"too-fast"' in other.heard and b"Wait a moment" in other.heard
        assert other.heard.count(b"431[true]") < 1000
        assert group.phone("red").must("rename", seat="red", name="Anna") == 2


@pytest.mark.parametrize("said", POURED.values(), ids=POURED)
def test_whatever_is_poured_there_is_a_door_and_the_table_plays_on(
    house: House, said: bytes
) -> None:
    with house.open_table().sit("red") as group, stranger(group) as other:
        red = group.phone("red")
        if said == POURED["pieces without an end"]:
            other.say(frame("42", TEXT))
        with pouring(other, said=said):
            for number in range(10):
                red.must("rename", seat="red", name=f"Ann {number}")
            while not other.is_over:
                assert red.send("hello") is True


def test_twenty_who_pour_do_not_keep_a_table_from_its_round(house: House) -> None:
    with (
        house.open_table().sit("red", "blue") as group,
        house.open_table().sit("green") as theirs,
        ExitStack() as stack,
    ):
        strangers = [
            stack.enter_context(Stranger(house.port)).join(
                table=theirs.code, token=theirs.tokens["green"], format="json"
            )
            for _ in range(20)
        ]
        with pouring(*strangers, said=POURED["look"]):
            host, red, blue = group.host(), group.phone("red"), group.phone("blue")
            host.must("begin")
            for phone in (red, blue):
                phone.must("pick_phase", phase=3)
            for phone in (red, blue):
                assert phone.wait_for(lambda view: view["step"] == "phase")["phases"] == [3]
                phone.must("done")


def test_a_program_that_waits_for_each_answer_is_never_refused(house: House) -> None:
    with house.open_table().sit("red") as group:
        red = group.phone("red")
        assert all(red.send("hello") is True for _ in range(3000))
        assert all(red.move("nonsense")["why"] == "unknown-move" for _ in range(300))


def test_a_burst_of_taps_is_booked_tap_by_tap(house: House) -> None:
    """A phone that is in touch again sends all at once what it has kept."""
    with house.open_table().sit("red") as group, Stranger(house.port) as phone:
        phone.join(table=group.code, token=group.tokens["red"], format="json")
        for tap in range(200):
            args = {"seat": "red", "name": f"Ann {tap}"}
            phone.say(event("move", {"id": f"{tap}", "kind": "rename", "args": args}, ack=tap))
        heard = phone.hear(lambda heard: b"43199[" in heard)
        assert b"too-fast" not in heard and not phone.is_over
        assert group.phone("red").view["seats"]["red"]["name"] == "Ann 199"


@pytest.mark.parametrize("said", ["hello", "look", "a ping", "nonsense"])
def test_the_server_ends_when_it_is_told_to_whatever_is_poured(tmp_path: Path, said: str) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        group = house.open_table().sit("red")
        strangers = [stack.enter_context(stranger(group)) for _ in range(6)]
        with pouring(*strangers, said=POURED[said]):
            strangers[0].hear(lambda heard: len(heard) > 400)
            status, complaints = house._end(signal.SIGTERM)
        assert (status, complaints) == (0, "")
