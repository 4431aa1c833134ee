"""The rounds of a finished game for its chronicle: the steps that stood out in each. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from assistant.game import Change, Seat, text
from assistant.games.ares.figures import PLANET, sign_of
from assistant.games.ares.history import Round
from assistant.games.ares.story import turned
from assistant.record import Line
from assistant.web.chronicle import Chapter, Event

MOST_STEPS = 2  # that a round tells
BY_HAND = ("story-adjust", "story-say_figure")  # what was set right is no deed
ALIKE = ("story-forest", "story-temperature", "story-oxygen", "story-sell_cards")  # told as one
RAISE = ("story-temperature", "story-oxygen", "story-flip_ocean", "story-flip_ocean-draw")
TRACKS = {sign_of(name) for name in PLANET}


@lru_cache(maxsize=8)
def chapters(rounds: Sequence[Round], story: Sequence[Line]) -> tuple[Chapter, ...]:
    """The rounds, the last one first; one that was not turned any more tells nothing."""
    told = []
    for before, now in pairwise(rounds):
        if not now.phases:
            continue
        lines = [line for line in steps(story) if _is_of(line, now.number)]
        events = [*_completed(before, now, lines)]
        chosen = _chosen([line for line in lines if all(line is not one.by for one in events)])
        if not (chosen or events):
            events.append(_picked(now))
        signs = tuple(f"numeral-{phase:d}" for phase in now.phases)
        name = text("header-round", n=now.number)
        told.append(Chapter(name, signs, now.seconds, tuple(events), chosen))
    return tuple(reversed(told))


def steps(story: Iterable[Line]) -> tuple[Line, ...]:
    """The steps of this game that stand."""
    return tuple(line for line in story if line.is_move and not line.is_undone)


def _is_of(line: Line, number: int) -> bool:
    return line.head is not None and line.head.more == text("in-round", n=number)


def _completed(before: Round, now: Round, lines: Sequence[Line]) -> Iterator[Event]:
    """Mars is complete, and by which step. (F1)"""
    tracked = before.is_tracked and now.is_tracked
    if tracked and now.planet.is_terraformed and not before.planet.is_terraformed:
        yield Event("planet", text("chapter-complete"), _completing(lines))


def _completing(lines: Iterable[Line]) -> Line | None:
    """The last step that raised anything: what stands at its end stays there and is told again."""
    told, by = set(), None
    for line in lines:
        signs = {sign for one in line.figures for sign in one.signs}
        if line.text.key in RAISE and line.text not in told:
            told.add(line.text)
            by = line
        elif not signs.isdisjoint(TRACKS):
            by = line
    return by


def _picked(now: Round) -> Event:
    picked = turned(now.phases, dict(now.picks), now.neutral)
    return Event("peek", text("story-reveal", phases=picked))


def _chosen(lines: Sequence[Line]) -> tuple[Line, ...]:
    """What stood out, the newest first: the best step of each before anybody's second."""
    deeds = [line for line in _joined(lines) if _weight(line) > (0, 0)]
    places: dict[Seat | None, int] = {}
    ranked = []
    for line in sorted(deeds, key=_weight, reverse=True):
        places[line.seat] = places.get(line.seat, 0) + 1
        ranked.append((places[line.seat], line))
    ranked.sort(key=lambda pair: pair[0])
    best = [line for _, line in ranked[:MOST_STEPS]]
    return tuple(sorted(best, key=lambda line: line.n, reverse=True))


def _weight(line: Line) -> tuple[int, int]:
    """By how much it moved the TR; and what it cost and brought."""
    if line.text.key in BY_HAND:
        return (0, 0)
    moved = {one.signs: one.now - one.was for one in line.figures}
    rating = moved.pop(("tr",), 0)
    return rating, sum(abs(by) for by in moved.values())


def _joined(lines: Iterable[Line]) -> list[Line]:
    """The same done several times in a row is told once."""
    found: list[Line] = []
    last: dict[Seat | None, int] = {}  # where the newest line of each stands
    for line in lines:
        place = last.get(line.seat)
        if place is not None and line.text.key == found[place].text.key in ALIKE:
            found[place] = _as_one(found[place], line)
            continue
        last[line.seat] = len(found)
        found.append(line)
    return found


def _as_one(first: Line, second: Line) -> Line:
    """Two steps as one: so many in all, from what it was to what it is."""
    values = dict(second.text.values)
    before, then = dict(first.text.values).get("n"), values.get("n")
    if isinstance(before, int) and isinstance(then, int):
        values["n"] = before + then
    was = {one.words: one.was for one in first.figures}
    figures: tuple[Change, ...] = tuple(
        replace(one, was=was.get(one.words, one.was)) for one in second.figures
    )
    return replace(second, text=text(second.text.key, **values), figures=figures)
