"""House rules have a name, and are there again on another evening."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.game import Setup, change_setup, changed_rules, read_setup
from assistant.games import GAMES
from assistant.log import Log
from assistant.memory import Memory
from assistant.store import StoreError
from assistant.table import Table, Tables
from assistant.view import Rules
from tests.test_carry import LAPTOP, file_of
from tests.test_table import SCREEN, Seats
from tests.toy import toy

FRIDAY = {"hand_limit": "12", "price_ocean_mc": "20"}


@pytest.fixture
def lobby(tmp_path: Path) -> Seats:
    return Seats(tmp_path, "red", "blue")


def offered(table: Table, device: str = SCREEN) -> dict[str, dict[str, str]]:
    """What a device may take up at this table."""
    return {one.name: dict(one.options) for one in table.view(device, None).kept_rules}


def next_table(seats: Seats, game: str = "ares") -> Table:
    """Another table on the same machine, after a restart."""
    tables = Tables(Log(seats.log.path.parent))
    return tables.open(game, next(iter(GAMES[game].modes)), {}, SCREEN)


def test_the_host_names_house_rules_and_takes_them_up_at_the_next_table(lobby: Seats) -> None:
    lobby.must(SCREEN, "set_up", options=FRIDAY, name="  Friday ")
    assert lobby.table.setup.name == "Friday" == lobby.restarted().setup.name
    table = next_table(lobby)
    assert table.setup.name == ""
    assert offered(table) == {"Friday": FRIDAY}
    assert offered(table, "red") == {}, "only who may take them up"
    assert table.play(SCREEN, None, "set_up", {"options": FRIDAY, "name": "Friday"}, "x").ok
    assert changed_rules(table.game, table.setup) == FRIDAY


def test_what_is_kept_is_what_differs_from_the_book_and_nothing_else(lobby: Seats) -> None:
    more = {"help": "mats", "advanced": "yes", "start_tr": "5", "solo_end": "rounds"}
    lobby.must(SCREEN, "set_up", mode="solo", options={**FRIDAY, **more}, name="Friday")
    assert offered(lobby.table) == {"Friday": {**FRIDAY, "solo_end": "rounds"}}


def test_rules_that_are_changed_under_their_name_are_kept_as_they_are_now(lobby: Seats) -> None:
    lobby.must(SCREEN, "set_up", options=FRIDAY, name="Friday")
    lobby.must(SCREEN, "set_up", options={"hand_limit": "14"})
    assert offered(lobby.table)["Friday"]["hand_limit"] == "14"
    lobby.must(SCREEN, "set_up", name="Sunday")
    assert list(offered(lobby.table)) == ["Friday", "Sunday"]
    lobby.must(SCREEN, "set_up", name="")
    assert lobby.table.setup.name == "" and changed_rules(lobby.table.game, lobby.table.setup)
    assert list(offered(lobby.table)) == ["Friday", "Sunday"]


def test_a_name_without_house_rules_means_nothing(lobby: Seats) -> None:
    assert lobby.why(SCREEN, "set_up", name="Friday") == "no-house-rules"
    lobby.must(SCREEN, "set_up", options={"help": "mats"}, name="Friday")
    assert lobby.table.setup.name == "" and offered(lobby.table) == {}
    lobby.must(SCREEN, "set_up", options={"hand_limit": "12"}, name="Friday")
    assert lobby.why(SCREEN, "set_up", name="Friday") == "set-up-as-it-is"
    lobby.must(SCREEN, "set_up", options={"hand_limit": "10"}, name="Friday")
    assert lobby.table.setup.name == "", "it goes with the last of them"
    assert offered(lobby.table) == {"Friday": {"hand_limit": "12"}}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("   ", "name-missing"),
        ("<b>", "name-odd"),
        ("--", "name-odd"),
        ("F" * 21, "name-too-long"),
        ("Fri\u202eday", "name-odd"),
        (7, "malformed"),
        (["Friday"], "malformed"),
    ],
)
def test_a_name_that_cannot_be_shown_changes_nothing(lobby: Seats, name: object, why: str) -> None:
    assert lobby.why(SCREEN, "set_up", options=FRIDAY, name=name) == why
    assert changed_rules(lobby.table.game, lobby.table.setup) == {}
    assert offered(lobby.table) == {}


def test_only_the_host_names_and_removes_them(lobby: Seats) -> None:
    assert lobby.why("red", "set_up", options=FRIDAY, name="Friday") == "only-the-host"
    lobby.must(SCREEN, "set_up", options=FRIDAY, name="Friday")
    assert lobby.why("red", "forget_rules", name="Friday") == "only-the-host"
    assert list(offered(lobby.table)) == ["Friday"]


def test_what_is_removed_is_offered_no_more_and_played_on(lobby: Seats) -> None:
    lobby.must(SCREEN, "set_up", options=FRIDAY, name="Friday")
    lobby.must(SCREEN, "set_up", options={"start_tr": "8"}, name="Sunday")
    lobby.must(SCREEN, "forget_rules", name="Sunday")
    assert list(offered(lobby.table)) == ["Friday"] == list(offered(next_table(lobby)))
    assert lobby.table.setup.name == "Sunday"
    lobby.must(SCREEN, "set_up", options={"help": "mats"})
    assert list(offered(lobby.table)) == ["Friday"], "its rules did not change"
    lobby.must(SCREEN, "forget_rules", name="Sunday")


def test_they_are_offered_until_the_game_begins(lobby: Seats) -> None:
    lobby.must(SCREEN, "set_up", options=FRIDAY, name="Friday")
    lobby.must(SCREEN, "begin")
    assert offered(lobby.table) == {}


def test_each_game_has_its_own(lobby: Seats, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", toy(house=("length",)))
    lobby.must(SCREEN, "set_up", options=FRIDAY, name="Friday")
    lobby.must(SCREEN, "set_up", game="toy")
    assert lobby.table.setup.name == "" and offered(lobby.table) == {}
    lobby.must(SCREEN, "set_up", options={"length": "long"}, name="Слон")
    assert offered(next_table(lobby, "toy")) == {"Слон": {"length": "long"}}
    assert list(offered(next_table(lobby))) == ["Friday"]


def test_what_the_game_no_longer_knows_is_not_offered(lobby: Seats) -> None:
    memory = Memory(lobby.log.store)
    memory.keep("ares", {"rules:Old": {"dice": "2"}, "rules:Half": {"dice": "2", **FRIDAY}})
    memory.keep("ares", {"rules:Odd": {"hand_limit": "99"}})
    assert lobby.table.view(SCREEN, None).kept_rules == (Rules("Half", (*FRIDAY.items(),)),)


def test_naming_counts_although_nothing_could_be_kept(
    lobby: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("disk full")

    monkeypatch.setattr(Memory, "keep", full)
    lobby.must(SCREEN, "set_up", options=FRIDAY, name="Friday")
    assert lobby.restarted().setup.name == "Friday"


def test_once_more_is_played_by_the_same_rules_under_their_name(lobby: Seats) -> None:
    lobby.must(SCREEN, "set_up", options=FRIDAY, name="Friday")
    lobby.must(SCREEN, "begin")
    lobby.must("red", "declare_terraformed")
    lobby.must(SCREEN, "rematch")
    again = Tables(Log(lobby.log.path.parent)).find(lobby.table.record.goes_on_at or "")
    assert again.setup == lobby.table.setup and again.setup.name == "Friday"
    there = Tables(Log(lobby.log.path.parent / "there")).bring(file_of(again), LAPTOP)
    assert there.setup == again.setup, "it was opened with them: the name is in the file"


@pytest.mark.parametrize("name", ["<b>", 7, None, ["Friday"]])
def test_a_file_with_another_name_than_could_be_shown_holds_no_table(
    lobby: Seats, tmp_path: Path, name: object
) -> None:
    there = Tables(Log(tmp_path / "there"))
    with pytest.raises(Exception, match="no-table-in-file"):
        there.bring({**file_of(lobby.table), "name": name}, LAPTOP)


def test_a_table_from_before_there_were_names_is_read(
    lobby: Seats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = {name: one for name, one in file_of(lobby.table).items() if name != "name"}
    assert Tables(Log(tmp_path / "there")).bring(file, LAPTOP).setup == lobby.table.setup
    old = {"game": "ares", "mode": "coop", "options": {"help": "mats"}}
    monkeypatch.setattr("assistant.log._setup_as_text", lambda _: json.dumps(old))
    assert lobby.log.open_table("AAA", lobby.table.setup, SCREEN)
    assert Tables(lobby.log).find("AAA").setup == Setup("ares", "coop", (("help", "mats"),))


def test_what_was_said_is_dropped_as_it_was_where_nobody_asks_to_keep_it(lobby: Seats) -> None:
    """So logs from before read as they were played."""
    lobby.must(SCREEN, "take_up", round=6)
    lobby.must(SCREEN, "set_up", options={"hand_limit": "12"}, keep=True)
    assert lobby.state.taken_up.round == 6
    lobby.must(SCREEN, "set_up", options={"hand_limit": "11"})
    assert lobby.state.taken_up is None
    assert lobby.restarted().record.state == lobby.state


def test_another_game_keeps_nothing_that_was_said_for_this_one(
    lobby: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "toy", toy())
    lobby.must(SCREEN, "take_up", round=6)
    lobby.must(SCREEN, "set_up", game="toy", keep=True)
    lobby.must(SCREEN, "set_up", game="ares", keep=True)
    assert lobby.state.taken_up is None


def test_a_name_goes_with_the_game_and_is_read_with_another() -> None:
    games = {"toy": toy(house=("length",)), "ares": GAMES["ares"]}
    named = change_setup(
        games, read_setup(games["toy"], "alone", {}), None, None, {"length": "long"}, "A"
    )
    assert named.name == "A" and change_setup(games, named, "ares", None, {}).name == ""
    other = change_setup(games, named, "ares", None, {"hand_limit": "12"}, "B")
    assert (other.game, other.name) == ("ares", "B")
