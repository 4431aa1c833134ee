"""What is handed out holds everything that runs, and nothing of where it was made."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import hatch_build

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            ROOT,
            "--no-deps",
            "--no-build-isolation",
            "--quiet",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    return zipfile.ZipFile(next(folder.glob("mars_table-*.whl")))


def test_the_wheel_holds_every_template_and_every_static_file(wheel: zipfile.ZipFile) -> None:
    held = set(wheel.namelist())
    for folder in ("templates", "static"):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert files
        assert {f"assistant/{path.relative_to(ROOT).as_posix()}" for path in files} <= held


def test_the_wheel_holds_the_browser_libraries(wheel: zipfile.ZipFile) -> None:
    script = wheel.read("assistant/static/vendor/browser.js").decode()
    assert script.startswith(hatch_build.stamp(ROOT))
    assert "Idiomorph" in script and "socket.io" in script.lower()
    assert "sourceMappingURL" not in script
    assert len(re.findall(r"^/\*! \S+ [\d.]+, \S+ licence \*/$", script, re.MULTILINE)) == 2


def test_the_wheel_holds_every_language_compiled(wheel: zipfile.ZipFile) -> None:
    words = list((ROOT / "assistant" / "languages").glob("*/LC_MESSAGES/*.po"))
    assert words
    for path in words:
        assert path.relative_to(ROOT).with_suffix(".mo").as_posix() in wheel.namelist()


def test_the_wheel_holds_every_module_and_its_data(wheel: zipfile.ZipFile) -> None:
    files = [path for path in (ROOT / "assistant").rglob("*") if path.suffix in (".py", ".json")]
    assert {path.relative_to(ROOT).as_posix() for path in files} <= set(wheel.namelist())


def test_the_wheel_brings_the_command(wheel: zipfile.ZipFile) -> None:
    points = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "mars-table = assistant.start:main" in wheel.read(points).decode()


def test_the_wheel_brings_its_licence(wheel: zipfile.ZipFile) -> None:
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())


def test_the_lock_names_no_place_to_fetch_from() -> None:
    text = (ROOT / "package-lock.json").read_text("utf-8")
    assert "resolved" not in text
    assert "://" not in re.sub(r'"(funding|url)".*', "", text)


def test_browser_libraries_are_pinned_exactly_and_the_lock_agrees() -> None:
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert wanted["private"] is True
    assert wanted["dependencies"] == hatch_build.locked_versions(ROOT)
    assert wanted["dependencies"].keys() == hatch_build.LIBRARIES.keys()


def test_libraries_that_fit_the_lock_are_not_fetched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    (tmp_path / "package-lock.json").write_bytes((ROOT / "package-lock.json").read_bytes())
    script = tmp_path / hatch_build.BROWSER_FILE
    script.parent.mkdir(parents=True)
    script.write_text(hatch_build.stamp(tmp_path) + "\nkept", "utf-8")
    assert hatch_build.fetch_browser_libraries(tmp_path) is False
    assert script.read_text("utf-8").endswith("kept")


def test_without_npm_the_failure_is_one_sentence(tmp_path: Path) -> None:
    for name in ("package.json", "package-lock.json", "hatch_build.py"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    done = subprocess.run(
        [sys.executable, "hatch_build.py"],
        cwd=tmp_path,
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "needs npm" in done.stderr


def test_edited_words_are_compiled_again(tmp_path: Path) -> None:
    words = tmp_path / "assistant" / "languages" / "pl" / "LC_MESSAGES" / "messages.po"
    words.parent.mkdir(parents=True)
    words.write_text('msgid ""\nmsgstr ""\n\nmsgid "heat"\nmsgstr "ciepło"\n', "utf-8")
    hatch_build.compile_catalogues(tmp_path)
    compiled = words.with_suffix(".mo")
    assert "ciepło".encode() in compiled.read_bytes()
    assert hatch_build.stale_catalogues(tmp_path) == []
    os.utime(words, ns=(compiled.stat().st_mtime_ns + 1,) * 2)
    assert hatch_build.stale_catalogues(tmp_path) == [words]
