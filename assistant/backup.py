"""A copy of the data folder that can be used as one, made while a server runs on it or not."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from assistant.care import open_log
from assistant.files import FOLDER_MODE, copy_durably, make_private, sync_folder, write_durably
from assistant.store import StoreError
from assistant.store_sqlite import MARKS, SECRET, STORE, connected


def back_up(folder: Path, target: Path) -> tuple[int, list[str]]:
    """Copy everything into a new folder; how many tables it has, and what is to be said of them."""
    if not (folder / STORE).is_file():
        raise StoreError(f"There is no store in {folder} to copy: say with --data where it is.")
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise StoreError(f"{target} is there already: name a new folder for the copy.")
        was_there = target.exists()
        target.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreError(f"The folder {target} cannot be made: {problem.strerror}.") from None
    try:
        return _copied(folder, target)
    except (OSError, sqlite3.Error, StoreError) as problem:
        for path in target.iterdir():
            path.unlink() if path.is_file() else shutil.rmtree(path, ignore_errors=True)
        if not was_there:
            target.rmdir()
        reason = str(getattr(problem, "strerror", None) or problem).rstrip(".")
        raise StoreError(f"The copy in {target} could not be made: {reason}.") from None


def _copied(folder: Path, target: Path) -> tuple[int, list[str]]:
    make_private(target)
    # The marks first: a store that is ahead of them is sound, one behind them has lost something.
    with contextlib.suppress(FileNotFoundError):
        copy_durably(folder / MARKS, target / MARKS)
    uri = f"{(folder / STORE).resolve().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(uri, uri=True, timeout=5)) as source,
        closing(connected(target / STORE)) as copy,
    ):
        source.backup(copy)
    make_private(target / STORE)
    with open(target / STORE, "rb+") as file:
        os.fsync(file.fileno())
    sync_folder(target)
    log, said = open_log(target)
    try:
        count = len(log.tables())
    finally:
        log.close()
    with contextlib.suppress(FileNotFoundError):
        write_durably(target / SECRET, (folder / SECRET).read_bytes())
    return count, said
