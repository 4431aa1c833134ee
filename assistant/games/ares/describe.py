"""Gains in words, and what hands must do for them."""

from __future__ import annotations

from functools import cache, reduce

from assistant.game import Text, text
from assistant.games.ares.cards import Gain, Special

FIGURES = ("mc", "heat", "plants", "tr", "temperature", "oxygen", "oceans", "forests")


@cache
def describe(what: Gain, holds: Special | None = None) -> Text:
    """A gain in words, what it takes first: ``2 microbes off, raise the temperature``.

    `holds`: what lies on the card that gives it.
    """
    return text("list", parts=tuple(_parts(what, holds)))


def hands_for(what: Gain) -> list[Text]:
    """What only hands can do."""
    said = [text(f"hands-{what.hands}")] if what.hands else []
    return [*said, *_drawn("hands", what)]


def _parts(what: Gain, holds: Special | None) -> list[Text]:
    parts = [text(f"gain-off-here-{holds}", n=-what.here)] if what.here < 0 else []
    parts += [text(f"gain-off-{kind}", n=amount) for kind, amount in what.off]
    parts += [text(f"hands-{what.hands}")] if what.hands else []
    figures = ((name, getattr(what, name)) for name in FIGURES)
    parts += [text(f"gain-{name}", n=amount) for name, amount in figures if amount]
    if what.odd:
        parts.append(text(f"gain-odd-{what.odd}"))
    if what.here > 0:
        parts.append(text(f"gain-here-{holds}", n=what.here))
    parts += [text(f"gain-other-{kind or 'any'}", n=amount) for kind, amount in what.other]
    parts += _drawn("gain", what)
    if what.choose:
        parts.append(reduce(_or, [describe(each, holds) for each in what.choose]))
    return parts


def _drawn(said: str, what: Gain) -> list[Text]:
    """Cards drawn, `said` to hands or of a card."""
    if what.draw and what.keep:
        return [text(f"{said}-draw-keep", n=what.draw, keep=what.keep)]
    if what.draw and what.discard:
        return [text(f"{said}-draw-discard", n=what.draw, discard=what.discard)]
    return [text(f"{said}-draw", n=what.draw)] if what.draw else []


def _or(one: Text, other: Text) -> Text:
    return text("either", one=one, other=other)
