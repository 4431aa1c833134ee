"""What a server has kept of a table, once it has ended, and how much it holds in mind till then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from assistant.log import Log
from assistant.record import Entry
from assistant.seats import BY_TABLE
from tests.faults.stubborn import Stubborn


def kept_entries(data: Path, code: str) -> list[Entry]:
    """Every move in the log of a table, in order."""
    log = Log(data)
    try:
        return log.entries(code)
    finally:
        log.close()


def tap_of(entry: Entry) -> str:
    """The id under which a device sent a move."""
    return entry.id.removeprefix(f"{entry.device}:")


def holds_every_tap_once(entries: list[Entry], phones: Iterable[Stubborn]) -> None:
    """What was answered with a yes stands there once, as that move; nothing refused does."""
    numbers = {tap_of(entry): entry.n for entry in entries if entry.device != BY_TABLE}
    times = Counter(entry.id for entry in entries)
    assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))
    assert set(times.values()) == {1}, "a tap counted twice"
    for phone in phones:
        there = {id: n for id, n in numbers.items() if id in phone.sent}
        refused = {id for id, answer in phone.answers.items() if not answer["ok"]}
        lost = {id: n for id, n in phone.booked.items() if there.get(id) != n}
        assert not lost, f"{phone.name} was told of moves that are not there: {lost}"
        assert not refused & set(there), f"{phone.name} has refused moves in the log"


def memory(process: int) -> int:
    """The memory that a process holds, in kilobytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
