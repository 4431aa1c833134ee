"""The story of a game, move by move, in keys that `words.py` puts into words."""

from __future__ import annotations

from assistant.game import Move, Names, Told, text
from tests.tiny.rules import winners
from tests.tiny.state import State, Step


def tell(before: State, after: State, move: Move) -> Told | None:
    """The line of a move; sitting down and leaving are told by the house."""
    match move.kind:
        case "begin":
            return Told(text("story-begin", n=len(after.climbers)))
        case "pick":
            return Told(text("story-sealed"))
        case "open_picks" if after.step == Step.FINISHED and winners(after):
            return Told(text("story-won", who=Names(winners(after))))
        case "open_picks":
            return Told(text("story-opened", n=after.round))
        case "next_round":
            return Told(text("story-round", n=after.round))
    return None
