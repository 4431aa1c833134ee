"""What cards, actions and the planet give, and which earlier cards that sets off. (D5–D8, E1–E4)"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from assistant.game import Illegal, Seat, Text, advise, overruling, text
from assistant.games.ares.asking import ORDER, Asking, Question
from assistant.games.ares.cards import Card, Colour, Count, Gain, Happening, Special, Tag, Trigger
from assistant.games.ares.describe import describe, hands_for
from assistant.games.ares.odd import ODD_FIGURES, ODD_GAINS
from assistant.games.ares.planet import OCEAN_TILES, is_closed
from assistant.games.ares.state import (
    DEGREES,
    MOST_OCEANS,
    MOST_OXYGEN,
    WARMEST,
    Hand,
    InPlay,
    Player,
    State,
    replace,
)

# What is gained


def gain(
    state: State, seat: Seat, card: Card, what: Gain, asking: Asking, default: int | None = None
) -> State:
    """Book a gain of a card; what only hands can do is said to them."""
    if what.odd:
        if not state.player(seat).knows("cards"):
            state = state.doubt(seat, ODD_FIGURES[what.odd])
        what = ODD_GAINS[what.odd](state.player(seat), what)
    state = state.book(seat, mc=what.mc, heat=what.heat, plants=what.plants)
    for said in hands_for(what):
        state = tell_hands(state, seat, said, card.number or None)
    state = raise_tr(state, seat, what.tr)
    state = raise_temperature(state, seat, what.temperature, asking)
    state = raise_oxygen(state, seat, what.oxygen, asking)
    state = plant_forests(state, seat, what.forests, asking)
    state = give_oceans(state, seat, what.oceans)
    if what.here:
        state = put_on(state, seat, card.number, what.here)
    for kind, amount in what.other:
        state = _put_on_another(state, seat, card, kind, amount, asking)
    for special, amount in what.off:
        state = _take_off_any(state, seat, card, special, amount, asking)
    if what.choose:
        chosen = asking.ask(_one_of(state.player(seat), card, what.choose, default))
        state = gain(state, seat, card, what.choose[chosen], asking)
    return state


def _one_of(player: Player, card: Card, ways: Sequence[Gain], default: int | None) -> Question:
    """Which of several gains; those that no card can take are not offered. (D5)"""
    idle = tuple(index for index, way in enumerate(ways) if _is_lost(player, card, way))
    picks = tuple(
        (index, describe(way, card.holds)) for index, way in enumerate(ways) if index not in idle
    )
    if default is None and len(picks) < 2:
        default = picks[0][0] if picks else 0
    return Question(card.number, text("ask-one"), picks, default, idle)


def _is_lost(player: Player, card: Card, what: Gain) -> bool:
    """Whether a gain is nothing but resources for another card, and there is none. (D5)"""
    only = what == Gain(other=what.other) and what.other
    return bool(only) and not any(_takers(player, card, kind) for kind, _ in what.other)


def tell_hands(state: State, seat: Seat, said: Text, card: int | None = None) -> State:
    """Say what this player's hands must do; what one card draws twice is said as one number."""
    hands = list(state.player(seat).hands)
    for place, before in enumerate(hands):
        if said.key == "hands-draw" and before.is_like(card, said.key) and not before.ticked:
            (_, first), (_, second) = before.text.values[0], said.values[0]
            assert isinstance(first, int) and isinstance(second, int)
            hands[place] = Hand(text("hands-draw", n=first + second), card)
            return state.change(seat, hands=tuple(hands))
    return state.change(seat, hands=(*hands, Hand(said, card)))


# The terraform rating and the planet


def raise_tr(state: State, seat: Seat, steps: int) -> State:
    """Move the TR up, and remember that it rose in this phase."""
    if not steps:
        return state
    player = state.player(seat)
    mat = replace(player.mat, tr=player.mat.tr + steps)
    return state.put(replace(player, mat=mat, turn=replace(player.turn, tr_rose=True)))


def raise_temperature(state: State, seat: Seat, steps: int, asking: Asking) -> State:
    """Each step gives 1 TR, beyond the end too while the phase lasts that filled it. (E1–E3)"""
    if not steps or is_closed(state, "temperature"):
        return state
    warmer = min(WARMEST, state.planet.temperature + DEGREES * steps)
    state = replace(state, planet=replace(state.planet, temperature=warmer))
    return happen(raise_tr(state, seat, steps), seat, "temperature", steps, asking)


def raise_oxygen(state: State, seat: Seat, steps: int, asking: Asking) -> State:
    """Each step gives 1 TR, beyond the end too while the phase lasts that filled it. (E1–E3)"""
    if not steps or is_closed(state, "oxygen"):
        return state
    denser = min(MOST_OXYGEN, state.planet.oxygen + steps)
    state = replace(state, planet=replace(state.planet, oxygen=denser))
    return happen(raise_tr(state, seat, steps), seat, "oxygen", steps, asking)


def plant_forests(state: State, seat: Seat, tokens: int, asking: Asking) -> State:
    """A forest token each, and an oxygen step while oxygen counts. (C4, E4)"""
    if not tokens:
        return state
    before = state.player(seat)
    mat = replace(before.mat, forests=before.mat.forests + tokens)
    state = state.put(with_growth(before, replace(before, mat=mat)))
    state = raise_oxygen(state, seat, tokens, asking)
    return happen(state, seat, "forest", tokens, asking)


def give_oceans(state: State, seat: Seat, tiles: int) -> State:
    """Tiles to turn; nothing once all nine lay open before this phase. (E3)"""
    if not tiles or is_closed(state, "oceans"):
        return state
    return state.change(seat, oceans_to_turn=state.player(seat).oceans_to_turn + tiles)


def turn_ocean(state: State, seat: Seat, tile: int) -> State:
    """A turned tile gives 1 TR and what it shows; a tenth shows the last again. (E1, E2)"""
    if is_closed(state, "oceans"):
        return state
    if state.planet.oceans < MOST_OCEANS:
        planet = replace(state.planet, oceans=state.planet.oceans + 1)
        state = replace(state, planet=planet, tiles=(*state.tiles, tile))
    state = raise_tr(state, seat, 1)
    reward = OCEAN_TILES[tile]
    if state.tracks_mats:
        state = state.book(seat, mc=reward.mc, plants=reward.plants)
    for said in hands_for(reward):
        state = tell_hands(state, seat, said)
    return happen(state, seat, "ocean", 1, Asking())


# Effects of cards in play


def happen(
    state: State,
    seat: Seat,
    what: Happening,
    times: int,
    asking: Asking,
    *,
    tags: Sequence[Tag] = (),
    played: int | None = None,
) -> State:
    """Set off every effect that waits for this, as often as it happened. (D7)

    An effect with several outcomes takes its first unless told otherwise. They go off in the order
    in which the cards lie, or as the player says where that makes a difference.
    """
    if not state.tracks_mats:
        return state
    effects = [
        (card, trigger.gain)
        for card in state.player(seat).known
        if what in card.happenings
        for trigger in card.when
        if trigger.on == what and (trigger.itself or card.number != played)
        for _ in range(_times(trigger, times, tags))
    ]
    return _go_off(state, seat, _in_order(state, seat, effects, asking), asking)


Effects = Sequence[tuple[Card, Gain]]


def _go_off(state: State, seat: Seat, effects: Effects, asking: Asking) -> State:
    for card, what in effects:
        state = gain(state, seat, card, what, asking, default=0)
    return state


def _times(trigger: Trigger, times: int, tags: Sequence[Tag]) -> int:
    """Once for every matching tag; else as often as it happened."""
    return sum(tag in trigger.tags for tag in tags) if trigger.on == "tag" else times


def _in_order(state: State, seat: Seat, effects: Effects, asking: Asking) -> Effects:
    """The effects as the player orders them; asked where the outcome depends on it. (D7)

    What is only added up comes out the same in any order: just effects with a choice are tried.
    """
    choosing = {card.number: card for card, what in effects if what.choose}
    said: list[int] = []
    while len(choosing) > 1:
        orders = [(*said, *rest) for rest in permutations(choosing)]
        order = _order_that_matters(state, seat, effects, orders, asking)
        if not order:
            break
        picks = tuple((number, text("card", card=one.name)) for number, one in choosing.items())
        said.append(asking.ask(Question(ORDER, text("ask-order"), picks, order[len(said)])))
        del choosing[said[-1]]
    return _ordered(effects, said)


def _order_that_matters(
    state: State,
    seat: Seat,
    effects: Effects,
    orders: Sequence[tuple[int, ...]],
    asking: Asking,
) -> tuple[int, ...]:
    """The first order against which nothing speaks; none if the answers at hand lead to the same.

    What hands do for it they do in any order.
    """
    outcomes = []
    for order in orders:
        with overruling() as against:
            try:
                after = _go_off(state, seat, _ordered(effects, order), asking.tried())
            except Illegal:
                return ()  # an answer makes no sense: booking it says which
        outcomes.append((after.change(seat, hands=()), against))
    if all(one == outcomes[0] for one in outcomes):
        return ()
    free = (order for order, (_, against) in zip(orders, outcomes, strict=True) if not against)
    return next(free, orders[0])


def _ordered(effects: Effects, first: Sequence[int]) -> Effects:
    """These cards' effects in this order, before those of all others."""
    places = {number: place for place, number in enumerate(first)}
    return sorted(effects, key=lambda effect: places.get(effect[0].number, len(places)))


# Resources on cards


def put_on(state: State, seat: Seat, number: int, amount: int) -> State:
    """Put special resources on a card, or take them off. (D8)"""
    player = state.player(seat)
    have = next((one.resources for one in player.cards if one.number == number), 0)
    advise(have + amount >= 0, "not-enough-on-card", need=-amount, have=have)
    changed = InPlay(number, max(0, have + amount))
    cards = tuple(changed if one.number == number else one for one in player.cards)
    return state.put(replace(player, cards=cards))


def _put_on_another(
    state: State, seat: Seat, card: Card, kind: Special | None, amount: int, asking: Asking
) -> State:
    """Resources for another card that can hold them; if there is none they are lost. (D5)"""
    takers = _takers(state.player(seat), card, kind)
    if not takers:
        return state
    picks = tuple((taker.number, text("card", card=taker.title)) for taker in takers)
    asked = text(f"ask-put-{kind or 'any'}", n=amount)
    only = takers[0].number if len(takers) == 1 else None
    taker = asking.ask(Question(card.number, asked, picks, only))
    return put_on(state, seat, taker, amount)


def _takers(player: Player, card: Card, kind: Special | None) -> list[Card]:
    """The other cards of a player that can hold this."""
    return [
        one.card
        for one in player.cards
        if one.number != card.number and one.card.holds and kind in (None, one.card.holds)
    ]


def _take_off_any(
    state: State, seat: Seat, card: Card, kind: Special, amount: int, asking: Asking
) -> State:
    """Take resources off one of the player's cards, this one or another."""
    givers = [
        one.card
        for one in state.player(seat).cards
        if one.card.holds == kind and one.resources >= amount
    ]
    advise(givers, "nothing-to-take-off", kind=text(f"special-{kind}"))
    if not givers:
        return state
    picks = tuple((giver.number, text("card", card=giver.title)) for giver in givers)
    only = givers[0].number if len(givers) == 1 else None
    asked = text(f"ask-take-{kind}", n=amount)
    giver = asking.ask(Question(card.number, asked, picks, only))
    return put_on(state, seat, giver, -amount)


# Paying


def spend(state: State, seat: Seat, **amounts: int) -> State:
    """Pay from the mat; what is not there is refused by name, as far as the table knows. (J4)"""
    due = {name: amount for name, amount in amounts.items() if amount}
    if not due:
        return state
    player = state.player(seat)
    for name, amount in due.items():
        have = getattr(player.mat, name)
        advise(
            have >= amount or not player.knows(name), f"not-enough-{name}", need=amount, have=have
        )
    return state.book(seat, **{name: -amount for name, amount in due.items()})


# A card in front of its player


def lay_out(player: Player, card: Card) -> Player:
    """The tags, production and capacity that a card adds to a mat. (D3, D7)"""
    mat = player.mat
    production = {kind: getattr(mat.production, kind) + n for kind, n in card.production}
    mat = replace(
        mat,
        production=replace(mat.production, **production),
        steel=mat.steel + card.steel,
        titanium=mat.titanium + card.titanium,
    )
    return replace(player, mat=mat).with_tags(card.tags)


# Figures that depend on others


def count(player: Player, what: Count, resources: int = 0) -> int:
    """One for every `per` of something, rounded down. (D6, F2)"""
    match what.of:
        case "here":
            have = resources
        case "forests":
            have = player.mat.forests
        case "cards":
            have = len(player.cards) + len(player.by_hand)
        case "blue":
            have = player.count_cards(Colour.BLUE)
        case tag:
            have = player.count_tag(Tag(tag))
    return have // what.per


def with_growth(before: Player, after: Player) -> Player:
    """Production that depends on tags or forests grows with each one that comes later. (D6)

    Where the table does not know them, it does not know that production either. (J4)
    """
    if _grows_with(before) == _grows_with(after):
        return after
    was, now = _growing(before), _growing(after)
    if was == now:
        return after
    production = after.mat.production
    figures = {
        kind: max(0, getattr(production, kind) + amount - was.get(kind, 0))
        for kind, amount in now.items()
    }
    mat = replace(after.mat, production=replace(production, **figures))
    unsure = () if after.knows("cards", "forests") else [f"production.{kind}" for kind in now]
    return replace(after, mat=mat, unknown=after.unknown.union(unsure))


def _grows_with(player: Player) -> tuple[object, ...]:
    """All that a figure can depend on."""
    mine = player.corporation, player.cards, player.by_hand, player.tags
    return (*mine, player.mat.forests)


def _growing(player: Player) -> dict[str, int]:
    found: dict[str, int] = {}
    for card in player.known:
        for kind, what in card.grows:
            found[kind] = found.get(kind, 0) + count(player, what)
    return found
