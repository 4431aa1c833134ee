"""What every game promises is asked of the house's games and of Rungs, the guest of the tests."""

from typing import Any

from assistant.game import Game
from assistant.games import GAMES
from tests.tiny import TINY

EVERY: tuple[Game[Any], ...] = (*GAMES.values(), TINY)
