"""Views become screens: parts as HTML, in the words of `speech`.

A slot is rendered from nothing but the views and a language, so rendering is memoised: what did
not change is neither rendered nor sent again, and what five phones see alike is rendered once.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import lru_cache
from typing import Any

from flask import Flask, current_app
from markupsafe import Markup

from assistant.game import LOBBY, Seat, Shown, View
from assistant.record import Line
from assistant.table import TableView
from assistant.web.face import HOUSE_SLOTS, Face, When, slots_of
from assistant.web.speech import Spoken, colour, line_words, say, say_names, speak, spoken

Extra = tuple[tuple[str, Any], ...]  # what a page shows besides the table and the game

STORY_LENGTH = 60  # steps that a phone keeps at hand


class Sight:
    """Everything that a page is rendered from, hashed once for all of its slots."""

    def __init__(self, table: TableView, view: View, extra: Extra) -> None:
        self.table, self.view, self.extra = table, view, extra
        self._all = (table, view, extra)
        self._hash = hash(self._all)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sight) and self._all == other._all


class Screens:
    """Renders the slots of a page, remembering what was rendered before."""

    def __init__(self, app: Flask, faces: Mapping[str, Face]) -> None:
        self._app = app
        self._faces = faces
        self._render = lru_cache(maxsize=4000)(self._render_anew)

    def slots(
        self,
        page: str,
        table: TableView,
        view: View,
        language: str,
        extra: Extra = (),
        *,
        when: Container[When] = tuple(When),
        only: str | None = None,
    ) -> dict[str, str]:
        """The slots of a page as HTML. `extra` are further (name, value) pairs for all slots.

        Until a game begins there is nothing of it to show: the lobby is the house's.
        """
        sight = Sight(table, view, extra)
        face = self._faces[table.game]
        has_begun = view.step != LOBBY
        with self._app.app_context(), speak(language, table.game):
            return {
                slot.name: self._render(
                    slot.template, language, sight, table.n if slot.tells_story else 0
                )
                if has_begun or slot in HOUSE_SLOTS[page]
                else ""
                for slot in slots_of(face, page)
                if slot.when in when and only in (None, slot.name)
            }

    def look(self, table: TableView, view: View, look: Shown, language: str) -> dict[str, str]:
        """A move before it is made, in each of the places where this game shows that."""
        with self._app.app_context(), speak(language, table.game):
            values = {"table": table, "view": view, "look": look, **words_for(table)}
            return {
                place: self._fill(f"{table.game}/look/{place}.html", values)
                for place in self._faces[table.game].looks
            }

    def lines(self, lines: Iterable[Line], table: TableView, language: str) -> dict[int, str]:
        """Steps of the story as HTML, by their numbers."""
        with self._app.app_context(), speak(language, table.game):
            words = words_for(table)
            return {
                line.n: str(words["part"]("parts/line.html", **line_values(line, table)))
                for line in lines
            }

    def fill(self, template: str, language: str, game: str, **values: Any) -> Markup:
        """Any template, of these values alone."""
        with self._app.app_context(), speak(language, game):
            return Markup(self._fill(template, {"part": part, **values}))

    def _render_anew(self, template: str, language: str, sight: Sight, n: int) -> str:
        del language, n  # what is remembered differs by them
        words = words_for(sight.table)
        face = self._faces[sight.table.game]
        values = {"table": sight.table, "view": sight.view, "face": face, "faces": self._faces}
        return self._fill(template, {**values, **words, **dict(sight.extra)})

    def _fill(self, template: str, values: dict[str, Any]) -> str:
        return self._app.jinja_env.get_template(template).render(values).strip()


def line_values(line: Line, table: TableView) -> dict[str, Any]:
    """What a step of the story is rendered from, for this very reader."""
    own = line.seat is not None and line.seat == table.you
    asks = line.needs_every_yes and table.you is not None
    return {
        "line": line,
        "words": line_words(line),
        "own": own,
        "may": line.is_move and (own or table.host or asks),
        "by": dict(line.names).get(line.undone_by or "", ""),
    }


def words_for(table: TableView) -> dict[str, Callable[..., Any]]:
    """What templates say with: names and texts of this very table."""
    people = {person.seat: person.name for person in table.people}

    def name(seat: Seat | None) -> str:
        return people.get(seat or "") or (colour(seat) if seat else "")

    return {
        "say": lambda text: say(text, people),
        "line_words": line_words,
        "name": name,
        "names": lambda seats: say_names([name(seat) for seat in seats]),
        "part": part,
    }


def part(template: str, **values: Any) -> Markup:
    """A piece that many screens share, rendered once a language."""
    return Markup(_part(template, spoken(), tuple(sorted(values.items()))))


@lru_cache(maxsize=4000)
def _part(template: str, at: Spoken, values: tuple[tuple[str, Any], ...]) -> str:
    del at  # it is part of what is remembered
    return str(current_app.jinja_env.get_template(template).render(dict(values)))
