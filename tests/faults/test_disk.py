"""A disk that is full, read-only or gone: a refusal in words, and on when it is well again."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.faults.disk import Allowance, SmallDisk, disk
from tests.faults.kept import kept_entries, tap_of
from tests.house import ROOT, Group, House
from tests.phone import PATIENCE_SECONDS, Phone

ORDINARY = ("-m", "tests.faults.ordinary")
MOST_TAPS = 3000  # until a disk is felt: what was written over needs no new room
TABLE = {"game": "ares", "mode": "standard", "options": {}}
SEAT = {"seat": "green", "name": "Taras"}


@pytest.fixture(params=["own", "allowance"])
def small(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SmallDisk | Allowance]:
    """Both kinds of full disk; where none can be mounted, the allowance stands for it."""
    if request.param == "allowance":
        yield Allowance(tmp_path)
    else:
        with disk(tmp_path) as found:
            yield found


def tap_until_refused(phone: Phone, booked: dict[str, int]) -> dict[str, Any]:
    """Tap until the disk is felt; the refusal. What was booked is noted."""
    for tap in range(MOST_TAPS):
        id = f"{len(booked)}-{tap}"
        answer: dict[str, Any] = phone.move("rename", id=id, seat="red", name=f"Ann {tap}")
        if not answer["ok"]:
            return {**answer, "id": id}
        booked[id] = answer["n"]
    raise AssertionError("the disk was never full")


def holds(data: Path, group: Group, booked: dict[str, int]) -> None:
    """The taps that were booked are in the log, each as its move, and no other."""
    taps = [one for one in kept_entries(data, group.code) if one.kind == "rename"]
    assert {tap_of(one): one.n for one in taps} == booked


def test_on_a_full_disk_moves_and_tables_are_refused_in_words_and_go_on_when_there_is_room(
    small: SmallDisk | Allowance,
) -> None:
    booked: dict[str, int] = {}
    with House(small.data) as house, house.open_table().sit("red", "blue") as group:
        red = group.phone("red")
        small.fill(house.pid)
        refused = tap_until_refused(red, booked)
        assert refused["why"] == "cannot-be-stored" and refused["text"]
        status, answer = house.post("/api/tables", TABLE)
        assert status in (503, 507) and answer["error"]["text"], answer
        status, answer = house.post(f"/api/tables/{group.code}/seats", SEAT)
        assert status in (503, 507) and answer["error"]["text"], answer
        for page in ("/", f"/t/{group.code}", f"/table/{group.code}", "/healthz"):
            assert house.get(page)[0] == 200, page
        assert group.watcher().view["n"] == red.n == max(booked.values(), default=2)

        small.make_room(house.pid)
        again = red.move("rename", id=refused["id"], seat="red", name="Ann")
        assert again["ok"], "a tap that could not be kept may be sent again"
        booked[refused["id"]] = again["n"]
        assert house.post("/api/tables", TABLE)[0] == 201
        group.sit("green")
    holds(small.data, group, booked)


def test_on_a_disk_that_is_full_from_the_beginning_it_starts_only_once_there_is_room(
    small: SmallDisk | Allowance,
) -> None:
    small.data.mkdir()
    small.fill()
    assert str(small.data) in cannot_start(small.data, most=small.most)
    small.make_room()
    with House(small.data) as house:
        assert house.open_table().sit("red")


def cannot_start(data: Path, *program: str, most: int = resource.RLIM_INFINITY) -> str:
    """The one sentence with which it does not start in this folder; `most`: bytes of any file."""
    command = [sys.executable, *(program or ("app.py",)), "--no-browser"]
    command += ["--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (most, most)),
    )
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1 and done.stderr.endswith(".\n"), done.stderr
    return done.stderr


def test_a_data_folder_that_becomes_read_only_loses_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    booked: dict[str, int] = {}
    with House(data, program=ORDINARY) as house, house.open_table().sit("red", "blue") as group:
        red = group.phone("red")
        read_only(data, True)
        try:
            for tap in range(30):
                answer = red.move("rename", id=f"tap-{tap}", seat="red", name=f"Ann {tap}")
                if answer["ok"]:
                    booked[f"tap-{tap}"] = answer["n"]
                else:
                    assert answer["why"] == "cannot-be-stored" and answer["text"]
            assert house.get(f"/t/{group.code}")[0] == 200
        finally:
            read_only(data, False)
        answer = red.move("rename", id="after", seat="red", name="Ann")
        assert answer["ok"], answer
        booked["after"] = answer["n"]
    holds(data, group, booked)


def test_in_a_read_only_data_folder_it_does_not_start_and_changes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with House(data, program=ORDINARY) as house, house.open_table().sit("red") as group:
        pass
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    read_only(data, True)
    try:
        assert str(data) in cannot_start(data, *ORDINARY)
    finally:
        read_only(data, False)
    assert before == {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    with House(data, program=ORDINARY) as house:
        assert house.get(f"/t/{group.code}")[0] == 200


def read_only(folder: Path, on: bool) -> None:
    """Take the right to write from a folder and the files in it, or give it back."""
    for path in (*folder.rglob("*"), folder):
        mode = path.stat().st_mode
        path.chmod(mode & ~0o222 if on else mode | 0o200)


def test_once_the_data_folder_is_gone_no_move_is_booked_any_more(tmp_path: Path) -> None:
    """What is written into a file that nobody finds again is lost: so it is refused."""
    data = tmp_path / "data"
    with House(data) as house, house.open_table().sit("red", "blue") as group:
        red = group.phone("red")
        red.must("rename", seat="red", name="Anna")
        shutil.rmtree(data)
        answers = [red.move("rename", seat="red", name=f"Ann {tap}") for tap in range(5)]
        assert {one.get("why") for one in answers} == {"cannot-be-stored"}
        assert house.post("/api/tables", TABLE)[0] in (503, 507)
