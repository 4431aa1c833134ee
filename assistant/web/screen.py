"""Views become screens: slots and parts as HTML, in the words of `speech`.

A drawing is made from nothing but a sight and a language, and is remembered by what it read of
that sight (`sight.py`): what did not change is neither drawn nor sent again, and what five phones
see alike is drawn once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from functools import cache
from typing import Any

from flask import Flask
from markupsafe import Markup

from assistant.game import LOBBY, Seat, Shown, View
from assistant.record import Line
from assistant.seats import TABLE
from assistant.view import Answering, Asked, Goes, Notice, TableView
from assistant.web.around import Surroundings
from assistant.web.face import HOUSE_SLOTS, Face, Slot, When, slots_of
from assistant.web.sight import Drawn, Notes, Seen, Sight
from assistant.web.speech import (
    colour,
    gettext,
    line_words,
    say,
    say_names,
    say_thing,
    speak,
    spoken,
    word,
)

STORY_LENGTH = 60  # steps that a phone keeps at hand
MOST_ALIKE = 7  # drawings of one template in a language: five seats, who watches, the table screen
MOST_OF_A_TABLE = 350_000  # characters: what five phones and a table screen show late in a game
MOST_OF_ALL = 3_000_000


class Drawings:
    """What was drawn lately; what was not seen for longest is forgotten first."""

    def __init__(self, most: int = MOST_OF_A_TABLE) -> None:
        self._most = most
        self._size = 0
        self._alike: dict[Hashable, list[Drawn]] = {}
        self._seen: OrderedDict[Drawn, Hashable] = OrderedDict()

    def find(self, what: Hashable, sight: Sight) -> Drawn | None:
        """A drawing that would be drawn alike from this sight."""
        for one in self._alike.get(what, ()):
            if one.fits(sight):
                self._seen.move_to_end(one)
                return one
        return None

    def keep(self, what: Hashable, drawn: Drawn) -> None:
        alike = self._alike.setdefault(what, [])
        alike.insert(0, drawn)
        self._seen[drawn] = what
        self._size += len(drawn.html)
        if len(alike) > MOST_ALIKE:
            self._forget(alike[-1])
        while self._size > self._most:
            self._forget(next(iter(self._seen)))

    def _forget(self, drawn: Drawn) -> None:
        what = self._seen.pop(drawn)
        self._size -= len(drawn.html)
        self._alike[what].remove(drawn)
        if not self._alike[what]:
            del self._alike[what]


class Screens:
    """Draws the slots of a page.

    What a table's drawings read of it is remembered with the table, by whoever shows it; a drawing
    that reads nothing of any table is remembered here, for all.
    """

    def __init__(self, app: Flask, faces: Mapping[str, Face]) -> None:
        self._templates = app.jinja_env
        self._faces = faces
        self._of_all = Drawings(MOST_OF_ALL)

    def slots(
        self,
        page: str,
        table: TableView,
        view: View,
        language: str,
        around: Surroundings,
        *,
        when: Container[When] = tuple(When),
        only: str | None = None,
    ) -> dict[str, str]:
        """The slots of a page as HTML."""
        sight, drawings = Sight(table=table, view=view, around=around), Drawings()
        return {
            slot.name: self.slot(slot, page, sight, language, drawings)
            for slot in slots_of(self._faces[table.game], page)
            if slot.when in when and only in (None, slot.name)
        }

    def slot(self, slot: Slot, page: str, sight: Sight, language: str, drawings: Drawings) -> str:
        """One slot as HTML.

        Until a game begins there is nothing of it to show: the lobby is the house's.
        """
        if sight.part(("view",)).step == LOBBY and slot not in HOUSE_SLOTS[page]:
            return ""
        with speak(language, sight.part(("table",)).game):
            return self._drawn(slot.template, {}, sight, drawings).html

    def look(self, table: TableView, view: View, look: Shown, language: str) -> dict[str, str]:
        """A move before it is made, in each of the places where this game shows that."""
        sight, drawings, values = Sight(table=table, view=view), Drawings(), {"look": look}
        with speak(language, table.game):
            return {
                place: self._drawn(f"{table.game}/look/{place}.html", values, sight, drawings).html
                for place in self._faces[table.game].looks
            }

    def goes(self, table: TableView, goes: Goes, language: str) -> str:
        """What goes back with a step, before it does: what lies on the sheet that asks."""
        sight, values = Sight(table=table), {"goes": goes}
        with speak(language, table.game):
            return self._drawn("parts/goes.html", values, sight, Drawings()).html

    def lines(self, lines: Iterable[Line], table: TableView, language: str) -> dict[int, str]:
        """Steps of the story as HTML, by their numbers."""
        sight = Sight()
        with speak(language, table.game):
            return {
                line.n: self._drawn(
                    "parts/line.html", line_values(line, table), sight, self._of_all
                ).html
                for line in lines
            }

    def fill(self, template: str, language: str, game: str, **values: Any) -> Markup:
        """Any template, of these values alone."""
        with speak(language, game):
            return Markup(self._drawn(template, values, Sight(), self._of_all).html)

    def _drawn(
        self, template: str, values: Mapping[str, Any], sight: Sight, drawings: Drawings
    ) -> Drawn:
        """A template drawn from these values and whatever it reads of the sight."""
        what = (template, spoken(), tuple(sorted(values.items())))
        found = self._of_all.find(what, sight) or drawings.find(what, sight)
        if found:
            return found
        notes = Notes(sight)

        def part(template: str, **values: Any) -> Markup:
            """A piece that is drawn and remembered by itself."""
            given = {name: _plain(value) for name, value in values.items()}
            piece = self._drawn(template, given, sight, drawings)
            notes.add(piece)
            return Markup(piece.html)

        names = {**notes.roots(), "part": part, "faces": self._faces, **values}
        if "table" in names:
            names |= {"face": self._faces[spoken().game or ""], **words_for(names["table"])}
        html = self._templates.get_template(template).render(names)
        drawn = Drawn(html.strip(), notes.reads)
        (drawings if drawn.keys else self._of_all).keep(what, drawn)
        return drawn


def _plain(value: Any) -> Any:
    return value.whole() if isinstance(value, Seen) else value


def line_values(line: Line, table: TableView) -> dict[str, Any]:
    """What a step of the story is rendered from, for this very reader."""
    own = line.seat is not None and line.seat == table.you
    asks = line.needs_every_yes and table.you is not None
    by = dict(line.names).get(line.undone_by or "", "")
    return {
        "line": line,
        "words": line_words(line),
        "own": own,
        "may": line.is_move and (own or table.has_word or asks),
        "by": by,
        "by_host": any(one.host and one.seat == line.undone_by for one in table.people),
    }


def words_for(table: Any) -> dict[str, Callable[..., Any]]:
    """What templates say with: names and texts of this very table."""

    @cache
    def people() -> dict[Seat, str]:
        return {person.seat: person.name for person in table.people}

    def name(seat: Seat | None) -> str:
        return (people().get(seat) or colour(seat)) if seat else ""

    def goes_asks(seats: Iterable[Seat | None]) -> str:
        """Whom a tap would ask."""
        asked = [name(seat) or gettext("the host") for seat in seats]
        return gettext("asks %(names)s", names=say_names(asked)) if asked else ""

    def asked_words(asked: Asked) -> str:
        """Who has not answered yet, for who waits."""
        late = [name(seat) or gettext("the host") for seat in asked.late]
        if asked.asks(asked.by) and table.you == asked.by:
            return gettext("You have moved on since: your yes is needed again")
        if not late:
            return gettext("Everybody says yes")
        if len(late) == 1:
            return gettext("%(name)s is asked", name=late[0])
        return gettext("%(names)s are asked", names=say_names(late))

    def answers_words(of: Answering) -> str:
        """Where somebody answers, if that is not on a phone of their own that is awake."""
        person = table.person(of.seat)
        if not person:
            return ""
        if person.plays_from and of.seat in table.seats:
            return gettext("answers here")
        if person.plays_from == TABLE:
            return gettext("answers at the table screen")
        if person.plays_from:
            return gettext("answers on %(name)s’s phone", name=name(person.plays_from))
        return "" if person.connected else gettext("phone asleep")

    def news_words(news: Notice) -> str:
        """What somebody else did, for whoever's step it was."""
        if news.kind == "void":
            return gettext("Your seat came to another device: your secret choice is void.")
        if news.kind == "keep":
            return gettext("%(name)s said no", name=name(news.by) or gettext("The host"))
        host = next((one for one in table.people if one.host), None)
        if not news.by:
            return gettext("The host took back:")
        if host and host.seat == news.by:
            return gettext("%(name)s, host, took back:", name=name(news.by))
        return gettext("%(name)s took back:", name=name(news.by))

    return {
        "answers_words": answers_words,
        "asked_words": asked_words,
        "goes_asks": goes_asks,
        "news_words": news_words,
        "say": lambda text: say(text, people()) if text.values else word(text.key),
        "line_words": line_words,
        "name": name,
        "thing": lambda thing: say_thing(thing, people(), table.you),
        "names": lambda seats: say_names([name(seat) for seat in seats]),
    }
