"""Taking back as people do it: judged first, asked once, told afterwards, and made again."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.game import Game, Illegal, Move, apply, draw_chance, is_marked, offer, text
from assistant.moves import after
from assistant.record import Entry, Record
from assistant.seats import BY_TABLE, People
from assistant.takeback import GoesToo, leaning
from tests.games import EVERY
from tests.games.walk import Walk
from tests.test_table import SCREEN, Seats

FEW = 7  # so many steps that all their subsets can be tried


@pytest.fixture
def three(tmp_path: Path) -> Seats:
    seats = Seats(tmp_path, "red", "green", "blue")
    seats.must(SCREEN, "begin")
    return seats


def revealed(seats: Seats) -> int:
    """Everybody chooses; the number of the move that turns the cards."""
    for seat, phase in (("red", 1), ("green", 1), ("blue", 3)):
        n = seats.must(seat, "pick_phase", phase=phase)
    return n + 1


def waiting(seats: Seats) -> list[tuple[Any, ...]]:
    """Each question: about what, and who has not answered yet."""
    asked = seats.table.view(SCREEN, None).asked
    return [(one.n, *(of.seat for of in one.of if not of.yes)) for one in asked]


def told(seats: Seats, seat: str) -> list[tuple[str, str | None, tuple[str, ...]]]:
    view = seats.table.view(seat, seat)
    return [(one.kind, one.by, tuple(line.text.key for line in one.lines)) for one in view.news]


# Judged before anybody is asked


def test_an_own_slip_goes_in_one_tap_although_others_have_moved(three: Seats) -> None:
    revealed(three)
    n = three.must("red", "done")
    other = three.must("green", "done")
    three.must("red", "undo", n=n, also=[])
    assert waiting(three) == [] and three.table.record.undone == {n: "red"}
    assert three.table.record.state_after(other).player("green").done


def test_what_leans_is_shown_first_and_only_what_was_shown_goes(three: Seats) -> None:
    revealed(three)
    first = three.must("red", "done")
    for seat in ("green", "blue"):
        three.must(seat, "done")  # the next phase begins
    second = three.must("green", "done")
    answer = three.move("red", "undo", n=first, also=[])
    assert answer.goes and (answer.goes.also, answer.goes.asks) == ((second,), ("green",))
    third = three.must("blue", "done")
    again = three.move("red", "undo", n=first, also=[second])
    assert again.goes and again.goes.also == (second, third), "blue has moved since: shown anew"
    assert again.goes.asks == ("green", "blue")
    three.must("red", "undo", n=first, also=[second, third])
    assert waiting(three) == [(first, "green", "blue")]
    three.must("green", "undo", n=first, also=[second, third])
    assert three.why("green", "undo", n=first) == "already-agreed"
    three.must("blue", "undo", n=first, also=[second, third])
    assert set(three.table.record.undone) == {first, second, third}
    assert set(three.table.record.undone.values()) == {"red"}, "who asked took it back"


def test_a_step_that_would_be_made_in_another_phase_now_leans_too(tmp_path: Path) -> None:
    """Without blue's word the action phase has not begun: nobody has raised a temperature in it."""
    seats = Seats(tmp_path, "red", "blue")
    seats.must(SCREEN, "set_up", options={"help": "planet"})
    seats.must(SCREEN, "begin")
    for seat, phase in (("red", 1), ("blue", 3)):
        seats.must(seat, "pick_phase", phase=phase)
    seats.must("red", "done")
    last = seats.must("blue", "done")
    raised = seats.must("red", "standard_action", action="temperature_mc")
    word = seats.must("blue", "done")
    answer = seats.move("blue", "undo", n=last, also=[])
    assert answer.goes and answer.goes.also == (raised, word)
    seats.must(SCREEN, "undo", n=last, also=[raised, word])
    assert (seats.state.phase, seats.state.planet.temperature) == (1, -30)
    assert not seats.state.player("blue").done


def test_what_a_plain_wish_is_shown_is_what_then_goes(three: Seats) -> None:
    revealed(three)
    first = three.must("red", "done")
    for seat in ("green", "blue", "red", "green", "blue", "red", "green", "blue"):
        last = three.must(seat, "done")
    picked = three.must("red", "pick_phase", phase=2)
    plain = three.move(SCREEN, "undo", n=first)
    assert plain.goes and plain.goes.also == (*range(first + 3, last + 1), picked)
    three.must(SCREEN, "undo", n=first, also=list(plain.goes.also))


def test_more_may_go_than_has_to(three: Seats) -> None:
    revealed(three)
    n = three.must("red", "done")
    other = three.must("green", "done")
    answer = three.move("red", "undo", n=n, since=True)
    assert answer.goes and (answer.goes.also, answer.goes.asks) == ((other,), ("green",))
    three.must("red", "undo", n=n, also=[other])
    three.must("green", "undo", n=n, also=[other])
    assert set(three.table.record.undone) == {n, other}
    last = three.must("red", "done")
    three.must("red", "undo", n=last, since=True)
    assert last in three.table.record.undone, "back to the newest step is that step alone"


def test_nothing_but_moves_of_the_game_can_be_named_too(three: Seats) -> None:
    n = three.must("red", "pick_phase", phase=3)
    assert three.why("red", "undo", n=n, also=[1]) == "cannot-be-undone"
    assert three.why("red", "undo", n=n, also=[99]) == "no-such-step"


def test_what_sitting_down_needs_stays_and_nobody_is_asked(tmp_path: Path) -> None:
    """Blue left a game that had begun: without its beginning that could not have been."""
    seats = Seats(tmp_path, "red", "blue", game="ares", mode="coop")
    begun = seats.must(SCREEN, "begin")
    record = seats.table.record
    record.course.game = replace(record.game, moves={**record.game.moves, "leave": _leave_begun})
    gone = seats.must("blue", "free", seat="blue")
    answer = seats.move(SCREEN, "undo", n=begun)
    assert answer.refused == text("stays-and-needs-it", step=text("story-left", name="Blue"))
    assert gone == seats.table.record.n


def _leave_begun(state: Any, seat: str) -> Any:
    """Leave a game that has begun."""
    if state.step == "lobby":
        raise Illegal("not-in-a-round")
    return state


# Asked once


def test_a_reveal_goes_with_every_yes_although_somebody_has_moved_since(three: Seats) -> None:
    n = revealed(three)
    done = three.must("blue", "done")
    answer = three.move("green", "undo", n=n, also=[])
    assert answer.goes and answer.goes.also == (done,)
    three.must("green", "undo", n=n, also=[done])
    assert waiting(three) == [(n, "red", "blue")]
    three.must("blue", "undo", n=n, also=[done])
    three.must("red", "undo", n=n, also=[done])
    assert three.state.step == "planning" and waiting(three) == []
    assert set(three.table.record.undone) == {n, done}


def test_who_moves_on_after_a_yes_is_asked_about_that_too(three: Seats) -> None:
    n = revealed(three)
    three.must("green", "undo", n=n, also=[])
    three.must("blue", "undo", n=n, also=[])
    done = three.must("blue", "done")
    assert waiting(three) == [(n, "red", "blue")]
    three.must("red", "undo", n=n, also=[done])
    assert three.state.step == "phase", "blue has not agreed to that step"
    assert waiting(three) == [(n, "blue")]
    three.must("blue", "undo", n=n)
    assert three.state.step == "planning"


def test_a_plain_yes_is_one_to_whatever_goes(three: Seats) -> None:
    n = revealed(three)
    done = three.must("blue", "done")
    for seat in ("red", "green", "blue"):
        three.must(seat, "undo", n=n)
    assert set(three.table.record.undone) == {n, done}


def test_the_hosts_word_is_enough_at_any_time(three: Seats) -> None:
    n = revealed(three)
    done = three.must("blue", "done")
    three.must("green", "undo", n=n, also=[done])
    assert three.why(SCREEN, "undo", n=n) == "goes-too"
    three.must(SCREEN, "undo", n=n, also=[done])
    assert three.state.step == "planning" and waiting(three) == []


def test_a_step_of_the_table_screen_waits_for_the_host(three: Seats) -> None:
    revealed(three)
    n = three.must("red", "done")
    went_on = three.must(SCREEN, "go_on")
    answer = three.move("red", "undo", n=n, also=[])
    assert answer.goes is None, "the table goes on without red all the same"
    three.must("red", "redo", n=n)
    last = three.must("red", "done")
    three.must(SCREEN, "go_on")
    assert went_on < last
    steps = three.move("red", "undo", n=n, since=True).goes
    assert steps and steps.asks == (None,)
    three.must("red", "undo", n=n, also=list(steps.also))
    assert waiting(three) == [(n, None)]
    three.must(SCREEN, "undo", n=n, also=list(steps.also))
    assert waiting(three) == [] and n in three.table.record.undone


def test_who_leaves_is_waited_for_no_more_and_who_asked_may_go_on(three: Seats) -> None:
    n = revealed(three)
    three.must("red", "undo", n=n)
    three.must("blue", "undo", n=n)
    assert three.why("red", "undo", n=n) == "already-agreed"
    assert not three.table.view("red", "red").asked[0].is_agreed
    three.must("green", "free", seat="green")
    assert waiting(three) == [(n,)] and three.table.view("red", "red").asked[0].is_agreed
    three.must("red", "undo", n=n)
    assert three.state.step == "planning"


def test_only_who_is_concerned_is_shown_a_question(three: Seats) -> None:
    revealed(three)
    n = three.must("red", "done")
    other = three.must("green", "done")
    three.must("red", "undo", n=n, also=[other])
    shown = [bool(three.table.view(seat, seat).questions) for seat in ("red", "green", "blue")]
    assert shown == [True, True, False]
    assert three.table.view(SCREEN, None).questions and three.table.view("x", None).questions


def test_who_asked_stops_asking(three: Seats) -> None:
    n = revealed(three)
    three.must("red", "undo", n=n)
    stopped = three.must("red", "keep", n=n)
    assert waiting(three) == [] and told(three, "red") == []
    line = next(one for one in three.table.record.story if one.n == stopped)
    assert line.text == text("story-stopped-asking")


# Told afterwards


def test_a_no_is_told_to_who_asked(three: Seats) -> None:
    n = revealed(three)
    three.must("red", "undo", n=n)
    no = three.must("blue", "keep", n=n)
    assert told(three, "red") == [("keep", "blue", ("story-reveal",))]
    assert told(three, "blue") == []
    assert three.why("blue", "noted", n=no) == "nothing-to-note"
    assert three.why("stranger", "noted", n=no) == "not-seated"
    three.must("red", "noted", n=no)
    assert told(three, "red") == []


def test_whoevers_step_another_took_back_is_told_until_noted(three: Seats) -> None:
    n = three.must("red", "pick_phase", phase=1)
    back = three.must(SCREEN, "undo", n=n)
    assert told(three, "red") == [("undo", None, ("story-locked",))]
    assert told(three, "green") == []
    assert three.restarted().view("red", "red").news == three.table.view("red", "red").news
    noted = three.must("red", "noted", n=back)
    assert told(three, "red") == []
    assert three.table.record.line_of(noted) is None, "the story does not tell that"


def test_who_takes_back_or_agrees_is_not_told(three: Seats) -> None:
    n = revealed(three)
    done = three.must("blue", "done")
    three.must("red", "undo", n=n, also=[done])
    three.must("blue", "undo", n=n, also=[done])
    three.must("green", "undo", n=n, also=[done])
    assert [told(three, seat) for seat in ("red", "green", "blue")] == [[], [], []]


def test_who_agreed_to_less_is_told_of_the_rest(three: Seats) -> None:
    n = revealed(three)
    three.must("red", "undo", n=n)
    three.must("blue", "undo", n=n)
    done = three.must("blue", "done")
    three.must(SCREEN, "undo", n=n, also=[done])
    assert told(three, "blue") == [("undo", None, ("story-done",))]
    assert told(three, "red") == []


# Made again


def test_what_was_taken_back_together_is_made_again_together(three: Seats) -> None:
    n = revealed(three)
    done = three.must("blue", "done")
    stood = three.state
    three.must(SCREEN, "undo", n=n, also=[done])
    assert told(three, "blue") == [("undo", None, ("story-done",))]
    three.must(SCREEN, "redo", n=done)
    assert three.state == stood and three.table.record.undone == {}
    assert told(three, "blue") == [], "nothing is taken back any more"


def test_making_again_asks_those_whose_steps_it_was(three: Seats) -> None:
    revealed(three)
    n = three.must("red", "done")
    other = three.must("green", "done")
    three.must(SCREEN, "undo", n=n, also=[other])
    three.must("red", "redo", n=n)
    assert waiting(three) == [(n, "green")]
    assert three.why("red", "redo", n=n) == "already-agreed"
    three.must("green", "redo", n=n)
    assert three.table.record.undone == {} and waiting(three) == []


def test_what_can_no_longer_be_made_again_says_who_did_what(three: Seats) -> None:
    n = revealed(three)
    three.must(SCREEN, "undo", n=n)
    three.must("red", "pick_phase", phase=4)  # and the cards turn
    answer = three.move(SCREEN, "redo", n=n)
    changed = text("story-changed-pick", name="Red")
    assert answer.refused == text("came-since", step=changed)
    three.must(SCREEN, "undo", n=n + 2, also=[n + 3])
    three.must("red", "withdraw_pick")
    assert three.why(SCREEN, "redo", n=n) == "came-since"


def test_a_step_that_lost_its_ground_says_what_it_lacks(three: Seats) -> None:
    n = three.must("red", "pick_phase", phase=1)
    withdrawn = three.must("red", "withdraw_pick")
    three.must("red", "undo", n=withdrawn)
    three.must("red", "undo", n=n)
    refused = three.move("red", "redo", n=withdrawn).refused
    lost = text("story-withdraw_pick", name="Red")
    assert refused == text("not-any-more", step=lost, reason=text("nothing-picked"))


# Turned again


def test_a_reveal_that_was_taken_back_is_turned_again_by_the_host(three: Seats) -> None:
    assert three.why(SCREEN, "turn_again") == "nothing-to-turn"
    n = revealed(three)
    stood = three.state
    assert not three.table.view(SCREEN, None).turn_again
    three.must(SCREEN, "undo", n=n)
    assert three.table.view("red", "red").turn_again
    assert three.why("red", "turn_again") == "only-the-host"
    three.must("red", "pause")
    assert three.why(SCREEN, "turn_again") == "paused"
    three.must("red", "resume")
    turned = three.must(SCREEN, "turn_again") + 1
    assert three.state == stood
    assert three.table.record.steps[turned - 1].entry.device == BY_TABLE
    assert three.table.record.story[-1].needs_every_yes
    assert three.restarted().record.state == stood


def test_what_cannot_be_made_again_any_more_is_not_asked_any_more(three: Seats) -> None:
    """The cards were turned again meanwhile; face down, the wish is there."""
    n = revealed(three)
    three.must(SCREEN, "undo", n=n)
    three.must("red", "redo", n=n)
    assert waiting(three) == [(n, "green", "blue")]
    turned = three.must(SCREEN, "turn_again") + 1
    assert waiting(three) == []
    three.must(SCREEN, "undo", n=turned)
    assert waiting(three) == [(n, "green", "blue")]


# Who has no phone


@pytest.fixture
def one_here(tmp_path: Path) -> Seats:
    """Red and green have phones; yellow plays at the table screen."""
    seats = Seats(tmp_path, "red", "green")
    seats.must(SCREEN, "sit", seat="yellow", name="Yellow", phone=False)
    seats.must(SCREEN, "begin")
    return seats


def at_screen(seats: Seats, kind: str, **args: Any) -> int:
    """Yellow's own move, made on the table screen."""
    answer = seats.table.play(SCREEN, "yellow", kind, args, f"yellow-{seats.table.record.n}")
    assert answer.ok, answer
    return answer.n


def test_a_yes_at_the_table_screen_counts_for_who_gave_it_alone(one_here: Seats) -> None:
    for seat in ("red", "green"):
        one_here.must(seat, "pick_phase", phase=1)
    n = at_screen(one_here, "pick_phase", phase=3) + 1
    one_here.must("red", "undo", n=n, also=[])
    assert waiting(one_here) == [(n, "green", "yellow")]
    at_screen(one_here, "undo", n=n, also=[])
    assert waiting(one_here) == [(n, "green")] and one_here.table.record.undone == {}
    one_here.must("green", "undo", n=n, also=[])
    assert one_here.table.record.undone == {n: "red"}


def test_who_plays_at_the_table_screen_asks_like_anybody(one_here: Seats) -> None:
    for seat in ("red", "green"):
        one_here.must(seat, "pick_phase", phase=1)
    n = at_screen(one_here, "pick_phase", phase=3) + 1
    at_screen(one_here, "undo", n=n, also=[])
    assert waiting(one_here) == [(n, "red", "green")]
    assert one_here.table.view(SCREEN, None).has_word
    assert not one_here.table.view(SCREEN, "yellow").has_word
    assert one_here.state.step == "phase", "what waits has changed nothing"
    refused = one_here.table.play(SCREEN, "yellow", "undo", {"n": n - 3}, "x").refused
    assert refused and refused.key == "not-yours-to-undo"
    one_here.must(SCREEN, "undo", n=n, also=[])
    assert waiting(one_here) == [] and set(one_here.table.record.undone) == {n}


def test_who_changes_a_pick_turns_by_locking(three: Seats) -> None:
    n = revealed(three)
    three.must(SCREEN, "undo", n=n)
    three.must("blue", "withdraw_pick")
    assert not three.table.view(SCREEN, None).turn_again
    three.must("blue", "pick_phase", phase=5)
    assert three.state.phases == (1, 5)


# By chance, in every game


def evening(seed: int, steps: int) -> tuple[Walk, Record]:
    """Some steps of a game by chance, as its table would have written them down."""
    chance = random.Random(seed)
    game: Game[Any] = chance.choice(EVERY)
    mode = chance.choice(list(game.modes))
    options = {name: chance.choice(values) for name, values in game.options.items()}
    walk = Walk(game, mode, options, chance)
    for _ in zip(range(steps), walk, strict=False):
        pass
    return walk, recorded(walk)


def recorded(walk: Walk) -> Record:
    record = Record.opened(walk.game, walk.setup, People(walk.game.seats, SCREEN))
    by_host = {kind for kind, rule in walk.game.moves.items() if is_marked(rule, "for_host")}
    for move in walk.log:
        kind, args, device = move.kind, dict(move.args), move.seat or SCREEN
        if kind in ("sit", "leave"):
            args = {"seat": move.seat, "name": f"{move.seat}"}
            kind = {"sit": "sit", "leave": "free"}[kind]
        elif move.seat is None and kind not in by_host:
            device = BY_TABLE
        entry = Entry(record.n + 1, f"{record.n}", device, move.seat, kind, args, move.anyway)
        record = after(record, entry)
    assert record.state == walk.state
    return record


def without(record: Record, left_out: frozenset[int]) -> Any:
    """The game folded as if some steps had never been made, or `Illegal`.

    Every other is made where it was made, or that is `Illegal` too.
    """
    game = record.game
    state = game.start(record.setup)
    for step in record.steps:
        if step.entry.n in left_out or not step.effect:
            continue
        was = record.state_after(step.entry.n - 1)
        if step.entry.kind not in ("sit", "free") and game.where(was) != game.where(state):
            raise Illegal("elsewhere")
        state = apply(game.moves, state, replace(step.effect, anyway=True))
    return state


def played(record: Record, kind: str, **args: Any) -> Record:
    return after(record, Entry(record.n + 1, f"{record.n}", SCREEN, None, kind, args))


some = settings(max_examples=60, deadline=None)


@some
@given(seed=st.integers(0, 10**6), steps=st.integers(5, 120), place=st.integers(0, 10**6))
def test_what_goes_is_the_smallest_set_that_applies(seed: int, steps: int, place: int) -> None:
    walk, record = evening(seed, steps)
    moves = [n for n, move in enumerate(walk.log, 1) if move.kind not in ("sit", "leave")]
    n = moves[-1 - place % min(len(moves), 25)]
    goes = leaning(record, frozenset({n}))
    assert n in goes
    without(record, goes)
    others = sorted(goes - {n})
    if len(others) > FEW:
        return
    for size in range(len(others)):
        for fewer in itertools.combinations(others, size):
            with pytest.raises(Illegal):
                without(record, frozenset({n, *fewer}))


@some
@given(seed=st.integers(0, 10**6), steps=st.integers(5, 120), place=st.integers(0, 10**6))
def test_taking_back_is_never_having_made_it_and_making_again_its_inverse(
    seed: int, steps: int, place: int
) -> None:
    walk, record = evening(seed, steps)
    moves = [n for n, move in enumerate(walk.log, 1) if move.kind not in ("sit", "leave")]
    n = moves[-1 - place % len(moves)]
    also: list[int] = []
    try:
        back = played(record, "undo", n=n, also=also)
    except GoesToo as refusal:
        also = [one for one in refusal.steps if one != n]
        back = played(record, "undo", n=n, also=also)
    assert back.state == without(record, frozenset({n, *also}))
    assert set(back.undone) == {n, *also}
    assert somebody_can_go_on(back), walk.log[n - 1]
    again = played(back, "redo", n=(also or [n])[-1])
    assert again.undone == {} and again.state == record.state
    assert again.story == record.story


def somebody_can_go_on(record: Record) -> bool:
    """A seat, the host or the table itself has something to do, or the game is over."""
    if record.is_finished or record.due:
        return True
    seats = [seat for seat, _ in record.people.sittings]
    views = (record.game.view(record.state, seat) for seat in seats)
    if any(not option.refused for view in views for option in view.options):
        return True
    drawn = draw_chance(record.game.moves["begin"], random.Random(0))
    return not offer(record.game.moves, record.state, Move("begin", args=drawn)).refused
