"""The story of a game, move by move, in keys that `words.py` puts into words."""

from __future__ import annotations

from assistant.game import Move, Names, Text, text
from tests.tiny.rules import winners
from tests.tiny.state import State, Step


def tell(before: State, after: State, move: Move) -> Text | None:
    """The line of a move; sitting down and leaving are told by the house."""
    match move.kind:
        case "begin":
            return text("story-begin", n=len(after.climbers))
        case "pick":
            return text("story-sealed")
        case "open_picks" if after.step == Step.FINISHED and winners(after):
            return text("story-won", who=Names(winners(after)))
        case "open_picks":
            return text("story-opened", n=after.round)
        case "next_round":
            return text("story-round", n=after.round)
    return None
