"""Every move is made by somebody's finger: what the tests of all workers tapped, taken together."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.game import is_marked
from assistant.games import GAMES
from assistant.moves import RECORD_MOVES
from assistant.seats import SEAT_MOVES

MOVES = {
    *(
        kind
        for game in GAMES.values()
        for kind, rule in game.moves.items()
        if not is_marked(rule, "by_table")
    ),
    *SEAT_MOVES,
    *RECORD_MOVES,
}
TAPPED = "tapped"  # the property under which a test reports the moves its fingers made
HERE = Path(__file__).parent


class Touched:
    """Hears every report; a run of all browser tests fails if a move was tapped in none."""

    def __init__(self) -> None:
        self._tapped: set[str] = set()
        self._files: set[str] = set()
        self._missing: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._files.add(report.nodeid.partition("::")[0])
        for name, kinds in report.user_properties:
            if name == TAPPED:
                self._tapped.update(str(kinds).split())

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._whole_package(session):
            self._missing = sorted(MOVES - self._tapped)
        if self._missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._missing:
            terminalreporter.write_line(f"FAILED: nobody tapped {self._missing}", red=True)

    def _whole_package(self, session: pytest.Session) -> bool:
        """Whether all tests of this folder ran, and well."""
        root = session.config.rootpath
        files = {path.relative_to(root).as_posix() for path in HERE.rglob("test_*.py")}
        option = session.config.getoption
        chosen = option("keyword") or option("markexpr") or session.testsfailed
        return not chosen and self._files >= files
