"""Where everybody stands on the ladder. Frozen: a rule returns a new one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from assistant.game import LOBBY, Seat, Setup
from assistant.sealed import Sealed

SEATS = ("red", "green", "blue", "yellow", "black")
ROUNDS = {"short": 5, "long": 8}
GOALS = {"short": 8, "long": 12}
BREAK_AFTER = 2  # the round whose opening is followed by a break
BREAK_SECONDS = 60


class Step(StrEnum):
    LOBBY = LOBBY
    PICKING = "picking"
    OPENED = "opened"
    FINISHED = "finished"


@dataclass(frozen=True)
class Climber:
    """Somebody on the ladder. `opened` is what they had sealed, once all may see it."""

    seat: Seat
    rung: int = 0
    opened: int | None = None
    has_seen: bool = False


@dataclass(frozen=True)
class State:
    setup: Setup
    step: Step = Step.LOBBY
    round: int = 0
    climbers: tuple[Climber, ...] = ()
    picks: Sealed[int] = field(default_factory=Sealed)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(one.seat for one in self.climbers)

    @property
    def rounds(self) -> int:
        return ROUNDS[self.setup.option("length")]

    @property
    def goal(self) -> int:
        return GOALS[self.setup.option("length")]

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Who has to do something before the game goes on."""
        match self.step:
            case Step.PICKING:
                return self.picks.missing(self.seats)
            case Step.OPENED:
                return tuple(one.seat for one in self.climbers if not one.has_seen)
        return ()

    def with_climber(self, climber: Climber) -> State:
        """The state with this one in place of who stood there."""
        others = {one.seat: one for one in self.climbers}
        there = {**others, climber.seat: climber}
        return replace(self, climbers=tuple(there[seat] for seat in SEATS if seat in there))
