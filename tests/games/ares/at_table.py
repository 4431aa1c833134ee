"""A table for tests: moves read like sentences, and the log is kept."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.game import Illegal, Json, Move, Seat, Text, apply, fold, read_setup
from assistant.games.ares import ARES
from assistant.games.ares.state import Player, State, Step
from assistant.games.ares.view import SeatView
from assistant.games.ares.view import view as see
from tests.games.said import said as in_words

SHUFFLES = [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [2, 4, 1, 3, 5], [3, 1, 5, 2, 4], [4, 5, 2, 1, 3]]


class Evening:
    """A game being played. `state` is what stands, `log` how it came about."""

    def __init__(self, *seats: Seat, mode: str = "standard", **options: str) -> None:
        self.setup = read_setup(ARES, mode, options)
        self.state: State = ARES.start(self.setup)
        self.log: list[Move] = []
        for seat in seats:
            self.play("sit", seat)

    def play(
        self, kind: str, seat: Seat | None = None, /, anyway: bool = False, **args: Json
    ) -> None:
        """Make a move, and what the table does by itself after it."""
        move = Move(kind, seat, args, anyway)
        self.state = apply(ARES.moves, self.state, move)
        self.log.append(move)
        follow = ARES.follow(self.state, move)
        if follow:
            self.play(follow.kind, follow.seat, **follow.args)

    def refuses(self, kind: str, seat: Seat | None = None, /, **args: Json) -> Text:
        """The reason why a move is refused; nothing has changed."""
        before = self.state
        with pytest.raises(Illegal) as refusal:
            self.play(kind, seat, **args)
        assert self.state == before
        return refusal.value.text

    def begin(self) -> None:
        self.play("begin", neutral=SHUFFLES)
        if self.state.step == Step.SETUP:
            self.play("go_on")

    def to_phase(self, **picks: int) -> None:
        """Everybody picks; the first chosen phase begins."""
        for seat, phase in picks.items():
            self.play("pick_phase", seat, phase=phase)

    def all_done(self) -> None:
        """Everybody is done with this phase or round, whatever the guards say."""
        self.play("go_on")

    def finish_round(self) -> None:
        """Go on to the next planning, or to the end."""
        now = self.state.round
        while self.state.round == now and self.state.step not in (Step.PLANNING, Step.FINISHED):
            self.play("go_on")

    def set(self, seat: Seat, **figures: int) -> None:
        """Set figures by hand; ``production_mc`` is production.mc, ``tags_science`` and so on."""
        for name, value in figures.items():
            kind, _, rest = name.partition("_")
            field = f"{kind}.{rest}" if rest else kind
            now = self.figures(seat)[field]
            if now is None:
                self.play("say_figure", seat, field=field, value=value)
            elif value != now:
                self.play("adjust", seat, field=field, by=value - now)

    def player(self, seat: Seat) -> Player:
        return self.state.player(seat)

    def seen(self, seat: Seat) -> SeatView:
        """A seat as everybody sees it."""
        found = see(self.state, None).seat(seat)
        assert found
        return found

    def json(self, seat: Seat | None = None) -> dict[str, Any]:
        view: dict[str, Any] = see(self.state, seat).as_json()
        return view

    def figures(self, seat: Seat) -> dict[str, Any]:
        """Every figure that a player sees of a seat and of the planet; None: not known."""
        view = self.json(seat)
        mat = view["seats"][seat]
        names = ("tr", "mc", "heat", "plants", "forests", "steel", "titanium", "points")
        found = {name: mat[name] for name in names}
        found |= {f"production.{kind}": amount for kind, amount in mat["production"].items()}
        tags = "building space science power earth jovian plant microbe animal event"
        found |= {f"tags.{tag}": mat["tags"].get(tag, 0) for tag in tags.split()}
        found |= {f"cards.{card['number']}": card["resources"] for card in mat["cards"]}
        found["oceans_to_turn"] = mat["oceans_to_turn"]
        found |= {name: view["planet"][name] for name in ("temperature", "oxygen", "oceans")}
        return found

    def change(self, seat: Seat, kind: str, /, **args: Json) -> str:
        """What a move changes for a seat, as words: ``heat +2, mc -1``."""
        before = self.figures(seat)
        self.play(kind, seat, **args)
        after = self.figures(seat)
        by = {name: value - before.get(name, 0) for name, value in after.items()}
        return ", ".join(f"{name} {value:+d}" for name, value in sorted(by.items()) if value)

    def hands(self, seat: Seat) -> list[str]:
        """What hands must do by now, as words; that what is paid goes, and what is put on cards
        comes, goes without saying here."""
        left = [each.text for each in self.player(seat).hands if not each.ticked]
        return [said(each) for each in left if not each.key.startswith(("hands-pay", "hands-put"))]

    def fold(self) -> State:
        return fold(ARES, self.setup, self.log)


def said(text: Text, name: str = "Ann") -> str:
    """A text in English, as a phone would show it; `name` is who the story is about."""
    return in_words(ARES, text, name)


def evening(*seats: Seat, mode: str = "standard", help: str = "cards", **options: str) -> Evening:
    """A game at the level of cards, in the planning of its first round."""
    table = Evening(*(seats or ("red", "blue")), mode=mode, help=help, **options)
    table.begin()
    return table


def with_cards(*numbers: int, seats: tuple[Seat, ...] = ("red", "blue"), **options: str) -> Evening:
    """A game in which red has these cards in play, played anyway and paid for by nobody."""
    table = evening(*seats, **options)
    for number in numbers:
        table.set("red", mc=40, tr=9, heat=9, plants=9)
        table.play("play_card", "red", anyway=True, number=number)
    table.set("red", mc=0, tr=5, heat=0, plants=0)
    return table
