"""What everybody is at in Ares Expedition. Pure."""

from __future__ import annotations

from assistant.game import Text, text
from assistant.games.ares.state import Help, Step
from assistant.games.ares.view import SeatView, View
from assistant.web.people import Presence


def people(view: View) -> tuple[Presence, ...]:
    """Everybody in the order of their seats."""
    return tuple(person(view, one) for one in view.seats)


def person(view: View, one: SeatView) -> Presence:
    return Presence(one.seat, one.here, is_settled(view, one), *at_what(view, one))


def is_settled(view: View, one: SeatView) -> bool:
    """Whether nobody waits for them now; nobody waits for who is gone."""
    if not one.here:
        return True
    match view.step:
        case Step.SETUP:
            return one.seat not in view.waiting_for
        case Step.PLANNING:
            return one.locked
        case Step.FINISHED:
            return one.seat not in view.counting
    return one.done


def at_what(view: View, one: SeatView) -> tuple[str, Text]:
    """The sign and the word of what somebody is at."""
    settled = is_settled(view, one)
    match view.step:
        case _ if not one.here:
            return "close", text("at-gone")
        case Step.SETUP:
            return ("done", text("at-ready")) if settled else ("wait", text("at-choosing"))
        case Step.PLANNING:
            return ("lock", text("at-locked")) if settled else ("wait", text("at-choosing"))
        case Step.PHASE:
            return ("done", text("at-done")) if settled else ("wait", text("at-playing"))
        case Step.END_OF_ROUND:
            return ("done", text("at-ready")) if settled else ("wait", text("at-not-yet"))
        case Step.FINISHED if not settled:
            return "wait", text("at-counting")
        case Step.FINISHED if view.counting:
            return "done", text("at-counted")
    return "done", text("at-here")


def everybody(view: View) -> Text:
    """What is said while all of them are awaited."""
    match view.step:
        case Step.PLANNING:
            return text("everybody-chooses")
        case Step.PHASE:
            return text("everybody-plays")
        case Step.FINISHED:
            return text("everybody-counts")
    return text("nobody-ready")


def is_alone(view: View) -> bool:
    """Whether a whole table waits for this one player."""
    return view.waiting_for == (view.you,) and sum(one.here for one in view.seats) > 1


def round_of(view: View) -> Text:
    """Which round is played; alone also of how many, and how hard it is. (G1, G5)"""
    if not view.solo:
        return text("header-round", n=view.round)
    hard = text(f"difficulty-is-{view.solo.difficulty}")
    return text("header-hard", round=text("header-solo", n=view.round), difficulty=hard)


def under_name(view: View) -> Text:
    """What stands under a player's name, or under that of whoever watches: where the game is."""
    mine, tracks = view.mine, view.help != Help.PHASES
    match view.step:
        case Step.PLANNING | Step.PHASE | Step.END_OF_ROUND if mine and mine.asked:
            return text("header-open", n=len(mine.asked))
        case _ if tracks and is_alone(view):
            return text("header-awaited")
        case Step.PHASE if mine and mine.picked == view.phase:
            return text("header-bonus")
        case Step.PHASE:
            phase = text(f"phase-{view.phase:d}")
            return text("header-phase", numeral=text(f"numeral-{view.phase:d}"), phase=phase)
        case Step.FINISHED:
            return text("evening-rounds", n=view.round)
        case Step.SETUP:
            return text("header-setup")
        case _ if view.solo:
            return text("header-solo", n=view.round)
        case _ if mine and tracks and "tr" not in mine.unknown:
            in_round = text("header-round", n=view.round)
            return text("header-tr", round=in_round, tr=text("field-tr"), n=mine.mat.tr)
    return text("header-round", n=view.round)
