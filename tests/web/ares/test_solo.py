"""Alone: how the neutral deck stands in words, and where the steps of its cube lead."""

from __future__ import annotations

from assistant.game import Text, text
from assistant.games.ares.state import State
from assistant.web.ares.solo import deck_words, ways_to_ease
from tests.web.ares.staged import Played, after, seen, table

DONE: Played = ("red", "done", {})


def _picked(state: State) -> State:
    """The neutral card of the round lies open."""
    picks: list[Played] = [("red", "pick_phase", {"phase": 5 if state.round % 2 else 4})]
    if state.neutral.ease:
        picks.insert(0, ("red", "ease", {"parameter": "oxygen"}))
    state = after(state, *picks)
    choices = seen(state).solo
    assert choices
    if state.step == "planning":
        state = after(state, ("red", "order_neutral", {"phase": int(choices.choices[0])}))
    return state


def _planned(level: str, number: int) -> State:
    """The planning of this round."""
    state = table(level, mode="solo", seats="red")
    while state.round < number:
        state = _picked(state)
        at = state.round
        while state.round == at:
            state = after(state, DONE)
    return state


def _words(state: State) -> Text:
    solo = seen(state).solo
    assert solo
    return deck_words(solo)


def test_the_deck_says_how_many_are_left_and_what_comes_then() -> None:
    """(G3)"""
    fifth = _planned("phases", 5)
    assert _words(_planned("phases", 1)) == Text("deck-fresh")
    assert _words(fifth) == text("deck-left", n=1)
    assert _words(_picked(fifth)) == Text("deck-empty")


def test_the_last_card_of_the_last_pass_is_not_one_to_choose() -> None:
    """(G4)"""
    last = _planned("phases", 24)
    assert _words(last) == text("deck-last", n=2)
    assert _words(_picked(last)) == Text("deck-last-one")
    assert _words(_picked(_planned("phases", 25))) == Text("deck-over")


def test_a_track_that_is_not_known_leads_nowhere() -> None:
    """The board shows where it stands, not the track's start. (G3, J4)"""
    state = _planned("phases", 6)
    state = after(state, (None, "set_help", {"level": "planet", "asks": True}))
    state = after(state, ("red", "say_figure", {"field": "oxygen", "value": 5}))
    warm, dense = ways_to_ease(seen(state))
    assert (warm.was, warm.now, warm.zone, warm.is_full) == (None, None, None, False)
    assert (dense.was, dense.now) == (5, 7)
