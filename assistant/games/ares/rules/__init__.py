"""The moves of Ares Expedition, a room for each part of the game.

Each function in `MOVES` is one move; its first line is the rule in a player's words, the letters in
brackets are the numbers of docs/rules/ares.md.
"""

from __future__ import annotations

from assistant.game import Move, rules
from assistant.games.ares.rules.action import card_action, extra_tr, standard_action
from assistant.games.ares.rules.adjust import adjust
from assistant.games.ares.rules.coop import take_cube
from assistant.games.ares.rules.count import count
from assistant.games.ares.rules.hands import tick
from assistant.games.ares.rules.parameters import flip_ocean, raise_parameter
from assistant.games.ares.rules.planning import (
    all_sealed,
    order_neutral,
    pick_phase,
    reveal,
    withdraw_pick,
)
from assistant.games.ares.rules.play import draw_bonus, play_by_hand, play_card, sell_cards
from assistant.games.ares.rules.rounds import (
    EASE_STEPS,
    declare_terraformed,
    done,
    go_on,
    orders_neutral,
    waiting_for,
)
from assistant.games.ares.rules.say import ask_later, cards_laid, lay_card, say_figure
from assistant.games.ares.rules.seating import PLAYERS, leave, sit
from assistant.games.ares.rules.setup import begin, carry_over, choose_corporation, set_help
from assistant.games.ares.rules.solo import EASINGS, ease, lapse, lapses
from assistant.games.ares.rules.take_up import take_up, take_up_nothing
from assistant.games.ares.state import State

MOVES = rules(
    sit,
    leave,
    take_up,
    take_up_nothing,
    begin,
    choose_corporation,
    set_help,
    pick_phase,
    withdraw_pick,
    order_neutral,
    reveal,
    done,
    go_on,
    declare_terraformed,
    play_card,
    play_by_hand,
    sell_cards,
    draw_bonus,
    standard_action,
    card_action,
    extra_tr,
    flip_ocean,
    raise_parameter,
    adjust,
    say_figure,
    ask_later,
    lay_card,
    cards_laid,
    ease,
    lapse,
    take_cube,
    tick,
    count,
)


def follow(state: State, move: Move) -> Move | None:
    """When the last choice is in, the table turns the cards; again if that was taken back. (B2)

    Steps of the neutral cube that nothing can take lapse. (G3)
    """
    closing = ("pick_phase", "order_neutral", "leave", "turn_again")
    if lapses(state):
        return Move("lapse")
    if move.kind in closing and all_sealed(state):
        return Move("reveal")
    return None


__all__ = [
    "EASE_STEPS",
    "EASINGS",
    "MOVES",
    "PLAYERS",
    "carry_over",
    "follow",
    "orders_neutral",
    "waiting_for",
]
