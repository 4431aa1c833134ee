"""The fold of a table's log: what is taken back, what the story tells, who may do what."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.game import (
    Names,
    Seat,
    Setup,
    Text,
    needs_every_yes,
    require,
    rules,
    text,
)
from assistant.moves import after
from assistant.record import Entry, Line, Record
from assistant.seats import People
from assistant.table import Tables
from assistant.takeback import GoesToo
from tests.test_table import SCREEN, Seats
from tests.toy import State, toy


@pytest.fixture
def three(tmp_path: Path) -> Seats:
    seats = Seats(tmp_path, "red", "green", "blue")
    seats.must(SCREEN, "begin")
    return seats


def line(seats: Seats, n: int) -> Line:
    """The step of the story with this number."""
    return next(one for one in seats.table.record.story if one.n == n)


def picked(seats: Seats, seat: str) -> Any:
    """The phase that a seat has sealed, as it sees it itself."""
    return seats.table.game_view(seat).as_json()["you"]["picked"]


def reveal(seats: Seats) -> int:
    """Everybody chooses; the number of the move that turns the cards."""
    people = [seat for seat, _ in seats.table.people.sittings]
    return max(seats.must(seat, "pick_phase", phase=n) for n, seat in enumerate(people, 1)) + 1


def asked(seats: Seats) -> list[tuple[int, tuple[str, ...]]]:
    """What is asked to be taken back, and who agrees."""
    return [(one.n, one.yes) for one in seats.table.view(SCREEN, None).asked]


# Names


def test_a_step_keeps_the_names_of_its_time_when_an_earlier_one_is_taken_back(three: Seats) -> None:
    early = three.must("blue", "pick_phase", phase=3)
    pick = three.must("red", "pick_phase", phase=4)
    three.must("red", "rename", seat="red", name="Roberta")
    for kind in ("undo", "redo"):
        three.must("blue", kind, n=early)
        assert dict(line(three, pick).names)["red"] == "Red"
    assert three.table.people.name("red") == "Roberta"


def test_a_step_has_the_names_of_its_time(three: Seats) -> None:
    before = three.must("red", "pick_phase", phase=3)
    renamed = three.must("red", "rename", seat="red", name="Roberta")
    after = three.must("red", "pick_phase", phase=4)
    names = [dict(line(three, n).names)["red"] for n in (before, renamed, after)]
    assert names == ["Red", "Roberta", "Roberta"]


# The story


def test_the_story_tells_whose_step_it_is_and_which_can_be_taken_back(three: Seats) -> None:
    n = three.must("red", "pick_phase", phase=3)
    seated, picked = line(three, 1), line(three, n)
    assert (seated.seat, seated.text.key, seated.is_move) == ("red", "story-sat", False)
    assert (picked.seat, picked.text.key, picked.is_move) == ("red", "story-locked", True)
    assert not seated.needs_every_yes and not picked.needs_every_yes
    assert {one.game for one in three.table.record.story} == {"ares"}, "in whose words"
    assert line(three, 4).text.key == "story-begin" and line(three, 4).seat is None
    turned = reveal(three)
    assert line(three, turned).needs_every_yes and line(three, turned).is_move


def test_a_line_that_an_undo_leaves_alone_is_the_same(three: Seats) -> None:
    """So that it is not told anew to anybody."""
    own = three.must("red", "pick_phase", phase=3)
    other = three.must("blue", "pick_phase", phase=3)
    before = line(three, other)
    three.must("red", "undo", n=own)
    assert line(three, other) == before and line(three, own).is_undone


def test_the_story_tells_what_was_taken_back_and_by_whom(three: Seats) -> None:
    own = three.must("red", "pick_phase", phase=3)
    other = three.must("blue", "pick_phase", phase=3)
    three.must("red", "undo", n=own)
    three.must(SCREEN, "undo", n=other)
    assert (line(three, own).is_undone, line(three, own).undone_by) == (True, "red")
    assert (line(three, other).is_undone, line(three, other).undone_by) == (True, None)
    three.must("red", "redo", n=own)
    assert (line(three, own).is_undone, line(three, own).undone_by) == (False, None)
    assert line(three, other).is_undone
    assert [one.n for one in three.table.record.story] == [1, 2, 3, 4, own, other]


def test_what_was_done_anyway_is_told_as_such(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.table = Tables(seats.log).open("ares", "standard", {"help": "cards"}, SCREEN)
    for seat in ("red", "blue"):
        seats.must(seat, "sit", seat=seat, name=seat.title())
    seats.must(SCREEN, "begin")
    assert seats.why("red", "done") == "choose-a-corporation-first"
    answer = seats.move("red", "done", anyway=True)
    assert line(seats, answer.n).text == Text("story-anyway", (("line", Text("story-set-up")),))
    plain = seats.move("blue", "choose_corporation", anyway=True, number=217)
    assert line(seats, plain.n).text.key != "story-anyway", "nothing was overruled"


# Taking back


def test_what_is_taken_back_and_made_again_is_as_it_was(three: Seats) -> None:
    first = three.must("red", "pick_phase", phase=3)
    second = three.must("red", "pick_phase", phase=4)
    three.must("red", "undo", n=first)
    assert picked(three, "red") == 4
    three.must("red", "undo", n=second)
    assert picked(three, "red") is None
    three.must("red", "redo", n=first)
    assert picked(three, "red") == 3
    three.must("red", "redo", n=second)
    assert picked(three, "red") == 4
    assert three.why("red", "redo", n=second) == "not-undone"
    assert three.restarted().record.story == three.table.record.story


def test_one_may_go_on_after_taking_back(three: Seats) -> None:
    n = three.must("red", "pick_phase", phase=3)
    three.must("red", "undo", n=n)
    three.must("red", "pick_phase", phase=5)
    three.must("red", "redo", n=n)
    assert picked(three, "red") == 5, "the later one counts"


def test_who_left_stays_away_when_an_earlier_step_is_taken_back(three: Seats) -> None:
    n = three.must("red", "pick_phase", phase=3)
    three.must("green", "free", seat="green")
    three.must("green", "sit", seat="yellow", name="Yellow")
    three.must("red", "undo", n=n)
    here = {player.seat for player in three.state.here}
    assert here == {"red", "blue", "yellow"}
    assert [seat for seat, _ in three.table.people.sittings] == ["red", "blue", "yellow"]


def test_what_leans_on_a_step_is_named_with_who_made_it(three: Seats) -> None:
    n = three.must("red", "pick_phase", phase=3)
    withdrawn = three.must("red", "withdraw_pick")
    answer = three.move("red", "undo", n=n)
    locked, choosing = text("story-locked", name="Red"), text("story-withdraw_pick", name="Red")
    assert answer.refused == text("goes-too", step=locked, steps=(choosing,))
    assert answer.goes and (answer.goes.steps, answer.goes.asks) == ((n, withdrawn), ())
    three.must("red", "undo", n=n, also=[withdrawn])
    assert line(three, n).is_undone and line(three, withdrawn).is_undone


def test_a_step_of_the_table_that_leans_has_no_name(three: Seats) -> None:
    first = three.must("red", "pick_phase", phase=3)
    turned = reveal(three)
    again = three.state
    three.must("red", "undo", n=first)  # red chose again since
    assert three.state == again
    last = next(one.n for one in three.table.record.story if one.seat == "blue" and one.is_move)
    answer = three.move("blue", "undo", n=last)
    said = line(three, turned).text
    assert answer.refused and dict(answer.refused.values)["steps"] == (
        text(said.key, **dict(said.values), name=""),
    )


def test_numbers_that_are_no_step_are_refused(three: Seats) -> None:
    assert three.why("red", "undo", n=0) == "no-such-step"
    assert three.why("red", "undo", n=three.table.record.n + 1) == "no-such-step"
    n = three.must("red", "pick_phase", phase=3)
    assert n == three.table.record.n
    three.must("red", "undo", n=n)
    assert three.why(SCREEN, "undo", n=n + 1) == "cannot-be-undone"
    assert three.why(SCREEN, "redo", n=n + 1) == "cannot-be-undone"
    assert three.why(SCREEN, "redo", n=1) == "cannot-be-undone"


def test_a_paused_table_takes_nothing_back(three: Seats) -> None:
    n = three.must("red", "pick_phase", phase=3)
    three.must("blue", "pause")
    assert three.why("red", "undo", n=n) == "paused"


def test_a_refusal_to_take_back_names_whose_move_it_is(three: Seats) -> None:
    n = three.must("red", "pick_phase", phase=3)
    refused = three.move("blue", "undo", n=n).refused
    assert refused == Text("not-yours-to-undo", (("who", Names(("red",))),))
    three.must(SCREEN, "undo", n=n)
    assert three.why("blue", "redo", n=n) == "not-yours-to-undo"
    begun = three.move("red", "undo", n=4).refused
    assert begun == text("the-hosts-to-undo", who=Names(()))


# What everybody saw


def test_everybody_is_asked_and_the_yes_are_counted(three: Seats) -> None:
    n = reveal(three)
    asking = three.must("green", "undo", n=n)
    assert asked(three) == [(n, ("green",))]
    told = line(three, asking)
    assert (told.seat, told.is_move) == ("green", False)
    thing = three.table.record.thing(n)
    assert told.text == text("story-asked-undo", thing=thing)
    assert thing.key == "thing-story-reveal" and dict(thing.values)["round"] == 1
    assert told.names == three.table.people.names
    agreeing = three.must("blue", "undo", n=n)
    assert line(three, agreeing).text == text("story-agreed", thing=thing)
    assert asked(three) == [(n, ("green", "blue"))]
    assert three.state.step == "phase"
    three.must("red", "undo", n=n)
    assert three.state.step == "planning"


def test_nothing_is_asked_any_more_once_it_is_taken_back(three: Seats) -> None:
    n = reveal(three)
    three.must("red", "undo", n=n)
    three.must(SCREEN, "undo", n=n)
    assert asked(three) == []
    three.must(SCREEN, "redo", n=n)
    for seat in ("green", "blue"):
        three.must(seat, "undo", n=n)
    assert three.state.step == "phase", "red has not agreed to this one"


def test_a_no_ends_the_asking_and_the_old_yes_counts_no_more(three: Seats) -> None:
    n = reveal(three)
    assert three.why("red", "keep", n=n) == "nothing-to-keep"
    three.must("red", "undo", n=n)
    assert three.why("stranger", "keep", n=n) == "not-seated"
    kept = three.must("blue", "keep", n=n)
    assert asked(three) == []
    told = line(three, kept)
    assert (told.seat, told.text, told.is_move) == ("blue", Text("story-keep"), False)
    assert told.names == three.table.people.names
    three.must("red", "undo", n=n)
    three.must(SCREEN, "keep", n=n)
    assert asked(three) == [] and three.state.step == "phase"


def test_one_question_leaves_another_as_it_is(three: Seats) -> None:
    first = reveal(three)
    for _ in range(4):
        three.must(SCREEN, "go_on")
    for seat, phase in (("red", 4), ("green", 5), ("blue", 1)):
        second = three.must(seat, "pick_phase", phase=phase) + 1
    three.must("red", "undo", n=first)
    three.must("red", "undo", n=second)
    three.must("blue", "undo", n=first)
    assert dict(asked(three)) == {first: ("red", "blue"), second: ("red",)}
    three.must("green", "keep", n=first)
    assert asked(three) == [(second, ("red",))]
    three.must("red", "undo", n=first)
    three.must(SCREEN, "undo", n=second)
    assert asked(three) == [(first, ("red",))]


def test_who_has_no_seat_is_not_asked(three: Seats) -> None:
    n = reveal(three)
    refused = three.table.play("stranger", None, "undo", {"n": n}, "x").refused
    assert refused and refused.key == "not-seated"
    three.must("green", "free", seat="green")
    gone = three.table.play("green", "green", "undo", {"n": n}, "y").refused
    assert gone and gone.key == "not-seated"
    three.must("red", "undo", n=n)
    three.must("blue", "undo", n=n)
    assert three.state.step == "planning", "green left and is not waited for"


# Who may move


@pytest.mark.parametrize(
    ("device", "seat", "kind", "args", "why"),
    [
        ("blue", "red", "pick_phase", {"phase": 3}, "not-your-seat"),
        ("stranger", None, "pick_phase", {"phase": 3}, "not-seated"),
        ("red", "red", "go_on", {}, "only-the-host"),
        (SCREEN, None, "reveal", {}, "unknown-move"),
        (SCREEN, None, "nonsense", {}, "unknown-move"),
    ],
)
def test_who_may_not_move_is_told_why(
    three: Seats, device: str, seat: str | None, kind: str, args: dict[str, Any], why: str
) -> None:
    before = three.table.record
    refused = three.table.play(device, seat, kind, args, "x").refused
    assert refused and refused.key == why
    assert three.table.record is before


def test_the_host_waits_too_while_the_table_is_paused(three: Seats) -> None:
    three.must("red", "pick_phase", phase=3)
    three.must("red", "pause")
    assert three.why(SCREEN, "go_on") == "paused"
    three.must(SCREEN, "resume")
    three.must(SCREEN, "go_on")
    assert three.state.step == "phase"


def test_the_cards_are_turned_also_when_the_last_to_choose_leaves(three: Seats) -> None:
    three.must("red", "pick_phase", phase=3)
    three.must("green", "pick_phase", phase=4)
    three.must(SCREEN, "free", seat="blue")
    assert three.state.phases == (3, 4)
    assert three.restarted().record.state == three.state


# A game that tells nothing


@needs_every_yes
def shake(state: State, seat: Seat) -> State:
    """Shake the table, so that one falls."""
    return replace(state, fallen=state.fallen + 1)


def pick_up(state: State, seat: Seat) -> State:
    """Pick up one that fell."""
    require(state.fallen, "nothing-picked")
    return replace(state, fallen=state.fallen - 1)


def silent(*moves: tuple[str, str]) -> Record:
    """Black and red sit at a table of which no move is told, and these moves are made."""
    game = toy(
        moves={**toy().moves, **rules(shake, pick_up)},
        tell=lambda before, after, move: None,
        follow=lambda state, move: None,
    )
    record = Record.opened(game, Setup("toy", "standard"), People(game.seats, SCREEN))
    for seat in ("black", "red"):
        args = {"seat": seat, "name": seat.title()}
        record = after(record, Entry(record.n + 1, f"sit-{seat}", seat, None, "sit", args))
    for seat, kind in moves:
        record = after(record, Entry(record.n + 1, f"{record.n}", seat, seat, kind, {}))
    return record


def taken_back(record: Record, device: str, n: int) -> Record:
    seat = None if device == SCREEN else device
    return after(record, Entry(record.n + 1, f"{record.n}", device, seat, "undo", {"n": n}))


def test_what_is_not_told_can_be_asked_about() -> None:
    record = taken_back(silent(("black", "shake")), "red", 3)
    untold = text("thing-step", step=text("step-untold"))
    assert record.story[-1].text == text("story-asked-undo", thing=untold)
    (question,) = record.questions
    assert (question.n, question.yes) == (3, (("red", frozenset({3})),))


def test_what_is_not_told_but_leans_goes_too() -> None:
    record = silent(("black", "shake"), ("red", "pick_up"))
    with pytest.raises(GoesToo) as refused:
        taken_back(record, SCREEN, 3)
    assert refused.value.steps == (3, 4)
    untold = text("step-untold")
    assert refused.value.text == text("goes-too", step=untold, steps=(untold,))


def test_what_is_not_told_is_folded_again_all_the_same() -> None:
    record = taken_back(silent(("black", "shake"), ("red", "shake")), SCREEN, 3)
    assert record.state.fallen == 1
    assert [line.n for line in record.story] == [1, 2]


def test_a_record_knows_what_its_game_went_through() -> None:
    record = silent(("black", "shake"), ("red", "shake"))
    assert [state.fallen for state in record.states] == [0, 0, 1, 2]
    assert record.states[-1] == record.state and not record.is_finished


# Another set-up


def test_another_set_up_is_told_with_game_and_mode(three: Seats) -> None:
    begun = three.table.record.n
    three.must(SCREEN, "undo", n=begun)
    n = three.must(SCREEN, "set_up", options={"help": "cards"})
    plays = {"game": Text("game-ares"), "mode": Text("mode-standard")}
    assert line(three, n).text == text("story-set_up", **plays)
    assert line(three, n).is_move is False
    assert line(three, begun).is_move is False, "what was before it stays"
    assert line(three, begun).is_undone
    alone = three.must(SCREEN, "set_up", mode="solo")
    plays["mode"] = Text("mode-solo")
    gone = Names(("green", "blue"))
    assert line(three, alone).text == text("story-set_up-without", **plays, who=gone)


def test_nothing_is_asked_any_more_at_another_set_up() -> None:
    record = taken_back(silent(("black", "shake")), "red", 3)
    assert record.questions
    record = after(record, Entry(5, "x", SCREEN, None, "set_up", {"game": "ares"}))
    assert record.questions == () and record.game.key == "ares"
    assert [seat for seat, _ in record.people.sittings] == ["red"]
    assert record.story[-1].game == "ares"


# Play time


def timed(*entries: tuple[int, str, str | None], **more: Any) -> Record:
    """A table of two: the minute of each entry, what happens, whose it is."""
    game = toy(follow=lambda state, move: None, **more)
    record = Record.opened(game, Setup("toy", "standard"), People(game.seats, SCREEN))
    for who in ("black", "red"):
        sit = {"seat": who, "name": who.title()}
        record = after(record, Entry(record.n + 1, f"sit-{who}", who, None, "sit", sit))
    for minute, kind, seat in entries:
        n, at = record.n + 1, 60.0 * minute
        args = {"n": n - 1} if kind == "undo" else {}
        record = after(record, Entry(n, f"{n}", seat or SCREEN, seat, kind, args, at=at))
    return record


def played(*entries: tuple[int, str, str | None], **more: Any) -> list[float]:
    """The minutes played by each entry at such a table."""
    record = timed(*entries, **more)
    assert len(record.played) == len(record.states)
    return [seconds / 60 for seconds in record.played][2:]


def test_play_time_begins_with_the_game() -> None:
    assert played((50, "begin", None), (53, "push", "black"), (60, "push", "red")) == [0, 3, 10]


def test_a_pause_is_no_play_time() -> None:
    lunch = ((10, "pause", None), (70, "resume", None))
    assert played((0, "begin", None), *lunch, (75, "push", "black")) == [0, 10, 10, 15]


def test_pauses_are_added_up_from_the_beginning_to_the_end() -> None:
    early = ((1, "pause", None), (5, "resume", None))
    lunch = ((10, "pause", None), (82, "resume", None))
    tea = ((90, "pause", None), (93, "resume", None))
    moves = (*early, (6, "begin", None), *lunch, *tea, (95, "push", "black"))
    assert timed(*moves).rested == 75 * 60
    over = timed(
        *moves, (96, "pause", None), (99, "resume", None), finished=lambda state: state.turn
    )
    assert over.rested == 75 * 60
    assert timed((0, "begin", None), (9, "push", "black")).rested == 0


def test_a_table_that_nobody_touched_was_not_played_at() -> None:
    """Closed in the evening and taken up the next day, without a pause."""
    day = 24 * 60
    taken_up = (day, "push", "red"), (day + 4, "push", "black")
    assert played((0, "begin", None), (20, "push", "black"), *taken_up) == [0, 20, 20, 24]


def test_what_was_taken_back_took_its_time_too() -> None:
    moves = (4, "push", "black"), (6, "undo", "black"), (9, "push", "black")
    assert played((0, "begin", None), *moves) == [0, 4, 6, 9]
    assert played(
        (0, "begin", None), (5, "undo", None), (9, "begin", None), (11, "push", "black")
    ) == [
        0,
        0,
        0,
        2,
    ], "but a beginning that was taken back began nothing"


def test_play_time_ends_with_the_game() -> None:
    moves = (0, "begin", None), (7, "push", "black"), (9, "push", "red")
    assert played(*moves, finished=lambda state: state.turn > 0) == [0, 7, 7]


# What was sealed lies open


def test_what_was_opened_is_news_until_somebody_acts(three: Seats) -> None:
    assert not three.table.record.is_just_opened
    reveal(three)
    assert three.table.record.is_just_opened
    three.must("red", "pause")  # the house acts, nobody in the game
    three.must("red", "resume")
    assert three.table.view(SCREEN, None).just_opened
    acted = three.must("red", "done")
    assert not three.table.record.is_just_opened
    three.must("red", "undo", n=acted)  # it was seen, all the same
    assert not three.table.view(SCREEN, None).just_opened


@pytest.mark.parametrize("again", ["redo", "pick_phase"])
def test_what_is_opened_again_is_news_again(three: Seats, again: str) -> None:
    n = reveal(three)
    three.must("red", "done")
    three.must(SCREEN, "undo", n=three.table.record.n)
    three.must(SCREEN, "undo", n=n)
    if again == "redo":
        three.must(SCREEN, "redo", n=n)
    else:
        three.must("red", "pick_phase", phase=5)
    assert three.state.step == "phase" and three.table.record.is_just_opened


def test_what_waits_to_be_opened_again_is_no_news_yet(three: Seats) -> None:
    n = reveal(three)
    three.must(SCREEN, "undo", n=n)
    assert not three.table.record.is_just_opened, "it lies face down"
    three.must("red", "redo", n=n)
    assert three.table.record.questions and not three.table.record.is_just_opened
    three.must("blue", "redo", n=n)
    assert not three.table.record.is_just_opened
    three.must("green", "redo", n=n)
    assert three.state.step == "phase" and three.table.record.is_just_opened


# Once more


@pytest.fixture
def over(tmp_path: Path) -> Seats:
    """A game that is over; green plays on red's phone, yellow at the table screen."""
    seats = Seats(tmp_path, "red", "green", "blue", "yellow")
    seats.must(SCREEN, "set_up", options={"advanced": "yes"})
    seats.must("green", "play_from", seat="green", where="red")
    seats.must("yellow", "play_from", seat="yellow", where="table")
    seats.must(SCREEN, "hand_host", seat="blue")
    seats.must(SCREEN, "begin")
    seats.must("red", "declare_terraformed")
    return seats


def test_once_more_opens_one_table_with_everybody_in_their_seat(over: Seats) -> None:
    assert over.why("red", "rematch") == "only-the-host"
    over.must("blue", "rematch")
    assert over.why(SCREEN, "rematch") == "goes-on-already"
    code = over.table.view("red", "red").goes_on_at
    assert code and code != over.table.code
    again = Tables(over.log).find(code)
    assert again.setup == over.table.setup and not again.is_finished
    assert again.people.sittings == over.table.people.sittings
    assert again.people.host == "blue" and again.people.is_host(SCREEN)
    assert again.game_view(None).step == "lobby"
    assert again.play(SCREEN, None, "begin", {}, "x").ok
    # The evening that is over stays, and knows where it goes on after a restart.
    assert over.restarted().record.goes_on_at == code
    finished = Tables(over.log).finished()
    assert [one.code for one in finished] == [over.table.code]


def test_once_more_waits_for_the_end(three: Seats) -> None:
    assert three.why(SCREEN, "rematch") == "not-finished-yet"
    assert [one.code for one in Tables(three.log).unfinished()] == [three.table.code]


def test_nobody_chooses_the_code_of_the_next_table(over: Seats) -> None:
    assert over.why(SCREEN, "rematch", code="AAA") == "malformed"


def test_whose_phone_is_gone_sits_at_the_table_screen_once_more(over: Seats) -> None:
    over.must("red", "free", seat="red")  # and took green's phone along
    over.must(SCREEN, "rematch")
    again = Tables(over.log).find(over.table.record.goes_on_at or "")
    green = again.people.at("green")
    assert green and green.devices == {SCREEN} and not green.phone
