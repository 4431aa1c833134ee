"""The environment that a start makes: exactly what the lock names, from whatever index."""

from __future__ import annotations

import hashlib
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import app

PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "house"
version = "1"
"""
BACKEND = """
import shutil
def build_editable(folder, config_settings=None, metadata_directory=None):
    return shutil.copy("house-1-py3-none-any.whl", folder).replace(folder, "").lstrip("/\\\\")
"""


def wheel(folder: Path, name: str, version: str, says: str = "") -> str:
    """Make a package whose module says something; its pin, as a lock has it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    about = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": f"says = {says!r}",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any",
        f"{about}/RECORD": "",
    }
    with zipfile.ZipFile(path, "w") as file:
        for inside, text in files.items():
            file.writestr(zipfile.ZipInfo(inside), text)  # without a date: the same file again
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def index(folder: Path, name: str) -> str:
    """A package index of the files that lie in a folder; its address."""
    files = [path for path in folder.iterdir() if path.is_file()]
    page = folder / "simple" / name / "index.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(
        "".join(
            f'<a href="{path.as_uri()}#sha256={hashlib.sha256(path.read_bytes()).hexdigest()}">'
            f"{path.name}</a>"
            for path in files
        )
    )
    return (folder / "simple").as_uri()


class Checkout:
    """A small project with its own environment, and the folder that its packages come from."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.shop = root / "shop"
        self.shop.mkdir()
        for name in app.DESCRIBED_BY:
            (root / name).write_text("")
        (root / "pyproject.toml").write_text(PROJECT)
        (root / "backend.py").write_text(BACKEND)
        wheel(root, "house", "1", "here I am")

    def lock(self, pins: str) -> None:
        (self.root / "lock.txt").write_text(pins)

    def says(self, name: str) -> str:
        command = [str(app.PYTHON), "-c", f"import {name}; print({name}.says)"]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else "nothing"


@pytest.fixture(scope="module")
def patched() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield monkeypatch


@pytest.fixture(scope="module")
def checkout(
    tmp_path_factory: pytest.TempPathFactory, patched: pytest.MonkeyPatch
) -> Iterator[Checkout]:
    root = tmp_path_factory.mktemp("house")
    python = app.PYTHON.relative_to(app.VENV)
    patched.setattr(app, "ROOT", root)
    patched.setattr(app, "VENV", root / ".venv")
    patched.setattr(app, "PYTHON", root / ".venv" / python)
    yield Checkout(root)


@pytest.fixture(autouse=True)
def only_the_shop(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(checkout.shop))


def test_it_installs_what_the_lock_names_and_the_project_itself(checkout: Checkout) -> None:
    checkout.lock(wheel(checkout.shop, "cup", "1.0", "the old cup"))
    wheel(checkout.shop, "cup", "2.0", "the new cup")
    app.complete()
    assert checkout.says("cup") == "the old cup"
    assert checkout.says("house") == "here I am"
    assert app.is_complete()


def test_another_lock_brings_the_environment_up_to_date(checkout: Checkout) -> None:
    checkout.lock(wheel(checkout.shop, "pot", "1.0", "the old pot"))
    app.complete()
    checkout.lock(wheel(checkout.shop, "pot", "2.0", "the new pot"))
    assert not app.is_complete()
    app.complete()
    assert checkout.says("pot") == "the new pot"


def test_a_package_that_came_older_with_the_lock_replaces_a_newer_one(checkout: Checkout) -> None:
    older = wheel(checkout.shop, "jug", "1.0", "the old jug")
    checkout.lock(wheel(checkout.shop, "jug", "2.0", "the new jug"))
    app.complete()
    checkout.lock(older)
    app.complete()
    assert checkout.says("jug") == "the old jug"


def test_a_file_that_the_lock_does_not_name_is_not_installed(checkout: Checkout) -> None:
    right = wheel(checkout.shop, "pan", "1.0", "a pan")
    wheel(checkout.shop, "pan", "1.0", "something else")
    checkout.lock(right)
    with pytest.raises(app.CannotStart, match="What was fetched as pan is not the file"):
        app.complete()
    assert checkout.says("pan") == "nothing"
    assert not app.is_complete()
    wheel(checkout.shop, "pan", "1.0", "a pan")
    app.complete()
    assert checkout.says("pan") == "a pan"


def test_an_index_that_rebuilt_a_file_is_passed_over_for_one_that_has_it(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    checkout.lock(wheel(checkout.root / "makers", "lid", "1.0", "a lid"))
    wheel(checkout.root / "rebuilt", "lid", "1.0", "a lid, rebuilt")
    for first, second in (("makers", "rebuilt"), ("rebuilt", "makers")):
        monkeypatch.setenv("PIP_INDEX_URL", index(checkout.root / first, "lid"))
        monkeypatch.setenv("PIP_EXTRA_INDEX_URL", index(checkout.root / second, "lid"))
        subprocess.run([str(app.PYTHON), "-m", "pip", "uninstall", "-qy", "lid"])
        app.stamp("").write_text("unfinished")
        app.complete()
        assert checkout.says("lid") == "a lid"


def test_without_a_network_it_says_that_it_needs_one(checkout: Checkout) -> None:
    checkout.lock("spoon==1.0 --hash=sha256:" + "0" * 64)
    with pytest.raises(app.CannotStart, match="needs the internet"):
        app.complete()


def test_an_index_that_lags_behind_is_told_from_no_network(checkout: Checkout) -> None:
    wheel(checkout.shop, "fork", "1.0")
    checkout.lock("fork==2.0 --hash=sha256:" + "0" * 64)
    with pytest.raises(app.CannotStart, match=r"does not have fork==2\.0: bring it up to date"):
        app.complete()


def test_a_project_that_could_not_be_completed_is_completed_by_the_next_start(
    checkout: Checkout,
) -> None:
    checkout.lock(wheel(checkout.shop, "tray", "1.0", "a tray"))
    backend = checkout.root / "backend.py"
    backend.write_text("def build_editable(*_): raise SystemExit('Mars Table needs a cook.')")
    with pytest.raises(app.CannotStart, match="needs a cook"):
        app.complete()
    assert not app.is_complete()
    backend.write_text(BACKEND)
    app.complete()
    assert checkout.says("tray") == "a tray"
    assert app.is_complete()
