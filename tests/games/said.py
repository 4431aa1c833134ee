"""Texts in English, as a phone would show them; seats stand for who sits there."""

from __future__ import annotations

from typing import Any

from assistant.game import Game, Names, Text, Value
from assistant.web.figures import figure
from assistant.words import WORDS


def said(game: Game[Any], text: Text, name: str = "Ann") -> str:
    """A text of a game, or of the house, in words; `name` is who the story is about.

    What keeps a figure and its unit in one line is a plain space here.
    """
    words = game.words[text.key] if text.key in game.words else WORDS[text.key]
    values = {"name": name, **{key: _value(game, value) for key, value in text.values}}
    if isinstance(words, tuple):
        words = words[0] if values["n"] == "1" else words[1]
    return (words % values).replace("\u00a0", " ")


def _value(game: Game[Any], value: Value) -> str:
    match value:
        case int():
            return figure(value)
        case Text():
            return said(game, value)
        case Names(seats=seats):
            return ", ".join(seats)
        case tuple():
            return ", ".join(_value(game, each) for each in value)
    return value
