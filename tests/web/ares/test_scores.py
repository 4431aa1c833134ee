"""The score as the count and the ceremony show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.game import Names, Text, text
from assistant.games.ares.state import Help, Planet, State
from assistant.web.ares import scores
from assistant.web.ares.lobby import evening
from assistant.web.speech import say, speak
from tests.web.ares.staged import Played, after, over, seen


def _counted(**points: tuple[int, int, int, int]) -> State:
    """Everybody's TR, forests, cards and what cards count."""
    parts = ("tr", "forests", "cards", "on_cards")
    moves: list[Played] = [
        (seat, "count", {"part": part, "points": n})
        for seat, each in points.items()
        for part, n in zip(parts, each, strict=True)
    ]
    return after(over(), *moves)


WON = _counted(red=(20, 3, -2, 4), blue=(22, 5, 6, 0))


def test_who_is_level_counts_what_is_left_over() -> None:
    level = seen(_counted(red=(20, 0, 0, 0), blue=(20, 0, 0, 0))).score
    plain = seen(over()).score
    assert level and plain
    assert [one.key for one in scores.asked_parts(level.seats[0])] == ["left_over"]
    assert scores.asked_parts(plain.seats[0]) == scores.PARTS


def test_everybody_keeps_the_place_of_their_seat_whoever_is_ahead() -> None:
    red, blue = scores.standings(seen(WON))
    assert (red.seat, red.rank, red.is_best, red.wins) == ("red", 2, False, False)
    assert (blue.seat, blue.rank, blue.is_best, blue.wins) == ("blue", 1, True, True)
    assert [(one.part.key, one.points) for one in red.parts] == [
        ("tr", 20),
        ("forests", 3),
        ("cards", -2),
        ("on_cards", 4),
    ]
    assert sum(blue.lengths) == pytest.approx(1) and sum(red.lengths) == pytest.approx(
        25 / 33, abs=0.001
    )
    still = scores.standings(seen(_counted(blue=(9, 0, 0, 0)), None))
    assert [(one.seat, one.is_open, one.wins) for one in still] == [
        ("red", True, False),
        ("blue", False, False),
    ]


def test_equals_are_drawn_alike_whoever_of_them_wins() -> None:
    state = _counted(red=(20, 3, 1, 0), blue=(10, 4, 5, 5))
    moves: list[Played] = [
        (seat, "count", {"part": "left_over", "points": n}) for seat, n in (("red", 2), ("blue", 3))
    ]
    red, blue = scores.standings(seen(after(state, *moves)))
    assert red.is_best and blue.is_best and not red.wins and blue.wins
    assert sum(red.lengths) == pytest.approx(sum(blue.lengths), abs=0.001)


def test_a_phone_says_who_won_and_by_how_much() -> None:
    mine, other, watches = seen(WON, "blue"), seen(WON, "red"), seen(WON, None)
    assert scores.headline(mine) == Text("end-you-win")
    assert scores.headline(other) == scores.headline(watches)
    assert scores.headline(other) == text("end-wins", name=Names(("blue",)))
    assert scores.under_headline(mine) == (Text("end-lives"), text("end-ahead", n=8))
    behind = text("end-behind", place=Text("place-2"), n=8)
    assert scores.under_headline(other) == (Text("end-lives"), behind)
    assert scores.under_headline(watches) == (text("evening-rounds", n=1),)
    assert scores.result(mine) is None


def test_who_is_level_in_everything_wins_together() -> None:
    state = _counted(red=(20, 0, 0, 0), blue=(20, 0, 0, 0))
    left: list[Played] = [
        (seat, "count", {"part": "left_over", "points": 2}) for seat in ("red", "blue")
    ]
    shared = seen(after(state, *left))
    assert scores.headline(shared).key == "end-together"
    assert scores.under_headline(shared) == (Text("end-lives"),)
    first = seen(after(state, left[0], ("blue", "count", {"part": "left_over", "points": 1})))
    assert scores.under_headline(first) == (Text("end-lives"), Text("end-tie"))


def test_who_plays_together_has_no_places() -> None:
    """(H3)"""
    view = replace(seen(WON), mode="coop")
    together = scores.standings(view)
    assert [(one.rank, one.is_best) for one in together] == [(None, True), (None, True)]
    assert [place for place, _ in scores.shared(view)] == [None, None]


def test_what_is_shared_names_the_best_first_and_equals_alike() -> None:
    assert [(n, one.seat) for n, one in scores.shared(seen(WON))] == [(1, "blue"), (2, "red")]
    state = _counted(red=(20, 0, 0, 0), blue=(20, 0, 0, 0))
    left: list[Played] = [
        (seat, "count", {"part": "left_over", "points": 2}) for seat in ("red", "blue")
    ]
    assert [n for n, _ in scores.shared(seen(after(state, *left)))] == [1, 1]


def test_together_mars_lives_or_what_it_lacks_is_said() -> None:
    view = replace(seen(WON), mode="coop", help=Help.PLANET)
    won, below = replace(view, won=True), replace(view, won=False)
    lost = replace(below, terraformed=False)
    cold = replace(lost, planet=Planet(-4, 13, 9))
    dry = replace(lost, planet=Planet(8, 14, 8))
    unknown = replace(cold, help=Help.PHASES)
    assert [scores.result(one) for one in (view, won, below, cold, dry, unknown)] == [
        None,
        Text("end-won"),
        text("end-below", n=80),
        Text("end-cold"),
        Text("end-unfinished"),  # it is warm
        Text("end-unfinished"),
    ]
    assert scores.headline(won) == Text("end-you-live")
    for one, how in ((won, "Mars lives, victory"), (dry, "Mars is not finished")):
        with speak("en", "ares"):
            assert say(evening(one).headline, {}) == f"Red and Blue: {how}", "as the table said it"
    assert scores.headline(dry) == Text("end-unfinished")
    goal = text("end-of-80", n=58, goal=80)
    full = replace(below, planet=Planet(8, 14, 9))
    assert scores.under_headline(full) == (goal,)
    assert scores.under_headline(cold) == (
        goal,
        text("end-lacks-heat", n=12),
        text("end-lacks-oxygen", n=1),
    )
    assert scores.missing(dry) == (text("end-lacks-oceans", n=1),)
    assert scores.missing(unknown) == scores.missing(won) == ()


def test_what_was_needed_is_no_fraction() -> None:
    with speak("en", "ares"):
        said = say(text("end-of-80", n=155, goal=80), {})
    assert said == "155\u00a0VP together, 80 were needed."
