"""A game as small as can be, for tests of the house: dominoes that push each other over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from assistant.game import (
    Game,
    Json,
    Move,
    Option,
    Remembered,
    Seat,
    Setup,
    Shuffles,
    Told,
    advise,
    by_table,
    for_host,
    require,
    rules,
    text,
)


@dataclass(frozen=True)
class State:
    setup: Setup
    step: str = "lobby"
    seats: tuple[Seat, ...] = ()
    turn: int = 0  # whose it is
    standing: int = 0  # dominoes that are still to fall
    fallen: int = 0
    deck: tuple[tuple[int, ...], ...] = ()
    box: tuple[int, ...] = ()


@dataclass(frozen=True)
class View:
    mode: str
    step: str
    you: Seat | None
    waiting_for: tuple[Seat, ...] = ()
    options: tuple[Option, ...] = ()

    def as_json(self) -> dict[str, Json]:
        return {"mode": self.mode, "step": self.step, "seats": {}}


@by_table
def sit(state: State, seat: Seat) -> State:
    """Sit down."""
    return replace(state, seats=(*state.seats, seat))


@by_table
def leave(state: State, seat: Seat) -> State:
    """Go home."""
    return replace(state, seats=tuple(one for one in state.seats if one != seat))


def note_box(state: State, seat: Seat, contents: tuple[int, ...]) -> State:
    """Write down what lies in your box."""
    return replace(state, box=contents)


@for_host
def begin(
    state: State,
    seat: Seat | None,
    box: Annotated[tuple[int, ...], Remembered("box")] = (28,),
) -> State:
    """Begin with what lies in the box."""
    return replace(state, step="play", box=box)


def push(state: State, seat: Seat, count: int = 0) -> State:
    """Push as many dominoes when it is your turn."""
    require(state.step == "play", "no-phase-now")
    advise(state.seats[state.turn % len(state.seats)] == seat, "not-your-turn")
    return replace(state, standing=count, turn=state.turn + 1)


@by_table
def fall(
    state: State, seat: None, deck: Annotated[tuple[tuple[int, ...], ...], Shuffles((1, 2), 1)]
) -> State:
    """One falls, and so does the next."""
    return replace(state, standing=state.standing - 1, fallen=state.fallen + 1, deck=deck)


def follow(state: State, move: Move) -> Move | None:
    """As long as one stands, it falls."""
    return Move("fall") if move.kind in ("push", "fall") and state.standing > 0 else None


def remember(before: State, after: State) -> dict[str, Json]:
    return {"box": after.box} if after.box != before.box else {}


def tell(before: State, after: State, move: Move) -> Told | None:
    return None if move.kind in ("sit", "leave") else Told(text(f"story-{move.kind}"))


def toy(**more: Any) -> Game[State]:
    """The game, with whatever a test wants otherwise."""
    usual: dict[str, Any] = {
        "key": "toy",
        "seats": ("black", "red", "blue"),
        "modes": {"standard": range(2, 4), "alone": range(1, 2)},
        "options": {"help": ("little", "mats"), "length": ("short", "long")},
        "start": State,
        "moves": rules(sit, leave, note_box, begin, push, fall),
        "view": lambda state, seat: View(state.setup.mode, state.step, seat),
        "follow": follow,
        "tell": tell,
        "finished": lambda state: False,
        "words": {},
        "remember": remember,
    }
    return Game(**{**usual, **more})
