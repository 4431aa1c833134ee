"""The score: by part, what is still to be counted, who wins. (F2–F4, G5, H3)"""

from __future__ import annotations

from dataclasses import dataclass

from assistant.game import Seat
from assistant.games.ares.effects import count
from assistant.games.ares.state import Help, InPlay, Part, Player, State, Step

COOP_GOAL = 80  # H3
# What the table did not track is counted with the cards on the table.
ASKED = {
    Help.PHASES: (Part.TR, Part.FORESTS, Part.CARDS, Part.ON_CARDS),
    Help.PLANET: (Part.CARDS, Part.ON_CARDS),
    Help.MATS: (Part.CARDS, Part.ON_CARDS),
    Help.CARDS: (),
}


@dataclass(frozen=True)
class CardPoints:
    """What one card in play is worth: printed, and what it counts (marked * on the card)."""

    number: int
    printed: int
    variable: int


@dataclass(frozen=True)
class SeatScore:
    """The victory points of a seat by part; 0 for what it still has to count. (F2)"""

    seat: Seat
    tr: int
    forests: int
    printed: int
    variable: int
    tiebreak: int
    by_card: tuple[CardPoints, ...]
    by_hand: int
    open: tuple[Part, ...]

    @property
    def cards(self) -> int:
        return self.printed + self.variable

    @property
    def total(self) -> int:
        return self.tr + self.forests + self.cards

    @property
    def parts(self) -> tuple[tuple[Part, int], ...]:
        """The points by part, in the order in which they are counted."""
        figures = (self.tr, self.forests, self.printed, self.variable)
        return tuple(zip(ASKED[Help.PHASES], figures, strict=True))


@dataclass(frozen=True)
class Score:
    """Everybody's points, the best first, and who wins."""

    seats: tuple[SeatScore, ...]
    winners: tuple[Seat, ...]

    def seat(self, seat: Seat | None) -> SeatScore | None:
        return next((one for one in self.seats if one.seat == seat), None)

    def place(self, seat: Seat) -> int:
        """Equals share a place: who is level with the second is second too."""
        own = next(_rank(one) for one in self.seats if one.seat == seat)
        return 1 + sum(_rank(one) > own for one in self.seats)

    @property
    def is_counted(self) -> bool:
        return not any(one.open for one in self.seats)

    @property
    def tied(self) -> tuple[Seat, ...]:
        """Those who share the most points, if they are several. (F3)"""
        best = max(one.total for one in self.seats)
        seats = tuple(one.seat for one in self.seats if one.total == best)
        return seats if len(seats) > 1 else ()


def score_of(player: Player, still_open: tuple[Part, ...] = ()) -> SeatScore:
    """1 VP per TR and forest token, and the VP of every card played. (F2, F4)"""

    def known(part: Part) -> int:
        return 0 if part in still_open else figure(player, part)

    worth = tuple(points(player, one) for one in player.cards)
    return SeatScore(
        player.seat,
        tr=known(Part.TR),
        forests=known(Part.FORESTS),
        printed=known(Part.CARDS),
        variable=known(Part.ON_CARDS),
        tiebreak=known(Part.LEFT_OVER),
        by_card=tuple(one for one in worth if one.printed or one.variable),
        by_hand=player.points,
        open=still_open,
    )


def figure(player: Player, part: Part) -> int:
    """A part as it lies before the table: on the mat, on the cards, or as it was counted."""
    counted, mat = dict(player.counted), player.mat
    match part:
        case Part.TR:
            return mat.tr
        case Part.FORESTS:
            return mat.forests
        case Part.CARDS:
            return printed(player) + player.points
        case Part.ON_CARDS:
            return counted.get(part, sum(points(player, one).variable for one in player.cards))
    return counted.get(part, mat.heat + mat.plants + mat.mc)


def printed(player: Player) -> int:
    """The VP printed on the cards that the table knows."""
    return sum(one.card.vp for one in player.cards)


def card_points(player: Player) -> int:
    """What a player's cards are worth as they lie, printed and counted. (F2)"""
    return figure(player, Part.CARDS) + figure(player, Part.ON_CARDS)


def points(player: Player, one: InPlay) -> CardPoints:
    """The printed VP of a card and those that it counts. (F2)"""
    card = one.card
    variable = count(player, card.variable_vp, one.resources) if card.variable_vp else 0
    return CardPoints(card.number, card.vp, variable)


# What a part is counted from, where the table tracks it. (J4)
SOURCES = {
    Part.TR: ("tr",),
    Part.FORESTS: ("forests",),
    Part.CARDS: ("cards",),
    Part.ON_CARDS: ("cards",),
    Part.LEFT_OVER: ("mc", "heat", "plants"),
}


def _is_asked(state: State, player: Player, part: Part) -> bool:
    """Whether a part is counted with the cardboard: it was not tracked, or is not known."""
    on_cards = part is Part.ON_CARDS and any(one.startswith("cards.") for one in player.unknown)
    return part in ASKED[state.help] or on_cards or not player.knows(*SOURCES[part])


def open_parts(state: State) -> dict[Seat, tuple[Part, ...]]:
    """What each seat still has to count: never what the table knows. (F2, F3, J4)"""
    if state.step != Step.FINISHED:
        return {}
    still = {
        one.seat: tuple(
            part
            for part in ASKED[Help.PHASES]
            if _is_asked(state, one, part) and part not in dict(one.counted)
        )
        for one in state.here
    }
    if any(still.values()) or state.is_solo or state.is_coop:
        return still
    totals = {one.seat: score_of(one).total for one in state.players}
    tied = [one for one in state.players if totals[one.seat] == max(totals.values())]
    for one in tied:
        tracked = state.tracks_mats and one.knows(*SOURCES[Part.LEFT_OVER])
        if len(tied) > 1 and one.here and not (tracked or Part.LEFT_OVER in dict(one.counted)):
            still[one.seat] = (Part.LEFT_OVER,)
    return still


def awaited(state: State) -> tuple[Seat, ...]:
    """Whose count decides who wins; where that is clear, nobody waits for a count. (G5, H3)"""
    if is_won(state) is not None:
        return ()
    return tuple(seat for seat, parts in open_parts(state).items() if parts)


def score(state: State) -> Score | None:
    """The score of a game that is over, from what is known or counted by now. (F2, F3)"""
    if state.step != Step.FINISHED:
        return None
    still = open_parts(state)
    seats = [score_of(player, still.get(player.seat, ())) for player in state.players]
    seats.sort(key=_rank, reverse=True)
    best = [one.seat for one in seats if _rank(one) == _rank(seats[0])]
    if state.is_solo or state.is_coop:
        best = [one.seat for one in seats] if is_won(state) else []
    elif any(still.values()):
        best = []
    return Score(tuple(seats), tuple(best))


def _rank(one: SeatScore) -> tuple[int, int]:
    """Most VP; then most heat, plants and MC together; then the victory is shared. (F3)"""
    return one.total, one.tiebreak


def coop_goal(state: State) -> int:
    """The VP that two need together. (H3, J6)"""
    return state.rule("coop_goal", COOP_GOAL)


def is_won(state: State) -> bool | None:
    """Solo is won with a full planet, co-op with 80 VP on top; None: not counted yet. (G5, H3)"""
    if state.step != Step.FINISHED or not (state.is_solo or state.is_coop):
        return None
    if state.is_solo or not state.terraformed:
        return state.terraformed
    if any(open_parts(state).values()):
        return None
    return sum(score_of(one).total for one in state.players) >= coop_goal(state)
