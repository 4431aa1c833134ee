"""A card as it lies on a screen: before it is paid, and after. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from assistant.game import Text, text
from assistant.games.ares.asking import Choice
from assistant.games.ares.cards import CARDS, LAST_PROJECT, Card
from assistant.games.ares.does import MOST_ROWS, Piece, Row, at_most, does
from assistant.games.ares.figures import sign_of
from assistant.games.ares.look import Asked, Look
from assistant.games.ares.preview import Preview
from assistant.games.ares.state import DEGREES, Booked, Played
from assistant.games.ares.story import UNITS, field_name
from assistant.web.ares.mats import answers

MOST_BOOKED = 4
WHERE = "ask-put-"  # onto which card
BOOKED_AS = {"oceans": "oceans_to_turn"}  # what a card gives, by the figure that it changes


class Figure(NamedTuple):
    """A figure with its sign: as it was and is, or by how much; 0 shows the sign alone."""

    sign: str
    now: int
    was: int | None = None
    made: bool = False  # production
    unit: str = ""


class FaceRow(NamedTuple):
    """A row of what a card does, with figures from before and after where they are tracked."""

    first: str
    words: Text
    pays: tuple[Figure, ...]
    gets: tuple[Figure, ...]


def face_rows(look: Look) -> tuple[FaceRow, ...]:
    """What a card does, and what other cards of its player see of it."""
    seen = look.preview
    assert seen
    asks = any(len(one.ways) > 1 for one in answers(look))
    rows = [row for row in does(seen.card.number) if not (row.asks and asks)]
    if not asks:
        rows[-1:-1] = _seen_by_others(seen.card, rows, seen.changed)
    changed = {one.field: one for one in seen.changed}
    return tuple(
        FaceRow(
            row.first,
            row.words,
            tuple(_plain(piece) for piece in row.pays),
            tuple(_figure(row, piece, changed) for piece in row.pieces),
        )
        for row in at_most(rows, MOST_ROWS)
    )


def _seen_by_others(card: Card, rows: list[Row], changed: Iterable[Booked]) -> list[Row]:
    """Resources that come onto other cards because they see this one. (D7)"""
    told = {piece.name for row in rows for piece in row.pieces} | {f"cards.{card.number}"}
    return [
        Row("now", text("card", card=_on(one.field).title), (Piece(one.field, one.now - one.was),))
        for one in changed
        if one.field.startswith("cards.") and one.field not in told and one.now > one.was
    ]


def _figure(row: Row, piece: Piece, changed: dict[str, Booked]) -> Figure:
    change = changed.get(BOOKED_AS.get(piece.name, piece.name))
    step = DEGREES if piece.name == "temperature" else 1
    tracked = row.first in ("makes", "now") and piece.name not in BOOKED_AS
    if change and tracked and (change.now - change.was == piece.amount * step or not piece.amount):
        return booked_figure(change)
    return _plain(piece)


def _plain(piece: Piece) -> Figure:
    return Figure(_sign(piece.name), piece.amount, made=piece.name.startswith("production."))


def booked_figure(change: Booked) -> Figure:
    made = change.field.startswith("production.")
    unit = UNITS.get(change.field, "")
    return Figure(_sign(change.field), change.now, change.was, made, unit)


def _sign(field: str) -> str:
    if field.startswith("cards."):
        holds = _on(field).holds
        return holds.value if holds else "card"
    if field.startswith("tags."):
        return field.partition(".")[2]
    return "ocean" if field == "oceans_to_turn" else sign_of(field)


def _on(field: str) -> Card:
    return CARDS[int(field.partition(".")[2])]


# What it asks


class Way(NamedTuple):
    """An answer: its words, where what it brings goes, and what it would change."""

    pick: int
    words: Text
    onto: Text | None
    figure: Figure | None
    choices: tuple[Choice, ...]


def ways(look: Look, one: Asked) -> tuple[Way, ...]:
    """The answers of a question, each with what it changes and the others do not."""
    outcomes = dict(look.outcomes)
    found = [outcomes.get(choices, ()) for _, _, choices in one.ways]
    alike = set.intersection(*map(set, found)) if found else set()
    return tuple(
        Way(pick, words, *_own(outcome, alike), choices)
        for (pick, words, choices), outcome in zip(one.ways, found, strict=True)
    )


def _own(outcome: tuple[Booked, ...], alike: set[Booked]) -> tuple[Text | None, Figure | None]:
    change = next((one for one in outcome if one not in alike), None)
    if not change:
        return None, None
    onto = text("card", card=_on(change.field).title) if change.field.startswith("cards.") else None
    return onto, booked_figure(change)


def is_being_typed(look: Look) -> bool:
    """Whether a longer number may begin like this one: the pad must stay."""
    return look.number is not None and look.number * 10 <= LAST_PROJECT


def to_pay(look: Look, mc: int) -> Text:
    """What the button that pays says: it names what the one answer brings."""
    asked = [one for one in answers(look) if len(one.ways) > 1]
    where = {one.question.card for one in asked if one.question.text.key.startswith(WHERE)}
    brought = [what for one in asked if (what := _brought(look, one, one.question.card in where))]
    return text("pay-for", n=mc, what=brought[0]) if len(brought) == 1 else text("pay", n=mc)


def _brought(look: Look, asked: Asked, asks_where: bool) -> Text | None:
    """What the answer to a question brings, as something to be done; None: nothing to be said here.

    `asks_where`: another question of its card says what goes where.
    """
    way = next((way for way in ways(look, asked) if way.pick == asked.picked), None)
    said = asked.question.text
    if way and said.key.startswith(WHERE):
        return _put(said, way.words)
    if not way or said.key != "ask-one":
        return None
    here = text("card", card=CARDS[asked.question.card].title)
    onto = None if asks_where else way.onto
    parts = dict(way.words.values)["parts"]
    assert isinstance(parts, tuple)
    done = [what for one in parts if isinstance(one, Text) and (what := _done(one, here, onto))]
    return text("list", parts=tuple(done)) if done else None


def _done(part: Text, here: Text, onto: Text | None) -> Text | None:
    """A part of a gain as something to be done."""
    if part.key == "gain-plants":
        return text("take-plants", n=dict(part.values)["n"])
    if part.key.startswith("gain-here-"):
        return _put(part, here)
    if part.key.startswith("gain-other-"):
        return _put(part, onto) if onto else None
    return part


def _put(said: Text, card: Text) -> Text:
    """So much of what was said, put on this card."""
    kind = said.key.rpartition("-")[2]
    return text(f"put-{kind}", n=dict(said.values)["n"], card=card)


# After it is paid


class Cell(NamedTuple):
    """A figure that a card changed, in words."""

    words: Text
    figure: Figure


def booked_cells(played: Played) -> tuple[Cell, ...]:
    """What a card changed: MC first, tags last."""
    tags = [one for one in played.booked if one.field.startswith("tags.")]
    rest = [one for one in played.booked if one not in tags]
    rest.sort(key=lambda one: one.field != "mc")
    return tuple(Cell(_name(one.field), booked_figure(one)) for one in (*rest, *tags))


def _name(field: str) -> Text:
    if field.startswith("cards."):
        return text("card", card=_on(field).title)
    return text("booked-points") if field == "points" else field_name(field)


def booked_now(seen: Preview) -> tuple[Figure, ...]:
    """What an action would change."""
    return tuple(booked_figure(one) for one in seen.changed)


def face_sign(number: int) -> str:
    """The one large drawing of a card: its first tag, else what it makes or holds."""
    card = CARDS[number]
    if card.tags:
        return card.tags[0].value
    pieces = [piece for row in does(number) for piece in row.pieces]
    return _sign(pieces[0].name) if pieces else "card"


HELPERS = {
    "booked_cells": booked_cells,
    "booked_now": booked_now,
    "face_rows": face_rows,
    "face_sign": face_sign,
    "most_booked": MOST_BOOKED,
    "is_being_typed": is_being_typed,
    "to_pay": to_pay,
    "ways": ways,
}
