"""A registry on this machine that answers as a test says, for pip, npm and whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

Answer = Callable[[str], bytes | None]  # a path, and what is there


@contextmanager
def registry(answer: Answer) -> Iterator[str]:
    """Answer at the address that this gives; what is not there is told so."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told = answer(self.path)
            self.send_response(404 if told is None else 200)
            self.send_header("Content-Length", str(len(told or b"")))
            self.end_headers()
            self.wfile.write(told or b"")

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        serving = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            serving.join()
