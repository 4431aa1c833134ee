"""A game that began without the table is taken up where it stands. (J5)"""

from __future__ import annotations

from typing import Any

import pytest

from assistant.game import change_setup
from assistant.games import GAMES
from assistant.games.ares import ARES
from assistant.games.ares.view import view
from tests.games.ares.at_table import SHUFFLES, Evening
from tests.games.ares.test_story import told


def lobby(level: str, mode: str = "standard", **options: str) -> Evening:
    seats = ("red",) if mode == "solo" else ("red", "blue")
    return Evening(*seats, mode=mode, help=level, **options)


def begin(table: Evening) -> None:
    table.play("begin", neutral=SHUFFLES)


def asked(table: Evening, seat: str = "red") -> list[str]:
    found: list[str] = table.json()["seats"][seat]["asked"]
    return found


def test_a_game_goes_on_in_its_round_with_last_rounds_phase_refused() -> None:
    """(B3, J5)"""
    table = lobby("planet")
    table.play("take_up", round=6, temperature=-14, oxygen=4, oceans=3)
    assert asked(table) == ["last_phase", "tr", "forests"]
    for field, value in (("last_phase", 3), ("tr", 12), ("forests", 2)):
        table.play("say_figure", "red", field=field, value=value)
    table.play("say_figure", "blue", field="last_phase", value=4)
    assert table.json()["planet"]["temperature"] == -30  # nothing counts yet
    begin(table)
    seen = table.json()
    assert (seen["step"], seen["round"], seen["taken_up"]) == ("planning", 6, None)
    assert [seen["planet"][one] for one in ("temperature", "oxygen", "oceans")] == [-14, 4, 3]
    assert seen["planet"]["start_of_phase"]["oceans"] == 3
    assert (seen["seats"]["red"]["tr"], seen["seats"]["red"]["last_phase"]) == (12, 3)
    assert asked(table, "blue") == ["tr", "forests"]  # still to be said
    assert table.refuses("pick_phase", "red", phase=3).key == "same-phase-twice"
    assert table.refuses("pick_phase", "blue", phase=4).key == "same-phase-twice"


def test_a_phase_that_was_not_said_is_not_refused() -> None:
    """(B3, J4)"""
    table = lobby("phases")
    table.play("take_up", round=3)
    begin(table)
    assert asked(table) == ["last_phase"]
    table.play("say_figure", "blue", field="last_phase", value=2)
    table.play("pick_phase", "red", phase=2)
    assert table.refuses("pick_phase", "blue", phase=2).key == "same-phase-twice"
    table.play("pick_phase", "blue", phase=5)
    assert asked(table) == []  # by now it is known


def test_before_the_first_round_there_was_no_last_phase() -> None:
    """(J5)"""
    table = lobby("phases")
    table.play("take_up", round=1)
    assert asked(table) == []


def test_boards_and_cards_are_said_before_the_game_begins() -> None:
    """(J5)"""
    table = lobby("cards")
    assert table.refuses("say_figure", "red", field="mc", value=1).key == "not-begun-yet"
    assert table.refuses("lay_card", "red", number=163).key == "not-begun-yet"
    table.play("take_up", round=4)
    assert table.refuses("choose_corporation", "red", number=212).key == "corporation-is-laid"
    assert table.refuses("say_figure", "red", field="oceans", value=1).key == "no-such-figure"
    for number in (212, 163, 5):
        table.play("lay_card", "red", number=number)
    table.play("say_figure", "red", field="mc", value=31)
    table.play("say_figure", "red", field="cards.5", value=4)
    table.play("take_up", round=5)  # corrected: what was said stays said
    table.play("cards_laid", "red")
    assert table.figures("red")["mc"] == 31
    begin(table)
    red = table.player("red")
    assert (red.corporation, [one.number for one in red.cards]) == (212, [163, 5])
    assert table.figures("red")["cards.5"] == 4 and table.figures("red")["tags.building"] == 2
    assert "mc" not in asked(table) and "heat" in asked(table)


def test_whoever_sits_down_is_asked_too() -> None:
    """(A1, J5)"""
    table = lobby("planet")
    table.play("take_up", round=4)
    table.play("sit", "green")
    assert asked(table, "green") == ["last_phase", "tr", "forests"]


def test_the_first_round_after_all() -> None:
    """(J5)"""
    table = lobby("planet")
    before = table.state
    assert table.refuses("take_up_nothing").key == "nothing-taken-up"
    table.play("take_up", round=4, oceans=2)
    table.play("say_figure", "red", field="tr", value=9)
    table.play("take_up_nothing")
    assert table.state == before
    begin(table)
    assert table.json()["round"] == 1
    assert table.refuses("take_up", round=4).key == "already-begun"
    assert table.refuses("take_up_nothing").key == "already-begun"


def test_alone_the_cube_stands_by_the_round_and_the_neutral_cards_are_those_left() -> None:
    """(G1, G3, J5)"""
    table = lobby("phases", "solo")
    refusal = table.refuses("take_up", round=8, face_down=[1, 2])
    assert (refusal.key, dict(refusal.values)) == ("neutral-cards-left", {"n": 3})
    assert table.refuses("take_up", round=8, face_down=[1, 1, 2]).key == "neutral-cards-left"
    assert table.refuses("take_up", round=26, face_down=[1]).key == "out-of-range"
    table.play("take_up", round=8, face_down=[1, 2, 5])
    begin(table)
    solo = table.json()["solo"]
    assert (solo["marker"], solo["neutral_left"], solo["rounds_left"]) == (2, 3, 17)
    assert table.state.neutral.left == (5, 2, 1)  # in the order of the second shuffle
    for own in (3, 4, 3):
        table.play("pick_phase", "red", phase=own)
        table.finish_round()
    assert table.json()["solo"]["marker"] == 3 and table.json()["solo"]["neutral_left"] == 5


def test_together_the_pool_is_as_it_lies() -> None:
    """(H1, H2, J5)"""
    table = lobby("phases", "coop")
    assert table.refuses("take_up", round=15, copper=0, player_cubes=0).key == "pool-is-empty"
    table.play("take_up", round=13, copper=5, player_cubes=1)
    begin(table)
    assert table.json()["coop"] == {"copper": 5, "player_cubes": 1, "rounds_left": 3, "goal": 80}


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ({}, "round"),
        ({"round": 0}, "round"),
        ({"round": 100}, "round"),
        ({"round": "6"}, "round"),
        ({"round": 6, "temperature": -13}, "temperature"),
        ({"round": 6, "oxygen": 15}, "oxygen"),
        ({"round": 6, "oceans": -1}, "oceans"),
        ({"round": 6, "copper": 28}, "copper"),
        ({"round": 6, "player_cubes": 4}, "player_cubes"),
        ({"round": 6, "face_down": [6]}, "face_down"),
        ({"round": 6, "hands": 3}, "hands"),
    ],
)
def test_nonsense_is_refused_by_its_field(args: dict[str, Any], field: str) -> None:
    """(J5)"""
    refusal = lobby("planet").refuses("take_up", **args)
    assert (refusal.key, dict(refusal.values)["field"]) == ("malformed", field)


def test_what_cannot_be_taken_up() -> None:
    """(F1, G1, J5)"""
    table = lobby("planet")
    full: dict[str, Any] = {"temperature": 8, "oxygen": 14, "oceans": 9}
    assert table.refuses("take_up", round=9, **full).key == "already-terraformed"
    assert table.refuses("take_up", round=9, face_down=[1]).key == "only-in-solo"
    lobby("planet", "solo", solo_end="rounds").play(
        "take_up", round=21, face_down=[1, 2, 3, 4, 5], **full
    )


def test_the_story_tells_that_it_goes_on() -> None:
    table = lobby("planet")
    assert told(table, "take_up", round=6) == "A game in progress is taken up"
    assert told(table, "begin", neutral=SHUFFLES) == "The game goes on in round 6"
    assert told(table, "say_figure", "red", field="tr", value=14) == "red has TR: 14"
    assert told(table, "say_figure", "red", field="tr", value=13) == (
        "red set TR to 13 by hand · TR 14 → 13"
    )
    assert told(table, "say_figure", "red", field="last_phase", value=3) == (
        "red has last round’s phase: III"
    )


# Another set-up in the lobby


def set_up(table: Evening, mode: str | None = None, **options: str) -> None:
    """As the host's tap does it: who has a place stays."""
    before = table.state
    after = ARES.start(change_setup(GAMES, before.setup, None, mode, options))
    table.state = after
    for one in before.players[: ARES.modes[after.setup.mode].stop - 1]:
        table.play("sit", one.seat)
    table.state = ARES.carry_over(before, table.state)


def test_what_was_taken_up_stays_when_the_table_is_set_up_otherwise() -> None:
    """(J5)"""
    table = lobby("planet")
    table.play("take_up", round=6, temperature=-14, oxygen=4, oceans=3)
    table.play("say_figure", "red", field="tr", value=12)
    set_up(table, first_game="yes", hand_limit="12")
    assert asked(table) == ["last_phase", "forests"]
    begin(table)
    seen = table.json()
    assert (seen["round"], seen["planet"]["temperature"]) == (6, -14)
    assert seen["seats"]["red"]["tr"] == 12


def test_a_higher_level_asks_for_what_it_follows_besides() -> None:
    """(J4, J5)"""
    table = lobby("planet")
    table.play("take_up", round=6, oceans=3)
    for field, value in (("last_phase", 3), ("tr", 12), ("forests", 2)):
        table.play("say_figure", "red", field=field, value=value)
    set_up(table, help="mats")
    assert "mc" in asked(table) and not {"last_phase", "tr", "forests"} & set(asked(table))
    table.play("say_figure", "red", field="mc", value=31)
    set_up(table, help="planet")
    assert asked(table) == []
    set_up(table, help="mats")
    assert "mc" not in asked(table) and "heat" in asked(table)
    begin(table)
    assert table.figures("red")["mc"] == 31 and table.json()["planet"]["oceans"] == 3


def test_a_planet_that_nobody_has_said_is_said_before_the_game_goes_on() -> None:
    """(J4, J5)"""
    table = lobby("phases")
    table.play("take_up", round=6)
    set_up(table, help="planet")
    assert view(table.state, None).unsaid == table.refuses("begin", neutral=SHUFFLES)
    assert table.refuses("begin", neutral=SHUFFLES).key == "planet-unsaid"
    table.play("take_up", round=6, temperature=-14)
    set_up(table, help="phases")
    set_up(table, help="planet")
    assert view(table.state, None).unsaid is None
    set_up(table, help="phases")
    table.play("take_up", round=7)  # corrected where the planet is not asked for
    set_up(table, help="planet")
    assert table.refuses("begin", neutral=SHUFFLES).key == "planet-unsaid"


@pytest.mark.parametrize(
    ("mode", "unsaid", "said"),
    [
        ("solo", "neutral-unsaid", {"face_down": [1, 2, 5]}),
        ("coop", "pool-unsaid", {"copper": 9}),
    ],
)
def test_what_another_mode_needs_is_said_before_the_game_goes_on(
    mode: str, unsaid: str, said: dict[str, Any]
) -> None:
    """(G3, H1, J5)"""
    table = lobby("planet")
    table.play("take_up", round=8, oceans=3)
    table.play("say_figure", "red", field="tr", value=12)
    set_up(table, mode)
    assert table.refuses("begin", neutral=SHUFFLES).key == unsaid
    table.play("take_up", round=8, oceans=3, **said)
    set_up(table, "standard" if mode == "coop" else "coop")
    set_up(table, mode)  # there and back, it is still known
    begin(table)
    assert (table.json()["round"], table.figures("red")["tr"]) == (8, 12)


def test_a_full_planet_is_not_taken_up_where_it_ends_the_game() -> None:
    """(G5, J5)"""
    table = lobby("planet", "solo", solo_end="rounds")
    full: dict[str, Any] = {"temperature": 8, "oxygen": 14, "oceans": 9}
    table.play("take_up", round=21, face_down=[1, 2, 3, 4, 5], **full)
    set_up(table, solo_end="terraformed")
    assert table.refuses("begin", neutral=SHUFFLES).key == "already-terraformed"


def test_corporations_that_were_chosen_stay_chosen() -> None:
    """(A5)"""
    table = lobby("mats")
    table.play("choose_corporation", "red", number=212)
    given = table.figures("red")["mc"]
    set_up(table, start_mc="5", start_tr="8")
    assert table.player("red").corporation == 212 and table.player("blue").corporation is None
    assert (table.figures("red")["mc"], table.figures("red")["tr"]) == (given + 5, 8)
    set_up(table, help="planet")
    assert table.player("red").corporation is None  # no mats, no corporations


def test_a_level_that_was_switched_in_the_lobby_stays() -> None:
    """(J4)"""
    table = lobby("phases")
    table.play("set_help", level="mats", asks=True)
    set_up(table, hand_limit="12")
    assert table.json()["help"] == "mats"
    set_up(table, help="planet")
    assert table.json()["help"] == "planet"
