"""The story: one line for each move, in words for everybody, and never what is sealed."""

from __future__ import annotations

import pytest

from assistant.game import Json, Move, Told, fold
from assistant.games.ares import ARES
from assistant.games.ares.state import State
from tests.games.ares.at_table import SHUFFLES, Evening, evening, said, with_cards


def told(table: Evening, kind: str, seat: str | None = None, /, **args: Json) -> str:
    """The line that a move writes into the story; the seat stands for its player's name."""
    before, anyway = table.state, args.pop("anyway", False)
    table.play(kind, seat, anyway=anyway, **args)
    after = table.state
    if table.log[-1].kind == "reveal":
        after = before
    line = ARES.tell(before, after, Move(kind, seat, args))
    return in_words(line, seat or "the table") if line else ""


def in_words(line: Told, name: str = "Ann") -> str:
    """A line as others read it, with each figure that it shows before and after."""
    changed = (f"{said(one.words)} {one.was} → {one.now}" for one in line.figures)
    return " · ".join([said(line.text, name=name), *changed])


def test_a_pick_tells_that_it_was_made_never_which() -> None:
    """(B2)"""
    table = evening("red", "blue", "green")
    assert told(table, "pick_phase", "red", phase=3) == "red locked a phase"
    assert told(table, "pick_phase", "red", phase=4) == "red locked again"
    assert told(table, "withdraw_pick", "red") == "red is choosing again"


def test_the_reveal_tells_all_picks() -> None:
    """(B2, B4)"""
    table = evening()
    before = table.state
    table.to_phase(red=3, blue=3)
    line = ARES.tell(before, table.state, table.log[-1])
    assert line
    assert in_words(line) == "III red, blue"


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
    assert in_words(line) == "IV red, red the same as last round, anyway · without blue"


def test_the_set_up_is_told() -> None:
    """(A5)"""
    table = Evening("red", "blue", help="mats")
    assert told(table, "begin", neutral=SHUFFLES) == "The game begins"
    assert told(table, "choose_corporation", "red", number=217) == "red plays Teractor · MC 0 → 51"
    assert told(table, "done", "blue") == "blue is set up"
    assert told(table, "set_help", level="cards") == "The table helps with: cards by number"


def test_cards_and_their_prices_are_told() -> None:
    """(D1)"""
    table = evening()
    table.set("red", steel=2, mc=30)
    table.to_phase(red=1, blue=2)
    line = told(table, "play_card", "red", number=163)
    assert line == "red played no. 163, Microprocessors · MC 30 → 20 · heat production 0 → 3"
    line = told(table, "play_by_hand", "blue", colour="green", cost=0)
    assert line == "blue played a green card"
    assert told(table, "sell_cards", "blue", count=1) == "blue sold a card · MC 0 → 3"
    assert told(table, "sell_cards", "blue", count=3) == "blue sold 3 cards · MC 3 → 12"
    table.all_done()
    assert told(table, "draw_bonus", "blue") == "blue drew a card as a bonus"


def test_a_card_played_against_advice_is_told_as_well() -> None:
    """(D1)"""
    table = evening()
    line = told(table, "play_card", "red", number=198, heat=1, anyway=True)
    assert line == "red played no. 198, Trees · plants 0 → 1 · plant production 0 → 3"


@pytest.mark.parametrize(
    ("action", "line"),
    [
        ("forest_plants", "red grew a forest · plants 8 → 0 · oxygen 0 → 1 · TR 5 → 6"),
        ("forest_mc", "red grew a forest · MC 50 → 30 · oxygen 0 → 1 · TR 5 → 6"),
        ("temperature_heat", "red raised the temperature to −28 °C · heat 8 → 0 · TR 5 → 6"),
        ("temperature_mc", "red raised the temperature to −28 °C · MC 50 → 36 · TR 5 → 6"),
        ("ocean_mc", "red paid for an ocean · MC 50 → 35"),
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
    assert line == "red turned an ocean, the 1st, and drew a card · plants 0 → 1 · TR 5 → 6"
    line = told(table, "extra_tr", "red")
    assert line == "red paid for one more TR · MC 20 → 14 · TR 6 → 7"
    line = told(table, "raise_parameter", "red", parameter="oxygen", steps=2)
    assert line == "red raised the oxygen to 2 % · TR 7 → 9"
    line = told(table, "raise_parameter", "red", parameter="forest")
    assert line == "red grew a forest · oxygen 2 → 3 · TR 9 → 10"
    assert told(table, "done", "red") == "red is done with Action"
    assert told(table, "go_on") == "The table went on without blue"


def test_solo_and_co_op_are_told() -> None:
    """(G2, H1)"""
    table = evening("red", mode="solo")
    before = table.state
    table.play("pick_phase", "red", phase=4)
    line = ARES.tell(before, table.state, table.log[-1])
    assert line
    assert in_words(line) == "I neutral, IV red"
    table = evening("red", "blue", mode="coop")
    table.to_phase(red=3, blue=3)
    cube = told(table, "take_cube", "red", kind="copper")
    assert cube == "red took a copper cube: 1 MC · MC 0 → 1"


def test_the_steps_of_the_neutral_cube_are_told_and_so_are_those_that_lapse() -> None:
    """(G3)"""

    def after_five(**figures: int) -> Evening:
        table = evening("red", mode="solo")
        table.set("red", **figures)
        for _ in range(5):
            table.play("pick_phase", "red", phase=4 + table.state.round % 2)
            table.finish_round()
        return table

    line = told(after_five(), "ease", "red", parameter="oxygen")
    assert line == "The neutral cube raised the oxygen by 2 steps · oxygen 0 → 2"
    full = after_five(temperature=8, oxygen=13)
    assert full.json()["solo"]["ease"] == 2
    full.play("adjust", "red", field="oxygen", by=1)
    before = fold(ARES, full.setup, full.log[:-1])
    told_of = ARES.tell(before, full.state, full.log[-1])
    assert told_of
    assert in_words(told_of) == "Both tracks are full: 2 steps of the neutral cube lapse"


def test_a_production_phase_tells_what_it_brought() -> None:
    """(C6)"""
    table = evening()
    table.to_phase(red=4, blue=5)
    assert told(table, "done", "red") == "red collected · MC 0 → 9"
    table.play("set_help", level="phases", asks=True)
    assert told(table, "done", "blue") == "blue is done with Production"


def test_a_line_stands_under_its_phase_and_round() -> None:
    """(B1, B4)"""

    def head(state: State) -> str:
        found = ARES.where(state)
        assert found
        return " · ".join(
            [found.sign, said(found.text), *([said(found.more)] if found.more else [])]
        )

    table = Evening("red", "blue", help="cards")
    assert ARES.where(table.state) is None
    table.play("begin", neutral=SHUFFLES)
    assert head(table.state) == "hand · Setting up"
    table.play("go_on")
    assert head(table.state) == "peek · Planning · round 1"
    table.to_phase(red=3, blue=3)
    assert head(table.state) == "numeral-3 · Action · round 1"
    table.all_done()
    assert head(table.state) == "done · End of the round · round 1"
    table.finish_round()
    assert head(table.state) == "peek · Planning · round 2"
    table.play("set_help", level="phases", asks=True)
    table.play("declare_terraformed", "red")
    assert head(table.state) == "vp · The count"


def test_what_is_above_zero_has_a_plus() -> None:
    """(A2)"""
    table = evening()
    table.to_phase(red=3, blue=4)
    table.set("red", temperature=-2)
    line = told(table, "raise_parameter", "red", parameter="temperature", steps=2)
    assert line == "red raised the temperature to +2 °C · TR 5 → 7"
