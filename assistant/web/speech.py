"""Words in the phone's language: what is being spoken here, and how a text is said in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, NamedTuple

import flask_babel
from flask import Flask, request, session
from flask_babel import gettext, ngettext

from assistant.game import Names, Seat, Text, Value
from assistant.games import GAMES
from assistant.record import Line
from assistant.web.colours import COLOURS, LETTERS
from assistant.words import N_, WORDS

LANGUAGES = {"en": "English", "uk": "Українська"}
PHONE_LANGUAGE = "en"  # what a phone gets whose languages we do not speak


class Spoken(NamedTuple):
    """The language that is being spoken, and its catalogue."""

    language: str
    catalogue: Any


# flask_babel would look both up anew for every word.
_spoken: ContextVar[Spoken | None] = ContextVar("spoken", default=None)


@contextmanager
def speak(language: str) -> Iterator[None]:
    """Say everything inside in this language: ``with speak("uk"): ...``."""
    with flask_babel.force_locale(language):
        token = _spoken.set(Spoken(language, flask_babel.get_translations()))
        try:
            yield
        finally:
            _spoken.reset(token)


def spoken() -> Spoken:
    """What is being spoken here: what `speak` says, else what the page's reader reads."""
    return _spoken.get() or Spoken(str(flask_babel.get_locale()), flask_babel.get_translations())


def install_words(app: Flask) -> None:
    """Let templates speak from the catalogue at hand."""
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: spoken().catalogue.ugettext(message),
        lambda one, many, number: spoken().catalogue.ungettext(one, many, number),
        newstyle=True,
    )


def read_language(wish: object = None) -> str:
    """The language of a phone: what it wishes, its own choice, or its system's."""
    for one in (wish, session.get("language")):
        if isinstance(one, str) and one in LANGUAGES:
            return one
    return request.accept_languages.best_match(list(LANGUAGES)) or PHONE_LANGUAGE


def say(text: Text, names: Mapping[Seat, str], name: str = "") -> str:
    """A text in words, in the language that is being spoken.

    `names` are the people at the seats, `name` is whose line it is.
    """
    message = _message(text.key)
    values = {"name": name, **{key: _value(value, names, name) for key, value in text.values}}
    if isinstance(message, tuple):
        number = dict(text.values).get("n", 1)
        return str(ngettext(*message, number, **values))
    # What holds only figures and names has nothing to translate.
    return str(gettext(message, **values)) if message else ""


def _value(value: Value, names: Mapping[Seat, str], name: str) -> Any:
    match value:
        case Text():
            return say(value, names, name)
        case Names():
            return say_names([names.get(seat, "") or str(colour(seat)) for seat in value.seats])
        case tuple():
            return " · ".join(str(_value(one, names, name)) for one in value)
    return value


def say_names(names: list[str]) -> str:
    """Several people in one breath: ``Ann, Olena and Kuba``."""
    if len(names) < 2:
        return names[0] if names else ""
    first, last = ", ".join(names[:-1]), names[-1]
    return str(gettext(N_("%(first)s and %(last)s"), first=first, last=last))


@lru_cache
def _message(key: str) -> str | tuple[str, str]:
    for words in (WORDS, *(game.words for game in GAMES.values())):
        if key in words:
            return words[key]
    raise KeyError(key)


def word(key: str) -> str:
    """A single word of a game: ``word("phase-3")``."""
    return _told(Text(key), (), None, spoken().language)


def colour(seat: Seat) -> str:
    return _plain(COLOURS[seat], spoken().language)


def letter(seat: Seat) -> str:
    """The letter in a seat's mark; four that differ in every language."""
    return _plain(LETTERS[seat], spoken().language)


@lru_cache(maxsize=500)
def _plain(message: str, language: str) -> str:
    del language  # it is part of what is remembered
    return str(gettext(message))


@lru_cache(maxsize=8000)
def _told(text: Text, names: tuple[tuple[Seat, str], ...], seat: Seat | None, language: str) -> str:
    del language  # it is part of what is remembered
    known = dict(names)
    return say(text, known, known.get(seat or "", ""))


def line_words(line: Line) -> str:
    """A step of the story in words."""
    return _told(line.text, line.names, line.seat, spoken().language)
