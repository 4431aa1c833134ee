"""How a game came about, round by round: what pictures and exports are made of. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from assistant.game import Json, Seat
from assistant.games.ares.state import Phase, Planet, State, Step

BEFORE_THE_FIRST_ROUND = (Step.LOBBY, Step.SETUP)


@dataclass(frozen=True)
class Round:
    """A round as it stood when it ended. Number 0 is the table before the first."""

    number: int
    planet: Planet
    tr: tuple[tuple[Seat, int], ...]
    is_tracked: bool  # whether the table knew the planet and everybody's TR
    picks: tuple[tuple[Seat, Phase | None], ...] = ()  # empty until the cards were turned

    def as_json(self) -> dict[str, Json]:
        tracked = {"tr": dict(self.tr), "planet": asdict(self.planet)} if self.is_tracked else {}
        return {"round": self.number, "picks": dict(self.picks), **tracked}


def history(states: Iterable[State]) -> tuple[Round, ...]:
    """The rounds that these states went through, the start first.

    What was taken back needs no care: the record folds its states anew without it.
    """
    rounds: dict[int, Round] = {}
    for state in states:
        if state.step in BEFORE_THE_FIRST_ROUND:
            rounds.clear()  # the beginning itself was taken back
            continue
        if not rounds:
            rounds[0] = _round(state, 0)
        known = rounds.get(state.round)
        now = _round(state, state.round)
        if state.step == Step.PHASE:
            picks = tuple((player.seat, player.pick) for player in state.players)
            now = replace(now, picks=picks)
        elif known:
            now = replace(now, picks=known.picks)
        rounds[state.round] = now
    return tuple(rounds.values())


def times_picked(rounds: Iterable[Round], seat: Seat) -> tuple[int, ...]:
    """How often a seat picked each of the five phases."""
    picks = [dict(one.picks).get(seat) for one in rounds]
    return tuple(picks.count(phase) for phase in Phase)


def _round(state: State, number: int) -> Round:
    tr = tuple((player.seat, player.mat.tr) for player in state.players)
    return Round(number, state.planet, tr, state.tracks_planet)
