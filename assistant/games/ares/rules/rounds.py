"""The round: planning, the chosen phases in order, its end; and the end of the game. (B, F1)"""

from __future__ import annotations

from assistant.game import Seat, advise, for_host, require
from assistant.games.ares.cards import Colour, Grant
from assistant.games.ares.planet import is_closed
from assistant.games.ares.rules.production import produce
from assistant.games.ares.score import awaited
from assistant.games.ares.standard import require_conversions
from assistant.games.ares.state import (
    SOLO_LAST_ROUNDS,
    SOLO_ROUNDS,
    Phase,
    Player,
    State,
    Step,
    Turn,
    replace,
)
from assistant.games.ares.unknown import LAST_PHASE
from assistant.sealed import Sealed

EASE_STEPS = {"novice": 2, "specialist": 1, "expert": 0}  # G3
ONE_GREEN = Grant(frozenset({Colour.GREEN}))  # C1
ONE_BLUE_OR_RED = Grant(frozenset({Colour.BLUE, Colour.RED}))  # C2


def done(state: State, seat: Seat) -> State:
    """Say that you are done with this phase; the next begins when all are. (B5, B6, C5, C6)"""
    require(state.step in (Step.SETUP, Step.PHASE, Step.END_OF_ROUND), "no-phase-now")
    player = state.player_here(seat)
    require(not player.done, "already-done")
    if state.step == Step.SETUP:
        advise(player.corporation or not state.tracks_cards, "choose-a-corporation-first")
    if state.is_coop and state.step == Step.END_OF_ROUND:
        require(player.cube or state.pool.is_empty, "take-a-cube-first")
    if state.step == Step.PHASE and state.tracks_planet:
        advise(not player.oceans_to_turn, "turn-the-ocean-first", n=player.oceans_to_turn)
    if state.phase == Phase.ACTION and state.tracks_mats:
        require_conversions(state, player)
    return go_on_when_all_are_done(_finish_phase(state, player))


@for_host
def go_on(state: State, seat: Seat | None) -> State:
    """Go on without those who are still waited for. (B5)"""
    if state.step == Step.PLANNING:
        require(any(state.picks.has(one.seat) for one in state.here), "nobody-has-picked")
        return turn_cards(state)
    require(state.step in (Step.SETUP, Step.PHASE, Step.END_OF_ROUND), "no-phase-now")
    for player in state.here:
        if not player.done:
            state = _finish_phase(state, player)
    return go_on_when_all_are_done(state)


def declare_terraformed(state: State, seat: Seat) -> State:
    """Declare that oceans, temperature and oxygen are all full. (F1, G5, J3)"""
    require(state.step in (Step.PLANNING, Step.PHASE, Step.END_OF_ROUND), "not-in-a-round")
    state.player_here(seat)
    require(state.unknown or not state.tracks_planet, "planet-is-tracked")
    require(not state.terraformed, "already-terraformed")
    return end_if_terraformed(replace(state, declared=True))


# What the moves lean on


def player_in_round(state: State, seat: Seat) -> Player:
    """A player who books something: while a round is played, and not yet done with the phase."""
    require(state.step in (Step.PLANNING, Step.PHASE, Step.END_OF_ROUND), "not-in-a-round")
    player = state.player_here(seat)
    advise(not player.done, "already-done")
    return player


def waiting_for(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for; after the end, for their count. (B2, B5, F2)"""
    if state.step == Step.PLANNING:
        seats = [one.seat for one in state.here]
        late = state.picks.missing(seats)
        if not late and orders_neutral(state):
            late = state.neutral.ordered.missing(seats)
        return late
    if state.step == Step.SETUP:
        return tuple(one.seat for one in state.here if not (one.done or one.corporation))
    if state.step in (Step.PHASE, Step.END_OF_ROUND):
        return tuple(one.seat for one in state.here if not one.done)
    return awaited(state)


def orders_neutral(state: State) -> bool:
    """Whether the player has to say which neutral card is turned; the last lies by itself. (G4)"""
    return may_order_neutral(state) and len(state.neutral.left) > 1


def may_order_neutral(state: State) -> bool:
    """The last five rounds. (G4)"""
    return state.is_solo and state.round > SOLO_ROUNDS - SOLO_LAST_ROUNDS


def ends_when_terraformed(state: State) -> bool:
    """Whether a full planet ends the game: not in co-op, in solo as the table wishes. (G5, J3)"""
    if state.is_coop:
        return False
    return not (state.is_solo and state.setup.option("solo_end") == "rounds")


def is_ending(state: State) -> bool:
    """The planet is full, and that ends the game once this phase is played. (F1)"""
    return state.terraformed and ends_when_terraformed(state)


def end_if_terraformed(state: State) -> State:
    """A full planet ends the game; a phase being played is finished first. (F1)"""
    between = state.step in (Step.PLANNING, Step.END_OF_ROUND)
    return _finish(state) if is_ending(state) and between else state


def plan(state: State) -> State:
    """Everybody's cards are back in the hand. (B1)"""
    state = state.change_all(pick=None, done=False, cube=None, turn=Turn())
    neutral = replace(state.neutral, card=None, ordered=Sealed())
    return _begin(replace(state, step=Step.PLANNING, phase=None, phases=(), neutral=neutral))


def turn_cards(state: State) -> State:
    """All cards lie open; the first chosen phase begins. (B4, G2)"""
    if state.is_solo:
        neutral = state.neutral
        card = next(iter(neutral.ordered.opened().values()), neutral.left[0])
        left = tuple(phase for phase in neutral.left if phase != card)
        turned = (*neutral.turned, card)
        state = replace(state, neutral=replace(neutral, card=card, left=left, turned=turned))
    picks = state.picks.opened()
    chosen = {*picks.values(), state.neutral.card}
    phases = tuple(phase for phase in Phase if phase in chosen)
    players = tuple(
        replace(
            one,
            pick=picks.get(one.seat),
            last_phase=picks.get(one.seat),
            unknown=one.unknown - {LAST_PHASE},
        )
        for one in state.players
    )
    state = replace(state, step=Step.PHASE, phases=phases, players=players, picks=Sealed())
    return _begin_phase(state, phases[0])


def go_on_when_all_are_done(state: State) -> State:
    """The next phase starts when all are done. (B4, B5)"""
    is_open = state.step in (Step.SETUP, Step.PHASE, Step.END_OF_ROUND) and state.here
    if not is_open or waiting_for(state):
        return state
    if state.step == Step.SETUP:
        return plan(state)
    if state.step == Step.END_OF_ROUND:
        return _next_round(state)
    if is_ending(state):
        return _finish(state)
    later = [phase for phase in state.phases if state.phase and phase > state.phase]
    if later:
        return _begin_phase(state, later[0])
    state = state.change_all(done=False, turn=Turn())
    return _begin(replace(state, step=Step.END_OF_ROUND, phase=None))


def _begin_phase(state: State, phase: Phase) -> State:
    """Everybody plays it; the planet counts as it stands now until it ends. (B5, D2, E2)

    What hands were told before is done by now, or never will be.
    """
    players = tuple(
        replace(player, done=False, hands=(), turn=_opening(phase, player))
        for player in state.players
    )
    return _begin(replace(state, phase=phase, players=players))


def _begin(state: State) -> State:
    """A new phase or step: a parameter that is full by now gives nothing any more. (E3)"""
    state = replace(state, start=state.planet)
    return state.change_all(oceans_to_turn=0) if is_closed(state, "oceans") else state


def _opening(phase: Phase, player: Player) -> Turn:
    """What a player may do when a phase begins. (C1, C2)"""
    if phase == Phase.DEVELOPMENT:
        return Turn(plays=(ONE_GREEN,))
    if phase == Phase.CONSTRUCTION:
        return Turn(plays=(ONE_BLUE_OR_RED,), bonus=player.pick == phase)
    return Turn()


def _finish_phase(state: State, player: Player) -> State:
    """The player is done; what a production phase brings is booked with it. (C6)"""
    if state.phase == Phase.PRODUCTION and state.tracks_mats:
        state = produce(state, player.seat)
    return state.change(player.seat, done=True)


def _next_round(state: State) -> State:
    """The next round, or the end after the last. (B6, G3, G5, H2)"""
    if state.is_coop and state.pool.is_empty:
        return _finish(state)
    if state.is_solo:
        if state.round == SOLO_ROUNDS:
            return _finish(state)
        if not state.neutral.left:
            state = _move_marker(state)
    return plan(replace(state, round=state.round + 1))


def _move_marker(state: State) -> State:
    """All five neutral cards were revealed: shuffle anew, the cube moves up. (G3)"""
    neutral = state.neutral
    return replace(
        state,
        neutral=replace(
            neutral,
            marker=neutral.marker + 1,
            left=neutral.decks[neutral.marker],
            turned=(),
            ease=neutral.ease + EASE_STEPS[state.setup.option("difficulty")],
        ),
    )


def _finish(state: State) -> State:
    state = state.change_all(done=False, turn=Turn())
    return replace(state, step=Step.FINISHED, phase=None)
