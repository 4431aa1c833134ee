"""Any figure can be set by hand, at any time, in sight of all. (J1)"""

from __future__ import annotations

from assistant.game import Json, Move
from assistant.games.ares import ARES
from assistant.games.ares.figures import sign_of
from tests.games.ares.at_table import Evening, said, with_cards


def test_every_figure_that_a_player_sees_can_be_corrected() -> None:
    """(J1)"""
    table = with_cards(12)
    for field, before in table.figures("red").items():
        by = 2 if field == "temperature" else 1
        assert table.change("red", "adjust", field=field, by=by) == f"{field} {by:+d}"
        table.play("adjust", "red", field=field, by=-by)
        assert table.figures("red")[field] == before


def test_a_correction_tells_what_it_is_now() -> None:
    """(J1)"""
    table = with_cards(12)
    assert told(table, "adjust", "red", field="mc", by=7) == "%(name)s set MC to 7 by hand"
    assert told(table, "adjust", "red", field="temperature", by=2) == (
        "%(name)s set temperature to −28 by hand"
    )
    assert told(table, "adjust", "red", field="tags.jovian", by=1) == (
        "%(name)s set Jovian tags to 1 by hand"
    )
    assert told(table, "adjust", "red", field="cards.12", by=1) == (
        "%(name)s set resources on Birds to 1 by hand"
    )


def test_a_correction_is_possible_at_every_level_and_after_the_end() -> None:
    """(J1)"""
    table = Evening("red", "blue", help="phases")
    assert table.refuses("adjust", "red", field="mc", by=1).key == "not-begun-yet"
    table.begin()
    assert table.change("red", "adjust", field="tr", by=1) == "tr +1"
    table.play("declare_terraformed", "red")
    assert table.change("red", "adjust", field="points", by=-2) == "points -2"


def test_a_figure_wears_the_sign_of_what_it_counts() -> None:
    assert sign_of("production.plants") == "plant"
    assert sign_of("steel") == "steel"


def told(table: Evening, kind: str, seat: str, **args: Json) -> str:
    """The story line of a move, with the player's name left open."""
    before = table.state
    table.play(kind, seat, **args)
    line = ARES.tell(before, table.state, Move(kind, seat, args))
    assert line
    return said(line.text, name="%(name)s")
