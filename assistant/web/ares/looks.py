"""A look at a card: what shows it, its bill line by line, and the move it leads to. Pure."""

from __future__ import annotations

from typing import Any

from assistant.game import Text, text
from assistant.games.ares.cards import Colour
from assistant.games.ares.look import Look
from assistant.games.ares.state import Step
from assistant.games.ares.view import View
from assistant.web.ares.mats import answered

REQUIREMENTS = (
    *("temperature-too-low", "temperature-too-high", "oxygen-too-low", "oxygen-too-high"),
    *("too-few-oceans", "too-many-oceans", "too-few-tags", "tr-too-low"),
)


def looked_at(view: View, look: Look) -> str | None:
    """The template of what is looked at; None while a number is being typed."""
    name = _kind(view, look)
    return f"ares/card/{name}.html" if name else None


def _kind(view: View, look: Look) -> str | None:
    seen = look.preview
    if look.find:
        return "found"
    if not seen:
        return "hint" if view.step == Step.SETUP else None
    if seen.card.colour is Colour.CORPORATION:
        return "corporation"
    return "action" if look.action else "project"


def bill_lines(look: Look) -> tuple[tuple[Text, int], ...]:
    """What a card costs and what is paid for it other than with MC."""
    bill = look.preview.bill if look.preview else None
    if not bill:
        return ()
    lines = [(line.text, line.mc) for line in bill.lines]
    if bill.sold_for:
        lines.append((text("bill-sold", n=look.discard), -bill.sold_for))
    if bill.heat:
        lines.append((text("bill-heat"), -bill.heat))
    return tuple(lines)


def move_args(look: Look) -> dict[str, Any]:
    """What goes with the move that a look leads to, once its questions are answered."""
    chosen = {"choices": answered(look)}
    if look.action:
        named = {**chosen, "amount": look.amount, "heat": look.heat}
    else:
        named = {"discard": look.discard, "heat": look.heat, **chosen}
    return {"number": look.number, **{name: value for name, value in named.items() if value}}
