"""An evening of random taps: play, resend, take back, restart. The record must always be right."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from assistant import table
from assistant.game import Move, fold
from assistant.log import Log
from assistant.record import Record
from assistant.table import Answer, Tables

SCREEN = "screen"
SEATS = ("red", "green", "blue")


class Evening(RuleBasedStateMachine):
    """Three people and a screen; every answer is kept, so that a resent tap can be compared."""

    def __init__(self) -> None:
        super().__init__()
        table._chance = Random(0)  # the same shuffles when an evening is tried again
        self.folder = Path(tempfile.mkdtemp())
        self.log = Log(self.folder)
        self.sent: list[tuple[tuple[Any, ...], Answer]] = []

    def teardown(self) -> None:
        self.log.close()
        shutil.rmtree(self.folder)

    @initialize(mode=st.sampled_from(["standard", "coop", "solo"]))
    def sit_down(self, mode: str) -> None:
        self.table = Tables(self.log).open("ares", "standard", {"help": "cards"}, SCREEN)
        self.tap(SEATS[-1], None, "sit", {"seat": SEATS[-1], "name": "early"})
        self.tap(SEATS[-1], SEATS[-1], "choose_corporation", {"number": 209})
        options = {"difficulty": "novice", "help": "phases"}
        assert self.tap(SCREEN, None, "set_up", {"mode": mode, "options": options}).ok
        self.tap(SCREEN, None, "free", {"seat": SEATS[-1]})
        for seat in SEATS[: {"standard": 3, "coop": 2, "solo": 1}[mode]]:
            self.tap(seat, None, "sit", {"seat": seat, "name": seat})
        self.tap(SCREEN, None, "begin", {})

    def tap(self, device: str, seat: str | None, kind: str, args: dict[str, Any]) -> Answer:
        tap = (device, seat, kind, args, f"tap-{len(self.sent)}")
        answer = self.table.play(*tap)
        self.sent.append((tap, answer))
        return answer

    def seats(self) -> list[str]:
        return [player.seat for player in self.table.record.state.players]

    @rule(data=st.data())
    def make_an_offered_move(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.seats()))
        open_ones = [one for one in self.table.game_view(seat).options if not one.refused]
        if not open_ones or not self.table.people.at(seat):
            return
        option = data.draw(st.sampled_from(open_ones))
        answer = self.tap(seat, seat, option.kind, dict(option.args))
        assert answer.ok or self.table.people.paused, (option, answer)

    @rule(data=st.data(), phase=st.integers(0, 6))
    def make_any_move(self, data: st.DataObject, phase: int) -> None:
        seat = data.draw(st.sampled_from(self.seats()))
        kind = data.draw(st.sampled_from(["pick_phase", "withdraw_pick", "done"]))
        self.tap(seat, seat, kind, {"phase": phase} if kind == "pick_phase" else {})

    @rule(kind=st.sampled_from(["go_on", "pause", "resume"]))
    def the_host_does(self, kind: str) -> None:
        self.tap(SCREEN, None, kind, {})

    @rule(seconds=st.integers(4, 90))
    def start_a_clock(self, seconds: int) -> None:
        assert self.tap(SCREEN, None, "start_clock", {"seconds": seconds}).ok == (seconds >= 5)

    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        n = data.draw(st.integers(1, self.table.record.n))
        device = data.draw(st.sampled_from([SCREEN, *self.seats()]))
        kind = data.draw(st.sampled_from(["undo", "undo", "undo", "redo", "keep", "noted"]))
        seat = None if device == SCREEN else device
        before = self.table.record
        answer = self.tap(device, seat, kind, {"n": n})
        if answer.goes and data.draw(st.booleans()):
            answer = self.tap(device, seat, kind, {"n": n, "also": list(answer.goes.also)})
            assert answer.ok, "what goes was named"
        if not answer.ok:
            assert self.table.record is before

    @rule()
    @precondition(lambda self: self.table.record.due and not self.table.people.paused)
    def turn_again(self) -> None:
        assert self.tap(SCREEN, None, "turn_again", {}).ok
        assert not self.table.record.due

    @rule(data=st.data())
    @precondition(lambda self: self.sent)
    def send_a_tap_again(self, data: st.DataObject) -> None:
        tap, answer = data.draw(st.sampled_from(self.sent))
        before = self.table.record
        again = self.table.play(*tap)
        if answer.ok:
            assert again == answer and self.table.record is before

    @rule()
    def leave_and_come_back(self) -> None:
        seat = self.seats()[0] if self.seats() else "red"
        if self.tap(SCREEN, None, "free", {"seat": seat}).ok:
            self.tap(seat, None, "sit", {"seat": seat, "name": "again"})

    @rule()
    def restart(self) -> None:
        record = self.table.record
        self.log.close()
        self.log = Log(self.folder)
        self.table = Tables(self.log).find(self.table.code)
        assert self.table.record.state == record.state
        assert self.table.record.story == record.story
        assert self.table.record.people == record.people
        assert self.table.record.taken_back == record.taken_back
        assert self.table.record.questions == record.questions
        assert self.table.record.news == record.news

    @invariant()
    def the_state_is_the_fold_of_what_was_not_taken_back(self) -> None:
        record: Record = self.table.record
        undone = dict(record.undone)
        played = record.steps[record.set_up_at :]
        kept = [step for step in played if step.entry.n not in undone]
        moves = [replace(step.effect, anyway=True) for step in kept if step.effect]
        state = fold(record.game, record.setup, [Move("sit", SEATS[-1]), *moves])
        assert state == record.state

    @invariant()
    def the_story_tells_every_step_as_it_stands(self) -> None:
        record: Record = self.table.record
        undone = dict(record.undone)
        told = [line for n in range(1, record.n + 1) if (line := record.line_of(n))]
        assert [line.n for line in record.story] == [line.n for line in told]
        for line, was in zip(record.story, told, strict=True):
            assert line.text == was.text
            assert line.is_undone == (line.n in undone) and line.undone_by == undone.get(line.n)
            assert line.is_move == (was.is_move and line.n > record.set_up_at)

    @invariant()
    def everybody_sees_their_newest_steps(self) -> None:
        story = self.table.record.story
        for seat in (None, *SEATS):
            own = [line for line in story if seat and line.seat == seat and line.is_move]
            view = self.table.view(seat or SCREEN, seat)
            assert view.last_own == next((one for one in own[::-1] if not one.is_undone), None)
            assert view.last_undone == next((one for one in own[::-1] if one.is_undone), None)

    @invariant()
    def the_log_knows_whether_it_is_over(self) -> None:
        opened = self.log.table(self.table.code)
        assert opened and opened.finished == self.table.is_finished

    @invariant()
    def every_view_can_be_seen(self) -> None:
        for device in (SCREEN, *SEATS):
            seat = self.table.seat_of(device)
            assert self.table.view(device, seat).code == self.table.code
            assert self.table.game_view(seat).as_json()["step"]


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
