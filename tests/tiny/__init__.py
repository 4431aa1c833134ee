"""Rungs: a whole game as small as can be. It lives with the tests and goes through all of them."""

from assistant.game import Game
from tests.tiny.rules import MOVES, PLAYERS, follow
from tests.tiny.state import ROUNDS, SEATS, State, Step
from tests.tiny.story import tell
from tests.tiny.view import view
from tests.tiny.words import WORDS

TINY: Game[State] = Game(
    key="tiny",
    seats=SEATS,
    modes=PLAYERS,
    options={"length": tuple(ROUNDS)},
    start=State,
    moves=MOVES,
    view=view,
    follow=follow,
    tell=tell,
    finished=lambda state: state.step == Step.FINISHED,
    words=WORDS,
)
