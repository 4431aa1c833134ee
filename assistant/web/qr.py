"""QR codes: drawn for screens and for a terminal, with words that phones understand."""

from __future__ import annotations

import re
from itertools import groupby

import qrcode
from qrcode.constants import ERROR_CORRECT_M

QUIET_ZONE = 4
DARK = "#1E0F06"
LIGHT = "#FBF3EA"
BLACK_ON_WHITE = "\x1b[38;5;16;48;5;231m"
PLAIN = "\x1b[0m"
HALF_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}

Modules = tuple[tuple[bool, ...], ...]


def modules(text: str) -> Modules:
    """The code's squares, True where dark, with the quiet zone that scanners ask for."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(bool(square) for square in row) for row in code.get_matrix())


def join_svg(url: str) -> str:
    """The code as one path that scales to any screen."""
    rows = modules(url)
    size = len(rows)
    path = "".join(_row_path(y, row) for y, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'shape-rendering="crispEdges"><rect width="{size}" height="{size}" fill="{LIGHT}"/>'
        f'<path fill="{DARK}" d="{path}"/></svg>'
    )


def _row_path(y: int, row: tuple[bool, ...]) -> str:
    parts = []
    x = 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            parts.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(parts)


def wifi_text(name: str, password: str | None, hidden: bool = False) -> str:
    r"""What a phone's camera understands as "join this Wi-Fi".

    >>> wifi_text("Mars; base", "red:dust")
    'WIFI:T:WPA;S:Mars\\; base;P:red\\:dust;;'
    """
    key = f"T:WPA;S:{_escaped(name)};P:{_escaped(password)};" if password else None
    open_to_all = f"T:nopass;S:{_escaped(name)};"
    return f"WIFI:{key or open_to_all}{'H:true;' if hidden else ''};"


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)


def terminal(url: str, *, colours: bool = False) -> str:
    """The code in half blocks, two rows a line.

    With colours it is black on white whatever the terminal looks like; without, the light squares
    are drawn, which is right on a dark terminal, the usual one.
    """
    rows = modules(url)
    below = (*rows[1:], (False,) * len(rows))
    lines = []
    for upper, lower in list(zip(rows, below, strict=True))[::2]:
        pairs = zip(upper, lower, strict=True)
        line = "".join(HALF_BLOCKS[top == colours, bottom == colours] for top, bottom in pairs)
        lines.append(f"{BLACK_ON_WHITE}{line}{PLAIN}" if colours else line)
    return "\n".join(lines)
