"""Turns: the order of play, whose turn it is, who has passed, the first player moving on.

Pure, for games with one action a turn or several. Out of turn is advised against, never refused for
good: a table catches up, takes back and knows better. Then the turn is with who acted.

>>> turns = Turns(("red", "blue", "green"))
>>> turns = turns.act("red", most=2)
>>> turns.now, turns.taken
('red', 1)
>>> turns = turns.act("red", most=2).end_turn("blue").pass_round("green")
>>> turns.now, turns.left
('red', ('red', 'blue'))
>>> turns.next_round().first
'blue'
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.game import Names, Seat, advise


@dataclass(frozen=True)
class Turns:
    """Where the turn is. Seats that passed or went home keep their place in the order."""

    order: tuple[Seat, ...] = ()  # clockwise, from the first player on
    at: Seat | None = None  # the turn is here, or with the next who is left; None: at the front
    taken: int = 0  # actions in this turn
    passed: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()

    @property
    def here(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.order if seat not in self.away)

    @property
    def left(self) -> tuple[Seat, ...]:
        """Those who have still turns, in the order of play."""
        return tuple(seat for seat in self.here if seat not in self.passed)

    @property
    def first(self) -> Seat | None:
        """The first player of this round."""
        return next(iter(self.here), None)

    @property
    def now(self) -> Seat | None:
        """Whose turn it is; None once nobody is left."""
        return next((seat for seat in self._from(self.at) if seat in self.left), None)

    def act(self, seat: Seat, most: int = 1) -> Turns:
        """Take an action; the turn ends with the last of `most`. Who had passed is in again."""
        taken = self.taken + 1 if seat == self.now else 1
        acted = replace(self, at=seat, taken=taken, passed=_without(self.passed, seat))
        return acted.end_turn(seat) if taken >= most else acted

    def end_turn(self, seat: Seat) -> Turns:
        """The turn goes on to the next who is left; the last one left goes on alone."""
        return replace(self, at=(*self._from(seat)[1:], seat)[0], taken=0)

    def pass_round(self, seat: Seat) -> Turns:
        """Pass: this seat is out until all begin anew."""
        return self._skip(replace(self, passed=(*_without(self.passed, seat), seat)), seat)

    def leave(self, seat: Seat) -> Turns:
        """Go home: nobody waits for this seat."""
        return self._skip(replace(self, away=(*_without(self.away, seat), seat)), seat)

    def sit(self, seat: Seat) -> Turns:
        """Come back to the old place, or be the last in the order."""
        order = self.order if seat in self.order else (*self.order, seat)
        return replace(self, order=order, away=_without(self.away, seat))

    def restart(self) -> Turns:
        """Begin anew with the first player, as at a new stage of the same round."""
        return Turns(self.order, away=self.away)

    def next_round(self) -> Turns:
        """The next who is here becomes first player, and all begin anew."""
        return Turns(self._from(next(iter(self.here[1:]), self.first)), away=self.away)

    def _skip(self, without: Turns, seat: Seat) -> Turns:
        """A turn that its own seat gives up goes on; another's stays where it is."""
        return without.end_turn(seat) if seat == self.now else without

    def _from(self, seat: Seat | None) -> tuple[Seat, ...]:
        """The whole order, beginning with this seat."""
        place = self.order.index(seat) if seat else 0
        return self.order[place:] + self.order[:place]


def advise_turn(turns: Turns, seat: Seat) -> None:
    """Advise against acting after a pass, and out of turn by the name of whose turn it is."""
    advise(seat not in turns.passed, "passed-already")
    if turns.now:
        advise(seat == turns.now, "not-your-turn", who=Names((turns.now,)))


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(each for each in seats if each != seat)
