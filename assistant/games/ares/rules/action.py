"""The action phase: standard actions and the actions of blue cards. (C3, C4)"""

from __future__ import annotations

from typing import NamedTuple

from assistant.game import Seat, advise, require, text
from assistant.games.ares.asking import Asking, Choice
from assistant.games.ares.cards import CARDS, Colour, Cost, Exchange, Tag
from assistant.games.ares.effects import (
    gain,
    give_oceans,
    happen,
    plant_forests,
    raise_temperature,
    raise_tr,
    spend,
    tell_hands,
)
from assistant.games.ares.planet import is_closed
from assistant.games.ares.price import Amount, heat_is_money, pay_with_heat
from assistant.games.ares.rules.rounds import end_if_terraformed, player_in_round
from assistant.games.ares.standard import StandardAction, standard_price
from assistant.games.ares.state import Phase, Player, State, Step, replace


def standard_action(state: State, seat: Seat, action: StandardAction, heat: Amount = 0) -> State:
    """Plant a forest, warm the planet or turn an ocean, as often as you can pay. (C4, E1–E4)"""
    require(state.tracks_planet, "planet-not-tracked")
    player = _player_acting(state, seat)
    if action.kind != "forest":
        advise(not is_closed(state, action.parameter), f"{action.parameter}-full")
    require(not heat or (state.tracks_mats and action.pays == "mc"), "malformed", field="heat")
    if state.tracks_mats:
        price = standard_price(state, player, action)
        if action.pays == "mc":
            state = _pay_mc(state, seat, price, heat)
        else:
            state = spend(state, seat, **{action.pays: price})
    match action.kind:
        case "forest":
            state = plant_forests(state, seat, 1, Asking())
        case "temperature":
            state = raise_temperature(state, seat, 1, Asking())
        case "ocean":
            state = give_oceans(state, seat, 1)
    return end_if_terraformed(state)


def card_action(
    state: State,
    seat: Seat,
    number: int,
    choices: tuple[Choice, ...] = (),
    amount: Amount = 0,
    heat: Amount = 0,
) -> State:
    """Use the action of a blue card: each once, one of them once more with the bonus. (C3)"""
    asking = Asking(choices)
    state = act(state, seat, number, asking, amount, heat)
    asking.require_all_used()
    return end_if_terraformed(state)


def act(state: State, seat: Seat, number: int, asking: Asking, amount: int, heat: int) -> State:
    """Book the action of a blue card."""
    require(state.tracks_cards, "cards-not-tracked")
    player = _player_acting(state, seat)
    require(number in CARDS, "no-such-card")
    require(player.in_play(number), "card-not-in-play", card=CARDS[number].title)
    action = CARDS[number].action
    require(action, "card-has-no-action", card=CARDS[number].title)
    assert action
    _require_unused(player, number)
    turn = replace(player.turn, actions=(*player.turn.actions, number))
    state = state.change(seat, turn=turn)
    state = _pay_for(state, player, number, action.cost, heat)
    if action.exchange:
        state = _exchange(state, seat, action.exchange, amount)
    else:
        require(not amount, "malformed", field="amount")
    state = gain(state, seat, CARDS[number], action.gain, asking)
    if player.pick == Phase.ACTION:
        state = gain(state, seat, CARDS[number], action.if_picked, asking)
    return happen(state, seat, "action", 1, asking)


def extra_tr(state: State, seat: Seat) -> State:
    """United Nations Mars Initiative: after the first TR of a phase pay for one more. (E1)"""
    require(state.tracks_mats, "mats-not-tracked")
    require(state.step == Step.PHASE, "no-phase-now")
    player = state.player_here(seat)
    price = extra_tr_price(player)
    require(price, "corporation-cannot")
    advise(player.turn.tr_rose, "tr-has-not-risen")
    advise(not player.turn.tr_bought, "tr-already-bought")
    state = spend(state, seat, mc=price)
    state = raise_tr(state, seat, 1)
    return state.change(seat, turn=replace(state.player(seat).turn, tr_bought=True))


def _player_acting(state: State, seat: Seat) -> Player:
    """A player who acts in the action phase."""
    player = player_in_round(state, seat)
    advise(state.phase == Phase.ACTION, "only-in-action-phase")
    return player


def _require_unused(player: Player, number: int) -> None:
    """Once each; who chose the phase may use one of them twice. (C3)"""
    used = player.turn.actions
    if number not in used:
        return
    advise(player.pick == Phase.ACTION, "action-used")
    advise(len(set(used)) == len(used), "bonus-action-used")


def action_price(player: Player, cost: Cost) -> Cost:
    """The price of an action for this player: less for metal, tags or many blue cards."""
    mc, less = cost.mc, cost.less
    if not less and cost.plants_if_picked is None:
        return cost
    if less and less.blue_cards:
        mc -= less.mc if player.count_cards(Colour.BLUE) >= less.blue_cards else 0
    elif less:
        metal = {"steel": player.mat.steel, "titanium": player.mat.titanium}
        each = metal[less.per] if less.per in metal else player.count_tag(Tag(less.per))
        mc -= less.mc * each
    plants = cost.plants
    if player.pick == Phase.ACTION and cost.plants_if_picked is not None:
        plants = cost.plants_if_picked
    return replace(cost, mc=max(0, mc), plants=plants, less=None, plants_if_picked=None)


class Heat(NamedTuple):
    """How much heat may pay for an action in place of MC: at least what MC lack."""

    least: int
    most: int


def heat_for(player: Player, cost: Cost) -> Heat | None:
    """The heat that may pay for an action; None: none may, or none would help."""
    if not heat_is_money(player):
        return None
    price = action_price(player, cost)
    least = max(0, price.mc - player.mat.mc) if player.knows("mc") else 0
    most = min(price.mc, player.mat.heat - price.heat) if player.knows("heat") else price.mc
    return Heat(least, most) if most > 0 and least <= most else None


def extra_tr_price(player: Player) -> int:
    """MC for one more TR in a phase; 0: this player cannot buy it."""
    return sum(card.extra_tr for card in player.known)


def _pay_for(state: State, player: Player, number: int, cost: Cost, heat: int) -> State:
    price = action_price(player, cost)
    state = _pay_mc(state, player.seat, price.mc, heat)
    state = spend(state, player.seat, heat=price.heat, plants=price.plants, tr=price.tr)
    if price.discard:
        state = tell_hands(state, player.seat, text("hands-discard", n=price.discard), number)
    return state


def _pay_mc(state: State, seat: Seat, mc: int, heat: int) -> State:
    """Pay in MC, and in heat where a card lets heat be money."""
    pay_with_heat(state.player(seat), heat, mc)
    return spend(state, seat, mc=mc - heat, heat=heat)


def _exchange(state: State, seat: Seat, exchange: Exchange, amount: int) -> State:
    """Heat for something else, one for one."""
    require(amount, "amount-missing")
    if exchange.most is not None:
        advise(amount <= exchange.most, "exchange-too-much", most=exchange.most)
    return spend(state, seat, heat=amount).book(seat, **{exchange.to: amount})
