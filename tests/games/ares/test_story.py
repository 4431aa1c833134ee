"""The story: one line for each move, in words for everybody, and never what is sealed."""

from __future__ import annotations

import pytest

from assistant.game import Json, Move
from assistant.games.ares import ARES
from tests.games.ares.at_table import SHUFFLES, Evening, evening, said, with_cards


def told(table: Evening, kind: str, seat: str | None = None, /, **args: Json) -> str:
    """The line that a move writes into the story; the seat stands for its player's name."""
    before, anyway = table.state, args.pop("anyway", False)
    table.play(kind, seat, anyway=anyway, **args)
    after = table.state
    if table.log[-1].kind == "reveal":
        after = before
    line = ARES.tell(before, after, Move(kind, seat, args))
    return said(line, name=seat or "the table") if line else ""


def test_a_pick_tells_that_it_was_made_never_which() -> None:
    """(B2)"""
    table = evening("red", "blue", "green")
    assert told(table, "pick_phase", "red", phase=3) == "red locked a phase"
    assert told(table, "pick_phase", "red", phase=4) == "red locked anew"
    assert told(table, "withdraw_pick", "red") == "red is choosing again"


def test_the_reveal_tells_all_picks() -> None:
    """(B2, B4)"""
    table = evening()
    before = table.state
    table.to_phase(red=3, blue=3)
    line = ARES.tell(before, table.state, table.log[-1])
    assert line
    assert said(line) == "III red, blue"


def test_going_on_and_picking_twice_are_told_with_the_reveal() -> None:
    """(B2, B3)"""
    table = evening()
    table.to_phase(red=4, blue=5)
    table.finish_round()
    table.play("pick_phase", "red", anyway=True, phase=4)
    before = table.state
    table.play("go_on")
    line = ARES.tell(before, table.state, table.log[-1])
    assert line
    assert said(line) == "IV red, red the same as last round, anyway · without blue"


def test_the_set_up_is_told() -> None:
    """(A5)"""
    table = Evening("red", "blue", help="mats")
    assert told(table, "begin", neutral=SHUFFLES) == "The game begins"
    assert told(table, "choose_corporation", "red", number=217) == "red plays Teractor"
    assert told(table, "done", "blue") == "blue is set up"
    assert told(table, "set_help", level="cards") == "The table helps with: cards by number"


def test_cards_and_their_prices_are_told() -> None:
    """(D1)"""
    table = evening()
    table.set("red", steel=2, mc=30)
    table.to_phase(red=1, blue=2)
    line = told(table, "play_card", "red", number=163)
    assert line == "red played Microprocessors (163) for 10 MC"
    line = told(table, "play_by_hand", "blue", colour="green", cost=0)
    assert line == "blue played a green card for 0 MC"
    assert told(table, "sell_cards", "blue", count=1) == "blue sold a card"
    assert told(table, "sell_cards", "blue", count=3) == "blue sold 3 cards"
    table.all_done()
    assert told(table, "draw_bonus", "blue") == "blue drew a card as the bonus"


def test_a_card_played_against_advice_is_told_as_well() -> None:
    """(D1)"""
    table = evening()
    line = told(table, "play_card", "red", number=198, heat=1, anyway=True)
    assert line == "red played Trees (198) for 17 MC"


@pytest.mark.parametrize(
    ("action", "line"),
    [
        ("forest_plants", "red turned plants into a forest"),
        ("forest_mc", "red paid MC for a forest"),
        ("temperature_heat", "red turned heat into warmth"),
        ("temperature_mc", "red paid MC for warmth"),
        ("ocean_mc", "red paid MC for an ocean"),
    ],
)
def test_standard_actions_are_told(action: str, line: str) -> None:
    """(C4)"""
    table = evening()
    table.to_phase(red=3, blue=4)
    table.set("red", mc=50, heat=8, plants=8)
    assert told(table, "standard_action", "red", action=action) == line


def test_the_action_phase_is_told() -> None:
    """(C3, E1)"""
    table = with_cards(15)
    table.play("choose_corporation", "red", number=220)
    table.to_phase(red=3, blue=4)
    assert told(table, "card_action", "red", number=15) == "red used Circuit Board Factory"
    table.play("standard_action", "red", action="ocean_mc")
    line = told(table, "flip_ocean", "red", reward=7)
    assert line == "red turned an ocean: 1 plant, Draw a card"
    assert told(table, "extra_tr", "red") == "red paid for one TR more"
    line = told(table, "raise_parameter", "red", parameter="oxygen", steps=2)
    assert line == "red raised the oxygen by 2 steps"
    line = told(table, "raise_parameter", "red", parameter="forest")
    assert line == "red planted 1 forest"
    assert told(table, "done", "red") == "red is done with Action"
    assert told(table, "go_on") == "The table went on without blue"


def test_solo_and_co_op_are_told() -> None:
    """(G2, H1)"""
    table = evening("red", mode="solo")
    before = table.state
    table.play("pick_phase", "red", phase=4)
    line = ARES.tell(before, table.state, table.log[-1])
    assert line
    assert said(line) == "I neutral, IV red"
    table = evening("red", "blue", mode="coop")
    table.to_phase(red=3, blue=3)
    cube = told(table, "take_cube", "red", kind="copper")
    assert cube == "red took a copper cube: 1 MC"
