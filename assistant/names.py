"""Names of cards that a table adds: a file with a number and a name a line. Pure.

>>> read_names("28 Фермерський ринок\\n\\n163;Мікропроцесори\\n")
{'28': 'Фермерський ринок', '163': 'Мікропроцесори'}
"""

from __future__ import annotations

import re
import unicodedata

from assistant.game import Illegal, require

NAMES = "names"  # under which a machine remembers them
MOST_NAMES = 1000
LONGEST_NAME = 60
_LINE = re.compile(r"\s*(\d{1,4})\s*[\s,;:.\t]\s*(\S.*)")


def read_names(file: str) -> dict[str, str]:
    """The names by number; a line that holds anything else is refused by its number."""
    found: dict[str, str] = {}
    for place, line in enumerate(file.splitlines(), 1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line)
        if match is None or not _is_name(match[2]):
            raise Illegal("no-name-in-line", n=place)
        found[str(int(match[1]))] = match[2].strip()
    require(found, "no-names-in-file")
    require(len(found) <= MOST_NAMES, "too-many-names", most=MOST_NAMES)
    return found


def _is_name(words: str) -> bool:
    plain = not any(unicodedata.category(one)[0] == "C" for one in words)
    return plain and len(words.strip()) <= LONGEST_NAME and not set("<>") & set(words)
