"""What a phone shows of a card before anything is booked: by its number, or part of its name."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from assistant.game import Json, Seat, require
from assistant.games.ares.asking import Choice
from assistant.games.ares.cards import CARDS, CORPORATIONS, PROJECTS, Card, Colour
from assistant.games.ares.preview import Preview, preview, preview_action
from assistant.games.ares.price import Amount
from assistant.games.ares.state import State, Step

MOST_FOUND = 6


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
    found: tuple[Card, ...] = ()

    def as_json(self) -> dict[str, Json]:
        """The look for programs."""
        seen = self.preview
        found = [{"number": card.number, "name": card.name} for card in self.found]
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
            "hands": [[text.key, dict(text.values)] for text in seen.hands],
            "questions": [
                {"card": question.card, "picks": [pick for pick, _ in question.picks]}
                for question in seen.questions
            ],
            "found": found,
        }


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
) -> Look:
    """Look at a card before it is played, or find it by part of its English name."""
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
    return Look(number, find, discard, heat, amount, choices, action, seen, _found(state, find))


def _sets_up(state: State) -> bool:
    """Whether only corporations are chosen now; a half-typed number shows nothing yet."""
    return state.step in (Step.LOBBY, Step.SETUP)


def _found(state: State, find: str) -> tuple[Card, ...]:
    """The first cards that hold these letters, those that begin with them before the others."""
    wanted = find.strip().casefold()
    if not wanted:
        return ()
    among = CORPORATIONS if _sets_up(state) else PROJECTS
    hits = [card for card in among if wanted in card.name.casefold()]
    hits.sort(key=lambda card: (not card.name.casefold().startswith(wanted), card.name))
    return tuple(hits[:MOST_FOUND])
