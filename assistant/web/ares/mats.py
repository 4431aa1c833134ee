"""What templates ask of a mat: cubes, what cards take and give, a look with its questions.

A card is told from its declaration, never from its text. Everything here is pure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from assistant.game import Option, Text
from assistant.games.ares.asking import Choice
from assistant.games.ares.cards import CARDS, CORPORATIONS, Action, Card, Cost, Gain, Requirement
from assistant.games.ares.describe import describe
from assistant.games.ares.figures import sign_of
from assistant.games.ares.look import Asked, Look, asked
from assistant.games.ares.planet import OCEAN_TILES
from assistant.games.ares.rules.production import cubes
from assistant.games.ares.state import Planet
from assistant.games.ares.view import SeatView, View
from assistant.web.ares.globe import era
from assistant.web.speech import word

MOST_CUBES = 8  # more are written as a number
RESOURCES = ("mc", "heat", "plants", "tr", "temperature", "oxygen", "oceans", "forests", "draw")


class Piece(NamedTuple):
    """An amount with the icon that stands for it."""

    icon: str
    amount: int


def card(number: int) -> Card:
    return CARDS[number]


def called(one: Card) -> str:
    """The name of a card or corporation, as this phone's language has it."""
    return word(one.title.key) if isinstance(one.title, Text) else str(one.title)


def costs(price: Cost, action: Action, heat: int = 0) -> tuple[Piece, ...]:
    """What an action takes, as amounts with icons; so much heat pays in place of MC."""
    cost = replace(price, mc=max(0, price.mc - heat), heat=price.heat + heat)
    names = ("mc", "heat", "plants", "tr", "discard")
    pieces = [Piece(sign_of(name), getattr(cost, name)) for name in names if getattr(cost, name)]
    if action.exchange:
        pieces.append(Piece("heat", 0))
    return tuple(pieces)


def gains(card: Card, gain: Gain) -> tuple[Piece, ...]:
    """What a gain brings, as amounts with icons; a choice shows its first way."""
    pieces = [
        Piece(sign_of(name), getattr(gain, name)) for name in RESOURCES if getattr(gain, name)
    ]
    if gain.here:
        pieces.append(Piece(card.holds.value if card.holds else "card", gain.here))
    pieces += [Piece(kind.value if kind else "microbe", amount) for kind, amount in gain.other]
    pieces += [Piece(kind.value, -amount) for kind, amount in gain.off]
    return tuple(pieces)


def tile(index: int) -> tuple[Piece, ...]:
    """What an ocean tile shows on its back."""
    reward = OCEAN_TILES[index]
    return tuple(
        Piece(sign_of(name), getattr(reward, name))
        for name in ("mc", "plants", "draw")
        if getattr(reward, name)
    )


def tile_words(index: int) -> Text:
    return describe(OCEAN_TILES[index])


def tiles(face_down: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The tiles that differ, each with how many of its kind still lie face down."""
    shown: dict[Gain, list[int]] = {}
    for index in face_down:
        shown.setdefault(OCEAN_TILES[index], []).append(index)
    return tuple((held[0], len(held)) for held in shown.values())


def answers(look: Look) -> tuple[Asked, ...]:
    """The questions of a look up to the first without an answer."""
    return asked(look.preview, look.choices)


def answered(look: Look) -> tuple[Choice, ...] | None:
    """The answers that go with the move; None while one is missing."""
    asked = answers(look)
    if any(one.picked is None for one in asked):
        return None
    return tuple(Choice(one.question.card, one.picked or 0) for one in asked)


def ask(look: Look, **changed: Any) -> dict[str, Any]:
    """The same question once more, with something changed."""
    question = {
        "number": look.number,
        "discard": look.discard,
        "heat": look.heat,
        "choices": look.choices,
        "amount": look.amount,
        "action": look.action,
        **changed,
    }
    return {name: value for name, value in question.items() if value}


def short_of(seat: SeatView, look: Look) -> int:
    """MC that are missing to play a card or to use its action."""
    seen = look.preview
    if "mc" in seat.unknown:
        return 0
    if seen and seen.price:
        return max(0, seen.price.mc - look.heat - seat.mat.mc)
    return max(0, seen.bill.mc - seat.mat.mc) if seen and seen.bill else 0


def era_of(planet: Planet) -> str:
    return era(planet.temperature, planet.oxygen, planet.oceans)


def ways_of(
    view: View, number: int, choices: tuple[Choice, ...] | None = None
) -> tuple[Option, ...]:
    """Each way in which the action of a card can be used, open or refused."""
    return tuple(
        one
        for one in view.options
        if one.kind == "card_action"
        and ("number", number) in one.args
        and (choices is None or ("choices", choices) in one.args)
    )


def is_many(amount: int) -> bool:
    """Too many cubes to draw one by one."""
    held = cubes(amount)
    return held.gold + held.silver + held.copper > MOST_CUBES


HELPERS: dict[str, Any] = {
    "answered": answered,
    "answers": answers,
    "ask": ask,
    "corporations": lambda: CORPORATIONS,
    "era_of": era_of,
    "short_of": short_of,
    "ways_of": ways_of,
    "called": called,
    "card": card,
    "costs": costs,
    "cubes_of": cubes,
    "gains": gains,
    "is_many": is_many,
    "no_requirement": Requirement(),
    "sign_of": sign_of,
    "tile": tile,
    "tile_words": tile_words,
    "tiles": tiles,
}
