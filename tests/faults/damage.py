"""Damage to the files of a data folder: what a bad disk does to them, and what is said of it.

`python -m tests.faults.damage` tries many; each outcome is `whole` (all is as it was), `said` (what
is damaged is named, all else is as it was) or `refused` (with a sentence, and nothing was touched).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.care import open_log
from assistant.game import Setup
from assistant.log import Damaged, Log
from assistant.memory import Memory
from assistant.record import Entry
from assistant.store import StoreError
from assistant.store_sqlite import MARKS, STORE

WRITER = """
import os, signal, sys
from pathlib import Path
from tests.faults.damage import play
play(Path(sys.argv[1]), settled=sys.argv[2] == "settled")
os.kill(os.getpid(), signal.SIGKILL)
"""
SETUP = Setup("ares", "standard", (("help", "cards"),))
PAGE = 4096
FRAME = 24 + PAGE
LAST_PAGES = 3
NAMED = re.compile(r"Table (\w+) is damaged(?: from move (\d+) on)?")


@dataclass(frozen=True)
class House:
    """What was acknowledged: every table with its moves and flags, and what is remembered."""

    tables: dict[str, Any]
    memory: dict[str, Any]


def play(folder: Path, *, settled: bool) -> None:
    """Some evenings, a finished and a removed one among them; then the plug is pulled."""
    random.seed(7)
    log = Log(folder)
    memory = Memory(log.store)
    codes = ["AAA", "CCC", "DDD", "EEE", "FFF", "GGG"]
    for code in codes:
        assert log.open_table(code, SETUP, f"host-{code}")
    last = dict.fromkeys(codes, 0)

    def moves(code: str, count: int) -> None:
        for _ in range(count):
            last[code] += 1
            n = last[code]
            args = {"number": random.randrange(300), "name": random.choice(["Олена", "Ann"])}
            log.append(code, [Entry(n, f"phone:{n:08}", "phone", "red", "pick_phase", args, at=n)])

    for code in codes:
        moves(code, 60)
    memory.keep("ares", {"box": [1, 2, 3], "names": {"7": "Ганна"}, "rules:Friday": {"hand": "9"}})
    log.append("CCC", [Entry(61, "x:1", "x", None, "end", {}, at=61.0)], finished=True)
    last["CCC"] += 1
    log.remove("DDD")
    if settled:
        moves("EEE", 5)
        log.store._checkpoint()  # type: ignore[attr-defined]
    else:
        log.store._checkpoint()  # type: ignore[attr-defined]
        moves("FFF", 3)
        assert log.open_table("HHH", SETUP, "host-HHH")
        memory.keep("ares", {"box": [4]})
        memory.forget("ares", "rules:Friday")
        last["HHH"] = 0
        moves("HHH", 4)
        log.remove("EEE")
        moves("GGG", 4)


def made(folder: Path, *, settled: bool) -> House:
    """A data folder whose server was killed, and what it held."""
    (folder / "secret").write_bytes(bytes(32))
    (folder / "secret").unlink()
    how = "settled" if settled else "in the log"
    subprocess.run([sys.executable, "-c", WRITER, str(folder), how], check=False)
    (folder / "secret").write_bytes(bytes(32))
    with tempfile.TemporaryDirectory() as name:
        copy = shutil.copytree(folder, Path(name) / "copy")
        log, said = open_log(copy)
        assert said == []
        house = held(log)
        log.close()
    return house


def held(log: Log) -> House:
    """All that a log answers."""
    tables: dict[str, Any] = {}
    listed = {one.code: one for one in log.tables()}
    for code in ("AAA", "CCC", "DDD", "EEE", "FFF", "GGG", "HHH"):
        try:
            opened, entries = log.table(code), log.entries(code)
        except Damaged as problem:
            tables[code] = problem
            continue
        tables[code] = opened, listed.get(code), entries
    memory = Memory(log.store)
    kept = {name: memory.recall("ares", name) for name in ("box", "names", "rules:Friday")}
    return House(tables, {**kept, "rules": memory.recall_all("ares", "rules:")})


def outcome(folder: Path, before: House) -> str:
    """What a start makes of a damaged folder: `whole`, `said`, `refused`, or what is wrong."""
    contents = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    try:
        log, said = open_log(folder)
    except StoreError as problem:
        words = str(problem)
        left = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        kept = (STORE, f"{STORE}-wal", MARKS)
        same = all(left.get(name) == contents.get(name) for name in kept)
        return "refused" if words.endswith(".") and "\n" not in words and same else "refused badly"
    try:
        return _told(log, said, before)
    except Exception as problem:
        return f"felled: {type(problem).__name__} {problem}"
    finally:
        log.close()


def _told(log: Log, said: list[str], before: House) -> str:
    named = {match[1]: int(match[2] or 0) for line in said if (match := NAMED.match(line))}
    now = held(log)
    for code, was in before.tables.items():
        found = now.tables[code]
        if code not in named:
            if found != was:
                return f"silent: table {code}"
            continue
        if not isinstance(found, Damaged) or (found.sound and named[code] != found.sound + 1):
            return f"silent: damaged table {code} opens"
        if log.sound_entries(code) != was[2][: found.sound]:
            return f"silent: table {code} is not sound up to where it is said to be"
    if now.memory != before.memory and not any("remembered" in line for line in said):
        return "silent: what is remembered"
    _plays_on(log, named)
    return "said" if said else "whole"


def _plays_on(log: Log, named: dict[str, int]) -> None:
    """Every table that is sound takes another move, and a damaged one after somebody went on."""
    for code in list(log.damaged):
        if log.damaged[code]:
            log.go_on(code, finished=False)
    for code in ("AAA", "CCC", "DDD", "EEE", "FFF", "GGG"):
        if code not in log.damaged:
            n = len(log.entries(code)) + 1
            log.append(code, [Entry(n, f"after:{n}", "after", None, "go_on", {}, at=999.0)])
            assert len(log.entries(code)) == n
    Memory(log.store).keep("ares", {"box": [9]})


Damage = tuple[str, Callable[[Path], None]]


def flip(name: str, place: int, bit: int) -> Damage:
    def do(folder: Path) -> None:
        with (folder / name).open("rb+") as file:
            file.seek(place)
            (byte,) = file.read(1)
            file.seek(place)
            file.write(bytes([byte ^ 1 << bit]))

    return f"{name} {place} bit {bit}", do


def cut(name: str, length: int) -> Damage:
    def do(folder: Path) -> None:
        with (folder / name).open("rb+") as file:
            file.truncate(length)

    return f"{name} cut to {length}", do


def every_byte_of_the_last_pages(folder: Path, chance: random.Random) -> Iterator[Damage]:
    for name, size in ((STORE, PAGE), (f"{STORE}-wal", FRAME)):
        path = folder / name
        length = path.stat().st_size if path.exists() else 0
        for place in range(max(0, length - LAST_PAGES * size), length):
            yield flip(name, place, chance.randrange(8))


def cuts(folder: Path, chance: random.Random) -> Iterator[Damage]:
    for name in (f"{STORE}-wal", STORE, MARKS):
        path = folder / name
        length = path.stat().st_size if path.exists() else 0
        step = 97 if name != STORE else 1009
        yield from (cut(name, place) for place in range(0, length, step))


def random_bits(folder: Path, chance: random.Random, count: int = 2000) -> Iterator[Damage]:
    names = [STORE, f"{STORE}-wal", f"{STORE}-shm", MARKS]
    sizes = {name: (folder / name).stat().st_size for name in names if (folder / name).exists()}
    present = [name for name in names if sizes.get(name)]
    for _ in range(count):
        name = chance.choice(present)
        yield flip(name, chance.randrange(sizes[name]), chance.randrange(8))


def tried(folder: Path, before: House, damages: Iterator[Damage]) -> Counter[str]:
    """How many ended how; what must not be is said at once."""
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(dir=_quick()) as name:
        for words, do in damages:
            copy = Path(name) / "copy"
            shutil.copytree(folder, copy)
            do(copy)
            how = outcome(copy, before)
            counted[how.partition(":")[0]] += 1
            if how not in ("whole", "said", "refused"):
                print(f"{words}: {how}", file=sys.stderr, flush=True)
            shutil.rmtree(copy)
    return counted


def _quick() -> str | None:
    """Where files are made and removed at once, if there is such a place."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="every byte of the last pages too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--settled", action="store_true", help="only what a checkpoint came after")
    parser.add_argument("--unsettled", action="store_true", help="only what it did not")
    given = parser.parse_args()
    total: Counter[str] = Counter()
    for settled in (False, True):
        if given.unsettled if settled else given.settled:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder, chance = Path(name), random.Random(given.seed)
            before = made(folder, settled=settled)
            kinds = [random_bits, cuts, *([every_byte_of_the_last_pages] if given.all else [])]
            for kind in kinds:
                counted = tried(folder, before, kind(folder, chance))
                how = "after a checkpoint" if settled else "in the write-ahead log"
                print(f"{how}, {kind.__name__}: {json.dumps(counted)}", flush=True)
                total += counted
    print(f"{sum(total.values())} times: {json.dumps(total)}")
    return 0 if set(total) <= {"whole", "said", "refused"} else 1


if __name__ == "__main__":
    raise SystemExit(main())
