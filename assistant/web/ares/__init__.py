"""What the screens of Ares Expedition ask for besides its view: mats, cards, the bezel.

Everything here is pure; a template calls it by the name it has in `HELPERS`.
"""

from __future__ import annotations

from typing import Any

from assistant.games.ares.history import times_picked
from assistant.web.ares import mats
from assistant.web.ares.bezel import bezel_marks
from assistant.web.speech import word

HELPERS: dict[str, Any] = {
    **mats.HELPERS,
    "bezel_marks": bezel_marks,
    "numeral": lambda phase: word(f"numeral-{phase:d}"),
    "phase_name": lambda phase: word(f"phase-{phase:d}"),
    "times_picked": times_picked,
}
