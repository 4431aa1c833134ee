"""What a game alone shows besides: the neutral deck, its cube, and the steps it gives. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from assistant.game import Text, text
from assistant.games.ares.planet import oxygen_zone, temperature_zone
from assistant.games.ares.rules.solo import eased
from assistant.games.ares.state import Phase, Step
from assistant.games.ares.view import SoloView, View

PASSES = len(Phase)  # the cube stands on 1 to 5, and a pass has five cards


class NeutralCard(NamedTuple):
    """A card of the neutral deck; None: it lies face down."""

    phase: Phase | None
    is_now: bool = False


def neutral_deck(solo: SoloView) -> tuple[NeutralCard, ...]:
    """The five cards of this pass: those of earlier rounds, that of this round, those face down."""
    past = solo.turned[:-1] if solo.card else solo.turned
    now = (NeutralCard(solo.card, is_now=True),) if solo.card else ()
    down = (NeutralCard(None),) * solo.neutral_left
    return (*(NeutralCard(phase) for phase in past), *now, *down)


def deck_words(solo: SoloView) -> Text:
    """How the neutral deck stands. (G3, G4)"""
    left, is_last = solo.neutral_left, solo.marker == PASSES
    if left == 0:
        return text("deck-over" if is_last else "deck-empty")
    if is_last:
        return text("deck-last", n=left) if left > 1 else text("deck-last-one")
    return text("deck-left", n=left) if left < len(Phase) else text("deck-fresh")


class Way(NamedTuple):
    """A parameter that the cube's steps may go to; None: the table does not know it."""

    parameter: Literal["temperature", "oxygen"]
    was: int | None
    now: int | None
    zone: Text | None
    is_full: bool


def eases(view: View) -> bool:
    """Whether the steps of the neutral cube come before the pick. (G3)"""
    picking = view.step == Step.PLANNING and view.mine is not None and not view.mine.locked
    return picking and view.solo is not None and view.solo.ease > 0


def ways_to_ease(view: View) -> tuple[Way, ...]:
    """Where each parameter would go. (G3)"""
    return (
        _way(view, "temperature", temperature_zone),
        _way(view, "oxygen", oxygen_zone),
    )


def _way(
    view: View, parameter: Literal["temperature", "oxygen"], zone: Callable[[int], str]
) -> Way:
    assert view.solo
    was = view.figure(None, parameter)
    if was is None:
        return Way(parameter, None, None, None, is_full=False)
    steps = 1 if view.solo.split else view.solo.ease
    now = getattr(eased(view.planet, parameter, steps), parameter)
    return Way(parameter, was, now, _zone(zone(was), zone(now)), parameter in view.full)


def _zone(was: str, now: str) -> Text:
    if was == now:
        return text("zone-stays", zone=text(f"zone-{now}"))
    return text("zone-becomes", was=text(f"zone-{was}"), now=text(f"zone-{now}"))


def which_step(solo: SoloView) -> Text:
    """Which of the steps is taken now, where each is taken by itself. (G3)"""
    if solo.ease > solo.steps:
        return text("ease-left", n=solo.ease)
    return text("ease-step", n=solo.steps - solo.ease + 1, of=solo.steps)
