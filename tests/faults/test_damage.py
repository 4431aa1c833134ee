"""Nothing disappears unannounced: a sample of what `tests.faults.damage` tries at length."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.care import open_log
from assistant.log import Damaged, Log
from assistant.store import StoreError
from assistant.store_sqlite import MARKS, STORE
from tests.faults.damage import (
    House,
    cut,
    cuts,
    every_byte_of_the_last_pages,
    flip,
    made,
    outcome,
    random_bits,
    tried,
)

SAMPLE = 30
Folder = tuple[Path, House]


@pytest.fixture(scope="module")
def unsettled(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    folder = tmp_path_factory.mktemp("unsettled")
    return folder, made(folder, settled=False)


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    folder = tmp_path_factory.mktemp("settled")
    return folder, made(folder, settled=True)


@pytest.mark.parametrize("kind", [random_bits, cuts, every_byte_of_the_last_pages])
@pytest.mark.parametrize("which", ["settled", "unsettled"])
def test_no_damage_is_silent_and_none_fells_the_house(
    which: str, kind: Callable[..., object], request: pytest.FixtureRequest
) -> None:
    folder, before = request.getfixturevalue(which)
    chance = random.Random(3)
    damages = list(kind(folder, chance))  # type: ignore[call-overload]
    counted = tried(folder, before, iter(chance.sample(damages, SAMPLE)))
    assert set(counted) <= {"whole", "said", "refused"}, counted
    assert counted["said"], "some of it matters"


@pytest.mark.parametrize("place", [0, 17, 18, 40, 60, 63, 71, 105, 1500, 4000, 4090])
def test_a_first_page_that_is_damaged_loses_nothing(settled: Folder, place: int) -> None:
    """It says where all else lies, and is the same in every store."""
    folder, before = settled
    counted = tried(folder, before, (flip(STORE, place, bit) for bit in (1, 6)))
    assert counted.keys() <= {"whole", "said"}, counted


def copied(folder: Path, to: Path) -> Path:
    return Path(shutil.copytree(folder, to / "copy"))


def test_a_move_whose_bit_flipped_is_named_and_every_other_table_plays_on(
    settled: Folder, tmp_path: Path
) -> None:
    folder = copied(settled[0], tmp_path)
    content = bytearray((folder / STORE).read_bytes())
    content[content.index(b"phone:00000057") + 40] ^= 1
    (folder / STORE).write_bytes(content)
    damaged = bytes(content)
    log, said = open_log(folder)
    table, kept = said
    code = table.split()[1]
    assert table == f"Table {code} is damaged from move 57 on. Its first 56 moves are sound."
    (aside,) = folder.glob("damaged-*")
    assert kept == f"The files as they were are in {aside}."
    assert (aside / STORE).read_bytes() == damaged
    with pytest.raises(Damaged, match="table-damaged"):
        log.table(code)
    assert [one.code for one in log.tables()].count(code) == 0
    assert len(log.tables()) == 5
    log.close()
    again, said = open_log(folder)
    assert said == [table], "said at each start, kept aside once"
    assert list(folder.glob("damaged-*")) == [aside]
    again.go_on(code, finished=False)
    assert [entry.n for entry in again.entries(code)][-1] == 56
    again.close()
    mended, said = open_log(folder)
    assert said == [] and len(mended.entries(code)) == 56
    mended.close()


def test_what_a_cut_write_ahead_log_lost_is_said_of_each_table(
    unsettled: Folder, tmp_path: Path
) -> None:
    folder = copied(unsettled[0], tmp_path)
    cut(f"{STORE}-wal", 0)[1](folder)
    log, said = open_log(folder)
    assert said[:4] == [
        "Table EEE is damaged from move 61 on. Its first 60 moves are sound.",  # off the list
        "Table FFF is damaged from move 61 on. Its first 60 moves are sound.",
        "Table GGG is damaged from move 61 on. Its first 60 moves are sound.",
        "Table HHH is damaged: none of its moves can be read.",
    ]
    assert sum("remembered" in line for line in said) == 2
    assert [one.code for one in log.tables()] == ["CCC", "AAA", "DDD"]
    assert not log.open_table("HHH", log.tables()[0].setup, "other"), "its code stays its own"
    log.close()


@pytest.mark.parametrize("how", ["missing", "empty", "damaged"])
def test_marks_that_are_lost_are_written_anew_and_said(
    settled: Folder, tmp_path: Path, how: str
) -> None:
    folder = copied(settled[0], tmp_path)
    marks = folder / MARKS
    if how == "missing":
        marks.unlink()
    elif how == "empty":
        marks.write_bytes(b"")
    else:
        flip(MARKS, marks.stat().st_size - 20, 2)[1](folder)
    log, said = open_log(folder)
    log.close()
    assert len(said) == 1 and str(marks) in said[0] and "written anew" in said[0]
    assert len(marks.read_text().splitlines()) == 15
    assert open_log(folder)[1] == []


@pytest.mark.parametrize("how", ["missing", "empty", "header"])
def test_an_empty_store_where_tables_were_is_refused(
    settled: Folder, tmp_path: Path, how: str
) -> None:
    folder = copied(settled[0], tmp_path)
    (folder / STORE).unlink()
    if how == "empty":
        (folder / STORE).touch()
    if how == "header":  # what SQLite makes of a file before anything is in it
        Log(tmp_path / "new").close()
        (folder / STORE).write_bytes(b"SQLite format 3\0" + bytes(84))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(StoreError, match="is empty or gone although tables were kept here"):
        open_log(folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_first_start_that_was_killed_halfway_is_a_first_start(tmp_path: Path) -> None:
    (tmp_path / STORE).touch()
    log, said = open_log(tmp_path)
    assert said == [] and log.tables() == []
    log.close()
    log, said = open_log(tmp_path)
    assert said == []
    log.close()


def test_what_was_kept_without_a_mark_when_the_plug_was_pulled_is_sound(
    unsettled: Folder, tmp_path: Path
) -> None:
    folder, before = copied(unsettled[0], tmp_path), unsettled[1]
    lines = (folder / MARKS).read_bytes().splitlines(keepends=True)
    (folder / MARKS).write_bytes(b"".join(lines[:-2]))
    assert outcome(folder, before) == "whole"
    assert Counter(path.name.startswith("damaged") for path in folder.iterdir())[True] == 0
