"""Solo: what the neutral cube gives. (G3)"""

from __future__ import annotations

from typing import Literal

from assistant.game import Seat, advise, require
from assistant.games.ares.rules.rounds import end_if_terraformed
from assistant.games.ares.state import DEGREES, State, replace


def ease(state: State, seat: Seat, parameter: Literal["oxygen", "temperature"]) -> State:
    """Take a step that the neutral cube gives: no TR and no forest token for it. (G3)"""
    require(state.is_solo, "only-in-solo")
    state.player_here(seat)
    require(state.neutral.ease > 0, "no-easing-steps")
    state = replace(state, neutral=replace(state.neutral, ease=state.neutral.ease - 1))
    if not state.tracks_planet:
        return state
    advise(parameter not in state.planet.full, f"{parameter}-full")
    if parameter not in state.planet.full:
        step = DEGREES if parameter == "temperature" else 1
        raised = {parameter: getattr(state.planet, parameter) + step}
        state = replace(state, planet=replace(state.planet, **raised))
    return end_if_terraformed(state)
