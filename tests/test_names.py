"""A file of names that a table adds."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.game import Illegal
from assistant.names import LONGEST_NAME, MOST_NAMES, read_names
from tests.test_table import SCREEN, Seats


@pytest.mark.parametrize(
    "line", ["28 Ринок", "028\tРинок", " 28 ; Ринок ", "28, Ринок", "28: Ринок"]
)
def test_a_line_is_a_number_and_a_name(line: str) -> None:
    assert read_names(f"\n{line}\r\n") == {"28": "Ринок"}


@pytest.mark.parametrize(
    ("file", "why", "n"),
    [
        ("28 Ринок\nРинок", "no-name-in-line", 2),
        ("28", "no-name-in-line", 1),
        ("99999 Ринок", "no-name-in-line", 1),
        ("28 <b>", "no-name-in-line", 1),
        ("28 a\x00b", "no-name-in-line", 1),
        (f"28 {'x' * (LONGEST_NAME + 1)}", "no-name-in-line", 1),
        ("\n \n", "no-names-in-file", None),
        ("\n".join(f"{n} x" for n in range(MOST_NAMES + 1)), "too-many-names", None),
    ],
)
def test_a_file_of_anything_else_is_refused(file: str, why: str, n: int | None) -> None:
    with pytest.raises(Illegal) as refusal:
        read_names(file)
    assert refusal.value.text.key == why
    assert dict(refusal.value.text.values).get("n") == n


def test_the_host_adds_names_and_every_table_of_the_machine_finds_by_them(tmp_path: Path) -> None:
    table = Seats(tmp_path, "red", "blue")
    table.must(SCREEN, "set_up", options={"help": "cards"})
    table.must(SCREEN, "begin")
    with pytest.raises(Illegal):
        table.table.add_names("red", "211 Геліон")
    assert table.table.look("red", {"find": "гел"}).as_json()["found"] == []
    table.table.add_names(SCREEN, "211 Геліон")
    (found,) = table.restarted().look("red", {"find": "гел"}).as_json()["found"]
    assert found["number"] == 211
    with pytest.raises(Illegal):
        table.table.look("red", {"find": "гел", "names": {}})
    with pytest.raises(Illegal):
        table.table.look("red", {"find": "гел", "printed": {}})
