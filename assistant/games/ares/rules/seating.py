"""Sitting down, and going home before the end."""

from __future__ import annotations

from assistant.game import Seat, by_table, require
from assistant.games.ares.rules.rounds import go_on_when_all_are_done
from assistant.games.ares.rules.take_up import asked_for
from assistant.games.ares.state import SEATS, Player, State, Step, replace

PLAYERS = {"standard": range(2, 5), "solo": range(1, 2), "coop": range(2, 3)}  # A1


@by_table
def sit(state: State, seat: Seat) -> State:
    """Sit down at a free colour, also after the game has begun. (A1)"""
    if state.has(seat):
        return state.change(seat, here=True)
    require(state.step != Step.FINISHED, "game-is-over")
    require(len(state.players) < PLAYERS[state.setup.mode].stop - 1, "table-full")
    player = asked_for(state, seat) if state.taken_up else Player(seat, mat=state.first_mat)
    players = (*state.players, player)
    return replace(state, players=tuple(sorted(players, key=lambda one: SEATS.index(one.seat))))


@by_table
def leave(state: State, seat: Seat) -> State:
    """Go home: before the game begins the colour is free again, later its mat stays. (A1)"""
    state.player(seat)
    if state.step == Step.LOBBY:
        return replace(state, players=tuple(one for one in state.players if one.seat != seat))
    state = replace(state, picks=state.picks.withdraw(seat))
    return go_on_when_all_are_done(state.change(seat, here=False, pick=None))
