"""Copies of the data folder, and who may use it."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from assistant.backup import back_up
from assistant.care import open_log
from assistant.game import Setup
from assistant.lock import Lock
from assistant.log import Log
from assistant.memory import Memory
from assistant.record import Entry
from assistant.store import StoreError
from assistant.store_sqlite import MARKS, SECRET, STORE

SETUP = Setup("ares", "standard", (("help", "phases"),))
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")


def entry(n: int) -> Entry:
    return Entry(n, f"phone:{n}", "phone", "red", "pick_phase", {"phase": 3}, at=float(n))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a table and a memory."""
    folder = tmp_path / "data"
    log, _ = open_log(folder)
    assert log.open_table("K7Q", SETUP, "host")
    log.append("K7Q", [entry(1), entry(2)])
    Memory(log.store).keep("ares", {"box": [1]})
    log.close()
    (folder / SECRET).write_bytes(bytes(32))
    return folder


class Writer:
    """A table that is played at without a pause."""

    def __init__(self, folder: Path) -> None:
        self.acknowledged = 2
        self._log, _ = open_log(folder)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def _write(self) -> None:
        while not self._stop.is_set():
            self._log.append("K7Q", [entry(self.acknowledged + 1)])
            self.acknowledged += 1
            self._log.store.settle()

    def __enter__(self) -> Writer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._log.close()


def test_a_copy_made_while_it_is_written_holds_all_that_was_acknowledged(
    folder: Path, tmp_path: Path
) -> None:
    with Writer(folder) as writer:
        for number in range(5):
            before = writer.acknowledged
            target = tmp_path / f"copy-{number}"
            assert back_up(folder, target) == (1, [])
            log, said = open_log(target)
            entries = log.entries("K7Q")
            assert said == [] and before <= len(entries) <= writer.acknowledged + 1
            assert Memory(log.store).recall("ares", "box") == [1]
            log.append("K7Q", [entry(len(entries) + 1)])
            log.close()
            assert (target / SECRET).read_bytes() == bytes(32)


def test_a_folder_that_was_copied_by_hand_while_it_is_written_is_whole_or_said(
    folder: Path, tmp_path: Path
) -> None:
    with Writer(folder) as writer:
        for number in range(30):
            before = writer.acknowledged
            copy = tmp_path / f"copy-{number}"
            names = [MARKS, STORE, f"{STORE}-wal", SECRET]
            copy.mkdir()
            for name in names if number % 2 else reversed(names):
                if (folder / name).exists():
                    shutil.copy(folder / name, copy / name)
            log, said = open_log(copy)
            if not said:
                assert len(log.entries("K7Q")) >= before
            log.close()


@posix_only
def test_a_copy_is_for_this_account_only(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy"
    back_up(folder, target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o700
    names = {path.name: stat.S_IMODE(path.stat().st_mode) for path in target.iterdir()}
    assert names == {STORE: 0o600, MARKS: 0o600, SECRET: 0o600}


def test_a_copy_of_a_damaged_table_says_so_too(folder: Path, tmp_path: Path) -> None:
    log, _ = open_log(folder)
    log.store.write_one("UPDATE moves SET id=? WHERE n=?", ("x", 2))
    log.close()
    log, said = open_log(folder)
    log.close()
    assert back_up(folder, tmp_path / "copy") == (0, said[:1])
    assert said[0] == "Table K7Q is damaged from move 2 on. Its first move is sound."


def test_a_copy_never_takes_the_place_of_anything(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy"
    target.mkdir()
    (target / "mine").write_text("mine")
    with pytest.raises(StoreError, match="is there already"):
        back_up(folder, target)
    with pytest.raises(StoreError, match="is there already"):
        back_up(folder, target / "mine")
    assert [path.name for path in target.iterdir()] == ["mine"]
    with pytest.raises(StoreError, match="There is no store in"):
        back_up(target, tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_copy_that_cannot_be_made_leaves_nothing_behind(folder: Path, tmp_path: Path) -> None:
    (folder / STORE).write_bytes(b"a shopping list, and nothing else at all\n" * 400)
    with pytest.raises(StoreError, match="could not be made"):
        back_up(folder, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@posix_only
def test_what_is_kept_is_for_this_account_only_and_looser_folders_are_tightened(
    folder: Path,
) -> None:
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    lock = Lock(folder)
    log, _ = open_log(folder)
    log.append("K7Q", [entry(3)])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    del modes[SECRET]  # the server sees to it
    assert modes == dict.fromkeys((STORE, f"{STORE}-wal", f"{STORE}-shm", MARKS, "lock"), 0o600)
    log.close()
    lock.release()


@posix_only
def test_a_folder_that_is_everybodys_stays_as_it_is(tmp_path: Path) -> None:
    common = tmp_path / "common"
    common.mkdir()
    common.chmod(0o1777)
    Lock(common).release()
    assert stat.S_IMODE(common.stat().st_mode) == 0o1777


def test_who_comes_second_is_told_who_holds_a_folder(tmp_path: Path) -> None:
    first = Lock(tmp_path)
    with pytest.raises(StoreError) as refused:
        Lock(tmp_path)
    assert f"used by another Mars Table (process {os.getpid()}): " in str(refused.value)
    first.tell("http://192.0.2.7:8000")
    with pytest.raises(StoreError, match=f"process {os.getpid()}, http://192.0.2.7:8000"):
        Lock(tmp_path)
    first.release()
    Lock(tmp_path).release()


def test_a_killed_server_holds_nothing(tmp_path: Path) -> None:
    script = "import os, signal, sys; from pathlib import Path; from assistant.lock import Lock\n"
    script += "held = Lock(Path(sys.argv[1])); os.kill(os.getpid(), signal.SIGKILL)"
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert (tmp_path / "lock").exists()
    Lock(tmp_path).release()


def test_where_a_folder_knows_no_locks_the_server_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(file: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("assistant.lock._lock", no_locks)
    first, second = Lock(tmp_path), Lock(tmp_path)
    first.release()
    second.release()


def test_the_write_ahead_log_is_put_into_the_file_when_nobody_writes_any_more(folder: Path) -> None:
    log = Log(folder)
    ahead = folder / f"{STORE}-wal"
    log.append("K7Q", [entry(3)])
    log.store.settle()
    assert ahead.stat().st_size, "somebody may be writing still"
    log.store.settle()
    assert ahead.stat().st_size == 0
    for n in range(4, 30):
        log.append("K7Q", [entry(n)])
    log.store.settle()
    assert ahead.stat().st_size == 0, "or when much was written"
    log.close()
