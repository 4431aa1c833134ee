"""Starting and stopping, as a person at a keyboard or another program sees it."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from websockets.sync.client import connect

import app
from tests.house import House

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 120  # a machine at work on other things is slow, not wrong

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


class Running:
    """A started Mars Table and what it has said so far."""

    def __init__(self, *arguments: str, entry: tuple[str, ...] = ("app.py",)) -> None:
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, *entry, "--no-browser", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )

    def url(self) -> str:
        assert self.process.stdout
        alarm = threading.Timer(START_SECONDS, self.process.kill)
        alarm.start()
        try:
            for line in self.process.stdout:
                self.said.append(line.rstrip("\n"))
                if line.startswith("ready "):
                    return line.split()[1]
        finally:
            alarm.cancel()
        raise AssertionError(f"never ready: {self.process.communicate()[1]}")

    def end(self, how: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(how)
        _, complaints = self.process.communicate(timeout=START_SECONDS)
        return self.process.returncode, complaints


@contextmanager
def running(*arguments: str, entry: tuple[str, ...] = ("app.py",)) -> Iterator[Running]:
    started = Running(*arguments, entry=entry)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.process.kill()
            started.process.communicate()


def refused(*arguments: str) -> str:
    """The one sentence with which it does not start."""
    done = subprocess.run(
        [sys.executable, "app.py", "--no-browser", *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=START_SECONDS,
    )
    assert done.returncode == 2, done
    assert "ready" not in done.stdout
    sentences = done.stderr.splitlines()
    assert len(sentences) == 1, done.stderr
    return sentences[0]


def get(url: str) -> bytes:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(url, timeout=START_SECONDS) as answer:
        return bytes(answer.read())


@posix_only
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_says_ready_answers_and_ends_cleanly(tmp_path: Path, how: signal.Signals) -> None:
    with running("--port", "0", "--data", str(tmp_path)) as table:
        url = table.url()
        health = json.loads(get(url + "healthz"))
        assert health["ok"] is True
        assert re.fullmatch(r"\d+\.\d+\.\d+", health["version"])
        assert not any(".local" in line for line in table.said)  # ready waits for no network
        assert table.end(how) == (0, "")


def test_the_screen_shows_address_code_and_host_screen(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1") as table:
        url = table.url()
        said = "\n".join(table.said)
        assert "Mars Table" in said
        assert f"Join:  {url}" in said
        assert "Same Wi-Fi as this screen" in said
        assert "█" in said
        screen = re.search(r"Table screen:\s+(\S+)", said)
        assert screen and screen[1].startswith(url + "owner/")
        assert len(screen[1].rpartition("/")[2]) >= 16
        assert get(screen[1])


def test_a_public_url_is_shown_and_the_ready_line_stays_the_real_one(tmp_path: Path) -> None:
    arguments = ("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1")
    with running(*arguments, "--public-url", "https://mars.example/") as table:
        assert table.url().startswith("http://127.0.0.1:")
        assert any("Join:  https://mars.example/" in line for line in table.said)


@posix_only
def test_a_phone_on_the_line_does_not_hold_up_the_end(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1") as table:
        port = int(table.url().rpartition(":")[2].strip("/"))
        with socket.create_connection(("127.0.0.1", port)) as phone:
            phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: table\r\n")
            assert table.end(signal.SIGTERM) == (0, "")


@posix_only
def test_phones_that_vanish_and_talk_nonsense_leave_no_trace(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1") as table:
        url = table.url()
        port = int(url.rpartition(":")[2].strip("/"))
        upgrade = (
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: table\r\n"
            b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        )
        key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        for said in (b"\x16\x03\x01 tls\r\n\r\n", upgrade + b"\r\n", upgrade + key, b"GET / HT"):
            for linger in (b"\1\0\0\0\0\0\0\0", b"\0\0\0\0\0\0\0\0"):
                with socket.create_connection(("127.0.0.1", port)) as phone:
                    phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    phone.sendall(said)
                    time.sleep(0.05)  # some are heard before they vanish
        assert json.loads(get(url + "healthz"))["ok"] is True
        assert table.end(signal.SIGTERM) == (0, "")


SMALL_APP = """
from gevent import monkey
monkey.patch_all()
import gevent, socket, sys
from flask import Flask, request
from flask_socketio import SocketIO
from assistant.web.serve import Server, report_quietly

report_quietly()
app = Flask(__name__)
live = SocketIO(app, async_mode="gevent", async_handlers=False)

@app.post("/fail")
def fail():
    raise ValueError(request.get_data(as_text=True))

@live.on("move")
def move(message):
    raise ValueError(message)

@live.on("screen")
def screen(size):
    live.emit("screen", "x" * size)

@live.on("lock")
def lock():
    live.emit("acknowledged")
    gevent.sleep(0)
    live.emit("revealed")

server = Server(app, "127.0.0.1", 0)
server.start()
print(server.port, flush=True)
server.serve_forever()
"""


@contextmanager
def small_app() -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = subprocess.Popen(
        [sys.executable, "-c", SMALL_APP],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        yield process, int(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


def test_what_a_phone_sent_never_reaches_the_terminal_even_if_a_handler_breaks() -> None:
    with small_app() as (process, port):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/fail", data=b"pick-3-secretly")
        with pytest.raises(urllib.error.HTTPError, match="500") as failure:
            urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request)
        failure.value.close()
        with connect(f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket") as phone:
            phone.recv()
            phone.send("40")
            phone.recv()
            phone.send('42["move","pick-4-secretly"]')
            phone.send('42["lock"]')
            assert phone.recv() == '42["acknowledged"]'  # after the other was dealt with
        process.terminate()
        said, complaints = process.communicate()
    assert complaints.count("ValueError") == 2
    assert "secretly" not in said + complaints


def test_a_second_small_message_does_not_wait_for_the_first_to_be_confirmed() -> None:
    with small_app() as (_, port):
        address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        with connect(address, compression=None) as phone:
            phone.recv()
            phone.send("40")
            phone.recv()
            waits = []
            for _ in range(41):
                before = time.monotonic()
                phone.send('42["lock"]')
                assert phone.recv() == '42["acknowledged"]'
                assert phone.recv() == '42["revealed"]'
                waits.append(time.monotonic() - before)
    # Waiting for a confirmation takes 40 ms nearly each time; a busy machine holds up some only.
    assert sorted(waits)[len(waits) // 4] < 0.02


def test_a_phone_that_reads_slowly_gets_whole_screens_in_order() -> None:
    size = 4_000_000
    with (
        small_app() as (_, port),
        socket.socket() as line,
    ):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        with connect(address, sock=line, max_size=None, compression=None) as phone:
            phone.recv()
            phone.send("40")
            phone.recv()
            phone.send(f'42["screen",{size}]')
            phone.send('42["screen",5]')
            time.sleep(0.5)  # the line is full: time is what is tested here
            assert phone.recv() == f'42["screen","{"x" * size}"]'
            assert phone.recv() == '42["screen","xxxxx"]'


@posix_only
def test_it_can_be_killed_and_started_again_on_the_same_port(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1") as table:
        url = table.url()
        screen = next(line for line in table.said if "Table screen" in line)
        get(url + "healthz")
        table.end(signal.SIGKILL)
    port = url.rpartition(":")[2].strip("/")
    with running("--port", port, "--data", str(tmp_path), "--host", "127.0.0.1") as again:
        assert again.url() == url
        assert next(line for line in again.said if "Table screen" in line) == screen


@posix_only
def test_the_secret_is_made_once_and_for_this_account_only(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    seen = []
    for _ in range(2):
        with running("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1") as table:
            table.url()
            seen.append(secret.read_bytes())
            assert table.end(signal.SIGTERM) == (0, "")
    assert seen[0] == seen[1] and len(seen[0]) == 32
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600


@posix_only
def test_compiled_templates_that_are_damaged_or_cannot_be_kept_do_no_harm(tmp_path: Path) -> None:
    compiled = tmp_path / "compiled"
    for _ in range(2):
        with running("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1") as table:
            assert b"Mars Table" in get(table.url())
            assert table.end(signal.SIGTERM) == (0, "")
        kept = list(compiled.iterdir())
        assert kept
        for number, file in enumerate(kept):
            file.write_bytes(file.read_bytes()[: 20 + 7 * (number % 9)])
    shutil.rmtree(compiled)
    compiled.write_text("a file where the folder would be")
    with running("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1") as table:
        assert b"Mars Table" in get(table.url())
        assert table.end(signal.SIGTERM) == (0, "")


def test_a_damaged_secret_is_said_and_left(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"short")
    assert "secret" in refused("--port", "0", "--data", str(tmp_path))
    assert (tmp_path / "secret").read_bytes() == b"short"


def test_a_taken_port_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"Port {port} is taken" in refused("--port", port, "--data", str(tmp_path / "new"))
    assert not (tmp_path / "new").exists()


def test_a_data_folder_that_cannot_be_made_is_said_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert str(file) in refused("--port", "0", "--data", str(file / "below"))
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    "garbage", [b"this is no store" * 400, b"SQLite format 3\0" + b"\7" * 9000]
)
def test_a_corrupt_store_is_said_in_one_sentence_and_left_alone(
    tmp_path: Path, garbage: bytes
) -> None:
    with running("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1") as table:
        table.url()
        table.process.terminate()
        table.process.communicate()
    store = next(path for path in tmp_path.iterdir() if "sqlite" in path.name)
    for beside in tmp_path.glob(f"{store.name}-*"):
        beside.unlink()
    store.write_bytes(garbage)
    assert str(store) in refused("--port", "0", "--data", str(tmp_path))
    assert store.read_bytes() == garbage


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--port", "70000"), "70000"),
        (("--port", "-1"), "-1"),
        (("--port", "eighty"), "eighty"),
        (("--host", "table.example"), "table.example"),
        (("--host", "203.0.113.7"), "203.0.113.7"),
        (("--public-url", "mars"), "mars"),
        (("--wifi-password", "x"), "--wifi-name"),
        (("--fast",), "--fast"),
    ],
)
def test_nonsense_on_the_command_line_is_said_in_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    assert words in refused("--data", str(tmp_path), *arguments)


def test_it_also_starts_as_a_module(tmp_path: Path) -> None:
    arguments = ("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1")
    with running(*arguments, entry=("-m", "assistant.start")) as table:
        assert get(table.url() + "healthz")


def test_an_output_without_block_characters_gets_no_code_and_no_error(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "app.py", "--no-browser", "--port", "0", "--data", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert process.stdout
    said = b""
    for line in process.stdout:
        said += line
        if line.startswith(b"ready "):
            break
    process.terminate()
    process.communicate()
    assert b"\nready http://" in said
    assert said.isascii()


def test_an_old_python_can_read_the_starter_far_enough_to_be_told() -> None:
    tree = ast.parse((ROOT / "app.py").read_text("utf-8"), feature_version=(3, 7))
    check = next(node for node in tree.body if isinstance(node, ast.If))
    before = tree.body[: tree.body.index(check)]
    assert "version_info" in ast.unparse(check.test)
    assert all(isinstance(node, ast.Import | ast.ImportFrom | ast.Expr) for node in before)


def test_the_starter_imports_only_the_standard_library() -> None:
    tree = ast.parse((ROOT / "app.py").read_text("utf-8"))
    names = {
        name.name.partition(".")[0]
        for node in tree.body
        if isinstance(node, ast.Import)
        for name in node.names
    } | {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    assert names <= sys.stdlib_module_names


def test_what_pip_says_becomes_plain_words() -> None:
    assert (
        app.in_plain_words("Collecting flask>=3.1 (from mars-table==0.1.0)") == "  fetching flask"
    )
    assert app.in_plain_words("  Collecting zope.event (from gevent)") == "  fetching zope.event"
    assert app.in_plain_words("  Using cached flask-3.1.3-py3-none-any.whl (103 kB)") == ""


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            ["ERROR: Could not find a version that satisfies the requirement x"],
            "needs the internet",
        ),
        (["NewConnectionError: Failed to establish a new connection"], "needs the internet"),
        (
            ["  \u2570\u2500> Mars Table needs npm to fetch.", "error: it failed"],
            "Mars Table needs npm",
        ),
        (["ERROR: No space left on device"], "No space left on device"),
        (
            ["  error: command 'gcc' failed", "  ERROR: Failed building wheel for gevent"],
            "no ready-made gevent for this machine",
        ),
        ([], "pip failed"),
    ],
)
def test_what_went_wrong_becomes_one_sentence(said: list[str], sentence: str) -> None:
    told = app.why_pip_failed(said)
    assert sentence in told
    assert "\n" not in told


def test_the_environment_is_completed_again_when_the_project_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in app.DESCRIBED_BY:
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(app, "ROOT", tmp_path)
    monkeypatch.setattr(app, "VENV", tmp_path)
    assert not app.is_complete()
    app.stamp("").write_text(app.fingerprint(), "ascii")
    assert app.is_complete()
    assert not app.is_complete("dev")
    for name in ("package-lock.json", "lock.txt", "lock-npm.txt"):
        app.stamp("").write_text(app.fingerprint(), "ascii")
        (tmp_path / name).write_text("{}", "utf-8")
        assert not app.is_complete()


def test_a_second_server_on_a_folder_says_who_holds_it(tmp_path: Path) -> None:
    arguments = ("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1")
    with running(*arguments) as table:
        url = table.url().rstrip("/")
        said = refused(*arguments)
        assert f"(process {table.process.pid}, {url})" in said and str(tmp_path) in said
        assert json.loads(get(url + "/healthz"))["ok"] is True


@posix_only
def test_what_a_server_keeps_is_for_its_account_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running("--port", "0", "--data", str(folder), "--host", "127.0.0.1") as table:
        table.url()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        files = [path for path in folder.iterdir() if path.is_file()]
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
        assert {"secret", "lock", "tables.sqlite3", "tables.marks"} <= {one.name for one in files}


def test_a_copy_of_a_running_house_is_one_command(tmp_path: Path) -> None:
    folder, target = tmp_path / "data", tmp_path / "copy"
    with running("--port", "0", "--data", str(folder), "--host", "127.0.0.1") as table:
        url = table.url()
        wish = json.dumps({"game": "ares", "mode": "standard", "options": {}}).encode()
        asked = urllib.request.Request(
            f"{url}api/tables", wish, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=START_SECONDS) as answer:
            code = json.load(answer)["code"]
        command = [sys.executable, "app.py", "backup", str(target), "--data", str(folder)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
        assert (done.returncode, done.stderr) == (0, "") and str(target) in done.stdout
        assert len(done.stdout.splitlines()) == 1
        assert "is there already" in refused("backup", str(target), "--data", str(folder))
        assert "needs the new folder" in refused("backup", "--data", str(folder))
    with running("--port", "0", "--data", str(target), "--host", "127.0.0.1") as table:
        assert code in get(f"{table.url()}t/{code}").decode()
        assert table.end(signal.SIGTERM) == (0, "")


def test_a_store_that_is_gone_beside_a_secret_is_refused(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path), "--host", "127.0.0.1") as table:
        table.url()
        table.process.terminate()
        table.process.communicate()
    (tmp_path / "tables.sqlite3").unlink()
    said = refused("--port", "0", "--data", str(tmp_path))
    assert "is empty or gone" in said and str(tmp_path / "secret") in said
    assert not (tmp_path / "tables.sqlite3").exists()


def test_a_damaged_table_is_named_at_the_start_and_the_server_serves(tmp_path: Path) -> None:
    with House(tmp_path) as house, house.open_table().sit("red", "blue") as group:
        code = group.code
        other = house.open_table().sit("red").code
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as store:
        store.execute("UPDATE moves SET at=at+1 WHERE code=? AND n=2", (code,))
        store.commit()
    house.start()
    assert house.get(f"/t/{code}")[0] == 409 and house.get(f"/t/{other}")[0] == 200
    said = house.stop().splitlines()
    assert said[0] == f"Table {code} is damaged from move 2 on. Its first move is sound."
    assert len(said) == 2 and "damaged-" in said[1]
