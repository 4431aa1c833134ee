"""The count after the end: what the table did not track is counted with the cards. (F2, F3)"""

from __future__ import annotations

from assistant.game import Seat, require
from assistant.games.ares.score import printed
from assistant.games.ares.state import Part, Player, State, Step, replace

RANGES = {
    Part.TR: range(201),
    Part.FORESTS: range(101),
    Part.CARDS: range(-99, 201),
    Part.ON_CARDS: range(201),
    Part.LEFT_OVER: range(1000),
}


def count(state: State, seat: Seat, part: Part, points: int) -> State:
    """Say what you counted for a part of your score; once more corrects it. (F2, F3, J1)"""
    require(state.step == Step.FINISHED, "not-over-yet")
    player = state.player_here(seat)
    require(points in RANGES[part], "out-of-range", value=points)
    return state.put(_with_count(player, part, points))


def _with_count(player: Player, part: Part, points: int) -> Player:
    """A figure has one place: TR and forests stand on the mat, whoever sets them."""
    counted = tuple({**dict(player.counted), part: points}.items())
    player = replace(player, counted=counted)
    match part:
        case Part.TR:
            known = player.unknown - {"tr"}
            return replace(player, mat=replace(player.mat, tr=points), unknown=known)
        case Part.FORESTS:
            known = player.unknown - {"forests"}
            return replace(player, mat=replace(player.mat, forests=points), unknown=known)
        case Part.CARDS:
            return replace(player, points=points - printed(player))
    return player
