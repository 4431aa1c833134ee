"""What is told of a finished game beside its score."""

from __future__ import annotations

from assistant.game import Names, Text, text
from assistant.games.ares.history import Round
from assistant.games.ares.state import Phase, Planet
from assistant.web.ares.facts import Fact, facts
from tests.web.ares.staged import Played, after, over, seen


def _rounds(*picks: tuple[Phase, Phase]) -> tuple[Round, ...]:
    return tuple(
        Round(n, Planet(), (), False, (("red", red), ("blue", blue)))
        for n, (red, blue) in enumerate(picks, 1)
    )


def _counted(red: int, blue: int) -> list[Played]:
    moves: list[Played] = []
    for seat, forests in (("red", red), ("blue", blue)):
        for part, n in (("tr", 20 + forests), ("forests", forests), ("cards", 0), ("on_cards", 0)):
            moves.append((seat, "count", {"part": part, "points": n}))
    return moves


ACTION = _rounds((Phase.ACTION, Phase.RESEARCH), (Phase.PRODUCTION, Phase.ACTION))


def test_the_phase_picked_most_and_who_grew_most_forests() -> None:
    view = seen(after(over(), *_counted(3, 9)))
    assert facts(view, ACTION) == (
        Fact("p3", Text("phase-3"), text("fact-picked", n=2)),
        Fact("forest", text("fact-forests", n=12), text("fact-grew", n=9, who=Names(("blue",)))),
    )


def test_nothing_is_told_of_what_does_not_stand_out() -> None:
    view = seen(after(over(), *_counted(0, 0)))
    level = _rounds((Phase.ACTION, Phase.RESEARCH))
    assert facts(view, level) == facts(view, ()) == ()
