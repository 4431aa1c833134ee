"""The board: colour zones of the tracks and the nine ocean tiles."""

from __future__ import annotations

from assistant.games.ares.cards import Gain, Zone
from assistant.games.ares.state import MOST_OCEANS, MOST_OXYGEN, WARMEST, State

# The warmest and densest step of each zone. (A3)
TEMPERATURE_ZONES = {Zone.PURPLE: -20, Zone.RED: -10, Zone.YELLOW: 0, Zone.WHITE: WARMEST}
OXYGEN_ZONES = {Zone.PURPLE: 2, Zone.RED: 6, Zone.YELLOW: 11, Zone.WHITE: MOST_OXYGEN}

# What the nine tiles show on their backs; a tile's place here is its index on the wire. (A2)
OCEAN_TILES: tuple[Gain, ...] = (
    Gain(plants=2),
    Gain(plants=2),
    Gain(mc=4),
    Gain(mc=2, plants=1),
    Gain(mc=1, plants=1),
    Gain(draw=1),
    Gain(draw=1),
    Gain(draw=1, plants=1),
    Gain(draw=1, mc=1),
)


def temperature_zone(degrees: int) -> Zone:
    return next(zone for zone, most in TEMPERATURE_ZONES.items() if degrees <= most)


def oxygen_zone(percent: int) -> Zone:
    return next(zone for zone, most in OXYGEN_ZONES.items() if percent <= most)


def is_closed(state: State, parameter: str) -> bool:
    """It was full before this phase began: raising it gives nothing any more. (E2, E3)"""
    return parameter in state.start.full and parameter not in state.unknown


def face_down(state: State) -> tuple[int, ...]:
    """The tiles that may still be turned; after the ninth, the last one counts again. (E2)"""
    if "oceans" in state.full and state.tiles:
        return state.tiles[-1:]
    return tuple(tile for tile in range(MOST_OCEANS) if tile not in state.tiles)
