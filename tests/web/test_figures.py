"""Numbers as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assistant.web.figures import digits, figure, signed

SHEET = Path(__file__).resolve().parents[2] / "static/style/seat-watch-table/02-digits.css"


def test_figures_are_printed_with_a_true_minus() -> None:
    assert figure(-8) == "\u22128"
    assert figure(8) == "8"


def test_a_change_says_its_sign() -> None:
    assert signed(3) == "+3"
    assert signed(-3) == "\u22123"
    assert signed(0) == "0"


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, ""),
        (7, "o7"),
        (100, "h1"),
        (-146.5, "-h1t4o6d5"),
        (33.33, "t3o3d3c3"),
        (0.05, "c5"),
        (-8.0, "-o8"),
        (999.99, "h9t9o9d9c9"),
    ],
)
def test_a_number_is_told_to_the_sheets_digit_by_digit(number: float, written: str) -> None:
    assert digits(number) == written


def test_every_digit_has_its_rule_at_every_place() -> None:
    """A sheet adds up what it reads: here it is done as browsers do it."""
    said = re.findall(
        r'\[data-digits\*="(\w)(\d)"\] \{ --(\w+): (\d); \}', SHEET.read_text("utf-8")
    )
    places = {"h": "hundreds", "t": "tens", "o": "ones", "d": "tenths", "c": "hundredths"}
    expected = {(at, str(n), name, str(n)) for at, name in places.items() for n in range(1, 10)}
    assert {*said} == expected and len(said) == len(expected)
