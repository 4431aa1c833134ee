"""What a hostile client says: every kind of wrong thing that a line can carry, from a seed."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from assistant.games import GAMES
from assistant.moves import HOUSE_MOVES
from tests.faults.line import BYTES, CLOSE, PING, PONG, TEXT, frame

KINDS = sorted({*HOUSE_MOVES, *GAMES["ares"].moves, "open_picks", "reveal", "", "🃏", "__class__"})
ARGS = [
    *("seat", "name", "phone", "wish", "where", "mode", "options", "game", "number", "phase"),
    *("level", "field", "by", "value", "n", "also", "since", "seconds", "card", "what", "nth"),
    *("done", "choices", "discard", "heat", "action", "count", "part", "points", "reward"),
    "later",
]
SEATS = ["red", "green", "blue", "yellow", "black", "", "🔴", "__proto__", "red\0", "r" * 500]
IDS = [
    "x",
    "+5",
    "x+",
    ":",
    "a:b:c",
    "🎲",
    "x" * 64,
    "x" * 65,
    "",
    " ",
    "\u202e",
    "\x00",
    "%s",
    "-1",
]
RESERVED = ["connect", "disconnect", "message", "*", "connect_error", "__disconnect_final", ""]
WORDS = [
    "",
    "x",
    "красный",
    "\u202e\u0000",
    "=1+1",
    "%(name)s",
    "{0}",
    "<script>",
    "x" * 3000,
    "\ud800",
]
PATHS = [
    *("/", "/evenings", "/find", "/tables", "/tables/bring", "/language", "/healthz"),
    *("/owner/x", "/gallery", "/api/tables", "/api/tables/CODE/seats"),
    *("/api/tables/CODE/export.json", "/api/tables/CODE/export.csv"),
    *("/api/tables/CODE/table.json", "/t/CODE", "/t/CODE/watch", "/t/CODE/again"),
    *("/t/CODE/pass", "/t/CODE/red", "/t/CODE/qr.svg", "/t/CODE/wifi.svg", "/t/CODE/mine.svg"),
    *("/t/CODE/mine/TOKEN", "/table/CODE", "/table/CODE/red", "/table/CODE/again"),
    *("/table/CODE/address", "/table/CODE/names", "/tables/CODE/remove"),
    *("/static/script/taps.js", "/static/../../secret", "/static/%2e%2e/%2e%2e/secret"),
    *("/static/%00", "/ares/planet/phone/1/2/3.svg"),
    *("/ares/planet/table/-1/99999999999999999999/x.svg", "/no/such/page", "/socket.io/"),
    *("/socket.io/?EIO=4&transport=polling", "/socket.io/?EIO=4&transport=polling&sid=x"),
    *("/socket.io/?EIO=4&transport=websocket", "/socket.io/?EIO=3&transport=x&j=1"),
    *("//evil.example/", "/t/%F0%9F%83%8F", "/t/CODE/%00", "/api/tables/%0d%0aX:1/seats"),
    "/api/",
]
METHODS = [
    "GET",
    "GET",
    "POST",
    "POST",
    "HEAD",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "LOOK",
]
NEXT = [
    "x://[",
    "////evil.example",
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "\r\nX: 1",
]
FORMS = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]


UNEXPECTED = [
    *("", "0", "2", "3", "2probe", "3probe", "5", "6", "7", "9", "b", "bAAA", "4", "40", "40{}"),
    *("41", "41/x,", "42", "42{}", "42[]", "42[1]", "42[", "42null", "430[]", "43999[true]", "43"),
    *("44", "45", "46", "47", "4x", "40/?x=1,", '421["hello"]421["hello"]', '42-1["hello"]'),
    *('0{"sid":"x"}', '40/admin,{"table":"x"}', '42/x,["move",{}]', '44{"message":"x"}'),
    *('451-["move",{"_placeholder":true,"num":0}]', '4599999999-["move"]'),
    *('461-1[{"_placeholder":true,"num":9}]', '42999999999999999999999["move",{}]'),
    *("2\x1e2\x1e3", "4\ud800"),
]


def value(chance: Random, depth: int = 3) -> Any:
    """Any value that JSON knows."""
    kinds = 8 if depth else 6
    match chance.randrange(kinds):
        case 0:
            return chance.choice([None, True, False])
        case 1:
            return chance.choice([0, 1, -1, 3, 210, 2**31, -(2**63), 10**30])
        case 2:
            return chance.choice([0.5, -0.0, 1e308, float("nan"), float("inf")])
        case 3 | 4:
            return chance.choice([*WORDS, *SEATS, *IDS])
        case 5:
            return chance.randint(-9, 300)
        case 6:
            return [value(chance, depth - 1) for _ in range(chance.randrange(4))]
        case _:
            names = chance.choices([*ARGS, *WORDS], k=chance.randrange(4))
            return {name: value(chance, depth - 1) for name in names}


def move(chance: Random) -> Any:
    """Something like a move."""
    if chance.random() < 0.05:
        return value(chance)
    names = chance.sample(ARGS, chance.randrange(4))
    likely: dict[str, Any] = {"seat": chance.choice(SEATS), "number": chance.randint(0, 230)}
    likely |= {"phase": chance.randint(0, 6), "n": chance.randint(-1, 60), "name": "Ann"}
    message: dict[str, Any] = {
        "id": chance.choice([*IDS, f"{chance.random()}"]),
        "kind": chance.choice(KINDS),
        "args": {
            name: likely.get(name, value(chance, 2)) if chance.random() < 0.7 else value(chance, 2)
            for name in names
        },
    }
    for name in ("seat", "anyway", "tell", "id", "kind", "args", "device", "n"):
        if chance.random() < 0.06:
            message[name] = value(chance, 1)
    if chance.random() < 0.5:
        message["id"] = f"{chance.getrandbits(64):x}"
    return message


def event(chance: Random, ack: int) -> bytes:
    """An event of Socket.IO, asked to be answered."""
    match chance.randrange(10):
        case 0 | 1 | 2 | 3 | 4:
            said: list[Any] = ["move", move(chance)]
        case 5:
            said = ["look", {"number": chance.randint(-1, 230)} if ack % 2 else value(chance)]
        case 6:
            said = ["show", value(chance)]
        case 7:
            said = [chance.choice(RESERVED), value(chance)]
        case 8:
            said = [value(chance, 1), value(chance), value(chance)]
        case _:
            said = ["move", move(chance), move(chance), value(chance)]
    return frame(f"42{ack}{json.dumps(said)}")


def packet(chance: Random) -> bytes:
    """What Engine.IO and Socket.IO do not expect here."""
    return frame(chance.choice([*UNEXPECTED, *_deep(chance.choice([10, 2000, 7000]))]))


def _deep(depth: int) -> list[str]:
    """What has no end, or none that anybody wants to see."""
    return [
        "42" + "[" * depth + "]" * depth,
        '420["move",' + '{"a":' * depth + "1" + "}" * (depth + 1),
        "40" + '{"table":' * depth,
        '42["move","' + "x" * 2 * depth + '"]',
    ]


def last_words(chance: Random) -> bytes:
    """What ends a web socket, or should: frames that are none."""
    hello = '421["hello"]'
    return chance.choice(
        [
            frame(hello, masked=False),
            frame(hello, reserved=chance.randint(1, 7)),
            frame(hello, chance.choice([3, 7, 11, 15])),
            frame(hello, 0),
            frame(hello, whole=False) + frame(hello),
            frame("42[", whole=False) + frame('"hello"', 0, whole=False) + frame("]", 0),
            frame(hello, length=2**63 - 1),
            frame(hello, length=10**6) + bytes(chance.randrange(50_000)),
            frame(b"\xff\xfe\xfd"),
            frame(bytes(200), PING),
            frame(b"", PING, whole=False),
            frame(chance.randbytes(20), BYTES),
            frame(b"\x03", CLOSE),
            frame(b"\x03\xe8bye", CLOSE) + frame(hello),
            frame(chance.randbytes(90), PONG),
            frame("42" + "x" * 200_000),
            frame(hello)[: chance.randrange(1, 8)],
            chance.randbytes(chance.randrange(1, 400)),
            frame("[", TEXT, whole=False) + frame("x", 0, whole=False) * 200,
        ]
    )


def auth(chance: Random, codes: list[str], tokens: list[str]) -> dict[str, Any]:
    """Something that says at which table and as who, mostly wrong."""
    said: dict[str, Any] = {
        "table": chance.choice([*codes, "ZZZ", "", "🃏", None, 5, ["K7Q"], "x" * 3000]),
        "token": chance.choice(
            [*tokens, *(one[:-1] for one in tokens), "x.y", 7, None, [], "x" * 3000]
        ),
        "format": chance.choice(["json", "html", 5]),
        "page": chance.choice(["seat", "join", "watch", "table", "🃏", 5, None]),
        "seat": chance.choice(SEATS),
        "language": chance.choice(["en", "uk", "xx", 5, None, "../../etc"]),
        "shows": value(chance),
        "drawn": value(chance),
        "game": chance.choice(["ares", "tiny", 5, None]),
    }
    return {name: said[name] for name in said if name == "table" or chance.random() < 0.7}


def body(chance: Random) -> tuple[str, bytes]:
    """What a request carries, and what it claims that to be."""
    deep = chance.choice([100, 20_000])
    seat = {"seat": chance.choice(SEATS), "name": chance.choice(WORDS)}
    table = {"game": chance.choice(["ares", "x", 5]), "mode": "standard", "options": value(chance)}
    made: Callable[[], bytes] = chance.choice(
        [
            lambda: json.dumps(value(chance)).encode(),
            lambda: json.dumps(seat).encode(),
            lambda: json.dumps(table).encode(),
            lambda: b"[" * deep,
            lambda: b'{"a":' * deep + b"1" + b"}" * deep,
            lambda: b"\xff\xfe\x00",
            lambda: f"next={chance.choice(NEXT)}&language=uk&name=x&game=ares&url=x".encode(),
            lambda: (
                b'--x\r\nContent-Disposition: form-data; name="table"; filename="t"\r\n\r\n'
                + b"[" * deep
                + b"\r\n--x--\r\n"
            ),
            lambda: b'--x\r\nContent-Disposition: form-data; name="names"\r\n\r\n\x00\xff',
            lambda: b"",
            lambda: bytes(chance.randrange(300_000)),
        ]
    )
    return chance.choice(FORMS), made()


def request(chance: Random, port: int, codes: list[str], tokens: list[str]) -> bytes:
    """A whole request, with what browsers, other sites and forgers say of themselves."""
    path = chance.choice(PATHS).replace("CODE", chance.choice([*codes, "ZZZ", "🃏".encode().hex()]))
    path = path.replace("TOKEN", chance.choice([*tokens, "x.y"]))
    if chance.random() < 0.2:
        path += ("&" if "?" in path else "?") + f"next={chance.choice(NEXT[:5])}&find=%FF&table=["
    method = chance.choice(METHODS)
    heads = [
        f"Host: {chance.choice([f'127.0.0.1:{port}'] * 6 + ['evil.example', '', '[', 'x' * 900])}"
    ]
    told = {
        "Origin": ["http://evil.example", "null", f"http://127.0.0.1:{port}", "x://["],
        "Sec-Fetch-Site": ["cross-site", "same-origin", "same-site", "x"],
        "Cookie": [f"session={one}" for one in ("x", "eyJkZXZpY2UiOiJ4In0.aaaa.bbbb", "A" * 3000)],
        "Authorization": [*(f"Bearer {one}" for one in ("x", "x" * 3000, *tokens)), "Basic !!!"],
        "Accept-Language": ["uk", "*;q=x", "en;q=nan, uk;q=1e999", "x" * 2000],
        "X-Forwarded-For": ["127.0.0.1", "evil"],
        "X-Forwarded-Host": ["evil.example"],
        "If-None-Match": ['"x"', "*", "W/"],
        "If-Modified-Since": ["x"],
        "Range": ["bytes=0-0", "bytes=9-1,x"],
        "Accept-Encoding": ["gzip", "br;q=x"],
        "Expect": ["100-continue", "x"],
        "X-HTTP-Method-Override": ["DELETE"],
        "Upgrade": ["websocket"],
    }  # fmt: skip
    heads += [f"{name}: {chance.choice(told[name])}" for name in told if chance.random() < 0.15]
    data = b""
    if method in ("POST", "PUT", "PATCH") or chance.random() < 0.1:
        form, data = body(chance)
        length = len(data) if chance.random() < 0.9 else chance.choice([0, 5, "x", -1])
        heads += [f"Content-Type: {form}"]
        if chance.random() < 0.9:
            heads += [f"Content-Length: {length}"]
        else:
            heads += ["Transfer-Encoding: chunked"]
            data = chance.choice([b"5\r\nhello\r\n0\r\n\r\n", b"zz\r\n", b"ffffffffffff\r\nx", b""])
    heads += ["Connection: close"]
    top = f"{method} {path} HTTP/1.1\r\n" + "\r\n".join(heads) + "\r\n\r\n"
    return top.encode("utf-8", "surrogatepass") + data


def broken_request(chance: Random, port: int) -> bytes:
    """What is no request, or only the beginning of one."""
    whole = request(chance, port, ["ZZZ"], [])
    return chance.choice(
        [
            whole[: chance.randrange(1, len(whole))],
            chance.randbytes(200),
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 3000 + b"\r\n",
            b"GET / HTTP/1.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\n no colon\r\n\r\n",
            b"\r\n\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET http://[ HTTP/1.1\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
            + bytes(200),  # a browser that wants TLS
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ]
    )
