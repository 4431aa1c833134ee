"""Co-op: the cube pool. (H1)"""

from __future__ import annotations

from assistant.game import Seat, require, text
from assistant.games.ares.effects import tell_hands
from assistant.games.ares.state import Cube, State, Step, replace

COPPER_MC = 1  # H1


def take_cube(state: State, seat: Seat, kind: Cube) -> State:
    """After the reveal take one cube from the pool: 1 MC, or a card to swap. (H1)"""
    require(state.is_coop, "only-in-coop")
    require(state.step in (Step.PHASE, Step.END_OF_ROUND), "not-revealed-yet")
    player = state.player_here(seat)
    require(not player.cube, "cube-already-taken")
    state = state.change(seat, cube=kind)
    pool = state.pool
    if kind is Cube.PLAYER:
        require(pool.player_cubes, "no-such-cube-left")
        state = replace(state, pool=replace(pool, player_cubes=pool.player_cubes - 1))
        return tell_hands(state, seat, text("hands-swap"))
    require(pool.copper, "no-such-cube-left")
    state = replace(state, pool=replace(pool, copper=pool.copper - 1))
    return state.book(seat, mc=COPPER_MC) if state.tracks_mats else state
