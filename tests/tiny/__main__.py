"""A house that knows Rungs too: `python -m tests.tiny`, with the arguments of `app.py`."""

from assistant.start import main  # first: it prepares the standard library for gevent
from tests.tiny.guest import as_guest

if __name__ == "__main__":
    with as_guest():
        raise SystemExit(main())
