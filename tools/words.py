"""Bring the catalogues up to date with what code and templates say: `python tools/words.py`.

The house's words are in `messages.po`, those said in a game's folders in a catalogue called by its
key. New words stand there empty, to be filled in; what nobody says any more is gone. A language in
`LANGUAGES` and a game among the games get their catalogues here.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from assistant.web.speech import HOUSE, LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
SOURCES = [("assistant/**.py", "python"), ("templates/**.html", "jinja2")]
FOLDER = re.compile(r"(?:assistant/games|assistant/web|templates)/(\w+)/")  # a game has three
KEYWORDS = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2), "NN_": (1, 2)}
WRITTEN_IN = "en"  # the language of the messages themselves needs no catalogue
HEADER = """\
# {name} words of {whose}. Terms as the printed {name} edition has them.
msgid ""
msgstr ""
"Project-Id-Version: Mars Table\\n"
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def said(root: Path) -> dict[str, Catalog]:
    """Every message that code and templates say, by the catalogue that it belongs to."""
    games = sorted(file.parent.name for file in root.glob("assistant/games/*/__init__.py"))
    found = {domain: Catalog() for domain in (HOUSE, *games)}
    for path, _, message, _, _ in extract_from_dir(root, SOURCES, keywords=KEYWORDS):
        folder = FOLDER.match(path)
        found[folder[1] if folder and folder[1] in found else HOUSE].add(message)
    return found


def freshen(root: Path) -> None:
    """Write every catalogue anew; what was translated stays."""
    words = said(root)
    for language in LANGUAGES:
        if language != WRITTEN_IN:
            folder = root / "assistant" / "languages" / language / "LC_MESSAGES"
            folder.mkdir(parents=True, exist_ok=True)
            freshen_language(folder, Locale.parse(language), words)


def freshen_language(folder: Path, locale: Locale, words: dict[str, Catalog]) -> None:
    """A sentence that moved to another folder takes its translation along."""
    catalogues = {domain: read(folder / f"{domain}.po", locale) for domain in words}
    unsaid = [
        message
        for domain, catalogue in catalogues.items()
        for message in catalogue
        if message.id not in words[domain]
    ]
    for domain, catalogue in catalogues.items():
        for message in unsaid:
            if message.id in words[domain] and message.id not in catalogue:
                catalogue.add(message.id, message.string)
        catalogue.update(words[domain], no_fuzzy_matching=True)
        (folder / f"{domain}.po").write_bytes(as_bytes(domain, catalogue))


def read(path: Path, locale: Locale) -> Catalog:
    return read_po(BytesIO(path.read_bytes() if path.exists() else b""), locale=locale)


def as_bytes(domain: str, catalogue: Catalog) -> bytes:
    """A catalogue as a file that differs only when its words do."""
    file = BytesIO()
    # Babel's own header holds dates and its version.
    write_po(
        file,
        catalogue,
        width=0,  # no wrapping
        no_location=True,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
    )
    header = HEADER.format(
        name=catalogue.locale.english_name,
        whose="the house" if domain == HOUSE else domain,
        language=catalogue.locale,
        plurals=catalogue.plural_forms,
    )
    return header.encode() + file.getvalue().rstrip() + b"\n"


if __name__ == "__main__":
    freshen(ROOT)
