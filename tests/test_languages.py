"""Every word has its translation in every language, with the same figures in it."""

from __future__ import annotations

import re
import runpy
import shutil
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from assistant.games import GAMES
from assistant.web.colours import COLOURS
from assistant.web.speech import HOUSE, LANGUAGES, letter, speak

ROOT = Path(__file__).resolve().parents[1]
CATALOGUES = Path("assistant", "languages")
TOOL = runpy.run_path(str(ROOT / "tools" / "words.py"))
FIGURE = re.compile(r"%\(\w+\)[sd]")
OTHERS = [language for language in LANGUAGES if language != "en"]
DOMAINS = [HOUSE, *GAMES]
EVERY = pytest.mark.parametrize(("language", "domain"), list(product(OTHERS, DOMAINS)))


@cache
def said(domain: str) -> set[str | tuple[str, str]]:
    """Every message of a catalogue that code and templates say."""
    found = (message.id for message in _all_said()[domain] if message.id)
    return {one if isinstance(one, str) else (one[0], one[1]) for one in found}


@cache
def _all_said() -> dict[str, Catalog]:
    found: dict[str, Catalog] = TOOL["said"](ROOT)
    return found


@cache
def catalogue(language: str, domain: str) -> Catalog:
    return _read(ROOT, language, domain)


def _read(root: Path, language: str, domain: str) -> Catalog:
    path = root / CATALOGUES / language / "LC_MESSAGES" / f"{domain}.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def test_there_is_a_lot_to_say() -> None:
    assert sum(len(said(domain)) for domain in DOMAINS) > 300


def test_words_belong_to_the_folder_they_are_said_in() -> None:
    """Those of rules and of templates to their game, those of the table and its shells to none."""
    assert {"Pick a phase in secret", "Phases are picked in the planning step."} <= said("ares")
    assert {"Sit down first.", "There is nothing at this address.", "Red"} <= said(HOUSE)
    assert not {"Pick a phase in secret", "Phases are picked in the planning step."} & said(HOUSE)
    assert not {"Sit down first.", "There is nothing at this address.", "Red"} & said("ares")


@EVERY
def test_nothing_is_left_untranslated(language: str, domain: str) -> None:
    known = {
        message.id
        for message in catalogue(language, domain)
        if message.id and not message.fuzzy and all(_forms(message.string))
    }
    assert said(domain) - known == set()


@EVERY
def test_nothing_is_kept_that_nobody_says(language: str, domain: str) -> None:
    kept = {message.id for message in catalogue(language, domain) if message.id}
    assert kept - said(domain) == set()
    assert not catalogue(language, domain).obsolete


@EVERY
def test_every_translation_holds_the_same_figures(language: str, domain: str) -> None:
    for message in catalogue(language, domain):
        if not message.id:
            continue
        wanted = set(FIGURE.findall(_forms(message.id)[-1]))
        for form in _forms(message.string):
            assert set(FIGURE.findall(form)) <= wanted, message.id
            assert wanted - set(FIGURE.findall(form)) <= {"%(num)s", "%(num)d"}, message.id


# What is not set as print sets it. A unit is a sign or two capitals: it stays with its figure.
LOOSE = re.compile(r"(?:%\(\w+\)s|\d) (?:°C|%%|[^\W\d_a-zа-яґєії]{2,}\b)|№ ")
SHORTENED = re.compile(r"\b(?:вимк|увімк|зол|срібн|мідн)\.$", re.IGNORECASE)
ODD = {
    "en": re.compile(r"""\.\.\.|['"«»]|(?<![\w)])-\d|^\s|\s$|  """),
    "uk": re.compile(r"""\.\.\.|['"“”]|(?<![\w)])-\d|^\s|\s$|  """),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_words_are_set_as_in_print(language: str, domain: str) -> None:
    """Quotes, dashes and dots as the language has them; a figure and its unit in one line."""
    for message in catalogue(OTHERS[0], domain):
        if message.id:
            for form in _forms(message.id if language == "en" else message.string):
                assert not ODD[language].search(form), form
                assert not LOOSE.search(form), form


@EVERY
def test_a_sentence_ends_as_its_original_does(language: str, domain: str) -> None:
    """Sentences end with a full stop, names of things and what stands on buttons do not."""
    for message in catalogue(language, domain):
        if message.id:
            for form in _forms(message.string):
                said = SHORTENED.sub("", form)
                ends = [one[-1:] in (*".?:",) and one[-1] for one in (_forms(message.id)[0], said)]
                assert ends[0] == ends[1], form


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_catalogue_for_every_game_and_for_nothing_else(language: str) -> None:
    found = (ROOT / CATALOGUES / language / "LC_MESSAGES").glob("*.po")
    assert {path.stem for path in found} == (set() if language == "en" else set(DOMAINS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_five_seats_have_letters_that_differ(language: str) -> None:
    """So those of every game do: its seats are some of the five."""
    with speak(language, None):
        assert len({letter(seat) for seat in COLOURS}) == len(COLOURS) == 5
    for game in GAMES.values():
        assert set(game.seats) <= set(COLOURS)


# The command that keeps the catalogues.


def test_where_no_word_changed_no_catalogue_changes(tmp_path: Path) -> None:
    """If this fails, words were changed without `tools/words.py`."""
    for folder in ("assistant", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    TOOL["freshen"](tmp_path)
    for path in sorted(tmp_path.glob("assistant/languages/**/*.po")):
        before = ROOT / path.relative_to(tmp_path)
        assert path.read_text("utf-8") == before.read_text("utf-8"), path.name


def _house(root: Path, **files: str) -> Path:
    """A small house that says what is in these files."""
    for name, text in files.items():
        path = root.joinpath(*name.split("__")).with_suffix(".html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for game in ("chess", "go"):
        package = root / "assistant" / "games" / game
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").touch()
    return root


def _translate(root: Path, domain: str, sentence: str, words: str) -> None:
    path = root / CATALOGUES / "uk" / "LC_MESSAGES" / f"{domain}.po"
    empty = f'msgid "{sentence}"\nmsgstr ""'
    text = path.read_text("utf-8")
    assert empty in text
    path.write_text(text.replace(empty, f'msgid "{sentence}"\nmsgstr "{words}"'), "utf-8")


def _words(root: Path, domain: str) -> dict[Any, Any]:
    return {one.id: one.string for one in _read(root, "uk", domain) if one.id}


def test_a_new_game_gets_catalogues_with_its_words_to_be_filled_in(tmp_path: Path) -> None:
    """What two games say alike is two messages."""
    said = '{{ _("Check") }} {{ ngettext("%(num)s move", "%(num)s moves", n) }}'
    root = _house(tmp_path, templates__chess__now=said, templates__go__now='{{ _("Check") }}')
    TOOL["freshen"](root)
    assert _words(root, "chess") == {"Check": "", ("%(num)s move", "%(num)s moves"): ("", "", "")}
    assert _words(root, "go") == {"Check": ""}
    assert _words(root, HOUSE) == {}
    _translate(root, "chess", "Check", "Шах")
    TOOL["freshen"](root)
    assert _words(root, "chess")["Check"] == "Шах"
    assert _words(root, "go") == {"Check": ""}


def test_a_sentence_that_moves_takes_its_translation_along(tmp_path: Path) -> None:
    root = _house(tmp_path, templates__chess__now='{{ _("Your turn") }} {{ _("Gone") }}')
    TOOL["freshen"](root)
    _translate(root, "chess", "Your turn", "Ваш хід")
    _house(tmp_path, templates__chess__now="", templates__parts__now='{{ _("Your turn") }}')
    TOOL["freshen"](root)
    assert _words(root, "chess") == {}
    assert _words(root, HOUSE) == {"Your turn": "Ваш хід"}


def _forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)
