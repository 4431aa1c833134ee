"""What the host chooses before the first round, and how a game stands in a line."""

from __future__ import annotations

from dataclasses import replace

from assistant.game import Names, Setup, Text, text
from assistant.games.ares.checklist import VARIANTS
from assistant.games.ares.house import HOUSE, applies
from assistant.games.ares.rules import EASE_STEPS, EASINGS, PLAYERS
from assistant.games.ares.state import Help
from assistant.games.ares.view import View
from assistant.web.ares.scores import result
from assistant.web.face import Choice, Evening, Row
from assistant.web.figures import Figure


def set_up(setup: Setup) -> tuple[Row, ...]:
    """Who plays, how cards are dealt or how hard it is alone, and how much the table helps."""
    largest_first = sorted(PLAYERS, key=lambda mode: -PLAYERS[mode].stop)
    who = Row(text("row-who"), tuple(_mode(setup, mode) for mode in largest_first))
    if setup.mode == "solo":
        hard = tuple(_way(setup, "difficulty", one, more=True) for one in EASE_STEPS)
        ends = tuple(_way(setup, "solo_end", one) for one in ("terraformed", "rounds"))
        between = [
            Row(text("row-difficulty"), hard),
            *_easing(setup),
            Row(text("row-solo_end"), ends),
        ]
    else:
        dealt = tuple(_dealing(setup, one) for one in ("usual", *VARIANTS))
        between = [Row(text("row-dealing"), dealt)]
    levels = tuple(_way(setup, "help", level.value, more=True) for level in Help)
    return (who, *between, Row(text("row-help"), levels))


def house_figures(setup: Setup) -> tuple[Figure, ...]:
    """The figures that a table may change, as it plays them now. (J6)"""
    chosen = dict(setup.options)
    return tuple(
        Figure(name, text(f"house-{name}"), int(chosen.get(name, book)), "", "", allowed)
        for name, (book, allowed) in HOUSE.items()
        if applies(setup, name)
    )


def _easing(setup: Setup) -> tuple[Row, ...]:
    """How the steps of the neutral cube are taken, where a move of it gives several. (G3)"""
    if EASE_STEPS[setup.option("difficulty")] < 2:
        return ()
    return (Row(text("row-ease"), tuple(_way(setup, "ease", one) for one in EASINGS)),)


def _mode(setup: Setup, mode: str) -> Choice:
    return Choice(text(f"mode-{mode}"), replace(setup, mode=mode))


def _way(setup: Setup, option: str, value: str, *, more: bool = False) -> Choice:
    return Choice(
        text(f"{option}-is-{value}"),
        _with(setup, **{option: value}),
        text(f"{option}-is-{value}-more") if more else None,
    )


def _dealing(setup: Setup, name: str) -> Choice:
    """Two options that exclude each other stand in one row."""
    wanted = {one: "yes" if one == name else "no" for one in VARIANTS}
    return Choice(text(f"dealt-{name}"), _with(setup, **wanted), text(f"dealt-{name}-more"))


def _with(setup: Setup, **options: str) -> Setup:
    return replace(setup, options=tuple(sorted({**dict(setup.options), **options}.items())))


def stands(view: View) -> Text:
    """How far a game is: the round, and the phase that is played."""
    if view.phase is None:
        return text("stands-round", n=view.round)
    return text("stands-phase", n=view.round, phase=text(f"phase-{view.phase:d}"))


def evening(view: View) -> Evening:
    """Who won with what, and how long it took."""
    winners = view.score.winners if view.score else ()
    if view.won:
        winners = tuple(one.seat for one in view.seats)
    return Evening(_headline(view), text("evening-rounds", n=view.round), winners)


def _headline(view: View) -> Text:
    score = view.score
    everybody = Names(tuple(one.seat for one in view.seats))
    if how := result(view):
        return text("evening-together", who=everybody, how=how)
    if score is None or not score.winners:
        return text("evening-uncounted", who=everybody)
    best = score.seat(score.winners[0])
    return text("evening-won", who=Names(score.winners), points=best.total if best else 0)
