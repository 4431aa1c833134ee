"""Which template fills the body of a phone: what this player does now."""

from __future__ import annotations

from assistant.games.ares.state import Help, Phase, Step
from assistant.games.ares.view import SeatView, View
from assistant.web.ares.solo import eases

TRACKS_MATS = (Help.MATS, Help.CARDS)


def body(view: View, asked: tuple[str, ...] = ()) -> str:
    """The template of what a seat is at; what the table does not know is asked for first."""
    return f"ares/seat/{'asked' if asked else _doing(view)}.html"


def _doing(view: View) -> str:
    mine = view.mine
    assert mine
    match view.step:
        case Step.SETUP:
            return "setup"
        case Step.PLANNING:
            return "locked" if mine.locked else "ease" if eases(view) else "pick"
        case Step.PHASE if mine.here and not mine.done:
            return _in_phase(view, mine)
        case Step.PHASE if view.phase is Phase.PRODUCTION:
            return _producing(view, mine)
        case Step.PHASE:
            return "phase"
        case Step.FINISHED:
            return "score"
    return "end_of_round"


def _in_phase(view: View, mine: SeatView) -> str:
    """By phase, and by how much the table tracks."""
    if view.help is Help.PHASES:
        return "phase"
    if mine.oceans_to_turn:
        return "ocean"
    match view.phase:
        case Phase.DEVELOPMENT | Phase.CONSTRUCTION if view.help is Help.CARDS:
            return "play"
        case Phase.DEVELOPMENT | Phase.CONSTRUCTION if view.help is Help.MATS:
            return "by_hand"
        case Phase.ACTION:
            return "action"
        case Phase.PRODUCTION:
            return _producing(view, mine)
    return "phase"


def _producing(view: View, mine: SeatView) -> str:
    return "production" if view.help in TRACKS_MATS and mine.income else "phase"


def lacks_corporation(view: View) -> bool:
    """Who sat down after the others set up takes one before their first phase. (A5)"""
    mine = view.mine
    tracked = view.help in TRACKS_MATS and not view.taken_up
    return bool(tracked and mine and mine.here and not (mine.corporation or mine.last_phase))
