"""Questions that come up while a move is booked, and the answers that came with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assistant.game import Illegal, Text, Value, require
from assistant.games.ares.cards import CARDS


class Choice(NamedTuple):
    """An answer, ``[card, pick]`` on the wire: who asks; an option, or the card that takes it."""

    card: int
    pick: int


ORDER = 0  # asks in place of a card: which of several effects goes off first


@dataclass(frozen=True)
class Question:
    """What `card` asks, with the answers it takes. The default goes without saying.

    Answers in `idle` change nothing and are not offered; where all are, nothing is asked.
    """

    card: int
    text: Text
    picks: tuple[tuple[int, Text], ...]
    default: int | None = None
    idle: tuple[int, ...] = ()

    @property
    def is_order(self) -> bool:
        """Whether the picks are cards whose effects go off one after another, this one first."""
        return self.card == ORDER

    @property
    def asks(self) -> Value:
        """Who asks, by name; for an order the first of its cards."""
        return CARDS[self.picks[0][0] if self.is_order else self.card].title


class Unanswered(Illegal):
    """A question came up that the move brought no answer to."""

    def __init__(self, question: Question) -> None:
        super().__init__("choice-missing", card=question.asks)
        self.question = question


class Asking:
    """The answers of one move, taken in order. A preview guesses those still missing."""

    def __init__(self, choices: Sequence[Choice] = (), *, guess: bool = False) -> None:
        self._answers = list(choices)
        self._guess = guess
        self.questions: list[Question] = []

    def ask(self, question: Question) -> int:
        """The pick for a question, or `Illegal` if it is missing or makes no sense."""
        if question.picks:
            self.questions.append(question)
        picks = [*question.idle, *(pick for pick, _ in question.picks)]
        for place, answer in enumerate(self._answers):
            if answer.card == question.card:
                del self._answers[place]
                require(answer.pick in picks, "no-such-choice", card=question.asks)
                return answer.pick
        if question.default is not None:
            return question.default
        if self._guess:
            return question.picks[0][0]
        raise Unanswered(question)

    def tried(self) -> Asking:
        """The answers that are left, to be tried; these here stay as they are."""
        return Asking(self._answers, guess=True)

    def require_all_used(self) -> None:
        """An answer that nothing asked for makes no sense."""
        for answer in self._answers:
            card = CARDS.get(answer.card)
            require(False, "choice-not-asked", card=card.title if card else str(answer.card)[:9])
