"""Check everything: `python3 -m tests [pytest arguments]`.

Makes the environment that `app.py` makes, with the developers' tools in it, and finds a browser;
then style, types and tests. The status is 0 only if all three are content.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import app

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def run(*command: str) -> bool:
    """Run something in the project's folder and tell whether it succeeded."""
    return subprocess.run(command, cwd=app.ROOT).returncode == 0


def find_browser() -> None:
    """Make sure that there is a Chromium, from the system if possible."""
    if any(shutil.which(name) for name in BROWSERS):
        return
    apt = shutil.which("apt-get")
    if apt and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = (apt, "-qq", "-o", "Dpkg::Use-Pty=0")
        run(*quiet, "update")
        if run(*quiet, "install", "--yes", "--no-install-recommends", "chromium"):
            return
    if not run(str(app.PYTHON), "-m", "playwright", "install", "chromium"):
        raise app.CannotStart("The browser tests need Chromium: install it and start again.")


def main(arguments: list[str]) -> int:
    """Style, types, tests; every one runs even if another failed."""
    try:
        app.complete("dev")
        find_browser()
    except app.CannotStart as problem:
        print(problem, file=sys.stderr)
        return app.CANNOT_START
    python = str(app.PYTHON)
    content = [
        run(python, "hatch_build.py"),
        run(python, "-m", "ruff", "check", "."),
        run(python, "-m", "mypy"),
        run(python, "-m", "pytest", *arguments),
    ]
    return 0 if all(content) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
