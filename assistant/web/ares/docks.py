"""What stands on the ground under the thumb: which buttons, by what this player is at. Pure."""

from __future__ import annotations

from typing import NamedTuple

from assistant.game import Text, text
from assistant.games.ares.state import Help, Phase, Step
from assistant.games.ares.view import View
from assistant.record import Line
from assistant.web.ares.bodies import TRACKS_MATS
from assistant.web.ares.hands import open_hands
from assistant.web.ares.solo import eases

SEALED = (
    "story-locked",
    "story-changed-pick",
    "story-withdraw_pick",
)  # a pick has its own way back
COUNTED = ("story-count", "story-counted-again")


class Button(NamedTuple):
    """The button that ends what a player is at."""

    words: Text
    look: str = "main"
    sign: str = ""
    id: str = "done"
    more: Text | None = None
    key: str = ""  # of a keyboard


def dock(view: View) -> str | None:
    """The template of the buttons; None for who is not in the game now."""
    name = _kind(view)
    return f"ares/dock/{name}.html" if name else None


def _kind(view: View) -> str | None:
    mine = view.mine
    assert mine
    match view.step:
        case Step.SETUP:
            return "done" if mine.done or mine.corporation else "setup"
        case Step.PLANNING:
            return "locked" if mine.locked else "ease" if eases(view) else "pick"
        case Step.FINISHED:
            return _at_the_end(view)
        case _ if not mine.here:
            return None
        case _ if mine.done:
            return "done"
        case Step.PHASE if mine.must and not mine.oceans_to_turn:
            return "convert"
    return "finish"


def _at_the_end(view: View) -> str:
    if is_counting(view):
        return "count"
    return "wait" if view.counting else "score"


def is_counting(view: View) -> bool:
    """Whether this player has points left to count."""
    return view.you in view.counting


def finish(view: View) -> Button:
    """The button that ends a phase or a round."""
    mine, phase = view.mine, view.phase
    assert mine
    mats = view.help in TRACKS_MATS
    match view.step:
        case Step.PHASE if view.help != Help.PHASES and mine.oceans_to_turn:
            return Button(text("dock-done"), "is-not-now")
        case Step.PHASE if mats and _plays_cards(phase) and mine.turn.plays and not mine.turn.last:
            return Button(text("dock-play-nothing"), "main is-soft", key="n")
        case Step.PHASE if mats and mine.income:
            return Button(text("dock-book"), sign="done")
        case Step.PHASE:
            left = open_hands(mine.hands)
            more = text("dock-hands-left", n=left) if left and not next_card(view) else None
            return Button(text("dock-done"), sign="done", more=more)
        case _ if is_last_round(view):
            return Button(text("dock-finish"), sign="done", id="finish")
    return Button(text("dock-next-round", n=view.round + 1), sign="arrow")


def next_card(view: View) -> bool:
    """Whether one card lies paid on the screen and another may still be played."""
    turn = view.mine.turn if view.mine else None
    return bool(turn and turn.last and _is_playing(view) and (turn.plays or turn.bonus))


def is_last_round(view: View) -> bool:
    """Whether no round follows; in co-op one needs cubes beyond those still to take. (G5, H2)"""
    if view.solo:
        return not view.solo.rounds_left
    to_take = sum(one.here and not one.cube for one in view.seats)
    return view.coop is not None and view.coop.copper + view.coop.player_cubes <= to_take


def looks_at_cards(view: View) -> bool:
    """Whether a number typed now shows a card, with buttons of its own."""
    if view.step == Step.SETUP:
        return True
    acts = view.phase == Phase.ACTION or _plays_cards(view.phase)
    return view.help == Help.CARDS and _is_playing(view) and acts


def types_a_price(view: View) -> bool:
    """Whether a number typed now is the price of a card."""
    return view.help == Help.MATS and _is_playing(view) and _plays_cards(view.phase)


def _is_playing(view: View) -> bool:
    return view.step == Step.PHASE and view.mine is not None and not view.mine.done


def _plays_cards(phase: Phase | None) -> bool:
    return phase in (Phase.DEVELOPMENT, Phase.CONSTRUCTION)


def can_take_back(last: Line | None) -> bool:
    """Whether the newest own step has its way back in the dock."""
    return last is not None and last.text.key not in SEALED


def has_counted(last: Line | None) -> bool:
    return last is not None and last.text.key in COUNTED
