"""Check everything: `python3 -m tests`; all but the browser's part: `python3 -m tests --fast`.

Makes the environment that `app.py` makes, with the developers' tools in it, and finds the browsers:
Chromium, and WebKit as iPhones have it; and PostgreSQL. Then style, types, known weaknesses of what
is installed, and tests. The status is 0 only if all are content. Other arguments are pytest's: with
them some tests run, in this order and one after another, and nobody is asked about weaknesses.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
import time

import app

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FAST = "--fast"
WEBKIT = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}  # programs and their packages
WITHOUT_BROWSER = ("--ignore", "tests/browser", "--ignore", "tests/webkit")
# One test at a time to whoever is free: the long ones, the browser's, are the first.
IN_PARALLEL = ("--numprocesses", str(max(2, os.cpu_count() or 0)), "--maxschedchunk", "1")
SLOWEST = ("--durations", "15", "--durations-min", "1")


def run(*command: str) -> bool:
    """Run something in the project's folder and tell whether it succeeded."""
    return subprocess.run(command, cwd=app.ROOT).returncode == 0


def install(*packages: str) -> bool:
    """Packages of the system, where that is allowed."""
    apt = shutil.which("apt-get")
    if not (apt and hasattr(os, "geteuid") and os.geteuid() == 0):
        return False
    quiet = (apt, "-qq", "-o", "Dpkg::Use-Pty=0")
    run(*quiet, "update")
    return run(*quiet, "install", "--yes", "--no-install-recommends", *packages)


def find_browser() -> None:
    """Make sure that there is a Chromium, from the system if possible."""
    if any(shutil.which(name) for name in BROWSERS) or install("chromium"):
        return
    if not run(str(app.PYTHON), "-m", "playwright", "install", "chromium"):
        raise app.CannotStart("The browser tests need Chromium: install it and start again.")


def find_webkit() -> None:
    """WebKit and a screen that nobody sees; whoever lacks them is told, and so is every test."""
    missing = [package for program, package in WEBKIT.items() if not shutil.which(program)]
    if missing and not install(*missing):
        told = f"The tests of iPhones will fail without WebKit: apt install {' '.join(missing)}"
        print(told, file=sys.stderr)


def find_postgres() -> None:
    """One that tests start themselves; whoever lacks it is told, and so is every test."""
    if not has_postgres() and not install("postgresql"):
        print("Tests will fail without PostgreSQL: apt install postgresql", file=sys.stderr)


def has_postgres() -> bool:
    """Whether it is where Debian has it, or on the path."""
    return bool(shutil.which("initdb") or glob.glob("/usr/lib/postgresql/*/bin/initdb"))


def checks(arguments: list[str]) -> dict[str, tuple[str, ...]]:
    """What is checked, by name, and the command that does it."""
    chosen = [one for one in arguments if one != FAST]
    tests = ("-m", "pytest", *SLOWEST, *chosen)
    if FAST in arguments:
        tests += WITHOUT_BROWSER
    if not chosen:
        tests += IN_PARALLEL
    return {
        "words": ("hatch_build.py",),
        "style": ("-m", "ruff", "check", "."),
        "types": ("-m", "mypy"),
        **({} if chosen else {"audit": ("-m", "tools.audit")}),
        "tests": tests,
    }


def main(arguments: list[str]) -> int:
    """Words, style, types, audit, tests; every one runs even if another failed."""
    try:
        app.complete("dev")
        find_postgres()
        if FAST not in arguments:
            find_browser()
            find_webkit()
    except app.CannotStart as problem:
        print(problem, file=sys.stderr)
        return app.CANNOT_START
    said = []
    content = True
    for name, command in checks(arguments).items():
        before = time.monotonic()
        succeeded = run(str(app.PYTHON), *command)
        content &= succeeded
        took = time.monotonic() - before
        said.append(f"{name} {'' if succeeded else 'FAILED '}{took / 60:.1f} min")
    print(", ".join(said))
    return 0 if content else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
