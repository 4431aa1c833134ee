"""The log and the memory in PostgreSQL, for any number of processes that serve the same tables.

The database decides who writes move *n*, and tells every process that listens which table moved.
A connection that breaks is made anew and what was asked is asked once more: whatever the house
writes may be written twice, and stands once. Nothing waits without an end.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache, partial
from queue import Empty, LifoQueue
from typing import Any, TypeVar

from assistant.marks import Mark
from assistant.store import (
    Conflict,
    Cursor,
    InDoubt,
    Meanwhile,
    Run,
    Store,
    StoreError,
    Value,
    nothing,
    one_after_the_other,
)

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
    from psycopg.pq import TransactionStatus
    from psycopg.rows import TupleRow
except ImportError:
    raise StoreError(
        "Tables in PostgreSQL need psycopg: install mars-table[postgres], or psycopg[binary]."
    ) from None

T = TypeVar("T")

MOST_CONNECTIONS = 8
CONNECT_SECONDS = 3
ANSWER_SECONDS = 8.0  # longer than the server's own patience, which says what is the matter
QUIET_SECONDS = 5.0  # without a notice: then whoever listens asks whether anybody is there
AGAIN_SECONDS = 0.25  # between two tries to listen while nobody is there
MOVED = "moved"  # the channel that says which table moved, and how far
_GATE = 0x4D415253  # held while the tables are brought up to date

_USUAL = {
    "application_name": "mars-table",
    "client_encoding": "utf8",
    "connect_timeout": str(CONNECT_SECONDS),
    "gssencmode": "disable",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "6000",
}
_PATIENCE = {
    "statement_timeout": "5s",
    "lock_timeout": "3s",
    "idle_in_transaction_session_timeout": "10s",
}
# What was answered is on the disk, whatever the server usually promises; more than that it may.
_DURABLE = "coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on')"
_AGREE = f"SELECT set_config('synchronous_commit', {_DURABLE}, false), " + ", ".join(
    f"set_config('{name}', '{value}', false)" for name, value in _PATIENCE.items()
)

# What each format added to the one before it. The number of a database's is in its house.
_FORMATS = (
    (
        """CREATE TABLE tables (
            code TEXT COLLATE "C" PRIMARY KEY,
            setup TEXT NOT NULL,
            host TEXT NOT NULL,
            opened DOUBLE PRECISION NOT NULL,
            finished INTEGER NOT NULL,
            removed INTEGER NOT NULL,
            version INTEGER NOT NULL,
            sum TEXT NOT NULL
        )""",
        """CREATE TABLE moves (
            code TEXT COLLATE "C" NOT NULL REFERENCES tables (code),
            n INTEGER NOT NULL,
            id TEXT COLLATE "C" NOT NULL,
            entry TEXT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            sum TEXT NOT NULL,
            PRIMARY KEY (code, n),
            UNIQUE (code, id)
        )""",
        """CREATE TABLE memory (
            game TEXT COLLATE "C" NOT NULL,
            name TEXT COLLATE "C" NOT NULL,
            value TEXT NOT NULL,
            version INTEGER NOT NULL,
            sum TEXT NOT NULL,
            PRIMARY KEY (game, name)
        )""",
        f"""CREATE FUNCTION tell_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            PERFORM pg_notify('{MOVED}', code || ' ' || max(n)) FROM added GROUP BY code;
            RETURN NULL;
        END $$""",
        """CREATE TRIGGER tell_moved AFTER INSERT ON moves REFERENCING NEW TABLE AS added
            FOR EACH STATEMENT EXECUTE FUNCTION tell_moved()""",
    ),
)
FORMAT = len(_FORMATS)


class _Connection(psycopg.Connection[TupleRow]):
    """Waits for no answer without an end, and lets go when nobody holds it any more."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        return super().wait(gen, interval, ANSWER_SECONDS if timeout is None else timeout)

    def __del__(self, *_: Any) -> None:
        self.close()


class _Translated:
    """A cursor that is spoken to in the words of every store."""

    def __init__(self, cursor: psycopg.Cursor[TupleRow]) -> None:
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    def execute(self, statement: str, values: Sequence[Value] = (), /) -> object:
        return self._cursor.execute(_translated(statement), values)

    def executemany(self, statement: str, rows: Iterable[Sequence[Value]], /) -> object:
        self._cursor.executemany(_translated(statement), rows)
        return self

    def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()


@lru_cache(maxsize=100)
def _translated(statement: str) -> bytes:
    """
    >>> _translated("SELECT 7 % 2 WHERE n=?")
    b'SELECT 7 %% 2 WHERE n=%s'
    """
    return statement.replace("%", "%%").replace("?", "%s").encode()


class PostgresStore(Store):
    """A few connections, each lent to one statement at a time.

    `run` decides what else happens while one is answered.
    """

    is_shared = True

    def __init__(self, url: str, run: Run | None = None) -> None:
        try:
            given = {name: str(value) for name, value in conninfo_to_dict(url).items()}
        except psycopg.Error:
            raise StoreError(
                "That is no address of a database: it is like postgresql://user:password@host/name."
            ) from None
        self._run: Run = run or one_after_the_other
        self._asked = {**_USUAL, **given}
        place = f"{given.get('host', 'localhost')}:{given.get('port', '5432')}"
        self.name = f"{given.get('dbname', '')} at {place}"
        self._closed = False
        self._free: LifoQueue[_Connection | None] = LifoQueue()
        for _ in range(MOST_CONNECTIONS):
            self._free.put(None)
        try:
            self.write(partial(_bring_up_to_date, self.name))
        except StoreError as problem:
            if isinstance(problem.__cause__, psycopg.Error):
                said = f"The database {self.name} cannot be used: {problem}."
                raise StoreError(said) from None
            raise
        finally:
            self._forget_idle()

    def close(self) -> None:
        self._closed = True
        self._forget_idle()

    def read(self, statement: str, *values: Value) -> list[Any]:
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # in no text that it keeps
        return self._do(lambda one: one.execute(_translated(statement), values).fetchall())

    def write(
        self,
        change: Callable[[Cursor], T],
        meanwhile: Meanwhile = nothing,
        marks: Sequence[Mark] = (),
    ) -> T:
        def make(connection: _Connection) -> T:
            with connection.transaction():
                return change(_Translated(connection.cursor()))

        return self._do(make, meanwhile, is_writing=True)

    def write_one(
        self,
        statement: str,
        values: Sequence[Value],
        meanwhile: Meanwhile = nothing,
        marks: Sequence[Mark] = (),
    ) -> None:
        self._do(
            lambda one: one.execute(_translated(statement), values), meanwhile, is_writing=True
        )

    def secret(self) -> bytes:
        """What signs seats: the same for all processes, made by whichever was first."""
        ((secret,),) = self.read("SELECT value FROM house WHERE name='secret'")
        return bytes.fromhex(secret)

    # Asking

    def _do(
        self,
        call: Callable[[_Connection], T],
        meanwhile: Meanwhile = nothing,
        *,
        is_writing: bool = False,
    ) -> T:
        try:
            result: T = self._run(partial(self._ask, call, is_writing), meanwhile)
        except psycopg.IntegrityError:
            raise Conflict from None
        except psycopg.Error as problem:
            raise StoreError(_reason(problem)) from problem
        return result

    def _ask(self, call: Callable[[_Connection], T], is_writing: bool) -> T:
        """Ask, and once more if the connection broke. A write without an answer is in doubt."""
        try:
            with self._lent() as connection:
                return call(connection)
        except _Broken as broken:
            problem: psycopg.OperationalError = broken
        if not isinstance(problem.__cause__, psycopg.errors._WaitTimeout):
            try:
                with self._lent(anew=True) as connection:
                    return call(connection)
            except (_Broken, _NotReached) as again:
                problem = again
        if is_writing:
            raise InDoubt(_reason(problem)) from problem
        raise problem

    @contextmanager
    def _lent(self, anew: bool = False) -> Iterator[_Connection]:
        if self._closed:
            raise StoreError("the store is closed")
        try:
            connection = self._free.get(timeout=ANSWER_SECONDS)
        except Empty:
            raise StoreError("the database is too busy") from None
        try:
            if connection and (anew or _is_left(connection)):
                connection.close()
                connection = None
            connection = connection or self._connect()
            yield connection
        except psycopg.OperationalError as problem:
            if connection and _is_lost(connection):
                raise _Broken(*problem.args) from problem
            raise
        finally:
            if connection and (self._closed or _is_lost(connection)):
                connection.close()
                connection = None
            self._free.put(connection)

    def _connect(self) -> _Connection:
        try:
            connection = _Connection.connect(
                make_conninfo("", **_located(self._asked)), autocommit=True
            )
            connection.execute(_AGREE)
        except OSError as problem:  # no such host
            raise _NotReached(problem.strerror or str(problem)) from None
        except psycopg.OperationalError as problem:
            raise _NotReached(_reason(problem)) from None
        return connection

    def _forget_idle(self) -> None:
        for _ in range(MOST_CONNECTIONS):
            try:
                connection = self._free.get_nowait()
            except Empty:
                return
            if connection:
                connection.close()
            self._free.put(None)

    # Telling other processes

    def tell(self, channel: str, message: str) -> None:
        """Say something to every process that listens, this one too."""
        self._do(lambda one: one.execute("SELECT pg_notify(%s, %s)", (channel, message)))

    def listen(
        self,
        channels: Iterable[str],
        begun: Callable[[], None],
        heard: Callable[[str, str], None],
    ) -> None:
        """Hear what is told until the store is closed.

        `begun` is called each time that listening began: what was told before then was not heard.
        """
        while not self._closed:
            try:
                with closing(self._connect()) as connection:
                    for channel in channels:
                        connection.execute(f'LISTEN "{channel}"'.encode())
                    begun()
                    while not self._closed:
                        for notice in connection.notifies(timeout=QUIET_SECONDS):
                            heard(notice.channel, notice.payload)
                        connection.execute("SELECT")
            except psycopg.Error:
                time.sleep(AGAIN_SECONDS)


class _NotReached(psycopg.OperationalError):
    """Nobody is there: nothing was asked."""


class _Broken(psycopg.OperationalError):
    """The connection was lost over what was asked: it may have been done."""


def _is_left(connection: _Connection) -> bool:
    """Whether the other end has gone: it says nothing unasked but that."""
    try:
        os.read(connection.fileno(), 1)
    except BlockingIOError:
        return False
    except OSError:
        return connection.closed
    return True


def _is_lost(connection: _Connection) -> bool:
    """Whether a connection is of no use any more: broken, or in the middle of something."""
    return connection.info.transaction_status != TransactionStatus.IDLE


def _located(asked: dict[str, str]) -> dict[str, str]:
    """The same with the addresses of its hosts: who connects would wait for a name by itself."""
    hosts = asked.get("host", "").split(",")
    if "hostaddr" in asked or any(not host or host.startswith("/") for host in hosts):
        return asked
    ports = asked.get("port", "5432").split(",")
    ports = ports * len(hosts) if len(ports) == 1 else ports
    found = [
        (host, str(place[0]), port or "5432")
        for host, port in zip(hosts, ports, strict=False)
        for *_, place in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    ]
    columns = (",".join(one) for one in zip(*found, strict=True))
    return {**asked, **dict(zip(("host", "hostaddr", "port"), columns, strict=True))}


def _reason(problem: Exception) -> str:
    """Why it failed, in half a sentence: the first line without what stands around it."""
    said = str(problem).strip().splitlines() or [type(problem).__name__]
    reason = said[0].removeprefix("connection failed: ").rpartition(" failed: ")[2]
    return reason.removeprefix("FATAL: ").strip().rstrip(".")


def _bring_up_to_date(name: str, cursor: Cursor) -> None:
    # One process after the other: who comes second finds it done.
    cursor.execute("SELECT pg_advisory_xact_lock(?)", (_GATE,))
    cursor.execute("SHOW server_encoding")
    if cursor.fetchall() != [("UTF8",)]:
        raise StoreError(f"The database {name} cannot keep every name: make it with encoding UTF8.")
    cursor.execute("CREATE TABLE IF NOT EXISTS house (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    cursor.execute("SELECT value FROM house WHERE name='format'")
    version = int((cursor.fetchall() or [("0",)])[0][0])
    if version > FORMAT:
        raise StoreError(f"The database {name} was written by a newer Mars Table.")
    for added in _FORMATS[version:]:
        for statement in added:
            cursor.execute(statement)
    keep = "INSERT INTO house VALUES (?, ?) ON CONFLICT (name) DO"
    cursor.execute(f"{keep} UPDATE SET value = excluded.value", ("format", str(FORMAT)))
    cursor.execute(f"{keep} NOTHING", ("secret", secrets.token_hex(32)))
