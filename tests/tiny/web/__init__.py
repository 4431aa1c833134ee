"""The face of Rungs: its slots, what the host chooses, how a game stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assistant.game import Names, Setup, Text, text
from assistant.web.face import Choice, Evening, Face, Row, Slot, When
from tests.tiny import TINY
from tests.tiny.rules import PLAYERS
from tests.tiny.state import ROUNDS
from tests.tiny.view import View


def set_up(setup: Setup) -> tuple[Row, ...]:
    """Who wins, and how long it lasts."""
    modes = tuple(Choice(text(f"mode-{mode}"), replace(setup, mode=mode)) for mode in PLAYERS)
    lengths = tuple(
        Choice(
            text(f"length-is-{length}"),
            replace(setup, options=(("length", length),)),
            text("length-is-long-more") if length == "long" else None,
        )
        for length in ROUNDS
    )
    return Row(text("row-who"), modes), Row(text("row-length"), lengths)


def stands(view: View) -> Text:
    return text("stands-round", n=view.round)


def evening(view: View) -> Evening:
    """Who won, and after how many rounds."""
    rungs = [one.rung for one in view.seats if one.seat in view.winners]
    headline = (
        text("evening-won", who=Names(view.winners), rung=min(rungs))
        if rungs
        else text("evening-lost")
    )
    return Evening(headline, text("evening-rounds", n=view.round), view.winners)


FACE = Face(
    game=TINY,
    slots={
        "seat": (
            Slot("header", "tiny/seat/header.html"),
            Slot("now", "tiny/seat/now.html"),
            Slot("dock", "tiny/seat/dock.html"),
            Slot("tabs", "tiny/seat/tabs.html"),
            Slot("reveal", "tiny/seat/reveal.html", When.AT_ONCE),
            Slot("ladder", "tiny/seat/ladder.html", When.BEHIND, panel=True),
        ),
        "watch": (
            Slot("header", "tiny/watch/header.html"),
            Slot("now", "tiny/watch/now.html"),
        ),
        "table": (
            Slot("stage", "tiny/table/stage.html"),
            Slot("side", "tiny/table/side.html"),
            Slot("end", "tiny/table/end.html"),
            Slot("foot", "tiny/table/foot.html", When.SOON),
        ),
    },
    set_up=set_up,
    stands=stands,
    evening=evening,
    helpers={"rungs_left": lambda view, rung: max(0, (view.goal or 0) - rung)},
    home=Path(__file__).parent,
)
