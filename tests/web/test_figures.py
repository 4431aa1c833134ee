"""Numbers as they are printed."""

from __future__ import annotations

from assistant.web.figures import figure, signed


def test_figures_are_printed_with_a_true_minus() -> None:
    assert figure(-8) == "\u22128"
    assert figure(8) == "8"


def test_a_change_says_its_sign() -> None:
    assert signed(3) == "+3"
    assert signed(-3) == "\u22123"
    assert signed(0) == "0"
