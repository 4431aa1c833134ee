"""What the host chooses before the first round, and how a game stands in a line."""

from __future__ import annotations

from dataclasses import replace

from assistant.game import Names, Setup, Text, text
from assistant.games.ares.checklist import VARIANTS
from assistant.games.ares.rules import EASE_STEPS, PLAYERS
from assistant.games.ares.state import Help
from assistant.games.ares.view import View
from assistant.web.face import Choice, Evening, Row


def set_up(setup: Setup) -> tuple[Row, ...]:
    """Who plays, how cards are dealt or how hard it is alone, and how much the table helps."""
    largest_first = sorted(PLAYERS, key=lambda mode: -PLAYERS[mode].stop)
    who = Row(text("row-who"), tuple(_mode(setup, mode) for mode in largest_first))
    if setup.mode == "solo":
        hard = tuple(_way(setup, "difficulty", one, more=True) for one in EASE_STEPS)
        ends = tuple(_way(setup, "solo_end", one) for one in ("terraformed", "rounds"))
        between = [Row(text("row-difficulty"), hard), Row(text("row-solo_end"), ends)]
    else:
        dealt = tuple(_dealing(setup, one) for one in ("usual", *VARIANTS))
        between = [Row(text("row-dealing"), dealt)]
    levels = tuple(_way(setup, "help", level.value, more=True) for level in Help)
    return (who, *between, Row(text("row-help"), levels))


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
    if view.won is not None:
        everybody = Names(tuple(one.seat for one in view.seats))
        return text("evening-lives" if view.won else "evening-cold", who=everybody)
    if score is None or not score.winners:
        return text("evening-uncounted", who=Names(tuple(one.seat for one in view.seats)))
    best = score.seat(score.winners[0])
    return text("evening-won", who=Names(score.winners), points=best.total if best else 0)
