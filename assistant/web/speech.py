"""Words in the phone's language: what is being spoken here, and how a text is said in it.

Words belong to their game: its keys are looked up in its own `words`, its sentences in its own
catalogue, and only then in the house's; never in another game's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, request, session
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from assistant.game import Names, Seat, Text, Value
from assistant.games import GAMES
from assistant.record import Line
from assistant.web.colours import COLOURS, LETTERS
from assistant.web.figures import figure
from assistant.web.signs import strong
from assistant.words import WORDS

LANGUAGES = {"en": "English", "uk": "Українська"}
PHONE_LANGUAGE = "en"  # what a phone gets whose languages we do not speak
CATALOGUES = Path(__file__).parents[1] / "languages"
WHO = "\ue000"  # stands for whom a line is about, until it is known how it is written
HOUSE = "messages"  # the catalogue of what belongs to no game; a game's is called by its key


class Spoken(NamedTuple):
    """The language that is being spoken, and at a table, of which game."""

    language: str
    game: str | None


_spoken: ContextVar[Spoken | None] = ContextVar("spoken", default=None)


@contextmanager
def speak(language: str, game: str | None) -> Iterator[None]:
    """Say everything inside in this language: ``with speak("uk", "chess"): ...``.

    Without a game only the house's own words are known.
    """
    token = _spoken.set(Spoken(language, game))
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> Spoken:
    """What is being spoken here: what `speak` says, else what the page's reader reads."""
    return _spoken.get() or Spoken(read_language(), None)


def read_language(wish: object = None) -> str:
    """The language of a phone: what it wishes, its own choice, or its system's."""
    for one in (wish, session.get("language")):
        if isinstance(one, str) and one in LANGUAGES:
            return one
    return request.accept_languages.best_match(list(LANGUAGES)) or PHONE_LANGUAGE


@cache
def catalogue(language: str, game: str | None) -> NullTranslations:
    """A game's words in a language, and behind them the house's; what has none stays English."""
    words = translation(game or HOUSE, CATALOGUES, [language], fallback=True)
    if game:
        words.add_fallback(catalogue(language, None))
    return words


# The house's own sentences, where Python says them.


def gettext(message: str, /, **values: Any) -> str:
    return catalogue(spoken().language, None).gettext(message) % values


def ngettext(one: str, many: str, num: int, /, **values: Any) -> str:
    words = catalogue(spoken().language, None).ngettext(one, many, num)
    return words % {"num": num, **values}


def duration(seconds: float) -> str:
    """How long something took, in whole minutes: ``1 h 34 min``."""
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    if hours:
        return gettext("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes)
    return gettext("%(minutes)s min", minutes=minutes)


# The sentences of templates.


def install_words(app: Flask) -> None:
    """Let templates speak, each from the catalogue of the folder it lies in."""
    app.jinja_env.globals.update({"_": _gettext, "ngettext": _ngettext})


@pass_context
def _gettext(context: Context, message: str, /, **values: Any) -> Markup:
    sentence, alone = _sentence(message, spoken().language, _folder(context.name))
    return sentence % values if values else alone


@lru_cache(maxsize=4000)
def _sentence(message: str, language: str, game: str | None) -> tuple[Markup, Markup]:
    """What a template says, and how it reads where nothing is put in: a screen says a hundred."""
    words = catalogue(language, game).gettext(message)
    return Markup(words), Markup(words.replace("%%", "%"))


@pass_context
def _ngettext(context: Context, one: str, many: str, num: int, /, **values: Any) -> Markup:
    words = catalogue(spoken().language, _folder(context.name)).ngettext(one, many, num)
    return Markup(words) % {"num": num, **values}


@cache
def _folder(template: str | None) -> str | None:
    """The game whose template this is; the house's folders have no catalogue of their own.

    >>> _folder("chess/seat/now.html")
    'chess'
    >>> _folder("notice.html")
    """
    folder, slash, _ = (template or "").partition("/")
    return folder if slash else None


# Texts, which rules say by their keys.


def say(text: Text, names: Mapping[Seat, str], name: str = "", you: str = "") -> str:
    """A text in words, in the language that is being spoken.

    `names` are the people at the seats, `name` is whose line it is; `you` is said instead to
    whom it is about, where there is such a sentence. A line that is quoted says its name itself.
    """
    language, game = spoken()
    own = GAMES[game].words if game else {}
    quoted = dict(text.values).get("name")
    if quoted is not None:
        name, you = str(quoted), ""
    key = f"{text.key}-you"
    if not you or not (key in own or key in WORDS):
        key = text.key
    message = own[key] if key in own else WORDS[key]
    words = catalogue(language, game if key in own else None)
    given = {each: _value(value, names, name, you) for each, value in text.values}
    values = {"name": name, "you": you, **given}
    if isinstance(message, tuple):
        n = dict(text.values).get("n", 1)
        return words.ngettext(*message, n if isinstance(n, int) else 1) % values
    # What holds only figures and names has nothing to translate.
    return words.gettext(message) % values if message else ""


def _value(value: Value, names: Mapping[Seat, str], name: str, you: str) -> str:
    match value:
        case Text():
            return say(value, names, name, you)
        case Names():
            return say_names([names.get(seat, "") or colour(seat) for seat in value.seats])
        case tuple():
            return " · ".join(_value(one, names, name, you) for one in value)
        case int():
            return figure(value)
    return value


def say_names(names: list[str]) -> str:
    """Several people in one breath: ``Ann, Olena and Kuba``."""
    if len(names) < 2:
        return names[0] if names else ""
    return gettext("%(first)s and %(last)s", first=", ".join(names[:-1]), last=names[-1])


def word(key: str) -> str:
    """A single word of the game that is being played: ``word("phase-3")``."""
    return _said(Text(key), (), None, spoken())


def line_words(line: Line) -> str:
    """A step of the story, in the words of the game that was played then."""
    return _said(line.text, line.names, line.seat, _then(line))


def told(line: Line, own: bool) -> Markup:
    """The same for a screen: whom it is about stands out, and reads "You" on the own phone."""
    who = word("you") if own else dict(line.names).get(line.seat or "", "")
    return _told(line.text, line.names, own, _then(line)).replace(WHO, strong(who))


def say_thing(thing: Text, names: Mapping[Seat, str], to: Seat | None) -> str:
    """A step as a thing; to whose it is: “You are done with Construction”."""
    values = dict(thing.values)
    step = values.get("step")
    if not to or values.get("whose") != to or not isinstance(step, Text):
        return say(thing, names)
    unnamed = tuple((each, value) for each, value in step.values if each != "name")
    own = Text(thing.key, (("step", Text(step.key, unnamed)),))
    return say(own, names, names.get(to, ""), word("you"))


def line_says(line: Line, text: Text) -> str:
    """What else a step says, as its head or a figure's name, in the same game's words."""
    return _said(text, (), None, _then(line))


def _then(line: Line) -> Spoken:
    language, game = spoken()
    return Spoken(language, line.game or game)


def game_name(game: str) -> str:
    """What a game is called."""
    return _said(Text(f"game-{game}"), (), None, Spoken(spoken().language, game))


def names_of(game: str, keys: Sequence[str]) -> dict[str, list[str]]:
    """What keys of a game are called in every language."""
    spoken = [Spoken(language, game) for language in LANGUAGES]
    return {key: [_said(Text(key), (), None, one) for one in spoken] for key in keys}


@lru_cache(maxsize=8000)
def _said(text: Text, names: tuple[tuple[Seat, str], ...], seat: Seat | None, at: Spoken) -> str:
    known = dict(names)
    with speak(*at):
        return say(text, known, known.get(seat or "", ""))


@lru_cache(maxsize=8000)
def _told(text: Text, names: tuple[tuple[Seat, str], ...], own: bool, at: Spoken) -> Markup:
    with speak(*at):
        return escape(say(text, dict(names), WHO, WHO if own else ""))


def colour(seat: Seat) -> str:
    return _in_language(COLOURS[seat], spoken().language)


def letter(seat: Seat) -> str:
    """The letter in a seat's mark; they differ in every language."""
    return _in_language(LETTERS[seat], spoken().language)


@cache
def _in_language(message: str, language: str) -> str:
    return catalogue(language, None).gettext(message)
