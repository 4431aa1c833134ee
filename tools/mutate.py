"""Change the code line by line and see whether a test notices: `python tools/mutate.py FILE …`.

Mutmut makes the changes and runs the tests, in a copy of the project under `.mutants/`, one
process at a time. It is not one of the developers' tools in `pyproject.toml`: install it with
`.venv/bin/python -m pip install mutmut==3.8.1`. Without a file every one in `TESTS` is measured.
With `--some` a fifth of the changes is tried, those whose number ends in 3 or 7; with `--on` what
has not been tried yet; with `--again` what went unnoticed, with the tests as they are now. What
came of it is in `docs/mutation.md`.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORKSHOP = ROOT / ".mutants"
MEMORY = Path("/dev/shm")
NEEDED = ("assistant", "tests", "templates", "static", "docs", "tools", "app.py", "hatch_build.py")

# The tests of each module, the quickest to notice first.
RECORD = (
    *("test_record.py", "test_takeback.py", "test_table.py", "test_seats.py", "test_clock.py"),
    "test_memory.py",
)
STORE = ("test_log.py", "test_store.py", "test_memory.py")
ROUND = (
    *("games/ares/rules", "games/ares/test_round.py", "games/ares/test_price.py"),
    *("games/ares/test_corporations.py", "games/ares/test_look.py", "games/ares/test_effects.py"),
)
TESTS = {
    "assistant/game.py": ("test_game.py", "test_memory.py", *RECORD),
    "assistant/record.py": RECORD,
    "assistant/moves.py": RECORD,
    "assistant/takeback.py": ("test_takeback.py", *RECORD),
    "assistant/view.py": ("test_table.py", *RECORD),
    "assistant/seats.py": ("test_seats.py", "test_clock.py", *RECORD),
    "assistant/table.py": ("test_table.py", *RECORD),
    "assistant/log.py": (*STORE, "test_table.py"),
    "assistant/store_sqlite.py": ("test_store.py", *STORE, "test_table.py"),
    "assistant/web/live.py": ("web/test_live_in_process.py", "web/test_showing.py"),
    "assistant/web/showing.py": ("web/test_showing.py", "web/test_live_in_process.py"),
    "assistant/web/sight.py": ("web/test_sight.py", "web/test_showing.py"),
    "assistant/games/ares/rules/rounds.py": ("games/ares/rules/test_rounds.py", *ROUND),
    "assistant/games/ares/rules/planning.py": ("games/ares/rules/test_planning.py", *ROUND),
    "assistant/games/ares/price.py": ("games/ares/test_price.py", *ROUND),
}
# These read the source, which is full of changes in the copy.
READERS = (
    "tests/test_game.py::test_every_refusal_has_words",
    "tests/test_game.py::test_importing_the_rules_imports_neither_flask_nor_sqlite",
)
CONFIGURATION = """
[tool.mutmut]
source_paths = ["assistant"]
only_mutate = [{module}]
also_copy = {also_copy}
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = {arguments}
process_isolation = "forkserver"
timeout_constant = 2.0
timeout_multiplier = 30.0
"""
# Mutmut names the tests in any order; the nearest come first, since the first failure is enough.
ORDER = """
NEAREST = {tests}

def pytest_collection_modifyitems(items):
    def distance(item):
        return min(n for n, name in enumerate(NEAREST) if item.nodeid.startswith(name))
    items.sort(key=distance)
"""
CACHES = shutil.ignore_patterns("__pycache__")
# `mutmut show` for many changes at once.
SHOW = """
import sys
from mutmut.mutation.diff_apply import get_diff_for_mutant
for name in sys.argv[2:]:
    print("# " + name.rpartition(".")[2], get_diff_for_mutant(name, path=sys.argv[1]), sep="\\n")
"""
UNNOTICED = (0, 5, 33)  # all passed, or there was none to run
HOW = ("--some", "--on", "--again")
SOME = ("*3", "*7")
TIMEOUTS = (-24, 24, 36, 152, 255)


def unwrap(source: str) -> str:
    """The same module with `f = mark(f)` for `@mark`: mutmut passes over what is decorated."""
    lines = source.splitlines()
    functions = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef)]
    for one in sorted(functions, key=lambda one: one.lineno, reverse=True):
        marks = [ast.unparse(mark) for mark in one.decorator_list]
        if not marks or "classmethod" in marks or "dataclass" in marks:
            continue
        assert one.end_lineno
        indent = " " * one.col_offset
        after = [f"{indent}{one.name} = {mark}({one.name})" for mark in reversed(marks)]
        lines[one.end_lineno : one.end_lineno] = after
        del lines[one.decorator_list[0].lineno - 1 : one.lineno - 1]
    return "\n".join([*lines, ""])


def folder_of(module: str) -> Path:
    return WORKSHOP / module.removesuffix(".py").replace("/", "-")


def nearest(module: str) -> str:
    """The tests of a module as a list in JSON, which is one in TOML and in Python too."""
    return json.dumps([f"tests/{name}" for name in dict.fromkeys(TESTS[module])])


def order_tests(folder: Path, module: str) -> None:
    with (folder / "tests" / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(ORDER.format(tests=nearest(module)))


def prepare(module: str) -> None:
    """A fresh copy of the project in which only this module is changed."""
    folder = folder_of(module)
    shutil.rmtree(folder, ignore_errors=True)
    for name in NEEDED:
        original = ROOT / name
        if original.is_dir():
            shutil.copytree(original, folder / name, ignore=CACHES)
        else:
            shutil.copy(original, folder / name)
    order_tests(folder, module)
    target = folder / module
    target.write_text(unwrap(target.read_text("utf-8")), "utf-8")
    plugins = ("cacheprovider", "unraisableexception", "threadexception")  # a third of the time
    arguments = [f"-pno:{name}" for name in plugins]
    arguments += [f"--deselect={one}" for one in READERS]
    configuration = CONFIGURATION.format(
        module=json.dumps(module),
        also_copy=json.dumps([name for name in NEEDED if name not in ("assistant", "tests")]),
        tests=nearest(module),
        arguments=json.dumps(arguments),
    )
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    (folder / "pyproject.toml").write_text(project + configuration, "utf-8")


def run(folder: Path, *arguments: str) -> str:
    """Run Python in a copy; what it said."""
    # Every tap waits for the disk; where temporary files are in memory, a test is over at once.
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as temporary:
        plain = {"PYTHONPATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "TMPDIR": temporary}
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env={**os.environ, **plain},
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
    if done.returncode:
        raise SystemExit(f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


def try_changes(folder: Path, *names: str) -> None:
    """Try these changes, or all, one after the other."""
    run(folder, "-m", "mutmut", "run", "--max-children", "1", *names)


def unnoticed(folder: Path, module: str) -> tuple[dict[str, int], list[str]]:
    """How every change that was tried ended, and the names of those that no test noticed."""
    results = json.loads((folder / "mutants" / f"{module}.meta").read_text("utf-8"))
    codes: dict[str, int | None] = results["exit_code_by_key"]
    tried = {name: code for name, code in codes.items() if code is not None}
    return tried, [name for name, code in tried.items() if code in UNNOTICED]


def renew_tests(folder: Path, module: str) -> None:
    """The tests as they are now, into a copy that has been used before."""
    for copy in (folder, folder / "mutants"):
        shutil.rmtree(copy / "tests")
        shutil.copytree(ROOT / "tests", copy / "tests", ignore=CACHES)
        order_tests(copy, module)


def measure(module: str, how: str) -> None:
    """Print the changes of a module that no test notices, and how many are noticed."""
    start = time.monotonic()
    folder = folder_of(module)
    if how in ("--again", "--on"):
        renew_tests(folder, module)
    else:
        prepare(module)
    if how == "--again":
        again = unnoticed(folder, module)[1]
        if again:
            try_changes(folder, *again)
    else:
        try_changes(folder, *(SOME if how == "--some" else ()))
    codes, names = unnoticed(folder, module)
    minutes = (time.monotonic() - start) / 60
    for line in run(folder, "-c", SHOW, module, *names).splitlines():
        if line.startswith(("-", "+", "#")) and not line.startswith(("---", "+++")):
            print(line)
    killed, late = len(codes) - len(names), sum(code in TIMEOUTS for code in codes.values())
    share = 100 * killed / max(1, len(codes))
    print(f"| `{module}` | {len(codes)} | {killed} | {share:.1f} % | {minutes:.1f} min |", end="")
    print(f" ({late} by running on for ever)" if late else "", flush=True)


def main(arguments: list[str]) -> int:
    how = next((one for one in arguments if one in HOW), "")
    modules = [one for one in arguments if one not in HOW]
    unknown = [module for module in modules if module not in TESTS]
    if unknown:
        print("No tests are named for", *unknown, file=sys.stderr)
        return 2
    os.nice(19)
    for module in modules or TESTS:
        measure(module, how)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
