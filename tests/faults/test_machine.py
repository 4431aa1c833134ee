"""What a machine does to its server: it sleeps, ends it in the middle, and sets its clock."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.faults.load import under_load
from tests.faults.proxy import FAIR, Proxy
from tests.faults.stubborn import Stubborn
from tests.house import House

HASTY = ("-m", "tests.faults.hasty")
OTHERWISE = ("-m", "tests.faults.otherwise")
LONGER_THAN_A_PING = 3.0  # seconds, for the hasty server
DAY = 86_400
SEED = 5


def sleep(house: House, seconds: float) -> None:
    """The laptop is closed and opened again."""
    os.kill(house.pid, signal.SIGSTOP)
    try:
        time.sleep(seconds)
    finally:
        os.kill(house.pid, signal.SIGCONT)


def test_a_server_that_slept_longer_than_a_ping_goes_on_with_everybody(tmp_path: Path) -> None:
    house = House(tmp_path, program=HASTY)
    with under_load(house, SEED) as load:
        for _ in range(2):
            load.wait_for_more(20)
            sleep(house, LONGER_THAN_A_PING)
        load.wait_for_more(20)
        assert load.all_is_sealed()


def test_a_clean_end_under_load_loses_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    with under_load(house, SEED) as load:
        for _ in range(3):
            load.wait_for_more(20)
            assert house.stop() == ""  # with status 0
            house.start()
            assert load.all_is_sealed()
        load.wait_for_more(20)


def test_a_phone_that_says_nothing_is_taken_for_gone_and_its_tap_counts_when_it_wakes(
    tmp_path: Path,
) -> None:
    with (
        House(tmp_path, program=HASTY) as house,
        house.open_table().sit("red", "blue") as group,
        Proxy(lambda: house.port, FAIR, SEED) as proxy,
        Stubborn(lambda: proxy.url, "red", table=group.code, token=group.tokens["red"]) as red,
    ):
        blue = group.phone("blue")
        red.look()
        blue.wait_for(lambda view: view["seats"]["red"]["connected"])
        proxy.hold_back()
        blue.wait_for(lambda view: not view["seats"]["red"]["connected"])
        proxy.let_through()
        answer = red.tap("rename", seat="red", name="Anna")
        assert answer["ok"], answer
        blue.wait_for(lambda view: view["seats"]["red"]["name"] == "Anna")
        assert blue.wait_for(lambda view: view["seats"]["red"]["connected"])["n"] == 3


def set_clock(path: Path, by: float) -> None:
    """Make the server's clock wrong by so many seconds, from one moment to the next."""
    unfinished = path.with_suffix(".part")
    unfinished.write_text(str(by), encoding="ascii")
    unfinished.replace(path)


@pytest.mark.parametrize("by", [10 * 365 * DAY, -10 * 365 * DAY])
def test_a_clock_that_jumps_loses_no_move_and_no_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: float
) -> None:
    clock = tmp_path / "clock"
    set_clock(clock, 0)
    monkeypatch.setenv("OTHERWISE", str(clock))
    house = House(tmp_path / "data", program=OTHERWISE)
    with under_load(house, SEED) as load:
        load.wait_for_more(10)
        set_clock(clock, by)
        load.wait_for_more(10)
        sleep(house, 0.1)
        house.kill()
        house.start()
        load.wait_for_more(10)
        set_clock(clock, 0)
        load.wait_for_more(10)
        assert house.get("/")[0] == house.get("/evenings")[0] == 200


@pytest.mark.parametrize("by", [DAY, -DAY])
def test_a_clock_of_the_table_that_is_held_has_as_much_left_whatever_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: float
) -> None:
    clock = tmp_path / "clock"
    set_clock(clock, 0)
    monkeypatch.setenv("OTHERWISE", str(clock))
    with (
        House(tmp_path / "data", program=OTHERWISE) as house,
        house.open_table(help="planet").sit("red", "blue") as group,
    ):
        host = group.host()
        host.must("begin")
        host.must("start_clock", seconds=90)
        host.must("pause")
        held = host.wait_for(lambda view: view["paused"])["clock"]["left"]
        set_clock(clock, by)
        host.must("resume")
        host.must("pause")
        left = host.wait_for(lambda view: view["paused"])["clock"]["left"]
        assert 0 <= left <= held <= 90
        host.must("resume")
        for seat, phase in (("red", 1), ("blue", 4)):
            group.phone(seat).must("pick_phase", phase=phase)
        for field, by in (("temperature", 38), ("oxygen", 14), ("oceans", 9)):
            group.phone("blue").must("adjust", field=field, by=by)
        while host.view["step"] != "finished":
            host.must("go_on")
        for seat in ("red", "blue"):
            group.phone(seat).must("count", part="cards", points=0)
            group.phone(seat).must("count", part="on_cards", points=0)
        told = json.loads(house.get(f"/api/tables/{group.code}/export.json")[1])
        assert told["seconds"] >= 0
        assert house.get("/evenings")[0] == house.get(f"/table/{group.code}")[0] == 200
