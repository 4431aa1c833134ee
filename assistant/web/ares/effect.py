"""What lasts of a corporation, in one line. Pure."""

from __future__ import annotations

from assistant.game import Text, text
from assistant.games.ares.cards import Card, Discount, Tag
from assistant.games.ares.standard import PRICES, StandardAction


def effect(card: Card) -> Text | None:
    """Told from what is declared, never from a card's text; None where nothing lasts."""
    match card:
        case Card(discount=Discount() as less):
            return _discount(less)
        case Card(forest_plants_less=less) if less:
            return text("effect-forest", n=PRICES[StandardAction.FOREST_PLANTS] - less)
        case Card(heat_as_mc=True):
            return text("effect-heat")
        case Card(zone_shift=zones) if zones:
            return text("effect-zone")
        case Card(titanium_value=more) if more:
            return text("effect-titanium", n=more)
        case Card(research_draw=draw, research_keep=keep) if draw:
            return text("effect-research", draw=draw, keep=keep)
        case Card(extra_tr=price) if price:
            return text("effect-extra_tr", n=price)
        case Card(when=(first, *_)) if first.on == "steel":
            return text("effect-steel")
        case Card(when=(first, *_)):
            return text("effect-tag", tag=_tag(first.tags))
    return None


def _discount(less: Discount) -> Text:
    if less.from_cost:
        return text("effect-dear", cost=less.from_cost, n=less.mc)
    return text("effect-cheaper", tag=_tag(less.tags), n=less.mc)


def _tag(tags: frozenset[Tag]) -> Text:
    """A corporation looks at one tag."""
    (tag,) = tags
    return text(f"tag-{tag}")
