"""The one way in which Rungs comes to the house's two lists, in a test or in a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from assistant.games import GAMES
from assistant.web.faces import FACES
from tests.tiny import TINY
from tests.tiny.web import FACE


@contextmanager
def as_guest() -> Iterator[None]:
    """Inside, the house knows Rungs besides its own games."""
    GAMES[TINY.key], FACES[FACE.key] = TINY, FACE
    try:
        yield
    finally:
        del GAMES[TINY.key], FACES[FACE.key]
