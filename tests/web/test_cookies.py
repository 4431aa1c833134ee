"""Who a browser is, whatever the clocks say."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from flask import Flask, session

from assistant.log import Log
from assistant.web import create_app
from assistant.web.addresses import Addresses

YEAR = 365 * 24 * 3600.0


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    addresses = Addresses(8000, adapters=lambda: (), routed=lambda: None)
    return create_app(Log(tmp_path), addresses=addresses, secret=b"of this house alone")


@pytest.mark.parametrize("jump", [-40 * YEAR, -60.0, 60.0, 3 * YEAR])
def test_a_browser_stays_who_it_is_although_the_clock_was_set(
    app: Flask, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    browser = app.test_client()
    browser.post("/tables", data={"game": "ares"})
    cookie = browser.get_cookie("mars-table")
    assert cookie
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    with app.test_request_context(headers={"Cookie": f"mars-table={cookie.value}"}):
        assert session["device"]


def test_a_browser_is_told_for_how_long_not_until_when(app: Flask) -> None:
    said = app.test_client().post("/tables", data={"game": "ares"}).headers["Set-Cookie"]
    assert f"Max-Age={int(YEAR)}" in said and "Expires" not in said


def test_a_cookie_of_another_house_is_nobodys(app: Flask) -> None:
    for value in ("", "x", "eyJkZXZpY2UiOiJ4In0.aaaaaa.bbbb"):
        browser = app.test_client()
        browser.set_cookie("mars-table", value)
        assert browser.get("/").status_code == 200
