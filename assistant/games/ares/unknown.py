"""What the table does not know because it did not follow it; it asks, and invents nothing. (J4)"""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.ares.figures import MAT_LEVEL, PLANET, PLANET_LEVEL
from assistant.games.ares.state import Help, Player, State, Step, replace

CARDS_IN_PLAY = "cards"  # not a figure: which cards lie in front of a player
LAST_PHASE = "last_phase"
LEVELS = tuple(Help)
# What each level follows of a mat that the one before it does not.
FOLLOWED: dict[Help, tuple[str, ...]] = {
    Help.PHASES: (),
    Help.PLANET: PLANET_LEVEL,
    Help.MATS: MAT_LEVEL,
    Help.CARDS: (CARDS_IN_PLAY,),
}


def asked(state: State, player: Player) -> tuple[str, ...]:
    """What a player is asked for at this level of help, in the order of a board."""
    levels = followed_by(state.help)
    own = [
        field for level in (Help.MATS, Help.PLANET) if level in levels for field in FOLLOWED[level]
    ]
    if Help.CARDS in levels:
        own += [CARDS_IN_PLAY, *(f"cards.{one.number}" for one in player.cards)]
    now = state.taken_up.round if state.taken_up else state.round
    first = () if now == 1 else (LAST_PHASE,)
    return tuple(field for field in (*first, *own) if field in player.unknown)


def followed_by(level: Help) -> tuple[Help, ...]:
    """A level of help and all before it."""
    return LEVELS[: LEVELS.index(level) + 1]


def asked_of_planet(state: State) -> tuple[str, ...]:
    """The parameters that the host is asked for."""
    return tuple(field for field in PLANET if field in state.unknown and state.tracks_planet)


def switched(state: State, level: Help) -> State:
    """The table helps at another level from now on. (J4)

    What it takes up again although it has not followed it is unknown; down and up again without a
    move in between, nothing is.
    """
    known = state.lowered if state.lowered and _stands_alike(state.lowered, state) else None
    if LEVELS.index(level) < LEVELS.index(state.help):
        return replace(state, help=level, lowered=known or replace(state, lowered=None))
    followed = known.help if known else state.help
    missed = LEVELS[LEVELS.index(followed) + 1 : LEVELS.index(level) + 1]
    still = known if known and LEVELS.index(known.help) > LEVELS.index(level) else None
    return forget(replace(state, help=level, lowered=still), missed)


def _stands_alike(before: State, state: State) -> bool:
    return replace(before, help=state.help) == replace(state, lowered=None)


def forget(state: State, levels: Iterable[Help]) -> State:
    """What these levels follow is unknown: as far as anything of it can have changed by now."""
    if Help.PLANET in levels and not is_fresh(state) and not state.taken_up:
        state = replace(state, unknown=frozenset(PLANET))
    players = tuple(forgotten(state, player, levels) for player in state.players)
    return replace(state, players=players)


def forgotten(state: State, player: Player, levels: Iterable[Help]) -> Player:
    """A player of whose mat the table does not know what these levels follow."""
    if is_fresh(state):
        has_all = state.step != Step.PLANNING or player.corporation
        levels = () if has_all else tuple(one for one in levels if one is Help.MATS)
    fields = {field for level in levels for field in FOLLOWED[level]}
    if not fields:
        return player
    return replace(player, unknown=player.unknown | fields, later=False)


def is_fresh(state: State) -> bool:
    """Before the first cards are turned nothing has moved; a mat has what its corporation gives."""
    before = state.step in (Step.LOBBY, Step.SETUP)
    return not state.taken_up and (before or (state.step == Step.PLANNING and state.round == 1))
