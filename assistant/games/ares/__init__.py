"""Terraforming Mars: Ares Expedition."""

from assistant.game import Game, Setup
from assistant.games.ares.history import history
from assistant.games.ares.house import OPTIONS, RULES
from assistant.games.ares.look import look
from assistant.games.ares.rules import EASE_STEPS, EASINGS, MOVES, PLAYERS, carry_over, follow
from assistant.games.ares.state import SEATS, Help, State, Step
from assistant.games.ares.story import tell, where
from assistant.games.ares.view import view
from assistant.games.ares.words import WORDS

ARES: Game[State] = Game(
    key="ares",
    seats=SEATS,
    modes=PLAYERS,
    options={
        "help": tuple(level.value for level in Help),
        "difficulty": tuple(EASE_STEPS),
        "ease": EASINGS,
        "solo_end": ("terraformed", "rounds"),
        "first_game": ("no", "yes"),
        "advanced": ("no", "yes"),
        **OPTIONS,
    },
    start=lambda setup: State(setup, help=Help(dict(setup.options).get("help", Help.PHASES))),
    moves=MOVES,
    view=view,
    follow=follow,
    tell=tell,
    where=where,
    finished=lambda state: state.step == Step.FINISHED,
    words=WORDS,
    look=look,
    history=history,
    house=RULES,
    carry_over=carry_over,
)

__all__ = ["ARES", "Setup", "State"]
