"""Every message is judged by what its device holds now: each move of the house, by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.game import Illegal, Move
from assistant.moves import HOUSE_MOVES, after, require_voice
from assistant.record import Entry, Question
from assistant.takeback import TAKING_BACK
from tests.test_table import SCREEN, Seats


class Evening(Seats):
    """Red asks to take the reveal back, another phone asks for blue's seat, green is told news."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "red", "green", "blue")
        self.must(SCREEN, "begin")
        for seat, phase in (("red", 1), ("green", 1), ("blue", 3)):
            self.picked = self.must(seat, "pick_phase", phase=phase)
        self.own = self.must("blue", "done")
        self.must("blue", "undo", n=self.own, also=[])
        others = self.must("green", "done")
        self.must(SCREEN, "undo", n=others, also=[])
        self.must("red", "undo", n=self.picked + 1, since=True)
        self.wish = self.must("new phone", "ask_seat", seat="blue")
        self.args: dict[str, dict[str, Any]] = {
            "sit": {"seat": "yellow", "name": "Kuba"},
            "free": {"seat": "blue"},
            "rename": {"seat": "blue", "name": "Kuba"},
            "ask_seat": {"seat": "blue"},
            "hand_over": {"wish": self.wish},
            "decline": {"wish": self.wish},
            "play_from": {"seat": "blue", "where": "green"},
            "hand_host": {"seat": "green"},
            "start_clock": {"seconds": 90},
            "undo": {"n": self.picked + 1},
            "redo": {"n": self.own},
            "keep": {"n": self.picked + 1},
            "noted": {"n": others + 1},
            "set_up": {"mode": "coop"},
            "forget_rules": {"name": "Friday"},
        }

    def told(self, device: str, seat: str | None, kind: str) -> str | None:
        """The refusal of a move, by its key; None if it would be made. Nothing is kept."""
        try:
            self.table._judge(device, Move(kind, seat, self.args.get(kind, {})), "try")
        except Illegal as refusal:
            return refusal.text.key
        return None


def nothing(it: Evening) -> tuple[str, str | None]:
    """A device that never held anything."""
    return "stranger", None


def another_seat(it: Evening) -> tuple[str, str | None]:
    """A device at its own seat, about the seat, the steps and the news of others."""
    return "green", "green"


def anothers_seat(it: Evening) -> tuple[str, str | None]:
    """A device that names the seat of another."""
    return "green", "blue"


def a_freed_seat(it: Evening) -> tuple[str, str | None]:
    """A device that left, and still names what it held."""
    it.must(SCREEN, "free", seat="blue")
    return "blue", "blue"


def no_seat_any_more(it: Evening) -> tuple[str, str | None]:
    it.must(SCREEN, "free", seat="blue")
    return "blue", None


def a_moved_seat(it: Evening) -> tuple[str, str | None]:
    """A device whose seat is played elsewhere, and that still names it."""
    it.must(SCREEN, "play_from", seat="blue", where="red")
    return "blue", "blue"


def no_seat_since_it_moved(it: Evening) -> tuple[str, str | None]:
    it.must(SCREEN, "play_from", seat="blue", where="red")
    return "blue", None


ANYBODY = {"sit": None, "ask_seat": None}
HOSTS = dict.fromkeys(
    ("hand_host", "start_clock", "stop_clock", "set_up", "forget_rules", "rematch"),
    "only-the-host",
)
SEATED = dict.fromkeys(("pause", "resume"), "not-seated")
BLUES = dict.fromkeys(
    ("free", "rename", "hand_over", "decline", "play_from"),
    "not-your-seat",
)
VOICES = dict.fromkeys(TAKING_BACK, "not-seated")
UNSEATED = {**ANYBODY, **HOSTS, **SEATED, **BLUES, **VOICES}
FREED = {
    **UNSEATED,
    **dict.fromkeys(("free", "rename", "play_from", "ask_seat"), "seat-free"),
    **dict.fromkeys(("hand_over", "decline"), "no-such-wish"),
}
EXPECTED: dict[Any, dict[str, str | None]] = {
    nothing: UNSEATED,
    another_seat: {
        **HOSTS,
        **BLUES,
        "sit": "already-seated",
        "ask_seat": None,
        "pause": None,
        "resume": "not-paused",
        "undo": None,  # its yes to what everybody saw
        "redo": "not-yours-to-undo",
        "keep": None,
        "noted": None,
        "turn_again": "only-the-host",
    },
    anothers_seat: dict.fromkeys(HOUSE_MOVES, "not-your-seat"),
    a_freed_seat: dict.fromkeys(HOUSE_MOVES, "not-seated"),
    no_seat_any_more: FREED,
    a_moved_seat: dict.fromkeys(HOUSE_MOVES, "not-your-seat"),
    no_seat_since_it_moved: UNSEATED,
}


@pytest.mark.parametrize("holds", EXPECTED, ids=lambda holds: holds.__name__)
def test_a_device_moves_for_what_it_holds_now(tmp_path: Path, holds: Any) -> None:
    it = Evening(tmp_path)
    device, seat = holds(it)
    assert {kind: it.told(device, seat, kind) for kind in HOUSE_MOVES} == EXPECTED[holds]


@pytest.mark.parametrize("holds", EXPECTED, ids=lambda holds: holds.__name__)
def test_a_move_of_the_game_is_its_own_seats(tmp_path: Path, holds: Any) -> None:
    it = Evening(tmp_path)
    device, seat = holds(it)
    told = {kind: it.told(device, seat, kind) for kind in ("go_on", "done")}
    refused = {
        nothing: ("only-the-host", "not-seated"),
        another_seat: ("only-the-host", None),
        a_freed_seat: ("not-seated",) * 2,
        no_seat_any_more: ("only-the-host", "not-seated"),
        no_seat_since_it_moved: ("only-the-host", "not-seated"),
    }.get(holds, ("not-your-seat",) * 2)
    assert tuple(told.values()) == refused


def test_a_seat_that_moved_says_yes_where_it_is_now(tmp_path: Path) -> None:
    it = Evening(tmp_path)
    it.must(SCREEN, "play_from", seat="blue", where="red")
    assert it.table.play("red", "blue", "undo", it.args["undo"], "from there").ok
    (question,) = it.table.record.questions
    assert [seat for seat, _ in question.yes] == ["red", "blue"]


def test_the_host_answers_for_the_table_and_for_no_seat_that_it_does_not_hold(
    tmp_path: Path,
) -> None:
    it = Evening(tmp_path)
    assert it.told(SCREEN, "blue", "keep") == "not-your-seat"
    assert it.told(SCREEN, None, "keep") is None


def test_an_older_log_keeps_a_voice_that_would_be_refused_now(tmp_path: Path) -> None:
    """What was accepted once is accepted again, whoever said it."""
    it = Evening(tmp_path)
    record = it.table.record
    late = Entry(record.n + 1, "x", "stranger", "blue", "undo", it.args["undo"])
    said = after(record, late)
    assert _yes(said.questions) == ["red", "blue"]
    with pytest.raises(Exception, match="not-your-seat"):
        require_voice(record.people, late.device, late.move)
    again = after(record, replace(late, kind="keep", seat=None, device="green"))
    assert again.questions == ()
    with pytest.raises(Exception, match="not-seated"):
        require_voice(record.people, "green", Move("keep", None, it.args["keep"]))


def _yes(questions: tuple[Question, ...]) -> list[str]:
    return [seat for one in questions for seat, _ in one.yes]
