"""With a fifth of a processor: a stand-in for a Raspberry Pi, and no more than that."""

from __future__ import annotations

from dataclasses import replace

from bench.figures import Row
from bench.moves import late_move
from bench.reveal import cards_turn, processor

ROUNDS = 40


def fifth(rounds: int = ROUNDS) -> list[Row]:
    """How soon cards turn and what moves cost, with each server held; the floor as well."""
    found = [
        *cards_turn(rounds, fifth=True),
        *processor(rounds, fifth=True),
        *late_move(fifth=True),
    ]
    return [replace(one, name=f"a fifth: {one.name.strip()}") for one in found]
