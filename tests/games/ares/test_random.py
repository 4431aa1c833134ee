"""Whole games by chance: they end, nothing falls below 0, the log is the state. (Hypothesis)"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.game import Illegal, Move, Option, Seat, apply, fold, offer
from assistant.games.ares import ARES
from assistant.games.ares.cards import PROJECTS
from assistant.games.ares.figures import figures
from assistant.games.ares.options import as_it_matters, options
from assistant.games.ares.preview import preview, ways
from assistant.games.ares.state import Help, Phase, State, Step
from assistant.games.ares.view import view as see
from assistant.moves import after
from assistant.record import Entry, Record
from assistant.seats import BY_TABLE, People
from tests.games.walk import More, Walk

LEVELS = [level.value for level in Help]
LOOKED_AT = 8  # cards of the deck that a random player looks at before a move
seeds = st.integers(0, 2**32)
few = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def cards_by_chance(state: State, seat: Seat, chance: random.Random) -> list[Move]:
    """Cards that could be played now, by number or by hand, as far as the table tracks them."""
    player = state.player(seat)
    if not player.turn.plays and not player.turn.bonus:
        return []
    found: list[Option] = []
    if state.tracks_cards:
        for card in chance.sample(PROJECTS, LOOKED_AT):
            wish = Move("play_card", seat, {"number": card.number, "discard": chance.randrange(4)})
            found += ways(state, wish)
    if state.tracks_mats:
        colour = chance.choice(["green", "blue", "red"])
        args = {"colour": colour, "cost": chance.randrange(9), "tags": ["plant", "power"]}
        found += ways(state, Move("play_by_hand", seat, args))
    return [Move(one.kind, seat, dict(one.args)) for one in found if not one.refused]


def unknown_by_chance(state: State, seat: Seat, chance: random.Random) -> list[Move]:
    """What a table says of boards that it did not follow. (J4)"""
    found = [Move("cards_laid", seat), Move("ask_later", seat, {"later": chance.random() < 0.5})]
    found.append(Move("lay_card", seat, {"number": chance.randrange(1, 221)}))
    for field in state.player(seat).unknown:
        found.append(Move("say_figure", seat, {"field": field, "value": chance.randrange(9)}))
    return found


def all_by_chance(state: State, seat: Seat, chance: random.Random) -> list[Move]:
    """Cards, and now and then what any table does: correct, go on, switch help, leave, return."""
    found = cards_by_chance(state, seat, chance)
    if not state.player(seat).here:
        return [Move("sit", seat)] if chance.random() < 0.3 else found
    if chance.random() > 0.05:
        return found
    field, by = chance.choice(sorted(figures(state, seat))), chance.choice([-2, -1, 1, 2])
    found.append(Move("adjust", seat, {"field": field, "by": by}))
    found.append(Move("set_help", seat, {"level": chance.choice(LEVELS), "asks": True}))
    found.append(Move("go_on", seat))
    found += unknown_by_chance(state, seat, chance)
    if len(state.here) > 1:
        found.append(Move("leave", seat))
    return [move for move in found if not offer(ARES.moves, state, move).refused]


def walk(
    seed: int, mode: str = "standard", level: str = "cards", more: More = all_by_chance
) -> Walk:
    return Walk(ARES, mode, {"help": level}, random.Random(seed), more)


def some_steps(seed: int, most: int, level: str = "cards", more: More = all_by_chance) -> Walk:
    """A walk that stops after so many steps, or at the end."""
    found = walk(seed, "standard", level, more)
    for _ in zip(range(most), found, strict=False):
        pass
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", ["standard", "solo", "coop"])
@settings(parent=few, max_examples=3)
@given(seed=seeds)
def test_every_game_reaches_its_end(mode: str, level: str, seed: int) -> None:
    """(F1, G5, H2)"""
    found = walk(seed, mode, level)
    for steps, state in enumerate(found):
        assert steps < 20_000
        for player in state.players:
            assert min(_figures(player)) >= 0
    assert fold(ARES, found.setup, found.log) == found.state
    view = see(found.state, None)
    assert view.score and view.score.is_counted and view.waiting_for == ()
    if mode == "standard":
        assert view.score.winners
    if mode == "solo":
        assert view.won is found.state.terraformed


def _figures(player: Any) -> list[int]:
    mat = player.mat
    figures = [mat.tr, mat.mc, mat.heat, mat.plants, mat.forests, mat.steel, mat.titanium]
    production = mat.production
    figures += [production.mc, production.heat, production.plants, production.cards]
    return [*figures, *(one.resources for one in player.cards), *dict(player.tags).values()]


def test_chance_makes_every_kind_of_move() -> None:
    missing = set(ARES.moves) - {
        "take_up",
        "take_up_nothing",
    }  # a walk does not linger in the lobby
    for seed in range(100):
        found = walk(seed, ["standard", "solo", "coop"][seed % 3])
        for _ in found:
            pass
        missing -= {move.kind for move in found.log}
        if not missing:
            return
    raise AssertionError(f"never made: {sorted(missing)}")


@few
@given(seed=seeds)
def test_the_terraform_rating_agrees_with_the_log(seed: int) -> None:
    """Counted again from the moves alone: 1 for each step while the parameter counts. (E1–E4)"""
    found = some_steps(seed, 400, "planet", cards_by_chance)
    rating = dict.fromkeys(found.seats, 5)
    before = ARES.start(found.setup)
    for move in found.log:
        full = before.start.full
        raised = {
            "standard_action": {"forest": "oxygen", "temperature": "temperature"}.get(
                str(move.args.get("action")).partition("_")[0]
            ),
            "raise_parameter": {"forest": "oxygen"}.get(
                str(move.args.get("parameter")), move.args.get("parameter")
            ),
            "flip_ocean": "oceans",
        }.get(move.kind)
        if raised and raised not in full and move.seat:
            rating[move.seat] += 1
        before = apply(ARES.moves, before, move)
    assert {one.seat: one.mat.tr for one in found.state.players} == rating


@few
@given(seed=seeds, steps=st.integers(20, 250), place=st.integers(0, 10**6))
def test_taking_a_move_back_is_never_having_made_it(seed: int, steps: int, place: int) -> None:
    """(J1)"""
    found = some_steps(seed, steps)
    record = recorded(found)
    assert record.state == found.state
    undoable = [n for n, move in enumerate(found.log, 1) if move.kind not in ("sit", "leave")]
    n = undoable[place % len(undoable)]
    entry = Entry(record.n + 1, "undo", "screen", None, "undo", {"n": n})
    # What was accepted once is not refused by advice when it is folded again.
    kept = [move for each, move in enumerate(found.log, 1) if each != n]
    without = [replace(move, anyway=True) for move in kept]
    try:
        undone = after(record, entry)
    except Illegal as refusal:
        assert refusal.text.key == "goes-too"
        with pytest.raises(Illegal):
            fold(ARES, found.setup, without)
    else:
        assert undone.state == fold(ARES, found.setup, without)


def recorded(found: Walk) -> Record:
    """The walk as a table would have written it down."""
    record = Record.opened(ARES, found.setup, People(ARES.seats, "screen"))
    for n, move in enumerate(found.log, 1):
        device, args = move.seat or "screen", dict(move.args)
        kind = move.kind
        if kind == "sit":
            args = {"seat": move.seat, "name": device}
        if kind == "leave":
            kind, args = "free", {"seat": move.seat}
        if kind in ("go_on", "set_help"):
            device = "screen"
        if kind == "reveal":
            device = BY_TABLE
        record = after(record, Entry(n, str(n), device, move.seat, kind, args))
    return record


@few
@given(seed=seeds, steps=st.integers(0, 300), phase=st.sampled_from(Phase))
def test_a_sealed_pick_changes_nobody_elses_view(seed: int, steps: int, phase: Phase) -> None:
    """(B2)"""
    found = some_steps(seed, steps)
    while found.state.step != Step.PLANNING:
        if found.state.step == Step.FINISHED:
            return
        found.play(Move("go_on"))
    hider, *others = [one.seat for one in found.state.here]
    last = found.state.player(hider).last_phase
    picks = [each for each in Phase if each != last]
    before, one = found.state, Move("pick_phase", hider, {"phase": int(picks[0])})
    two = replace(one, args={"phase": int(phase if phase != last else picks[1])})
    state = apply(ARES.moves, before, one)
    other = apply(ARES.moves, before, two)
    for seat in (None, *others):
        assert see(state, seat) == see(other, seat)
        assert see(state, seat).as_json() == see(other, seat).as_json()
    assert ARES.tell(before, state, one) == ARES.tell(before, other, two)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", ["standard", "solo", "coop"])
@settings(parent=few, max_examples=5)
@given(seed=seeds)
def test_options_depend_on_no_more_than_matters(mode: str, level: str, seed: int) -> None:
    """Neither on what lies before others nor on what they sealed: so they are remembered. (B2)"""
    for state in walk(seed, mode, level):
        for player in state.players:
            matters = as_it_matters(state, player)
            assert options(matters, player) == options(state, player)
            others = [one.seat for one in state.players if one.seat != player.seat]
            assert not any(matters.picks.has(other) for other in others)
            assert matters.picks.own(player.seat) == state.picks.own(player.seat)


@few
@given(seed=seeds, steps=st.integers(0, 200), number=st.integers(1, 208))
def test_a_preview_books_what_the_card_will_book(seed: int, steps: int, number: int) -> None:
    """(D1)"""
    found = some_steps(seed, steps)
    if found.state.step == Step.FINISHED:
        return
    seat = found.seats[0]
    seen = preview(found.state, seat, number)
    if seen.refused or any(question.default is None for question in seen.questions):
        return
    state = apply(ARES.moves, found.state, Move("play_card", seat, {"number": number}, anyway=True))
    told = found.state.change(seat, hands=())
    fresh = apply(ARES.moves, told, Move("play_card", seat, {"number": number}, anyway=True))
    assert fresh.player(seat).hands == seen.hands
    by = dict(seen.booked)
    assert state.player(seat).mat.mc - found.state.player(seat).mat.mc == by.get("mc", 0)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
ARGUMENTS = ["number", "choices", "discard", "heat", "amount", "colour", "cost", "tags", "action"]
ARGUMENTS += ["reward", "count", "field", "by", "phase", "parameter", "steps", "kind", "level"]
ARGUMENTS += ["value", "later", "round", "oceans", "face_down", "copper"]


@settings(parent=few, max_examples=150)
@given(
    kind=st.sampled_from(sorted(ARES.moves)),
    args=st.dictionaries(st.sampled_from(ARGUMENTS) | st.text(max_size=5), anything, max_size=4),
    anyway=st.booleans(),
)
def test_nonsense_is_refused_by_name(kind: str, args: dict[str, Any], anyway: bool) -> None:
    state = LATE.state
    try:
        apply(ARES.moves, state, Move(kind, LATE.seats[0], args, anyway))
    except Illegal as refusal:
        assert refusal.text.key in {**ARES.words, "malformed": "", "unknown-move": ""}


LATE = some_steps(3, 120)
