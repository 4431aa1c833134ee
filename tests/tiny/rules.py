"""The moves of Rungs: one function each, its first line the rule in a player's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from assistant.game import (
    Move,
    Rule,
    Seat,
    by_table,
    for_host,
    needs_every_yes,
    require,
    rules,
    sealed,
)
from assistant.sealed import Sealed
from tests.tiny.state import BREAK_AFTER, BREAK_SECONDS, Climber, State, Step

PLAYERS = {"race": range(2, 6), "together": range(2, 4)}


@by_table
def sit(state: State, seat: Seat) -> State:
    """Step to the foot of the ladder. (A1)"""
    return state.with_climber(Climber(seat))


@by_table
def leave(state: State, seat: Seat) -> State:
    """Step down from the ladder and take your pick along."""
    return replace(
        state,
        climbers=tuple(one for one in state.climbers if one.seat != seat),
        picks=state.picks.withdraw(seat),
    )


@for_host
def begin(state: State, seat: Seat | None) -> State:
    """Begin with those who sit here. (A1)"""
    require(state.step == Step.LOBBY, "begun-already")
    least = PLAYERS[state.setup.mode].start
    require(len(state.climbers) >= least, "too-few", n=least)
    return replace(state, step=Step.PICKING, round=1)


@sealed
def pick(state: State, seat: Seat, number: Annotated[int, range(1, 4)]) -> State:
    """Seal 1, 2 or 3, in place of what you had sealed. (B1)"""
    require(state.step == Step.PICKING, "not-picking")
    return replace(state, picks=state.picks.seal(seat, number))


@by_table
@needs_every_yes
def open_picks(state: State, seat: None) -> State:
    """Open all picks together: alone in a number one climbs it, with others one rung. (B1, B2)"""
    require(state.step == Step.PICKING and not state.waiting_for, "not-picking")
    opened = state.picks.opened()
    times = Counter(opened.values())
    return replace(
        state,
        step=Step.FINISHED if state.round == state.rounds else Step.OPENED,
        picks=Sealed(),
        climbers=tuple(
            replace(one, rung=one.rung + (number if times[number] == 1 else 1), opened=number)
            for one in state.climbers
            for number in (opened[one.seat],)
        ),
    )


def go_on(state: State, seat: Seat) -> State:
    """Say that you have seen what was opened. (B3)"""
    require(state.step == Step.OPENED, "nothing-opened")
    climber = next(one for one in state.climbers if one.seat == seat)
    require(not climber.has_seen, "seen-already")
    return state.with_climber(replace(climber, has_seen=True))


@by_table
def next_round(state: State, seat: None) -> State:
    """Begin the next round once everybody has seen. (B3)"""
    require(state.step == Step.OPENED and not state.waiting_for, "nothing-opened")
    return replace(
        state,
        step=Step.PICKING,
        round=state.round + 1,
        climbers=tuple(replace(one, opened=None, has_seen=False) for one in state.climbers),
    )


MOVES: Mapping[str, Rule] = rules(sit, leave, begin, pick, open_picks, go_on, next_round)


def follow(state: State, move: Move) -> Move | None:
    """What the table does by itself: open, give a break, go on. (B1, B3, B4)"""
    if move.kind == "open_picks" and state.step == Step.OPENED and state.round == BREAK_AFTER:
        return Move("start_clock", args={"seconds": BREAK_SECONDS})
    if move.kind == "next_round" and state.round == BREAK_AFTER + 1:
        return Move("stop_clock")
    if state.waiting_for or not state.climbers:
        return None
    match state.step:
        case Step.PICKING:
            return Move("open_picks")
        case Step.OPENED:
            return Move("next_round")
    return None


def winners(state: State) -> tuple[Seat, ...]:
    """Who stands highest; together, all or nobody. (C1, C2)"""
    if state.step != Step.FINISHED or not state.climbers:
        return ()
    rungs = [one.rung for one in state.climbers]
    if state.setup.mode == "together":
        return state.seats if min(rungs) >= state.goal else ()
    return tuple(one.seat for one in state.climbers if one.rung == max(rungs))
