"""The score as the count and the ceremony show it."""

from __future__ import annotations

from dataclasses import replace

from assistant.game import Names, Text, text
from assistant.games.ares.state import State
from assistant.web.ares import scores
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


def test_minus_points_are_taken_off_the_bar_of_the_tr() -> None:
    score = seen(WON).score
    assert score
    red = score.seat("red")
    assert red
    drawn = [(one.part.key, one.points, one.drawn) for one in scores.counted(red)]
    assert drawn == [("tr", 20, 18), ("forests", 3, 3), ("cards", -2, 0), ("on_cards", 4, 4)]
    assert sum(one.drawn for one in scores.counted(red)) == red.total


def test_who_is_level_counts_what_is_left_over() -> None:
    level = seen(_counted(red=(20, 0, 0, 0), blue=(20, 0, 0, 0))).score
    plain = seen(over()).score
    assert level and plain
    assert [one.key for one in scores.asked_parts(level.seats[0])] == ["left_over"]
    assert scores.asked_parts(plain.seats[0]) == scores.PARTS


def test_everybody_keeps_a_place_and_is_shifted_to_the_one_they_won() -> None:
    red, blue = scores.standings(seen(WON))
    assert (red.seat, red.rank, red.place, red.shift, red.wins) == ("red", 2, 1, -1, False)
    assert (blue.seat, blue.rank, blue.place, blue.shift, blue.wins) == ("blue", 1, 0, 1, True)
    assert red.has_minus and not blue.has_minus and not red.is_open


def test_before_all_is_counted_nobody_is_moved_on_the_podium() -> None:
    standings = scores.standings(seen(_counted(blue=(9, 0, 0, 0)), None), podium=True)
    assert [(one.place, one.shift, one.is_open) for one in standings] == [
        (0, 0, True),
        (1, 0, False),
    ]


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


def test_together_mars_lives_or_stays_cold() -> None:
    view = replace(seen(WON), mode="coop")
    won, below = replace(view, won=True), replace(view, won=False)
    cold = replace(below, terraformed=False)
    assert [scores.result(one) for one in (view, won, below, cold)] == [
        None,
        Text("end-won"),
        Text("end-below"),
        Text("end-cold"),
    ]
    assert scores.headline(won) == Text("end-you-live")
    assert scores.headline(cold) == Text("end-cold")
    assert scores.under_headline(below) == (text("end-of-80", n=58),)
