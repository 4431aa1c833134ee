"""What exactly is installed: `python tools/lock.py` makes the locks say what `pyproject.toml` asks.

A version that still fits stays; `--upgrade` takes the newest of each. The locks hold for every
system and Python that the project knows, with the hash of every file. `--check` asks nobody and
tells what the locks lack; it knows which packages need each other from what is installed here.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import app
import hatch_build

ROOT = Path(__file__).resolve().parents[1]
TABLE = app.LOCKS[""]
NPM = hatch_build.NPM_LOCK
COMMAND = ".venv/bin/python tools/lock.py"
# What newer versions bring no ready-made file for; building it would fetch what no lock names.
READY_MADE = [
    "gevent<25.6 ; sys_platform == 'darwin' and python_version < '3.12'",
    "gevent>=26 ; sys_platform != 'darwin' or python_version >= '3.12'",
    "zeroconf<0.149 ; sys_platform == 'darwin' and platform_machine == 'x86_64'",
    "zeroconf>=0.149 ; sys_platform != 'darwin' or platform_machine != 'x86_64'",
]
PIN = re.compile(
    r"(?P<name>[\w.-]+)==(?P<version>\S+?)(?: ; (?P<marker>.+?))?(?P<hashes>(?: --hash=\S+)*)"
)


@dataclass(frozen=True)
class Pin:
    """One package of a lock: its version, where it holds, and the hashes of its files."""

    name: str
    version: str
    marker: str
    hashes: frozenset[str]

    def holds_here(self) -> bool:
        """Whether this Python on this system installs it."""
        return not self.marker or Marker(self.marker).evaluate()


def asked(root: Path) -> dict[str, list[str]]:
    """The ranges that each lock has to meet: the table's, one for each extra, npm's."""
    about = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    table = [*about["project"]["dependencies"], *about["build-system"]["requires"]]
    extras = about["project"]["optional-dependencies"].items()
    more = {f"lock-{extra}.txt": [*table, *ranges] for extra, ranges in extras}
    return {TABLE: table, **more, NPM: [hatch_build.NPM_FROM_PYPI]}


def pins(text: str) -> list[Pin]:
    """What a lock names; every line of it that is no comment has to be a pin."""
    found = []
    for line in text.replace(" \\\n", "").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        pin = PIN.fullmatch(" ".join(line.split()))
        if not pin:
            raise ValueError(line)
        hashes = frozenset(one.removeprefix("--hash=") for one in pin["hashes"].split())
        name = canonicalize_name(pin["name"])
        found.append(Pin(name, pin["version"], pin["marker"] or "", hashes))
    return found


def needed(ranges: list[str]) -> set[str]:
    """Every package that these need here, and those that they need in turn."""
    found: set[tuple[str, frozenset[str]]] = set()
    waiting = [Requirement(one) for one in ranges]
    while waiting:
        one = waiting.pop()
        name, extras = canonicalize_name(one.name), frozenset(one.extras)
        if (name, extras) in found:
            continue
        found.add((name, extras))
        for requirement in map(Requirement, distribution(name).requires or []):
            marker = requirement.marker
            if not marker or any(marker.evaluate({"extra": extra}) for extra in extras | {""}):
                waiting.append(requirement)
    return {name for name, _ in found}


def faults_of_lock(name: str, text: str, ranges: list[str]) -> list[str]:
    """What is wrong with one lock by itself."""
    if "://" in text or re.search(r"^\s*-", re.sub(r"--hash=", "", text), re.MULTILINE):
        return [f"{name} names a place to fetch from"]
    try:
        named = pins(text)
    except ValueError as line:
        return [f"{name} does not pin: {line}"]
    faults = [f"{name} has no hash for {pin.name}" for pin in named if not pin.hashes]
    for one in map(Requirement, ranges):
        held = [pin.version for pin in named if pin.name == canonicalize_name(one.name)]
        if not held:
            faults.append(f"{name} lacks {one.name}")
        faults += [
            f"{name} has {one.name} {version}, and {one} is asked for"
            for version in held
            if version not in one.specifier
        ]
    if name == NPM or faults:
        return faults
    here = {pin.name for pin in named if pin.holds_here()}
    every = needed(ranges)
    faults += [f"{name} lacks {one}, which another needs" for one in sorted(every - here)]
    return faults + [f"{name} has {one}, which nobody needs" for one in sorted(here - every)]


def faults(root: Path) -> list[str]:
    """What is wrong with the locks, in words."""
    found = [f"{name} is missing" for name in asked(root) if not (root / name).exists()]
    if found:
        return found
    texts = {name: (root / name).read_text("utf-8") for name in asked(root)}
    for name, ranges in asked(root).items():
        found += faults_of_lock(name, texts[name], ranges)
    if found:
        return found
    table = pins(texts.pop(TABLE))
    del texts[NPM]
    for name, text in texts.items():
        held = {(pin.name, pin.version, pin.hashes) for pin in pins(text)}
        for pin in table:
            if (pin.name, pin.version, pin.hashes) not in held:
                found.append(f"{name} has another {pin.name} than {TABLE}")
    return found


def make(root: Path, upgrade: bool) -> int:
    """Write every lock anew; all say of the table's packages what the table's says."""
    for name, ranges in asked(root).items():
        command = [sys.executable, "-m", "uv", "pip", "compile", "-", "--output-file", name]
        command += ["--universal", "--generate-hashes", "--python-version", "3.11", "--quiet"]
        command += ["--no-annotate", "--custom-compile-command", COMMAND]
        command += ["--constraint", TABLE] if name not in (TABLE, NPM) else []
        command += ["--upgrade"] if upgrade else []
        told = "\n".join(ranges if name == NPM else [*ranges, *READY_MADE])
        done = subprocess.run(command, cwd=root, input=told, text=True, stdout=subprocess.DEVNULL)
        if done.returncode:
            return done.returncode
    return 0


def main(arguments: list[str]) -> int:
    """Make the locks, or tell what is wrong with them."""
    if arguments == ["--check"]:
        try:
            found = faults(ROOT)
        except PackageNotFoundError as missing:
            print(f"{missing.name} is not installed: python3 -m tests brings what a check needs.")
            return 2
        print("\n".join(found) or "The locks are whole.")
        return 1 if found else 0
    if arguments not in ([], ["--upgrade"]):
        print("usage: python tools/lock.py [--upgrade | --check]", file=sys.stderr)
        return 2
    return make(ROOT, upgrade=bool(arguments))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
