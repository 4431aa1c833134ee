"""Templates that were compiled once are kept, and read only if they are what was kept."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from assistant.web.compiled import Compiled

SECRET = b"s" * 32
TEMPLATES = {"a.html": "Hello {{ name }}", "b.html": "{% for n in range(3) %}{{ n }}{% endfor %}"}
READ = {"a.html": "Hello Ann", "b.html": "012"}


def rendered(folder: Path, secret: bytes = SECRET) -> dict[str, str]:
    """What every template says in a house that has just started."""
    kept = Compiled(folder, secret)
    house = Environment(loader=DictLoader(TEMPLATES), bytecode_cache=kept, autoescape=True)
    return {name: house.get_template(name).render(name="Ann") for name in TEMPLATES}


@pytest.fixture
def unmarshalled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Each time that bytes from a file are trusted to be code."""
    times: list[object] = []
    load: Callable[..., Any] = marshal.loads
    read: Callable[..., Any] = marshal.load

    def counted(given: Any) -> Any:
        times.append(given)
        return load(given) if isinstance(given, bytes) else read(given)

    monkeypatch.setattr("jinja2.bccache.marshal.load", counted)
    return times


def test_what_was_compiled_once_is_read_and_not_compiled_again(
    tmp_path: Path, unmarshalled: list[object]
) -> None:
    assert rendered(tmp_path) == READ and unmarshalled == []
    assert rendered(tmp_path) == READ and len(unmarshalled) == len(TEMPLATES)


def test_any_flipped_byte_is_noticed_before_it_is_trusted(
    tmp_path: Path, unmarshalled: list[object]
) -> None:
    rendered(tmp_path)
    for file in sorted(tmp_path.iterdir()):
        whole = file.read_bytes()
        for at in range(len(whole)):
            file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
            unmarshalled.clear()
            assert rendered(tmp_path) == READ
            assert len(unmarshalled) == len(TEMPLATES) - 1, f"byte {at} of {file.name}"
            assert file.read_bytes() == whole, "it was compiled anew, and kept"


def test_half_a_file_an_empty_one_and_one_under_anothers_name_are_compiled_again(
    tmp_path: Path, unmarshalled: list[object]
) -> None:
    rendered(tmp_path)
    first, second = sorted(tmp_path.iterdir())
    for damage in (b"", first.read_bytes()[:-1], first.read_bytes()[:20], second.read_bytes()):
        first.write_bytes(damage)
        unmarshalled.clear()
        assert rendered(tmp_path) == READ and len(unmarshalled) == 1


def test_what_another_house_compiled_is_not_trusted(
    tmp_path: Path, unmarshalled: list[object]
) -> None:
    rendered(tmp_path, b"another" * 5)
    assert rendered(tmp_path) == READ and unmarshalled == []


def test_where_nothing_can_be_kept_templates_are_compiled_each_time(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file where the folder would be")
    assert rendered(taken) == READ and rendered(taken) == READ
