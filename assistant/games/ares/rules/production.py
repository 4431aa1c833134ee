"""Production and research: what each player takes, and the cubes for it. (C6–C8, E5)"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.game import Seat, text
from assistant.games.ares.effects import tell_hands
from assistant.games.ares.state import Phase, Player, State

PRODUCTION_BONUS = 4  # C6
RESEARCH_DRAW, RESEARCH_KEEP = 2, 1  # C8
RESEARCH_BONUS_DRAW, RESEARCH_BONUS_KEEP = 3, 1  # C8
GOLD, SILVER = 10, 5  # E5


@dataclass(frozen=True)
class Cubes:
    """An amount in the fewest cubes. (E5)"""

    gold: int
    silver: int
    copper: int


@dataclass(frozen=True)
class Income:
    """What a production phase brings a player, the sum of MC spelled out. (C6)"""

    mc_production: int
    tr: int
    bonus: int
    heat: int
    plants: int
    cards: int

    @property
    def mc(self) -> int:
        return self.mc_production + self.tr + self.bonus


@dataclass(frozen=True)
class Research:
    """How many cards a player draws and keeps. (C8)"""

    draw: int
    keep: int


def cubes(amount: int) -> Cubes:
    """The cubes to take for an amount: gold 10, silver 5, copper 1. (E5)"""
    return Cubes(amount // GOLD, amount % GOLD // SILVER, amount % SILVER)


def income(player: Player) -> Income:
    """MC production and TR, heat, plants, cards; 4 MC more for who chose the phase. (C6)"""
    production = player.mat.production
    bonus = PRODUCTION_BONUS if player.pick == Phase.PRODUCTION else 0
    return Income(
        production.mc,
        player.mat.tr,
        bonus,
        production.heat,
        production.plants,
        production.cards,
    )


def research(player: Player) -> Research:
    """Draw 2 and keep 1; who chose the phase 3 and 1 more; cards add to both. (C8)"""
    draw, keep = RESEARCH_DRAW, RESEARCH_KEEP
    if player.pick == Phase.RESEARCH:
        draw, keep = draw + RESEARCH_BONUS_DRAW, keep + RESEARCH_BONUS_KEEP
    draw += sum(card.research_draw for card in player.known)
    keep += sum(card.research_keep for card in player.known)
    return Research(draw, keep)


# What each resource of an income comes from.
SOURCES = {
    "mc": ("production.mc", "tr"),
    "heat": ("production.heat",),
    "plants": ("production.plants",),
}


def unsure_of(player: Player) -> tuple[str, ...]:
    """The resources of which the table does not know what the production phase brings. (J4)"""
    return tuple(name for name, fields in SOURCES.items() if not player.knows(*fields))


def produce(state: State, seat: Seat) -> State:
    """Book what the production phase brings; what is not known makes unknown. (C6, J4)"""
    player = state.player(seat)
    brings = income(player)
    state = state.doubt(seat, *unsure_of(player))
    state = state.book(seat, mc=brings.mc, heat=brings.heat, plants=brings.plants)
    if brings.cards:
        state = tell_hands(state, seat, text("hands-draw", n=brings.cards))
    return state
