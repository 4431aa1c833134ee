"""Codes to scan: who is shown which, and that nobody keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.log import Log
from assistant.web import create_app
from assistant.web.addresses import Addresses
from assistant.web.around import Wifi
from assistant.web.qr import join_svg, wifi_text

PASSWORD = wifi_text("Home", "red:dust")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    log = Log(tmp_path)
    addresses = Addresses(8000, adapters=lambda: (), routed=lambda: None)
    yield create_app(log, addresses=addresses, secret=b"s" * 32, wifi=Wifi("Home", PASSWORD))
    log.close()


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def code(host: FlaskClient) -> str:
    opened = host.post("/tables", data={"game": "ares"})
    return opened.headers["Location"].rpartition("/")[2]


def seated(app: Flask, code: str) -> FlaskClient:
    """A phone that sat down and was opened by its own key."""
    seat = app.test_client().post(f"/api/tables/{code}/seats", json={"seat": "red", "name": "Ann"})
    phone = app.test_client()
    phone.get(f"/t/{code}/mine/{seat.get_json()['token']}")
    return phone


def test_the_password_of_the_wifi_is_for_those_at_the_table_and_its_host(
    app: Flask, host: FlaskClient, code: str
) -> None:
    owner = app.test_client()
    owner.get(f"/owner/{app.config['OWNER_KEY']}")
    for allowed in (host, seated(app, code), owner):
        shown = allowed.get(f"/t/{code}/wifi.svg")
        assert (shown.status_code, shown.text) == (200, join_svg(PASSWORD))
    looking_on = app.test_client()
    looking_on.get(f"/t/{code}/watch")
    for other in (app.test_client(), looking_on):
        refused = other.get(f"/t/{code}/wifi.svg")
        assert refused.status_code == 403 and "<path" not in refused.text.partition("<main")[0]
        assert join_svg(PASSWORD) not in refused.text


def test_only_the_host_is_shown_a_way_to_the_wifi(app: Flask, host: FlaskClient, code: str) -> None:
    assert "wifi.svg" not in app.test_client().get(f"/table/{code}").text
    assert "wifi.svg" not in app.test_client().get(f"/t/{code}").text


def test_a_code_that_holds_a_key_is_kept_nowhere(app: Flask, host: FlaskClient, code: str) -> None:
    phone = seated(app, code)
    for path in (f"/t/{code}/mine.svg", f"/t/{code}/wifi.svg", f"/t/{code}/qr.svg"):
        shown = phone.get(path)
        assert shown.status_code == 200 and shown.cache_control.no_store, path
    for path in (f"/api/tables/{code}/table.json", f"/table/{code}", "/", "/evenings"):
        assert host.get(path).cache_control.no_store, path
    key = app.config["OWNER_KEY"]
    assert app.test_client().get(f"/owner/{key}").cache_control.no_store
    refused = app.test_client().get(f"/api/tables/{code}/export.json")
    assert refused.status_code == 409 and refused.cache_control.no_store


def test_a_seats_own_code_is_for_the_phone_that_holds_it(app: Flask, code: str) -> None:
    stranger = app.test_client().get(f"/t/{code}/mine.svg")
    assert stranger.status_code == 404 and "Set-Cookie" not in stranger.headers
