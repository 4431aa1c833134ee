"""A real server in a process of its own, for tests that need one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.phone import PATIENCE_SECONDS, Phone

ROOT = Path(__file__).resolve().parents[1]
APP = (str(ROOT / "app.py"),)
SEATS = ("red", "green", "blue", "yellow")
STRANGERS = "assistant.web.strangers: "  # a line with this counts what others did wrong
NAMES = {"red": "Ann", "green": "Taras", "blue": "Olena", "yellow": "Kuba", "black": "Mia"}


class House:
    """Starts a program, usually `app.py`, on a free port, stops it, kills it, starts it again."""

    def __init__(self, data: Path, *arguments: str, program: Sequence[str] = APP) -> None:
        self.data = data
        self._program = program
        self._arguments = arguments
        self.port = 0
        self.owner_url = ""
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> House:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        said = self.stop()
        assert kind or said == "", f"the server complained: {said}"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Start, on the same port as before if there was one."""
        command = [sys.executable, *self._program, "--host", "127.0.0.1", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data), *self._arguments]
        # In a file: a pipe that nobody reads would stop the server once it is full.
        self._complaints = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        assert self._process.stdout
        for line in self._process.stdout:
            if "/owner/" in line:
                self.owner_url = line.split()[-1]
            if line.startswith("ready "):
                self.port = int(line.strip().rstrip("/").rpartition(":")[2])
                self._reader = threading.Thread(target=self._process.stdout.read, daemon=True)
                self._reader.start()
                return
        raise AssertionError(f"the server did not start: {self._said()}")

    def stop(self) -> str:
        """End it as Ctrl+C does; what it wrote to stderr, but for what strangers sent."""
        if self._process is None:
            return ""
        status, said = self._end(signal.SIGTERM)
        assert status == 0, said
        return said

    def kill(self) -> None:
        """Pull the plug: kill -9."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> tuple[int, str]:
        process, self._process = self._process, None
        assert process and process.stdout
        process.send_signal(how)
        status = process.wait(PATIENCE_SECONDS)
        self._reader.join(PATIENCE_SECONDS)
        process.stdout.close()
        return status, self._said()

    def _said(self) -> str:
        with self._complaints:
            self._complaints.seek(0)
            return "".join(line for line in self._complaints if STRANGERS not in line)

    def get(self, path: str) -> tuple[int, bytes]:
        return self._ask(urllib.request.Request(self.url + path))

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        """Send JSON, get JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        asked = urllib.request.Request(
            self.url + path, data, {"Content-Type": "application/json"}, method="POST"
        )
        status, answer = self._ask(asked)
        return status, json.loads(answer)

    def _ask(self, asked: urllib.request.Request) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE_SECONDS) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as problem:
            with problem:
                return problem.code, problem.read()

    def open_table(self, mode: str = "standard", *, game: str = "ares", **options: str) -> Group:
        status, opened = self.post("/api/tables", {"game": game, "mode": mode, "options": options})
        assert status == 201, opened
        return Group(self, opened["code"], opened["host_token"])


class Group:
    """The people at one table, each with a phone, and the host's screen."""

    def __init__(self, house: House, code: str, host_token: str) -> None:
        self.house = house
        self.code = code
        self.host_token = host_token
        self.tokens: dict[str, str] = {}
        self._open: list[Phone] = []

    def __enter__(self) -> Group:
        return self

    def __exit__(self, *_: object) -> None:
        for phone in self._open:
            phone.close()

    def sit(self, *seats: str) -> Group:
        for seat in seats:
            wish = {"seat": seat, "name": NAMES[seat]}
            status, answer = self.house.post(f"/api/tables/{self.code}/seats", wish)
            assert status == 201, answer
            self.tokens[seat] = answer["token"]
        return self

    def phone(self, seat: str, /, **auth: Any) -> Phone:
        return self._connect(token=self.tokens[seat], **auth)

    def host(self, **auth: Any) -> Phone:
        return self._connect(token=self.host_token, **auth)

    def watcher(self, **auth: Any) -> Phone:
        return self._connect(**auth)

    def _connect(self, **auth: Any) -> Phone:
        phone = Phone(self.house.url, table=self.code, **auth)
        self._open.append(phone)
        return phone
