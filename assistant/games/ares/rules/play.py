"""Development and construction: cards played by number or by hand, and sold. (C1, C2, D)"""

from __future__ import annotations

from typing import Annotated, Literal

from assistant.game import Seat, advise, require, text
from assistant.games.ares.asking import Asking, Choice
from assistant.games.ares.cards import CARDS, LAST_PROJECT, Card, Colour, Grant, Tag
from assistant.games.ares.effects import (
    gain,
    happen,
    lay_out,
    put_on,
    spend,
    tell_hands,
    with_growth,
)
from assistant.games.ares.figures import changes
from assistant.games.ares.price import (
    Amount,
    Bill,
    draw_up,
    grant_for,
    pay_with_heat,
    sold_card_value,
)
from assistant.games.ares.requirement import check, zone_shift
from assistant.games.ares.rules.rounds import end_if_terraformed, player_in_round
from assistant.games.ares.score import card_points
from assistant.games.ares.state import (
    Booked,
    InPlay,
    Phase,
    Played,
    Player,
    State,
    Step,
    replace,
)

PHASE_COLOURS = {
    Phase.DEVELOPMENT: frozenset({Colour.GREEN}),
    Phase.CONSTRUCTION: frozenset({Colour.BLUE, Colour.RED}),
}


def play_card(
    state: State,
    seat: Seat,
    number: int,
    discard: Amount = 0,
    heat: Amount = 0,
    choices: tuple[Choice, ...] = (),
) -> State:
    """Play a card by its number: pay it, book what it does and what it sets off. (C1, C2, D1–D8)"""
    asking = Asking(choices)
    state = play(state, seat, number, discard, heat, asking)
    asking.require_all_used()
    return end_if_terraformed(state)


def play(state: State, seat: Seat, number: int, discard: int, heat: int, asking: Asking) -> State:
    """Book a card: permission, requirement, price, then everything it gives."""
    require(state.tracks_cards, "cards-not-tracked")
    before, player = state, player_in_round(state, seat)
    card = _project(state, number)
    grant = _require_may_play(state, player, card)
    check(state, player, card, zone_shift(player, grant.zone_shift if grant else 0))
    bill = draw_up(state, player, card, discard, heat, asking)
    state = _pay(state, player, card, bill)
    if discard:
        state = tell_hands(state, seat, text("hands-discard", n=discard), number)
    state = _put_in_play(state, seat, card)
    state = gain(state, seat, card, card.gain, asking)
    state = _set_off(state, seat, card.tags, asking, played=number, steel=card.steel)
    state = _tell_to_put(before, state, seat, number)
    played = Played(number, max(0, bill.mc), _booked(before, state, seat))
    return state.change(seat, turn=replace(state.player(seat).turn, last=played))


def play_by_hand(
    state: State,
    seat: Seat,
    colour: Literal["green", "blue", "red"],
    cost: Amount,
    discard: Amount = 0,
    heat: Amount = 0,
    tags: tuple[Tag, ...] = (),
    choices: tuple[Choice, ...] = (),
) -> State:
    """Play a card that the table handles itself: the price paid; then plus and minus. (D1, J1)"""
    require(state.tracks_mats, "mats-not-tracked")
    player = player_in_round(state, seat)
    if colour == "red" and Tag.EVENT not in tags:
        tags = (*tags, Tag.EVENT)
    card = Card(0, "", Colour(colour), cost, tags)
    _require_may_play(state, player, card)
    pay_with_heat(player, heat, cost)
    paid = Bill((), cost, heat, discard * sold_card_value(player))
    state = _pay(state, player, card, paid)
    before = state.player(seat)
    turn = replace(before.turn, played=(*before.turn.played, card.colour), last=None)
    after = replace(before, turn=turn, by_hand=(*before.by_hand, card.colour)).with_tags(tags)
    asking = Asking(choices)
    state = _set_off(state.put(with_growth(before, after)), seat, tags, asking)
    asking.require_all_used()
    return state


def sell_cards(state: State, seat: Seat, count: Annotated[int, range(1, 100)]) -> State:
    """Discard cards from the hand for 3 MC each, at any time. (B6, B7, F3)"""
    require(state.tracks_mats, "mats-not-tracked")
    require(state.step != Step.LOBBY, "not-begun-yet")
    player = state.player_here(seat)
    return state.book(seat, mc=count * sold_card_value(player))


def draw_bonus(state: State, seat: Seat) -> State:
    """Take the construction bonus as a card instead of playing one more. (C2)"""
    require(state.tracks_mats, "mats-not-tracked")
    player = state.player_here(seat)
    require(state.phase == Phase.CONSTRUCTION, "only-in-construction-phase")
    advise(player.turn.bonus, "no-bonus-left")
    state = state.change(seat, turn=replace(player.turn, bonus=False))
    return tell_hands(state, seat, text("hands-draw", n=1))


# Steps of playing a card


def _project(state: State, number: int) -> Card:
    """A project card that nobody has played yet: each is in the box once."""
    require(1 <= number <= LAST_PROJECT, "no-such-card")
    card = CARDS[number]
    owners = any(one.in_play(number) for one in state.players)
    require(not owners, "card-in-play", card=card.title)
    return card


def _require_may_play(state: State, player: Player, card: Card) -> Grant | None:
    """One green card in development, one blue or red in construction, and what was granted."""
    grant = grant_for(player, card)
    if grant or _uses_bonus(player, card):
        return grant
    colours = PHASE_COLOURS.get(state.phase) if state.phase else None
    free = [each.free_up_to for each in player.turn.plays if card.colour in each.colours]
    if not colours:
        advise(False, "no-card-now")
    elif card.colour not in colours:
        advise(False, f"wrong-colour-{state.phase:d}")
    elif free and free[0]:
        advise(False, "too-dear-to-be-free", most=free[0])
    else:
        advise(False, "already-played")
    return None


def _uses_bonus(player: Player, card: Card) -> bool:
    return player.turn.bonus and card.colour in PHASE_COLOURS[Phase.CONSTRUCTION]


def _pay(state: State, player: Player, card: Card, bill: Bill) -> State:
    """Use up the permission, pay the bill and what the card itself asks for. (D1, D2)"""
    seat, turn = player.seat, player.turn
    grant = grant_for(player, card)
    if grant:
        place = len(turn.plays) - 1 - turn.plays[::-1].index(grant)
        turn = replace(turn, plays=turn.plays[:place] + turn.plays[place + 1 :])
    elif _uses_bonus(player, card):
        turn = replace(turn, bonus=False)
    state = state.change(seat, turn=turn)
    for each in bill.optional:
        state = _pay_for_discount(state, seat, each)
    state = spend(state, seat, heat=card.spend.heat + bill.heat, tr=card.spend.tr)
    state = spend(state, seat, plants=card.spend.plants)
    change = max(0, -bill.mc)
    state = spend(state, seat, mc=max(0, bill.mc)).book(seat, mc=change)
    return _tell_to_pay(state, player, card, bill) if card.number else state


def _tell_to_pay(state: State, player: Player, card: Card, bill: Bill) -> State:
    """What leaves the mat for a card, as hands take it away; or the change that comes back."""
    before, after = player.mat, state.player(player.seat).mat
    paid = {name: getattr(before, name) - getattr(after, name) for name in ("mc", "heat", "plants")}
    due = {"mc": bill.mc, "heat": card.spend.heat + bill.heat, "plants": card.spend.plants}
    paid |= {name: amount for name, amount in due.items() if not player.knows(name)}
    parts = tuple(text(f"gain-{name}", n=amount) for name, amount in paid.items() if amount > 0)
    if parts:
        said = text("hands-pay", mc=max(0, paid["mc"]), what=text("list", parts=parts))
        state = tell_hands(state, player.seat, said, card.number)
    if paid["mc"] < 0:
        state = tell_hands(state, player.seat, text("hands-change", n=-paid["mc"]), card.number)
    return state


def _tell_to_put(before: State, state: State, seat: Seat, number: int) -> State:
    """The resources that a card brought onto cards, as hands put them there. (D8)"""
    lay = {one.number: one.resources for one in before.player(seat).cards}
    for one in state.player(seat).cards:
        more = one.resources - lay.get(one.number, 0)
        if more > 0 and one.card.holds:
            said = text(f"hands-put-{one.card.holds}", n=more, card=one.card.title)
            state = tell_hands(state, seat, said, number)
    return state


def _booked(before: State, after: State, seat: Seat) -> tuple[Booked, ...]:
    """What a card changed, with the points that its player's cards are worth by now. (F2)"""
    was, now = (card_points(state.player(seat)) for state in (before, after))
    points = (Booked("points", was, now),) if was != now else ()
    return (*changes(before, after, seat), *points)


def _pay_for_discount(state: State, seat: Seat, card: Card) -> State:
    discount = card.discount
    assert discount
    if discount.pay == "here":
        return put_on(state, seat, card.number, -discount.pay_amount)
    return spend(state, seat, plants=discount.pay_amount)


def _put_in_play(state: State, seat: Seat, card: Card) -> State:
    """The card lies in front of the player: tags, production, capacity, plays granted. (D6)"""
    before = state.player(seat)
    turn = replace(before.turn, played=(*before.turn.played, card.number))
    if card.grants:
        turn = replace(turn, plays=(*turn.plays, card.grants))
    cards = (*before.cards, InPlay(card.number))
    after = lay_out(replace(before, turn=turn, cards=cards), card)
    return state.put(with_growth(before, after))


def _set_off(
    state: State,
    seat: Seat,
    tags: tuple[Tag, ...],
    asking: Asking,
    *,
    played: int | None = None,
    steel: int = 0,
) -> State:
    """Every effect of cards in play that waits for a card like this. (D7)"""
    if steel:
        state = happen(state, seat, "steel", steel, asking)
    state = happen(state, seat, "tag", 1, asking, tags=tags, played=played)
    return happen(state, seat, "card", 1, asking, played=played)
