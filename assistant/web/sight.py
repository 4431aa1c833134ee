"""What a drawing is made of, and what it read of that.

A drawing looks into a view field by field, and every field that it reads is noted with its value.
It is remembered by exactly these: as long as they are the same, so is the drawing, for this screen
and for any other. So what did not change is not drawn again, what five phones see alike is drawn
once, and a screen is never shown a drawing that read something else than it may see itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import FunctionType, MethodType
from typing import Any

from assistant.game import PARTS, fact

Where = tuple[str | int, ...]  # the way to a part: ("view", "seats", 2)
Key = tuple[Where, str]  # a field of it
WHOLE = ""  # in place of a field: the part itself, when it is compared and not looked into


class Sight:
    """What a page can be drawn from: parts by their names, as templates know them."""

    def __init__(self, **roots: Any) -> None:
        self.roots = roots
        self._parts: dict[Where, Any] = {(name,): part for name, part in roots.items()}

    def part(self, where: Where) -> Any:
        """The part at the end of a way, as it stands."""
        found = self._parts.get(where)
        if found is None:
            *before, last = where
            holder = self.part(tuple(before))
            found = holder[last] if isinstance(last, int) else getattr(holder, last)
            self._parts[where] = found
        return found

    def read(self, key: Key) -> Any:
        """What a field shows before it is looked into."""
        where, field = key
        part = self._parts.get(where) or self.part(where)
        return part if field == WHOLE else surface(getattr(part, field))


def surface(value: Any) -> Any:
    """Of a part only what it is, of several how many; everything else is taken whole."""
    kind = type(value)
    if kind in PARTS:
        return kind
    if kind is tuple and value and type(value[0]) in PARTS:
        return len(value)
    return value


class Notes:
    """Lets a drawing look at a sight, and remembers what it read, in this order."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.reads: dict[Key, Any] = {}
        self._seen: dict[Where, Seen] = {}

    def roots(self) -> dict[str, Seen]:
        """Everything in the sight by its name."""
        return {name: self.seen((name,), part) for name, part in self.sight.roots.items()}

    def field(self, where: Where, name: str, value: Any) -> Any:
        """A field that is being read: noted, and if it is a part, looked into further."""
        self.reads[where, name] = shown = surface(value)
        if shown is value:
            return value
        if type(value) is tuple:
            return SeenRow(self, (*where, name), len(value))
        return self.seen((*where, name), value)

    def seen(self, where: Where, part: Any) -> Seen:
        if where not in self._seen:
            self._seen[where] = Seen(self, where, part)
        return self._seen[where]

    def add(self, piece: Drawn) -> None:
        """What a piece of this drawing has read, this drawing has read too."""
        self.reads.update(zip(piece.keys, piece.values, strict=True))


class Seen:
    """A part whose fields and facts are noted when they are read.

    Its other properties and its methods read it in their turn.

    What was read once is an attribute from then on: it is noted already.
    """

    def __init__(self, notes: Notes, where: Where, part: Any) -> None:
        self._notes, self._where, self._part = notes, where, part

    def __getattr__(self, name: str) -> Any:
        part = self._part
        if name not in part.__dict__:
            found = getattr(type(part), name)
            if isinstance(found, property) and not isinstance(found, fact):
                assert found.fget
                return found.fget(self)
            if isinstance(found, FunctionType):
                return MethodType(found, self)
        value = self.__dict__[name] = self._notes.field(self._where, name, getattr(part, name))
        return value

    def whole(self) -> Any:
        """The part itself: now every field of it counts."""
        self._notes.reads[self._where, WHOLE] = self._part
        return self._part

    def __eq__(self, other: object) -> bool:
        return bool(self.whole() == (other.whole() if isinstance(other, Seen) else other))

    def __hash__(self) -> int:
        return hash(self.whole())


class SeenRow:
    """Several parts, one after the other; how many they are is noted already."""

    __slots__ = ("_length", "_notes", "_where")

    def __init__(self, notes: Notes, where: Where, length: int) -> None:
        self._notes, self._where, self._length = notes, where, length

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: int) -> Seen:
        where = (*self._where, range(self._length)[place])
        return self._notes.seen(where, self._notes.sight.part(where))

    def __iter__(self) -> Iterator[Seen]:
        return map(self.__getitem__, range(self._length))


class Drawn:
    """A drawing, and what it read."""

    __slots__ = ("html", "keys", "values")

    def __init__(self, html: str, reads: Mapping[Key, Any]) -> None:
        self.html = html
        self.keys = _shared(tuple(reads))
        self.values = tuple(reads.values())

    def fits(self, sight: Sight) -> bool:
        """Whether it would be drawn alike there.

        The readings are compared in their order: one that leads nowhere, because there are fewer
        seats by now, stands behind the one that tells so.
        """
        read = sight.read
        for key, value in zip(self.keys, self.values, strict=True):
            now = read(key)
            if now is not value and now != value:
                return False
        return True


@lru_cache(maxsize=4000)
def _shared(keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """The same way of reading is kept once, however many tables are read that way."""
    return keys
