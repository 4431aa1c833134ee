"""There are only so many connections, and a seat's own is the last to go."""

from __future__ import annotations

import itertools

from assistant.web.guests import MOST_AT_A_SEAT, SHARE, Guest, Guests

RED, BLUE = ("K7Q", "red's phone"), ("K7Q", "blue's phone")


class Line:
    is_cut = False

    def shutdown(self, how: int) -> None:
        self.is_cut = True


class House(Guests):
    """Time goes on with everything that is done."""

    def __init__(self, most: int) -> None:
        self._times = itertools.count()
        super().__init__(most, clock=lambda: float(next(self._times)))

    def let_in(self, address: str = "", place: tuple[str, str] | None = None) -> Guest | None:
        guest = Guest(self, Line(), address or f"address {next(self._times)}")
        if not self.come(guest):
            return None
        guest.sit(place)
        return guest


def is_in(guest: Guest | None) -> bool:
    assert guest
    return not guest.phone.is_cut


def test_of_too_many_who_look_on_the_quietest_goes() -> None:
    house = House(3)
    first, second, third = (house.let_in() for _ in range(3))
    assert first
    first.stir()
    fourth = house.let_in()
    assert [is_in(one) for one in (first, second, third, fourth)] == [True, False, True, True]
    assert len(house) == 3


def test_who_has_a_place_stays_however_quiet() -> None:
    house = House(4)
    seated = [house.let_in(place=RED), house.let_in(place=BLUE)]
    for _ in range(20):
        assert house.let_in()
    assert all(is_in(one) for one in seated) and len(house) == 4


def test_a_second_screen_of_a_seat_goes_before_somebodys_only_one() -> None:
    house = House(3)
    blue, first, second = (house.let_in(place=place) for place in (BLUE, RED, RED))
    third = house.let_in()
    assert [is_in(one) for one in (blue, first, second, third)] == [True, False, True, True]


def test_where_nobody_can_be_spared_nobody_comes_in() -> None:
    house = House(2)
    seated = [house.let_in(place=RED), house.let_in(place=BLUE)]
    assert house.let_in() is None
    assert all(is_in(one) for one in seated) and len(house) == 2


def test_one_address_leaves_room_for_others() -> None:
    house = House(100)
    crowd = [house.let_in("here", ("K7Q", f"device {number}")) for number in range(100)]
    assert sum(1 for one in crowd if one) == 100 * SHARE
    others = [house.let_in(f"there {number}") for number in range(25)]
    assert all(others) and all(is_in(one) for one in crowd if one)


def test_of_too_many_screens_at_one_seat_the_quietest_goes() -> None:
    house = House(1000)
    screens = [house.let_in(place=RED) for _ in range(MOST_AT_A_SEAT + 2)]
    assert [is_in(one) for one in screens] == [False, False, *MOST_AT_A_SEAT * [True]]


def test_who_leaves_twice_leaves_once() -> None:
    house = House(4)
    guests = [house.let_in("here") for _ in range(3)]
    for guest in (*guests, *guests):
        assert guest
        house.go(guest)
    assert len(house) == 0 and not house._by_address
