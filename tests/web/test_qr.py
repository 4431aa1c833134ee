"""What a camera reads is what we meant."""

from __future__ import annotations

import re

import pytest
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from assistant.web.qr import DARK, LIGHT, join_svg, terminal, wifi_text

URL = "http://192.168.178.201:8000/t/K7QP"


def expected(url: str) -> list[list[bool]]:
    code = QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(url)
    return [[bool(square) for square in row] for row in code.get_matrix()]


def drawn(svg: str) -> list[list[bool]]:
    """The squares that the path covers, painted as a browser would."""
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    path = re.search(r' d="([^"]+)"', svg)
    assert box and path
    squares = [[False] * int(box[1]) for _ in range(int(box[2]))]
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path[1])
    assert "".join(f"M{x} {y}h{w}v1h-{back}z" for x, y, w, back in runs) == path[1]
    for x, y, width, back in runs:
        assert width == back
        for column in range(int(x), int(x) + int(width)):
            squares[int(y)][column] = True
    return squares


@pytest.mark.parametrize("url", [URL, "http://10.0.0.5:8000/", "https://mars.example/t/ABCD"])
def test_the_drawing_shows_exactly_the_code(url: str) -> None:
    assert drawn(join_svg(url)) == expected(url)


def test_four_squares_around_the_code_stay_light() -> None:
    squares = drawn(join_svg(URL))
    frame = squares[:4] + squares[-4:] + [row[:4] + row[-4:] for row in squares]
    assert not any(any(row) for row in frame)
    assert any(squares[4])


def test_the_drawing_scales_and_is_dark_on_cream() -> None:
    svg = join_svg(URL)
    assert svg.count("<path") == 1
    assert (DARK, LIGHT) == ("#1E0F06", "#FBF3EA")
    assert f'fill="{DARK}"' in svg and f'fill="{LIGHT}"' in svg
    assert " width=" not in svg.partition("<rect")[0]
    assert len(svg) < 8_000


@pytest.mark.parametrize(
    ("name", "password", "text"),
    [
        ("Home", "secret123", "WIFI:T:WPA;S:Home;P:secret123;;"),
        ("Home", None, "WIFI:T:nopass;S:Home;;"),
        ("Home", "", "WIFI:T:nopass;S:Home;;"),
        ('a;b,c:d"e\\f', "p;q", 'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:p\\;q;;'),
        ("Дім", "пароль", "WIFI:T:WPA;S:Дім;P:пароль;;"),
    ],
)
def test_wifi_names_and_passwords_are_escaped(name: str, password: str | None, text: str) -> None:
    assert wifi_text(name, password) == text


def test_a_hidden_wifi_says_so() -> None:
    assert wifi_text("Home", "secret123", hidden=True) == "WIFI:T:WPA;S:Home;P:secret123;H:true;;"


def upright(text: str, ink: bool) -> list[list[bool]]:
    """Squares of a terminal picture in which a drawn half block means `ink`."""
    halves = {"█": (ink, ink), "▀": (ink, not ink), "▄": (not ink, ink), " ": (not ink, not ink)}
    rows: list[list[bool]] = []
    for line in text.splitlines():
        rows.append([halves[block][0] for block in line])
        rows.append([halves[block][1] for block in line])
    return rows


def test_the_terminal_shows_the_same_code_on_dark_and_in_colours() -> None:
    squares = expected(URL)
    plain = upright(terminal(URL), ink=False)
    coloured = upright(re.sub(r"\x1b\[[\d;]*m", "", terminal(URL, colours=True)), ink=True)
    assert plain[: len(squares)] == squares
    assert coloured[: len(squares)] == squares
