"""Pages of other sites, and names of other sites, do nothing here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gevent
import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

from assistant.log import Log
from assistant.web import create_app
from assistant.web.addresses import Adapter, Addresses
from assistant.web.strangers import Strangers

SECRET = b"s" * 32
WIFI = Adapter("192.168.1.20", ("wlan0",))
HERE = "192.168.1.20:8000"
PUBLIC = "https://mars.example"
ELSEWHERE = "http://evil.example"


class Browser(FlaskClient):
    """Asks under one name of the house."""

    host = HERE

    def open(self, *path: Any, **request: Any) -> TestResponse:
        return super().open(*path, **{"base_url": f"http://{self.host}", **request})

    @property
    def device(self) -> object:
        with self.session_transaction(base_url=f"http://{self.host}") as session:
            return session.get("device")


class Door:
    """A house as it is asked at home, or behind a proxy at its public address."""

    def __init__(self, data: Path, public: str | None = None) -> None:
        self.log = Log(data)
        addresses = Addresses(
            8000, public_url=public, adapters=lambda: (WIFI,), routed=lambda: None
        )
        self.app: Flask = create_app(self.log, addresses=addresses, secret=SECRET)

    def browser(self, host: str = HERE) -> Browser:
        browser = Browser(self.app, self.app.response_class)
        browser.host = host
        return browser


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    door = Door(tmp_path)
    yield door
    door.log.close()


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Door]:
    door = Door(tmp_path, PUBLIC)
    yield door
    door.log.close()


FOREIGN = [
    {"Origin": ELSEWHERE},
    {"Origin": "null"},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Origin": f"http://{HERE}", "Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://192.168.1.20:9000", "Sec-Fetch-Site": "same-site"},
    {"Origin": "x://["},
]
OWN = [
    {},  # a program, or a phone that says nothing of it
    {"Origin": f"http://{HERE}"},
    {"Origin": f"http://{HERE}", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
@pytest.mark.parametrize(
    "path", ["/language", "/tables", "/tables/bring", "/tables/AAA/remove", "/table/AAA/names"]
)
def test_a_form_of_another_site_does_nothing_and_leaves_a_phone_who_it_is(
    door: Door, path: str, headers: dict[str, str]
) -> None:
    phone = door.browser()
    phone.post("/tables", data={"game": "ares"})
    before, tables = phone.device, door.log.tables()
    assert before
    refused = phone.post(path, data={"game": "ares", "language": "uk"}, headers=headers)
    assert refused.status_code == 403 and "another site" in refused.text
    assert phone.device == before and door.log.tables() == tables
    stranger = door.browser().post(path, data={"game": "ares"}, headers=headers)
    assert stranger.status_code == 403 and "Set-Cookie" not in stranger.headers


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_a_form_of_ours_is_taken(door: Door, headers: dict[str, str]) -> None:
    answer = door.browser().post("/tables", data={"game": "ares"}, headers=headers)
    assert answer.status_code == 303 and len(door.log.tables()) == 1


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_another_site_opens_no_table_by_the_api(door: Door, headers: dict[str, str]) -> None:
    refused = door.browser().post("/api/tables", json={"game": "ares"}, headers=headers)
    assert refused.status_code == 403 and refused.get_json()["error"]["key"] == "other-site"
    assert door.log.tables() == []


def handshake(browser: Browser, headers: dict[str, str]) -> int:
    return browser.get("/socket.io/?EIO=4&transport=polling", headers=headers).status_code


@pytest.mark.parametrize("headers", [one for one in FOREIGN if "cross" not in str(one)][:-1])
def test_a_socket_of_another_site_is_not_opened(door: Door, headers: dict[str, str]) -> None:
    assert handshake(door.browser(), headers) == 403


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_a_socket_of_ours_is_opened(door: Door, headers: dict[str, str]) -> None:
    answer = door.browser().get("/socket.io/?EIO=4&transport=polling", headers=headers)
    assert answer.status_code == 200 and "sid" in json.loads(answer.data[1:])
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_links_of_another_site_may_lead_here(door: Door) -> None:
    headers = {"Origin": ELSEWHERE, "Sec-Fetch-Site": "cross-site"}
    assert door.browser().get("/", headers=headers).status_code == 200


def test_however_much_other_sites_send_it_is_told_in_one_line(
    door: Door, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("assistant.web.origins.STRANGERS", Strangers(every=0))
    for _ in range(20):
        door.browser().post("/language", headers={"Origin": ELSEWHERE})
        door.browser("evil.example").get("/")
        handshake(door.browser(), {"Origin": ELSEWHERE})
    assert caplog.records == []
    gevent.idle()
    (told,) = caplog.records
    assert "forms and sockets of other sites (40), names of other sites (20)" in told.getMessage()


# Names


@pytest.mark.parametrize("path", ["/", "/healthz", "/socket.io/?EIO=4&transport=polling"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "192.168.1.20.evil.example"])
def test_a_name_of_another_site_that_leads_here_is_told_where_the_table_is(
    door: Door, host: str, path: str
) -> None:
    answer = door.browser(host).get(path)
    assert answer.status_code == 421 and f"Open http://{HERE} instead." in answer.text
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "host",
    [
        *("192.168.1.20:8000", "192.168.1.20", "127.0.0.1:1", "10.9.9.9:8000"),  # forwarded here
        *("[::1]:8000", "[::ffff:192.168.1.20]", "localhost:8000", "LOCALHOST", "raspberrypi"),
        *("mars-table.local:8000", "mars-table.local.", "pi.lan", "pi.fritz.box", "pi.home.arpa"),
    ],
)
def test_addresses_and_names_of_the_network_at_home_are_known(door: Door, host: str) -> None:
    assert door.browser(host).get("/").status_code == 200


def test_the_machines_own_name_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Table.Club.example")
    addresses = Addresses(8000, adapters=lambda: (WIFI,), routed=lambda: None)
    assert addresses.knows("table.club.example:8000")
    assert not addresses.knows("other.club.example:8000")


def test_a_program_that_says_no_name_is_served(door: Door) -> None:
    environ = EnvironBuilder("/healthz").get_environ()
    del environ["HTTP_HOST"]
    _, status, _ = run_wsgi_app(door.app, environ)
    assert status == "200 OK"


# Behind a proxy


def test_behind_the_public_address_its_pages_are_ours_whatever_the_proxy_asks_for(
    public: Door,
) -> None:
    for host in ("mars.example", "127.0.0.1:8000"):
        ours = public.browser(host)
        assert (
            ours.post("/tables", data={"game": "ares"}, headers={"Origin": PUBLIC}).status_code
            == 303
        )
        assert handshake(ours, {"Origin": PUBLIC}) == 200
        assert handshake(ours, {"Origin": ELSEWHERE}) == 403
    assert public.browser("other.example").get("/").status_code == 421


def test_without_a_public_address_nobody_is_believed_who_asks_for_whom(door: Door) -> None:
    forwarded = {
        "X-Forwarded-For": "9.9.9.9",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "evil.example",
    }
    seen = seen_by(door, forwarded)
    assert seen == ("192.168.1.7", "http", HERE)
    refused = door.browser().post(
        "/tables", headers={**forwarded, "Origin": "https://evil.example"}
    )
    assert refused.status_code == 403
    assert "Secure" not in opened(door.browser(), forwarded)


def test_behind_the_public_address_exactly_one_proxy_is_believed(public: Door) -> None:
    forwarded = {"X-Forwarded-For": "6.6.6.6, 9.9.9.9", "X-Forwarded-Proto": "http, https"}
    assert seen_by(public, forwarded) == ("9.9.9.9", "https", HERE)


def seen_by(door: Door, headers: dict[str, str]) -> tuple[str, str, str]:
    """Who asks, how and for what, as the house sees it."""
    with door.browser() as browser:
        browser.get("/", headers=headers, environ_base={"REMOTE_ADDR": "192.168.1.7"})
        return request.remote_addr or "", request.scheme, request.host


def opened(browser: Browser, headers: dict[str, str]) -> str:
    """The cookie of who opens a table."""
    return browser.post("/tables", data={"game": "ares"}, headers=headers).headers["Set-Cookie"]


def test_a_cookie_travels_by_tls_alone_where_its_page_did(public: Door) -> None:
    assert "Secure" in opened(public.browser("mars.example"), {})
    assert "Secure" in opened(public.browser("127.0.0.1:8000"), {"X-Forwarded-Proto": "https"})
    assert "Secure" not in opened(public.browser(), {}), "the table screen at home has no TLS"
    for one in ("HttpOnly", "SameSite=Lax"):
        assert one in opened(public.browser(), {})


# What a browser is told


def test_what_browsers_must_not_do_is_said_with_every_answer(door: Door, public: Door) -> None:
    home = door.browser()
    for path in ("/", "/nothing", "/api/nothing", "/static/mars.svg"):
        head = home.get(path).headers
        assert head["X-Content-Type-Options"] == "nosniff"
        assert head["Cross-Origin-Resource-Policy"] == "same-origin"
    head = home.get("/").headers
    assert head["Referrer-Policy"] == "same-origin" and "camera=()" in head["Permissions-Policy"]
    assert "frame-ancestors 'none'" in head["Content-Security-Policy"]
    assert "Cross-Origin-Opener-Policy" not in head
    by_tls = public.browser("mars.example").get("/", headers={"X-Forwarded-Proto": "https"})
    assert by_tls.headers["Cross-Origin-Opener-Policy"] == "same-origin"


# Redirects


@pytest.mark.parametrize(
    "onward",
    [
        *("//evil.example", "////evil.example", "/\\evil.example", "\\\\evil.example"),
        *("http://evil.example/", "x://[", "evil.example", "/\t/evil.example", "\t//evil.example"),
        *("/\n/evil.example", "javascript:alert(1)", "", "/a\\..\\..//evil.example", "/\x00"),
    ],
)
def test_nobody_is_led_to_another_site(door: Door, onward: str) -> None:
    answer = door.browser().post("/language", data={"language": "uk", "next": onward})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


@pytest.mark.parametrize("onward", ["/", "/t/K7Q", "/table/K7Q/red?open=1#now"])
def test_who_changes_the_language_comes_back_to_their_page(door: Door, onward: str) -> None:
    answer = door.browser().post("/language", data={"language": "uk", "next": onward})
    assert answer.headers["Location"] == onward.partition("?")[0]


@pytest.mark.parametrize("code", ["//evil.example", "..\\..", "/../owner/x", "\x00", "k 7 q"])
def test_a_code_typed_by_hand_leads_to_a_table_and_nowhere_else(door: Door, code: str) -> None:
    answer = door.browser().get("/find", query_string={"code": code})
    place, slash, rest = answer.headers["Location"].partition("/t/")
    assert (place, slash) == ("", "/t/") and (rest.isalnum() or rest == "-")
