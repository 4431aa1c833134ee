"""A real PostgreSQL for tests: Debian's package on a free port, its data in a folder of its own."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from tests.phone import PATIENCE_SECONDS

PACKAGE = "postgresql"
PASSWORD = "a table's"
HOME = Path("/usr/lib/postgresql")


class NoPostgres(Exception):
    """There is none on this machine, and how to get one."""


def programs() -> Path:
    """The folder of the newest PostgreSQL of this machine."""
    found = sorted(HOME.glob("*/bin/initdb"), key=lambda one: int(one.parents[1].name))
    on_path = shutil.which("initdb")
    if not found and not on_path:
        raise NoPostgres(f"These tests need PostgreSQL: apt install {PACKAGE}")
    return (found[-1] if found else Path(str(on_path))).parent


class Server:
    """Started, stopped, felled and started again on its port; its databases are tests' own."""

    def __init__(self) -> None:
        self._programs = programs()
        self._folder = Path(tempfile.mkdtemp(prefix="mars-table-postgres-"))
        self._data = self._folder / "data"
        # It refuses to run as root, as which tests may be run.
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        self._as: dict[str, Any] = {}
        if is_root:
            self._as = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(self._folder, "postgres")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        password = self._folder / "password"
        password.write_text(PASSWORD)
        self._run("initdb", "-D", self._data, "-U", "host", "-A", "scram-sha-256", "--no-sync")
        self.start()

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._programs / program), *map(str, arguments), "--encoding", "UTF8"]
        command += ["--pwfile", str(self._folder / "password"), "--locale", "C.UTF-8"]
        done = subprocess.run(command, cwd=self._folder, capture_output=True, **self._as)
        assert done.returncode == 0, done.stderr.decode()

    def url(self, database: str = "postgres") -> str:
        password = PASSWORD.replace(" ", "%20")
        return f"postgresql://host:{password}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = ["-c", f"port={self.port}", "-c", "listen_addresses=127.0.0.1"]
        options += ["-c", "unix_socket_directories=", "-c", "logging_collector=off"]
        with (self._folder / "said").open("ab") as said:
            self._process = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", str(self._data), *options],
                cwd=self._folder,
                stdout=said,
                stderr=said,
                **self._as,
            )
        end = time.monotonic() + PATIENCE_SECONDS
        while not self._answers():
            said_so_far = (self._folder / "said").read_text("utf-8", "replace")
            assert self._process.poll() is None and time.monotonic() < end, said_so_far
            time.sleep(0.05)

    def _answers(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url()):
            return True
        return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT lets nobody finish; SIGQUIT is as if the plug was pulled."""
        assert self._process
        self._process.send_signal(how)
        self._process.wait(PATIENCE_SECONDS)
        self._process = None

    def remove(self) -> None:
        if self._process:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self._folder)

    def do(self, statement: str, database: str = "postgres") -> list[Any]:
        """What an administrator does there."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """A new database; its address."""
        name = f"table_{secrets.token_hex(6)}"
        self.do(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            self.do(f"DROP DATABASE {name} WITH (FORCE)")


def name_of(url: str) -> str:
    """The name of the database with this address."""
    return url.rpartition("/")[2]
