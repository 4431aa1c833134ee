"""The state of an Ares Expedition table: what lies where. Frozen; every rule returns a new one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any, NamedTuple, TypeVar

from assistant.game import Illegal, Seat, Setup, Text, part, require
from assistant.games.ares.cards import CARDS, Card, Colour, Grant, Tag
from assistant.sealed import Sealed

D = TypeVar("D")

SEATS: tuple[Seat, ...] = ("red", "green", "blue", "yellow")  # A1
SOLO_ROUNDS = 25  # G5
SOLO_LAST_ROUNDS = 5  # G4: in these the player orders the neutral cards
COOP_COPPER = 27  # H1
COOP_PLAYER_CUBES = 3  # H1
STARTING_TR = 5  # A4
COLDEST, WARMEST, DEGREES = -30, 8, 2  # A2: where it starts, ends, and what a step is
MOST_OXYGEN = 14  # A2
MOST_OCEANS = 9  # A2
HAND_LIMIT = 10  # B6


class Phase(IntEnum):
    """The five phase cards, in the order in which they are played. (A8, B4)"""

    DEVELOPMENT = 1
    CONSTRUCTION = 2
    ACTION = 3
    PRODUCTION = 4
    RESEARCH = 5


class Step(StrEnum):
    """Where the table stands in a game and in a round. (B1)"""

    LOBBY = "lobby"
    SETUP = "setup"
    PLANNING = "planning"
    PHASE = "phase"
    END_OF_ROUND = "end_of_round"
    FINISHED = "finished"


class Help(StrEnum):
    """How much the table wants to be helped; each level does what those before it do."""

    PHASES = "phases"
    PLANET = "planet"
    MATS = "mats"
    CARDS = "cards"


class Cube(StrEnum):
    """What lies in the pool of the co-op game. (H1)"""

    COPPER = "copper"
    PLAYER = "player"


class Part(StrEnum):
    """What a score is counted from, in this order; what is left over breaks a tie. (F2, F3)"""

    TR = "tr"
    FORESTS = "forests"
    CARDS = "cards"
    ON_CARDS = "on_cards"
    LEFT_OVER = "left_over"


def replace(one: D, /, **fields: Any) -> D:
    """As that of `dataclasses`, seven times as fast; the rules do nothing more often."""
    values = one.__dict__ | fields
    assert len(values) == len(one.__dict__), fields
    changed = object.__new__(type(one))
    object.__setattr__(changed, "__dict__", values)
    return changed


@dataclass(frozen=True)
class Planet:
    """The three parameters. (A2)"""

    temperature: int = COLDEST
    oxygen: int = 0
    oceans: int = 0

    @property
    def full(self) -> tuple[str, ...]:
        """The parameters that have reached their maximum."""
        return tuple([name for name, left in self.steps_left if left <= 0])

    @property
    def steps_left(self) -> tuple[tuple[str, int], ...]:
        """How far each parameter is from its maximum: the end seen coming. (A2, F1)"""
        return (
            ("temperature", (WARMEST - self.temperature) // DEGREES),
            ("oxygen", MOST_OXYGEN - self.oxygen),
            ("oceans", MOST_OCEANS - self.oceans),
        )

    @property
    def is_terraformed(self) -> bool:
        """Nine oceans, +8 °C, 14 %. (F1)"""
        is_warm, is_wet = self.temperature >= WARMEST, self.oceans >= MOST_OCEANS
        return is_warm and is_wet and self.oxygen >= MOST_OXYGEN


@dataclass(frozen=True)
class Production:
    """What a production phase brings, besides the TR. (C6)"""

    mc: int = 0
    heat: int = 0
    plants: int = 0
    cards: int = 0


@part
@dataclass(frozen=True)
class Mat:
    """A player's board. (A4)"""

    tr: int = STARTING_TR
    mc: int = 0
    heat: int = 0
    plants: int = 0
    forests: int = 0
    production: Production = Production()
    steel: int = 0
    titanium: int = 0


@dataclass(frozen=True)
class InPlay:
    """A project card in front of a player, with the special resources that lie on it. (D8)"""

    number: int
    resources: int = 0

    @property
    def card(self) -> Card:
        return CARDS[self.number]


@dataclass(frozen=True)
class Hand:
    """Something that only hands can do: who says it, and whether it is done."""

    text: Text
    card: int | None = None  # None: the table itself, not a card
    ticked: bool = False

    def is_like(self, card: int | None, what: str) -> bool:
        return (self.card, self.text.key) == (card, what)


class Booked(NamedTuple):
    """A figure that a move changed."""

    field: str
    was: int
    now: int


@dataclass(frozen=True)
class Played:
    """The card that was played last in this phase, and what it booked."""

    number: int
    mc: int  # paid for it
    booked: tuple[Booked, ...]


@dataclass(frozen=True)
class Turn:
    """What a player may still do, and has done, in the phase being played."""

    plays: tuple[Grant, ...] = ()  # the cards that may still be played; the newest is used first
    bonus: bool = False  # the construction bonus, still open (C2)
    played: tuple[int | Colour, ...] = ()  # the cards of this phase; those by hand by their colour
    last: Played | None = None  # it stays in sight until the phase ends
    actions: tuple[int, ...] = ()  # the cards whose action was used, each time it was (C3)
    tr_rose: bool = False
    tr_bought: bool = False


@dataclass(frozen=True)
class Player:
    """A seat of the game. `here` is False once its player has gone: nobody waits for it."""

    seat: Seat
    here: bool = True
    pick: Phase | None = None  # as it lies open; until then it is sealed in `State.picks` (B2)
    last_phase: Phase | None = None
    done: bool = False
    cube: Cube | None = None  # the cube taken from the co-op pool in this round (H1)
    mat: Mat = Mat()
    corporation: int | None = None
    cards: tuple[InPlay, ...] = ()
    by_hand: tuple[Colour, ...] = ()  # cards in play whose number the table does not know
    tags: tuple[tuple[Tag, int], ...] = ()
    points: int = 0  # printed VP of cards that the table does not know
    counted: tuple[tuple[Part, int], ...] = ()  # what was counted with the cards, after the end
    oceans_to_turn: int = 0
    unknown: frozenset[str] = frozenset()  # figures that the table did not follow (J4)
    later: bool = False  # what is unknown is asked for at the end, not now
    hands: tuple[Hand, ...] = ()  # what this player's hands must do, until the next phase begins
    turn: Turn = Turn()

    def __hash__(self) -> int:
        """Of what changes most: views are remembered by players and looked up after every move."""
        mat, picks = self.mat, (self.pick, self.last_phase)
        return hash((self.seat, self.done, picks, mat.tr, mat.mc, mat.heat, mat.plants))

    def knows(self, *fields: str) -> bool:
        """Whether the table knows these figures of the mat. (J4)"""
        return not self.unknown.intersection(fields)

    def count_tag(self, tag: Tag) -> int:
        return next((count for each, count in self.tags if each == tag), 0)

    def with_tags(self, tags: Iterable[Tag]) -> Player:
        """This player with more tags, also those of events. (D7)"""
        counts = dict(self.tags)
        for tag in tags:
            counts[tag] = counts.get(tag, 0) + 1
        return replace(self, tags=tuple(counts.items()))

    def count_cards(self, colour: Colour) -> int:
        """Project cards of this colour in play, known by number or not."""
        return sum(one.card.colour is colour for one in self.cards) + self.by_hand.count(colour)

    @property
    def known(self) -> tuple[Card, ...]:
        """The corporation and every card in play that the table knows."""
        own = (CARDS[self.corporation],) if self.corporation else ()
        return (*own, *[CARDS[one.number] for one in self.cards])

    def in_play(self, number: int) -> InPlay | None:
        return next((one for one in self.cards if one.number == number), None)


@dataclass(frozen=True)
class Neutral:
    """The neutral deck of the solo game. (G1)

    `decks` are the shuffles of the five passes, drawn before the first round: taking a reveal back
    never deals another card.
    """

    decks: tuple[tuple[Phase, ...], ...] = ()
    marker: int = 1
    left: tuple[Phase, ...] = ()  # the cards of this pass still face down, in order
    turned: tuple[Phase, ...] = ()  # the cards of this pass that were turned, the first one first
    card: Phase | None = None  # the neutral card of this round, once revealed
    ordered: Sealed[Phase] = field(default_factory=Sealed)  # in the last five rounds (G4)
    ease: int = 0  # steps of oxygen or temperature that the cube gives and nobody took yet (G3)


@dataclass(frozen=True)
class Pool:
    """The cube pool of the co-op game. (H1)"""

    copper: int = COOP_COPPER
    player_cubes: int = COOP_PLAYER_CUBES

    @property
    def is_empty(self) -> bool:
        return not self.copper + self.player_cubes


@dataclass(frozen=True)
class TakenUp:
    """Where a game stands that began without the table; nothing of it counts yet. (J5)"""

    round: int
    planet: Planet | None = None
    face_down: tuple[Phase, ...] = ()  # of the neutral cards in this pass (G3)
    pool: Pool | None = None


@dataclass(frozen=True)
class State:
    """Everything the game remembers."""

    setup: Setup
    players: tuple[Player, ...] = ()
    step: Step = Step.LOBBY
    round: int = 0
    picks: Sealed[Phase] = field(default_factory=Sealed)  # until they are turned (B2)
    phase: Phase | None = None
    phases: tuple[Phase, ...] = ()  # the phases of this round, in order (B4)
    planet: Planet = Planet()
    start: Planet = Planet()  # as it stood at the start of the phase (D2, E2)
    tiles: tuple[int, ...] = ()  # the ocean tiles known to lie open, in the order of turning
    declared: bool = False  # the table said that all three parameters are full
    help: Help = Help.PHASES
    neutral: Neutral = field(default_factory=Neutral)
    pool: Pool = Pool()
    unknown: frozenset[str] = frozenset()  # parameters that the table did not follow (J4)
    lowered: State | None = None  # as it stood when the table began to help less
    taken_up: TakenUp | None = None

    def __hash__(self) -> int:
        """Of what changes most, as that of a player."""
        return hash((self.step, self.round, self.phase, self.players, self.picks))

    def player(self, seat: Seat | None) -> Player:
        """The player of a seat that takes part."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise Illegal("not-in-the-game")

    def player_here(self, seat: Seat | None) -> Player:
        """The player of a seat that is being played."""
        player = self.player(seat)
        require(player.here, "not-in-the-game")
        return player

    def has(self, seat: Seat | None) -> bool:
        return any(player.seat == seat for player in self.players)

    @property
    def here(self) -> tuple[Player, ...]:
        return tuple(player for player in self.players if player.here)

    @property
    def is_solo(self) -> bool:
        return self.setup.mode == "solo"

    @property
    def is_coop(self) -> bool:
        return self.setup.mode == "coop"

    @property
    def terraformed(self) -> bool:
        """All three parameters are full: seen on the planet, or declared. (F1)"""
        return self.declared or (self.planet.is_terraformed and not self.unknown)

    @property
    def full(self) -> tuple[str, ...]:
        """The parameters known to be at their maximum: all once the table has declared it. (J4)"""
        names = tuple(name for name, _ in self.planet.steps_left)
        if self.terraformed:
            return names
        return tuple(name for name in self.planet.full if name not in self.unknown)

    @property
    def tracks_planet(self) -> bool:
        return self.help is not Help.PHASES

    @property
    def tracks_mats(self) -> bool:
        return self.help in (Help.MATS, Help.CARDS)

    @property
    def tracks_cards(self) -> bool:
        return self.help is Help.CARDS

    def rule(self, name: str, book: int) -> int:
        """A figure as this table plays it; what it did not change is as in the book. (J6)"""
        return int(dict(self.setup.options).get(name, book))

    @property
    def first_mat(self) -> Mat:
        """A mat before anything lies on it. (A4, J6)"""
        tr = self.rule("start_tr", STARTING_TR)
        mc, heat, plants = (self.rule(f"start_{name}", 0) for name in ("mc", "heat", "plants"))
        return Mat(tr=tr, mc=mc, heat=heat, plants=plants)

    def put(self, player: Player) -> State:
        """This state with one player as given."""
        seat = player.seat
        return replace(self, players=tuple([player if p.seat == seat else p for p in self.players]))

    def change(self, seat: Seat | None, **fields: Any) -> State:
        """This state with one player changed."""
        return self.put(replace(self.player(seat), **fields))

    def change_all(self, **fields: Any) -> State:
        """This state with every player changed."""
        return replace(self, players=tuple(replace(one, **fields) for one in self.players))

    def doubt(self, seat: Seat | None, *fields: str) -> State:
        """This state with figures of a mat that are not known any more. (J4)"""
        player = self.player(seat)
        return self.put(replace(player, unknown=player.unknown.union(fields)))

    def book(self, seat: Seat | None, **by: int) -> State:
        """This state with amounts added to the figures of a mat; none falls below 0."""
        if not any(by.values()):
            return self
        player = self.player(seat)
        mat = player.mat
        figures = {name: max(0, getattr(mat, name) + amount) for name, amount in by.items()}
        return self.put(replace(player, mat=replace(mat, **figures)))
