"""What is told of a finished game beside its score. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.game import Names, Text, text
from assistant.games.ares.history import Round, times_picked
from assistant.games.ares.state import Phase
from assistant.games.ares.view import View


class Fact(NamedTuple):
    """A sign, what it is about, and what there is to say of it."""

    sign: str
    what: Text
    more: Text


def facts(view: View, history: Sequence[Round]) -> tuple[Fact, ...]:
    """The phase that was picked most, and who grew most forests; nothing where none stands out."""
    return tuple(fact for fact in (_picked(view, history), _grown(view)) if fact)


def _picked(view: View, history: Sequence[Round]) -> Fact | None:
    each = [times_picked(history, one.seat) for one in view.seats]
    times = {phase: sum(one[phase - 1] for one in each) for phase in Phase}
    most = max(times.values())
    phases = [phase for phase, n in times.items() if n == most]
    if not most or len(phases) > 1:
        return None
    name = text(f"phase-{phases[0]:d}")
    return Fact(f"p{phases[0]:d}", name, text("fact-picked", n=most))


def _grown(view: View) -> Fact | None:
    assert view.score
    grown = {one.seat: one.forests for one in view.score.seats}
    total, most = sum(grown.values()), max(grown.values())
    if not total:
        return None
    seats = tuple(one.seat for one in view.seats if grown.get(one.seat) == most)
    more = text("fact-grew", n=most, who=Names(seats))
    return Fact("forest", text("fact-forests", n=total), more)
