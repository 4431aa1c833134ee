"""Files of the data folder: nobody else reads them, and their names survive a pulled plug."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def sync_folder(folder: Path) -> None:
    """What was made or renamed in it is there after a pulled plug, where systems know how."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def make_private(path: Path) -> None:
    """Keep others on this machine out of a file or folder, if it is ours to say so."""
    with contextlib.suppress(OSError, AttributeError):
        known = path.stat()
        wanted = FOLDER_MODE if stat.S_ISDIR(known.st_mode) else FILE_MODE
        is_common = known.st_mode & stat.S_ISVTX  # like /tmp: everybody's, whoever owns it
        if known.st_uid == os.getuid() and not is_common and known.st_mode & 0o077:
            path.chmod(wanted)


def copy_durably(source: Path, target: Path) -> None:
    """A copy that is there after a pulled plug."""
    shutil.copyfile(source, target)
    make_private(target)
    with open(target, "rb+") as file:
        os.fsync(file.fileno())


def write_durably(path: Path, content: bytes) -> None:
    """A new file, all of it or none, that only this account may read."""
    unfinished = path.with_name(path.name + ".part")
    unfinished.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with open(os.open(unfinished, flags, FILE_MODE), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    sync_folder(path.parent)
