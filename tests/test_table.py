"""A table: every tap counts once, everything can be taken back, nothing is lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from assistant.log import Log
from assistant.record import BY_TABLE
from assistant.table import Answer, Table, Tables

SCREEN = "screen"


class Seats:
    """A table with a screen and phones named by their seat."""

    def __init__(self, folder: Path, *seats: str, mode: str = "standard") -> None:
        self.log = Log(folder)
        self.table = Tables(self.log).open("ares", mode, {}, SCREEN)
        self._taps = 0
        for seat in seats:
            self.move(seat, "sit", seat=seat, name=seat.title())

    def move(self, device: str, kind: str, /, anyway: bool = False, **args: Any) -> Answer:
        self._taps += 1
        seat = None if device == SCREEN else self.table.seat_of(device)
        return self.table.play(device, seat, kind, args, f"tap-{self._taps}", anyway=anyway)

    def must(self, device: str, kind: str, /, **args: Any) -> int:
        answer = self.move(device, kind, **args)
        assert answer.ok, answer
        return answer.n

    def why(self, device: str, kind: str, /, **args: Any) -> str:
        before = self.table.record
        answer = self.move(device, kind, **args)
        assert not answer.ok and answer.refused, answer
        assert self.table.record is before, "a refusal changes nothing"
        return answer.refused.key

    def restarted(self) -> Table:
        return Tables(Log(self.log.path.parent)).find(self.table.code)

    @property
    def state(self) -> Any:
        return self.table.record.state

    def story(self) -> list[str]:
        return [line.text.key for line in self.table.record.story if not line.is_undone]


@pytest.fixture
def two(tmp_path: Path) -> Seats:
    seats = Seats(tmp_path, "red", "blue")
    seats.must(SCREEN, "begin")
    return seats


def test_the_same_tap_again_gets_the_same_answer_and_counts_once(two: Seats) -> None:
    first = two.table.play("red", "red", "pick_phase", {"phase": 3}, "x")
    again = two.table.play("red", "red", "pick_phase", {"phase": 4}, "x")
    assert first == again and first.ok
    assert two.state.picks.own("red") == 3
    assert two.restarted().play("red", "red", "pick_phase", {"phase": 3}, "x") == first


def test_a_refused_tap_stays_refused(two: Seats) -> None:
    first = two.table.play("red", "red", "done", {}, "x")
    two.must("red", "pick_phase", phase=1)
    two.must("blue", "pick_phase", phase=1)
    assert two.table.play("red", "red", "done", {}, "x") == first and not first.ok


def test_two_devices_may_use_the_same_id(two: Seats) -> None:
    assert two.table.play("red", "red", "pick_phase", {"phase": 3}, "1").ok
    assert two.table.play("blue", "blue", "pick_phase", {"phase": 3}, "1").ok
    assert two.state.step == "phase"


def test_the_state_is_the_fold_of_the_log(two: Seats) -> None:
    two.must("red", "pick_phase", phase=3)
    two.must("blue", "pick_phase", phase=4)
    two.must("red", "done")
    again = two.restarted().record
    assert again.state == two.state and again.story == two.table.record.story
    assert again.people == two.table.people


def test_a_seat_moves_only_for_its_own_phone(two: Seats) -> None:
    refused = two.table.play("red", "blue", "pick_phase", {"phase": 1}, "x").refused
    assert refused and refused.key == "not-your-seat"
    stranger = two.table.play("stranger", None, "pick_phase", {"phase": 1}, "x").refused
    assert stranger and stranger.key == "not-seated"


def test_only_the_host_begins_and_goes_on(tmp_path: Path) -> None:
    seats = Seats(tmp_path, "red", "blue")
    assert seats.why("red", "begin") == "only-the-host"
    seats.must(SCREEN, "hand_host", seat="red")
    seats.must("red", "begin")
    assert seats.why("blue", "go_on") == "only-the-host"


def test_nobody_sends_what_the_table_does_by_itself(two: Seats) -> None:
    assert two.why("red", "reveal") == "unknown-move"
    assert two.why("red", "leave") == "unknown-move"
    assert two.why(SCREEN, "begin", neutral=[[1, 2, 3, 4, 5]] * 5) == "malformed"
    with pytest.raises(Exception, match="bad-token"):
        two.table.play(BY_TABLE, None, "reveal", {}, "x")


@pytest.mark.parametrize(
    ("kind", "args", "why"),
    [
        ("pick_phase", {}, "malformed"),
        ("pick_phase", {"phase": 0}, "malformed"),
        ("pick_phase", {"phase": 6}, "malformed"),
        ("pick_phase", {"phase": "3"}, "malformed"),
        ("pick_phase", {"phase": 3.0}, "malformed"),
        ("pick_phase", {"phase": True}, "malformed"),
        ("pick_phase", {"phase": None}, "malformed"),
        ("pick_phase", {"phase": [3]}, "malformed"),
        ("pick_phase", {"phase": 3, "seat": "blue"}, "malformed"),
        ("undo", {"n": -1}, "no-such-step"),
        ("undo", {"n": 10**9}, "no-such-step"),
        ("undo", {"n": "1"}, "malformed"),
        ("done", {"x" * 5000: 1}, "oversized"),
        ("nonsense", {}, "unknown-move"),
        ("__init__", {}, "unknown-move"),
        ("take_cube", {"kind": "gold"}, "malformed"),
        ("take_cube", {"kind": "copper"}, "only-in-coop"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(
    two: Seats, kind: str, args: dict[str, Any], why: str
) -> None:
    before = two.table.record
    answer = two.table.play("red", "red", kind, args, "x")
    assert answer.refused and answer.refused.key == why
    assert two.table.record is before
    assert len(two.log.entries(two.table.code)) == before.n


def test_a_paused_table_takes_no_move(two: Seats) -> None:
    two.must("red", "pause")
    assert two.why("blue", "pick_phase", phase=1) == "paused"
    two.must("blue", "resume")
    two.must("blue", "pick_phase", phase=1)


# Taking back


def test_an_own_move_is_taken_back_although_others_moved_since(two: Seats) -> None:
    n = two.must("red", "pick_phase", phase=3)
    two.must("blue", "rename", seat="blue", name="Olena")
    two.must("red", "undo", n=n)
    assert not two.state.picks.has("red")
    assert two.why("red", "undo", n=n) == "already-undone"
    two.must("red", "redo", n=n)
    assert two.state.picks.own("red") == 3
    assert two.restarted().record.state == two.state


def test_a_move_that_a_later_one_needs_stays(two: Seats) -> None:
    n = two.must("red", "pick_phase", phase=3)
    two.must("blue", "pick_phase", phase=4)
    answer = two.move("red", "undo", n=n)
    assert answer.refused and answer.refused.key == "needed-later"
    assert dict(answer.refused.values)["n"] == n + 2  # the reveal
    assert two.state.step == "phase"


def test_others_moves_are_the_hosts_to_take_back(two: Seats) -> None:
    n = two.must("red", "pick_phase", phase=3)
    assert two.why("blue", "undo", n=n) == "not-yours-to-undo"
    two.must(SCREEN, "undo", n=n)
    assert not two.state.picks.has("red")


def test_sitting_down_is_not_taken_back(two: Seats) -> None:
    assert two.why("red", "undo", n=1) == "cannot-be-undone"


def test_a_reveal_is_taken_back_with_everybodys_yes(two: Seats) -> None:
    two.must("red", "pick_phase", phase=3)
    reveal = two.must("blue", "pick_phase", phase=4) + 1
    two.must("red", "undo", n=reveal)
    assert two.state.step == "phase", "one yes is not enough"
    assert two.why("red", "undo", n=reveal) == "already-agreed"
    two.must("blue", "undo", n=reveal)
    assert two.state.step == "planning"
    assert two.state.picks.own("red") == 3, "the cards are still chosen"
    two.must("red", "pick_phase", phase=5)
    assert two.state.phases == (4, 5), "and turned again when somebody changed theirs"
    assert two.restarted().record.state == two.state


def test_one_no_keeps_the_reveal(two: Seats) -> None:
    two.must("red", "pick_phase", phase=3)
    reveal = two.must("blue", "pick_phase", phase=4) + 1
    two.must("red", "undo", n=reveal)
    two.must("blue", "keep", n=reveal)
    two.must("blue", "undo", n=reveal)
    assert two.state.step == "phase"


def test_the_hosts_word_takes_a_reveal_back(two: Seats) -> None:
    two.must("red", "pick_phase", phase=3)
    reveal = two.must("blue", "pick_phase", phase=4) + 1
    two.must(SCREEN, "undo", n=reveal)
    assert two.state.step == "planning"


def test_the_story_tells_that_a_card_was_chosen_never_which(two: Seats) -> None:
    two.must("red", "pick_phase", phase=3)
    two.must("red", "pick_phase", phase=5)
    assert two.story()[-2:] == ["story-locked", "story-changed-pick"]
    assert all("3" not in str(line.text) for line in two.table.record.story)


def test_an_overruled_refusal_is_told_only_when_the_cards_are_turned(two: Seats) -> None:
    two.must("red", "pick_phase", phase=3)
    two.must("blue", "pick_phase", phase=4)
    for _ in range(3):
        two.must(SCREEN, "go_on")
    assert two.why("red", "pick_phase", phase=3) == "same-phase-twice"
    assert two.move("red", "pick_phase", anyway=True, phase=3).ok
    assert two.story()[-1] == "story-locked"
    two.must("blue", "pick_phase", phase=1)
    assert "turned-again" in str(two.table.record.story[-1].text)


# Several processes, and a store that fails


def test_two_processes_agree_because_the_log_is_the_authority(two: Seats) -> None:
    other = two.restarted()
    two.must("red", "pick_phase", phase=3)
    answer = other.play("blue", "blue", "pick_phase", {"phase": 4}, "x")
    assert answer.ok and answer.n == 5
    assert other.record.state.phases == (3, 4)
    two.table.catch_up()
    assert two.state == other.record.state


def test_a_full_disk_refuses_the_tap_and_changes_nothing(two: Seats) -> None:
    before = two.table.record
    two.log._connection.execute("PRAGMA max_page_count=1")
    answers = []
    for tap in range(200):
        answers.append(two.table.play("red", "red", "pick_phase", {"phase": 3}, f"{tap:060}"))
        if not answers[-1].ok:
            break
    assert answers[-1].refused and answers[-1].refused.key == "cannot-be-stored"
    last = two.table.record
    assert last.n == before.n + len(answers) - 1
    assert len(two.log.entries(two.table.code)) == last.n
    two.log._connection.execute("PRAGMA max_page_count=1000000")
    assert two.table.play("red", "red", "pick_phase", {"phase": 3}, f"{tap:060}").ok, "try again"


def test_an_unknown_code_is_refused(tmp_path: Path) -> None:
    tables = Tables(Log(tmp_path))
    for code in ("", "XXX", "'; DROP TABLE moves", "k" * 1000):
        with pytest.raises(Exception, match="unknown-table"):
            tables.find(code)


def test_codes_are_short_and_read_in_either_case(tmp_path: Path) -> None:
    tables = Tables(Log(tmp_path))
    table = tables.open("ares", "standard", {}, SCREEN)
    assert len(table.code) == 3 and tables.find(table.code.lower()) is table


@pytest.mark.parametrize(
    ("game", "mode", "options", "key"),
    [
        ("chess", "standard", {}, "unknown-game"),
        (None, "standard", {}, "unknown-game"),
        ("ares", "party", {}, "unknown-mode"),
        ("ares", 3, {}, "unknown-mode"),
        ("ares", "solo", {"difficulty": "easy"}, "unknown-choice"),
        ("ares", "solo", {"colour": "red"}, "unknown-option"),
        ("ares", "solo", [], "malformed"),
    ],
)
def test_a_set_up_that_no_game_has_is_refused(
    tmp_path: Path, game: object, mode: object, options: object, key: str
) -> None:
    log = Log(tmp_path)
    with pytest.raises(Exception, match=key):
        Tables(log).open(game, mode, options, SCREEN)
    assert log.tables() == []


def test_the_store_holds_what_the_record_says(two: Seats) -> None:
    two.must("red", "pick_phase", phase=3)
    with sqlite3.connect(two.log.path) as connection:
        (count,) = connection.execute("SELECT count(*) FROM moves").fetchone()
    connection.close()
    assert count == two.table.record.n == 4
