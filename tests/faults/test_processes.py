"""Several processes serve one database: phones of a table are on any of them, and none matters."""

from __future__ import annotations

import contextlib
import itertools
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidHandshake, WebSocketException

from assistant.log import Log
from tests.house import APP, NAMES, ROOT, Group, House
from tests.phone import PATIENCE_SECONDS, Phone, Refused
from tests.postgres import PASSWORD, Server

OUT_OF_TOUCH = (OSError, WebSocketException, InvalidHandshake, TimeoutError, Refused)


@pytest.fixture
def houses(database: str, tmp_path: Path) -> Iterator[tuple[House, House]]:
    """Two processes, each with a data folder of its own, as on two machines."""
    with (
        House(tmp_path / "one", "--log", database) as one,
        House(tmp_path / "two", "--log", database) as two,
    ):
        yield one, two


def phone_at(house: House, group: Group, seat: str, **auth: Any) -> Phone:
    return Phone(house.url, table=group.code, token=group.tokens[seat], **auth)


class Tapper(threading.Thread):
    """A phone that taps without a pause, goes to the next process when it is out of touch, and
    sends what was not answered again under its id."""

    def __init__(self, houses: Sequence[House], group: Group, seat: str, first: int = 0) -> None:
        super().__init__(daemon=True)
        self._addresses = itertools.islice(
            itertools.cycle([one.url for one in houses]), first, None
        )
        self._group, self._seat = group, seat
        self._name = f"{NAMES[seat]} {id(self)}"
        self.acknowledged: dict[str, int] = {}
        self.refused: list[dict[str, Any]] = []
        self.stopped = threading.Event()

    def run(self) -> None:
        taps = itertools.count()
        tap = next(taps)
        while not self.stopped.is_set():
            with contextlib.suppress(*OUT_OF_TOUCH), self._connected() as phone:
                while not self.stopped.is_set():
                    key = f"{id(self)}-{tap}"
                    name = f"{NAMES[self._seat]} {tap}"
                    answer = phone.move("rename", id=key, seat=self._seat, name=name)
                    if answer["ok"]:
                        self.acknowledged[key] = answer["n"]
                        tap = next(taps)
                    else:
                        self.refused.append(answer)

    def _connected(self) -> Phone:
        token = self._group.tokens[self._seat]
        return Phone(next(self._addresses), table=self._group.code, token=token)

    def wait_for_more(self, taps: int) -> None:
        """Until so many more were acknowledged."""
        enough = len(self.acknowledged) + taps
        wait_until(lambda: len(self.acknowledged) >= enough)


def wait_until(condition: Callable[[], bool]) -> None:
    waiting = threading.Event()
    for _ in range(int(PATIENCE_SECONDS * 100)):
        if condition():
            return
        waiting.wait(0.01)
    raise AssertionError("it never came")


def stop(tappers: Sequence[Tapper]) -> None:
    for one in tappers:
        one.stopped.set()
    for one in tappers:
        one.join(PATIENCE_SECONDS)
        assert not one.is_alive()


def assert_each_counts_once(database: str, code: str, tappers: Sequence[Tapper]) -> None:
    """Every acknowledged tap stands in the log once, at the number that it was told."""
    entries = Log(database).entries(code)
    assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))
    renamed = [
        (entry.id.rpartition(":")[2], entry.n) for entry in entries if entry.kind == "rename"
    ]
    at = dict(renamed)
    assert len(at) == len(renamed), "none twice"
    for one in tappers:
        assert one.acknowledged.items() <= at.items(), "none lost"


def test_a_round_is_played_with_phones_of_one_table_at_two_processes(
    houses: tuple[House, House],
) -> None:
    one, two = houses
    with one.open_table().sit("red", "blue") as group, phone_at(two, group, "blue") as blue:
        red, host = group.phone("red"), group.host()
        for phone in (red, blue, host):
            phone.wait_for(lambda view: view["seats"]["red"]["connected"])
            phone.wait_for(lambda view: view["seats"]["blue"]["connected"])
        host.must("begin")
        blue.wait_for(lambda view: view["step"] == "planning")
        red.must("pick_phase", phase=3)
        blue.wait_for(lambda view: view["seats"]["red"]["locked"])
        assert blue.view["seats"]["red"]["picked"] is None, "a secret at either process"
        blue.must("pick_phase", phase=4)
        for phone in (red, blue, host):
            assert phone.wait_for(lambda view: view["step"] == "phase")["phases"] == [3, 4]
        for phone in (red, blue):
            phone.must("done")
        for phone in (red, blue, host):
            phone.wait_for(lambda view: view["phase"] == 4)
        blue.close()
        host.wait_for(lambda view: not view["seats"]["blue"]["connected"])
        assert host.view["seats"]["red"]["connected"]


def test_a_tap_counts_once_whichever_process_it_comes_to(houses: tuple[House, House]) -> None:
    one, two = houses
    with one.open_table().sit("red", "blue") as group, phone_at(two, group, "red") as there:
        here = group.phone("red")
        first = here.move("rename", id="x", seat="red", name="Iryna")
        assert first["ok"] and there.move("rename", id="x", seat="red", name="Mia") == first
        assert (
            there.wait_for(lambda view: view["n"] == first["n"])["seats"]["red"]["name"] == "Iryna"
        )


def test_what_was_just_done_at_one_process_is_known_at_the_other_at_once(
    houses: tuple[House, House],
) -> None:
    """Nothing that is judged or shown there is older than what was answered here."""
    one, two = houses
    with one.open_table() as group:
        there = Group(two, group.code, group.host_token)
        with there, there.host() as host:
            for seat in ("red", "blue", "green", "yellow"):
                group.sit(seat)
                phone = phone_at(two, group, seat)
                assert phone.view["you"]["seat"] == seat
                phone.close()
                group.host().must("free", seat=seat)
                assert not host.move("rename", seat=seat, name="Mia")["ok"]
                with pytest.raises(Refused):
                    phone_at(two, group, seat)
            status, page = two.get(f"/t/{group.code}/watch")
            assert status == 200 and group.code in page.decode()


def test_phones_of_a_process_that_is_killed_under_load_go_on_at_the_other(
    houses: tuple[House, House], database: str
) -> None:
    one, two = houses
    with one.open_table().sit("red", "blue") as group, phone_at(two, group, "blue") as watching:
        tappers = [Tapper(houses, group, seat, first) for seat, first in (("red", 0), ("blue", 1))]
        for tapper in tappers:
            tapper.start()
        for tapper in tappers:
            tapper.wait_for_more(20)
        one.kill()
        for tapper in tappers:
            tapper.wait_for_more(20)
        stop(tappers)
        assert_each_counts_once(database, group.code, tappers)
        last = max(n for tapper in tappers for n in tapper.acknowledged.values())
        watching.wait_for(lambda view: view["n"] >= last)
        one.start()
        assert group.phone("red").n == watching.n


def test_whom_a_killed_process_showed_is_not_shown_for_ever(houses: tuple[House, House]) -> None:
    one, two = houses
    with two.open_table().sit("red", "blue") as group, phone_at(one, group, "red"):
        blue = group.phone("blue")
        blue.wait_for(lambda view: view["seats"]["red"]["connected"])
        one.kill()
        blue.wait_for(lambda view: not view["seats"]["red"]["connected"])
        one.start()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_a_database_restarted_under_load_loses_nothing_and_keeps_nothing_twice(
    houses: tuple[House, House], database: str, postgres: Server, how: signal.Signals
) -> None:
    one, two = houses
    with one.open_table().sit("red", "blue") as group, phone_at(two, group, "red") as quiet:
        tappers = [Tapper(houses, group, seat, first) for seat, first in (("red", 0), ("blue", 1))]
        for tapper in tappers:
            tapper.start()
        for _ in range(3):
            for tapper in tappers:
                tapper.wait_for_more(20)
            postgres.stop(how)
            postgres.start()
        for tapper in tappers:
            tapper.wait_for_more(20)
        stop(tappers)
        assert_each_counts_once(database, group.code, tappers)
        assert {answer["why"] for tapper in tappers for answer in tapper.refused} <= {
            "cannot-be-stored"
        }
        last = max(n for tapper in tappers for n in tapper.acknowledged.values())
        quiet.wait_for(lambda view: view["n"] >= last)


def test_while_the_database_is_away_everybody_is_told_and_afterwards_plays_on(
    houses: tuple[House, House], postgres: Server
) -> None:
    one, two = houses
    with one.open_table().sit("red", "blue") as group, phone_at(two, group, "blue") as blue:
        red = group.phone("red")
        red.must("rename", seat="red", name="Iryna")
        blue.wait_for(lambda view: view["n"] == red.n)
        postgres.stop()
        try:
            refused = red.move("rename", id="x", seat="red", name="Mia")
            assert refused["why"] == "cannot-be-stored" and not refused["ok"], refused
            assert one.get("/healthz")[0] == 200
            assert one.get(f"/t/{group.code}/watch")[0] == 200, "what is known is shown"
            assert one.get("/t/XXX")[0] == 503
        finally:
            postgres.start()
        assert red.move("rename", id="x", seat="red", name="Mia")["ok"]
        blue.wait_for(lambda view: view["seats"]["red"]["name"] == "Mia")


def test_every_tap_of_many_phones_at_two_processes_is_answered(
    houses: tuple[House, House], database: str
) -> None:
    one, _ = houses
    with one.open_table().sit("red", "blue", "green") as group:
        seats = itertools.cycle(("red", "blue", "green"))
        tappers = [Tapper(houses, group, next(seats), first) for first in range(6)]
        for tapper in tappers:
            tapper.start()
        for tapper in tappers:
            tapper.wait_for_more(40)
        stop(tappers)
        assert [tapper.refused for tapper in tappers] == [[]] * len(tappers)
        assert_each_counts_once(database, group.code, tappers)


def test_a_browser_is_the_same_at_every_process(houses: tuple[House, House]) -> None:
    """Its cookie, the host's door, the pages and all they fetch: no request needs a certain one."""
    one, two = houses
    assert one.owner_url.rpartition("/")[2] == two.owner_url.rpartition("/")[2]
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with browser.open(one.owner_url) as page:
        code = page.url.rpartition("/")[2]
        table = page.read().decode()
    with browser.open(f"{two.url}/table/{code}") as page:
        there = page.read().decode()
    assert 'id="begin"' in table or "data-move" in table
    moves = [text.split('"')[0] for text in there.split('data-move="')[1:]]
    assert moves == [text.split('"')[0] for text in table.split('data-move="')[1:]] and moves
    assets = {text.split('"')[0] for text in table.split('"/static/')[1:]}
    assert assets and all(two.get(f"/static/{asset}")[0] == 200 for asset in assets)


def test_a_database_that_is_not_there_is_one_sentence_without_its_password(
    postgres: Server, tmp_path: Path
) -> None:
    command = [sys.executable, *APP, "--port", "0", "--no-browser", "--data", str(tmp_path)]
    for log, said in (
        (postgres.url("none"), f"127.0.0.1:{postgres.port} cannot be used"),
        ("mysql://me:secret@there/none", "it is like postgresql://user:password@host/name"),
    ):
        done = subprocess.run([*command, "--log", log], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 2 and done.stdout == "" and said in done.stderr, done
        assert done.stderr.count("\n") == 1 and PASSWORD not in done.stderr
        assert "secret" not in done.stderr


def test_the_address_of_the_database_may_come_by_the_environment(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arguments of a process are read by everybody on its machine."""
    monkeypatch.setenv("MARS_TABLE_LOG", database)
    with House(tmp_path) as house:
        code = house.open_table().code
        assert not (tmp_path / "tables.sqlite3").exists() and not (tmp_path / "secret").exists()
    assert [one.code for one in Log(database).tables()] == [code]
