"""How fast the rules of Ares Expedition are: `python bench/rules.py`.

Plays a seeded four-player game with cards by number, then measures, late in the evening, one move
with all five views after it, the fold of a log of 400 moves, and the size of a view. Times are
processor time, so that a busy machine does not spoil them.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from assistant.game import Game, Illegal, Move, Option, apply, fold, read_setup
from assistant.games.ares import ARES
from assistant.games.ares.preview import preview, ways
from assistant.games.ares.state import SEATS, Phase, State, Step
from assistant.record import Entry, Record
from assistant.seats import BY_TABLE, People

LOG_LENGTH = 400
REPEATS = 10
LATE = 150  # the last moves of the log, which are measured
ENOUGH = 0.75  # how often somebody is done although more could be done


def play_a_game(chance: random.Random) -> list[Move]:
    """The log of a lively game of four, about as long as an evening."""
    setup = read_setup(ARES, "standard", {"help": "cards"})
    log = [Move("sit", seat) for seat in SEATS]
    log.append(Move("begin", args={"neutral": [[1, 2, 3, 4, 5]] * 5}))
    numbers = chance.sample(range(209, 221), 4)
    log += [
        Move("choose_corporation", seat, {"number": number})
        for seat, number in zip(SEATS, numbers, strict=True)
    ]
    state = fold(ARES, setup, log)
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
    return log


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


def median(work: Callable[[], object]) -> float:
    """Milliseconds."""
    took = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        took.append((time.process_time() - start) * 1000)
    return statistics.median(took)


def all_views(game: Game[State], state: State) -> None:
    for seat in (None, *SEATS):
        game.view(state, seat)


def main() -> None:
    log = play_a_game(random.Random(8))
    setup = read_setup(ARES, "standard", {"help": "cards"})
    states = [fold(ARES, setup, log[:n]) for n in range(len(log) - LATE, len(log))]
    late = states[-1]
    moves = log[-LATE:]
    each = [
        median(partial(_apply_and_view, before, move))
        for before, move in zip(states, moves, strict=True)
    ]
    print(f"log: {len(log)} moves, round {late.round}, step {late.step}, phase {late.phase}")
    print(f"cards in play: {[len(one.cards) for one in late.players]}")
    print(
        f"apply and all 5 views: median {statistics.median(each):.2f} ms, worst {max(each):.2f} ms"
    )
    applied = [
        median(partial(apply, ARES.moves, before, move))
        for before, move in zip(states, moves, strict=True)
    ]
    print(f"apply alone: median {statistics.median(applied):.3f} ms, worst {max(applied):.3f} ms")
    print(f"fold of {len(log)} moves: median {median(lambda: fold(ARES, setup, log)):.1f} ms")
    print(f"the same with the story: median {median(partial(_fold_record, log)):.1f} ms")
    unplayed = next(n for n in range(153, 209) if not any(p.in_play(n) for p in late.players))
    print(f"preview of a card: median {median(lambda: preview(late, 'red', unplayed)):.2f} ms")
    size = len(json.dumps(ARES.view(late, "red").as_json()))
    built = median(lambda: ARES.view(late, "red").as_json())
    print(f"a view as JSON: {size} bytes, built in {built:.2f} ms")


def _apply_and_view(before: State, move: Move) -> None:
    all_views(ARES, apply(ARES.moves, before, move))


def _fold_record(log: list[Move]) -> None:
    """As a table restores itself from its log, with a story line for each step."""
    setup = read_setup(ARES, "standard", {"help": "cards"})
    record = Record(ARES, setup, People(SEATS, "screen"))
    for n, move in enumerate(log, 1):
        device, args = move.seat or "screen", dict(move.args)
        if move.kind == "sit":
            args = {"seat": move.seat, "name": device}
        if move.kind == "reveal":
            device = BY_TABLE
        entry = Entry(n, str(n), device, move.seat, move.kind, args)
        record = record.after(entry)


if __name__ == "__main__":
    main()
