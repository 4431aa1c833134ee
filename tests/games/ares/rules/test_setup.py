"""Setting up, and how much the table is helped. (A4–A8)"""

from __future__ import annotations

import pytest

from assistant.game import read_setup
from assistant.games.ares import ARES
from assistant.games.ares.checklist import checklist
from assistant.games.ares.view import view as see
from tests.games.ares.at_table import SHUFFLES, Evening, evening, said, with_cards

LEVELS = ["phases", "planet", "mats", "cards"]


def test_a_mat_starts_with_tr_5_and_nothing_else() -> None:
    """(A4)"""
    figures = evening().figures("red")
    assert figures.pop("tr") == 5
    assert figures.pop("temperature") == -30
    assert set(figures.values()) == {0}


@pytest.mark.parametrize(
    ("level", "step"),
    [("phases", "planning"), ("planet", "planning"), ("mats", "setup"), ("cards", "setup")],
)
def test_corporations_are_chosen_where_mats_are_tracked(level: str, step: str) -> None:
    """(A5)"""
    table = Evening("red", "blue", help=level)
    table.play("begin", neutral=SHUFFLES)
    assert table.json()["step"] == step
    if step == "planning":
        refusal = table.refuses("choose_corporation", "red", number=217)
        assert refusal.key == "mats-not-tracked"


def test_a_table_with_mats_by_hand_may_start_without_corporations() -> None:
    """(A5, J1)"""
    table = Evening("red", "blue", help="mats")
    table.play("begin", neutral=SHUFFLES)
    table.set("red", mc=40)
    table.play("done", "red")
    table.play("choose_corporation", "blue", number=210)
    assert table.json()["step"] == "planning"
    assert table.figures("red")["mc"] == 40


def test_with_cards_by_number_a_corporation_is_chosen_first() -> None:
    """(A5)"""
    table = Evening("red", "blue", help="cards")
    table.play("begin", neutral=SHUFFLES)
    assert table.refuses("done", "red").key == "choose-a-corporation-first"
    table.play("go_on")
    assert table.json()["step"] == "planning"
    table.play("choose_corporation", "red", number=210)  # late, but not too late
    assert table.figures("red")["mc"] == 27


def test_a_corporation_may_be_chosen_before_the_game_begins() -> None:
    """(A5)"""
    table = Evening("red", "blue", help="cards")
    table.play("choose_corporation", "red", number=210)
    table.play("choose_corporation", "blue", number=211)
    table.play("begin", neutral=SHUFFLES)
    assert table.json()["step"] == "planning"


def test_the_neutral_deck_must_be_five_shuffles() -> None:
    """(G1)"""
    table = Evening("red", mode="solo")
    for decks in ([[1, 2, 3, 4, 5]] * 4, [[1, 2, 3, 4, 4]] * 5, [[1, 2]] * 5):
        assert table.refuses("begin", neutral=decks).key == "malformed"


# Checklists


def steps(mode: str, players: int, **options: str) -> list[str]:
    return [said(step) for step in checklist(read_setup(ARES, mode, options), players)]


def test_the_checklist_of_a_standard_game() -> None:
    """(A2, A4, A5, A8, A9)"""
    assert steps("standard", 3) == [
        "Lay the 5 phase tokens beside the board, closed doors up",
        "Lay out the forest tokens and the copper, silver and gold cubes",
        "Set the temperature to −30 °C and the oxygen to 0",
        "Shuffle the 9 ocean tiles and lay them face down",
        "Each of the 3 players takes a mat: TR 5, everything else 0",
        "Each player takes the 5 phase cards of their colour",
        "Shuffle the 208 project cards",
        "Deal 8 project cards to each",
        "Deal 2 corporations to each",
        "Each keeps one corporation",
        "Take the MC and production of your corporation",
    ]


def test_the_advanced_game_swaps_cards_before_a_corporation_is_kept() -> None:
    """(A6)"""
    found = steps("standard", 2, advanced="yes")
    swap = found.index("Each may discard any number of project cards and draw as many")
    assert found[swap + 1] == "Each keeps one corporation"


@pytest.mark.parametrize(("players", "rest"), [(2, 8), (3, 4), (4, 0)])
def test_the_first_game_deals_starred_cards(players: int, rest: int) -> None:
    """(A7)"""
    found = steps("standard", players, first_game="yes")
    assert "Shuffle the 16 starred green cards and deal 4 to each" in found
    put_away = [step for step in found if step.startswith("Put the other")]
    words = f"Put the other {rest} starred cards on the discard pile"
    assert put_away == ([words] if rest else [])
    assert "Shuffle the deck and deal 4 more cards to each" in found
    assert "Deal one of the 4 starred corporations to each" in found
    assert "Deal 8 project cards to each" not in found


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "usual"),
        ({"advanced": "yes"}, "advanced"),
        ({"first_game": "yes"}, "first_game"),
        ({"first_game": "yes", "advanced": "yes"}, "first_game"),
    ],
)
def test_how_cards_are_dealt_is_told(options: dict[str, str], told: str) -> None:
    """(A5–A7)"""
    view = see(Evening("red", "blue", **options).state, None)
    assert view.variant.key == f"variant-{told}"


def test_solo_and_co_op_lay_out_more() -> None:
    """(G1, H1)"""
    assert "Put the neutral cube on 1 of the TR track" in steps("solo", 1)
    pool = "Lay out the pool: 27 copper cubes and 3 cubes of a colour nobody plays"
    assert pool in steps("coop", 2)


def test_the_checklist_is_shown_until_the_first_round() -> None:
    """(A5)"""
    table = Evening("red", "blue", help="cards")
    assert see(table.state, None).checklist
    table.begin()
    assert not see(table.state, None).checklist


# Levels of help


def test_phases_only_is_the_default() -> None:
    assert Evening("red", "blue").json()["help"] == "phases"


def test_each_level_says_what_it_does_not_track() -> None:
    wishes: list[tuple[str, str, dict[str, object], str]] = [
        ("planet", "standard_action", {"action": "ocean_mc"}, "planet-not-tracked"),
        ("planet", "flip_ocean", {"reward": 0}, "planet-not-tracked"),
        ("planet", "raise_parameter", {"parameter": "oxygen"}, "planet-not-tracked"),
        ("mats", "sell_cards", {"count": 1}, "mats-not-tracked"),
        ("mats", "play_by_hand", {"colour": "green", "cost": 1}, "mats-not-tracked"),
        ("mats", "draw_bonus", {}, "mats-not-tracked"),
        ("mats", "extra_tr", {}, "mats-not-tracked"),
        ("cards", "play_card", {"number": 104}, "cards-not-tracked"),
        ("cards", "card_action", {"number": 15}, "cards-not-tracked"),
    ]
    for level in LEVELS:
        table = evening(help=level)
        table.to_phase(red=3, blue=4)
        for needs, kind, args, refusal in wishes:
            if LEVELS.index(level) < LEVELS.index(needs):
                assert table.refuses(kind, "red", **args).key == refusal


def test_with_the_planet_tracked_standard_actions_raise_and_cost_nothing() -> None:
    """(C4, E1)"""
    table = evening(help="planet")
    table.to_phase(red=3, blue=4)
    change = table.change("red", "standard_action", action="forest_plants")
    assert change == "forests +1, oxygen +1, tr +1"
    change = table.change("red", "standard_action", action="temperature_mc")
    assert change == "temperature +2, tr +1"
    assert table.change("red", "flip_ocean", reward=2) == "oceans +1, tr +1"  # from a card


def test_with_mats_tracked_an_ocean_from_a_card_is_turned_at_once() -> None:
    """(E1)"""
    table = evening(help="mats")
    table.to_phase(red=2, blue=4)
    assert table.change("red", "flip_ocean", reward=2) == "mc +4, oceans +1, tr +1"


def test_help_is_switched_at_any_time_and_nothing_is_lost() -> None:
    table = with_cards(12, 23)
    table.set("red", mc=33, cards_12=2)
    figures = table.figures("red")
    for level in ["mats", "planet", "phases", "planet", "mats", "cards"]:
        table.play("set_help", level=level, asks=True)
        assert table.json()["help"] == level
    assert table.figures("red") == figures
    assert table.refuses("set_help", level="cards").key == "help-as-it-is"


def test_less_help_in_the_set_up_goes_on_to_planning() -> None:
    table = Evening("red", "blue", help="cards")
    table.play("begin", neutral=SHUFFLES)
    table.play("set_help", level="mats", asks=True)
    assert table.json()["step"] == "setup"
    table.play("set_help", level="planet", asks=True)
    assert table.json()["step"] == "planning"


def test_more_help_in_the_middle_of_a_phase_knows_what_may_be_played() -> None:
    """(C1)"""
    table = evening(help="phases")
    table.to_phase(red=1, blue=3)
    table.play("set_help", level="cards", asks=True)
    table.set("red", mc=20)
    table.play("play_card", "red", number=104)
    assert table.refuses("play_card", "red", number=140).key == "already-played"


def test_with_phases_only_nothing_keeps_a_player_from_being_done() -> None:
    """(B5)"""
    table = evening()
    table.to_phase(red=3, blue=4)
    table.set("red", plants=9, mc=15)
    table.play("standard_action", "red", action="ocean_mc")
    table.play("set_help", level="phases", asks=True)
    table.play("done", "red")
