"""One server on a data folder: the second one is told who holds it.

The system lets go of the lock when its process ends, however it ends. Where a folder knows no
locks, the server goes on without.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path

from assistant.files import FILE_MODE, FOLDER_MODE, make_private
from assistant.store import StoreError

LOCK = "lock"
FAR = 1 << 20  # on Windows nobody can read the bytes that are locked: these hold nothing


class Lock:
    """Held from when it is made until it is released."""

    def __init__(self, folder: Path) -> None:
        self._file: int | None = None
        path = folder / LOCK
        try:
            folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
            _lock(self._file)
        except BlockingIOError:
            who = _read(path)
            self.release()
            raise StoreError(
                f"The data folder {folder} is used by another Mars Table ({who}): "
                "end that one, or start with another --data folder."
            ) from None
        except OSError:
            return  # what is the matter with a folder is said by who keeps something in it
        make_private(folder)
        make_private(path)
        self.tell("")

    def tell(self, address: str) -> None:
        """Let others read who holds it."""
        held = json.dumps({"process": os.getpid(), "address": address}).encode()
        with contextlib.suppress(OSError):
            if self._file is not None:
                os.truncate(self._file, 0)
                os.lseek(self._file, 0, os.SEEK_SET)
                os.write(self._file, held)

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _read(path: Path) -> str:
    """Who holds it, in words."""
    try:
        held = json.loads(path.read_bytes())
        said = f"process {int(held['process'])}"
        return f"{said}, {held['address']}" if held["address"] else said
    except (OSError, ValueError, KeyError, TypeError):
        return "unknown which"


def _lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError as problem:
            raise BlockingIOError from problem
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
