"""A card as it lies on a screen: what it does before it is paid, what it booked after."""

from __future__ import annotations

from assistant.games.ares.asking import Choice
from assistant.games.ares.look import look
from assistant.web.ares import card_faces
from assistant.web.ares.mats import answers
from tests.games.ares.at_table import Evening, said, with_cards


def constructing(*cards: int) -> Evening:
    table = with_cards(*cards)
    table.to_phase(red=2, blue=3)
    table.set("red", mc=40, plants=9)
    return table


def test_rows_show_what_is_tracked_before_and_after_and_who_sees_the_card() -> None:
    """(D7)"""
    table = constructing(24)
    rows = card_faces.face_rows(look(table.state, "red", 28))
    assert [(row.first, said(row.words)) for row in rows] == [
        ("action", "2 plants"),
        ("now", "Ecological Zone"),
        ("points", "at the end"),
    ]
    (animals,) = rows[1].gets
    assert (animals.sign, animals.was, animals.now) == ("animal", 2, 3)
    (mc,), (plants,) = rows[0].pays, rows[0].gets
    assert (mc.now, plants.now, plants.was) == (1, 2, None)


def test_each_answer_says_where_it_goes_and_what_it_changes() -> None:
    """(D5)"""
    table = constructing(58, 12)
    looked = look(table.state, "red", 80)
    (asked,) = answers(looked)
    ways = card_faces.ways(looked, asked)
    told = [(way.onto and said(way.onto), way.figure and way.figure[:3]) for way in ways]
    assert told == [
        (None, ("plant", 12, 9)),
        ("Tardigrades", ("microbe", 3, 0)),
        ("Birds", ("animal", 2, 0)),
    ]


def pay(table: Evening, number: int, *choices: list[int]) -> str:
    """What the button says."""
    looked = look(table.state, "red", number, choices=tuple(Choice(*one) for one in choices))
    return said(card_faces.to_pay(looked, 14))


def test_the_button_names_what_the_answer_brings_and_not_as_if_it_were_paid() -> None:
    """(D5, D7)"""
    table = constructing(58, 12)
    assert pay(table, 80) == "Pay 14 and play"
    assert pay(table, 80, [80, 0]) == "Pay 14, take 3 plants"
    assert pay(table, 80, [80, 1]) == "Pay 14, put 3 microbes on Tardigrades"
    assert pay(table, 80, [80, 2]) == "Pay 14, put 2 animals on Birds"
    assert pay(table, 71, [71, 12]) == "Pay 14, put 2 resources on Birds"
    table = constructing(58, 43)
    assert pay(table, 80, [80, 1]) == "Pay 14 and play", "onto which card is not said yet"
    assert pay(table, 80, [80, 1], [80, 58]) == "Pay 14, put 3 microbes on Tardigrades"
    table = constructing(19)
    table.set("red", cards_19=1)
    assert pay(table, 58) == "Pay 14, put a microbe on Decomposers"
    assert pay(table, 58, [19, 1]) == "Pay 14, take a microbe off, draw a card"
    assert pay(constructing(61), 58) == "Pay 14, take 1 plant"


def test_the_pad_stays_while_a_longer_number_may_be_meant() -> None:
    table = constructing()
    typed = {number: look(table.state, "red", number) for number in (8, 20, 21, 80)}
    assert [n for n, one in typed.items() if card_faces.is_being_typed(one)] == [8, 20]


def test_a_played_card_keeps_what_it_booked_until_the_phase_ends() -> None:
    """(D1, F2)"""
    table = constructing(24)
    table.play("play_card", "red", number=28)
    last = table.player("red").turn.last
    assert last and (last.number, last.mc) == (28, 12)
    cells = [(said(cell.words), *cell.figure[1:3]) for cell in card_faces.booked_cells(last)]
    assert cells == [
        ("MC", 28, 40),
        ("Ecological Zone", 3, 2),
        ("points", 2, 1),
        ("plant tags", 2, 1),
    ]
    table.all_done()
    assert table.player("red").turn.last is None
