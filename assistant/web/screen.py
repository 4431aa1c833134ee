"""Views become screens: parts as HTML, in the words of `speech`.

A slot is rendered from nothing but the views and a language, so rendering is memoised: what did
not change is neither rendered nor sent again, and what five phones see alike is rendered once.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import lru_cache
from typing import Any

from flask import Flask, current_app
from markupsafe import Markup

from assistant.game import Seat
from assistant.record import Line
from assistant.table import TableView
from assistant.web.speech import Spoken, colour, line_words, say, say_names, speak, spoken

Extra = tuple[tuple[str, Any], ...]  # what a page shows besides the table and the game

# The slots of each page. A template is the game's own, or the house's for what every game shares.
SLOTS: dict[str, dict[str, str]] = {
    "seat": {
        "header": "{game}/seat/header.html",
        "now": "{game}/seat/now.html",
        "dock": "{game}/seat/dock.html",
        "mat": "{game}/seat/mat.html",
        "table": "{game}/seat/table.html",
        "tabs": "{game}/seat/tabs.html",
        "tools": "{game}/seat/tools.html",
        "reveal": "{game}/seat/reveal.html",
        "notice": "notice.html",
        "sheet": "sheet.html",
    },
    "join": {"join": "{game}/join.html", "notice": "notice.html"},
    "watch": {
        "header": "{game}/watch/header.html",
        "now": "{game}/watch/now.html",
        "table": "{game}/seat/table.html",
    },
    "table": {
        "lobby": "{game}/table/lobby.html",
        "stage": "{game}/table/stage.html",
        "side": "{game}/table/side.html",
        "news": "{game}/table/news.html",
        "foot": "{game}/table/foot.html",
        "end": "{game}/table/end.html",
        "reveal": "{game}/table/reveal.html",
        "notice": "notice.html",
        "sheet": "sheet.html",
    },
}
# These show the story, which is left out when views are compared.
STORY_SLOTS = ("foot", "news")
# What a player looks at goes out to everybody first, the rest afterwards.
URGENT_SLOTS = (
    *("header", "now", "dock", "tabs", "reveal", "join", "notice"),
    *("side", "lobby", "stage", "end"),
)
BEHIND_SLOTS = ("mat", "table", "tools", "sheet")  # a tap away: not in the first HTML
LATER_SLOTS = (*BEHIND_SLOTS, "news", "foot")
LOOK_PLACES = ("card", "dock")
STORY_LENGTH = 60  # steps that a phone keeps at hand


class Sight:
    """Everything that a page is rendered from, hashed once for all of its slots."""

    def __init__(self, table: TableView, view: Any, extra: Extra) -> None:
        self.table, self.view, self.extra = table, view, extra
        self._all = (table, view, extra)
        self._hash = hash(self._all)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sight) and self._all == other._all


class Screens:
    """Renders the slots of a page, remembering what was rendered before."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._render = lru_cache(maxsize=4000)(self._render_anew)

    def slots(
        self,
        page: str,
        table: TableView,
        view: Any,
        language: str,
        extra: Extra = (),
        *,
        only: Container[str] | None = None,
    ) -> dict[str, str]:
        """The slots of a page as HTML. `extra` are further (name, value) pairs for all slots."""
        sight = Sight(table, view, extra)
        with self._app.app_context(), speak(language, table.game):
            return {
                slot: self._render(
                    template.format(game=table.game),
                    language,
                    sight,
                    table.n if slot in STORY_SLOTS else 0,
                )
                for slot, template in SLOTS[page].items()
                if only is None or slot in only
            }

    def look(self, table: TableView, view: Any, look: Any, language: str) -> dict[str, str]:
        """A card before it is played: what stands in the body, and the buttons under the thumb."""
        with self._app.app_context(), speak(language, table.game):
            values = {"table": table, "view": view, "look": look, **words_for(table)}
            return {
                place: self._fill(f"{table.game}/look/{place}.html", values)
                for place in LOOK_PLACES
            }

    def lines(self, lines: Iterable[Line], table: TableView, language: str) -> dict[int, str]:
        """Steps of the story as HTML, by their numbers."""
        with self._app.app_context(), speak(language, table.game):
            words = words_for(table)
            return {
                line.n: str(words["part"]("parts/line.html", **line_values(line, table)))
                for line in lines
            }

    def _render_anew(self, template: str, language: str, sight: Sight, n: int) -> str:
        del language, n  # what is remembered differs by them
        words = words_for(sight.table)
        values = {"table": sight.table, "view": sight.view, **words, **dict(sight.extra)}
        return self._fill(template, values)

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

    def part(template: str, **values: Any) -> Markup:
        return Markup(_part(template, spoken(), tuple(sorted(values.items()))))

    return {
        "say": lambda text: say(text, people),
        "line_words": line_words,
        "name": name,
        "names": lambda seats: say_names([name(seat) for seat in seats]),
        "part": part,
    }


@lru_cache(maxsize=4000)
def _part(template: str, at: Spoken, values: tuple[tuple[str, Any], ...]) -> str:
    """A piece that many screens share, rendered once a language."""
    del at  # it is part of what is remembered
    return str(current_app.jinja_env.get_template(template).render(dict(values)))
