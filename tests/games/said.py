"""Texts in English, as a phone would show them; seats stand for who sits there."""

from __future__ import annotations

from typing import Any

from assistant.game import Game, Names, Text, Value


def said(game: Game[Any], text: Text, name: str = "Ann") -> str:
    """A text of a game in words; `name` is who the story is about."""
    words = game.words[text.key]
    values = {"name": name, **{key: _value(game, value) for key, value in text.values}}
    if isinstance(words, tuple):
        words = words[0] if values["n"] == 1 else words[1]
    return words % values


def _value(game: Game[Any], value: Value) -> Value:
    match value:
        case Text():
            return said(game, value)
        case Names(seats=seats):
            return ", ".join(seats)
        case tuple():
            return ", ".join(str(_value(game, each)) for each in value)
    return value
