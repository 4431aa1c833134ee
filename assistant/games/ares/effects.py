"""What cards, actions and the planet give, and which earlier cards that sets off. (D5–D8, E1–E4)"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.game import Seat, Text, advise, text
from assistant.games.ares.asking import Asking, Question
from assistant.games.ares.cards import Card, Colour, Count, Gain, Happening, Special, Tag, Trigger
from assistant.games.ares.describe import describe, hands_for
from assistant.games.ares.odd import ODD_GAINS
from assistant.games.ares.planet import OCEAN_TILES, is_closed
from assistant.games.ares.state import (
    DEGREES,
    MOST_OCEANS,
    MOST_OXYGEN,
    WARMEST,
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
        what = ODD_GAINS[what.odd](state.player(seat), what)
    state = state.book(seat, mc=what.mc, heat=what.heat, plants=what.plants)
    for said in hands_for(what):
        state = tell_hands(state, seat, said)
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
        picks = tuple((index, describe(option)) for index, option in enumerate(what.choose))
        chosen = asking.ask(Question(card.number, text("ask-one"), picks, default))
        state = gain(state, seat, card, what.choose[chosen], asking)
    return state


def tell_hands(state: State, seat: Seat, said: Text) -> State:
    """Say what this player's hands must do; drawing twice is said as one number."""
    hands = list(state.player(seat).hands)
    for place, before in enumerate(hands):
        if said.key == before.key == "hands-draw":
            (_, first), (_, second) = before.values[0], said.values[0]
            assert isinstance(first, int) and isinstance(second, int)
            hands[place] = text("hands-draw", n=first + second)
            return state.change(seat, hands=tuple(hands))
    return state.change(seat, hands=(*hands, said))


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

    An effect with several outcomes takes its first unless told otherwise.
    """
    if not state.tracks_mats:
        return state
    for card in state.player(seat).known:
        if what not in card.happenings:
            continue
        for trigger in card.when:
            if trigger.on == what and (trigger.itself or card.number != played):
                for _ in range(_times(trigger, times, tags)):
                    state = gain(state, seat, card, trigger.gain, asking, default=0)
    return state


def _times(trigger: Trigger, times: int, tags: Sequence[Tag]) -> int:
    """Once for every matching tag; else as often as it happened."""
    return sum(tag in trigger.tags for tag in tags) if trigger.on == "tag" else times


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
    takers = [
        one.card
        for one in state.player(seat).cards
        if one.number != card.number and one.card.holds and kind in (None, one.card.holds)
    ]
    if not takers:
        return state
    picks = tuple((taker.number, text("card", card=taker.name)) for taker in takers)
    asked = text(f"ask-put-{kind or 'any'}", n=amount)
    only = takers[0].number if len(takers) == 1 else None
    taker = asking.ask(Question(card.number, asked, picks, only))
    return put_on(state, seat, taker, amount)


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
    picks = tuple((giver.number, text("card", card=giver.name)) for giver in givers)
    only = givers[0].number if len(givers) == 1 else None
    asked = text(f"ask-take-{kind}", n=amount)
    giver = asking.ask(Question(card.number, asked, picks, only))
    return put_on(state, seat, giver, -amount)


# Paying


def spend(state: State, seat: Seat, **amounts: int) -> State:
    """Pay from the mat; what is not there is refused by name."""
    due = {name: amount for name, amount in amounts.items() if amount}
    if not due:
        return state
    mat = state.player(seat).mat
    for name, amount in due.items():
        have = getattr(mat, name)
        advise(have >= amount, f"not-enough-{name}", need=amount, have=have)
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
    """Production that depends on tags or forests grows with each one that comes later. (D6)"""
    was, now = _growing(before), _growing(after)
    if was == now:
        return after
    production = after.mat.production
    figures = {
        kind: max(0, getattr(production, kind) + amount - was.get(kind, 0))
        for kind, amount in now.items()
    }
    return replace(after, mat=replace(after.mat, production=replace(production, **figures)))


def _growing(player: Player) -> dict[str, int]:
    found: dict[str, int] = {}
    for card in player.known:
        for kind, what in card.grows:
            found[kind] = found.get(kind, 0) + count(player, what)
    return found
