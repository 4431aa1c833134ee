"""Every move that a table knows: the house's, which every game shares, and the game's. Pure.

`after` judges a new entry. One of the log is `believed`: what was accepted once stays accepted, and
the state that it led to is made when somebody asks for it. `require_voice` is asked of new moves
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated

from assistant.course import Came, Later
from assistant.game import (
    LOBBY,
    Json,
    Letters,
    Move,
    Names,
    Rule,
    Text,
    apply,
    change_setup,
    is_marked,
    read_args,
    require,
    rules,
    text,
)
from assistant.games import GAMES
from assistant.record import Entry, News, Record, Step
from assistant.sealed import has_sealed
from assistant.seats import BY_TABLE, SEAT_MOVES, Actor, People, came, line_of, read_name
from assistant.takeback import TAKING_BACK

CODE_LETTERS = "ACDEFHJKLMNPQRTUVWXY34679"  # none that look or sound alike on a screen
NEXT_CODE = Letters(CODE_LETTERS, 4)  # longer than most: drawn without a look, it is free


def fold(record: Record, entries: Iterable[Entry]) -> Record:
    for entry in entries:
        record = after(record, entry)
    return record


def believed(record: Record, entries: Iterable[Entry]) -> Record:
    """The record with entries of its log: they were judged when they were made."""
    return replace(fold(replace(record, is_read=True), entries), is_read=False)


def require_voice(people: People, device: str, move: Move) -> None:
    """A device speaks for a seat that it holds now; for none it takes nothing back but as host."""
    speaks = move.seat is None or move.seat in people.seats_of(device)
    require(speaks, "not-your-seat" if people.at(move.seat) else "not-seated")
    if move.kind in TAKING_BACK:
        require(move.seat or people.is_host(device), "not-seated")


def after(record: Record, entry: Entry) -> Record:
    """The record with one more entry, or `Illegal`."""
    if entry.kind in SEAT_MOVES:
        return _after_seat_move(record, entry)
    if entry.kind in RECORD_MOVES:
        rule = RECORD_MOVES[entry.kind]
        changed: Record = rule(record, entry, **read_args(rule, entry.args))
        return changed
    if not record.is_read:
        _require_may_play(record, entry)
    return record.with_move(entry)


def _require_may_play(record: Record, entry: Entry) -> None:
    rule = record.rule(entry.kind)
    if entry.device == BY_TABLE:
        return
    require(not is_marked(rule, "by_table"), "unknown-move")
    require(not record.people.paused, "paused")
    if is_marked(rule, "for_host"):
        require(record.people.is_host(entry.device), "only-the-host")
        return
    require(entry.seat, "not-seated")
    require(entry.seat in record.people.seats_of(entry.device), "not-your-seat")


def _after_seat_move(record: Record, entry: Entry) -> Record:
    rule, before = SEAT_MOVES[entry.kind], record.people
    args = read_args(rule, entry.args)
    people: People = rule(before, Actor(entry.device, entry.n, entry.at), **args)
    seat, told = line_of(before, people, entry.kind, args)
    # Whoever moves their own seat does it on a device that knows what lies sealed there.
    own = seat if seat in before.seats_of(entry.device) else None
    moved = tuple(
        Came(one, record.course.taken_back_of(one, entry.n) if one == own else None)
        for one in (came(before, people) if args.get("voids") else ())
    )
    strange = tuple(one.seat for one in moved if one.taken_back is None)
    void = Later(lambda: tuple(one for one in strange if has_sealed(record.state, one)))

    def tell() -> Text:
        return text("story-void", line=told, who=Names(void.value)) if void.value else told

    line = record.line(entry, tell, seat=seat, names=people.names)
    step = Step(entry, people.names, told=line, came=moved)
    told_of = void.value if any(map(before.at, strange)) else ()
    news = tuple(News(entry.n, one, entry.seat, "void", (entry.n,)) for one in told_of)
    return record.with_step(step, people=people, news=(*record.news, *news))


def set_up(
    record: Record,
    entry: Entry,
    game: str | None = None,
    mode: str | None = None,
    options: dict[str, str] | None = None,
    name: str | None = None,
    keep: bool = False,
) -> Record:
    """Play another game, mode or options at this table; whoever fits stays in their seat.

    House rules may have a `name`; "" takes it away. `keep`: what was said for the game before
    stays said, as far as it fits; without it nothing does, and so old logs are read.
    """
    require(record.people.is_host(entry.device), "only-the-host")
    require(not record.people.paused, "paused")
    require(record.game.view(record.state, None).step == LOBBY, "set-up-stands")
    name = name and read_name(name)
    setup = change_setup(GAMES, record.setup, game, mode, options or {}, name)
    names_nothing = name and not setup.name
    require(setup != record.setup, "no-house-rules" if names_nothing else "set-up-as-it-is")
    new = GAMES[setup.game]
    people = record.people.settled(new.seats, new.modes[setup.mode].stop - 1)
    state = new.start(setup)
    for seat, _ in people.sittings:
        state = apply(new.moves, state, Move("sit", seat))
    if keep and new is record.game:
        state = new.carry_over(record.state, state)
    left = tuple(seat for seat, _ in record.people.sittings if not people.at(seat))
    plays = {"game": text(f"game-{new.key}"), "mode": text(f"mode-{setup.mode}")}
    told = (
        text("story-set_up-without", **plays, who=Names(left))
        if left
        else text("story-set_up", **plays)
    )
    line = record.line(entry, told, game=new.key, head=None)
    step = Step(entry, record.people.names, told=line)
    return record.set_up(step, new, state, setup=setup, people=people, questions=(), news=())


def forget_rules(record: Record, entry: Entry, name: str) -> Record:
    """Keep house rules of this name no longer; a table that plays by them goes on to."""
    require(record.people.is_host(entry.device), "only-the-host")
    return record.with_step(Step(entry, record.people.names))


def rematch(record: Record, entry: Entry, code: Annotated[str, NEXT_CODE]) -> Record:
    """Play once more: a new table with the same set-up, everybody in the seat they had.

    Without a code it is at another machine, which is as good as not at all.
    """
    require(record.people.is_host(entry.device), "only-the-host")
    require(record.is_finished, "not-finished-yet")
    require(record.goes_on_at is None, "goes-on-already")
    if not code:
        return record.with_step(Step(entry, record.people.names))
    line = record.line(entry, text("story-rematch", code=code))
    return record.with_step(Step(entry, record.people.names, told=line), goes_on_at=code)


def seated_again(people: People, at: float) -> list[Entry]:
    """The first entries of a table for the same people: all sit where they sat; the host is host.

    Who plays on a phone sits down before who shares it; where that is gone, the table screen
    seats them.
    """
    phones = {device for _, one in people.sittings if one.phone for device in one.devices}
    moves: list[tuple[str, str, dict[str, Json]]] = []
    for seat, one in sorted(people.sittings, key=lambda pair: not pair[1].phone):
        device = min(one.devices & phones, default=people.screen)
        moves.append((device, "sit", {"seat": seat, "name": one.name, "phone": one.phone}))
    if people.host:
        moves.append((people.screen, "hand_host", {"seat": people.host}))
    return [
        Entry(n, f"+{n}", device, None, kind, args, at=at)
        for n, (device, kind, args) in enumerate(moves, 1)
    ]


RECORD_MOVES: Mapping[str, Rule] = {**TAKING_BACK, **rules(set_up, forget_rules, rematch)}
HOUSE_MOVES: Mapping[str, Rule] = {**SEAT_MOVES, **RECORD_MOVES}
