"""How often each phase was picked, as a picture. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from assistant.web.plots import picture


def picked(
    counts: Sequence[int], *, most: int, width: int, height: int, sprite: str, alt: str
) -> Markup:
    """Five little columns, one a phase, each with its figure above and its numeral below."""
    room = width / len(counts)
    foot, head = 30, 28
    parts = []
    for n, count in enumerate(counts):
        x, wide = room * n + 4, room - 8
        high = (height - foot - head) * count / max(1, most)
        middle = _round(room * (n + 0.5))
        tall = max(3.0, high)
        place = f'x="{_round(x)}" y="{_round(height - foot - tall)}"'
        parts.append(
            f'<g data-phase="{n + 1}"><rect class="plot-bar{"" if count else " is-none"}" {place} '
            f'width="{_round(wide)}" height="{_round(tall)}" rx="3"/>'
            f'<text class="plot-count" x="{middle}" '
            f'y="{_round(height - foot - tall - 7)}">{count}</text>'
            f'<svg class="plot-numeral" x="{middle - 15}" y="{height - 22}" width="30" height="20">'
            f'<use href="{escape(sprite)}#numeral-{n + 1}"/></svg></g>'
        )
    return picture("plot is-picked", width, height, alt, parts)


def _round(value: float) -> float:
    return round(value, 2)
