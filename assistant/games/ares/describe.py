"""Gains in words, and what hands must do for them."""

from __future__ import annotations

from functools import cache, reduce

from assistant.game import Text, text
from assistant.games.ares.cards import CARDS, Gain
from assistant.games.ares.state import replace

FIGURES = ("mc", "heat", "plants", "tr", "temperature", "oxygen", "oceans", "forests")


@cache
def describe(what: Gain) -> Text:
    """A gain in words, what it takes first: ``2 off this card, temperature 1 step``."""
    return text("list", parts=tuple(_parts(what)))


@cache
def describe_action(number: int, *, picked: bool) -> Text:
    """What the action of a blue card gives in words; `picked`: to who chose the phase."""
    action = CARDS[number].action
    assert action
    if action.exchange:
        return text(f"exchange-{action.exchange.to}", most=action.exchange.most or 0)
    if not picked:
        return describe(action.gain)
    both = {name: getattr(action.gain, name) + getattr(action.if_picked, name) for name in FIGURES}
    return describe(replace(action.gain, **both))


def hands_for(what: Gain) -> list[Text]:
    """What only hands can do."""
    said = [text(f"hands-{what.hands}")] if what.hands else []
    if what.draw and what.keep:
        said.append(text("hands-draw-keep", n=what.draw, keep=what.keep))
    elif what.draw and what.discard:
        said.append(text("hands-draw-discard", n=what.draw, discard=what.discard))
    elif what.draw:
        said.append(text("hands-draw", n=what.draw))
    return said


def _parts(what: Gain) -> list[Text]:
    parts = [text("gain-off-here", n=-what.here)] if what.here < 0 else []
    parts += [text(f"gain-off-{kind}", n=amount) for kind, amount in what.off]
    figures = ((name, getattr(what, name)) for name in FIGURES)
    parts += [text(f"gain-{name}", n=amount) for name, amount in figures if amount]
    if what.here > 0:
        parts.append(text("gain-here", n=what.here))
    parts += [text(f"gain-other-{kind or 'any'}", n=amount) for kind, amount in what.other]
    parts += hands_for(what)
    if what.choose:
        parts.append(reduce(_or, map(describe, what.choose)))
    return parts


def _or(one: Text, other: Text) -> Text:
    return text("either", one=one, other=other)
