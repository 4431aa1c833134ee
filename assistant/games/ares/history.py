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
    phases: tuple[Phase, ...] = ()  # what was played, the neutral card's phase too
    neutral: Phase | None = None
    seconds: float = 0.0  # for how long it was played

    def as_json(self) -> dict[str, Json]:
        tracked = {"tr": dict(self.tr), "planet": asdict(self.planet)} if self.is_tracked else {}
        picks = dict(self.picks)
        return {"round": self.number, "picks": picks, "seconds": round(self.seconds), **tracked}


def history(moments: Iterable[tuple[State, float]]) -> tuple[Round, ...]:
    """The rounds of a game, the start first, from its states and the seconds played by then.

    What was taken back needs no care: the record folds its states anew without it.
    """
    rounds: dict[int, Round] = {}
    began: dict[int, float] = {}
    played = 0.0
    for state, played in moments:
        if state.step in BEFORE_THE_FIRST_ROUND:
            rounds, began = {}, {}  # the beginning itself was taken back
            continue
        if not rounds:
            rounds[0], began = _round(state, 0), {0: 0.0}
        known = rounds.get(state.round)
        now = _round(state, state.round)
        if state.step == Step.PHASE:
            picks = tuple((player.seat, player.pick) for player in state.players)
            now = replace(now, picks=picks, phases=state.phases, neutral=state.neutral.card)
        elif known:
            now = replace(now, picks=known.picks, phases=known.phases, neutral=known.neutral)
        rounds[state.round] = now
        began.setdefault(state.round, played)  # with the move that ended the one before
    return tuple(
        replace(one, seconds=until - since)
        for one, since, until in zip(
            rounds.values(), began.values(), [*began.values(), played][1:], strict=True
        )
    )


def times_picked(rounds: Iterable[Round], seat: Seat) -> tuple[int, ...]:
    """How often a seat picked each of the five phases."""
    picks = [dict(one.picks).get(seat) for one in rounds]
    return tuple(picks.count(phase) for phase in Phase)


def _round(state: State, number: int) -> Round:
    tr = tuple((player.seat, player.mat.tr) for player in state.players)
    is_known = not state.unknown and all(player.knows("tr") for player in state.players)
    return Round(number, state.planet, tr, state.tracks_planet and is_known)
