"""Two evenings that differ in one sealed choice: whoever did not hold the seat sees one evening.

Whatever seats do meanwhile, and whatever is taken back, made again and restarted.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from assistant import table
from assistant.game import Seat, is_marked
from assistant.games import GAMES
from assistant.log import Log
from assistant.record import Record
from assistant.sealed import has_sealed, is_anything_sealed
from assistant.table import Answer, Tables
from tests.games import EVERY
from tests.tiny.guest import as_guest

SCREEN = "screen"
STRANGERS = ("stranger", "another")
EVENINGS = [
    (game.key, mode) for game in EVERY for mode, places in game.modes.items() if places.stop > 2
]


class TwoEvenings(RuleBasedStateMachine):
    """The same taps at two tables, but for what one seat seals."""

    def __init__(self) -> None:
        super().__init__()
        self.around = ExitStack()
        self.around.enter_context(as_guest())
        self.around.callback(setattr, table, "_chance", table._chance)
        self.around.callback(setattr, table, "_now", table._now)
        table._now = lambda: 0.0
        self.folders = [Path(tempfile.mkdtemp()) for _ in range(2)]
        self.logs = [Log(folder) for folder in self.folders]
        self.taps = 0
        self.hider: Seat | None = None
        self.knows: set[str] = set()  # the devices that held the seat while it differed
        self.is_open = False

    def teardown(self) -> None:
        for log, folder in zip(self.logs, self.folders, strict=True):
            log.close()
            shutil.rmtree(folder)
        self.around.close()

    @initialize(evening=st.sampled_from(EVENINGS), seed=st.integers(0, 99), data=st.data())
    def sit_down_and_seal(self, evening: Any, seed: int, data: st.DataObject) -> None:
        key, mode = evening
        game = GAMES[key]
        self.seats = game.seats[: game.modes[mode].stop - 1][:4]
        self.tables = [Tables(log).open(key, mode, {}, SCREEN) for log in self.logs]
        for seat in self.seats:
            assert self.tap(seat, None, "sit", {"seat": seat, "name": seat}).ok
        assert self.tap(SCREEN, None, "begin", {}).ok
        chance = Random(seed)
        for _ in range(chance.randrange(30)):
            self.play_on(chance)
        hider = data.draw(st.sampled_from(self.seats))
        choices = self.open_moves(hider, sealed=True)
        for _ in range(100):
            if len(choices) < 2:
                self.play_on(chance)
                choices = self.open_moves(hider, sealed=True)
        if len(choices) < 2:
            return
        self.hider, self.knows = hider, {hider}
        pair = data.draw(st.permutations(choices))[:2]
        self.taps += 1
        for one, (kind, args) in zip(self.tables, pair, strict=True):
            assert self.send(one, hider, hider, kind, args).ok
        self.is_open = not has_sealed(self.records[0].state, hider)

    def open_moves(self, seat: Seat, *, sealed: bool | None = None) -> list[tuple[str, Any]]:
        moves = self.tables[0].game.moves
        return [
            (one.kind, dict(one.args))
            for one in self.tables[0].game_view(seat).options
            if not one.refused and sealed in (None, is_marked(moves[one.kind], "sealed"))
        ]

    def play_on(self, chance: Random) -> None:
        """Before anything differs: a move that the game offers."""
        moves = [(seat, *move) for seat in self.seats for move in self.open_moves(seat)]
        kinds = sorted({move[1] for move in moves} - {"declare_terraformed"})  # it would be the end
        if kinds:
            kind = chance.choice(kinds)
            self.tap(*chance.choice([(one[0], *one) for one in moves if one[1] == kind]))

    # A tap at both tables

    @property
    def records(self) -> list[Record]:
        return [one.record for one in self.tables]

    @property
    def differs(self) -> bool:
        one, other = (record.state for record in self.records)
        return bool(one != other)

    def tap(self, device: str, seat: Seat | None, kind: str, args: dict[str, Any]) -> Answer:
        """The answer is the same at both, or it tells what was sealed."""
        before, people, differs = self.records, self.tables[0].people, self.differs
        self.taps += 1
        answers = [self.send(one, device, seat, kind, args) for one in self.tables]
        if device not in self.knows:
            assert answers[0] == answers[1], (device, seat, kind, args)
        assert answers[0].ok == answers[1].ok
        held = people.at(self.hider)
        if answers[0].ok and differs and held and device in held.devices and device in self.knows:
            now = self.tables[0].people.at(self.hider)
            self.knows |= now.devices if now and self.differs else set()
        if answers[0].ok and differs:
            self.is_open = any(
                is_anything_sealed(record.state_after(n - 1))
                and not is_anything_sealed(record.state_after(n))
                and _opens(record, n)
                for record, was in zip(self.records, before, strict=True)
                for n in range(1, record.n + 1)
                if n > was.n or record.state_after(n) != was.state_after(n)
            )
        return answers[0]

    def send(self, one: Any, device: str, seat: Seat | None, kind: str, args: Any) -> Answer:
        table._chance = Random(self.taps)
        answer: Answer = one.play(device, seat, kind, args, f"tap-{self.taps}")
        return answer

    def devices(self) -> list[str]:
        return [SCREEN, *self.seats, *STRANGERS]

    def a_device(self, data: st.DataObject) -> tuple[str, Seat | None]:
        """Somebody, speaking for a seat that they hold or for none."""
        device = data.draw(st.sampled_from(self.devices()))
        seats = self.tables[0].people.seats_of(device)
        return device, data.draw(st.sampled_from(seats or (None,)))

    # What people do

    going = precondition(lambda self: self.hider and not self.is_open)

    @going
    @rule(data=st.data(), kind=st.sampled_from(["play_from", "play_from", "free", "ask_seat"]))
    def a_seat_moves(self, data: st.DataObject, kind: str) -> None:
        device, speaks = self.a_device(data)
        args = {"seat": data.draw(st.sampled_from(self.seats))}
        if kind == "play_from":
            args["where"] = data.draw(st.sampled_from(["table", *self.seats]))
        self.tap(device, speaks, kind, args)

    @going
    @rule(data=st.data(), phone=st.booleans())
    def somebody_sits_down(self, data: st.DataObject, phone: bool) -> None:
        device, speaks = self.a_device(data)
        seat = data.draw(st.sampled_from(self.seats))
        self.tap(device, speaks, "sit", {"seat": seat, "name": "New", "phone": phone})

    @going
    @rule(data=st.data())
    @precondition(lambda self: self.tables[0].people.wishes)
    def a_wish_is_granted(self, data: st.DataObject) -> None:
        wish = data.draw(st.sampled_from(self.tables[0].people.wishes))
        device, speaks = self.a_device(data)
        self.tap(device, speaks, "hand_over", {"wish": wish.n})

    @going
    @rule(data=st.data())
    def the_hosts_role_goes_round(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from([None, *self.seats]))
        self.tap(SCREEN, None, "hand_host", {"seat": seat})

    @going
    @rule(data=st.data(), kind=st.sampled_from(["undo", "undo", "redo", "redo", "keep"]))
    def a_step_is_taken_back_or_made_again(self, data: st.DataObject, kind: str) -> None:
        device, speaks = self.a_device(data)
        moves = [step.entry.n for step in self.records[0].steps if step.is_move][-6:]
        n = data.draw(st.sampled_from(moves))
        answer = self.tap(device, speaks, kind, {"n": n})
        if answer.goes:
            self.tap(device, speaks, kind, {"n": n, "also": list(answer.goes.also)})

    @going
    @rule(data=st.data())
    def an_open_move_is_made(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.seats))
        one = self.tables[0].people.at(seat)
        moves = self.open_moves(seat)
        if one and moves and not (seat == self.hider and self.differs):
            self.tap(min(one.devices), seat, *data.draw(st.sampled_from(moves)))

    @going
    @rule(data=st.data())
    def the_hider_changes_their_mind(self, data: st.DataObject) -> None:
        """To the same at both tables: what was sealed first still lies in the log."""
        one = self.tables[0].people.at(self.hider)
        moves = self.open_moves(self.hider or "", sealed=data.draw(st.booleans()))
        if one and moves:
            self.tap(min(one.devices), self.hider, *data.draw(st.sampled_from(moves)))

    @rule()
    def a_restart(self) -> None:
        codes, states = [one.code for one in self.tables], [one.state for one in self.records]
        for log in self.logs:
            log.close()
        self.logs = [Log(folder) for folder in self.folders]
        self.tables = [Tables(log).find(code) for log, code in zip(self.logs, codes, strict=True)]
        assert [one.state for one in self.records] == states

    # What must hold

    @invariant()
    def nobody_learns_who_did_not_know(self) -> None:
        if not self.hider or self.is_open:
            return
        for device in self.devices():
            if device in self.knows:
                continue
            for seat in (None, *self.tables[0].people.seats_of(device)):
                one, other = (each.game_view(seat) for each in self.tables)
                assert one == other, (device, seat)
                a, b = (replace(each.view(device, seat), code="") for each in self.tables)
                assert a == b and a.story == b.story, (device, seat)

    @invariant()
    def nothing_is_stuck(self) -> None:
        """A seat that is taken, and whose choice is void, may choose again."""
        if not self.hider or self.is_open or self.tables[0].people.paused:
            return
        if self.tables[0].is_finished:
            return  # what is awaited then is a count
        state = self.records[0].state
        view = self.tables[0].game_view(None)
        if self.hider in view.waiting_for and self.tables[0].people.at(self.hider):
            assert not has_sealed(state, self.hider) or self.differs
            assert self.open_moves(self.hider)


def _opens(record: Record, n: int) -> bool:
    step = record.step(n)
    rule = record.game.moves.get(step.entry.kind) if step.is_move else None
    return rule is not None and (is_marked(rule, "by_table") or is_marked(rule, "for_host"))


TestTwoEvenings = TwoEvenings.TestCase
TestTwoEvenings.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
