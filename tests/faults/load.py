"""Phones that tap without a pause, whatever becomes of the server meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

from tests.faults.kept import holds_every_tap_once, kept_entries
from tests.faults.stubborn import Stubborn
from tests.house import Group, House

TAPPING = ("red", "green", "blue")
LATE = "yellow"  # never picks, so that what the others picked stays sealed


class Load:
    """Three who pick, change their minds and are called otherwise, and one who only watches."""

    def __init__(self, house: House, seed: int) -> None:
        self._house = house
        self._seed = seed
        self._is_over = threading.Event()
        self._answered = 0
        self._changed = threading.Condition()
        self._problems: list[BaseException] = []
        self._closing = ExitStack()
        self.group: Group = house.open_table().sit(*TAPPING, LATE)
        with self.group.host() as host:
            host.must("begin")
        self.phones = [self._phone(seat, token=self.group.tokens[seat]) for seat in TAPPING]
        self.watcher = self._phone("watcher")
        self._threads = [threading.Thread(target=self._tap_on, args=(one,)) for one in self.phones]

    @property
    def answered(self) -> int:
        return self._answered

    def wait_for_more(self, more: int) -> None:
        """Until so many more taps were answered; what went wrong for a phone is raised."""
        with self._changed:
            goal = self._answered + more
            self._changed.wait_for(lambda: self._answered >= goal or self._problems)
        if self._problems:
            raise self._problems[0]

    def all_is_sealed(self) -> bool:
        """Whether somebody who only watches comes back and never saw anybody's pick."""
        self.watcher.look()
        return all(_shows_no_pick(view) for view in self.watcher.views())

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._is_over.set()
        if kind:
            self._closing.close()  # nobody may be there any more to answer them
        for thread in self._threads:
            thread.join()
        self._closing.close()

    def held(self) -> None:
        """Once the server has ended: every tap is there once."""
        holds_every_tap_once(kept_entries(self._house.data, self.group.code), self.phones)

    def _phone(self, name: str, **auth: Any) -> Stubborn:
        phone = Stubborn(lambda: self._house.url, name, table=self.group.code, **auth)
        return self._closing.enter_context(phone)

    def _tap_on(self, phone: Stubborn) -> None:
        try:
            self._tap_until_it_is_over(phone, Random(f"{self._seed}/{phone.name}"))
        except BaseException as problem:
            with self._changed:
                self._problems.append(problem)
                self._changed.notify_all()

    def _tap_until_it_is_over(self, phone: Stubborn, chance: Random) -> None:
        picked: int | None = None
        while not self._is_over.is_set():
            match chance.choice(("pick", "pick", "withdraw", "rename")):
                case "pick":
                    phase = chance.randint(1, 5)
                    answer = phone.tap("pick_phase", phase=phase)
                    picked = phase if answer["ok"] else picked
                case "withdraw":
                    answer = phone.tap("withdraw_pick")
                    picked = None if answer["ok"] else picked
                case _:
                    name = f"{phone.name} {chance.randint(1, 99)}"
                    phone.tap("rename", seat=phone.name, name=name)
            own = phone.look()["you"]["picked"]
            assert own == picked, f"{phone.name} picked {picked} and finds {own}"
            seen = [view for view in phone.views() if not _shows_no_pick(view, phone.name)]
            assert not seen, f"{phone.name} saw a pick of others"
            with self._changed:
                self._answered += 1
                self._changed.notify_all()


@contextmanager
def under_load(house: House, seed: int) -> Iterator[Load]:
    """Inside, three phones tap; afterwards the server has ended and everything held."""
    with house, Load(house, seed) as load:
        yield load
        load.wait_for_more(1)
        assert load.all_is_sealed(), "a pick was seen"
    load.held()


def _shows_no_pick(view: dict[str, Any], seat: str = "") -> bool:
    return all(one["picked"] is None for other, one in view["seats"].items() if other != seat)
