"""The chronicle of a finished game: its rounds, each with the steps that stood out."""

from __future__ import annotations

from dataclasses import replace

from assistant.game import apply
from assistant.games.ares import ARES
from assistant.games.ares.history import history
from assistant.record import Line
from assistant.web.ares.chapters import chapters, steps
from assistant.web.chronicle import Chapter
from tests.games.ares.at_table import Evening, said


def story(evening: Evening) -> tuple[Line, ...]:
    state, lines = ARES.start(evening.setup), []
    for n, move in enumerate(evening.log, 1):
        before, state = state, apply(ARES.moves, state, move)
        if line := ARES.tell(before, state, move):
            head = ARES.where(before)
            told = Line(n, move.seat, line.text, (), is_move=True, figures=line.figures, head=head)
            lines.append(told)
    return tuple(lines)


def told(evening: Evening, lines: tuple[Line, ...] | None = None) -> tuple[Chapter, ...]:
    """The chapters of an evening with a move a minute."""
    states = [ARES.start(evening.setup)]
    for move in evening.log:
        states.append(apply(ARES.moves, states[-1], move))
    rounds = history((state, 60.0 * n) for n, state in enumerate(states))
    return chapters(rounds, story(evening) if lines is None else lines)


def in_words(chapter: Chapter) -> list[str]:
    events = [
        " · ".join(
            [said(one.text), *([said(one.by.text, name=one.by.seat or "")] if one.by else ())]
        )
        for one in chapter.events
    ]
    lines = [
        " · ".join(
            [
                said(line.text, name=line.seat or ""),
                *(f"{said(one.words)} {one.was} → {one.now}" for one in line.figures),
            ]
        )
        for line in chapter.steps
    ]
    return events + lines


def begun(**options: str) -> Evening:
    evening = Evening("red", "blue", help="mats", **options)
    evening.begin()
    return evening


def test_a_round_tells_what_was_done_in_it_the_last_one_first() -> None:
    evening = begun()
    evening.set("red", mc=40)
    evening.to_phase(red=3, blue=3)
    evening.play("standard_action", "red", action="temperature_mc")
    evening.finish_round()
    evening.to_phase(red=4, blue=1)
    evening.finish_round()
    second, first = told(evening)  # nothing is told of the third, which was only planned
    assert (said(first.name), first.signs) == ("Round 1", ("numeral-3",))
    assert in_words(first) == ["red raised the temperature to −28 °C · MC 40 → 26 · TR 5 → 6"]
    assert (said(second.name), second.signs) == ("Round 2", ("numeral-1", "numeral-4"))
    assert first.seconds and second.seconds


def test_everybodys_best_step_comes_before_anybodys_second() -> None:
    """What moved the TR most, then what cost most; the newest first; never what was set by hand."""
    evening = begun()
    evening.set("red", mc=90, plants=8)
    evening.set("blue", mc=90)
    evening.to_phase(red=3, blue=3)
    evening.play("standard_action", "blue", action="ocean_mc")
    evening.play("standard_action", "red", action="temperature_mc")
    evening.play("standard_action", "red", action="forest_mc")
    evening.set("blue", mc=90)
    evening.finish_round()
    (first,) = told(evening)
    assert in_words(first) == [
        "red grew a forest · MC 76 → 56 · oxygen 0 → 1 · TR 6 → 7",
        "blue paid for an ocean · MC 90 → 75",
    ]


def test_the_same_several_times_in_a_row_is_told_once() -> None:
    evening = begun()
    evening.set("red", plants=16)
    evening.to_phase(red=3, blue=3)
    evening.play("standard_action", "red", action="forest_plants")
    evening.play("done", "blue")  # what others do in between does not matter
    evening.play("standard_action", "red", action="forest_plants")
    evening.finish_round()
    (first,) = told(evening)
    assert in_words(first) == ["red grew 2 forests · plants 16 → 0 · oxygen 0 → 2 · TR 5 → 7"]


def test_what_was_taken_back_is_no_step() -> None:
    evening = begun()
    evening.set("red", mc=40)
    evening.to_phase(red=3, blue=3)
    evening.play("standard_action", "red", action="temperature_mc")
    evening.finish_round()
    lines = story(evening)
    (raised,) = (line for line in lines if line.text.key == "story-temperature")
    undone = tuple(replace(one, is_undone=one is raised) for one in lines)
    assert len(steps(undone)) == len(steps(lines)) - 1
    assert in_words(told(evening, undone)[0]) == ["III red, blue"]


def test_the_round_that_completed_mars_says_so_and_who_did_it() -> None:
    """(F1)"""
    evening = begun()
    evening.to_phase(red=3, blue=4)
    for field, by in (("temperature", 36), ("oxygen", 14), ("oceans", 9)):
        evening.play("adjust", "red", field=field, by=by)
    for seat in ("blue", "red"):
        evening.set(seat, mc=14)
        evening.play("standard_action", seat, action="temperature_mc")
    evening.finish_round()
    (last,) = told(evening)
    assert in_words(last) == [
        "Mars is complete · blue raised the temperature to +8 °C",
        "red raised the temperature to +8 °C · MC 14 → 0 · TR 5 → 6",
    ]


def test_where_no_figure_is_tracked_a_round_tells_what_was_picked() -> None:
    """(G2)"""
    evening = Evening("red", mode="solo")
    evening.begin()
    evening.to_phase(red=4)
    evening.finish_round()
    (first,) = told(evening)
    assert in_words(first) == ["I neutral, IV red"]
