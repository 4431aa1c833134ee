"""Before the first round: corporations, the neutral deck, and how much help the table wants."""

from __future__ import annotations

from typing import Annotated

from assistant.game import Seat, Shuffles, Since, for_host, require
from assistant.games.ares.asking import Asking
from assistant.games.ares.cards import CARDS, Card, Colour
from assistant.games.ares.effects import gain, lay_out, with_growth
from assistant.games.ares.rules.rounds import go_on_when_all_are_done, plan
from assistant.games.ares.rules.seating import PLAYERS
from assistant.games.ares.rules.take_up import go_on_from, require_whole
from assistant.games.ares.state import (
    SOLO_ROUNDS,
    Help,
    Neutral,
    Phase,
    Player,
    State,
    Step,
    replace,
)
from assistant.games.ares.unknown import is_fresh, switched

DECKS = SOLO_ROUNDS // len(Phase)


@for_host
def begin(
    state: State,
    seat: Seat | None,
    neutral: Annotated[tuple[tuple[Phase, ...], ...], Shuffles(tuple(map(int, Phase)), DECKS)],
) -> State:
    """Begin with those who sit here, with the corporations if mats are tracked. (A5, A8, G1, J5)"""
    require(state.step == Step.LOBBY, "already-begun")
    least = PLAYERS[state.setup.mode].start
    require(len(state.players) >= least, "too-few-players", need=least, have=len(state.players))
    require(all(sorted(deck) == list(Phase) for deck in neutral), "malformed", field="neutral")
    require(len(neutral) == DECKS, "malformed", field="neutral")
    if state.taken_up:
        require_whole(state)
        return go_on_from(state, neutral)
    state = replace(state, round=1, step=Step.SETUP)
    if state.is_solo:
        state = replace(state, neutral=Neutral(decks=neutral, left=neutral[0]))
    return go_on_when_all_are_done(state) if state.tracks_mats else plan(state)


def choose_corporation(state: State, seat: Seat, number: int) -> State:
    """Keep one corporation and take its MC, production and tags. (A4, A5)"""
    require(state.step != Step.FINISHED, "game-is-over")
    require(state.tracks_mats, "mats-not-tracked")
    require(not state.taken_up, "corporation-is-laid")
    player = state.player_here(seat)
    card = CARDS.get(number)
    require(card and card.colour is Colour.CORPORATION, "no-such-corporation")
    assert card
    holders = [one for one in state.players if one.corporation == number]
    require(not holders, "corporation-taken", card=card.title)
    if player.corporation:
        require(state.step in (Step.LOBBY, Step.SETUP), "corporation-chosen")
        player = replace(player, mat=state.first_mat, tags=(), hands=())
    elif is_fresh(state):  # the corporation says it all
        player = replace(player, mat=state.first_mat, unknown=frozenset())
    return go_on_when_all_are_done(_take(state, player, card))


def _take(state: State, player: Player, card: Card) -> State:
    chosen = lay_out(replace(player, corporation=card.number), card)
    state = state.put(with_growth(player, chosen))
    return gain(state, player.seat, card, card.gain, Asking())


@for_host
def set_help(
    state: State, seat: Seat | None, level: Help, asks: Annotated[bool, Since(True)] = False
) -> State:
    """Choose how much the table tracks, at any time; what it did not follow it asks for. (J4)

    Logs from before the table asked have no `asks`: there the figures stood, and were set by hand.
    """
    require(level != state.help, "help-as-it-is")
    state = switched(state, level) if asks else replace(state, help=level)
    if state.step == Step.SETUP and not state.tracks_mats:
        return plan(state)
    return state


def carry_over(before: State, after: State) -> State:
    """In the lobby, after another set-up: what was said and chosen there stays. (A5, J5)

    What the new one needs and nobody has said is asked for before a game that was taken up goes on.
    """
    was, now = (dict(one.setup.options).get("help") for one in (before, after))
    level = before.help if was == now else after.help
    taken = before.taken_up
    if taken is None:
        return _with_corporations(before, switched(after, level))
    if not _is_planet_said(before):
        taken = replace(taken, planet=None)
    players = tuple(before.player(one.seat) for one in after.players)
    lowered = before.lowered and replace(before.lowered, setup=after.setup)
    state = replace(after, help=before.help, players=players, taken_up=taken, lowered=lowered)
    return switched(state, level)


def _is_planet_said(state: State) -> bool:
    """Whether the planet that was taken up was asked for: now, or before the table helped less."""
    was = state.lowered
    return state.tracks_planet or bool(was and was.tracks_planet and was.taken_up == state.taken_up)


def _with_corporations(before: State, after: State) -> State:
    for one in before.players:
        if one.corporation and after.has(one.seat) and after.tracks_mats:
            after = choose_corporation(after, one.seat, one.corporation)
    return after
