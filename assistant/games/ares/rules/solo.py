"""Solo: what the neutral cube gives, to be taken before the next phase is picked. (G3)"""

from __future__ import annotations

from typing import Literal

from assistant.game import Seat, advise, require
from assistant.games.ares.rules.rounds import end_if_terraformed
from assistant.games.ares.state import DEGREES, Planet, State, replace

EASINGS = ("one", "split")  # the steps of a move: all on one parameter, or each by itself


def ease(state: State, seat: Seat, parameter: Literal["oxygen", "temperature"]) -> State:
    """Take the steps that the neutral cube gives: no TR and no forest token for them. (G3)"""
    _require_steps(state)
    state.player_here(seat)
    advise(parameter not in state.full, f"{parameter}-full")
    steps = 1 if splits(state) else state.neutral.ease
    state = replace(state, neutral=replace(state.neutral, ease=state.neutral.ease - steps))
    if state.tracks_planet:
        state = replace(state, planet=eased(state.planet, parameter, steps))
    return end_if_terraformed(state)


def lapse(state: State, seat: Seat | None) -> State:
    """Let the steps of the neutral cube go: oxygen and temperature are both full. (G3)

    The table does it by itself where it knows the planet.
    """
    _require_steps(state)
    if state.tracks_planet:
        advise(lapses(state), "tracks-not-full")
    return replace(state, neutral=replace(state.neutral, ease=0))


def eased(planet: Planet, parameter: str, steps: int) -> Planet:
    """A planet with so many steps more, as far as they fit; the rest lapses. (G3)"""
    fit = min(steps, dict(planet.steps_left)[parameter])
    by = fit * DEGREES if parameter == "temperature" else fit
    return replace(planet, **{parameter: getattr(planet, parameter) + by})


def lapses(state: State) -> bool:
    """Whether steps are open that nothing can take. (G3)"""
    return state.neutral.ease > 0 and {"oxygen", "temperature"} <= {*state.full}


def splits(state: State) -> bool:
    """Whether each step is taken by itself. (G3)"""
    return _easing(state) != "one"


def eases_first(state: State) -> bool:
    """Whether the steps of the cube come before the next pick. (G3)"""
    return state.neutral.ease > 0 and _easing(state) is not None


def _easing(state: State) -> str | None:
    """How the table eases. None: it was set up before that could be chosen; steps could wait."""
    return dict(state.setup.options).get("ease")


def _require_steps(state: State) -> None:
    require(state.is_solo, "only-in-solo")
    require(state.neutral.ease > 0, "no-easing-steps")
