"""A card before it is played: try the rule, drop the result, say what it would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from assistant.game import Illegal, Move, Option, Seat, Text, apply, overruling
from assistant.games.ares.asking import Asking, Choice, Question, Unanswered
from assistant.games.ares.cards import CARDS, Card, Cost
from assistant.games.ares.figures import changes
from assistant.games.ares.price import Bill, draw_up
from assistant.games.ares.rules import MOVES
from assistant.games.ares.rules.action import Heat, act, action_price, heat_for
from assistant.games.ares.rules.play import play
from assistant.games.ares.state import Booked, Hand, State, replace

MOST_WAYS = 8


@dataclass(frozen=True)
class Preview:
    """What would happen. Missing answers are guessed; `questions` says what is still to choose."""

    card: Card
    refused: Text | None = None  # it makes no sense at all
    against: tuple[Text, ...] = ()  # rules that speak against it; it can be booked anyway
    changed: tuple[Booked, ...] = ()  # figures, as they are and as they would be
    hands: tuple[Hand, ...] = ()  # what they would have to do on top
    questions: tuple[Question, ...] = ()
    bill: Bill | None = None
    price: Cost | None = None  # of an action
    pays: Heat | None = None  # the heat that may pay for it

    @property
    def booked(self) -> tuple[tuple[str, int], ...]:
        """The figures that change, by how much."""
        return tuple((one.field, one.now - one.was) for one in self.changed)


def preview(
    state: State,
    seat: Seat,
    number: int,
    discard: int = 0,
    heat: int = 0,
    choices: Sequence[Choice] = (),
) -> Preview:
    """A project card as it would be played now: its bill, what it books, what hands must do."""
    card = CARDS[number]
    state = state.change(seat, hands=())
    asking = Asking(choices, guess=True)
    found = _try(
        state, seat, card, asking, lambda: play(state, seat, number, discard, heat, asking)
    )
    if found.refused:
        return found
    with overruling():
        bill = draw_up(state, state.player(seat), card, discard, heat, Asking(choices, guess=True))
    return replace(found, bill=bill)


def preview_action(
    state: State,
    seat: Seat,
    number: int,
    choices: Sequence[Choice] = (),
    amount: int = 0,
    heat: int = 0,
) -> Preview:
    """The action of a blue card as it would be used now."""
    card = CARDS[number]
    state = state.change(seat, hands=())
    asking = Asking(choices, guess=True)
    found = _try(state, seat, card, asking, lambda: act(state, seat, number, asking, amount, heat))
    cost = card.action.cost if card.action else Cost()
    own = state.player(seat)
    return replace(found, price=action_price(own, cost), pays=heat_for(own, cost))


def _try(
    state: State, seat: Seat, card: Card, asking: Asking, book: Callable[[], State]
) -> Preview:
    with overruling() as against:
        try:
            after = book()
        except Illegal as refusal:
            return Preview(card, refused=refusal.text)
    return Preview(
        card,
        against=tuple(against),
        changed=changes(state, after, seat),
        hands=after.player(seat).hands,
        questions=tuple(asking.questions),
    )


def ways(state: State, move: Move, most: int = MOST_WAYS) -> Iterator[Option]:
    """A move with every combination of answers that its questions take, at most so many."""
    waiting = [move]
    while waiting and most:
        each = waiting.pop(0)
        refused, advice = None, False
        try:
            apply(MOVES, state, each)
        except Unanswered as missing:
            waiting += [
                _answered(each, missing.question, pick) for pick, _ in missing.question.picks
            ]
            continue
        except Illegal as refusal:
            refused, advice = refusal.text, refusal.advice
        most -= 1
        yield Option(each.kind, tuple(sorted(each.args.items())), refused, advice)


def _answered(move: Move, question: Question, pick: int) -> Move:
    answers = (*move.args.get("choices", ()), Choice(question.card, pick))
    return replace(move, args={**move.args, "choices": answers})
