"""Start Mars Table: `python3 app.py`.

Needs nothing but Python. The first run makes an environment of its own beside this file; later
runs find it and start at once. Only the standard library is imported until then.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

if sys.version_info < (3, 11):
    sys.stderr.write("Mars Table needs Python 3.11 or newer; this is an older one.\n")
    raise SystemExit(2)

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
LOCKS = {"": "lock.txt", "dev": "lock-dev.txt"}
DESCRIBED_BY = (
    "pyproject.toml",
    *LOCKS.values(),
    "lock-npm.txt",
    "package.json",
    "package-lock.json",
    "hatch_build.py",
)
REMADE = "MARS_TABLE_REMADE"
CANNOT_START = 2
OFFLINE = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeout|name resolution|getaddrinfo"
    "|Network is unreachable|Connection refused|Max retries exceeded|Could not find a version"
)
OUTDATED_INDEX = re.compile(
    r"Could not find a version .*requirement (\S+).*\(from versions: (?!none)"
)
OTHER_FILE = re.compile(r"^ {4}(\S+?)==\S+ from ")
NOT_BUILT = re.compile(r"Failed building wheel for (\S+)")


class CannotStart(Exception):
    """Why it does not start, in one sentence for the person at the keyboard."""


class Progress:
    """What is going on: one changing line in a terminal, plain lines elsewhere."""

    def __init__(self) -> None:
        self._live = sys.stdout.isatty()
        self._width = 0
        self._last = ""

    def say(self, text: str) -> None:
        """A line that stays."""
        self.clear()
        print(text, flush=True)

    def step(self, text: str) -> None:
        """A line that the next one replaces, if the terminal can."""
        if text == self._last:
            return
        self._last = text
        if self._live:
            text = text[: shutil.get_terminal_size().columns - 1]
            self.clear()
            print(text, end="", flush=True)
            self._width = len(text)
        else:
            print(text, flush=True)

    def clear(self) -> None:
        """Take the changing line away."""
        if self._width:
            print("\r" + " " * self._width + "\r", end="", flush=True)
            self._width = 0


def stamp(extra: str) -> Path:
    """The file that says for which project the environment was completed."""
    return VENV / f"mars-table{extra and '-' + extra}.stamp"


def fingerprint() -> str:
    """Changes whenever the environment has to be completed again, and when the folder moved."""
    digest = hashlib.sha256(str(ROOT).encode())
    for name in DESCRIBED_BY:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def is_complete(extra: str = "") -> bool:
    """Whether the environment fits the project as it is now."""
    try:
        return PYTHON.exists() and stamp(extra).read_text("ascii") == fingerprint()
    except OSError:
        return False


def complete(extra: str = "") -> None:
    """Make or update the environment; safe to interrupt, because the stamp comes last."""
    if is_complete(extra):
        return
    progress = Progress()
    if stamp("").exists():
        progress.say("Bringing Mars Table's environment up to date ...")
    else:
        progress.say("First start: making Mars Table's own environment (about a minute) ...")
    if not has_pip():
        make_venv()
    for kind in {"", extra}:
        if stamp(kind).exists():
            stamp(kind).write_text("unfinished", "ascii")
    install(extra, progress)
    for kind in {"", extra}:
        stamp(kind).write_text(fingerprint(), "ascii")
    progress.say("Done; the next start takes a moment only.")


def has_pip() -> bool:
    """Whether the environment got far enough to be completed; else it is made anew."""
    try:
        answer = subprocess.run([str(PYTHON), "-c", "import pip"], capture_output=True)
    except OSError:
        return False
    return answer.returncode == 0


def make_venv() -> None:
    """An empty environment with pip in it."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise CannotStart(
            "This Python lacks its venv module: install it (on Debian, Ubuntu and Raspberry Pi OS: "
            "sudo apt install python3-venv) and start again."
        )
    maker = getattr(sys, "_base_executable", sys.executable)
    made = subprocess.run(
        [maker, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True
    )
    if made.returncode:
        reason = (made.stderr or made.stdout).strip().splitlines()[-1:] or ["venv failed"]
        raise CannotStart(f"The environment {VENV} cannot be made: {reason[0]}")


def install(extra: str, progress: Progress) -> None:
    """Exactly what the lock names, each file known by its hash; then the project itself."""
    run_pip(progress, "--require-hashes", "--requirement", LOCKS[extra])
    run_pip(progress, "--no-deps", "--no-build-isolation", "--editable", ".")


def run_pip(progress: Progress, *what: str) -> None:
    """Let pip install, showing only the names of what it fetches."""
    command = [str(PYTHON), "-m", "pip", "install", *what, "--no-input"]
    command += ["--disable-pip-version-check", "--progress-bar", "off", "--retries", "2"]
    pip = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    said = []
    with pip:
        assert pip.stdout
        try:
            for line in pip.stdout:
                said.append(line.rstrip())
                step = in_plain_words(line)
                if step:
                    progress.step(step)
            failed = pip.wait() != 0
        finally:
            if pip.poll() is None:
                end_with_children(pip)
            progress.clear()
    if failed:
        raise CannotStart(why_pip_failed(said))


def end_with_children(process: "subprocess.Popen[str]") -> None:
    """End a process and, where systems know such groups, whatever it has started."""
    if sys.platform == "win32":
        process.terminate()
    else:
        os.killpg(process.pid, signal.SIGTERM)
    process.wait()


def in_plain_words(line: str) -> str:
    """A line of pip's as a step that a stranger understands, or nothing."""
    collecting = re.match(r"\s*Collecting ([\w.-]+)", line)
    if collecting:
        return f"  fetching {collecting[1]}"
    if "Installing build dependencies" in line:
        return "  fetching the tools to build with"
    if "Preparing editable metadata" in line:
        return "  fetching the browser libraries"
    if line.startswith("Installing collected packages"):
        return "  putting everything in place"
    return ""


def why_pip_failed(said: list[str]) -> str:
    """The one sentence of all that pip said which helps."""
    own = re.search(r"Mars Table needs .*", "\n".join(said))
    if own:
        return own[0].strip()
    if any("DO NOT MATCH THE HASHES" in line for line in said):
        names = [found[1] for found in map(OTHER_FILE.match, said) if found]
        return (
            f"What was fetched as {', '.join(names) or 'a part'} is not the file that the lock "
            "names, so it was not installed: start again, and if it stays so, ask whoever keeps "
            "the package index that pip is set up with."
        )
    lacking = OUTDATED_INDEX.search("\n".join(said))
    if lacking:
        return (
            f"The package index that pip is set up with does not have {lacking[1]}: "
            "bring it up to date and start again."
        )
    not_built = NOT_BUILT.search("\n".join(said))
    if not_built:
        return (
            f"There is no ready-made {not_built[1]} for this machine and it could not be built: "
            "install a C compiler and Python's headers (on Debian, Ubuntu and Raspberry Pi OS: "
            "sudo apt install build-essential python3-dev) and start again."
        )
    if any(OFFLINE.search(line) for line in said):
        return (
            "The first start needs the internet to fetch what Mars Table is made of, and it cannot "
            "be reached: connect and start again."
        )
    errors = [line for line in said if line.lower().startswith("error:")]
    return f"The environment could not be completed: {(errors or said or ['pip failed'])[-1]}"


def freshen_catalogues() -> None:
    """Compile words that were edited or pulled since the last start."""
    words = (ROOT / "assistant" / "languages").glob("*/LC_MESSAGES/*.po")
    for path in words:
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < path.stat().st_mtime_ns:
            subprocess.run([str(PYTHON), str(ROOT / "hatch_build.py")], check=False)
            return


def run_inside(arguments: list[str]) -> int:
    """Become the environment's Python; on Windows, wait for it, since nothing can become it."""
    command = [str(PYTHON), *arguments]
    if sys.platform != "win32":
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the child as well; it decides
    return child.wait()


def start() -> int:
    """Inside the environment: the program itself."""
    try:
        from assistant.start import main
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("assistant") or REMADE in os.environ:
            raise
        stamp("").write_text("unfinished", "ascii")
        os.environ[REMADE] = "1"
        complete()
        return run_inside([str(ROOT / "app.py"), *sys.argv[1:]])
    return main()


def is_inside() -> bool:
    """Whether this is the environment's own Python, completed at some time."""
    return Path(sys.prefix).resolve() == VENV.resolve() and stamp("").exists()


def leave(*_: object) -> None:
    """Until the program itself listens to signals, an end asked for is a clean end."""
    raise SystemExit(0)


def main() -> int:
    """Start the program, making its environment first if need be."""
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), leave)
    try:
        if is_inside():
            return start()
        complete()
        freshen_catalogues()
        return run_inside([str(ROOT / "app.py"), *sys.argv[1:]])
    except CannotStart as problem:
        print(problem, file=sys.stderr)
        return CANNOT_START


if __name__ == "__main__":
    raise SystemExit(main())
