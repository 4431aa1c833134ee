"""What the table does not know is said as the board shows it. (J4, J5)"""

from __future__ import annotations

from assistant.game import Seat, require
from assistant.games.ares.cards import CARDS, Card, Colour
from assistant.games.ares.figures import PLANET, figures, with_figure
from assistant.games.ares.rules.rounds import end_if_terraformed
from assistant.games.ares.state import InPlay, Player, State, Step, replace
from assistant.games.ares.unknown import CARDS_IN_PLAY, LAST_PHASE, asked


def say_figure(state: State, seat: Seat, field: str, value: int) -> State:
    """Say what your board shows; once more corrects it. (J1, J4)"""
    player = _player_asked(state, seat)
    own = [name for name in figures(state, seat) if state.step != Step.LOBBY or name not in PLANET]
    asked_last = LAST_PHASE in player.unknown or state.taken_up
    require(field in own or (field == LAST_PHASE and asked_last), "no-such-figure")
    has_grown = field in player.unknown
    return end_if_terraformed(with_figure(state, seat, field, value, has_grown=has_grown))


def ask_later(state: State, seat: Seat, later: bool = True) -> State:
    """Leave figures open until the end of the game, or have them asked for after all. (J4)"""
    player = _player_asked(state, seat)
    require(asked(state, player), "nothing-asked")
    return state.change(seat, later=later)


def lay_card(state: State, seat: Seat, number: int) -> State:
    """Say that a card lies in front of you already; once more, that it does not. (J4)

    Nothing is paid and nothing gained: the board shows what it brought.
    """
    player = _player_asked(state, seat)
    require(state.tracks_cards, "cards-not-tracked")
    require(CARDS_IN_PLAY in player.unknown or state.taken_up, "cards-are-known")
    require(number in CARDS, "no-such-card")
    card = CARDS[number]
    for one in state.players:
        lies = one.in_play(number) or one.corporation == number
        require(one is player or not lies, "card-in-play", card=card.name)
    laid = replace(_laid(player, card), by_hand=())
    return state.put(
        replace(laid, tags=()).with_tags(tag for one in laid.known for tag in one.tags)
    )


def cards_laid(state: State, seat: Seat) -> State:
    """Say that the table knows every card in front of you. (J4)"""
    player = _player_asked(state, seat)
    require(state.tracks_cards, "cards-not-tracked")
    require(CARDS_IN_PLAY in player.unknown, "cards-are-known")
    return state.change(seat, unknown=player.unknown - {CARDS_IN_PLAY})


def _player_asked(state: State, seat: Seat) -> Player:
    """A player of a game that has begun, or is taken up."""
    require(state.step != Step.LOBBY or state.taken_up, "not-begun-yet")
    return state.player_here(seat)


def _laid(player: Player, card: Card) -> Player:
    """The player with a card more, or less; what lies on it is asked for."""
    on_it = f"cards.{card.number}"
    if card.colour is Colour.CORPORATION:
        return replace(
            player, corporation=None if player.corporation == card.number else card.number
        )
    if player.in_play(card.number):
        left = tuple(one for one in player.cards if one.number != card.number)
        return replace(player, cards=left, unknown=player.unknown - {on_it})
    unknown = player.unknown | {on_it} if card.holds else player.unknown
    return replace(player, cards=(*player.cards, InPlay(card.number)), unknown=unknown)
