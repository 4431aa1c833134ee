"""What a phone shows of a card before anything is booked: by its number, or part of its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, NamedTuple

from assistant.game import Called, Json, Remembered, Seat, Text, require
from assistant.games.ares.asking import Choice, Question
from assistant.games.ares.cards import CARDS, CORPORATIONS, PROJECTS, Card, Colour
from assistant.games.ares.preview import Preview, preview, preview_action
from assistant.games.ares.price import Amount
from assistant.games.ares.state import Booked, Hand, State, Step

MOST_FOUND = 6
_TITLES = {card.number: f"corporation-{card.number}" for card in CORPORATIONS}
_SAME_KEY = str.maketrans("ґ’ʼ`", "г'''")  # as fingers type them


@dataclass(frozen=True)
class Found:
    """A card that a search found, and what the table's own file calls it."""

    card: Card
    called: str = ""


class Asked(NamedTuple):
    """A question of a card, the answer it has by now, and what each answer would ask next."""

    question: Question
    picked: int | None
    ways: tuple[tuple[int, Text, tuple[Choice, ...]], ...]


@dataclass(frozen=True)
class Look:
    """An answer to `look`: a card as it would be played or used, or the cards of a search."""

    number: int | None
    find: str
    discard: int
    heat: int
    amount: int
    choices: tuple[Choice, ...]
    action: bool
    preview: Preview | None
    found: tuple[Found, ...] = ()
    outcomes: tuple[tuple[tuple[Choice, ...], tuple[Booked, ...]], ...] = ()  # of each answer

    def as_json(self) -> dict[str, Json]:
        """The look for programs."""
        seen = self.preview
        found = [{"number": one.card.number, "name": one.card.name} for one in self.found]
        if seen is None:
            return {"number": self.number, "found": found}
        return {
            "number": seen.card.number,
            "name": seen.card.name,
            "refused": seen.refused.key if seen.refused else None,
            "against": [text.key for text in seen.against],
            "booked": dict(seen.booked),
            "bill": [{"text": line.text.key, "mc": line.mc} for line in seen.bill.lines]
            if seen.bill
            else None,
            "to_pay": seen.bill.to_pay if seen.bill else None,
            "mc": seen.bill.mc if seen.bill else None,
            "price": asdict(seen.price) if seen.price else None,
            "hands": [_instruction(each) for each in seen.hands],
            "questions": [
                {"card": question.card, "picks": [pick for pick, _ in question.picks]}
                for question in seen.questions
            ],
            "found": found,
        }


def _instruction(hand: Hand) -> list[Json]:
    values = {name: value for name, value in hand.text.values if isinstance(value, int | str)}
    return [hand.text.key, values]


def look(
    state: State,
    seat: Seat,
    number: int | None = None,
    find: str = "",
    discard: Amount = 0,
    heat: Amount = 0,
    amount: Amount = 0,
    choices: tuple[Choice, ...] = (),
    action: bool = False,
    names: Annotated[dict[str, str] | None, Remembered("names")] = None,
    printed: Annotated[dict[str, tuple[str, ...]] | None, Called(tuple(_TITLES.values()))] = None,
) -> Look:
    """Look at a card before it is played, or find it by its number or part of a name."""
    state.player(seat)
    seen: Preview | None = None
    card = CARDS.get(number or 0)
    if card and card.colour is Colour.CORPORATION:
        seen = Preview(card)
    elif number is not None and not _sets_up(state):
        require(card, "no-such-card")
        if action:
            seen = preview_action(state, seat, number, choices, amount, heat)
        else:
            seen = preview(state, seat, number, discard, heat, choices)
    found = _found(state, find, names or {}, printed or {})
    outcomes = tuple(
        (answers, preview(state, seat, number, discard, heat, answers).changed)
        for one in asked(seen, choices)
        for _, _, answers in one.ways
        if number and not action and len(one.ways) > 1
    )
    return Look(number, find, discard, heat, amount, choices, action, seen, found, outcomes)


def asked(seen: Preview | None, choices: tuple[Choice, ...]) -> tuple[Asked, ...]:
    """The questions of a card up to the first without an answer."""
    left = list(choices)
    so_far: list[Choice] = []
    found: list[Asked] = []
    for question in seen.questions if seen else ():
        given = next((one for one in left if one.card == question.card), None)
        if given:
            left.remove(given)
        picked = given.pick if given else question.default
        # who goes first changes nothing about what others were answered
        kept = [one for one in left if question.is_order and one.card != question.card]
        ways = tuple(
            (pick, words, (*so_far, Choice(question.card, pick), *kept))
            for pick, words in question.picks
        )
        found.append(Asked(question, picked, ways))
        if picked is None:
            break
        so_far.append(Choice(question.card, picked))
    return tuple(found)


def _sets_up(state: State) -> bool:
    """Whether only corporations are chosen now; a half-typed number shows nothing yet."""
    return state.step in (Step.LOBBY, Step.SETUP)


def _found(
    state: State, find: str, names: Mapping[str, str], printed: Mapping[str, tuple[str, ...]]
) -> tuple[Found, ...]:
    """The first cards that hold these letters, those that begin with them before the others.

    English names, those printed in other languages and those of the table's own file are searched
    alike, and numbers.
    """
    wanted = _typed(find.strip())
    if not wanted:
        return ()
    hits: list[tuple[bool, str, Found]] = []
    for card in CORPORATIONS if _sets_up(state) else PROJECTS:
        one = Found(card, names.get(str(card.number), ""))
        named = (card.name, one.called, *printed.get(_TITLES.get(card.number, ""), ()))
        called = [_typed(name) for name in named]
        if str(card.number) == wanted or any(wanted in name for name in called):
            begins = any(name.startswith(wanted) for name in called)
            hits.append((not begins, card.name, one))
    hits.sort(key=lambda hit: hit[:2])
    return tuple(found for _, _, found in hits[:MOST_FOUND])


def _typed(name: str) -> str:
    """A name as it is looked for: small letters, and one for those that keyboards hide."""
    return name.casefold().translate(_SAME_KEY)
