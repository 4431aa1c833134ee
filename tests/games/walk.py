"""Walks through whole games by chance: every step is a move that the game itself offers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from assistant.game import (
    LOBBY,
    Game,
    Json,
    Move,
    Option,
    Seat,
    Setup,
    apply,
    draw_chance,
    read_setup,
)
from assistant.moves import HOUSE_MOVES
from assistant.table import MOST_FOLLOWED

# Moves that lead nowhere by themselves are made now and then only.
SELDOM = {"withdraw_pick": 0.1, "sell_cards": 0.3, "done": 0.7, "declare_terraformed": 0.01}

More = Callable[[Any, Seat, random.Random], list[Move]]


class Walk:
    """A game being walked through. `more` brings moves that a game knows but does not offer."""

    def __init__(
        self,
        game: Game[Any],
        mode: str,
        options: dict[str, Json],
        chance: random.Random,
        more: More | None = None,
    ) -> None:
        self.game, self.chance, self.more = game, chance, more
        self.setup: Setup = read_setup(game, mode, options)
        self.state = game.start(self.setup)
        self.log: list[Move] = []
        self.around: list[tuple[int, Move]] = []  # moves of the house, and behind how many others
        assert game.view(self.state, None).step == LOBBY
        self.seats = game.seats[: chance.choice(game.modes[mode])]
        for seat in self.seats:
            self.play(Move("sit", seat))
        self.play(Move("begin", args=draw_chance(game.moves["begin"], chance)))

    def play(self, move: Move) -> None:
        """Make a move, and what the table does by itself after it."""
        self._make(move)
        for _ in range(MOST_FOLLOWED):
            follow = self.game.follow(self.state, move)
            if follow is None:
                return
            move = follow
            if move.kind in self.game.moves:
                self._make(move)
            else:
                assert move.kind in HOUSE_MOVES  # the clock, which the game does not see
                self.around.append((len(self.log), move))
        raise AssertionError(f"the table never comes to rest after {self.log[-1]}")

    def _make(self, move: Move) -> None:
        self.state = apply(self.game.moves, self.state, move)
        self.log.append(move)

    def offers(self, seat: Seat) -> list[Option]:
        """What this seat may do now."""
        options: tuple[Option, ...] = self.game.view(self.state, seat).options
        return [option for option in options if not option.refused]

    def step(self) -> bool:
        """Make one move by chance; False if nobody can move."""
        for seat in self.chance.sample(self.seats, len(self.seats)):
            moves = [Move(one.kind, seat, dict(one.args)) for one in self.offers(seat)]
            if self.more:
                moves += self.more(self.state, seat, self.chance)
            if moves:
                weights = [_weight(move, moves) for move in moves]
                self.play(self.chance.choices(moves, weights)[0])
                return True
        return False

    def __iter__(self) -> Iterator[Any]:
        """Every state up to the end, and what is still to do after it."""
        yield self.state
        while not self.game.finished(self.state) or any(map(self.offers, self.seats)):
            if not self.step():
                raise AssertionError(f"nobody can move after {self.log[-1]}")
            yield self.state


def _weight(move: Move, moves: list[Move]) -> float:
    """Each kind of move is as likely as another, however many there are of it."""
    return SELDOM.get(move.kind, 1) / sum(other.kind == move.kind for other in moves)
