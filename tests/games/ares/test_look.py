"""A card before it is played, as a phone asks for it."""

from __future__ import annotations

import pytest

from assistant.game import Illegal, Move, Setup, apply
from assistant.games.ares import ARES
from assistant.games.ares.look import look
from assistant.games.ares.state import State

BEGUN = (
    Move("sit", "red"),
    Move("sit", "blue"),
    Move("begin", args={"neutral": [[1, 2, 3, 4, 5]] * 5}),
)
IN_ACTION = (
    Move("choose_corporation", "red", {"number": 211}),
    Move("choose_corporation", "blue", {"number": 209}),
    Move("pick_phase", "red", {"phase": 3}),
    Move("pick_phase", "blue", {"phase": 3}),
    Move("reveal"),
)


def _table(*moves: Move) -> State:
    state = ARES.start(Setup("ares", "standard", (("help", "cards"),)))
    for move in (*BEGUN, *moves):
        state = apply(ARES.moves, state, move)
    return state


def test_a_corporation_is_found_by_its_number_or_part_of_its_name() -> None:
    state = _table()
    seen = look(state, "red", 211).preview
    assert seen and seen.card.name == "Helion"
    assert [one.card.name for one in look(state, "red", find="hel").found] == ["Helion"]


@pytest.mark.parametrize("find", ["thor", "ТОРҐ", "торгейт", "219", "брама"])
def test_a_corporation_is_found_by_its_number_and_by_every_name_it_has(find: str) -> None:
    printed: dict[str, tuple[str, ...]] = {
        "corporation-218": ("Tharsis Republic", "Республіка Фарсида"),
        "corporation-219": ("ThorGate", "ТорҐейт"),
    }
    found = look(_table(), "red", find=find, names={"219": "Брама Тора"}, printed=printed).found
    assert [(one.card.number, one.called) for one in found] == [(219, "Брама Тора")]


@pytest.mark.parametrize("number", [0, 2, 21, 163, 208, 221, 999])
def test_while_setting_up_no_other_number_shows_a_card(number: int) -> None:
    assert look(_table(), "red", number).preview is None


def test_while_setting_up_no_other_name_is_found() -> None:
    assert not look(_table(), "red", find="Microprocessors").found


def test_a_number_that_no_card_has_is_refused_later() -> None:
    with pytest.raises(Illegal, match="no-such-card"):
        look(_table(*IN_ACTION), "red", 221)


def test_names_that_begin_with_the_letters_come_first() -> None:
    state = _table(*IN_ACTION)
    assert [one.card.name for one in look(state, "red", find=" MICROP ").found] == [
        "Microprocessors"
    ]
    found = [one.card.name for one in look(state, "red", find="mine").found]
    assert found[0] == "Mine" and len(found) == 5
    assert not look(state, "red", find="no such card").found
    assert not look(state, "red", find="  ").found


def test_a_card_is_found_by_its_number_and_by_a_name_that_the_table_added() -> None:
    state = _table(*IN_ACTION)
    names = {"28": "Фермерський ринок"}
    (by_name,) = look(state, "red", find="РИНОК", names=names).found
    assert (by_name.card.number, by_name.called) == (28, "Фермерський ринок")
    assert [one.card.number for one in look(state, "red", find="28").found] == [28]
    assert not look(state, "red", find="ринок").found
