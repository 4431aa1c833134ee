"""Who pours is made to wait, then refused, then shown the door; who waits for answers never is."""

from __future__ import annotations

import gevent
import pytest

from assistant.web.rates import MOST_KNOWN, NOTED_SECONDS, Lane, Limit, Limits, Pace, Rates, Verdict

LIMITS = Limits(
    socket=Limit(10, 1),
    seat=Limit(15, 1),
    address=Limit(20, 1),
    poured=Limit(3, 1),
    patience=Limit(2, 1),
    warnings=Limit(2, 0.5),
)
AT_ONCE, SLOWLY, REFUSED, DOOR = Verdict


class Clock:
    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rates(clock: Clock) -> Rates:
    return Rates(LIMITS, clock)


def poured(pace: Pace, times: int) -> list[Verdict]:
    return [pace.judge(1, poured=True) for _ in range(times)]


def asked(pace: Pace, times: int) -> set[Verdict]:
    return {pace.judge(1, poured=False) for _ in range(times)}


def test_who_pours_waits_then_is_refused_then_is_shown_the_door(rates: Rates) -> None:
    verdicts = poured(Pace(rates, "here"), 9)
    assert verdicts == [*3 * [AT_ONCE], *2 * [SLOWLY], *2 * [REFUSED], *2 * [DOOR]]


def test_who_waits_for_each_answer_is_slowed_and_never_refused(rates: Rates) -> None:
    pace = Pace(rates, "here")
    assert asked(pace, 10) == {AT_ONCE}
    assert asked(pace, 1000) == {SLOWLY}


def test_time_gives_back_what_was_used_up(rates: Rates, clock: Clock) -> None:
    pace = Pace(rates, "here")
    poured(pace, 7)
    clock.at += 2
    assert poured(pace, 4) == [AT_ONCE, AT_ONCE, SLOWLY, SLOWLY]


def test_many_sockets_of_a_seat_go_no_faster_than_the_seat(rates: Rates) -> None:
    first, second = Pace(rates, "here"), Pace(rates, "there")
    first.seat = second.seat = ("K7Q", "device", "red")
    assert asked(first, 10) == {AT_ONCE}
    assert asked(second, 5) == {AT_ONCE} and asked(second, 1) == {SLOWLY}


def test_many_sockets_of_an_address_go_no_faster_than_the_address(rates: Rates) -> None:
    first, second, third = (Pace(rates, "here") for _ in range(3))
    assert asked(first, 10) == asked(second, 10) == {AT_ONCE}
    assert asked(third, 1) == {SLOWLY}
    assert asked(Pace(rates, "there"), 10) == {AT_ONCE}


def test_what_one_pours_is_not_taken_from_its_neighbours(rates: Rates) -> None:
    for _ in range(4):
        poured(Pace(rates, "here"), 6)
    assert asked(Pace(rates, "here"), 8) == {AT_ONCE}


def test_an_address_that_was_shown_the_door_comes_in_slowly_for_a_while(
    rates: Rates, clock: Clock
) -> None:
    assert rates.request("here", 1) is AT_ONCE
    poured(Pace(rates, "here"), 8)
    assert rates.request("here", 1) is SLOWLY and rates.request("there", 1) is AT_ONCE
    assert poured(Pace(rates, "here"), 1) == [SLOWLY]
    assert asked(Pace(rates, "here"), 1) == {AT_ONCE}, "who waits for answers is as welcome as ever"
    clock.at += NOTED_SECONDS
    assert rates.request("here", 1) is AT_ONCE
    assert poured(Pace(rates, "here"), 1) == [AT_ONCE]


def test_however_many_come_no_more_are_remembered(rates: Rates) -> None:
    for number in range(MOST_KNOWN + 10):
        rates.request(f"address {number}", 1)
        rates.note(f"address {number}")
    assert len(rates._buckets) == len(rates._noted) == MOST_KNOWN


def test_the_slow_lane_is_walked_by_one_at_a_time_in_the_order_they_came() -> None:
    lane, told = Lane(), list[str]()

    def walk(name: str) -> None:
        with lane.turn():
            told.append(name)
            gevent.sleep(0)
            told.append(name)

    gevent.joinall([gevent.spawn(walk, name) for name in "abc"], raise_error=True)
    assert told == list("aabbcc")


def test_who_leaves_the_slow_lane_by_an_error_leaves_it_free() -> None:
    lane = Lane()
    for _ in range(2):
        with pytest.raises(ValueError, match="broken"), lane.turn():
            raise ValueError("broken")
    lane.wait(0)
