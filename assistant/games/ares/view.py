"""What a seat may see. Built from what is open; what is sealed enters only its own seat's view.

The lines where a secret could leave are those that ask a `Sealed` for what is `own`: in `view`, and
nowhere else.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import NamedTuple

from assistant.game import Json, Option, Seat, Text, fact, part, text
from assistant.games.ares.cards import Colour, Cost
from assistant.games.ares.checklist import checklist, variant
from assistant.games.ares.does import action_words
from assistant.games.ares.figures import PLANET
from assistant.games.ares.options import as_it_matters, options
from assistant.games.ares.planet import face_down
from assistant.games.ares.price import heat_is_money, sold_card_value
from assistant.games.ares.rules import EASE_STEPS, orders_neutral, waiting_for
from assistant.games.ares.rules.action import Heat, action_price, extra_tr_price, heat_for
from assistant.games.ares.rules.production import (
    Income,
    Research,
    cubes,
    income,
    research,
    unsure_of,
)
from assistant.games.ares.rules.rounds import is_ending
from assistant.games.ares.rules.solo import splits
from assistant.games.ares.rules.take_up import unsaid
from assistant.games.ares.score import Score, coop_goal, is_won, score
from assistant.games.ares.standard import StandardAction, conversions_due, standard_price
from assistant.games.ares.state import (
    HAND_LIMIT,
    SOLO_ROUNDS,
    Cube,
    Hand,
    Help,
    InPlay,
    Mat,
    Phase,
    Planet,
    Player,
    State,
    Step,
    TakenUp,
    Turn,
    replace,
)
from assistant.games.ares.unknown import asked, asked_of_planet

REMEMBERED = 128  # of each kind: some seats and moves of some tables


@part
@dataclass(frozen=True)
class SeatView:
    """A seat as everybody sees it. `picked` is None until the cards are turned."""

    seat: Seat
    here: bool
    locked: bool
    done: bool
    picked: Phase | None
    last_phase: Phase | None
    cube: Cube | None
    mat: Mat
    corporation: int | None
    cards: tuple[InPlay, ...]
    by_hand: tuple[Colour, ...]  # cards in play whose number the table does not know
    tags: tuple[tuple[str, int], ...]
    points: int
    oceans_to_turn: int
    unknown: frozenset[str]  # figures that the table does not know
    asked: tuple[str, ...]  # those of them that it asks for at this level
    later: bool
    hands: tuple[Hand, ...]
    turn: Turn
    income: Income | None  # in the production phase, until it is booked; None too if not known
    research: Research | None  # in the research phase
    must: tuple[StandardAction, ...]  # conversions before the action phase ends


@dataclass(frozen=True)
class ActionView:
    """The action of an own blue card: what it costs and gives now, how often it was used. (C3)"""

    number: int
    name: str
    price: Cost
    pays: Heat | None  # the heat that may pay for it in place of MC
    gives: Text
    used: int
    resources: int | None  # what lies on the card, if it holds anything
    refused: Text | None  # why not now; None: it can be used


@dataclass(frozen=True)
class Purse:
    """What an own seat can make money of, and buy for it, besides what the phase allows."""

    sold_card: int  # MC for a card from the hand (B7)
    heat_is_money: bool
    extra_tr: int  # MC for one more TR in a phase; 0: not to be had


@dataclass(frozen=True)
class SoloView:
    difficulty: str
    marker: int
    neutral_left: int
    rounds_left: int
    card: Phase | None
    turned: tuple[Phase, ...]  # the neutral cards that lie open, those of earlier rounds first
    steps: int  # what each move of the cube gives
    ease: int  # steps that are to be taken now
    split: bool  # each step by itself, on either parameter
    orders: bool
    choices: tuple[Phase, ...]
    ordered: Phase | None = None  # by the own seat, sealed


@dataclass(frozen=True)
class CoopView:
    copper: int
    player_cubes: int
    rounds_left: int
    goal: int


@part
@dataclass(frozen=True)
class View:
    """The whole of what one seat, or the table screen, may see of the game."""

    mode: str
    step: Step
    round: int
    phase: Phase | None
    phases: tuple[Phase, ...]
    waiting_for: tuple[Seat, ...]
    help: Help
    planet: Planet
    start_of_phase: Planet
    full: tuple[str, ...]
    face_down: tuple[int, ...]  # ocean tiles that may still be turned
    terraformed: bool
    ending: bool  # the planet is full, and this phase is the last
    hand_limit: int | None  # at the end of a round, when hands are cut down
    seats: tuple[SeatView, ...]
    solo: SoloView | None
    coop: CoopView | None
    score: Score | None
    won: bool | None  # solo and co-op, once over; None: not counted yet
    unknown: frozenset[str]  # parameters that the table does not know
    asked: tuple[str, ...]  # those of them that it asks the host for
    taken_up: TakenUp | None  # a game in progress, until it goes on
    unsaid: Text | None  # what it still lacks to go on
    checklist: tuple[Text, ...]  # what to lay where, before the first round
    variant: Text  # how cards are dealt
    you: Seat | None = None  # from here on what only this seat sees
    picked: Phase | None = None
    options: tuple[Option, ...] = ()
    actions: tuple[ActionView, ...] = ()  # the own ones, in the action phase
    prices: tuple[tuple[StandardAction, int], ...] = ()  # of standard actions, for this seat
    purse: Purse | None = None

    def seat(self, seat: Seat | None) -> SeatView | None:
        return next((one for one in self.seats if one.seat == seat), None)

    @fact
    def mine(self) -> SeatView | None:
        return self.seat(self.you)

    @fact
    def plays(self) -> bool:
        """Whether somebody looks who plays, and does not only watch."""
        return self.you is not None

    @fact
    def has_bonus(self) -> bool:
        """Whether it is the own phase that is played."""
        return self.mine is not None and self.phase is not None and self.mine.picked == self.phase

    @property
    def counting(self) -> tuple[Seat, ...]:
        """Who has something left to count after the end, whether it decides anything or not."""
        still = {one.seat for one in self.score.seats if one.open} if self.score else set()
        return tuple(one.seat for one in self.seats if one.seat in still)

    def option(self, kind: str, **args: Json) -> Option | None:
        wanted = tuple(sorted(args.items()))
        return next((one for one in self.options if one.kind == kind and one.args == wanted), None)

    def standard(self, action: str) -> Option | None:
        """A standard action as it stands for this seat, with the heat that pays for it. (C4)"""
        for one in self.options:
            if one.kind == "standard_action" and ("action", action) in one.args:
                return one
        return None

    def price(self, action: str) -> int:
        """What a standard action costs this seat, in the action phase. (C4)"""
        return dict(self.prices)[StandardAction(action)]

    def figure(self, one: SeatView | None, field: str) -> int | None:
        """A figure of a seat, or of the planet, by its name; None: the table does not know it."""
        if one is None or field in PLANET:
            return None if field in self.unknown else getattr(self.planet, field)
        kind, _, name = field.partition(".")
        if field in one.unknown or (kind == "tags" and "cards" in one.asked):
            return None
        figure: int
        match kind:
            case "production":
                figure = getattr(one.mat.production, name)
            case "tags":
                figure = dict(one.tags).get(name, 0)
            case "cards":
                figure = next(each.resources for each in one.cards if each.number == int(name))
            case _:
                figure = getattr(one.mat, field)
        return figure

    def who_picked(self, phase: Phase) -> tuple[Seat, ...]:
        return tuple(one.seat for one in self.seats if one.picked == phase)

    def as_json(self) -> dict[str, Json]:
        """The keys that other programs rely on."""
        return {
            "mode": self.mode,
            "step": self.step,
            "round": self.round,
            "phase": self.phase,
            "phases": list(self.phases),
            "waiting_for": list(self.waiting_for),
            "help": self.help,
            "planet": {
                **_known(asdict(self.planet), self.unknown),
                "start_of_phase": asdict(self.start_of_phase),
                "full": list(self.full),
                "steps_left": dict(self.planet.steps_left),
                "face_down": list(self.face_down),
                "unknown": sorted(self.unknown),
            },
            "seats": {one.seat: _seat_as_json(one) for one in self.seats},
            "you": {"seat": self.you, "picked": self.picked},
            "score": _score_as_json(self.score) if self.score else None,
            "solo": asdict(self.solo) if self.solo else None,
            "coop": asdict(self.coop) if self.coop else None,
            "terraformed": self.terraformed,
            "ending": self.ending,
            "hand_limit": self.hand_limit,
            "won": self.won,
            "taken_up": asdict(self.taken_up) if self.taken_up else None,
        }


def _known_planet(planet: Planet, unknown: frozenset[str]) -> Planet:
    """The planet with what the table does not know at rest: nothing tells where it is. (J4)"""
    at_rest = Planet()
    return replace(planet, **{name: getattr(at_rest, name) for name in unknown})


def _known(figures: dict[str, Json], unknown: frozenset[str], kind: str = "") -> dict[str, Json]:
    """Figures by their names; None for what the table does not know. (J4)"""
    return {name: None if kind + name in unknown else one for name, one in figures.items()}


def _seat_as_json(one: SeatView) -> dict[str, Json]:
    return {
        "here": one.here,
        "locked": one.locked,
        "done": one.done,
        "picked": one.picked,
        "last_phase": one.last_phase,
        "cube": one.cube,
        "corporation": one.corporation,
        **_known(asdict(one.mat), one.unknown),
        "production": _known(asdict(one.mat.production), one.unknown, "production."),
        "tags": dict(one.tags),
        "cards": [{"number": each.number, "resources": each.resources} for each in one.cards],
        "cards_by_hand": len(one.by_hand),
        "points": one.points,
        "oceans_to_turn": one.oceans_to_turn,
        "unknown": sorted(one.unknown),
        "asked": list(one.asked),
        "hands": [
            {"card": each.card or 0, "what": each.text.key, "ticked": each.ticked}
            for each in one.hands
        ],
        "actions_used": list(one.turn.actions),
        "income": _income_as_json(one.income) if one.income else None,
        "research": asdict(one.research) if one.research else None,
    }


def _income_as_json(income: Income) -> dict[str, Json]:
    return {
        **asdict(income),
        "mc": income.mc,
        "cubes": {name: asdict(cubes(getattr(income, name))) for name in ("mc", "heat", "plants")},
    }


def _score_as_json(score: Score) -> dict[str, Json]:
    parts = ("tr", "forests", "cards", "total", "tiebreak", "printed", "variable")
    seats: dict[str, Json] = {
        one.seat: {
            **{part: getattr(one, part) for part in parts},
            "by_card": [
                {"number": each.number, "vp": each.printed + each.variable} for each in one.by_card
            ],
            "open": list(one.open),
        }
        for one in score.seats
    }
    return {**seats, "winners": list(score.winners)}


def view(state: State, seat: Seat | None) -> View:
    """Build what this seat may see; None is the table screen, and whoever only watches."""
    seen = _open(state)
    if not state.has(seat):
        return seen
    own = state.player(seat)
    may = _may(as_it_matters(state, own), own.seat)
    return replace(
        seen,
        you=own.seat,
        picked=state.picks.own(own.seat) or own.pick,
        options=may.options,
        actions=may.actions,
        prices=may.prices,
        purse=may.purse,
        solo=seen.solo and replace(seen.solo, ordered=state.neutral.ordered.own(own.seat)),
    )


@lru_cache(maxsize=REMEMBERED)
def _open(state: State) -> View:
    """What everybody sees alike, built without knowing who looks."""
    return View(
        mode=state.setup.mode,
        step=state.step,
        round=state.round,
        phase=state.phase,
        phases=state.phases,
        waiting_for=waiting_for(state),
        help=state.help,
        planet=_known_planet(state.planet, state.unknown),
        start_of_phase=_known_planet(state.start, state.unknown),
        full=state.full,
        face_down=face_down(state),
        terraformed=state.terraformed,
        ending=state.step == Step.PHASE and is_ending(state),
        hand_limit=state.rule("hand_limit", HAND_LIMIT)
        if state.step == Step.END_OF_ROUND
        else None,
        seats=tuple(_seat(state, player) for player in state.players),
        solo=_solo(state),
        coop=_coop(state),
        score=score(state),
        won=is_won(state),
        unknown=state.unknown,
        asked=asked_of_planet(state),
        taken_up=state.taken_up,
        unsaid=unsaid(state),
        checklist=_checklist(state),
        variant=text(f"variant-{variant(state.setup)}"),
    )


class May(NamedTuple):
    """What a seat may do now and what it pays for it."""

    options: tuple[Option, ...]
    actions: tuple[ActionView, ...]
    prices: tuple[tuple[StandardAction, int], ...]
    purse: Purse


@lru_cache(maxsize=REMEMBERED)
def _may(state: State, seat: Seat) -> May:
    """Remembered by the state as it matters to a seat: most moves of others change nothing."""
    own = state.player(seat)
    offered = options(state, own)
    acting = own.here and state.phase == Phase.ACTION
    return May(
        offered,
        _actions(own, offered) if acting and state.tracks_cards else (),
        _prices(state, own) if acting and state.tracks_planet else (),
        _purse(own),
    )


def _actions(own: Player, offered: tuple[Option, ...]) -> tuple[ActionView, ...]:
    """The actions of a player's blue cards, in the order in which they were played. (C3)"""
    found = []
    for one in own.cards:
        action = one.card.action
        if not action:
            continue
        mine = [each for each in offered if ("number", one.number) in each.args]
        refused = None if any(not each.refused for each in mine) else mine[0].refused
        found.append(
            ActionView(
                one.number,
                one.card.name,
                action_price(own, action.cost),
                heat_for(own, action.cost),
                action_words(one.number, picked=own.pick == Phase.ACTION),
                own.turn.actions.count(one.number),
                one.resources if one.card.holds else None,
                refused,
            )
        )
    return tuple(found)


def _prices(state: State, own: Player) -> tuple[tuple[StandardAction, int], ...]:
    return tuple((action, standard_price(state, own, action)) for action in StandardAction)


def _purse(own: Player) -> Purse:
    return Purse(sold_card_value(own), heat_is_money(own), extra_tr_price(own))


def _checklist(state: State) -> tuple[Text, ...]:
    if state.step not in (Step.LOBBY, Step.SETUP):
        return ()
    return checklist(state.setup, len(state.players))


def _seat(state: State, player: Player) -> SeatView:
    locked = player.pick is not None or state.picks.has(player.seat)
    acting = state.phase == Phase.ACTION and state.tracks_mats
    must = conversions_due(state, player) if acting else ()
    return _open_side(player, locked, state.phase, state.tracks_mats, must, asked(state, player))


@lru_cache(maxsize=REMEMBERED)
def _open_side(
    player: Player,
    locked: bool,
    phase: Phase | None,
    tracks_mats: bool,
    must: tuple[StandardAction, ...],
    asks: tuple[str, ...],
) -> SeatView:
    """A seat as everybody sees it; the very same while nothing of it changes."""
    producing = phase == Phase.PRODUCTION and tracks_mats
    return SeatView(
        seat=player.seat,
        here=player.here,
        locked=locked,
        done=player.done,
        picked=player.pick,
        last_phase=player.last_phase,
        cube=player.cube,
        mat=player.mat,
        corporation=player.corporation,
        cards=player.cards,
        by_hand=player.by_hand,
        tags=tuple((tag.value, count) for tag, count in player.tags if count),
        points=player.points,
        oceans_to_turn=player.oceans_to_turn,
        unknown=player.unknown,
        asked=asks,
        later=player.later,
        hands=player.hands,
        turn=player.turn,
        income=income(player) if producing and not (player.done or unsure_of(player)) else None,
        research=research(player) if phase == Phase.RESEARCH else None,
        must=must,
    )


def _solo(state: State) -> SoloView | None:
    if not state.is_solo:
        return None
    neutral = state.neutral
    orders = state.step == Step.PLANNING and orders_neutral(state)
    return SoloView(
        difficulty=state.setup.option("difficulty"),
        marker=neutral.marker,
        neutral_left=len(neutral.left),
        rounds_left=SOLO_ROUNDS - state.round,
        card=neutral.card,
        turned=neutral.turned,
        steps=EASE_STEPS[state.setup.option("difficulty")],
        ease=neutral.ease,
        split=splits(state),
        orders=orders,
        choices=neutral.left if orders else (),
    )


def _coop(state: State) -> CoopView | None:
    if not state.is_coop:
        return None
    pool = state.pool
    rounds_left = (pool.copper + pool.player_cubes) // 2
    return CoopView(pool.copper, pool.player_cubes, rounds_left, coop_goal(state))
