"""One server for all tests that only need some table of it, and an eye on what fingers did.

Every worker has a server, a browser, ports and a data folder of its own; only what its tests
report reaches the one process that looks at all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.touched import Touched
from tests.house import House
from tests.postgres import Server


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Touched())


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("data")) as house:
        yield house


@pytest.fixture(scope="session")
def tiny_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that knows Rungs besides the house's own games."""
    with House(tmp_path_factory.mktemp("data"), program=("-m", "tests.tiny")) as house:
        yield house


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """One PostgreSQL for all tests of a worker that need one."""
    server = Server()
    yield server
    server.remove()


@pytest.fixture
def database(postgres: Server) -> Iterator[str]:
    """The address of a database that is this test's own."""
    with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a log is kept: what holds for one store holds for the other."""
    kept: Path | str = tmp_path
    if request.param == "postgresql":
        kept = request.getfixturevalue("database")
    return kept
