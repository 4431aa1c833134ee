"""The games that the house knows: the one list."""

from typing import Any

from assistant.game import Game
from assistant.games.ares import ARES

GAMES: dict[str, Game[Any]] = {game.key: game for game in (ARES,)}
