"""Every word has its translation in every language, with the same figures in it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from assistant.web.screen import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
CATALOGUES = ROOT / "assistant" / "languages"
FIGURE = re.compile(r"%\(\w+\)[sd]")
OTHERS = [language for language in LANGUAGES if language != "en"]


@cache
def said() -> set[str | tuple[str, str]]:
    """Every message that code and templates say."""
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    keywords: dict[str, Any] = {
        "_": None,
        "gettext": None,
        "N_": None,
        "NN_": (1, 2),
        "ngettext": (1, 2),
    }
    found: set[str | tuple[str, str]] = set()
    for folder in ("assistant", "templates"):
        for _, _, message, _, _ in extract_from_dir(
            ROOT / folder,
            [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods],
            {pattern.removeprefix(f"{folder}/"): value for pattern, value in options.items()},
            keywords,
        ):
            found.add(message if isinstance(message, str) else (message[0], message[1]))
    return found


@cache
def catalogue(language: str) -> Catalog:
    with (CATALOGUES / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def test_there_is_a_lot_to_say() -> None:
    assert len(said()) > 300
    assert "Pick a phase in secret" in said()


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_untranslated(language: str) -> None:
    known = {
        message.id: message
        for message in catalogue(language)
        if message.id and not message.fuzzy and all(_forms(message.string))
    }
    assert said() - set(known) == set()


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_kept_that_nobody_says(language: str) -> None:
    assert {message.id for message in catalogue(language) if message.id} - said() == set()
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_holds_the_same_figures(language: str) -> None:
    for message in catalogue(language):
        if not message.id:
            continue
        wanted = set(FIGURE.findall(_forms(message.id)[-1]))
        for form in _forms(message.string):
            assert set(FIGURE.findall(form)) <= wanted, message.id
            assert wanted - set(FIGURE.findall(form)) <= {"%(num)s", "%(num)d"}, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_the_four_seats_have_letters_that_differ(language: str) -> None:
    messages = [catalogue(language).get(letter) for letter in ("R", "G", "B", "Y")]
    assert len({str(message.string) for message in messages if message}) == 4


def _forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)
