"""Standard actions: what they cost this player, and which must be made. (C4, C5)"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from assistant.game import advise
from assistant.games.ares.state import Player, State


class StandardAction(StrEnum):
    """The five standard actions by their codes. (C4)"""

    FOREST_PLANTS = "forest_plants"
    FOREST_MC = "forest_mc"
    TEMPERATURE_HEAT = "temperature_heat"
    TEMPERATURE_MC = "temperature_mc"
    OCEAN_MC = "ocean_mc"

    @property
    def pays(self) -> str:
        """The resource it is paid with, as the mat names it."""
        return self.partition("_")[2]

    @property
    def parameter(self) -> str:
        """The parameter that it raises."""
        return {"forest": "oxygen", "ocean": "oceans"}.get(kind := self.kind, kind)

    @property
    def kind(self) -> str:
        return self.partition("_")[0]


PRICES: Mapping[StandardAction, int] = {
    StandardAction.FOREST_PLANTS: 8,
    StandardAction.FOREST_MC: 20,
    StandardAction.TEMPERATURE_HEAT: 8,
    StandardAction.TEMPERATURE_MC: 14,
    StandardAction.OCEAN_MC: 15,
}  # C4

CONVERSIONS = (StandardAction.FOREST_PLANTS, StandardAction.TEMPERATURE_HEAT)  # C5


def standard_price(state: State, player: Player, action: StandardAction) -> int:
    """The price of a standard action, less what corporation and blue cards take off. (C4, J6)"""
    less = 0
    if action.pays == "mc":
        less = sum(card.standard_action_less for card in player.known)
    elif action is StandardAction.FOREST_PLANTS:
        less = sum(card.forest_plants_less for card in player.known)
    return max(0, state.rule(f"price_{action}", PRICES[action]) - less)


def conversions_due(state: State, player: Player) -> tuple[StandardAction, ...]:
    """The conversions that a player can pay, as far as is known, and must make. (C5, J4)"""
    return tuple(
        action
        for action in CONVERSIONS
        if player.knows(action.pays)
        and getattr(player.mat, action.pays) >= standard_price(state, player, action)
        and action.parameter not in state.full
    )


def require_conversions(state: State, player: Player) -> None:
    """Plants become forests and heat becomes warmth first, unless the parameter is full. (C5)"""
    for action in conversions_due(state, player):
        have = getattr(player.mat, action.pays)
        need = standard_price(state, player, action)
        advise(False, f"convert-{action.pays}-first", need=need, have=have)
