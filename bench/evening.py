"""Evenings to measure by: one played by the rules from a seed, and a late hour of a full table."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

from assistant.game import Illegal, Move, Option, Setup, apply, fold, read_setup
from assistant.games.ares import ARES
from assistant.games.ares.cards import PROJECTS, Colour
from assistant.games.ares.preview import ways
from assistant.games.ares.state import SEATS, Phase, State, Step
from tests.house import Group, House

SEED = 8
LOG_LENGTH = 400
ENOUGH = 0.75  # how often somebody is done although more could be done
LATE_CARDS = 17  # that everybody has in play by then
LATE_BLUE = 6  # of them with something to do in the action phase
LATE_ROUNDS = 6
CORPORATIONS = {"red": 217, "green": 209, "blue": 210, "yellow": 212}
PURSE = {"mc": 900, "heat": 200}  # so that nobody is refused a card
BY_TABLE = ("sit", "begin", "reveal")  # what no phone sends


def setup() -> Setup:
    return read_setup(ARES, "standard", {"help": "cards"})


@cache
def lively() -> tuple[Move, ...]:
    """The log of a lively game of four, about as long as an evening."""
    chance = random.Random(SEED)
    numbers = chance.sample(range(209, 221), 4)
    log = [*_seated(), *_corporations(dict(zip(SEATS, numbers, strict=True)))]
    state = fold(ARES, setup(), log)
    deck = chance.sample(range(1, 209), 208)
    while len(log) < LOG_LENGTH and state.step != Step.FINISHED:
        for move in _next_moves(state, deck, chance):
            try:
                state = apply(ARES.moves, state, move)
            except Illegal:
                continue
            log.append(move)
            follow = ARES.follow(state, move)
            if follow:
                state = apply(ARES.moves, state, follow)
                log.append(follow)
            break
    return tuple(log)


def _seated() -> list[Move]:
    begin = Move("begin", args={"neutral": [[1, 2, 3, 4, 5]] * 5})
    return [*(Move("sit", seat) for seat in SEATS), begin]


def _corporations(numbers: dict[str, int]) -> list[Move]:
    return [Move("choose_corporation", seat, {"number": n}) for seat, n in numbers.items()]


def _next_moves(state: State, deck: list[int], chance: random.Random) -> Iterator[Move]:
    seats = [one.seat for one in state.here if not one.done]
    seat = chance.choice([one for one in seats if not _has_picked(state, one)] or seats)
    if state.phase in (Phase.DEVELOPMENT, Phase.CONSTRUCTION):
        chance.shuffle(deck)
        for number in deck[:60]:
            for option in ways(state, Move("play_card", seat, {"number": number, "discard": 2}), 1):
                yield Move(option.kind, seat, dict(option.args))
    view = ARES.view(state, seat)
    open_now: list[Option] = [one for one in view.options if not one.refused]
    chance.shuffle(open_now)
    open_now.sort(key=lambda one: one.kind in ("done", "sell_cards", "withdraw_pick"))
    if chance.random() < ENOUGH:
        yield Move("done", seat)
    for option in open_now:
        yield Move(option.kind, seat, dict(option.args))


def _has_picked(state: State, seat: str) -> bool:
    return state.step == Step.PLANNING and state.picks.has(seat)


@cache
def late() -> tuple[Move, ...]:
    """Moves that lead into the action phase of a late round, everybody's mat full of cards."""
    play = _Play([*_seated(), *_corporations(CORPORATIONS)])
    for number in range(LATE_ROUNDS):
        for seat in SEATS:
            play.must(Move("pick_phase", seat, {"phase": 1 + number % 2}, anyway=True))
        while play.state.step != Step.PLANNING:
            play.must(Move("done", play.waiting))
    for seat in SEATS:
        play.must(Move("pick_phase", seat, {"phase": 3}))
    deck = random.Random(SEED).sample(PROJECTS, len(PROJECTS))
    blue = [one.number for one in deck if one.colour is Colour.BLUE and one.action]
    green = [one.number for one in deck if one.colour is Colour.GREEN]
    for most, numbers in ((LATE_BLUE, blue), (LATE_CARDS, green)):
        for seat in SEATS:
            for field, by in PURSE.items():
                play.try_to(Move("adjust", seat, {"field": field, "by": by}))
            play.cards(seat, most, numbers)
    return tuple(play.log)


class _Play:
    """A log that grows by what the rules accept."""

    def __init__(self, log: list[Move]) -> None:
        self.log = log
        self.state: State = fold(ARES, setup(), log)

    @property
    def waiting(self) -> str:
        return next(one.seat for one in self.state.here if not one.done)

    def must(self, move: Move) -> None:
        self.state = apply(ARES.moves, self.state, move)
        self.log.append(move)
        if follow := ARES.follow(self.state, move):
            self.must(follow)

    def try_to(self, move: Move) -> bool:
        try:
            self.must(move)
        except Illegal:
            return False
        return True

    def cards(self, seat: str, most: int, numbers: list[int]) -> None:
        """Play cards out of these until so many are in play."""
        for number in numbers:
            if len(self.state.player(seat).cards) >= most:
                return
            self.try_to(Move("play_card", seat, {"number": number}, anyway=True))


def early_table(house: House) -> Group:
    """A table in the action phase of its first round."""
    play = _Play([*_seated(), *_corporations(CORPORATIONS)])
    for seat in SEATS:
        play.must(Move("pick_phase", seat, {"phase": 3}))
    return _play_at(house, play.log)


def late_table(house: House) -> Group:
    return _play_at(house, late())


def _play_at(house: House, log: Sequence[Move]) -> Group:
    """A table at which all these moves were made, each by the phone of its seat."""
    with house.open_table(help="cards").sit(*SEATS) as group:
        group.host().must("begin")
        phones = {seat: group.phone(seat) for seat in SEATS}
        for move in sent(log):
            assert move.seat
            answer = phones[move.seat].move(move.kind, anyway=move.anyway, **move.args)
            assert answer["ok"], answer
        return group


def sent(log: Sequence[Move]) -> list[Move]:
    """Those of a log that phones send."""
    return [move for move in log if move.kind not in BY_TABLE]
