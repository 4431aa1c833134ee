"""Every project card, played: what a player sees change on mat and planet. (D1–D8)"""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.games.ares.cards import CARDS, CORPORATIONS, PROJECTS, Colour
from assistant.games.ares.score import points
from assistant.games.ares.state import InPlay
from tests.games.ares.at_table import Evening, evening

TABLES = Path(__file__).with_name("tables")


def rows(name: str) -> list[list[str]]:
    lines = (TABLES / name).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line[0] != "#"]


CASES = {int(number): rest for number, *rest in rows("cards.txt")}
REQUIREMENTS = [
    (int(row[0]), row[2], int(row[3]), int(row[4]), row[5]) for row in rows("requirements.txt")
]
POINTS = {int(number): int(vp) for number, vp in rows("points.txt")}
STARRED = [103, 109, 111, 124, 130, 144, 147, 150, 155, 163, 170, 171, 184, 188, 190, 196]
PLANET = ("temperature", "oxygen", "oceans")


def before_playing(number: int) -> Evening:
    """Red is about to play a card: holders in play, and exactly what the card asks for."""
    table = evening("red", "blue")
    for holder in {12, 58} - {number}:
        table.play("adjust", "red", field="mc", by=20)
        table.play("play_card", "red", anyway=True, number=holder)
    needs = {field: enough for each, field, enough, _, _ in REQUIREMENTS if each == number}
    for field in PLANET:
        if field in needs:
            set_to(table, field, needs[field])
    table.to_phase(red=3, blue=1 if CASES[number][1] == "green" else 2)
    for field in [name for name in table.figures("red") if name.startswith("tags.")]:
        set_to(table, field, needs.get(field, 0))
    for field, value in {"mc": 50, "heat": 10, "plants": 10, "tr": 20}.items():
        set_to(table, field, value)
    return table


def set_to(table: Evening, field: str, value: int) -> None:
    now = table.figures("red")[field]
    if value != now:
        table.play("adjust", "red", field=field, by=value - now)


@pytest.mark.parametrize("number", CASES)
def test_playing_a_card_books_what_it_says(number: int) -> None:
    """(D1, D2, D5)"""
    name, colour, changes, hands, picks = CASES[number]
    card = CARDS[number]
    assert (card.name, card.colour) == (name, colour)
    table = before_playing(number)
    choices = [[number, int(pick)] for pick in picks.split()]
    assert table.change("red", "play_card", number=number, choices=choices) == changes
    assert "; ".join(table.hands("red")) == hands


@pytest.mark.parametrize(("number", "field", "enough", "missed", "refusal"), REQUIREMENTS)
def test_a_card_whose_requirement_is_just_missed_cannot_be_played(
    number: int, field: str, enough: int, missed: int, refusal: str
) -> None:
    """(D2)"""
    table = before_playing(number)
    choices = [[number, int(pick)] for pick in CASES[number][4].split()]
    if field in PLANET:
        set_to(table, field, missed)  # in this phase: what counts is how it began
        begin_again(table, CASES[number][1])
    else:
        set_to(table, field, missed)
    assert table.refuses("play_card", "red", number=number, choices=choices).key == refusal
    table.play("play_card", "red", anyway=True, number=number, choices=choices)
    assert table.player("red").in_play(number)


def begin_again(table: Evening, colour: str) -> None:
    """Play on to the same phase of the next round, with red's figures as they are."""
    figures = table.figures("red")
    while table.state.step != "planning":
        table.play("go_on")
    table.play("pick_phase", "red", phase=4)
    table.play("pick_phase", "blue", anyway=True, phase=1 if colour == "green" else 2)
    for field in ("mc", "heat", "plants", "tr"):
        set_to(table, field, figures[field])


def test_every_project_card_is_in_the_table() -> None:
    assert sorted(CASES) == list(range(1, 209)) == [card.number for card in PROJECTS]
    assert [card.number for card in CORPORATIONS] == list(range(209, 221))


@pytest.mark.parametrize("number", CASES)
def test_the_printed_points_of_a_card(number: int) -> None:
    """(F2)"""
    table = evening("red", "blue")
    assert points(table.player("red"), InPlay(number)).printed == POINTS.get(number, 0)


def test_sixteen_green_cards_and_four_corporations_are_starred() -> None:
    """(A7)"""
    starred = [card for card in PROJECTS if card.first_game]
    assert [card.number for card in starred] == STARRED
    assert {card.colour for card in starred} == {Colour.GREEN}
    assert [card.number for card in CORPORATIONS if card.first_game] == [210, 211, 212, 217]
