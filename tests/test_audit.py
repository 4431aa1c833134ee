"""Known weaknesses of what is installed are found, and who could not be asked is named."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

import app
from tests.registry import registry
from tools import audit, lock

CUP = "cup==1.0 --hash=sha256:00\n"
NOWHERE = "http://127.0.0.1:9"
ADVISORIES = "/-/npm/v1/security/advisories/bulk"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that pins a cup for Python and a lid for browsers."""
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\n[project]\nname = "x"\ndependencies = ["cup"]\n'
        "[project.optional-dependencies]\ndev = []\n"
    )
    (tmp_path / lock.TABLE).write_text(CUP)
    (tmp_path / app.LOCKS["dev"]).write_text(CUP)
    (tmp_path / lock.NPM).write_text("")
    library = {"version": "2.0.0", "integrity": "sha512-x"}
    needs = {"name": "x", "dependencies": {"lid": "2.0.0"}}
    (tmp_path / "package.json").write_text(json.dumps({**needs, "version": "1.0.0"}))
    packages = {"": needs, "node_modules/lid": library}
    (tmp_path / "package-lock.json").write_text(
        json.dumps({"name": "x", "lockfileVersion": 3, "packages": packages})
    )
    monkeypatch.setattr(audit, "ROOT", tmp_path)
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    ask(monkeypatch, NOWHERE)
    return tmp_path


def ask(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Set pip and npm up with this registry."""
    monkeypatch.setenv("PIP_INDEX_URL", f"{address}/simple")
    monkeypatch.setenv("npm_config_registry", address)
    for name in ("http_proxy", "HTTP_PROXY", "npm_config_proxy"):
        monkeypatch.delenv(name, raising=False)


def page(version: str, *weaknesses: dict[str, Any]) -> bytes:
    return json.dumps({"info": {"version": version}, "vulnerabilities": weaknesses}).encode()


BROKEN = {"id": "CVE-1", "fixed_in": ["1.1", "2.0"], "withdrawn": None}


def test_a_weakness_with_a_fix_fails_and_names_package_version_and_fix(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with registry({"/pypi/cup/1.0/json": page("1.0", BROKEN)}.get) as address:
        ask(monkeypatch, address)
        assert audit.main([]) == 1
    assert "cup 1.0: CVE-1, fixed in 1.1 or 2.0\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "weakness", [{**BROKEN, "fixed_in": []}, {**BROKEN, "withdrawn": "2026-01-01"}]
)
def test_a_weakness_about_which_nothing_can_be_done_does_not_fail(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    weakness: dict[str, Any],
) -> None:
    with registry({"/pypi/cup/1.0/json": page("1.0", weakness)}.get) as address:
        ask(monkeypatch, address)
        assert audit.main([]) == 0
    told = "cup 1.0: CVE-1, not fixed yet\n" in capsys.readouterr().out
    assert told is not bool(weakness["withdrawn"])


def test_where_versions_have_no_page_the_projects_own_counts_for_its_version(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {"/pypi/cup/json": page("1.0", BROKEN)}
    with registry(pages.get) as address:
        ask(monkeypatch, address)
        assert audit.main([]) == 1
        pages["/pypi/cup/json"] = page("1.2", BROKEN)
        assert audit.main([]) == 0
    assert "nobody tells of: cup 1.0" in capsys.readouterr().out


@pytest.mark.parametrize("answer", [b"", b"<html>Sign in to this network</html>", b"[]", b"{}"])
def test_an_answer_that_is_none_is_no_absolution(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: bytes,
) -> None:
    with registry(lambda path: answer) as address:
        ask(monkeypatch, address)
        assert audit.main([]) == 0
    assert "nobody tells of: cup 1.0" in capsys.readouterr().out


def test_whom_nobody_could_be_asked_about_is_named_in_one_line(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main([]) == 0
    assert capsys.readouterr().out == (
        "0 of 2 packages asked about; nobody tells of: cup 1.0, lid 2.0.0\n"
    )


def test_a_weak_library_of_the_browser_fails_too(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    advisory = {
        "id": 1,
        "url": "https://advisories.example/1",
        "title": "Spills",
        "severity": "high",
        "vulnerable_versions": "<2.0.1",
        "cwe": [],
        "cvss": {"score": 0, "vectorString": None},
    }
    versions = {number: {"name": "lid", "version": number} for number in ("2.0.0", "2.0.1")}
    lid = {"name": "lid", "dist-tags": {"latest": "2.0.1"}, "versions": versions}
    answers = {
        ADVISORIES: json.dumps({"lid": [advisory]}).encode(),
        "/lid": json.dumps(lid).encode(),
    }
    with registry(answers.get) as address:
        ask(monkeypatch, address)
        assert audit.main([]) == 1
        assert "lid 2.0.0: Spills, fixed in what is not <2.0.1\n" in capsys.readouterr().out
        answers[ADVISORIES] = b"{}"
        assert audit.main([]) == 0
        assert "nobody tells of: cup 1.0\n" in capsys.readouterr().out


def test_an_index_that_never_answers_is_not_waited_for(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, done = threading.Event(), threading.Event()

    def silence(path: str) -> None:
        asked.set()
        done.wait()

    with registry(silence) as address:
        ask(monkeypatch, address)
        try:
            found = audit.known(root, 1.0)
            still_asking = [one for one in threading.enumerate() if one.name == "asking"]
        finally:
            done.set()
    assert asked.is_set() and still_asking
    assert found == {"cup 1.0": None, "lid 2.0.0": None}
