"""A table: every tap counts once, everything can be taken back, nothing is lost."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from assistant import table
from assistant.game import Illegal, Move, Names, Setup, Text, View, text
from assistant.games import GAMES
from assistant.log import Log
from assistant.seats import BY_TABLE, MOST_WISHES
from assistant.store import Store
from assistant.table import LARGEST_MOVE, MOST_FOLLOWED, REMEMBERED_REFUSALS, Answer, Table, Tables
from assistant.view import Answering, Asked, Person
from tests.toy import toy

SCREEN = "screen"


class Seats:
    """A table with a screen and phones named by their seat."""

    def __init__(
        self, where: Path | str, *seats: str, mode: str = "standard", game: str = "ares"
    ) -> None:
        self.where = where
        self.log = Log(where)
        self.table = Tables(self.log).open(game, mode, {}, SCREEN)
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
        return Tables(Log(self.where)).find(self.table.code)

    @property
    def state(self) -> Any:
        return self.table.record.state

    def story(self) -> list[str]:
        return [line.text.key for line in self.table.record.story if not line.is_undone]


def only_reads(store: Store, switch: str) -> None:
    """A store that keeps nothing for a while."""
    if store.is_shared:
        store.read("SELECT set_config('default_transaction_read_only', ?, false)", switch)
    else:
        store.read(f"PRAGMA query_only={switch}")


@pytest.fixture
def two(where: Path | str) -> Seats:
    seats = Seats(where, "red", "blue")
    seats.must(SCREEN, "begin")
    return seats


@pytest.fixture
def dominoes(where: Path | str, monkeypatch: pytest.MonkeyPatch) -> Seats:
    monkeypatch.setitem(GAMES, "toy", toy())
    seats = Seats(where, "red", "blue", game="toy")
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


# What the table does by itself


def test_the_table_moves_by_itself_until_there_is_nothing_left_to_do(dominoes: Seats) -> None:
    n = dominoes.must("red", "push", count=3)
    assert dominoes.state.fallen == 3 and dominoes.table.record.n == n + 3
    own = dominoes.table.record.steps[n:]
    assert {(step.entry.kind, step.entry.device) for step in own} == {("fall", BY_TABLE)}
    assert [step.entry.id for step in own] == [f"+{n + 1}", f"+{n + 2}", f"+{n + 3}"]
    assert sorted(dominoes.state.deck[0]) == [1, 2], "chance is drawn for its own moves too"
    assert dominoes.restarted().record.state == dominoes.state


def test_a_table_that_would_never_rest_refuses_the_move(dominoes: Seats) -> None:
    assert dominoes.move("red", "push", count=MOST_FOLLOWED).ok
    assert dominoes.why("blue", "push", count=MOST_FOLLOWED + 1) == "never-rests"


def test_no_id_of_a_phone_is_like_one_of_the_tables_own(two: Seats) -> None:
    """A tap called x+ and then the last pick, called x: both count, and the cards are turned."""
    assert two.table.play("red", "red", "pick_phase", {"phase": 1}, "x+").ok
    assert two.table.play("red", "red", "withdraw_pick", {}, "+6").ok
    assert two.table.play("blue", "blue", "pick_phase", {"phase": 2}, "x").ok
    assert two.table.play("red", "red", "pick_phase", {"phase": 3}, "x").ok
    assert two.state.phases == (2, 3)


def test_a_store_that_is_always_ahead_refuses_the_tap_in_the_end(tmp_path: Path) -> None:
    two = Seats(tmp_path, "red", "blue")
    two.must(SCREEN, "begin")
    before = two.table.record
    with sqlite3.connect(two.log.path) as other:
        other.execute(
            "CREATE TRIGGER ahead BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'ahead'); END"
        )
    answer = two.table.play("red", "red", "pick_phase", {"phase": 3}, "x")
    assert answer.refused and answer.refused.key == "written-elsewhere"
    assert two.table.record is before
    with other:
        other.execute("DROP TRIGGER ahead")
    other.close()
    assert two.table.play("red", "red", "pick_phase", {"phase": 3}, "x").ok, "try again"


def test_a_game_starts_the_clock_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rest(state: Any, move: Move) -> Move | None:
        match move.kind:
            case "push":
                return Move("start_clock", args={"seconds": 90})
            case "start_clock":
                return Move("fall")
        return None

    monkeypatch.setitem(GAMES, "toy", toy(follow=rest))
    monkeypatch.setattr(table, "_now", lambda: 1000.25)
    seats = Seats(tmp_path, "red", "blue", game="toy")
    seats.must(SCREEN, "begin")
    n = seats.must("red", "push")
    assert seats.state.fallen == 1, "what follows the clock is done too"
    assert seats.table.record.steps[n].entry.device == BY_TABLE
    clock = seats.table.view("red", "red").clock
    assert clock and (clock.seconds, clock.ends_at) == (90, 1090.25)
    line = next(line for line in seats.table.record.story if line.n == n + 1)
    assert line.text == text("story-start_clock", time="1:30") and not line.is_move
    monkeypatch.setattr(table, "_now", lambda: 1030.5)
    seats.must("blue", "pause")
    held = seats.table.view("red", "red").clock
    assert held and held.left == 59.75
    assert seats.restarted().people.clock == held
    seats.must(SCREEN, "stop_clock")
    assert seats.why(SCREEN, "stop_clock") == "no-clock"
    assert seats.why("red", "undo", n=n + 1) == "cannot-be-undone"


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


def test_a_move_that_others_lean_on_is_not_taken_back_alone(two: Seats) -> None:
    n = two.must("red", "pick_phase", phase=3)
    turned = two.must("blue", "pick_phase", phase=4) + 1
    answer = two.move("red", "undo", n=n)
    assert answer.refused and answer.refused.key == "goes-too"
    assert answer.goes and answer.goes.also == (turned,) and answer.goes.asks == ("blue",)
    assert two.state.step == "phase"
    assert two.table.view("red", "red").asked == (), "nobody was asked"


def test_advice_does_not_keep_a_move_from_being_taken_back(dominoes: Seats) -> None:
    """Blue's turn came through red's move; blue's stays although red's is taken back."""
    n = dominoes.must("red", "push")
    dominoes.must("blue", "push")
    dominoes.must("red", "push")
    assert dominoes.why("red", "push") == "not-your-turn"
    dominoes.must("red", "undo", n=n)
    assert dominoes.state.turn == 2
    assert dominoes.story()[-2:] == ["story-push", "story-push"], "nobody said anyway"
    assert dominoes.restarted().record.state == dominoes.state


def test_what_was_made_anyway_is_told_so_as_long_as_it_overrules_something(dominoes: Seats) -> None:
    first, second = dominoes.must("red", "push"), dominoes.must("blue", "push")
    assert dominoes.move("blue", "push", anyway=True).ok
    assert dominoes.story()[-1] == "story-anyway"
    dominoes.must("blue", "undo", n=second)
    assert dominoes.story()[-1] == "story-push", "now it was blue's turn"
    dominoes.must("red", "undo", n=first)
    assert dominoes.story()[-1] == "story-anyway", "and now it was not"


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


# Another game at the same table


@pytest.fixture
def lobby(where: Path | str, monkeypatch: pytest.MonkeyPatch) -> Seats:
    monkeypatch.setitem(GAMES, "toy", toy())
    return Seats(where, "red", "green", "blue")


def test_the_host_changes_the_game_in_the_lobby_and_people_stay(lobby: Seats) -> None:
    lobby.must(SCREEN, "set_help", level="mats")
    lobby.must(SCREEN, "set_up", game="toy", options={"length": "long"})
    table = lobby.table
    assert (table.game.key, table.setup.mode) == ("toy", "standard")
    assert dict(table.setup.options) == {"help": "little", "length": "long"}
    assert lobby.state.seats == ("red", "blue"), "the game has no green"
    assert table.people.at("green") is None and table.people.name("red") == "Red"
    view = table.view("green", None)
    assert (view.game, view.free, view.options) == ("toy", ("black",), table.setup.options)
    line = table.record.story[-1]
    assert line.text.key == "story-set_up-without" and line.game == "toy"
    assert dict(line.text.values)["who"] == Names(("green",))
    assert dict(line.names)["green"] == "Green", "who lost the seat is still called by name"
    lobby.must(SCREEN, "begin")
    lobby.must("red", "push", count=2)
    again = lobby.restarted()
    assert (again.setup, again.record.state) == (table.setup, lobby.state)
    assert again.record.story == table.record.story and again.people == table.people


def test_what_is_left_out_of_a_set_up_stays(lobby: Seats) -> None:
    lobby.must(SCREEN, "set_up", options={"help": "mats", "advanced": "yes"})
    lobby.must(SCREEN, "set_up", mode="coop")
    options = dict(lobby.table.setup.options)
    assert (lobby.table.setup.mode, options["help"], options["advanced"]) == ("coop", "mats", "yes")
    assert [seat for seat, _ in lobby.table.people.sittings] == ["red", "green"], "two may sit"
    lobby.must(SCREEN, "set_up", game="toy")
    assert lobby.table.setup.mode == "standard", "the first that the game has"
    assert dict(lobby.table.setup.options) == {"help": "mats", "length": "short"}


def test_the_host_keeps_the_only_seat(lobby: Seats) -> None:
    lobby.must(SCREEN, "hand_host", seat="blue")
    lobby.must("blue", "set_up", mode="solo")
    assert [seat for seat, _ in lobby.table.people.sittings] == ["blue"]
    assert lobby.table.people.host == "blue" and lobby.state.player("blue")


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"mode": "party"}, "unknown-mode"),
        ({"options": {"colour": "red"}}, "unknown-option"),
        ({"options": {"help": "none"}}, "unknown-choice"),
        ({"options": {"help": 1}}, "malformed"),
        ({"options": []}, "malformed"),
        ({"game": 1}, "malformed"),
        ({"seats": 4}, "malformed"),
        ({}, "set-up-as-it-is"),
        ({"game": "ares", "mode": "standard", "options": {"help": "phases"}}, "set-up-as-it-is"),
    ],
)
def test_a_set_up_that_makes_no_sense_is_refused(
    lobby: Seats, args: dict[str, Any], why: str
) -> None:
    assert lobby.why(SCREEN, "set_up", **args) == why


def test_only_the_host_sets_up_and_only_until_the_game_begins(lobby: Seats) -> None:
    assert lobby.why("red", "set_up", mode="coop") == "only-the-host"
    lobby.must("red", "pause")
    assert lobby.why(SCREEN, "set_up", mode="coop") == "paused"
    lobby.must("red", "resume")
    begin = lobby.must(SCREEN, "begin")
    assert lobby.why(SCREEN, "set_up", mode="coop") == "set-up-stands"
    lobby.must(SCREEN, "undo", n=begin)
    lobby.must(SCREEN, "set_up", mode="coop")


def test_what_was_before_a_set_up_is_not_taken_back(lobby: Seats) -> None:
    lobby.must(SCREEN, "set_up", options={"help": "mats"})
    chosen = lobby.must("red", "choose_corporation", number=209)
    assert lobby.table.view("red", "red").last_own
    n = lobby.must(SCREEN, "set_up", options={"advanced": "yes"})
    assert lobby.table.view("red", "red").last_own is None
    assert lobby.why("red", "undo", n=chosen) == "before-the-set-up"
    assert lobby.why(SCREEN, "undo", n=n) == "cannot-be-undone"
    chosen = lobby.must("red", "choose_corporation", number=210)
    lobby.must("red", "undo", n=chosen)
    assert lobby.state.player("red").corporation is None
    assert len(lobby.table.record.states) == lobby.table.record.n - n + 1


def test_another_process_learns_of_a_set_up(lobby: Seats) -> None:
    other = lobby.restarted()
    lobby.must(SCREEN, "set_up", game="toy")
    assert other.play("blue", "blue", "rename", {"seat": "blue", "name": "Bo"}, "x").ok
    assert other.game.key == "toy" and other.people.name("blue") == "Bo"
    lobby.must(SCREEN, "begin")
    lobby.table.catch_up()
    assert lobby.table.people.name("blue") == "Bo"


# Several processes, and a store that fails


def test_two_processes_agree_because_the_log_is_the_authority(two: Seats) -> None:
    other = two.restarted()
    two.must("red", "pick_phase", phase=3)
    answer = other.play("blue", "blue", "pick_phase", {"phase": 4}, "x")
    assert answer.ok and answer.n == 5
    assert other.record.state.phases == (3, 4)
    two.table.catch_up()
    assert two.state == other.record.state


def test_a_full_disk_refuses_the_tap_and_changes_nothing(tmp_path: Path) -> None:
    two = Seats(tmp_path, "red", "blue")
    two.must(SCREEN, "begin")
    before = two.table.record
    two.log.store.read("PRAGMA max_page_count=1")
    answers = []
    for tap in range(200):
        answers.append(two.table.play("red", "red", "pick_phase", {"phase": 3}, f"{tap:060}"))
        if not answers[-1].ok:
            break
    assert answers[-1].refused and answers[-1].refused.key == "cannot-be-stored"
    last = two.table.record
    assert last.n == before.n + len(answers) - 1
    assert len(two.log.entries(two.table.code)) == last.n
    two.log.store.read("PRAGMA max_page_count=1000000")
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
    ((count,),) = two.log.store.read("SELECT count(*) FROM moves")
    assert count == two.table.record.n == 4


# What a device sees of the table


def picked(view: View) -> Any:
    """The phase that who looks has sealed."""
    return view.as_json()["you"]["picked"]


def test_nobody_sits_down_at_a_table_that_is_finished(two: Seats) -> None:
    assert two.table.view("stranger", None).free == ("green", "yellow")
    two.must("red", "declare_terraformed")
    assert two.table.is_finished
    assert two.table.view("stranger", None).free == ()
    n = two.table.record.n
    two.must(SCREEN, "undo", n=n)
    assert two.table.view("stranger", None).free == ("green", "yellow")


def test_a_full_table_has_no_free_seat(tmp_path: Path) -> None:
    seats = Seats(tmp_path, mode="coop")
    assert seats.table.view("stranger", None).free == ("red", "green", "blue", "yellow")
    seats.must("red", "sit", seat="red", name="Ann")
    assert seats.table.view("stranger", None).free == ("green", "blue", "yellow")
    seats.must("blue", "sit", seat="blue", name="Olena")
    assert seats.table.view("stranger", None).free == ()


def test_who_has_no_phone_plays_from_a_neighbours_or_from_the_table(tmp_path: Path) -> None:
    seats = Seats(tmp_path, "red")
    seats.must("red", "sit", seat="green", name="Taras", phone=False)
    for seat in ("blue", "yellow"):
        seats.must(SCREEN, "sit", seat=seat, name=seat.title(), phone=False)
    people = seats.table.view(SCREEN, None).people
    assert [(one.seat, one.plays_from) for one in people] == [
        ("red", None),
        ("green", "red"),
        ("blue", "table"),
        ("yellow", "table"),
    ]


def test_a_neighbours_phone_is_found_also_when_its_seat_comes_later(tmp_path: Path) -> None:
    seats = Seats(tmp_path, "yellow")
    seats.must("yellow", "sit", seat="red", name="Ann", phone=False)
    seats.must("yellow", "sit", seat="green", name="Taras", phone=False)
    people = seats.table.view(SCREEN, None).people
    assert [one.plays_from for one in people] == ["yellow", "yellow", None]


def test_people_are_seen_with_name_touch_and_role(two: Seats) -> None:
    two.must(SCREEN, "hand_host", seat="blue")
    view = two.table.view("red", "red", frozenset({"blue"}))
    assert view.people == (
        Person("red", "Red", connected=False, host=False, plays_from=None),
        Person("blue", "Blue", connected=True, host=True, plays_from=None),
    )
    assert view.me == view.people[0] == view.person("red")
    assert view.person("green") is None and view.person(None) is None
    assert two.table.view(SCREEN, None).me is None
    assert not any(one.connected for one in two.table.view("red", "red").people)


def test_a_view_says_where_and_who_one_is(two: Seats) -> None:
    view = two.table.view("red", "red")
    assert (view.code, view.game, view.mode) == (two.table.code, "ares", "standard")
    assert (view.you, view.seats, view.host, view.paused) == ("red", ("red",), False, False)
    assert view.n == two.table.record.n == 3 and view.story == two.table.record.story
    two.must("red", "pause")
    screen = two.table.view(SCREEN, None)
    assert (screen.you, screen.seats, screen.host, screen.paused) == (None, (), True, True)


def test_the_newest_own_step_is_the_one_to_take_back(two: Seats) -> None:
    assert two.table.view("red", "red").last_own is None, "sitting down is not taken back"
    first = two.must("red", "pick_phase", phase=3)
    second = two.must("red", "pick_phase", phase=4)
    view = two.table.view("red", "red")
    assert view.last_own and view.last_own.n == second and view.last_undone is None
    for device, seat in (("blue", "blue"), (SCREEN, None)):
        assert two.table.view(device, seat).last_own is None
    two.must("red", "undo", n=first)
    two.must("red", "undo", n=second)
    view = two.table.view("red", "red")
    assert view.last_own is None and view.last_undone and view.last_undone.n == second
    two.must("red", "redo", n=first)
    view = two.table.view("red", "red")
    assert view.last_own and view.last_own.n == first
    assert view.last_undone and view.last_undone.n == second


def test_only_so_many_ask_for_a_seat_before_somebody_answers(two: Seats) -> None:
    wishes = [
        two.must(f"new {number}", "ask_seat", seat="red" if number % 2 else "blue")
        for number in range(MOST_WISHES)
    ]
    assert two.why("another", "ask_seat", seat="red") == "too-many-wishes"
    two.must(SCREEN, "decline", wish=wishes[0])
    two.must("another", "ask_seat", seat="red")


def test_a_wish_is_seen_by_who_asks_who_owns_and_the_host(two: Seats) -> None:
    n = two.must("new", "ask_seat", seat="red")
    two.must("newer", "ask_seat", seat="blue")
    seen = {device: two.table.view(device, None) for device in ("new", "red", "blue", SCREEN)}
    assert {device: view.wish for device, view in seen.items()} == {
        "new": "red",
        "red": None,
        "blue": None,
        SCREEN: None,
    }
    assert seen["new"].wishes == () and seen["red"].wishes == ((n, "red"),)
    assert seen["blue"].wishes == ((n + 1, "blue"),)
    assert seen[SCREEN].wishes == ((n, "red"), (n + 1, "blue"))


def test_who_asks_to_take_back_is_seen_by_all_with_the_step(two: Seats) -> None:
    two.must("red", "pick_phase", phase=3)
    reveal = two.must("blue", "pick_phase", phase=4) + 1
    two.must("red", "undo", n=reveal)
    thing = two.table.record.thing(reveal)
    of = (Answering("red", (), True), Answering("blue", (), False))
    asked = Asked(reveal, "undo", "red", thing, of, ())
    for device in ("red", "blue", SCREEN):
        assert two.table.view(device, None).asked == (asked,)


def test_a_device_plays_the_seat_it_wants_if_it_holds_it_else_its_own(tmp_path: Path) -> None:
    seats = Seats(tmp_path, "blue")
    seats.must("blue", "sit", seat="red", name="Ann", phone=False)
    table = seats.table
    assert table.people.seats_of("blue") == ("red", "blue")
    assert table.seat_of("blue") == "blue"
    assert table.seat_of("blue", "red") == "red" and table.seat_of("blue", "green") == "blue"
    assert table.seat_of("stranger", "red") is None and table.seat_of("stranger") is None
    seats.must(SCREEN, "sit", seat="green", name="Taras", phone=False)
    assert table.seat_of(SCREEN) is None and table.seat_of(SCREEN, "green") == "green"


def test_what_a_seat_sees_of_the_game_is_its_own_and_fresh(two: Seats) -> None:
    two.must("red", "pick_phase", phase=3)
    assert picked(two.table.game_view("red")) == 3
    assert picked(two.table.game_view("blue")) is None
    assert two.table.game_view("red") is two.table.game_view("red"), "built once"
    two.must("red", "pick_phase", phase=5)
    assert picked(two.table.game_view("red")) == 5


def test_only_who_is_seated_looks_before_playing(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.table = Tables(seats.log).open("ares", "standard", {"help": "cards"}, SCREEN)
    for seat in ("red", "blue"):
        seats.must(seat, "sit", seat=seat, name=seat.title())
    seats.must(SCREEN, "begin")
    before = seats.table.record
    with pytest.raises(Illegal, match="not-seated"):
        seats.table.look(None, {"number": 163})
    with pytest.raises(Illegal, match="malformed"):
        seats.table.look("red", {"number": "163"})
    assert seats.table.look("red", {"number": 217}).as_json()["number"] == 217
    assert seats.table.record is before


# Taps


def test_so_many_refusals_are_remembered_and_the_oldest_is_forgotten_first(two: Seats) -> None:
    for tap in range(REMEMBERED_REFUSALS + 1):
        assert not two.table.play("red", "red", "done", {}, f"early-{tap}").ok
    two.must("red", "pick_phase", phase=3)
    two.must("blue", "pick_phase", phase=4)
    second = two.table.play("red", "red", "done", {}, "early-1").refused
    newest = two.table.play("red", "red", "done", {}, f"early-{REMEMBERED_REFUSALS}").refused
    assert second and newest and second.key == newest.key == "no-phase-now"
    assert two.table.play("red", "red", "done", {}, "early-0").ok, "judged anew"


def test_an_answer_says_its_number_or_why_not_and_whether_it_may_be_made_anyway(
    two: Seats,
) -> None:
    assert two.move("red", "pick_phase", phase=3) == Answer(True, 4)
    refused = two.move("blue", "done")
    assert refused == Answer(False, 0, Text("no-phase-now"), advice=False)
    two.must("blue", "pick_phase", phase=4)
    for _ in range(3):
        two.must(SCREEN, "go_on")
    twice = two.move("red", "pick_phase", phase=3)
    assert twice.refused and twice.refused.key == "same-phase-twice" and twice.advice
    assert two.move("red", "pick_phase", anyway=True, phase=3).ok


def test_a_move_of_exactly_the_largest_size_is_read(two: Seats) -> None:
    frame = len(json.dumps({"seat": "red", "name": ""}))
    longest = "x" * (LARGEST_MOVE - frame)
    assert two.why("red", "rename", seat="red", name=longest) == "name-too-long"
    assert two.why("red", "rename", seat="red", name=longest + "x") == "oversized"


def test_a_tap_that_could_not_be_stored_says_why_and_may_come_again(two: Seats) -> None:
    only_reads(two.log.store, "on")
    answer = two.table.play("red", "red", "pick_phase", {"phase": 3}, "x")
    assert not answer.ok and answer.n == 0 and answer.refused
    assert answer.refused.key == "cannot-be-stored"
    reason = str(dict(answer.refused.values)["reason"])
    assert "readonly" in reason.replace("-", "")
    only_reads(two.log.store, "off")
    assert two.table.play("red", "red", "pick_phase", {"phase": 3}, "x") == Answer(True, 4)


def test_what_the_table_does_by_itself_is_in_the_log_as_its_own(two: Seats) -> None:
    two.table.play("red", "red", "pick_phase", {"phase": 3}, "a")
    two.table.play("blue", "blue", "pick_phase", {"phase": 4}, "b")
    *_, last, reveal = two.log.entries(two.table.code)
    assert (last.n, last.device, last.seat, last.kind) == (5, "blue", "blue", "pick_phase")
    assert last.args == {"phase": 4} and not last.anyway
    assert (reveal.n, reveal.device, reveal.kind) == (6, BY_TABLE, "reveal")


def test_what_another_process_wrote_is_answered_as_if_it_came_here(two: Seats) -> None:
    other = two.restarted()
    first = two.table.play("red", "red", "pick_phase", {"phase": 3}, "x")
    assert other.play("red", "red", "pick_phase", {"phase": 5}, "x") == first
    assert picked(other.game_view("red")) == 3
    two.must("red", "pick_phase", phase=4)
    assert picked(other.game_view("red")) == 3
    other.catch_up()
    assert picked(other.game_view("red")) == 4


# Tables


def test_tables_one_can_go_on_at_are_those_that_are_not_finished(tmp_path: Path) -> None:
    seats = Seats(tmp_path, "red", "blue")
    tables = Tables(seats.log)
    other = tables.open("ares", "standard", {}, SCREEN)
    assert {one.code for one in tables.unfinished()} == {seats.table.code, other.code}
    seats.must(SCREEN, "begin")
    assert [one.code for one in tables.unfinished()] == [seats.table.code, other.code]
    end = seats.must("red", "declare_terraformed")
    assert [one.code for one in tables.unfinished()] == [other.code]
    assert tables.find(seats.table.code).is_finished
    counted = seats.must("red", "count", part="tr", points=20)
    assert [one.code for one in tables.finished()] == [seats.table.code]
    seats.must("red", "undo", n=counted)
    seats.must("red", "undo", n=end)
    assert [one.code for one in tables.unfinished()] == [seats.table.code, other.code]


def test_a_table_is_opened_with_what_was_wished_and_who_hosts_it(tmp_path: Path) -> None:
    tables = Tables(Log(tmp_path))
    table = tables.open("ares", "solo", {"difficulty": "expert"}, "my-screen")
    assert table.people.is_host("my-screen") and not table.people.is_host("another")
    for found in (tables.find(table.code), Tables(Log(tmp_path)).find(table.code)):
        assert found.setup == table.setup and found.people == table.people
        assert found.setup.mode == "solo" and found.setup.option("difficulty") == "expert"


def test_a_table_of_a_game_that_is_not_here_any_more_is_unknown(tmp_path: Path) -> None:
    log = Log(tmp_path)
    assert log.open_table("K7Q", Setup("chess", "blitz"), SCREEN)
    with pytest.raises(Illegal, match="unknown-table"):
        Tables(log).find("K7Q")


def test_codes_grow_longer_when_the_short_ones_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.table.CODE_LETTERS", "K")
    tables = Tables(Log(tmp_path))
    codes = [tables.open("ares", "standard", {}, SCREEN).code for _ in range(3)]
    assert codes == ["KKK", "KKKK", "KKKKK"]


@pytest.mark.parametrize("game", ["chess", None, 7, ["ares"]])
def test_a_game_that_is_not_here_is_unknown(tmp_path: Path, game: object) -> None:
    with pytest.raises(Illegal) as refused:
        Tables(Log(tmp_path)).open(game, "standard", {}, SCREEN)
    assert refused.value.text == Text("unknown-game")


def test_no_device_is_the_table_itself(two: Seats) -> None:
    with pytest.raises(Illegal) as refused:
        two.table.play(BY_TABLE, None, "go_on", {}, "x")
    assert refused.value.text == Text("bad-token")


def test_a_table_is_opened_wholly_or_not_at_all_when_the_disk_is_full(tmp_path: Path) -> None:
    two = Seats(tmp_path, "red", "blue")
    two.log.store.read("PRAGMA max_page_count=1")
    tables = Tables(two.log)
    opened = []
    with pytest.raises(Illegal, match="cannot-be-stored"):
        for _ in range(500):
            opened.append(tables.open("ares", "standard", {}, "x" * 60).code)
    assert sorted(one.code for one in two.log.tables()) == sorted([*opened, two.table.code])
    two.log.store.read("PRAGMA max_page_count=1000000")
    assert tables.open("ares", "standard", {}, SCREEN).record.n == 0, "try again"
