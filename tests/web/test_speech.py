"""Words belong to their game: a key or a sentence that two games use is two messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from flask import Flask
from jinja2 import DictLoader

from assistant.game import Names, Text, text
from assistant.games import GAMES
from assistant.games.ares import ARES
from assistant.record import Line
from assistant.web import speech
from assistant.web.speech import install_words, line_words, names_of, say, speak, told, word

CHESS = replace(
    ARES,
    key="chess",
    words={
        "check": "Check",
        "taken": ("%(name)s took a piece", "%(name)s took %(n)s pieces"),
        "castled": "%(name)s castled",
        "castled-you": "%(you)s castled",
        "boldly": "%(line)s, boldly",
        "lost": "%(name)s stands at %(n)s",
        "paused": "The clock stands.",
    },
)
GO = replace(ARES, key="go", words={"check": "Atari", "nothing": ""})
UKRAINIAN: dict[str, dict[Any, Any]] = {
    "messages": {
        "Check": "Перевірте",
        "You": "Ви",
        "Hello": "Вітаємо",
        "The table is paused.": "Пауза.",
    },
    "chess": {
        "Check": "Шах",
        "%(you)s castled": "%(you)s робите рокіровку",
        "One or %(n)s": "Один чи %(n)s",
        ("%(name)s took a piece", "%(name)s took %(n)s pieces"): (
            "%(name)s: %(n)s фігура",
            "%(name)s: %(n)s фігури",
            "%(name)s: %(n)s фігур",
        ),
    },
}


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Two games; the second has no catalogue."""
    monkeypatch.setitem(GAMES, "chess", CHESS)
    monkeypatch.setitem(GAMES, "go", GO)
    folder = tmp_path / "uk" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    for domain, words in UKRAINIAN.items():
        catalogue = Catalog(locale="uk")
        for message, translated in words.items():
            catalogue.add(message, translated)
        with (folder / f"{domain}.mo").open("wb") as file:
            write_mo(file, catalogue)
    monkeypatch.setattr(speech, "CATALOGUES", tmp_path)
    _forget()
    yield
    _forget()


def _forget() -> None:
    speech.catalogue.cache_clear()
    speech._said.cache_clear()
    speech._told.cache_clear()


def said(language: str, game: str | None, what: Text) -> str:
    with speak(language, game):
        return say(what, {"red": "Ann"}, "Ann")


def test_a_key_of_two_games_is_two_messages() -> None:
    assert said("en", "chess", text("check")) == "Check"
    assert said("en", "go", text("check")) == "Atari"


def test_a_word_of_two_games_is_remembered_for_each() -> None:
    for _ in range(2):
        for game, words in (("chess", "Шах"), ("go", "Atari")):
            with speak("uk", game):
                assert word("check") == words
                assert line_words(Line(1, None, text("check"), (), is_move=True)) == words


def test_a_key_is_called_what_every_language_calls_it() -> None:
    assert names_of("chess", ["check"]) == {"check": ["Check", "Шах"]}
    assert names_of("go", ["check"]) == {"check": ["Atari", "Atari"]}, "English where it has none"


def test_a_line_reads_you_to_whom_it_is_about() -> None:
    line = Line(1, "red", text("castled"), (("red", "Ann <3"),), is_move=True, game="chess")
    boldly = replace(line, text=text("boldly", line=line.text))
    with speak("en", "go"):
        assert line_words(line) == "Ann <3 castled"
        assert told(line, False) == "<b><bdi>Ann &lt;3</bdi></b> castled"
        assert told(line, True) == "<b><bdi>You</bdi></b> castled"
        assert told(boldly, True) == "<b><bdi>You</bdi></b> castled, boldly"
    with speak("uk", "chess"):
        assert told(line, True) == "<b><bdi>Ви</bdi></b> робите рокіровку"
    untold = replace(line, text=text("lost", n=-2))
    with speak("en", "chess"):
        assert line_words(untold) == "Ann <3 stands at −2", "with a true minus"


def test_another_games_words_are_not_known() -> None:
    with pytest.raises(KeyError):
        said("en", "go", text("taken", n=2))
    with pytest.raises(KeyError):
        said("en", None, text("check"))


def test_the_houses_words_are_known_in_every_game_and_outside() -> None:
    for game in ("go", "ares", None):
        assert said("en", game, text("paused")) == "The table is paused."
        assert said("uk", game, text("paused")) == "Пауза."


def test_a_game_may_say_it_in_its_own_words() -> None:
    assert said("en", "chess", text("paused")) == "The clock stands."
    assert said("uk", "chess", text("paused")) == "The clock stands."


def test_a_number_chooses_the_form() -> None:
    assert said("en", "chess", text("taken", n=1)) == "Ann took a piece"
    assert said("en", "chess", text("taken", n=5)) == "Ann took 5 pieces"
    assert said("uk", "chess", text("taken", n=2)) == "Ann: 2 фігури"
    assert said("uk", "chess", text("taken", n=5)) == "Ann: 5 фігур"


def test_what_holds_no_words_says_none() -> None:
    assert said("uk", "go", text("nothing")) == ""


def test_nobody_known_at_a_seat_is_called_by_its_colour() -> None:
    asked = text("seat-taken", who=Names(("red", "blue")))
    assert said("en", "go", asked) == "Ann and Blue sits here already."


TEMPLATES = {
    "hello.html": '{{ _("Check") }}',
    "parts/controls.html": '{% macro key(words) %}{{ _("Check") }}-{{ words }}{% endmacro %}',
    "chess/now.html": '{{ _("Check") }}',
    "go/now.html": '{{ _("Check") }}',
    "chess/house.html": '{% from "parts/controls.html" import key %}{{ key(_("Check")) }}',
    "chess/context.html": (
        '{% from "parts/controls.html" import key with context %}{{ key(_("Check")) }}'
    ),
    "chess/include.html": '{{ _("Check") }}-{% include "hello.html" %}-{{ _("Check") }}',
    "chess/parts/words.html": '{% macro own() %}{{ _("Check") }}{% endmacro %}',
    "shell.html": '{% from "chess/parts/words.html" import own %}{{ own() }}-{{ _("Check") }}',
    "chess/behind.html": '{{ _("Hello") }}',
    "chess/escaped.html": '{{ _("One or %(n)s", n="<b>") }}',
    "chess/many.html": (
        '{{ ngettext("%(name)s took a piece", "%(name)s took %(n)s pieces", 2, name="A", n=2) }}'
    ),
    "go/many.html": '{{ ngettext("%(num)s stone", "%(num)s stones", 2) }}',
}


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("hello.html", "Перевірте"),
        ("chess/now.html", "Шах"),
        ("go/now.html", "Перевірте"),  # without a catalogue: what the house says
        ("chess/house.html", "Перевірте-Шах"),
        ("chess/context.html", "Перевірте-Шах"),
        ("chess/include.html", "Шах-Перевірте-Шах"),
        ("shell.html", "Шах-Перевірте"),
        ("chess/behind.html", "Вітаємо"),
        ("chess/escaped.html", "Один чи &lt;b&gt;"),
        ("chess/many.html", "A: 2 фігури"),
        ("go/many.html", "2 stones"),
    ],
)
@pytest.mark.parametrize("game", ["chess", "go", None])
def test_a_template_speaks_for_the_folder_it_lies_in(
    template: str, words: str, game: str | None
) -> None:
    """Whichever game is shown, and whoever includes it or imports its macros."""
    app = Flask(__name__)
    app.jinja_loader = DictLoader(TEMPLATES)
    install_words(app)
    with speak("uk", game):
        assert app.jinja_env.get_template(template).render() == words
