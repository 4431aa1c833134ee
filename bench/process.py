"""What a process costs, and how to hold it to a fifth of a processor."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Skipped
from tests.house import House

PERIOD_MICROSECONDS = 10_000
SHARE = 0.2
BUSY_MS = 10.0
QUIET_SECONDS = 1.5  # after which nothing is put off any longer
LONGEST_WAIT_SECONDS = 20.0
GROUPS = Path("/sys/fs/cgroup")


@contextlib.contextmanager
def product(*arguments: str) -> Iterator[House]:
    """The product in a process of its own, with a data folder of its own."""
    with tempfile.TemporaryDirectory() as folder, House(Path(folder), *arguments) as house:
        yield house


def processor_ms(pid: int) -> float:
    """The processor time that a process has taken, all its threads together, ended ones too.

    Linux gives every process a clock of that, by a number made of the process's own; what `/proc`
    says is rounded to ten milliseconds.
    """
    try:
        return time.clock_gettime(~pid << 3 | 2) * 1000
    except (AttributeError, OSError):
        raise Skipped("This system does not tell the processor time of a process.") from None


class Waiting:
    """How long processes were kept waiting for a processor while others had it."""

    def __init__(self, *pids: int) -> None:
        places = [place for pid in pids for place in Path("/proc").glob(f"{pid}/task/*/schedstat")]
        self._threads = [os.open(place, os.O_RDONLY) for place in places]

    def ms(self) -> float:
        """Since they began; 0 where the system does not tell."""
        told = (os.pread(thread, 100, 0).split() for thread in self._threads)
        return sum(int(waited) for _, waited, _ in told) / 1e6

    def close(self) -> None:
        for thread in self._threads:
            os.close(thread)


def memory_mb(pid: int) -> float:
    """The memory that a process holds now."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    except OSError:
        raise Skipped("This system has no /proc that tells what memory a process holds.") from None
    held = next(line for line in lines if line.startswith("VmRSS:"))
    return int(held.split()[1]) / 1024


def wait_until_quiet(pid: int) -> None:
    """Until a process has done nothing for so long that it has put nothing off."""
    end = time.monotonic() + LONGEST_WAIT_SECONDS
    busy, since = processor_ms(pid), time.monotonic()
    while time.monotonic() < end and time.monotonic() - since < QUIET_SECONDS:
        time.sleep(0.1)
        now = processor_ms(pid)
        if now - busy > BUSY_MS:
            busy, since = now, time.monotonic()


# A fifth of a processor: a stand-in for a Raspberry Pi, and no more than that.


@contextlib.contextmanager
def held(*pids: int) -> Iterator[str]:
    """Each of the processes gets a fifth of a processor inside; how that was done."""
    with contextlib.ExitStack() as stack:
        ways = {stack.enter_context(_hold(pid)) for pid in pids}
        yield " and ".join(sorted(ways))


@contextlib.contextmanager
def _hold(pid: int) -> Iterator[str]:
    try:
        group = _make_group(pid)
    except OSError:
        with _duty_cycle(pid):
            yield "by stopping and continuing it"
        return
    try:
        yield "by a control group"
    finally:
        with contextlib.suppress(OSError):  # a process that has ended is in no group
            (group.parent / "cgroup.procs").write_text(str(pid))
        group.rmdir()


def _make_group(pid: int) -> Path:
    quota = int(PERIOD_MICROSECONDS * SHARE)
    if (GROUPS / "cpu").is_dir():
        home, limits = (
            GROUPS / "cpu",
            {
                "cpu.cfs_period_us": str(PERIOD_MICROSECONDS),
                "cpu.cfs_quota_us": str(quota),
            },
        )
    else:
        home, limits = GROUPS, {"cpu.max": f"{quota} {PERIOD_MICROSECONDS}"}
    group = home / f"mars-table-bench-{pid}"
    group.mkdir()
    try:
        for name, value in limits.items():
            (group / name).write_text(value)
        (group / "cgroup.procs").write_text(str(pid))
    except OSError:
        group.rmdir()
        raise
    return group


@contextlib.contextmanager
def _duty_cycle(pid: int) -> Iterator[None]:
    """Where there are no control groups: 2 ms of running, 8 ms of standing still."""
    if not hasattr(signal, "SIGSTOP"):
        raise Skipped("This system has no way to hold a process to a fifth of a processor.")
    over = threading.Event()
    run, stand = (PERIOD_MICROSECONDS / 1e6 * share for share in (SHARE, 1 - SHARE))

    def beat() -> None:
        with contextlib.suppress(ProcessLookupError):
            while not over.is_set():
                os.kill(pid, signal.SIGSTOP)
                time.sleep(stand)
                os.kill(pid, signal.SIGCONT)
                time.sleep(run)

    beating = threading.Thread(target=beat, daemon=True)
    beating.start()
    try:
        yield
    finally:
        over.set()
        beating.join()
