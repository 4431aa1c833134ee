"""Every seat has its mark: a shape, a letter and a colour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assistant.web.colours import COLOURS, LETTERS
from assistant.web.signs import SPRITE, signs, symbols_of

STATIC = Path(__file__).parents[2] / "static"


@pytest.mark.parametrize("seat", COLOURS)
def test_a_seat_has_a_mark_of_its_own(seat: str) -> None:
    mark = signs(lambda name: f"/{name}", LETTERS.__getitem__)["mark"]
    assert f"mark-{seat}" in mark(seat)
    assert "is-hollow" in mark(seat, False)
    assert f">{LETTERS[seat]}</text>" in mark(seat)
    shapes = re.findall(
        r'<symbol id="seat-(\w+)".*?<path d="(.+?)"', (STATIC / "sprite.svg").read_text("utf-8")
    )
    assert sorted(name for name, _ in shapes) == sorted(COLOURS)
    assert len({shape for _, shape in shapes}) == len(COLOURS)


@pytest.mark.parametrize("seat", COLOURS)
def test_a_seat_has_a_colour_in_every_theme(seat: str) -> None:
    style = "".join(file.read_text("utf-8") for file in sorted((STATIC / "style").rglob("*.css")))
    themes = re.findall(r"\{[^{}]*--night:[^{}]*\}", style)
    assert len(themes) >= 3
    assert all(f"--seat-{seat}:" in theme for theme in themes)
    assert f".mark-{seat}, .seat-{seat} {{" in style


def test_a_game_without_a_sign_of_its_own_has_the_planet() -> None:
    symbols = symbols_of((STATIC / SPRITE).read_text("utf-8"))
    game_sign = signs(lambda name: f"/{name}", LETTERS.__getitem__, symbols)["game_sign"]
    assert "planet" in symbols
    assert "#game-ares" in game_sign("ares")
    assert "#planet" in game_sign("nosuch")
