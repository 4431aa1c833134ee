"""What programs are shown: the game's and the table's keys in one object, instead of screens."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.game import Change, Json, View
from assistant.record import Line
from assistant.table import Table
from assistant.view import TableView
from assistant.web.screen import STORY_LENGTH
from assistant.web.speech import line_says, line_words, say, speak


def as_json(table: Table, seen: TableView, game: View, language: str) -> dict[str, Json]:
    """A view in one language, with the newest lines of the story."""
    view: dict[str, Json] = {
        "game": seen.game,
        "code": seen.code,
        "n": table.record.n,
        **game.as_json(),
    }
    people = {person.seat: person for person in seen.people}
    for seat, public in view["seats"].items():
        person = people.get(seat)
        public["name"] = person.name if person else None
        public["connected"] = bool(person and person.connected)
    with speak(language, table.game.key):
        names = dict(table.people.names)
        view["options"] = [
            {
                "kind": one.kind,
                "args": dict(one.args),
                "refused": one.refused and one.refused.key,
                **({"text": say(one.refused, names)} if one.refused else {}),
            }
            for one in game.options
        ]
        view["story"] = told(seen.story[-STORY_LENGTH:])
    view["asked"] = [
        {
            "n": one.n,
            "kind": one.kind,
            "by": one.by,
            "also": list(one.also),
            "yes": list(one.yes),
            "waits_for": [of.seat for of in one.of if not of.yes],
        }
        for one in seen.asked
    ]
    view["news"] = [
        {"n": one.n, "kind": one.kind, "by": one.by, "step": one.step} for one in seen.news
    ]
    view["turn_again"] = seen.turn_again
    view["paused"] = seen.paused
    view["clock"] = seen.clock.as_json() if seen.clock else None
    view["host"] = seen.host
    return view


def told(lines: Iterable[Line]) -> list[dict[str, Json]]:
    """Lines of the story, in the language that is spoken now."""
    return [
        {
            "n": line.n,
            "seat": line.seat,
            "text": line_words(line),
            "undone": line.is_undone,
            "figures": [changed(line, one) for one in line.figures],
        }
        for line in lines
    ]


def changed(line: Line, one: Change) -> dict[str, Json]:
    return {"name": line_says(line, one.words), "was": one.was, "now": one.now}
