"""Questions that a card asks while it is booked, and the answers that came with the move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assistant.game import Illegal, Text, require
from assistant.games.ares.cards import CARDS


class Choice(NamedTuple):
    """An answer, ``[card, pick]`` on the wire: who asks; an option, or the card that takes it."""

    card: int
    pick: int


@dataclass(frozen=True)
class Question:
    """What `card` asks, with the answers it takes. The default goes without saying."""

    card: int
    text: Text
    picks: tuple[tuple[int, Text], ...]
    default: int | None = None


class Unanswered(Illegal):
    """A question came up that the move brought no answer to."""

    def __init__(self, question: Question) -> None:
        super().__init__("choice-missing", card=CARDS[question.card].name)
        self.question = question


class Asking:
    """The answers of one move, taken in order. A preview guesses those still missing."""

    def __init__(self, choices: Sequence[Choice] = (), *, guess: bool = False) -> None:
        self._answers = list(choices)
        self._guess = guess
        self.questions: list[Question] = []

    def ask(self, question: Question) -> int:
        """The pick for a question, or `Illegal` if it is missing or makes no sense."""
        self.questions.append(question)
        picks = [pick for pick, _ in question.picks]
        for place, answer in enumerate(self._answers):
            if answer.card == question.card:
                del self._answers[place]
                require(answer.pick in picks, "no-such-choice", card=CARDS[question.card].name)
                return answer.pick
        if question.default is not None:
            return question.default
        if self._guess:
            return picks[0]
        raise Unanswered(question)

    def require_all_used(self) -> None:
        """An answer that nothing asked for makes no sense."""
        for answer in self._answers:
            card = CARDS.get(answer.card)
            require(False, "choice-not-asked", card=card.name if card else str(answer.card)[:9])
