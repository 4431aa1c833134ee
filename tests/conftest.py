"""One server for all tests that only need some table of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("data")) as house:
        yield house
