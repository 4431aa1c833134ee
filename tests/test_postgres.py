"""PostgreSQL in place of the file: what is its own. What holds of both is tested of both."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue

import pytest

from assistant import store_postgres
from assistant.game import Setup
from assistant.log import Log
from assistant.record import Entry
from assistant.store import Conflict, InDoubt, StoreError
from assistant.store_postgres import FORMAT, MOVED, PostgresStore
from assistant.table import Tables
from tests.phone import PATIENCE_SECONDS
from tests.postgres import PASSWORD, Server, name_of
from tests.test_log import entry

SETUP = Setup("ares", "standard", (("help", "phases"),))


class Way:
    """The way to a database, which can be cut at any point."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.is_cut = False  # nobody gets in
        self.is_losing = False  # the next answer is lost, and the connection with it
        self.is_mute = False  # answers stay under way for ever
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self.is_cut:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._port))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(
                        target=self._carry, args=(one, other, one is far), daemon=True
                    ).start()

    def _carry(self, one: socket.socket, other: socket.socket, is_answer: bool) -> None:
        with suppress(OSError), one, other:
            while data := one.recv(65536):
                if is_answer and self.is_mute:
                    continue
                if is_answer and self.is_losing:
                    self.is_losing = False
                    for end in (one, other):
                        end.shutdown(socket.SHUT_RDWR)
                    return
                other.sendall(data)


@pytest.fixture
def way(postgres: Server) -> Iterator[Way]:
    way = Way(postgres.port)
    yield way
    way.close()


@pytest.fixture
def far(database: str, postgres: Server, way: Way) -> Log:
    """A log at the other end of that way."""
    log = Log(database.replace(f":{postgres.port}/", f":{way.port}/"))
    assert log.open_table("K7Q", SETUP, "host")
    return log


def test_a_move_whose_answer_was_lost_is_found_and_stands_once(far: Log, way: Way) -> None:
    way.is_losing = True
    far.append("K7Q", [entry(1)])
    assert not way.is_losing and far.entries("K7Q") == [entry(1)]
    way.is_losing = True
    far.append("K7Q", [entry(2)], finished=True)
    assert not way.is_losing and far.entries("K7Q") == [entry(1), entry(2)]


def test_a_table_whose_answer_was_lost_is_open_all_the_same(far: Log, way: Way) -> None:
    way.is_losing = True
    assert far.open_table("AAA", SETUP, "another", [entry(1)])
    assert not way.is_losing and far.entries("AAA") == [entry(1)]
    assert not far.open_table("AAA", SETUP, "a third")


def test_while_nobody_can_tell_a_move_is_in_doubt_and_its_id_tells_later(
    far: Log, way: Way, database: str
) -> None:
    table = Tables(far).open("ares", "standard", {}, "screen")
    assert table.play("red", None, "sit", {"seat": "red", "name": "Ann"}, "sit").ok
    way.is_losing = way.is_cut = True
    for _ in range(2):
        with pytest.raises(InDoubt):
            table.play("red", "red", "rename", {"seat": "red", "name": "Olena"}, "x")
    way.is_cut = False
    answer = table.play("red", "red", "rename", {"seat": "red", "name": "Olena"}, "x")
    assert answer.ok and answer.n == table.record.n == 2
    assert [one.id for one in Log(database).entries(table.code)] == ["red:sit", "red:x"]


def test_while_nobody_is_there_a_tap_is_refused_in_words_and_may_come_again(
    far: Log, way: Way
) -> None:
    table = Tables(far).open("ares", "standard", {}, "screen")
    far.store._forget_idle()  # type: ignore[attr-defined]
    way.is_cut = True
    sit = "red", None, "sit", {"seat": "red", "name": "Ann"}, "sit"
    refused = table.play(*sit).refused
    assert refused and refused.key == "cannot-be-stored"
    way.is_cut = False
    assert table.play(*sit).ok


def test_a_database_that_never_answers_holds_nothing_for_ever(
    far: Log, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_postgres, "ANSWER_SECONDS", 0.2)
    way.is_mute = True
    with pytest.raises(InDoubt):
        far.append("K7Q", [entry(1)])
    with pytest.raises(StoreError):
        far.entries("K7Q")
    way.is_mute = False
    assert far.entries("K7Q") == [entry(1)]


def test_a_database_that_was_restarted_is_gone_on_with(database: str, postgres: Server) -> None:
    log = Log(database)
    assert log.open_table("K7Q", SETUP, "host")
    log.append("K7Q", [entry(1)])
    postgres.stop()
    with pytest.raises(StoreError):
        log.append("K7Q", [entry(2)])
    postgres.start()
    log.append("K7Q", [entry(2)])
    assert log.entries("K7Q") == [entry(1), entry(2)]


def test_every_process_hears_which_table_moved_and_how_far(
    database: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_postgres, "QUIET_SECONDS", 0.1)
    writing, listening = PostgresStore(database), PostgresStore(database)
    begun: SimpleQueue[None] = SimpleQueue()
    heard: SimpleQueue[tuple[str, str]] = SimpleQueue()
    thread = threading.Thread(
        target=listening.listen,
        args=((MOVED, "here"), lambda: begun.put(None), lambda *one: heard.put(one)),
    )
    thread.start()
    begun.get(timeout=PATIENCE_SECONDS)
    log = Log(database)
    assert log.open_table("K7Q", SETUP, "host")
    log.append("K7Q", [entry(1), entry(2)])
    assert heard.get(timeout=PATIENCE_SECONDS) == (MOVED, "K7Q 2")
    writing.tell("here", "Олена")
    assert heard.get(timeout=PATIENCE_SECONDS) == ("here", "Олена")
    postgres.stop()
    postgres.start()
    begun.get(timeout=PATIENCE_SECONDS)
    log.append("K7Q", [entry(3)])
    assert heard.get(timeout=PATIENCE_SECONDS) == (MOVED, "K7Q 3")
    listening.close()
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive() and heard.empty()


def test_what_is_refused_tells_nobody_that_a_table_moved(database: str) -> None:
    """The notice is part of the transaction."""
    log = Log(database)
    assert log.open_table("K7Q", SETUP, "host")
    heard = []
    listening = PostgresStore(database)

    def begun() -> None:
        with pytest.raises(Conflict):
            log.append("XXX", [entry(1)])
        log.append("K7Q", [entry(1)])

    def note(channel: str, message: str) -> None:
        heard.append(message)
        listening.close()

    listening.listen([MOVED], begun, note)
    assert heard == ["K7Q 1"]


def test_many_processes_bring_a_database_up_to_date_once_and_share_its_secret(
    database: str,
) -> None:
    with ThreadPoolExecutor(8) as processes:
        stores = list(processes.map(lambda _: PostgresStore(database), range(8)))
    (secret,) = {store.secret() for store in stores}
    assert len(secret) == 32
    assert stores[0].read("SELECT value FROM house WHERE name='format'") == [(str(FORMAT),)]


def test_databases_have_secrets_of_their_own(database: str, postgres: Server) -> None:
    with postgres.database() as another:
        assert PostgresStore(database).secret() != PostgresStore(another).secret()


def test_what_is_said_of_a_database_that_cannot_be_used_is_one_sentence(
    database: str, postgres: Server
) -> None:
    def said(url: str) -> str:
        with pytest.raises(StoreError) as problem:
            Log(url)
        assert not {"secret", "wrong", PASSWORD} & set(str(problem.value).split())
        return str(problem.value)

    place = f"127.0.0.1:{postgres.port}"
    with socket.create_server(("127.0.0.1", 0)) as free:
        closed = free.getsockname()[1]
    assert said(f"postgresql://host:secret@127.0.0.1:{closed}/mars") == (
        f"The database mars at 127.0.0.1:{closed} cannot be used: Connection refused."
    )
    assert said(postgres.url("none")) == (
        f'The database none at {place} cannot be used: database "none" does not exist.'
    )
    assert said(f"postgresql://host:wrong@{place}/none") == (
        f"The database none at {place} cannot be used: "
        'password authentication failed for user "host".'
    )
    assert said("postgresql://host@[/mars") == (
        "That is no address of a database: it is like postgresql://user:password@host/name."
    )
    PostgresStore(database).write_one("UPDATE house SET value=? WHERE name='format'", ("99",))
    assert said(database) == (
        f"The database {name_of(database)} at {place} was written by a newer Mars Table."
    )


def test_a_database_that_could_not_keep_every_name_is_refused(postgres: Server) -> None:
    postgres.do("CREATE DATABASE plain ENCODING LATIN1 LOCALE 'C' TEMPLATE template0")
    try:
        with pytest.raises(StoreError, match="make it with encoding UTF8"):
            Log(postgres.url("plain"))
    finally:
        postgres.do("DROP DATABASE plain WITH (FORCE)")


def test_what_was_answered_is_on_the_disk_whatever_the_server_usually_promises(
    database: str, postgres: Server
) -> None:
    def promised() -> str:
        (row,) = PostgresStore(database).read("SELECT current_setting('synchronous_commit')")
        return str(row[0])

    assert promised() == "on"
    for usual, agreed in (("off", "on"), ("remote_apply", "remote_apply")):
        postgres.do(f"ALTER DATABASE {name_of(database)} SET synchronous_commit = {usual}")
        assert promised() == agreed


def test_a_statement_and_a_lock_are_waited_for_with_an_end(database: str) -> None:
    store = PostgresStore(database)
    for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
        ((seconds,),) = store.read("SELECT current_setting(?)", name)
        assert re.fullmatch(r"\d+s", seconds) and seconds != "0s", name
    (row,) = store.read("SELECT extract(epoch FROM current_setting('statement_timeout')::interval)")
    assert float(row[0]) < store_postgres.ANSWER_SECONDS


def test_a_code_that_no_text_can_be_is_of_no_table(database: str) -> None:
    with pytest.raises(Exception, match="unknown-table"):
        Tables(Log(database)).find("K\0Q")


def test_statements_of_several_threads_wait_for_each_other_and_all_count(database: str) -> None:
    log = Log(database)
    codes = [f"K{n}" for n in range(24)]

    def play(code: str) -> list[Entry]:
        assert log.open_table(code, SETUP, "host")
        for n in range(1, 6):
            log.append(code, [entry(n)])
        return log.entries(code)

    with ThreadPoolExecutor(len(codes)) as phones:
        assert list(phones.map(play, codes)) == [[entry(n) for n in range(1, 6)]] * len(codes)


def test_a_closed_store_lets_go_of_its_connections(database: str, postgres: Server) -> None:
    store = PostgresStore(database)
    store.read("SELECT 1")
    there = f"SELECT count(*) FROM pg_stat_activity WHERE datname='{name_of(database)}'"
    assert postgres.do(there) == [(1,)]
    store.close()
    while postgres.do(there) != [(0,)]:
        pass
    with pytest.raises(StoreError, match="closed"):
        store.read("SELECT 1")
    assert PASSWORD not in store.name
