"""What a card does, in at most three rows of our own short words: told from its declaration alone.

A row has a fixed first word (what it `makes`, gives `now`, and so on), words, and figures: what is
paid, and what it changes by its name on the mat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, reduce
from typing import Literal, NamedTuple

from assistant.game import Text, Value, text
from assistant.games.ares.cards import (
    CARDS,
    Action,
    Card,
    Colour,
    Cost,
    Count,
    Discount,
    Gain,
    Grant,
    Tag,
    Trigger,
)
from assistant.games.ares.describe import describe
from assistant.games.ares.standard import PRICES, StandardAction
from assistant.games.ares.state import replace

MOST_ROWS = 3
First = Literal["makes", "now", "action", "effect", "points", "then"]
GAINED = ("mc", "heat", "plants", "tr", "temperature", "oxygen", "oceans", "forests", "draw")


class Piece(NamedTuple):
    """A figure by its name on the mat, and by how much; 0: that depends on what lies there."""

    name: str
    amount: int


@dataclass(frozen=True)
class Row:
    """One thing that a card does."""

    first: First
    words: Text
    pieces: tuple[Piece, ...] = ()
    pays: tuple[Piece, ...] = ()
    asks: bool = False  # one of several: which, is asked when it is played


@cache
def does(number: int) -> tuple[Row, ...]:
    """What a card does, in the order of its first words; every card does something."""
    card = CARDS[number]
    rows = [*_makes(card), *_now(card), *_action(card), *_effects(card), *_points(card)]
    if card.grants:
        rows.append(Row("then", _grant(card.grants)))
    return at_most(rows, MOST_ROWS)


def at_most(rows: Iterable[Row], most: int) -> tuple[Row, ...]:
    """No more rows than these: of the same kind they are one, points go to what comes at once."""
    found = list(rows)
    for first, second in (("now", "points"), ("now", "now"), ("makes", "makes")):
        while len(found) > most and (pair := _pair(found, first, second)):
            one, other = pair
            found.remove(other)
            found[found.index(one)] = _joined(one, other)
    while len(found) > most:
        *found, one, other = found
        found.append(_joined(one, other))
    return tuple(found)


def _pair(rows: list[Row], first: str, second: str) -> tuple[Row, Row] | None:
    """The first row of a kind, and the last other one that can be told with it."""
    one = next((row for row in rows if row.first == first), None)
    other = next((row for row in reversed(rows) if row.first == second), None)
    return (one, other) if one and other and one is not other else None


def _joined(one: Row, other: Row) -> Row:
    (points,) = other.pieces if other.first == "points" else (None,)
    if points and points.amount and one.first != "points":
        words = text("does-and-points", what=one.words, n=points.amount)
        return replace(one, words=words)
    words = text("list", parts=(one.words, other.words))
    return replace(one, words=words, pieces=one.pieces + other.pieces, pays=one.pays + other.pays)


# What the mat gains for good


def _makes(card: Card) -> list[Row]:
    rows = [
        Row("makes", text(f"makes-{kind}"), (Piece(f"production.{kind}", amount),))
        for kind, amount in card.production
    ]
    for kind, what in card.grows:
        words = text("list", parts=(text(f"makes-{kind}"), _each(what, card)))
        rows.append(Row("makes", words, (Piece(f"production.{kind}", 0),)))
    metals = (("steel", card.steel), ("titanium", card.titanium))
    rows += [
        Row("makes", text(f"makes-{metal}"), (Piece(metal, amount),))
        for metal, amount in metals
        if amount
    ]
    return rows


def _each(what: Count, card: Card) -> Text:
    """One for each, or for every so many, of what is counted."""
    if what.of in ("forests", "blue", "cards"):
        return text(f"each-{what.of}", n=what.per)
    if what.of == "here":
        return text(f"each-{card.holds}", n=what.per)
    return text("each-tag", n=what.per, tag=text(f"tag-{what.of}"))


# What comes at once


def _now(card: Card) -> list[Row]:
    parts: list[Value] = []
    spent = {name: getattr(card.spend, name) for name in ("tr", "heat", "plants")}
    paid = tuple(Piece(name, amount) for name, amount in spent.items() if amount)
    if paid:
        cost = tuple(text(f"gain-{name}", n=amount) for name, amount in paid)
        parts.append(text("does-pay", what=text("list", parts=cost)))
    gain = replace(card.gain, choose=())
    if gain != Gain():
        parts.append(describe(gain, card.holds))
    rows = []
    if parts:
        rows.append(Row("now", text("list", parts=tuple(parts)), _pieces(card, gain), paid))
    if card.gain.choose:
        one_of = describe(Gain(choose=card.gain.choose), card.holds)
        rows.append(Row("now", one_of, asks=True))
    return rows


def _pieces(card: Card, gain: Gain) -> tuple[Piece, ...]:
    """The figures of a gain; what is chosen has none before it is chosen."""
    pieces = [Piece(name, getattr(gain, name)) for name in GAINED if getattr(gain, name)]
    if gain.here:
        pieces.append(Piece(f"cards.{card.number}", gain.here))
    pieces += [Piece(kind.value if kind else "card", amount) for kind, amount in gain.other]
    return tuple(pieces)


# Actions


def _action(card: Card) -> list[Row]:
    action = card.action
    if not action:
        return []
    parts: list[Value] = [action_words(card.number)]
    if action.if_picked != Gain():
        parts.append(text("does-more-if-picked", what=describe(action.if_picked)))
    if action.cost.plants_if_picked is not None:
        less = text("gain-plants", n=action.cost.plants_if_picked)
        parts.append(text("does-pay-if-picked", what=less))
    if action.cost.less:
        parts.append(_less(action.cost))
    words = text("list", parts=tuple(parts))
    return [Row("action", words, _pieces(card, action.gain), _cost(action))]


@cache
def action_words(number: int, *, picked: bool = False) -> Text:
    """What the action of a blue card gives; `picked`: to who chose the phase."""
    card = CARDS[number]
    action = card.action
    assert action
    if action.exchange:
        return text(f"exchange-{action.exchange.to}", most=action.exchange.most or 0)
    gain = action.gain
    if picked:
        more = action.if_picked
        both = {name: getattr(gain, name) + getattr(more, name) for name in GAINED}
        gain = replace(gain, **both)
    return describe(gain, card.holds)


def _cost(action: Action) -> tuple[Piece, ...]:
    names = ("mc", "heat", "plants", "tr", "discard")
    pieces = [Piece(name, getattr(action.cost, name)) for name in names]
    paid = tuple(piece for piece in pieces if piece.amount)
    return (*paid, Piece("heat", 0)) if action.exchange else paid


def _less(cost: Cost) -> Text:
    less = cost.less
    assert less
    if less.blue_cards:
        return text("less-blue", n=less.mc, cards=less.blue_cards)
    if less.per in ("steel", "titanium"):
        return text(f"less-{less.per}", n=less.mc)
    return text("less-tag", n=less.mc, tag=text(f"tag-{less.per}"))


# What lasts


def _effects(card: Card) -> list[Row]:
    rows = [_triggered(card, gain, on) for gain, on in _by_gain(card.when)]
    rows += [Row("effect", words, pieces) for words, pieces in _lasting(card)]
    return rows


def effect_words(number: int) -> Text | None:
    """What lasts of a card in one line; None where nothing does."""
    words = tuple(row.words for row in _effects(CARDS[number]))
    return text("list", parts=words) if words else None


def _by_gain(when: tuple[Trigger, ...]) -> list[tuple[Gain, list[Trigger]]]:
    found: dict[Gain, list[Trigger]] = {}
    for trigger in when:
        found.setdefault(trigger.gain, []).append(trigger)
    return list(found.items())


def _triggered(card: Card, gain: Gain, triggers: list[Trigger]) -> Row:
    on = text("list", parts=tuple(_on(trigger) for trigger in triggers))
    words = text("effect-when", on=on, what=describe(gain, card.holds))
    return Row("effect", words, () if gain.choose else _pieces(card, gain))


def _on(trigger: Trigger) -> Text:
    if trigger.on == "tag":
        return text("on-tag", tag=_tags(trigger.tags))
    return text(f"on-{trigger.on}")


def _tags(tags: frozenset[Tag]) -> Text:
    named = [text(f"tag-{tag}") for tag in Tag if tag in tags]
    return reduce(lambda one, other: text("slash", one=one, other=other), named)


def _lasting(card: Card) -> Iterable[tuple[Text, tuple[Piece, ...]]]:
    if card.discount:
        yield _discount(card.discount), (Piece("mc", -card.discount.mc),)
    if card.forest_plants_less:
        plants = PRICES[StandardAction.FOREST_PLANTS] - card.forest_plants_less
        yield text("effect-forest", n=plants), ()
    if card.standard_action_less:
        less = card.standard_action_less
        yield text("effect-standard", n=less), (Piece("mc", -less),)
    if card.heat_as_mc:
        yield text("effect-heat"), ()
    if card.zone_shift:
        yield text("effect-zone"), ()
    if card.steel_value and card.titanium_value:
        yield text("effect-metal", n=card.steel_value), (Piece("mc", card.steel_value),)
    elif card.titanium_value:
        yield text("effect-titanium", n=card.titanium_value), (Piece("mc", card.titanium_value),)
    if card.research_draw or card.research_keep:
        named = (("draw", card.research_draw), ("keep", card.research_keep))
        more = tuple(text(f"research-{name}", n=amount) for name, amount in named if amount)
        yield text("effect-research", what=text("list", parts=more)), ()
    if card.sell_value:
        yield text("effect-sell", n=card.sell_value), (Piece("mc", card.sell_value),)
    if card.extra_tr:
        yield text("effect-extra_tr", n=card.extra_tr), (Piece("tr", 1),)


def _discount(less: Discount) -> Text:
    if less.pay:
        return text(f"effect-pay-{less.pay}", n=less.pay_amount, mc=less.mc)
    if less.from_cost:
        return text("effect-dear", cost=less.from_cost, n=less.mc)
    if not less.tags:
        return text("effect-all", n=less.mc)
    return text("effect-cheaper", tag=_tags(less.tags), n=less.mc)


# At the end, and next


def _points(card: Card) -> list[Row]:
    if card.variable_vp:
        return [Row("points", _each(card.variable_vp, card), (Piece("points", 0),))]
    return [Row("points", text("points-printed"), (Piece("points", card.vp),))] if card.vp else []


def _grant(grant: Grant) -> Text:
    words = text("then-green" if Colour.GREEN in grant.colours else "then-blue-red")
    if grant.free_up_to is not None:
        return text("then-free", what=words, most=grant.free_up_to)
    if grant.discount:
        return text("then-cheaper", what=words, n=grant.discount)
    return text("then-zone", what=words) if grant.zone_shift else words
