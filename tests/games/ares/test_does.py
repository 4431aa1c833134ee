"""What each card does, in our own short words and in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.game import text
from assistant.games.ares.cards import CARDS, CORPORATIONS
from assistant.games.ares.does import MOST_ROWS, Piece, Row, at_most, does, effect_words
from assistant.web.speech import LANGUAGES, say, speak
from tests.games.ares.at_table import said

TABLE = Path(__file__).parent / "tables" / "does.txt"
LONGEST = 104  # letters of a row: three lines of a phone at most


def told(number: int) -> str:
    return " · ".join(_row(row) for row in does(number))


def _row(row: Row) -> str:
    """``Action: 2 plants [1 mc → 2 plants]``."""
    figures = " → ".join(_figures(pieces) for pieces in (row.pays, row.pieces) if pieces)
    words = f"{said(text(f'does-{row.first}'))}: {said(row.words)}"
    return f"{words} [{figures}]" if figures else words


def _figures(pieces: tuple[Piece, ...]) -> str:
    return " ".join(f"{one.amount} {one.name}" if one.amount else one.name for one in pieces)


def test_every_card_says_what_it_does_as_it_is_written_down() -> None:
    """(D5)"""
    written = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    assert written == [f"{one.number} | {one.name} | {told(one.number)}" for one in CARDS.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_row_is_empty_or_long_in_any_language(language: str) -> None:
    with speak(language, "ares"):
        for number in CARDS:
            rows = does(number)
            assert 1 <= len(rows) <= MOST_ROWS
            for row in rows:
                assert 0 < len(say(row.words, {})) <= LONGEST, (number, say(row.words, {}))


def test_what_a_card_makes_takes_and_gives_is_all_told() -> None:
    """Every figure of a declaration stands in a row: nothing is dropped where rows are joined."""
    for card in CARDS.values():
        rows = [row for row in does(card.number) if row.first not in ("action", "effect")]
        named = {piece.name: piece.amount for row in rows for piece in row.pieces}
        for kind, amount in card.production:
            assert named[f"production.{kind}"] == amount
        for name in ("mc", "heat", "plants", "tr", "temperature", "oxygen", "oceans", "forests"):
            if getattr(card.gain, name):
                assert named[name] == getattr(card.gain, name), card.name
        if card.vp:
            points = f"and {card.vp} point"
            assert named.get("points") == card.vp or points in told(card.number), card.name


def test_more_rows_than_there_is_room_for_are_joined() -> None:
    rows = [
        Row("makes", text("makes-mc"), (Piece("production.mc", 2),)),
        Row("makes", text("makes-heat"), (Piece("production.heat", 1),)),
        Row("now", text("gain-plants", n=1), (Piece("plants", 1),)),
        Row("now", text("gain-tr", n=1), (Piece("tr", 1),)),
        Row("points", text("points-printed"), (Piece("points", 1),)),
    ]
    assert [_row(row) for row in at_most(rows, 3)] == [
        "Makes: MC production [2 production.mc]",
        "Makes: heat production [1 production.heat]",
        "Now: 1 plant, and 1 point, 1 TR [1 plants 1 tr]",
    ]
    assert [_row(row) for row in at_most(rows, 1)] == [
        "Makes: MC production, heat production, 1 plant, and 1 point, 1 TR "
        "[2 production.mc 1 production.heat 1 plants 1 tr]"
    ]


def test_a_corporation_says_in_one_line_what_lasts() -> None:
    """(A5)"""
    lasts = effect_words(211)
    assert lasts and said(lasts) == "heat counts as MC"
    assert all(effect_words(one.number) for one in CORPORATIONS)
    assert effect_words(140) is None
