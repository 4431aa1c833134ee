"""The moves of a seat at this step, each open or with the reason why not.

Cards in the hand are not known to the table, so none are offered: see `preview`.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.game import Json, Move, Option, offer
from assistant.games.ares.cards import CORPORATIONS, Cost
from assistant.games.ares.planet import face_down
from assistant.games.ares.preview import ways
from assistant.games.ares.rules import MOVES, orders_neutral
from assistant.games.ares.rules.action import extra_tr_price, heat_for
from assistant.games.ares.score import open_parts
from assistant.games.ares.standard import StandardAction, standard_price
from assistant.games.ares.state import (
    MOST_OCEANS,
    MOST_OXYGEN,
    WARMEST,
    Cube,
    Phase,
    Planet,
    Player,
    State,
    Step,
    replace,
)


def as_it_matters(state: State, own: Player) -> State:
    """A state as far as the options of a seat look at it, so that they are remembered by it.

    In a round it matters neither what lies before others nor where a parameter stands that is not
    full. What others have sealed is left out in any case.
    """
    picks = state.picks
    for one in state.players:
        if one is not own:
            picks = picks.withdraw(one.seat)
    if state.step not in (Step.PLANNING, Step.PHASE, Step.END_OF_ROUND):
        return replace(state, picks=picks)
    return replace(
        state, players=(own,), picks=picks, planet=_rough(state.planet), start=_rough(state.start)
    )


def _rough(planet: Planet) -> Planet:
    """A planet of which only shows which parameters are full."""
    ends = {"temperature": WARMEST, "oxygen": MOST_OXYGEN, "oceans": MOST_OCEANS}
    return Planet(**{name: ends[name] for name in planet.full})


def options(state: State, own: Player) -> tuple[Option, ...]:
    """What a seat may do now."""
    if not own.here:
        return ()
    offered = [offer(MOVES, state, move) for move in _wishes(state, own)]
    if state.tracks_cards and state.phase == Phase.ACTION:
        offered += _card_actions(state, own)
    return tuple(offered)


def _wishes(state: State, own: Player) -> Iterator[Move]:
    seat = own.seat
    if state.step in (Step.LOBBY, Step.SETUP) and state.tracks_mats:
        for card in CORPORATIONS:
            yield Move("choose_corporation", seat, {"number": card.number})
    if state.step == Step.SETUP:
        yield Move("done", seat)
    if state.step == Step.PLANNING:
        for phase in Phase:
            yield Move("pick_phase", seat, {"phase": int(phase)})
        yield Move("withdraw_pick", seat)
        if orders_neutral(state):
            for phase in state.neutral.left:
                yield Move("order_neutral", seat, {"phase": int(phase)})
    if state.step in (Step.PHASE, Step.END_OF_ROUND):
        if state.is_coop:
            for cube in Cube:
                yield Move("take_cube", seat, {"kind": cube.value})
        yield from _by_phase(state, own)
        yield Move("done", seat)
    if state.neutral.ease:
        for parameter in ("oxygen", "temperature"):
            yield Move("ease", seat, {"parameter": parameter})
        if not state.tracks_planet:
            yield Move("lapse", seat)
    if state.step in (Step.PLANNING, Step.PHASE, Step.END_OF_ROUND) and not state.tracks_planet:
        yield Move("declare_terraformed", seat)
    for place, hand in enumerate(own.hands):
        if not hand.ticked:
            nth = sum(each.is_like(hand.card, hand.text.key) for each in own.hands[:place])
            named = {"card": hand.card or 0, "what": hand.text.key}
            yield Move("tick", seat, {**named, "nth": nth} if nth else named)
    for part in open_parts(state).get(seat, ()):
        yield Move("count", seat, {"part": part.value, "points": 0})


def _by_phase(state: State, own: Player) -> Iterator[Move]:
    """What the phase itself allows, as far as the table tracks it. (C1–C5)"""
    seat = own.seat
    if state.tracks_planet and state.phase == Phase.ACTION:
        for action in StandardAction:
            yield Move("standard_action", seat, _standard(state, own, action))
    by_hand = state.tracks_planet and not state.tracks_cards and state.step == Step.PHASE
    if by_hand:
        for parameter in ("temperature", "oxygen", "forest"):
            yield Move("raise_parameter", seat, {"parameter": parameter})
    if own.oceans_to_turn or by_hand:
        for tile in face_down(state):
            yield Move("flip_ocean", seat, {"reward": tile})
    if state.tracks_mats:
        if state.phase == Phase.CONSTRUCTION and own.turn.bonus:
            yield Move("draw_bonus", seat)
        if extra_tr_price(own) and own.turn.tr_rose:
            yield Move("extra_tr", seat)
        yield Move("sell_cards", seat, {"count": 1})


def _standard(state: State, own: Player, action: StandardAction) -> dict[str, Json]:
    """A standard action, with the heat that it takes where MC alone do not pay it. (C4)"""
    args: dict[str, Json] = {"action": action.value}
    if state.tracks_mats and action.pays == "mc":
        heat = heat_for(own, Cost(mc=standard_price(state, own, action)))
        if heat and heat.least:
            args["heat"] = heat.least
    return args


def _card_actions(state: State, own: Player) -> Iterator[Option]:
    """Every action of the player's blue cards, each way it can be used. (C3)"""
    for one in own.cards:
        action = one.card.action
        if not action:
            continue
        args = {"number": one.number}
        heat = heat_for(own, action.cost)
        if heat and heat.least:
            args["heat"] = heat.least  # MC alone do not pay it
        if action.exchange:
            most = action.exchange.most or own.mat.heat
            args["amount"] = max(1, min(most, own.mat.heat))
        yield from ways(state, Move("card_action", own.seat, args))
