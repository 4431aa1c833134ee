"""Nonsense is refused by name, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ares.at_table import Evening, evening, with_cards

ODD_NUMBERS: list[Any] = ["163", 163.0, 1.5, True, None, [163], {"number": 163}, ""]


def playing() -> Evening:
    """Red plays a green card now and has 50 MC, with Anaerobic Microorganisms in play."""
    table = with_cards(5)
    table.to_phase(red=1, blue=3)
    table.set("red", mc=50)
    return table


@pytest.mark.parametrize("number", [0, 209, 220, -1, 10**9, -(10**30)])
def test_there_is_no_such_card(number: int) -> None:
    assert playing().refuses("play_card", "red", number=number).key == "no-such-card"


@pytest.mark.parametrize("number", ODD_NUMBERS)
@pytest.mark.parametrize("kind", ["play_card", "card_action", "choose_corporation"])
def test_a_number_is_a_number(kind: str, number: Any) -> None:
    refusal = playing().refuses(kind, "red", number=number)
    assert refusal.key == "malformed"
    assert dict(refusal.values)["field"] == "number"


def test_a_card_that_is_in_play_already() -> None:
    assert playing().refuses("play_card", "red", number=5).key == "card-in-play"


@pytest.mark.parametrize("amount", [-1, 1.5, "2", True, 1000, 10**30, None])
@pytest.mark.parametrize("field", ["discard", "heat"])
def test_an_amount_is_a_small_number(field: str, amount: Any) -> None:
    refusal = playing().refuses("play_card", "red", number=104, **{field: amount})
    assert (refusal.key, dict(refusal.values)["field"]) == ("malformed", field)


@pytest.mark.parametrize(
    "choices",
    [
        {},
        "5",
        5,
        None,
        [5],
        [5, 1],
        [[5]],
        [[]],
        ["51"],
        [{"card": 5, "pick": 1}],
        [[5, "1"]],
        [[5, 1.0]],
        [[5, None]],
        [[True, 1]],
        [[5, 1, 2]],
    ],
)
def test_choices_are_a_list_of_answers(choices: Any) -> None:
    refusal = playing().refuses("play_card", "red", number=104, choices=choices)
    assert (refusal.key, dict(refusal.values)["field"]) == ("malformed", "choices")


@pytest.mark.parametrize("card", [12, 61, 163, 0, -1, 10**9])
def test_an_answer_for_a_card_that_is_not_held(card: int) -> None:
    choices = [[card, 0]]
    refusal = playing().refuses("play_card", "red", number=104, choices=choices)
    assert refusal.key == "choice-not-asked"


def test_an_answer_that_is_missing_or_impossible() -> None:
    table = with_cards(12, 58, 43)
    table.to_phase(red=2, blue=3)
    table.set("red", mc=50)
    assert table.refuses("play_card", "red", number=80).key == "choice-missing"
    microbes = [80, 1]
    missing = table.refuses("play_card", "red", number=80, choices=[microbes])
    assert missing.key == "choice-missing"
    for pick in (12, 104, 0, -1, 10**9):
        answers = [microbes, [80, pick]]
        refusal = table.refuses("play_card", "red", number=80, choices=answers)
        assert refusal.key == "no-such-choice"


@pytest.mark.parametrize("by", [0, 1.0, 0.5, "1", True, None, 1000, -1000, 10**18])
def test_a_correction_is_a_small_number_and_not_0(by: Any) -> None:
    assert playing().refuses("adjust", "red", field="mc", by=by).key == "malformed"


@pytest.mark.parametrize(
    "field",
    [
        "",
        "money",
        "cards",
        "cards.12",
        "cards.",
        "cards.x",
        "tags.gold",
        "production",
        "pick",
        "MC",
    ],
)
def test_there_is_no_such_figure(field: str) -> None:
    assert playing().refuses("adjust", "red", field=field, by=1).key == "no-such-figure"


@pytest.mark.parametrize(
    ("field", "by"),
    [
        ("mc", -51),
        ("mc", 990),
        ("tr", -6),
        ("heat", -1),
        ("production.mc", -1),
        ("tags.science", -1),
        ("cards.5", -2),
        ("temperature", 1),
        ("temperature", -2),
        ("temperature", 40),
        ("oxygen", 15),
        ("oceans", 10),
        ("oceans", -1),
    ],
)
def test_no_figure_leaves_its_range(field: str, by: int) -> None:
    assert playing().refuses("adjust", "red", field=field, by=by).key == "out-of-range"


@pytest.mark.parametrize("count", [0, -1, 100, 10**12, 1.5, "3", True, None])
def test_cards_sold_are_counted(count: Any) -> None:
    assert playing().refuses("sell_cards", "red", count=count).key == "malformed"


@pytest.mark.parametrize("action", ["", "forest", "FOREST_MC", 1, None, ["ocean_mc"]])
def test_a_standard_action_is_one_of_five(action: Any) -> None:
    assert playing().refuses("standard_action", "red", action=action).key == "malformed"


@pytest.mark.parametrize("phase", [0, 6, -1, 10**9, "3", 3.0, True, None, [3]])
def test_a_phase_is_one_of_five(phase: Any) -> None:
    assert evening().refuses("pick_phase", "red", phase=phase).key == "malformed"


@pytest.mark.parametrize("reward", ["0", 0.0, True, None])
def test_a_tile_is_a_number(reward: Any) -> None:
    assert playing().refuses("flip_ocean", "red", reward=reward).key == "malformed"


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("play_by_hand", {"colour": "corporation", "cost": 1}),
        ("play_by_hand", {"colour": "green", "cost": -1}),
        ("play_by_hand", {"colour": "green", "cost": 1, "tags": ["gold"]}),
        ("play_by_hand", {"colour": "green", "cost": 1, "tags": "plant"}),
        ("play_by_hand", {"colour": "green"}),
        ("raise_parameter", {"parameter": "oceans"}),
        ("raise_parameter", {"parameter": "oxygen", "steps": 0}),
        ("raise_parameter", {"parameter": "oxygen", "steps": 11}),
        ("set_help", {"level": "everything"}),
        ("take_cube", {"kind": "gold"}),
        ("ease", {"parameter": "oceans"}),
        ("done", {"now": True}),
        ("play_card", {}),
    ],
)
def test_what_does_not_fit_the_move(kind: str, args: dict[str, Any]) -> None:
    assert playing().refuses(kind, "red", **args).key == "malformed"


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("pick_phase", {"phase": 3}),
        ("withdraw_pick", {}),
        ("standard_action", {"action": "ocean_mc"}),
        ("card_action", {"number": 5}),
        ("draw_bonus", {}),
        ("extra_tr", {}),
        ("begin", {"neutral": [[1, 2, 3, 4, 5]] * 5}),
        ("flip_ocean", {"reward": 0}),
        ("play_card", {"number": 15}),
    ],
)
def test_a_move_of_another_phase_is_refused(kind: str, args: dict[str, Any]) -> None:
    playing().refuses(kind, "red", **args)


def test_an_unknown_move_or_seat() -> None:
    table = playing()
    assert table.refuses("win", "red").key == "unknown-move"
    assert table.refuses("play_card", "green", number=104).key == "not-in-the-game"
    assert table.refuses("play_card", None, number=104).key == "not-in-the-game"


@pytest.mark.parametrize("step", ["lobby", "finished"])
def test_nothing_is_played_before_or_after_the_game(step: str) -> None:
    table = Evening("red", "blue", help="cards")
    if step == "finished":
        table.begin()
        table.set("red", temperature=8, oxygen=14, oceans=9)
    assert table.json()["step"] == step
    wishes: list[tuple[str, dict[str, Any]]] = [
        ("play_card", {"number": 104}),
        ("play_by_hand", {"colour": "green", "cost": 0}),
        ("standard_action", {"action": "ocean_mc"}),
        ("flip_ocean", {"reward": 0}),
        ("raise_parameter", {"parameter": "oxygen"}),
        ("card_action", {"number": 15}),
    ]
    for kind, args in wishes:
        assert table.refuses(kind, "red", **args).key == "not-in-a-round"
