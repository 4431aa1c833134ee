"""Nobody holds the house by doing nothing: half a request, no answer to a ping, no reading."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.house import Group, House
from tests.phone import Phone
from tests.stranger import OPENING, Stranger, event, frame

HEAD = b"POST /api/tables HTTP/1.1\r\nHost: table\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that soon loses its patience."""
    with House(tmp_path_factory.mktemp("data"), program=("-m", "tests.strict")) as house:
        yield house


@pytest.fixture
def red(strict: House) -> Iterator[Phone]:
    with strict.open_table().sit("red", "blue") as group:
        yield group.phone("red")


def one_more(stranger: Stranger, what: bytes) -> Callable[[bytes], bool]:
    """Whether this was heard once more than by now."""
    before = stranger.heard.count(what)
    return lambda heard: heard.count(what) > before


def open_files(house: House) -> int:
    return len(list(Path(f"/proc/{house.pid}/fd").iterdir()))


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /",
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nHost: ta",
        HEAD + b"Content-Length: 1000\r\n\r\n" + b"{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n40\r\n{",
        OPENING[:-2],
    ],
    ids=repr,
)
def test_who_says_half_a_request_and_no_more_is_hung_up_on(
    strict: House, red: Phone, said: bytes
) -> None:
    with Stranger(strict.port, said) as other:
        heard = other.hear_the_end()
    assert b" 500 " not in heard
    assert red.send("hello") is True, "who has a web socket may be quiet"


def test_who_says_a_request_letter_by_letter_is_hung_up_on(strict: House) -> None:
    with Stranger(strict.port, HEAD) as other:
        other.pour(b"A", until=lambda: False)
        assert b" 408 " in other.heard or b" 400 " in other.heard


@pytest.mark.parametrize("end", [*range(15, len(OPENING), 12), len(OPENING) - 1])
def test_a_request_that_breaks_off_anywhere_is_nobodys_fault(strict: House, end: int) -> None:
    with Stranger(strict.port, OPENING[:end]) as other:
        other.line.shutdown(1)  # nothing more comes
        assert b" 500 " not in other.hear_the_end()


def test_a_web_socket_asked_for_without_an_upgrade_is_refused(strict: House) -> None:
    said = OPENING.replace(b"Connection: Upgrade\r\n", b"Connection: close\r\n")
    with Stranger(strict.port, said) as other:
        assert b" 401 " in other.hear_the_end()


def test_who_answers_no_ping_is_hung_up_on_and_seen_to_be_gone(strict: House) -> None:
    with strict.open_table().sit("red", "blue") as group, Stranger(strict.port) as other:
        other.join(table=group.code, token=group.tokens["blue"], format="json")
        red = group.phone("red")
        red.wait_for(lambda view: view["seats"]["blue"]["connected"])
        other.hear_the_end()
        red.wait_for(lambda view: not view["seats"]["blue"]["connected"])


def test_who_answers_no_ping_but_talks_on_is_hung_up_on_too(strict: House) -> None:
    with strict.open_table().sit("red") as group, Stranger(strict.port) as other:
        other.join(table=group.code, format="json")
        while not other.is_over:
            other.say(event("hello", ack=1))
            other.hear(one_more(other, b"431["))


def test_who_says_at_no_table_that_they_look_is_hung_up_on(strict: House) -> None:
    for said in (b"", frame("41"), frame('40{"table":"nowhere"}')):
        with Stranger(strict.port) as other:
            other.say(said)
            while not other.is_over:
                other.hear(one_more(other, frame("2")[:1]))
                other.say(frame("3"))


def test_who_reads_nothing_holds_up_nobody_and_is_shown_the_door(strict: House) -> None:
    with strict.open_table().sit("red", "blue") as group, Stranger(strict.port) as other:
        other.join(table=group.code, token=group.tokens["blue"], format="json")
        red = group.phone("red")
        red.wait_for(lambda view: view["seats"]["blue"]["connected"])
        number = 0
        while red.view["seats"]["blue"]["connected"]:
            other.say(frame("3"))
            number += 1
            red.must("rename", seat="red", name=f"Ann {number}")


def test_all_of_them_leave_nothing_open_behind(strict: House) -> None:
    with strict.open_table().sit("red") as group:
        red = group.phone("red")
        before = open_files(strict)
        with ExitStack() as stack:
            for said in 20 * (b"GET /", OPENING):
                stack.enter_context(Stranger(strict.port, said))
            while open_files(strict) <= before:
                assert red.send("hello") is True
            while open_files(strict) > before:
                assert red.send("hello") is True


def test_at_1024_open_files_a_seated_phone_plays_and_a_new_one_gets_in(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    with (
        House(tmp_path, program=("-m", "tests.narrow")) as house,
        house.open_table().sit("red", "blue") as group,
        ExitStack() as crowd,
    ):
        red = group.phone("red")
        for said in 300 * (b"", b"GET /", OPENING):
            crowd.enter_context(Stranger(house.port, said))
        watchers = _watchers(crowd, group, 300)
        red.must("rename", seat="red", name="Anna")
        blue = group.phone("blue")
        blue.must("rename", seat="blue", name="Olenka")
        assert red.wait_for(lambda view: view["seats"]["blue"]["name"] == "Olenka")
        status, answer = house.get("/healthz")
        assert status == 200 and json.loads(answer)["ok"] is True
        assert open_files(house) < 1024
        assert watchers, "somebody looked on"


def _watchers(crowd: ExitStack, group: Group, count: int) -> list[Stranger]:
    """So many who come to look on, whoever of them may stay."""
    came = []
    for _ in range(count):
        one = crowd.enter_context(Stranger(group.house.port))
        one.say(frame(f'40{{"table":"{group.code}","format":"json"}}'))
        came.append(one)
    return came
