"""What the cardboard should show, cell by cell."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from assistant.games.ares.view import view as see
from assistant.web.ares.boards import asked, asked_figures, board, told
from tests.games.ares.at_table import Evening, evening, with_cards

HOLDS_MICROBES = 5


def read(table: Evening, seat: str = "red") -> dict[str, int | None]:
    return {one.field: one.value for one in board(see(table.state, seat))}


def test_a_board_reads_everything_that_the_table_follows() -> None:
    """(J1)"""
    table = with_cards(HOLDS_MICROBES)
    table.set("red", mc=31, heat=6, production_plants=3, cards_5=4, temperature=-14)
    shown = read(table)
    assert shown["mc"] == 31 and shown["production.plants"] == 3 and shown["cards.5"] == 4
    assert shown["temperature"] == -14
    assert list(shown)[:3] == ["mc", "heat", "plants"]


def test_a_table_that_follows_the_planet_checks_tr_forests_and_planet() -> None:
    assert list(read(evening(help="planet"))) == [
        *("tr", "forests"),
        *("temperature", "oxygen", "oceans"),
    ]
    assert read(evening(help="phases")) == {}


def test_a_figure_moves_between_the_ends_of_its_track() -> None:
    """(A2)"""
    cells = {one.field: one for one in board(see(evening().state, "red"))}
    assert (cells["temperature"].allowed[0], cells["temperature"].allowed[-1]) == (-30, 8)
    assert cells["temperature"].allowed.step == 2
    assert cells["oceans"].allowed[-1] == 9


def asks(table: Evening, seat: str, *, host: bool = False, hosts: tuple[bool, ...] = ()) -> Any:
    around: Any = SimpleNamespace(host=host, people=[SimpleNamespace(host=one) for one in hosts])
    return asked(see(table.state, seat), around)


def raised() -> Evening:
    """After a round at the level of phases the table follows the planet."""
    table = evening(help="phases")
    table.to_phase(red=5, blue=5)
    table.finish_round()
    table.play("set_help", level="planet", asks=True)
    return table


def test_the_planet_is_asked_of_the_host_and_the_board_of_everybody() -> None:
    """(J4)"""
    table, own = raised(), ("tr", "forests")
    planet = ("temperature", "oxygen", "oceans")
    assert asks(table, "blue", host=True, hosts=(False, True)) == (*planet, *own)
    assert asks(table, "red", hosts=(False, True)) == own
    assert asks(table, "red", hosts=(False, False)) == (*planet, *own)  # the screen alone is host
    assert asks(table, "blue", hosts=(False, False)) == own


def test_nothing_is_asked_of_who_wants_it_later_nor_after_the_end() -> None:
    """(J4)"""
    table = raised()
    table.play("ask_later", "red")
    assert asks(table, "red") == ()
    table.play("declare_terraformed", "blue")
    assert asks(table, "blue") == ()


def test_what_is_not_known_is_a_question_mark_wherever_it_is_told() -> None:
    """(J4)"""
    table = raised()
    view = see(table.state, "red")
    assert (told(view, view.mine, "tr"), told(view, None, "oceans")) == ("?", "?")
    table.play("say_figure", "red", field="tr", value=14)
    view = see(table.state, "red")
    assert told(view, view.mine, "tr") == "14"
    assert told(view, view.mine, "production.heat", plus=True) == "0"


def test_as_many_figures_as_fit_beside_the_pad() -> None:
    table = evening(help="phases")
    table.to_phase(red=5, blue=5)
    table.play("set_help", level="cards", asks=True)
    view = see(table.state, "red")
    fields = asks(table, "red", host=True)
    assert [one.field for one in asked_figures(view, fields)] == list(fields[:9])
