"""House rules: figures of the book that a table may change before it begins. (J6)

Each is an option of the set-up, its book's value first; a rule reads it with `State.rule`. With
them goes how a solo game ends, which the book leaves to the table. (G5)
"""

from __future__ import annotations

from collections.abc import Mapping

from assistant.game import Setup, Text, text
from assistant.games.ares.score import COOP_GOAL
from assistant.games.ares.standard import PRICES
from assistant.games.ares.state import HAND_LIMIT, STARTING_TR

# The book's value, and the values that a table may choose.
HOUSE: Mapping[str, tuple[int, range]] = {
    "start_tr": (STARTING_TR, range(31)),
    "start_mc": (0, range(61)),
    "start_heat": (0, range(31)),
    "start_plants": (0, range(31)),
    "hand_limit": (HAND_LIMIT, range(1, 31)),
    **{f"price_{action}": (price, range(1, 41)) for action, price in PRICES.items()},
    "coop_goal": (COOP_GOAL, range(10, 201)),
}
OPTIONS: Mapping[str, tuple[str, ...]] = {
    name: (str(book), *(str(value) for value in allowed if value != book))
    for name, (book, allowed) in HOUSE.items()
}


RULES = (*HOUSE, "solo_end")
IN_MODE = {"coop_goal": "coop", "solo_end": "solo"}  # what matters there alone


def house_rules(setup: Setup) -> tuple[Text, ...]:
    """What differs from the book, in words: ``hand limit 12``. (J6)"""
    chosen = dict(setup.options)
    figures = tuple(
        text("house-rule", rule=text(f"house-{name}"), n=int(chosen[name]))
        for name, (book, _) in HOUSE.items()
        if int(chosen.get(name, book)) != book and applies(setup, name)
    )
    all_rounds = chosen.get("solo_end") == "rounds" and applies(setup, "solo_end")
    return (*figures, text("house-solo_end")) if all_rounds else figures


def applies(setup: Setup, name: str) -> bool:
    """Whether a house rule matters in this mode."""
    return IN_MODE.get(name, setup.mode) == setup.mode
