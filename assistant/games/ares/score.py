"""The score: by part, card by card, who wins. (F2–F4, G5, H3)"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.game import Seat
from assistant.games.ares.effects import count
from assistant.games.ares.state import InPlay, Player, State, Step

COOP_GOAL = 80  # H3


@dataclass(frozen=True)
class CardPoints:
    """What one card in play is worth: printed, and what it counts (marked * on the card)."""

    number: int
    printed: int
    variable: int


@dataclass(frozen=True)
class SeatScore:
    """The victory points of a seat by part. (F2)"""

    seat: Seat
    tr: int
    forests: int
    by_card: tuple[CardPoints, ...]
    by_hand: int
    tiebreak: int

    @property
    def printed(self) -> int:
        return sum(one.printed for one in self.by_card) + self.by_hand

    @property
    def variable(self) -> int:
        return sum(one.variable for one in self.by_card)

    @property
    def cards(self) -> int:
        return self.printed + self.variable

    @property
    def total(self) -> int:
        return self.tr + self.forests + self.cards


@dataclass(frozen=True)
class Score:
    """Everybody's points, the best first, and who wins."""

    seats: tuple[SeatScore, ...]
    winners: tuple[Seat, ...]

    def seat(self, seat: Seat | None) -> SeatScore | None:
        return next((one for one in self.seats if one.seat == seat), None)


def score_of(player: Player) -> SeatScore:
    """1 VP per TR and forest token, and the VP of every card played. (F2, F4)"""
    worth = tuple(points(player, one) for one in player.cards)
    mat = player.mat
    return SeatScore(
        player.seat,
        mat.tr,
        mat.forests,
        tuple(one for one in worth if one.printed or one.variable),
        player.points,
        tiebreak=mat.heat + mat.plants + mat.mc,
    )


def points(player: Player, one: InPlay) -> CardPoints:
    """The printed VP of a card and those that it counts. (F2)"""
    card = one.card
    variable = count(player, card.variable_vp, one.resources) if card.variable_vp else 0
    return CardPoints(card.number, card.vp, variable)


def score(state: State) -> Score | None:
    """The score of a game that is over, if the table tracked what it is counted from. (F2, F3)"""
    if state.step != Step.FINISHED or not state.tracks_planet:
        return None
    seats = [score_of(player) for player in state.players]
    seats.sort(key=_rank, reverse=True)
    best = [one.seat for one in seats if _rank(one) == _rank(seats[0])]
    if state.is_solo or state.is_coop:
        best = [one.seat for one in seats] if is_won(state) else []
    return Score(tuple(seats), tuple(best))


def _rank(one: SeatScore) -> tuple[int, int]:
    """Most VP; then most heat, plants and MC together; then the victory is shared. (F3)"""
    return one.total, one.tiebreak


def is_won(state: State) -> bool | None:
    """Solo is won with a full planet, co-op with 80 VP on top; None: nobody can tell. (G5, H3)"""
    if state.step != Step.FINISHED or not (state.is_solo or state.is_coop):
        return None
    if state.is_solo or not state.terraformed:
        return state.terraformed
    if state.tracks_planet and sum(score_of(one).total for one in state.players) >= COOP_GOAL:
        return True
    return False if state.tracks_cards else None
