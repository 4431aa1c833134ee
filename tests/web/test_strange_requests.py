"""Whatever a stranger sends is answered: no fault of ours, no line in the log."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from itertools import count, product
from typing import Any

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import EnvironBuilder, run_wsgi_app

from assistant.log import Log
from assistant.web import create_app
from assistant.web.addresses import Addresses
from assistant.web.around import Wifi
from tests.tiny.guest import as_guest

SECRET = b"s" * 32
DEEP = "[" * 30_000
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW", "")
NASTY = (
    *("", "-", "0", "-1", "1", "9" * 400, "-" + "9" * 400, "1e400", "NaN", "0x7f", "٣", "½"),
    *("a" * 9000, "\x00", "a\x00b", "\r\nSet-Cookie: a=b", "\u202e", "\ud83d", "ß", "İ", "\u3164"),
    *("..", "../../secret", "%", "%zz", "%00", "%ff%fe", "\\\\evil", "//evil", "x://[", "{{7*7}}"),
    *("' OR 1=1 --", "<script>", DEEP, "{", "null", "true", "ZZZZ", "red", "owner", "phone"),
)
KINDS = (
    *(
        "",
        "text/plain",
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ),
    *("multipart/form-data; boundary=x", "multipart/form-data; boundary=", "a/b; charset=nonsense"),
    *(
        "application/json; charset=utf-16",
        "multipart/mixed; boundary=\x00",
        "x" * 5000,
        ";;;",
        "*/*",
    ),
)
STRANGERS = count()
PART = "--x\r\nContent-Disposition: form-data; name="
BODIES = (
    *(
        b"",
        b"\x00",
        b"\xff\xfe\x00",
        b"null",
        b"5",
        b'"a"',
        b"[]",
        b"{}",
        b"{",
        b"NaN",
        b"9" * 5000,
    ),
    *(DEEP.encode(), DEEP.replace("[", '{"a":').encode(), b'{"game": ' + DEEP.encode()),
    *(
        b'{"game": "ares", "mode": "\\ud800"}',
        b'{"game": "ares", "mode": "standard", "options": 5}',
    ),
    b'{"game": "ares", "mode": "standard", "options": {"\\ud800": "\\ud800"}}',
    b'{"game": "ares", "mode": "standard", "options": {"help": {"a": [1e999]}}}',
    *(b'{"seat": "\\ud800", "name": "\\ud800"}', b'{"seat": "red", "name": NaN}'),
    *(b'{"seat": {}, "name": []}', b'{"seat": "red", "name": "' + b"a" * 9000 + b'"}'),
    *(b"game=%ff%00", b"game=ares&game=ares", b"next=x://[&language=uk", b"=&=&&;", b"a" * 70_000),
    *(b"url=%00", b"language[]=uk", b"&".join([b"a=b"] * 2000), b"table=5", b"names=5"),
    f'{PART}"table"\r\n\r\n{{}}\r\n--x--\r\n'.encode(),
    f'{PART}"table"; filename="a"\r\n\r\n{DEEP}\r\n--x--\r\n'.encode(),
    f'{PART}"table"; filename="a"\r\n\r\n{{"format": 1}}\r\n--x--\r\n'.encode(),
    f'{PART}"game"; filename="a"\r\n\r\nares\r\n--x--\r\n'.encode(),
    f'{PART}"next"; filename="a"\r\n\r\n/\r\n--x--\r\n'.encode(),
    f'{PART}"names"; filename="a"\r\nContent-Type: \x00\r\n\r\n217;\x00\r\n--x--\r\n'.encode(),
    *(f'{PART}"a".'.encode(), b"--x", b"--x\r\n\r\n\r\n--x--", b"--x\r\n" * 3000),
)
HEADERS = {
    "Accept-Language": ("", "uk", "x" * 5000, "*;q=nan", "uk;q=9e999", ",,,", "en-\xff"),
    "Accept": ("*/*", "\xff", ";q"),
    "Accept-Encoding": ("gzip", "gzip;q=x", "\xff", "identity;q=0, *;q=0"),
    "Authorization": (
        "",
        "Bearer",
        "Bearer \xff",
        "Basic !!!",
        "Digest a=b,",
        "Bearer " + "a." * 900,
    ),
    "Cookie": (
        *(
            "mars-table=",
            "mars-table=e30.x.y",
            "mars-table=.eJw.x.y",
            "theme=\xff; mars-table=\xff",
        ),
        *("=; ;;=", "a" * 8000, "theme=dark; theme=\x00", 'mars-table="', "mars-table=" + "." * 99),
    ),
    "Host": ("", "evil.example", "[", "[::1", "a b", "\xff", "localhost:", "localhost:99999999"),
    "Origin": ("null", "http://localhost", "x://[", "\xff", "http://evil.example"),
    "Sec-Fetch-Site": ("cross-site", "same-origin", "none", "\xff"),
    "Range": (
        "bytes=0-1",
        "bytes=-",
        "bytes=9-1",
        "bytes=" + "9" * 400 + "-",
        "x",
        "bytes=0-0,2-3",
    ),
    "If-None-Match": ("*", '"', 'W/"', "x" * 5000, "\xff"),
    "If-Modified-Since": ("", "never", "Thu, 99 Foo 99999 99:99:99 GMT", "\xff"),
    "If-Range": ("x", "\xff"),
    "Content-Length": ("", "-1", "x", "9" * 400, "3", "0"),
    "Transfer-Encoding": ("chunked", "gzip", "\xff"),
    "Expect": ("100-continue", "\xff"),
    "X-Forwarded-For": ("\xff", "9.9.9.9", ",,,"),
    "Upgrade": ("websocket",),
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with as_guest():
        log = Log(tmp_path_factory.mktemp("data"))
        addresses = Addresses(8000, adapters=lambda: (), routed=lambda: None)
        yield create_app(log, addresses=addresses, secret=SECRET, wifi=Wifi("Home", "WIFI:;"))
        log.close()


@pytest.fixture(scope="module")
def code(app: Flask) -> str:
    wish = {"game": "ares", "mode": "standard"}
    return str(app.test_client().post("/api/tables", json=wish).get_json()["code"])


def places(app: Flask) -> list[str]:
    """Every address of the house, with `{}` where something stands in it."""
    return sorted({re.sub(r"<[^>]+>", "{}", rule.rule) for rule in app.url_map.iter_rules()})


def test_every_address_is_known_to_these_tests(app: Flask) -> None:
    known = places(app)
    assert {"/", "/language", "/t/{}", "/t/{}/mine/{}", "/api/tables/{}/seats"} <= {*known}
    assert len(known) > 25


def answer(app: Flask, method: str, path: str, kind: str, body: bytes, **head: str) -> int:
    """The status of what comes back, however little of HTTP the question keeps to."""
    environ = EnvironBuilder(method="GET", base_url="http://localhost").get_environ()
    environ["REQUEST_METHOD"], environ["CONTENT_TYPE"] = method, kind
    where, _, query = path.partition("?")
    environ["PATH_INFO"], environ["QUERY_STRING"] = _wsgi(where), _wsgi(query)
    environ["REMOTE_ADDR"] = f"10.0.0.{next(STRANGERS)}"  # one who has asked for nothing yet
    environ["CONTENT_LENGTH"] = str(len(body))
    for name, value in head.items():
        key = name.upper().replace("-", "_")
        environ[key if key.startswith("CONTENT") else f"HTTP_{key}"] = value
    builder = EnvironBuilder(data=body)
    environ["wsgi.input"] = builder.get_environ()["wsgi.input"]
    pieces, status, _ = run_wsgi_app(app, environ, buffered=True)
    assert b"Traceback" not in b"".join(pieces)
    return int(status.partition(" ")[0])


def _wsgi(text: str) -> str:
    return text.encode("utf-8", "replace").decode("latin-1")


@pytest.mark.parametrize("value", NASTY, ids=lambda value: ascii(value)[:20])
def test_every_address_takes_any_value_in_its_place(
    app: Flask, caplog: pytest.LogCaptureFixture, value: str
) -> None:
    for place, method in product(places(app), ("GET", "POST", "HEAD")):
        path = place.replace("{}", value.replace("?", "%3f"))
        assert 200 <= answer(app, method, path, "", b"") < 500, place
    assert caplog.records == []


strange_headers = st.lists(
    st.sampled_from([(name, value) for name, values in HEADERS.items() for value in values]),
    max_size=3,
).map(dict)


@settings(
    max_examples=800, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_nothing_that_a_stranger_sends_is_a_fault_of_ours(
    app: Flask, code: str, caplog: pytest.LogCaptureFixture, data: st.DataObject
) -> None:
    place = data.draw(st.sampled_from(places(app)))
    value = st.sampled_from((code, code.lower(), *NASTY)) | st.text(max_size=30)
    first, *pieces = place.split("{}")
    path = first + "".join(data.draw(value) + piece for piece in pieces)
    name = st.sampled_from(("code", "open", "after", "v", "next", "x"))
    query = data.draw(st.dictionaries(name, value, max_size=2))
    path += "?" + "&".join(f"{one}={asked}" for one, asked in query.items())
    status = answer(
        app,
        data.draw(st.sampled_from(METHODS)),
        path,
        data.draw(st.sampled_from(KINDS)),
        data.draw(st.sampled_from(BODIES) | st.binary(max_size=60)),
        **data.draw(strange_headers),
    )
    assert 200 <= status < 500
    assert caplog.records == []


@pytest.mark.parametrize("number", range(len(BODIES)))
def test_every_address_that_takes_something_takes_any_body(
    app: Flask, code: str, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    taking = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert len(taking) >= 8
    for rule, kind in product(taking, KINDS):
        path = rule.rule.replace("<code>", code)
        assert 200 <= answer(app, "POST", path, kind, BODIES[number]) < 500, (path, kind)
    assert caplog.records == []


SESSIONS: tuple[Any, ...] = (
    {"device": 5},
    {"device": ""},
    {"device": None},
    {"device": ["a"], "adopted": {"*": 5}},
    {"device": {"a": "b"}, "adopted": [1, 2]},
    {"adopted": "a"},
    {"adopted": {"*": ""}},
    {"adopted": {"*": {"a": 1}}, "language": ["uk"]},
    {"language": {"a": 1}, "_permanent": "x", "_flashes": 5},
    [],
    5,
    "device",
    None,
    [[1, 2], 3],
)


def signed(app: Flask, session: Any) -> str:
    """A cookie as this house would have made it."""
    maker = SecureCookieSessionInterface().get_signing_serializer(app)
    assert maker
    return f"mars-table={maker.dumps(session)}"


@pytest.mark.parametrize("session", SESSIONS, ids=repr)
def test_a_cookie_of_ours_that_holds_nonsense_is_no_harm(
    app: Flask, code: str, caplog: pytest.LogCaptureFixture, session: Any
) -> None:
    if isinstance(session, dict) and isinstance(session.get("adopted"), dict):
        session = {**session, "adopted": {code: session["adopted"]["*"]}}
    cookie = signed(app, session)
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<code>", code).replace("<", "").replace(">", "")
        for method in ("GET", "POST"):
            assert 200 <= answer(app, method, path, "", b"", Cookie=cookie) < 500, path
    assert caplog.records == []


def test_a_browser_whose_key_is_nonsense_gets_one_that_it_keeps(app: Flask, code: str) -> None:
    web = app.test_client()
    with web.session_transaction() as session:
        session.update({"device": ["a"], "adopted": {code: 5}})
    seen = []
    for _ in range(2):
        web.get(f"/t/{code}")
        with web.session_transaction() as session:
            seen.append(session["device"])
    assert seen[0] == seen[1] and isinstance(seen[0], str) and len(seen[0]) > 16


# What is answered


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/a", 404), ("PUT", "/", 405)])
def test_what_cannot_be_is_said_in_the_language_of_who_asks(
    web: FlaskClient, method: str, path: str, status: int
) -> None:
    for language, words in (("en", "All tables"), ("uk", "Усі столи")):
        asked = web.open(path, method=method, headers={"Accept-Language": language})
        assert asked.status_code == status and words in asked.text
        assert 'data-page="missing"' in asked.text


def test_programs_are_told_no_as_json(web: FlaskClient) -> None:
    wrong = web.put("/api/tables")
    assert (wrong.status_code, wrong.get_json()["error"]["key"]) == (405, "wrong-method")
    assert {*wrong.headers["Allow"].split(", ")} == {"POST", "OPTIONS"}
    large = web.post("/api/tables", data=b"[" * 70_000, content_type="application/json")
    assert (large.status_code, large.get_json()["error"]["key"]) in {
        (413, "too-large"),
        (422, "malformed"),
    }
    deep = web.post("/api/tables", data=DEEP, content_type="application/json")
    assert (deep.status_code, deep.get_json()["error"]["key"]) == (422, "malformed")


@pytest.fixture
def broken(app: Flask, monkeypatch: pytest.MonkeyPatch) -> str:
    """Something of ours fails, with a secret in its hands."""

    def fails(**_: str) -> None:
        raise RuntimeError("the sealed pick is 4")

    monkeypatch.setitem(app.view_functions, "pages.join", fails)
    monkeypatch.setitem(app.view_functions, "api.export_json", fails)
    return "/t/K7QKEY"


def test_a_fault_of_ours_is_logged_where_it_happened_and_told_without_a_word_of_it(
    web: FlaskClient, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    told = web.get(broken, headers={"Accept-Language": "en"})
    assert told.status_code == 500 and "Something broke here" in told.text
    assert 'data-page="missing"' in told.text and "sealed" not in told.text
    as_json = web.get("/api/tables/K7QKEY/export.json")
    assert as_json.status_code == 500 and as_json.get_json()["error"]["key"] == "broken"
    assert [one.levelno for one in caplog.records] == [logging.ERROR] * 2
    assert all(one.exc_info for one in caplog.records), "with the place where it happened"
    assert not any("K7QKEY" in one.getMessage() for one in caplog.records)


def test_a_fault_in_telling_of_a_fault_is_told_plainly(
    web: FlaskClient, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.web.shell.render_template", lambda *_, **__: 1 / 0)
    told = web.get(broken)
    assert (told.status_code, told.text) == (500, "Something broke here.")
