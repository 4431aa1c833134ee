"""Disks that are full whenever a test wants them to be."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

BLOCK = 4096
SIZE = "size=6m"


class SmallDisk:
    """A file system of its own, filled to its last block by a file beside the data folder."""

    most = resource.RLIM_INFINITY

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self._ballast = folder / "ballast"

    def fill(self, server: int = 0) -> None:
        """From now on nothing more fits."""
        with open(self._ballast, "ab", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * BLOCK)
            except OSError as problem:
                assert problem.errno == errno.ENOSPC

    def make_room(self, server: int = 0) -> None:
        self._ballast.unlink()


class Allowance:
    """An ordinary disk on which no file of the server may grow: wherever none can be mounted."""

    most = 0  # bytes that a server may write that starts on the full disk

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"

    def fill(self, server: int = 0) -> None:
        """From now on no file of this server grows; one that is yet to start is told `most`."""
        if server:
            grown = min(path.stat().st_size for path in self.data.glob("*-wal"))
            resource.prlimit(server, resource.RLIMIT_FSIZE, (grown, resource.RLIM_INFINITY))

    def make_room(self, server: int = 0) -> None:
        if server:
            everything = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(server, resource.RLIMIT_FSIZE, everything)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk]:
    """A small file system in this folder, as long as it is needed."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", SIZE, "tmpfs", str(folder)], check=True)
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def may_mount(folder: Path) -> bool:
    """Whether this account may make file systems here."""
    if os.geteuid() != 0:
        return False
    try:
        with small_disk(folder):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


@contextlib.contextmanager
def disk(folder: Path) -> Iterator[SmallDisk | Allowance]:
    """A disk that can be full: a small one of its own if possible, else an allowance."""
    if may_mount(folder):
        with small_disk(folder) as own:
            yield own
    else:
        yield Allowance(folder)
