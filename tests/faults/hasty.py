"""A server that takes a phone for gone after two seconds: `python -m tests.faults.hasty`."""

from assistant.start import main  # first: it prepares the standard library for gevent
from assistant.web import live

live.PING_SECONDS = 1
live.PING_TIMEOUT_SECONDS = 1

if __name__ == "__main__":
    raise SystemExit(main())
