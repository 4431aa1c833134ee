"""A drawing is remembered by what it read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from assistant.game import fact, part
from assistant.web.sight import Drawn, Notes, Seen, Sight


@dataclass(frozen=True)
class Purse:
    gold: int = 0
    silver: int = 0


@part
@dataclass(frozen=True)
class Pirate:
    name: str
    legs: int = 2
    purse: Purse = Purse()


@part
@dataclass(frozen=True)
class Ship:
    flag: str
    crew: tuple[Pirate, ...] = ()
    captain: Pirate | None = None
    cannons: tuple[int, ...] = ()

    @fact
    def mate(self) -> Pirate | None:
        return next((pirate for pirate in self.crew if pirate != self.captain), None)

    @property
    def legs(self) -> int:
        return sum(pirate.legs for pirate in self.crew)

    def aboard(self, name: str) -> Pirate | None:
        return next((pirate for pirate in self.crew if pirate.name == name), None)

    @fact
    def names(self) -> str:
        return ", ".join(pirate.name for pirate in self.crew)


ANNE, JACK = Pirate("Anne"), Pirate("Jack", 1)
SHIP = Ship("black", (ANNE, JACK), ANNE, (3, 4))


def drawn_by(read: str, ship: Ship = SHIP) -> Drawn:
    """A drawing that reads this much of a ship."""
    notes = Notes(Sight(ship=ship))
    html = str(eval(read, notes.roots()))
    return Drawn(html, notes.reads)


def fits(drawn: Drawn, ship: Ship) -> bool:
    return drawn.fits(Sight(ship=ship))


@pytest.mark.parametrize(
    ("read", "same", "other"),
    [
        ("ship.flag", {"crew": ()}, {"flag": "red"}),
        ("ship.cannons", {"flag": "red"}, {"cannons": (3,)}),
        ("len(ship.crew)", {"crew": (JACK, JACK)}, {"crew": (JACK,)}),
        ("len(ship.crew)", {"flag": "red"}, {"crew": ()}),
        ("ship.crew[1].name", {"crew": (JACK, JACK)}, {"crew": (ANNE, ANNE)}),
        ("ship.crew[-1].name", {"crew": (JACK, JACK)}, {"crew": (ANNE, JACK, JACK)}),
        ("ship.legs", {"crew": (Pirate("Mary"), JACK)}, {"crew": (ANNE, ANNE)}),
        ("ship.aboard('Jack').legs", {"captain": None}, {"crew": (ANNE, Pirate("Jack", 2))}),
        ("ship.aboard('Mary')", {"captain": JACK}, {"crew": (ANNE, Pirate("Mary"))}),
        ("ship.names", {"crew": (Pirate("Anne", 1), JACK)}, {"crew": (JACK, JACK)}),
        ("ship.mate.legs", {"captain": JACK, "crew": (Pirate("Mary", 1),)}, {"crew": (ANNE,)}),
        ("ship.mate.legs", {"crew": (JACK,)}, {"captain": JACK}),
        ("ship.captain is None", {"captain": JACK}, {"captain": None}),
        ("ship.captain == ship.crew[0]", {"flag": "red"}, {"captain": Pirate("Anne", 1)}),
        ("ship.captain.purse.gold", {"flag": "red"}, {"captain": Pirate("A", 2, Purse(0, 1))}),
        ("[one.name for one in ship.crew]", {"captain": JACK}, {"crew": (JACK, ANNE)}),
        ("hash(ship.captain)", {"crew": ()}, {"captain": JACK}),
    ],
)
def test_it_fits_wherever_all_that_it_read_is_the_same(
    read: str, same: dict[str, Any], other: dict[str, Any]
) -> None:
    drawn = drawn_by(read)
    assert fits(drawn, SHIP) and fits(drawn, replace(SHIP))
    assert fits(drawn, replace(SHIP, **same))
    assert not fits(drawn, replace(SHIP, **other))


def test_what_is_read_is_what_is_there() -> None:
    """Whatever way a template looks at a part, it sees the same."""
    for read in ("ship.legs", "ship.aboard('Jack').purse", "ship.crew[0].name", "ship.names"):
        assert drawn_by(read).html == str(eval(read, {"ship": SHIP})), read
    assert [one.whole() for one in _seen().crew] == [ANNE, JACK]
    with pytest.raises(AttributeError):
        _ = _seen().mast
    with pytest.raises(IndexError):
        _ = _seen().crew[2]


def _seen() -> Seen:
    return Notes(Sight(ship=SHIP)).roots()["ship"]


def test_what_reads_nothing_fits_everywhere() -> None:
    drawn = drawn_by("'a plank'")
    assert drawn.keys == () and fits(drawn, Ship("white"))


def test_a_drawing_has_read_what_its_pieces_read() -> None:
    notes = Notes(Sight(ship=SHIP))
    notes.add(drawn_by("ship.captain.name"))
    drawn = Drawn("", notes.reads)
    assert fits(drawn, replace(SHIP, flag="red"))
    assert not fits(drawn, replace(SHIP, captain=JACK))


def test_a_seat_that_is_gone_is_not_looked_for() -> None:
    drawn = drawn_by("[one.legs for one in ship.crew]")
    assert not fits(drawn, replace(SHIP, crew=(ANNE,)))
    assert not fits(drawn_by("ship.captain.name"), replace(SHIP, captain=None))
