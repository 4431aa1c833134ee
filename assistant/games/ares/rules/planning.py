"""Planning: every player seals a phase; all are turned at once. (B2–B4)"""

from __future__ import annotations

from assistant.game import Seat, advise, by_table, needs_every_yes, require, sealed
from assistant.games.ares.rules.rounds import may_order_neutral, turn_cards, waiting_for
from assistant.games.ares.rules.solo import eases_first
from assistant.games.ares.state import SOLO_LAST_ROUNDS, SOLO_ROUNDS, Phase, State, Step, replace


@sealed
def pick_phase(state: State, seat: Seat, phase: Phase) -> State:
    """Secretly choose a phase, but not the one chosen last round. (B2, B3, G3, J2)"""
    require(state.step == Step.PLANNING, "not-planning")
    player = state.player_here(seat)
    advise(not eases_first(state), "ease-first", n=state.neutral.ease)
    advise(phase != player.last_phase, "same-phase-twice", phase=int(phase))
    return replace(state, picks=state.picks.seal(seat, phase))


def withdraw_pick(state: State, seat: Seat) -> State:
    """Take the chosen card back into the hand, while somebody still chooses. (J2)"""
    require(state.step == Step.PLANNING, "not-planning")
    state.player_here(seat)
    require(state.picks.has(seat), "nothing-picked")
    return replace(state, picks=state.picks.withdraw(seat))


@sealed
def order_neutral(state: State, seat: Seat, phase: Phase) -> State:
    """In the last five rounds choose which neutral card is turned. (G4)"""
    require(state.is_solo, "only-in-solo")
    require(state.step == Step.PLANNING, "not-planning")
    state.player_here(seat)
    first = SOLO_ROUNDS - SOLO_LAST_ROUNDS + 1
    require(may_order_neutral(state), "neutral-is-shuffled", round=first)
    require(phase in state.neutral.left, "neutral-card-used", phase=int(phase))
    ordered = state.neutral.ordered.seal(seat, phase)
    return replace(state, neutral=replace(state.neutral, ordered=ordered))


@by_table
@needs_every_yes
def reveal(state: State, seat: Seat | None) -> State:
    """Turn all chosen cards at once; the chosen phases are played in their order. (B2, B4, G2)"""
    require(state.step == Step.PLANNING, "not-planning")
    require(all_sealed(state), "somebody-still-chooses")
    return turn_cards(state)


def all_sealed(state: State) -> bool:
    """Everybody who is here has chosen, and so has the neutral player if it must. (B2, G4)"""
    return state.step == Step.PLANNING and bool(state.here) and not waiting_for(state)
