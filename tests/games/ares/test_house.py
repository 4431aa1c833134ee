"""House rules: figures of the book that a table changed before it began. (J6)"""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.game import Illegal, Setup, read_setup, told_rules
from assistant.games.ares import ARES
from assistant.games.ares.house import HOUSE, house_rules
from assistant.games.ares.view import view as see
from tests.games.ares.at_table import SHUFFLES, Evening, evening, said
from tests.games.ares.test_story import told


def line(setup: Setup) -> str:
    """What everybody reads of the house rules."""
    rules = told_rules(setup, house_rules(setup))
    return said(rules) if rules else ""


def test_the_usual_choice_of_every_figure_is_the_books() -> None:
    """(J6)"""
    setup = read_setup(ARES, "standard", {})
    assert house_rules(setup) == ()
    for name, (book, _) in HOUSE.items():
        assert setup.option(name) == str(book)


def test_a_mat_begins_as_the_table_wishes_and_the_corporation_comes_on_top() -> None:
    """(A4, A5, J6)"""
    table = evening(help="cards", start_tr="8", start_mc="5", start_heat="2", start_plants="3")
    red = table.figures("red")
    assert (red["tr"], red["mc"], red["heat"], red["plants"]) == (8, 5, 2, 3)
    usual = evening(help="cards")
    for one in (table, usual):
        one.play("choose_corporation", "red", number=212)
    assert table.figures("red")["mc"] == usual.figures("red")["mc"] + 5
    lobby = Evening("red", "blue", start_tr="8")
    laid = [said(one) for one in see(lobby.state, None).checklist]
    assert any("TR 8" in one for one in laid)


def test_hands_are_cut_down_to_the_limit_of_the_house() -> None:
    """(B6, J6)"""
    table = evening(help="phases", hand_limit="12")
    table.to_phase(red=5, blue=5)
    table.all_done()
    assert table.json()["hand_limit"] == 12


def test_standard_actions_cost_what_the_house_says() -> None:
    """(C4, C5, J6)"""
    table = evening(price_forest_plants="6", price_ocean_mc="20")
    table.to_phase(red=3, blue=4)
    table.set("red", plants=6, mc=19)
    assert table.seen("red").must == ("forest_plants",)
    assert see(table.state, "red").price("ocean_mc") == 20
    refusal = table.refuses("standard_action", "red", action="ocean_mc")
    assert dict(refusal.values) == {"need": 20, "have": 19}
    assert table.change("red", "standard_action", action="forest_plants") == (
        "forests +1, oxygen +1, plants -6, tr +1"
    )


@pytest.mark.parametrize(("goal", "won"), [("40", True), ("60", False)])
def test_two_win_with_the_vp_of_the_house(goal: str, won: bool) -> None:
    """(H3, J6)"""
    table = evening("red", "blue", mode="coop", coop_goal=goal)
    table.set("red", temperature=8, oxygen=14, oceans=9, tr=25)
    table.set("blue", tr=25)
    while table.json()["step"] != "finished":
        if table.json()["step"] == "planning":
            last = [one.last_phase for one in table.state.players]
            table.to_phase(red=4 if last[0] != 4 else 5, blue=4 if last[1] != 4 else 5)
        for seat in ("red", "blue"):
            if not table.player(seat).cube:
                kind = "copper" if table.state.pool.copper else "player"
                table.play("take_cube", seat, kind=kind)
        table.play("go_on")
    assert table.json()["coop"]["goal"] == int(goal)
    assert table.json()["won"] is won


def test_what_differs_from_the_book_is_told_to_all() -> None:
    """(J6)"""
    table = Evening("red", "blue", hand_limit="12", price_ocean_mc="16", coop_goal="90")
    assert line(table.state.setup) == "House rules: hand limit 12, ocean, MC 16"
    assert told(table, "begin", neutral=SHUFFLES) == (
        "The game begins. House rules: hand limit 12, ocean, MC 16"
    )


def test_a_game_in_progress_is_taken_up_by_house_rules() -> None:
    """(J5, J6)"""
    table = Evening("red", "blue", hand_limit="12")
    table.play("take_up", round=6)
    assert told(table, "begin", neutral=SHUFFLES) == (
        "The game goes on in round 6. House rules: hand limit 12"
    )


@pytest.mark.parametrize(
    ("mode", "options", "words"),
    [
        ("standard", {"hand_limit": "12"}, "House rules: Friday, hand limit 12"),
        ("coop", {"coop_goal": "90"}, "House rules: Friday, VP to reach together 90"),
        ("standard", {"coop_goal": "90"}, ""),
        ("solo", {"solo_end": "rounds"}, "House rules: Friday, all 25 rounds"),
        ("coop", {"solo_end": "rounds"}, ""),
    ],
)
def test_the_name_comes_first_where_something_differs(
    mode: str, options: dict[str, str], words: str
) -> None:
    """(G5, H3, J6)"""
    assert line(replace(read_setup(ARES, mode, options), name="Friday")) == words


@pytest.mark.parametrize(
    "options",
    [{"hand_limit": "0"}, {"hand_limit": 12}, {"start_tr": "-1"}, {"price_ocean_mc": "x"}],
)
def test_a_figure_that_no_house_plays_by(options: dict[str, object]) -> None:
    """(J6)"""
    with pytest.raises(Illegal) as refusal:
        read_setup(ARES, "standard", options)
    assert refusal.value.text.key == "unknown-choice"


def test_a_table_that_was_set_up_before_there_were_house_rules_plays_by_the_book() -> None:
    """(J6)"""
    state = ARES.start(Setup("ares", "standard", (("help", "mats"),)))
    assert state.first_mat.tr == 5 and house_rules(state.setup) == ()
