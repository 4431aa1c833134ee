"""The screens of a staged game, for the gallery: real templates, states reached by real moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from assistant.game import Change, Head, Json, Move, Seat, Text, apply, read_setup, text
from assistant.games.ares import ARES
from assistant.games.ares.history import history
from assistant.games.ares.state import Planet, State, Step
from assistant.record import Line
from assistant.view import Answering, Asked, Person, TableView
from assistant.web.around import Surroundings
from assistant.web.face import Frame
from assistant.web.screen import Screens

NAMES = {"red": "Ann", "green": "Taras", "blue": "Olena", "yellow": "Kuba"}
CORPORATIONS = {"red": 209, "green": 210, "blue": 211, "yellow": 212}
STAGES = (Planet(), Planet(-18, 4, 3), Planet(-4, 9, 6), Planet(8, 14, 9))
BLUE_CARDS = (7, 9, 13)  # with actions of three kinds
LOOKED_AT = 14
DECKS = [[1, 2, 3, 4, 5]] * 5
CHANGES: tuple[tuple[Seat, str, int], ...] = (
    *(("red", "tr", 11), ("green", "tr", 8), ("blue", "tr", 9), ("yellow", "tr", 9)),
    *(("red", "heat", 9), ("red", "plants", 5), ("red", "forests", 2), ("red", "steel", 1)),
    *(("green", "heat", 11), ("blue", "plants", 11), ("yellow", "forests", 2)),
    *(("red", "production.mc", 4), ("red", "production.heat", 2), ("red", "tags.science", 3)),
    *(("red", "temperature", 24), ("red", "oxygen", 8), ("red", "oceans", 5)),
)


class Staged:
    """A game brought to a state by its own moves."""

    def __init__(self, level: str) -> None:
        self.states: list[State] = [ARES.start(read_setup(ARES, "standard", {"help": level}))]
        for seat in NAMES:
            self.play("sit", seat)
        self.play("begin", neutral=DECKS)

    @property
    def state(self) -> State:
        return self.states[-1]

    def play(self, kind: str, seat: Seat | None = None, /, **args: Json) -> None:
        move = Move(kind, seat, args, anyway=True)
        self.states.append(apply(ARES.moves, self.state, move))
        if follow := ARES.follow(self.state, move):
            self.play(follow.kind, follow.seat, **follow.args)

    def set_up(self) -> None:
        for seat, number in CORPORATIONS.items():
            self.play("choose_corporation", seat, number=number)
        if self.state.step == Step.SETUP:
            self.play("go_on")
        for seat, field, by in CHANGES:
            self.play("adjust", seat, field=field, by=by)

    def pick(self, **phases: int) -> None:
        for seat, phase in phases.items():
            self.play("pick_phase", seat, phase=phase)

    def to_phase(self, phase: int) -> None:
        while self.state.phase != phase:
            self.play("go_on")


def frames(screens: Screens, language: str) -> Iterator[Frame]:
    """The parts of real screens, from the first pick to the podium."""

    def slot(page: str, name: str, stands: Staged, seat: Seat | None = None) -> Markup:
        minutes = [60.0 * n for n, _ in enumerate(stands.states)]
        played = zip(stands.states, minutes, strict=True)
        around = Surroundings(history=history(played), played=minutes[-1])
        view = ARES.view(stands.state, seat)
        shown = screens.slots(page, _table(seat), view, language, around, only=name)
        return Markup(shown[name])

    parts = screens.fill("ares/gallery.html", language, ARES.key, stages=STAGES)
    yield Frame("parts", "wide", parts)
    story = "".join(screens.lines(lines(), _table("red"), language).values())
    yield Frame("story lines", "phone", Markup(f'<ol class="story">{story}</ol>'))
    game = Staged("cards")
    yield Frame("notices", "phone", slot("seat", "notice", game, "red"))
    yield Frame("setup", "phone", slot("seat", "now", game, "red"))
    game.set_up()
    game.pick(green=3, blue=4)
    yield Frame("pick", "phone", slot("seat", "now", game, "red"))
    yield Frame("locked", "phone", slot("seat", "now", game, "green"))
    yield Frame("planet", "phone", slot("seat", "table", game, "red"))
    yield Frame("table rows, planning", "table", slot("table", "side", game))
    game.pick(yellow=2, red=3)
    for number in BLUE_CARDS:
        game.play("play_card", "red", number=number, choices=[])
    yield Frame("construction", "phone", slot("seat", "now", game, "red"))
    yield Frame("bill", "phone", _look(screens, game, language))
    game.to_phase(3)
    game.play("adjust", "red", field="temperature", by=2)
    yield Frame("action", "phone", slot("seat", "now", game, "red"))
    yield Frame("my mat", "phone", slot("seat", "mat", game, "red"))
    yield Frame("table rows, action", "table", slot("table", "side", game))
    game.to_phase(4)
    yield Frame("production", "phone", slot("seat", "now", game, "red"))
    for field, by in (("temperature", 12), ("oxygen", 6), ("oceans", 4)):
        game.play("adjust", "red", field=field, by=by)
    for seat, by in (("red", 6), ("green", 3), ("blue", 4)):
        game.play("adjust", seat, field="points", by=by)
    game.play("go_on")
    yield Frame("score", "phone", slot("seat", "now", game, "red"))
    yield Frame("podium", "wide", slot("table", "end", game))


def _look(screens: Screens, stands: Staged, language: str) -> Markup:
    assert ARES.look
    looked = ARES.look(stands.state, "red", number=LOOKED_AT)
    parts = screens.look(_table("red"), ARES.view(stands.state, "red"), looked, language)
    return Markup(f'<div class="look-card">{parts["card"]}</div>')


def _table(seat: Seat | None) -> TableView:
    return TableView(
        code="K7Q",
        setup=read_setup(ARES, "standard", {}),
        people=tuple(Person(one, name, True, one == "red", None) for one, name in NAMES.items()),
        free=(),
        you=seat,
        seats=(seat,) if seat else (),
        host=True,
        has_word=True,
        paused=False,
        wishes=((4, "red"),),
        wish=None,
        asked=(
            Asked(
                n=4,
                kind="undo",
                by="blue",
                thing=text("thing-story-reveal", round=2),
                of=(Answering("red", lines()[:1], False), Answering("blue", (), True)),
                also=(),
            ),
        ),
        news=(),
        turn_again=False,
        last_own=None,
        last_undone=None,
        story=lines(),
        n=9,
    )


def lines() -> tuple[Line, ...]:
    """Story lines in every state: own, another's, taken back, seen by all, set by hand."""
    names = tuple(NAMES.items())
    head = Head("numeral-3", text("phase-3"), text("in-round", n=2))
    mc, tr = (Change((one,), text(f"field-{one}"), 31, 17) for one in ("mc", "tr"))
    risen = replace(tr, was=7, now=8, is_track=True)
    by_hand = replace(mc, was=9, now=12, is_track=True)
    said: tuple[tuple[Seat, Text, tuple[Change, ...]], ...] = (
        ("red", text("story-temperature", now=-24), (mc, risen)),
        ("blue", text("story-play_card", card="Birds", number=12), (mc,)),
        ("yellow", text("story-adjust", field=text("field-mc"), now=12), (by_hand,)),
        ("green", text("story-flip_ocean", nth=text("nth-4")), (risen,)),
    )
    told = [
        Line(n, seat, words, names, is_move=True, game=ARES.key, figures=figures, head=head)
        for n, (seat, words, figures) in enumerate(said, 1)
    ]
    told[3] = replace(told[3], needs_every_yes=True)
    told.append(replace(told[1], n=5, is_undone=True, undone_by="red"))
    return tuple(told)
