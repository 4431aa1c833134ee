"""Production and research. (C6–C8, E5)"""

from __future__ import annotations

import pytest

from assistant.games.ares.rules.production import Cubes, cubes
from tests.games.ares.at_table import evening, with_cards


def test_the_worked_example_brings_14_mc() -> None:
    """MC production 4, TR 6, one card, 3 heat, 1 plant, phase picked. (C6, C7)"""
    table = evening()
    table.set("red", tr=6, production_mc=4, production_heat=3, production_plants=1)
    table.set("red", production_cards=1)
    table.to_phase(red=4, blue=5)
    found = table.seen("red").income
    assert found
    assert (found.mc_production, found.tr, found.bonus, found.mc) == (4, 6, 4, 14)
    seen = table.json()["seats"]["red"]["income"]
    assert (seen["mc"], seen["heat"], seen["plants"], seen["cards"]) == (14, 3, 1, 1)
    assert seen["cubes"]["mc"] == {"gold": 1, "silver": 0, "copper": 4}
    assert table.change("red", "done") == "heat +3, mc +14, plants +1"
    assert table.hands("red") == ["Draw a card"]


def test_without_the_pick_there_is_no_bonus() -> None:
    """(B5, C6)"""
    table = evening()
    table.to_phase(red=4, blue=5)
    assert table.change("blue", "done") == "mc +5"


def test_the_host_books_it_for_who_is_late() -> None:
    """(B5, C6)"""
    table = evening()
    table.to_phase(red=4, blue=5)
    table.play("done", "red")
    table.play("go_on")
    assert (table.figures("red")["mc"], table.figures("blue")["mc"]) == (9, 5)
    assert table.json()["phase"] == 5


def test_what_is_booked_is_no_longer_announced() -> None:
    """(C6)"""
    table = evening()
    table.to_phase(red=4, blue=5)
    table.play("done", "red")
    assert table.seen("red").income is None
    announced = table.seen("blue").income
    assert announced and announced.mc == 5


@pytest.mark.parametrize("level", ["phases", "planet"])
def test_a_table_without_mats_books_no_production(level: str) -> None:
    """(C6)"""
    table = evening(help=level)
    table.to_phase(red=4, blue=5)
    assert table.change("red", "done") == ""


@pytest.mark.parametrize(
    ("amount", "taken"),
    [
        (0, Cubes(0, 0, 0)),
        (4, Cubes(0, 0, 4)),
        (6, Cubes(0, 1, 1)),
        (14, Cubes(1, 0, 4)),
        (23, Cubes(2, 0, 3)),
        (39, Cubes(3, 1, 4)),
    ],
)
def test_the_cubes_to_take(amount: int, taken: Cubes) -> None:
    """(E5)"""
    assert cubes(amount) == taken


@pytest.mark.parametrize(
    ("cards", "picked", "draw", "keep"),
    [
        ((), 4, 2, 1),
        ((), 5, 5, 2),
        ((26,), 4, 2, 2),  # Extended Resources
        ((36,), 4, 4, 1),  # Interns
        ((60,), 5, 6, 3),  # United Planetary Alliance
        ((35,), 4, 3, 2),  # Interplanetary Relations
        ((26, 35, 36, 60), 5, 9, 5),
    ],
)
def test_research_draws_and_keeps(
    cards: tuple[int, ...], picked: int, draw: int, keep: int
) -> None:
    """(C8)"""
    table = with_cards(*cards)
    table.to_phase(red=picked, blue=5)
    while table.json()["phase"] != 5:
        table.all_done()
    assert table.json()["seats"]["red"]["research"] == {"draw": draw, "keep": keep}
    before = table.figures("red")["mc"]
    table.play("done", "red")
    assert table.figures("red")["mc"] == before  # nothing is paid for what is thrown away
