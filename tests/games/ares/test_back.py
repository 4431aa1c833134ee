"""What hands do on the board and with cards when a move is taken back."""

from __future__ import annotations

import pytest

from assistant.game import Json, Move
from assistant.games.ares import ARES
from tests.games.ares.at_table import Evening, evening, said


def back(table: Evening, kind: str, seat: str | None = None, /, **args: Json) -> list[str]:
    """What hands would undo of a move that is made now."""
    before, anyway = table.state, args.pop("anyway", False)
    table.play(kind, seat, anyway=anyway, **args)
    line = ARES.tell(before, table.state, Move(kind, seat, args))
    assert line
    return [said(one) for one in line.back]


def test_a_card_goes_back_into_the_hand_and_what_was_paid_for_it_back_on_the_mat() -> None:
    """(D1)"""
    table = evening()
    table.set("red", mc=30)
    table.to_phase(red=1, blue=2)
    assert back(table, "play_card", "red", number=163) == [
        "Take the card back into your hand",
        "Take 14 MC back",
        "Put back on the deck what you turned or drew for it",
    ]
    assert back(table, "sell_cards", "blue", count=3) == ["Take back the 3 cards you sold"]


def test_what_a_card_put_on_cards_comes_off_them() -> None:
    """(D8)"""
    table = evening()
    table.set("red", mc=60)
    table.to_phase(red=2, blue=2)
    hands = back(table, "play_card", "red", number=5)
    assert hands[-1] == "Take a microbe off Anaerobic Microorganisms"


@pytest.mark.parametrize(
    ("action", "hands"),
    [
        ("forest_mc", ["Forest token back to the supply"]),
        ("temperature_mc", ["Temperature marker back to −30 °C"]),
        ("ocean_mc", []),
    ],
)
def test_tiles_tokens_and_markers_go_back(action: str, hands: list[str]) -> None:
    """(C4)"""
    table = evening()
    table.to_phase(red=3, blue=4)
    table.set("red", mc=50)
    assert back(table, "standard_action", "red", action=action) == hands


def test_an_ocean_is_turned_face_down_and_the_card_it_gave_goes_back_on_the_deck() -> None:
    """(E1)"""
    table = evening()
    table.to_phase(red=3, blue=4)
    table.set("red", mc=50)
    table.play("standard_action", "red", action="ocean_mc")
    hands = back(table, "flip_ocean", "red", reward=7)
    assert hands == [
        "Turn the ocean tile face down again",
        "Put the card you drew back on the deck",
    ]


def test_of_cards_drawn_before_only_those_that_this_move_drew_go_back() -> None:
    table = evening()
    table.to_phase(red=2, blue=2)
    assert back(table, "draw_bonus", "red") == ["Put the card you drew back on the deck"]
    hands = back(table, "flip_ocean", "red", reward=7, anyway=True)
    assert hands[-1] == "Put the card you drew back on the deck"


def test_what_was_said_by_hand_moves_nothing_on_the_board() -> None:
    """(J1)"""
    table = evening()
    assert back(table, "adjust", "red", field="oceans", by=1) == []
    assert back(table, "adjust", "red", field="forests", by=1) == []
    assert back(table, "pick_phase", "red", phase=1) == []


def test_phase_cards_are_turned_face_down() -> None:
    """(B2)"""
    table = evening()
    before = table.state
    table.to_phase(red=3, blue=3)
    line = ARES.tell(before, table.state, table.log[-1])
    assert line and [said(one) for one in line.back] == ["Phase cards face down again"]
