"""Parameters raised by hand: oceans turned, and what a card played by hand gives. (E1–E4)"""

from __future__ import annotations

from typing import Annotated, Literal

from assistant.game import Seat, advise, needs_every_yes, require
from assistant.games.ares.asking import Asking
from assistant.games.ares.effects import (
    plant_forests,
    raise_oxygen,
    raise_temperature,
    turn_ocean,
)
from assistant.games.ares.planet import face_down, is_closed
from assistant.games.ares.rules.rounds import end_if_terraformed, player_in_round
from assistant.games.ares.state import MOST_OCEANS, State

MOST_STEPS = 10


@needs_every_yes
def flip_ocean(state: State, seat: Seat, reward: int) -> State:
    """Turn an ocean tile and say which of the nine it is: 1 TR and what it shows. (E1, E2)"""
    require(state.tracks_planet, "planet-not-tracked")
    player = player_in_round(state, seat)
    require(0 <= reward < MOST_OCEANS, "no-such-tile")
    require(reward in face_down(state), "tile-already-turned")
    advise(not is_closed(state, "oceans"), "oceans-full")
    if state.tracks_cards:
        advise(player.oceans_to_turn, "no-ocean-to-turn")
    left = max(0, player.oceans_to_turn - 1)
    state = state.change(seat, oceans_to_turn=left)
    return end_if_terraformed(turn_ocean(state, seat, reward))


def raise_parameter(
    state: State,
    seat: Seat,
    parameter: Literal["temperature", "oxygen", "forest"],
    steps: Annotated[int, range(1, MOST_STEPS + 1)] = 1,
) -> State:
    """Raise temperature or oxygen, or plant a forest, as a card played by hand says. (E1–E4)"""
    require(state.tracks_planet, "planet-not-tracked")
    player_in_round(state, seat)
    match parameter:
        case "forest":
            state = plant_forests(state, seat, steps, Asking())
        case "oxygen":
            advise(not is_closed(state, "oxygen"), "oxygen-full")
            state = raise_oxygen(state, seat, steps, Asking())
        case "temperature":
            advise(not is_closed(state, "temperature"), "temperature-full")
            state = raise_temperature(state, seat, steps, Asking())
    return end_if_terraformed(state)
