"""Known weaknesses of what the locks name: `python tools/audit.py`.

Asks the package index that pip is set up with, and npm's, for 20 s at most. The status is 1 if
there is a weakness that another version does not have. Whom the network does not let us ask, it
names in one line and is content.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

import hatch_build
from tools import lock

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 20
AT_ONCE = 8
INDEX = re.compile(r"--index-url <url>.*?\(default:?\s+(\S+?)\)", re.DOTALL)


@dataclass(frozen=True)
class Weakness:
    """A known weakness of one version; `fix` says where there is none, if anywhere."""

    package: str
    version: str
    name: str
    fix: str

    def __str__(self) -> str:
        fixed = f"fixed in {self.fix}" if self.fix else "not fixed yet"
        return f"{self.package} {self.version}: {self.name}, {fixed}"


Found = dict[str, list[Weakness] | None]  # by package; None where nobody told


def index_of_pip() -> str:
    """The address of the package index that pip asks, whoever set it up."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--help"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "1000"},
    )
    found = INDEX.search(told.stdout)
    return found[1] if found else ""


def about(address: str) -> dict[str, Any] | None:
    """What the index has to say at this address, or nothing."""
    if not address.startswith(("http://", "https://")):
        return None
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:
            told = json.load(answer)
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) and "vulnerabilities" in told else None


def of_package(index: str, pin: lock.Pin) -> list[Weakness] | None:
    """What is known of this version: its own page, or the project's if that is about it."""
    pages = index.rstrip("/").removesuffix("/simple") + "/pypi"
    told = about(f"{pages}/{pin.name}/{pin.version}/json")
    if told is None:
        told = about(f"{pages}/{pin.name}/json")
        if told is None or told["info"]["version"] != pin.version:
            return None
    return [
        Weakness(pin.name, pin.version, one["id"], " or ".join(one["fixed_in"]))
        for one in told["vulnerabilities"]
        if not one.get("withdrawn")
    ]


def ask_about_packages(index: str, named: list[lock.Pin], found: Found) -> list[threading.Thread]:
    """Begin to ask about every package; whoever does not answer in time is not waited for."""
    waiting: SimpleQueue[lock.Pin] = SimpleQueue()
    for pin in named:
        waiting.put(pin)

    def ask() -> None:
        while True:
            try:
                pin = waiting.get_nowait()
            except Empty:
                return
            found[f"{pin.name} {pin.version}"] = of_package(index, pin)

    asking = [threading.Thread(target=ask, name="asking", daemon=True) for _ in range(AT_ONCE)]
    for thread in asking:
        thread.start()
    return asking


def told_by_npm(report: str, versions: dict[str, str]) -> list[Weakness] | None:
    """The weaknesses of a report of npm's, or nothing if it is none."""
    try:
        told = json.loads(report)["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        return None
    return [
        Weakness(
            name,
            versions.get(name, ""),
            via["title"],
            f"what is not {via['range']}" if one["fixAvailable"] else "",
        )
        for name, one in told.items()
        for via in one["via"]
        if isinstance(via, dict)
    ]


def of_browser_libraries(root: Path, until: float) -> Found:
    """What npm's registry knows of the libraries that browsers get, and of what those need."""
    packages = json.loads((root / "package-lock.json").read_text("utf-8"))["packages"]
    versions = {
        path.removeprefix("node_modules/"): one["version"] for path, one in packages.items() if path
    }
    with TemporaryDirectory() as folder:
        try:
            command = [*hatch_build.npm_command(root, Path(folder)), "audit", "--json"]
            command += ["--package-lock-only", "--fetch-retries=0"]
            done = subprocess.run(
                command,
                cwd=root,
                capture_output=True,
                encoding="utf-8",
                timeout=max(0, until - time.monotonic()),
            )
            told = told_by_npm(done.stdout, versions)
        except (hatch_build.Missing, OSError, subprocess.TimeoutExpired):
            told = None
    found: Found = {}
    for name, version in versions.items():
        own = None if told is None else [one for one in told if one.package == name]
        found[f"{name} {version}"] = own
    return found


def known(root: Path, seconds: float) -> Found:
    """What anybody told within these seconds of anything that the locks name."""
    until = time.monotonic() + seconds
    named = {
        (pin.name, pin.version): pin
        for name in lock.asked(root)
        for pin in lock.pins((root / name).read_text("utf-8"))
    }
    found: Found = {f"{name} {version}": None for name, version in named}
    asking = ask_about_packages(index_of_pip(), list(named.values()), found)
    libraries = of_browser_libraries(root, until)
    for thread in asking:
        thread.join(max(0, until - time.monotonic()))
    return dict(found) | libraries


def main(arguments: list[str]) -> int:
    """Say what is known; fail if something can be done about it."""
    if arguments:
        print("usage: python tools/audit.py", file=sys.stderr)
        return 2
    found = known(ROOT, SECONDS)
    weaknesses = [one for told in found.values() for one in told or ()]
    for one in weaknesses:
        print(one)
    silent = sorted(name for name, told in found.items() if told is None)
    asked = f"{len(found) - len(silent)} of {len(found)} packages asked about"
    print(f"{asked}; nobody tells of: {', '.join(silent)}" if silent else asked)
    return 1 if any(one.fix for one in weaknesses) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
