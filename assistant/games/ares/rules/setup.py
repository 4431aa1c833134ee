"""Before the first round: corporations, the neutral deck, and how much help the table wants."""

from __future__ import annotations

from typing import Annotated

from assistant.game import Seat, Shuffles, for_host, require
from assistant.games.ares.asking import Asking
from assistant.games.ares.cards import CARDS, Card, Colour
from assistant.games.ares.effects import gain, lay_out, with_growth
from assistant.games.ares.rules.rounds import go_on_when_all_are_done, plan
from assistant.games.ares.rules.seating import PLAYERS
from assistant.games.ares.state import (
    SOLO_ROUNDS,
    Help,
    Mat,
    Neutral,
    Phase,
    Player,
    State,
    Step,
    replace,
)

DECKS = SOLO_ROUNDS // len(Phase)


@for_host
def begin(
    state: State,
    seat: Seat | None,
    neutral: Annotated[tuple[tuple[Phase, ...], ...], Shuffles(tuple(map(int, Phase)), DECKS)],
) -> State:
    """Begin with those who sit here: with the corporations if mats are tracked. (A5, A8, G1)"""
    require(state.step == Step.LOBBY, "already-begun")
    least = PLAYERS[state.setup.mode].start
    require(len(state.players) >= least, "too-few-players", need=least, have=len(state.players))
    require(all(sorted(deck) == list(Phase) for deck in neutral), "malformed", field="neutral")
    require(len(neutral) == DECKS, "malformed", field="neutral")
    state = replace(state, round=1, step=Step.SETUP)
    if state.is_solo:
        state = replace(state, neutral=Neutral(decks=neutral, left=neutral[0]))
    return go_on_when_all_are_done(state) if state.tracks_mats else plan(state)


def choose_corporation(state: State, seat: Seat, number: int) -> State:
    """Keep one corporation and take its MC, production and tags. (A4, A5)"""
    require(state.step != Step.FINISHED, "game-is-over")
    require(state.tracks_mats, "mats-not-tracked")
    player = state.player_here(seat)
    card = CARDS.get(number)
    require(card and card.colour is Colour.CORPORATION, "no-such-corporation")
    assert card
    holders = [one for one in state.players if one.corporation == number]
    require(not holders, "corporation-taken", card=card.name)
    if player.corporation:
        require(state.step in (Step.LOBBY, Step.SETUP), "corporation-chosen")
        player = replace(player, mat=Mat(), tags=())
    return go_on_when_all_are_done(_take(state, player, card))


def _take(state: State, player: Player, card: Card) -> State:
    chosen = lay_out(replace(player, corporation=card.number, hands=()), card)
    state = state.put(with_growth(player, chosen))
    return gain(state, player.seat, card, card.gain, Asking())


@for_host
def set_help(state: State, seat: Seat | None, level: Help) -> State:
    """Choose how much the table tracks, at any time; nothing that is known gets lost."""
    require(level != state.help, "help-as-it-is")
    state = replace(state, help=level)
    if state.step == Step.SETUP and not state.tracks_mats:
        return plan(state)
    return state
