"""Setting up: what to lay where, for the mode and the number of players. (A2–A9, G1, H1)"""

from __future__ import annotations

from assistant.game import Setup, Text, text
from assistant.games.ares.cards import CORPORATIONS, PROJECTS
from assistant.games.ares.planet import OCEAN_TILES
from assistant.games.ares.state import COOP_COPPER, COOP_PLAYER_CUBES, STARTING_TR, Phase

HAND = 8  # A5
STARTER_CARDS = 4  # A7
DEALT_CORPORATIONS = 2  # A5
VARIANTS = ("first_game", "advanced")  # A7 in place of A5; A6 besides it


def variant(setup: Setup) -> str:
    """How cards are dealt: ``usual``, ``advanced`` or ``first_game``. (A5–A7)"""
    options = dict(setup.options)
    return next((name for name in VARIANTS if options.get(name) == "yes"), "usual")


def checklist(setup: Setup, players: int) -> tuple[Text, ...]:
    """What hands do before the first round, in order."""
    dealt = variant(setup)
    return (
        text("setup-phase-tokens", n=len(Phase)),
        text("setup-supply"),
        text("setup-tracks"),
        text("setup-oceans", n=len(OCEAN_TILES)),
        text("setup-mats", n=players, tr=int(dict(setup.options).get("start_tr", STARTING_TR))),
        text("setup-phase-cards", n=len(Phase)),
        *_mode(setup.mode),
        *(_first_game(players) if dealt == "first_game" else _deal(dealt == "advanced")),
        text("setup-take"),
    )


def _mode(mode: str) -> tuple[Text, ...]:
    if mode == "solo":
        return (text("setup-neutral-deck", n=len(Phase)), text("setup-neutral-cube"))
    if mode == "coop":
        return (text("setup-pool", copper=COOP_COPPER, cubes=COOP_PLAYER_CUBES),)
    return ()


def _deal(advanced: bool) -> tuple[Text, ...]:
    """Cards and corporations for each; advanced: change cards before the choice. (A5, A6)"""
    dealt = (
        text("setup-deck", n=len(PROJECTS)),
        text("setup-hand", n=HAND),
        text("setup-corporations", n=DEALT_CORPORATIONS),
    )
    exchange = (text("setup-exchange"),) if advanced else ()
    return (*dealt, *exchange, text("setup-keep"))


def _first_game(players: int) -> tuple[Text, ...]:
    """Starred cards and a starred corporation for each. (A7)"""
    starred = sum(card.first_game for card in PROJECTS)
    corporations = sum(card.first_game for card in CORPORATIONS)
    rest = starred - STARTER_CARDS * players
    return (
        text("setup-starred", n=starred, each=STARTER_CARDS),
        *((text("setup-starred-rest", n=rest),) if rest else ()),
        text("setup-rest-of-hand", n=HAND - STARTER_CARDS),
        text("setup-starred-corporations", n=corporations),
    )
