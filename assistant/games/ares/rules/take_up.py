"""A game that began without the table is taken up where it stands. (J5)"""

from __future__ import annotations

from typing import Annotated

from assistant.game import Illegal, Seat, Text, for_host, require
from assistant.games.ares.figures import RANGES
from assistant.games.ares.rules.rounds import ends_when_terraformed, plan
from assistant.games.ares.state import (
    COLDEST,
    COOP_COPPER,
    COOP_PLAYER_CUBES,
    SOLO_ROUNDS,
    Neutral,
    Phase,
    Planet,
    Player,
    Pool,
    State,
    Step,
    TakenUp,
    replace,
)
from assistant.games.ares.unknown import LAST_PHASE, followed_by, forgotten

LAST_ROUND = 99


@for_host
def take_up(
    state: State,
    seat: Seat | None,
    round: Annotated[int, range(1, LAST_ROUND + 1)],
    temperature: Annotated[int, RANGES["temperature"]] = COLDEST,
    oxygen: Annotated[int, RANGES["oxygen"]] = 0,
    oceans: Annotated[int, RANGES["oceans"]] = 0,
    face_down: tuple[Phase, ...] = (),
    copper: Annotated[int, range(COOP_COPPER + 1)] = COOP_COPPER,
    player_cubes: Annotated[int, range(COOP_PLAYER_CUBES + 1)] = COOP_PLAYER_CUBES,
) -> State:
    """Take up a game in progress: the round that comes next, and the planet. (J5)

    What players have said of their boards by then stays said.
    `face_down` are the neutral cards that still do, `copper` and `player_cubes` the pool.
    """
    require(state.step == Step.LOBBY, "already-begun")
    require(state.is_solo or not face_down, "only-in-solo")
    planet = Planet(temperature, oxygen, oceans)
    pool = Pool(copper, player_cubes) if state.is_coop else None
    was, state = state.taken_up, replace(state, taken_up=TakenUp(round, planet, face_down, pool))
    require_whole(state)
    if was:
        return state
    return replace(state, players=tuple(asked_for(state, one.seat) for one in state.players))


def require_whole(state: State) -> None:
    """What was taken up has to say all that this set-up needs, and to fit it. (J5)"""
    taken = state.taken_up
    assert taken
    planet, pool = taken.planet, taken.pool
    require(planet or not state.tracks_planet, "planet-unsaid")
    is_over = planet and planet.is_terraformed and ends_when_terraformed(state)
    require(not is_over, "already-terraformed")
    if state.is_solo:
        require(taken.round <= SOLO_ROUNDS, "out-of-range", value=taken.round)
        need = len(Phase) - (taken.round - 1) % len(Phase)
        require(taken.face_down, "neutral-unsaid")
        fits = len(taken.face_down) == len(set(taken.face_down)) == need
        require(fits, "neutral-cards-left", n=need)
    if state.is_coop:
        require(pool, "pool-unsaid")
        require(pool and not pool.is_empty, "pool-is-empty")


def unsaid(state: State) -> Text | None:
    """Why a game that was taken up cannot go on yet."""
    if state.taken_up:
        try:
            require_whole(state)
        except Illegal as refusal:
            return refusal.text
    return None


@for_host
def take_up_nothing(state: State, seat: Seat | None) -> State:
    """Begin with the first round after all. (J5)"""
    require(state.step == Step.LOBBY, "already-begun")
    require(state.taken_up, "nothing-taken-up")
    fresh = tuple(Player(one.seat, mat=state.first_mat) for one in state.players)
    return replace(state, taken_up=None, players=fresh)


def asked_for(state: State, seat: Seat) -> Player:
    """A player whose whole board is asked for, as far as the table helps."""
    player = Player(seat, unknown=frozenset({LAST_PHASE}))
    return forgotten(state, player, followed_by(state.help))


def go_on_from(state: State, decks: tuple[tuple[Phase, ...], ...]) -> State:
    """The planning of the round that was taken up; last round's phases are known. (B3)"""
    taken = state.taken_up
    assert taken
    state = replace(
        state,
        taken_up=None,
        round=taken.round,
        planet=taken.planet or Planet(),
        pool=taken.pool or Pool(),
    )
    if state.is_solo:
        passed = (taken.round - 1) // len(Phase)
        left = tuple(phase for phase in decks[passed] if phase in taken.face_down)
        state = replace(state, neutral=Neutral(decks=decks, marker=passed + 1, left=left))
    return plan(state)
