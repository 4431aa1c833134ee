"""One server for all tests that only need some table of it, and an eye on what fingers did.

Every worker has a server, a browser, ports and a data folder of its own; only what its tests
report reaches the one process that looks at all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.touched import Touched
from tests.house import House


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
