"""What hands have done, ticked. Free, and no step of the story."""

from __future__ import annotations

from assistant.game import Seat
from assistant.games.ares.state import State, replace


def tick(state: State, seat: Seat, card: int, what: str, nth: int = 0, done: bool = True) -> State:
    """Tick what your hands have done, or take the tick away.

    What is meant is said by its card, or 0, and its kind. It may be gone by now, because a step was
    taken back: then there is nothing to tick.
    """
    hands = list(state.player(seat).hands)
    alike = [place for place, hand in enumerate(hands) if hand.is_like(card or None, what)]
    if not 0 <= nth < len(alike):
        return state
    hands[alike[nth]] = replace(hands[alike[nth]], ticked=done)
    return state.change(seat, hands=tuple(hands))
