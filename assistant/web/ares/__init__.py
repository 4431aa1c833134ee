"""The face of Ares Expedition: its slots, what its templates ask for, its drawings."""

from __future__ import annotations

from typing import Any

from assistant.games.ares import ARES
from assistant.games.ares.does import does, effect_words
from assistant.games.ares.history import times_picked
from assistant.games.ares.house import HOUSE, house_rules
from assistant.web.ares import boards, card_faces, docks, looks, mats, people, scores, solo
from assistant.web.ares.bezel import bezel_marks
from assistant.web.ares.bodies import body, lacks_corporation
from assistant.web.ares.chapters import chapters, steps
from assistant.web.ares.drawings import drawings, picture
from assistant.web.ares.export import export, rows
from assistant.web.ares.facts import facts
from assistant.web.ares.gallery import frames
from assistant.web.ares.globe import era_now
from assistant.web.ares.hands import MOST_ROWS, hand_rows, open_hands
from assistant.web.ares.lobby import evening, house_figures, set_up, stands
from assistant.web.ares.picked import picked
from assistant.web.face import Face, Slot, When
from assistant.web.speech import word

HELPERS: dict[str, Any] = {
    **mats.HELPERS,
    **card_faces.HELPERS,
    "asked": boards.asked,
    "asked_figures": boards.asked_figures,
    "asked_key": boards.asked_key,
    "asked_parts": scores.asked_parts,
    "asked_title": boards.asked_title,
    "bezel_marks": bezel_marks,
    "begin_with": lambda count: word(f"begin-{count}"),
    "bill_lines": looks.bill_lines,
    "board": boards.board,
    "board_words": boards.words,
    "body": body,
    "lacks_corporation": lacks_corporation,
    "book_says": lambda name: HOUSE[name][0],
    "bonus": lambda phase: word(f"bonus-{phase:d}"),
    "can_take_back": docks.can_take_back,
    "chapters": chapters,
    "steps": steps,
    "counted": scores.counted,
    "deck_words": solo.deck_words,
    "dock": docks.dock,
    "does": does,
    "effect": effect_words,
    "era_now": era_now,
    "everybody": people.everybody,
    "facts": facts,
    "finish": docks.finish,
    "first_word": lambda first: word(f"does-{first}"),
    "hand_rows": hand_rows,
    "goal": scores.goal,
    "has_counted": docks.has_counted,
    "headline": scores.headline,
    "house_figures": house_figures,
    "how_hard": lambda difficulty: word(f"hard-{difficulty}"),
    "how_many_phases": lambda count: word(f"how-many-{count}"),
    "is_alone": people.is_alone,
    "is_counting": docks.is_counting,
    "is_last_round": docks.is_last_round,
    "laid": boards.laid,
    "looks_at_cards": docks.looks_at_cards,
    "looked_at": looks.looked_at,
    "may": lambda phase: word(f"may-{phase:d}"),
    "missing": scores.missing,
    "move_args": looks.move_args,
    "most_hands": MOST_ROWS,
    "next_card": docks.next_card,
    "neutral_deck": solo.neutral_deck,
    "numeral": lambda phase: word(f"numeral-{phase:d}"),
    "numerals": lambda phases: ", ".join(word(f"numeral-{phase:d}") for phase in phases),
    "on_cards": boards.on_cards,
    "open_hands": open_hands,
    "parts": scores.PARTS,
    "people": people.people,
    "person": people.person,
    "phase_name": lambda phase: word(f"phase-{phase:d}"),
    "piece_word": lambda sign: word(f"piece-{sign}"),
    "plot_picked": picked,
    "requirement_keys": looks.REQUIREMENTS,
    "result": scores.result,
    "round_of": people.round_of,
    "shared": scores.shared,
    "sheet_tables": boards.sheet_tables,
    "spoken": lambda phase: word(f"spoken-{phase:d}"),
    "standard_name": lambda kind: word(f"standard-{kind}"),
    "stands": stands,
    "standings": scores.standings,
    "taken_up_from": boards.taken_up_from,
    "times_picked": times_picked,
    "told": boards.told,
    "types_a_price": docks.types_a_price,
    "under_headline": scores.under_headline,
    "under_name": people.under_name,
    "ways_to_ease": solo.ways_to_ease,
    "which_step": solo.which_step,
    "whole_bonus": lambda phase: word(f"whole-bonus-{phase:d}"),
}

CHRONICLE = Slot("chronicle", "ares/parts/chronicle.html", When.SOON)
FACE = Face(
    game=ARES,
    slots={
        "seat": (
            Slot("header", "ares/seat/header.html"),
            Slot("now", "ares/seat/now.html"),
            Slot("dock", "ares/seat/dock.html"),
            Slot("tabs", "ares/seat/tabs.html"),
            Slot("beside", "ares/seat/beside.html", When.SOON),
            Slot("reveal", "ares/seat/reveal.html", When.AT_ONCE),
            CHRONICLE,
            Slot("mat", "ares/seat/mat.html", When.BEHIND, panel=True),
            Slot("table", "ares/seat/table.html", When.BEHIND, panel=True),
            Slot("others", "ares/seat/others.html", When.BEHIND),
            Slot("tools", "ares/seat/tools.html", When.BEHIND),
            Slot("adjust", "ares/seat/adjust.html", When.BEHIND),
            Slot("check", "ares/seat/check.html", When.BEHIND),
            Slot("leave", "ares/seat/leave.html", When.BEHIND),
        ),
        "watch": (
            Slot("header", "ares/watch/header.html"),
            Slot("now", "ares/watch/now.html"),
            CHRONICLE,
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
            CHRONICLE,
            Slot("leave", "ares/seat/leave.html", When.BEHIND),
        ),
    },
    set_up=set_up,
    house_rules=house_rules,
    stands=stands,
    evening=evening,
    picture=picture,
    helpers=HELPERS,
    signs={"roman": ("numeral-{:d}", "roman roman-{:d}")},
    looks=("card", "asks", "dock"),
    mood=lambda view: {"era": era_now(view)},
    drawings=drawings,
    export=export,
    rows=rows,
    gallery=frames,
)
