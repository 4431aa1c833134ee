"""The 208 project cards and 12 corporations, as declarations. Pure.

`cards.json` says of each card only what is out of the ordinary; this module reads it into frozen
dataclasses. What a declaration means is written once, where it is used: `price`, `requirement`,
`effects`, `score`. The two gains that no declaration fits stand in `odd`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from assistant.game import Value, text

LAST_PROJECT = 208


class Colour(StrEnum):
    """What kind of card it is. Red cards are events."""

    GREEN = "green"
    BLUE = "blue"
    RED = "red"
    CORPORATION = "corporation"


class Tag(StrEnum):
    BUILDING = "building"
    SPACE = "space"
    SCIENCE = "science"
    POWER = "power"
    EARTH = "earth"
    JOVIAN = "jovian"
    PLANT = "plant"
    MICROBE = "microbe"
    ANIMAL = "animal"
    EVENT = "event"


class Special(StrEnum):
    """The resources that lie on cards. (D8)"""

    ANIMAL = "animal"
    MICROBE = "microbe"
    SCIENCE = "science"


class Zone(StrEnum):
    """The colour zones of temperature and oxygen, in their order. (A3)"""

    PURPLE = "purple"
    RED = "red"
    YELLOW = "yellow"
    WHITE = "white"


ZONES = tuple(Zone)

ProductionKind = Literal["mc", "heat", "plants", "cards"]
Happening = Literal["tag", "card", "action", "steel", "temperature", "oxygen", "ocean", "forest"]
Odd = Literal["tr_per_jovian_tag", "plants_for_plant_tags"]


@dataclass(frozen=True)
class Zones:
    """From this zone on, or up to it."""

    least: Zone | None = None
    most: Zone | None = None


@dataclass(frozen=True)
class Oceans:
    """At least, or at most, so many oceans."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class Requirement:
    """What must hold before a card may be played. (D2)"""

    temperature: Zones | None = None
    oxygen: Zones | None = None
    oceans: Oceans | None = None
    tags: tuple[tuple[Tag, int], ...] = ()
    tr: int = 0


@dataclass(frozen=True)
class Gain:
    """What a card, an action or an effect gives at once.

    `here` are resources on this very card (negative: taken off), `other` are put on another card
    and `off` are taken off any card of the player, each by choice; `choose` is one of several;
    `hands` names what only hands can do, `odd` a gain that is a function of its own.
    """

    mc: int = 0
    heat: int = 0
    plants: int = 0
    tr: int = 0
    temperature: int = 0
    oxygen: int = 0
    oceans: int = 0
    forests: int = 0
    draw: int = 0
    discard: int = 0
    keep: int = 0
    here: int = 0
    other: tuple[tuple[Special | None, int], ...] = ()
    off: tuple[tuple[Special, int], ...] = ()
    choose: tuple[Gain, ...] = ()
    hands: str = ""
    odd: Odd | None = None


@dataclass(frozen=True)
class Count:
    """One for every `per` of something, rounded down.

    `of` is a tag, ``forests``, ``here`` (resources on this card), ``blue`` or all ``cards``.
    """

    of: str
    per: int = 1


@dataclass(frozen=True)
class Less:
    """By how much an action's price falls: for each steel, titanium or tag, or with enough blue."""

    mc: int
    per: str = ""
    blue_cards: int = 0


@dataclass(frozen=True)
class Cost:
    """The price of an action. `plants_if_picked`: for who chose this phase."""

    mc: int = 0
    heat: int = 0
    plants: int = 0
    plants_if_picked: int | None = None
    tr: int = 0
    discard: int = 0
    less: Less | None = None


@dataclass(frozen=True)
class Exchange:
    """Heat for something else, one for one."""

    to: Literal["mc", "plants"]
    most: int | None = None


@dataclass(frozen=True)
class Action:
    """What a blue card does in the action phase; `if_picked` comes on top for who chose it."""

    cost: Cost = Cost()
    gain: Gain = Gain()
    if_picked: Gain = Gain()
    exchange: Exchange | None = None


@dataclass(frozen=True)
class Discount:
    """MC off later cards: off each, per matching tag, or off dear ones. `pay`: only if paid for."""

    mc: int
    tags: frozenset[Tag] = frozenset()
    from_cost: int = 0
    pay: str = ""  # with resources ``here`` or with ``plants``
    pay_amount: int = 0


@dataclass(frozen=True)
class Trigger:
    """An effect that waits for something to happen. (D7)"""

    on: Happening
    gain: Gain
    tags: frozenset[Tag] = frozenset()
    itself: bool = False


@dataclass(frozen=True)
class Grant:
    """A card more to play in this phase."""

    colours: frozenset[Colour]
    discount: int = 0
    zone_shift: int = 0
    free_up_to: int | None = None


@dataclass(frozen=True)
class Card:
    """A project card or a corporation."""

    number: int
    name: str
    colour: Colour
    cost: int = 0
    tags: tuple[Tag, ...] = ()
    requires: Requirement = Requirement()
    spend: Cost = Cost()
    vp: int = 0
    variable_vp: Count | None = None
    holds: Special | None = None
    production: tuple[tuple[ProductionKind, int], ...] = ()
    grows: tuple[tuple[ProductionKind, Count], ...] = ()
    steel: int = 0
    titanium: int = 0
    gain: Gain = Gain()
    grants: Grant | None = None
    action: Action | None = None
    when: tuple[Trigger, ...] = ()
    discount: Discount | None = None
    research_draw: int = 0
    research_keep: int = 0
    zone_shift: int = 0
    sell_value: int = 0
    steel_value: int = 0
    titanium_value: int = 0
    standard_action_less: int = 0
    forest_plants_less: int = 0
    heat_as_mc: bool = False
    extra_tr: int = 0  # MC for one TR more, after the first of a phase
    first_game: bool = False
    happenings: frozenset[Happening] = field(default=frozenset(), compare=False)

    @property
    def title(self) -> Value:
        """What texts call it: corporations have names in every language, projects English ones."""
        return (
            text(f"corporation-{self.number}") if self.colour is Colour.CORPORATION else self.name
        )


# Reading the declarations


def _zones(of: Mapping[str, Any]) -> Zones:
    least, most = of.get("min"), of.get("max")
    return Zones(Zone(least) if least else None, Zone(most) if most else None)


def _requirement(of: Mapping[str, Any]) -> Requirement:
    oceans = of.get("oceans")
    return Requirement(
        temperature=_zones(of["temperature"]) if "temperature" in of else None,
        oxygen=_zones(of["oxygen"]) if "oxygen" in of else None,
        oceans=Oceans(oceans.get("min"), oceans.get("max")) if oceans else None,
        tags=tuple((Tag(tag), count) for tag, count in of.get("tags", {}).items()),
        tr=of.get("tr", 0),
    )


def _gain(of: Mapping[str, Any]) -> Gain:
    read: dict[str, Any] = dict(of)
    if "other" in of:
        read["other"] = tuple(
            (None if kind == "any" else Special(kind), amount)
            for kind, amount in of["other"].items()
        )
    if "off" in of:
        read["off"] = tuple((Special(kind), amount) for kind, amount in of["off"].items())
    if "choose" in of:
        read["choose"] = tuple(_gain(each) for each in of["choose"])
    assert of.get("odd") is None or of["odd"] in get_args(Odd)
    return Gain(**read)


def _cost(of: Mapping[str, Any]) -> Cost:
    less = {"less": Less(**of["less"])} if "less" in of else {}
    return Cost(**{**of, **less})


def _action(of: Mapping[str, Any]) -> Action:
    exchange = of.get("exchange")
    return Action(
        _cost(of.get("cost", {})),
        _gain(of.get("gain", {})),
        _gain(of.get("if_picked", {})),
        Exchange(**exchange) if exchange else None,
    )


def _tags(of: Mapping[str, Any]) -> frozenset[Tag]:
    return frozenset(map(Tag, of.get("tags", ())))


def _discount(of: Mapping[str, Any]) -> Discount:
    pay, amount = next(iter(of.get("pay", {}).items()), ("", 0))
    return Discount(of["mc"], _tags(of), of.get("from_cost", 0), pay, amount)


def _trigger(of: Mapping[str, Any]) -> Trigger:
    assert of["on"] in get_args(Happening)
    return Trigger(of["on"], _gain(of["gain"]), _tags(of), of.get("itself", False))


def _grant(of: Mapping[str, Any]) -> Grant:
    return Grant(**{**of, "colours": frozenset(map(Colour, of["colours"]))})


def _count(of: Mapping[str, Any]) -> Count:
    return Count(of["of"], of.get("per", 1))


def _card(of: Mapping[str, Any]) -> Card:
    read: dict[str, Any] = dict(of)
    read["colour"] = Colour(of["colour"])
    read["tags"] = tuple(map(Tag, of.get("tags", ())))
    readers = {"requires": _requirement, "spend": _cost, "gain": _gain, "action": _action}
    readers |= {"discount": _discount, "grants": _grant}
    for name, reader in readers.items():
        if name in of:
            read[name] = reader(of[name])
    if isinstance(of.get("vp"), dict):
        read["vp"], read["variable_vp"] = 0, _count(of["vp"])
    if "holds" in of:
        read["holds"] = Special(of["holds"])
    read["production"] = tuple(of.get("production", {}).items())
    read["grows"] = tuple((kind, _count(each)) for kind, each in of.get("grows", {}).items())
    read["when"] = tuple(map(_trigger, of.get("when", ())))
    read["happenings"] = frozenset(trigger.on for trigger in read["when"])
    research = read.pop("research", {})
    read["research_draw"], read["research_keep"] = research.get("draw", 0), research.get("keep", 0)
    return Card(**read)


@cache
def _all() -> dict[int, Card]:
    declared = json.loads(Path(__file__).with_name("cards.json").read_text(encoding="utf-8"))
    return {each["number"]: _card(each) for each in declared}


CARDS: Mapping[int, Card] = _all()
PROJECTS = tuple(card for card in CARDS.values() if card.colour is not Colour.CORPORATION)
CORPORATIONS = tuple(card for card in CARDS.values() if card.colour is Colour.CORPORATION)
