"""The wire with real clients: taps come in, views go out."""

from __future__ import annotations

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.house import SEATS, House
from tests.phone import Phone, Refused


def test_a_round_with_four_phones(house: House) -> None:
    with house.open_table().sit(*SEATS) as group:
        host = group.host()
        phones = {seat: group.phone(seat) for seat in SEATS}
        host.must("begin")
        for phase, phone in zip((1, 3, 4, 3), phones.values(), strict=True):
            phone.must("pick_phase", phase=phase)
        for seat, phone in phones.items():
            view = phone.wait_for(lambda view: view["step"] == "phase")
            assert view["phases"] == [1, 3, 4] and view["you"]["seat"] == seat
            assert view["seats"]["yellow"]["picked"] == 3
            assert view["seats"]["red"]["name"] == "Ann"
        for phone in phones.values():
            phone.must("done")
        assert host.wait_for(lambda view: view["phase"] == 3)["waiting_for"] == list(SEATS)


def test_a_view_comes_on_connect_and_after_every_change(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        red = group.phone("red")
        assert red.n == 2 and red.view["step"] == "lobby" and red.view["n"] == 2
        blue = group.phone("blue")
        assert red.wait_for(lambda view: view["seats"]["blue"]["connected"])["n"] == 2
        blue.must("rename", seat="blue", name="Olenka")
        assert red.wait_for(lambda view: view["n"] == 3)["seats"]["blue"]["name"] == "Olenka"
        blue.close()
        red.wait_for(lambda view: not view["seats"]["blue"]["connected"])


def test_only_the_own_pick_is_seen_before_the_reveal(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        host, red, blue = group.host(), group.phone("red"), group.phone("blue")
        host.must("begin")
        red.must("pick_phase", phase=3)
        assert red.wait_for(lambda view: view["seats"]["red"]["locked"])["you"]["picked"] == 3
        for other in (blue, host, group.watcher()):
            view = other.wait_for(lambda view: view["seats"]["red"]["locked"])
            assert view["you"]["picked"] is None and view["seats"]["red"]["picked"] is None
            assert view["waiting_for"] == ["blue"]


def test_the_same_id_is_answered_alike_and_counts_once(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        host, red = group.host(), group.phone("red")
        host.must("begin")
        first = red.move("pick_phase", id="tap", phase=2)
        assert red.move("pick_phase", id="tap", phase=2) == first == {"ok": True, "n": 4}
        again = group.phone("red")
        assert again.move("pick_phase", id="tap", phase=2) == first
        assert again.wait_for(lambda view: view["you"]["picked"])["n"] == 4


def test_refusals_come_with_a_reason_in_the_phones_language(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        english, ukrainian = group.phone("red"), group.phone("red", language="uk")
        refused = english.move("done")
        assert refused["ok"] is False and refused["why"] == "no-phase-now"
        assert refused["text"] == "No phase is being played now."
        translated = ukrainian.move("done")
        assert translated["why"] == "no-phase-now" and translated["text"] != refused["text"]


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "pick",
        7,
        {},
        {"id": "x"},
        {"id": "", "kind": "done"},
        {"id": "x" * 65, "kind": "done"},
        {"id": "ї", "kind": "done"},
        {"id": 5, "kind": "done"},
        {"id": "x", "kind": 5},
        {"id": "x", "kind": "k" * 100},
        {"id": "x", "kind": "done", "args": []},
        {"id": "x", "kind": "done", "args": None},
        {"id": "x", "kind": "done", "anyway": "yes"},
        {"id": "x", "kind": "done", "tell": 1},
        {"id": "x", "kind": "done", "surprise": 1},
    ],
    ids=json.dumps,
)
def test_a_malformed_move_is_refused(house: House, message: Any) -> None:
    with house.open_table().sit("red", "blue") as group:
        red = group.phone("red")
        answer = red.send("move", message)
        assert answer["ok"] is False and answer["why"] == "malformed" and answer["text"]
        assert red.n == 2


def test_a_move_for_another_seat_is_refused(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        host, red = group.host(), group.phone("red")
        host.must("begin")
        message = {"id": "x", "kind": "pick_phase", "args": {"phase": 1}, "seat": "blue"}
        assert red.send("move", message)["why"] == "not-your-seat"
        assert group.watcher().move("pick_phase", phase=1)["why"] == "not-seated"


def test_an_oversized_move_is_refused_and_the_table_goes_on(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        red = group.phone("red")
        assert red.move("done", note="x" * 8000)["why"] == "oversized"
        monster = group.phone("red")
        monster._socket.send("42" + json.dumps(["move", "x" * 1_000_000]))
        assert red.move("done")["why"] == "no-phase-now"


def test_forged_foreign_and_expired_keys_are_refused(house: House) -> None:
    with house.open_table().sit("red", "blue") as one, house.open_table().sit("red") as other:
        good = one.tokens["red"]
        for token in ("", "x", good[:-1] + ("A" if good[-1] != "A" else "Q"), other.tokens["red"]):
            with pytest.raises(Refused) as refused:
                Phone(house.url, table=one.code, token=token)
            assert "bad-token" in str(refused.value)
        with pytest.raises(Refused, match="unknown-table"):
            Phone(house.url, table="ZZZZZZ", token=good)
        red = one.phone("red")
        one.host().must("free", seat="red")
        red.wait_for_reload()
        assert red.reloads == 1
        with pytest.raises(Refused, match="bad-token"):
            one.phone("red")


def test_before_the_start_and_after_the_end_moves_are_refused(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        host, red, blue = group.host(), group.phone("red"), group.phone("blue")
        assert red.move("pick_phase", phase=1)["why"] == "not-planning"
        host.must("begin")
        red.must("declare_terraformed")
        assert red.move("pick_phase", phase=1)["why"] == "not-planning"
        assert blue.move("done")["why"] == "no-phase-now"
        assert host.move("go_on")["why"] == "no-phase-now"
        assert host.move("begin")["why"] == "already-begun"


def test_a_seat_is_taken_over_on_another_phone(house: House) -> None:
    with house.open_table().sit("red", "blue", "green") as group:
        red, blue = group.phone("red"), group.phone("blue")
        asked = blue.move("ask_seat", seat="red")
        assert asked["ok"]
        assert red.move("hand_over", wish=asked["n"])["ok"]
        red.wait_for_reload()
        assert red.reloads == 1
        view = group.phone("blue", seat="red").view
        assert view["you"]["seat"] == "red"


def test_many_taps_at_once_are_all_counted(house: House) -> None:
    """Four phones tap at the same moment, again and again; no number is used twice."""
    with house.open_table().sit(*SEATS) as group:
        phones = [group.phone(seat) for seat in SEATS]

        def rename(number: int) -> list[int]:
            phone, seat = phones[number], SEATS[number]
            return [phone.must("rename", seat=seat, name=f"{seat} {tap}") for tap in range(25)]

        with ThreadPoolExecutor(4) as pool:
            numbers = sorted(n for found in pool.map(rename, range(4)) for n in found)
        assert numbers == list(range(5, 105))


def test_the_same_tap_from_two_sockets_at_once_counts_once(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        group.host().must("begin")
        sockets = [group.phone("red") for _ in range(2)]
        with ThreadPoolExecutor(2) as pool:
            for tap in range(20):
                moves = pool.map(
                    lambda phone, id=f"tap-{tap}": phone.move("pick_phase", id=id, phase=2),
                    sockets,
                )
                first, second = moves
                assert first == second and first["ok"]
        assert first["n"] == 3 + 20


def test_a_phone_that_vanishes_leaves_no_trace_in_the_terminal(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        with house.open_table().sit("red", "blue") as group:
            red = group.phone("red")
            raw: socket.socket = red._socket.socket
            raw.shutdown(socket.SHUT_RDWR)
            blue = group.phone("blue")
            blue.wait_for(lambda view: not view["seats"]["red"]["connected"])
        assert house.stop() == ""


def test_a_card_is_looked_at_before_it_is_played_and_nothing_is_booked(house: House) -> None:
    with house.open_table(help="cards").sit("red", "blue") as group:
        host, red, blue = group.host(), group.phone("red"), group.phone("blue")
        host.must("begin")
        red.must("choose_corporation", number=217)
        blue.must("choose_corporation", number=210)
        for phone in (red, blue):
            phone.must("pick_phase", phase=1)
        before = red.wait_for(lambda view: view["step"] == "phase")["n"]
        seen = red.send("look", {"number": 163})
        assert seen["ok"] and seen["look"]["name"] == "Microprocessors"
        assert [line["mc"] for line in seen["look"]["bill"]] == [17, -3]
        assert seen["look"]["to_pay"] == 14 and seen["look"]["booked"]["production.heat"] == 3
        found = red.send("look", {"find": "microp"})["look"]["found"]
        assert found == [{"number": 163, "name": "Microprocessors"}]
        nonsense: tuple[Any, ...] = ({"number": 0}, {"number": 221}, {"number": "163"}, {"x": 1})
        for wrong in (*nonsense, [], None):
            assert red.send("look", wrong)["ok"] is False
        assert group.watcher().send("look", {"number": 163})["why"] == "not-seated"
        red.must("play_card", number=163)
        assert red.wait_for(lambda view: view["n"] == before + 1)["seats"]["red"]["mc"] == 51 - 14


def test_the_clock_of_the_table_is_on_every_screen(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        host, red = group.host(), group.phone("red")
        screen = group.phone("blue", format="html", page="seat")
        assert red.view["clock"] is None
        host.must("start_clock", seconds=90)
        clock = red.wait_for(lambda view: view["clock"])["clock"]
        assert clock["seconds"] == 90 and clock["left"] is None
        now, notice = _clock_on(screen)
        assert 80 < clock["ends_at"] - now <= 90, "a phone's own clock may be wrong"
        assert f'data-clock-ends="{clock["ends_at"]:.3f}"' in notice and "1:30" in notice
        red.must("pause")
        held = red.wait_for(lambda view: view["paused"])["clock"]
        assert held["ends_at"] is None and 80 < held["left"] <= 90
        now, notice = _clock_on(screen)
        assert now is None and f'data-clock-left="{held["left"]:.3f}"' in notice


def _clock_on(screen: Phone) -> tuple[float | None, str]:
    """The server's time beside the newest notice, and the notice's new lines."""
    screen.catch_up()
    messages = [json.loads(json.loads(frame[2:])[1]) for frame in screen.frames]
    message = next(one for one in reversed(messages) if "notice" in one["slots"])
    notice = "\n".join(run for run in message["slots"]["notice"] if isinstance(run, str))
    return message.get("now"), notice


def test_whoever_has_no_place_after_a_set_up_is_sent_to_look_on(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        host, red, blue = group.host(), group.phone("red"), group.phone("blue")
        host.must("set_up", mode="solo")
        assert red.wait_for(lambda view: view["mode"] == "solo")["story"][-1]["text"] == (
            "The table now plays Ares Expedition · Alone. Without a seat: Olena"
        )
        blue.wait_for_reload()


def test_a_page_that_was_made_for_another_game_is_loaded_anew(house: House) -> None:
    with house.open_table().sit("red") as group:
        stale = group.phone("red", format="html", page="seat", game="another")
        stale.wait_for_reload()
        fresh = group.phone("red", format="html", page="seat", game="ares")
        fresh.catch_up()
        assert fresh.reloads == 0 and fresh.frames
