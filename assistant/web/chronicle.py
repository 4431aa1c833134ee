"""How a game came about, as it tells its chapters to the chronicle at its end."""

from __future__ import annotations

from typing import NamedTuple

from assistant.game import Text
from assistant.record import Line


class Event(NamedTuple):
    """What a chapter brought about, and the step that did it, if it was one."""

    sign: str
    text: Text
    by: Line | None = None


class Chapter(NamedTuple):
    """A stretch of a game: its name, the signs of what it was made of, how long it took.

    Of all its steps it tells those that the game chose, the newest first.
    """

    name: Text
    signs: tuple[str, ...]
    seconds: float
    events: tuple[Event, ...]
    steps: tuple[Line, ...]
