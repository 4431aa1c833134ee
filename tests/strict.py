"""A house that soon loses patience: `python -m tests.strict`, with the arguments of `app.py`."""

from assistant.start import main  # first: it prepares the standard library for gevent
from assistant.web import live, serve, sockets

live.PING_SECONDS = 1
live.PING_TIMEOUT_SECONDS = 4
live.LEAVING_SECONDS = 0.2
serve.IDLE_SECONDS = serve.REQUEST_SECONDS = 1.0
sockets.NAMELESS_SECONDS = 1.0

if __name__ == "__main__":
    raise SystemExit(main())
