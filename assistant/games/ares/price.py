"""A price that explains itself line by line. (C1, D1, D3, D4)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from assistant.game import Seat, Text, advise, require, text
from assistant.games.ares.asking import Asking, Choice, Question
from assistant.games.ares.cards import CARDS, Card, Discount, Grant, Tag
from assistant.games.ares.state import Phase, Player, State

STEEL_VALUE = 2  # D3
TITANIUM_VALUE = 3  # D3
DEVELOPMENT_BONUS = 3  # C1
SOLD_CARD = 3  # B7
Amount = Annotated[int, range(1000)]  # of heat, cards or MC in a move


@dataclass(frozen=True)
class Line:
    """A line of a bill; what lowers the price is negative."""

    text: Text
    mc: int


@dataclass(frozen=True)
class Bill:
    """What a card costs and how it is paid. The lines add up to `to_pay`."""

    lines: tuple[Line, ...]
    to_pay: int
    heat: int = 0  # heat used as MC
    sold_for: int = 0  # MC for the cards discarded towards it
    optional: tuple[Card, ...] = ()  # whose discount is paid for

    @property
    def mc(self) -> int:
        """MC that leave the mat; negative: change that comes back. (D1)"""
        return self.to_pay - self.heat - self.sold_for


def sold_card_value(player: Player) -> int:
    """MC for a card discarded from the hand. (B7)"""
    return SOLD_CARD + sum(card.sell_value for card in player.known)


def grant_for(player: Player, card: Card) -> Grant | None:
    """The permission under which a card would be played: the one granted last that fits."""
    for grant in reversed(player.turn.plays):
        fits = grant.free_up_to is None or card.cost <= grant.free_up_to
        if card.colour in grant.colours and fits:
            return grant
    return None


def bill(
    state: State,
    seat: Seat,
    number: int,
    discard: int = 0,
    heat: int = 0,
    choices: Sequence[Choice] = (),
) -> Bill:
    """What a card would cost this player now."""
    return draw_up(state, state.player(seat), CARDS[number], discard, heat, Asking(choices))


def draw_up(
    state: State, player: Player, card: Card, discard: int, heat: int, asking: Asking
) -> Bill:
    """The bill of a card, with the discounts that the player chose to pay for."""
    grant = grant_for(player, card)
    lines = [Line(text("bill-printed"), card.cost)]
    optional: tuple[Card, ...] = ()
    if grant and grant.free_up_to is not None:
        lines.append(Line(text("bill-free"), -card.cost))
    else:
        lines += _reductions(state, player, card, grant)
        optional = _chosen_discounts(player, asking)
        lines += [_line(each, each.discount.mc) for each in optional if each.discount]
    to_pay = sum(line.mc for line in lines)
    if to_pay < 0:
        lines.append(Line(text("bill-floor"), -to_pay))
        to_pay = 0
    pay_with_heat(player, heat, to_pay)
    return Bill(tuple(lines), to_pay, heat, discard * sold_card_value(player), optional)


def heat_is_money(player: Player) -> bool:
    """Whether a card lets this player pay with heat."""
    return any(card.heat_as_mc for card in player.known)


def pay_with_heat(player: Player, heat: int, to_pay: int) -> None:
    """Refuse heat as money unless a card says so, and more of it than is needed."""
    if heat:
        advise(heat_is_money(player), "heat-is-not-money")
        require(heat <= to_pay, "too-much-heat", most=to_pay)
        enough = heat <= player.mat.heat or not player.knows("heat")
        advise(enough, "not-enough-heat", need=heat, have=player.mat.heat)


def _reductions(state: State, player: Player, card: Card, grant: Grant | None) -> list[Line]:
    """Every reduction that goes without saying. (C1, D3)"""
    lines = []
    if Tag.BUILDING in card.tags and not player.knows("steel"):
        lines.append(Line(text("bill-steel-unknown"), 0))
    elif Tag.BUILDING in card.tags and player.mat.steel:
        each = STEEL_VALUE + sum(one.steel_value for one in player.known)
        words = text("bill-steel", n=player.mat.steel, each=each)
        lines.append(Line(words, -each * player.mat.steel))
    if Tag.SPACE in card.tags and not player.knows("titanium"):
        lines.append(Line(text("bill-titanium-unknown"), 0))
    elif Tag.SPACE in card.tags and player.mat.titanium:
        each = TITANIUM_VALUE + sum(one.titanium_value for one in player.known)
        words = text("bill-titanium", n=player.mat.titanium, each=each)
        lines.append(Line(words, -each * player.mat.titanium))
    if state.phase == Phase.DEVELOPMENT == player.pick:
        lines.append(Line(text("bill-phase-bonus"), -DEVELOPMENT_BONUS))
    for one in player.known:
        if one.discount and not one.discount.pay and (less := _less(one.discount, card)):
            lines.append(_line(one, less))
    if grant and grant.discount:
        lines.append(Line(text("bill-granted"), -grant.discount))
    return lines


def _less(discount: Discount, card: Card) -> int:
    """Once for every matching tag; without tags once for each card that is dear enough."""
    if discount.tags:
        return discount.mc * sum(tag in discount.tags for tag in card.tags)
    return discount.mc if card.cost >= discount.from_cost else 0


def _line(by: Card, less: int) -> Line:
    return Line(text("bill-card", card=by.title), -less)


def _chosen_discounts(player: Player, asking: Asking) -> tuple[Card, ...]:
    """Discounts that cost something are taken only when asked for."""
    chosen = []
    for card in player.known:
        discount = card.discount
        if not discount or not discount.pay or not _has_what_it_costs(player, card, discount):
            continue
        yes = text(f"ask-discount-{discount.pay}", n=discount.pay_amount, mc=discount.mc)
        picks = ((0, text("ask-discount-no")), (1, yes))
        asked = text("ask-discount", card=card.title)
        if asking.ask(Question(card.number, asked, picks, 0)):
            chosen.append(card)
    return tuple(chosen)


def _has_what_it_costs(player: Player, card: Card, discount: Discount) -> bool:
    one = player.in_play(card.number)
    if discount.pay != "here":
        return player.mat.plants >= discount.pay_amount or not player.knows("plants")
    return one is not None and one.resources >= discount.pay_amount
