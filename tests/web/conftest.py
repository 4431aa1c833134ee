"""What strangers send here is counted for each test by itself, and told when the test wants it."""

from __future__ import annotations

import pytest

from assistant.web.strangers import Strangers


@pytest.fixture(autouse=True)
def strangers(monkeypatch: pytest.MonkeyPatch) -> Strangers:
    counted = Strangers(every=1e9)
    monkeypatch.setattr("assistant.web.origins.STRANGERS", counted)
    return counted
