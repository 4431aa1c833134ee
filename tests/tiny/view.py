"""What a seat may see. A pick that is sealed enters its own seat's view and no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.game import Json, Move, Option, Seat, offer, part
from tests.tiny.rules import MOVES, winners
from tests.tiny.state import State, Step


@part
@dataclass(frozen=True)
class SeatView:
    """A climber as everybody sees them."""

    seat: Seat
    rung: int
    has_sealed: bool
    opened: int | None
    has_seen: bool


@part
@dataclass(frozen=True)
class View:
    mode: str
    step: Step
    round: int
    rounds: int
    goal: int | None  # for those who climb together
    seats: tuple[SeatView, ...]
    waiting_for: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    you: Seat | None
    picked: int | None  # what you have sealed
    options: tuple[Option, ...]

    @property
    def mine(self) -> SeatView | None:
        return next((one for one in self.seats if one.seat == self.you), None)

    def as_json(self) -> dict[str, Json]:
        """What programs get; the house adds each one's name to `seats`."""
        return {
            "mode": self.mode,
            "step": self.step.value,
            "round": self.round,
            "rounds": self.rounds,
            "goal": self.goal,
            "seats": {
                one.seat: {
                    "rung": one.rung,
                    "sealed": one.has_sealed,
                    "opened": one.opened,
                    "seen": one.has_seen,
                }
                for one in self.seats
            },
            "waiting_for": list(self.waiting_for),
            "winners": list(self.winners),
            "you": {"seat": self.you, "picked": self.picked} if self.you else None,
        }


def view(state: State, seat: Seat | None) -> View:
    """The ladder as this seat may see it; None is the table screen."""
    seated = seat if seat in state.seats else None
    return View(
        mode=state.setup.mode,
        step=state.step,
        round=state.round,
        rounds=state.rounds,
        goal=state.goal if state.setup.mode == "together" else None,
        seats=tuple(
            SeatView(one.seat, one.rung, state.picks.has(one.seat), one.opened, one.has_seen)
            for one in state.climbers
        ),
        waiting_for=state.waiting_for,
        winners=winners(state),
        you=seat,
        picked=state.picks.own(seated) if seated else None,
        options=tuple(_options(state, seated)) if seated else (),
    )


def _options(state: State, seat: Seat) -> Iterator[Option]:
    """What there is to do for a seat in this step, tried out."""
    match state.step:
        case Step.PICKING:
            for number in (1, 2, 3):
                yield offer(MOVES, state, Move("pick", seat, {"number": number}))
        case Step.OPENED:
            yield offer(MOVES, state, Move("go_on", seat))
