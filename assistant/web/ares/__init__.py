"""The face of Ares Expedition: its slots, what its templates ask for, its drawings."""

from __future__ import annotations

from typing import Any

from assistant.games.ares import ARES
from assistant.games.ares.history import times_picked
from assistant.web.ares import docks, looks, mats, people, scores
from assistant.web.ares.bezel import bezel_marks
from assistant.web.ares.bodies import body
from assistant.web.ares.drawings import drawings
from assistant.web.ares.effect import effect
from assistant.web.ares.export import export, rows
from assistant.web.ares.gallery import frames
from assistant.web.ares.globe import era_now
from assistant.web.ares.lobby import evening, set_up, stands
from assistant.web.ares.picked import picked
from assistant.web.face import Face, Slot, When
from assistant.web.speech import word

HELPERS: dict[str, Any] = {
    **mats.HELPERS,
    "asked_parts": scores.asked_parts,
    "bezel_marks": bezel_marks,
    "begin_with": lambda count: word(f"begin-{count}"),
    "bill_lines": looks.bill_lines,
    "body": body,
    "bonus": lambda phase: word(f"bonus-{phase:d}"),
    "can_take_back": docks.can_take_back,
    "counted": scores.counted,
    "dock": docks.dock,
    "effect": effect,
    "era_now": era_now,
    "everybody": people.everybody,
    "finish": docks.finish,
    "has_counted": docks.has_counted,
    "headline": scores.headline,
    "how_many_phases": lambda count: word(f"how-many-{count}"),
    "is_alone": people.is_alone,
    "is_counting": docks.is_counting,
    "looks_at_cards": docks.looks_at_cards,
    "looked_at": looks.looked_at,
    "may": lambda phase: word(f"may-{phase:d}"),
    "move_args": looks.move_args,
    "numeral": lambda phase: word(f"numeral-{phase:d}"),
    "parts": scores.PARTS,
    "people": people.people,
    "person": people.person,
    "phase_name": lambda phase: word(f"phase-{phase:d}"),
    "piece_word": lambda sign: word(f"piece-{sign}"),
    "plot_picked": picked,
    "requirement_keys": looks.REQUIREMENTS,
    "result": scores.result,
    "spoken": lambda phase: word(f"spoken-{phase:d}"),
    "standard_name": lambda kind: word(f"standard-{kind}"),
    "standings": scores.standings,
    "times_picked": times_picked,
    "types_a_price": docks.types_a_price,
    "under_headline": scores.under_headline,
    "under_name": people.under_name,
    "whole_bonus": lambda phase: word(f"whole-bonus-{phase:d}"),
}

FACE = Face(
    game=ARES,
    slots={
        "seat": (
            Slot("header", "ares/seat/header.html"),
            Slot("now", "ares/seat/now.html"),
            Slot("dock", "ares/seat/dock.html"),
            Slot("tabs", "ares/seat/tabs.html"),
            Slot("reveal", "ares/seat/reveal.html", When.AT_ONCE),
            Slot("mat", "ares/seat/mat.html", When.BEHIND, panel=True),
            Slot("table", "ares/seat/table.html", When.BEHIND, panel=True),
            Slot("others", "ares/seat/others.html", When.BEHIND),
            Slot("tools", "ares/seat/tools.html", When.BEHIND),
            Slot("adjust", "ares/seat/adjust.html", When.BEHIND),
        ),
        "watch": (
            Slot("header", "ares/watch/header.html"),
            Slot("now", "ares/watch/now.html"),
            Slot("table", "ares/seat/table.html", When.BEHIND, panel=True),
            Slot("others", "ares/seat/others.html", When.BEHIND),
        ),
        "table": (
            Slot("side", "ares/table/side.html"),
            Slot("stage", "ares/table/stage.html"),
            Slot("end", "ares/table/end.html"),
            Slot("reveal", "ares/table/reveal.html", When.AT_ONCE),
            Slot("news", "ares/table/news.html", When.SOON),
            Slot("foot", "ares/table/foot.html", When.SOON),
        ),
    },
    set_up=set_up,
    stands=stands,
    evening=evening,
    picture="/ares/planet/phone/-30/0/0.svg",
    helpers=HELPERS,
    signs={"roman": ("numeral-{:d}", "roman roman-{:d}")},
    looks=("card", "dock"),
    mood=lambda view: {"era": era_now(view)},
    drawings=drawings,
    export=export,
    rows=rows,
    gallery=frames,
)
