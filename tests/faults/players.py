"""People who play by chance: whatever the game offers them, until there is enough of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from tests.faults.stubborn import Stubborn

# What leads nowhere by itself is done now and then only.
SELDOM: dict[str, float] = {
    "withdraw_pick": 0.1,
    "sell_cards": 0.2,
    "declare_terraformed": 0.0,
    "choose_corporation": 0.5,
}
View = dict[str, Any]


def play(player: Stubborn, chance: Random, is_over: Callable[[View], bool]) -> None:
    """Take part until it is over, as this player sees it."""
    view = player.look()
    while not is_over(view):
        offers = [one for one in view["options"] if not one["refused"]]
        weights = [weight(one, offers) for one in offers]
        if sum(weights):
            one = chance.choices(offers, weights)[0]
            player.tap(one["kind"], **one["args"])
        else:
            player.wait_a_while(view["n"])
        view = player.look()


def weight(offer: dict[str, Any], offers: list[dict[str, Any]]) -> float:
    """Each kind of move is as likely as another, however many there are of it."""
    kind: str = offer["kind"]
    alike = len([other for other in offers if other["kind"] == kind])
    return SELDOM.get(kind, 1) / alike


def play_together(players: Iterable[Stubborn], seed: int, is_over: Callable[[View], bool]) -> None:
    """Everybody at once, each in a thread of their own; what goes wrong for one is raised."""
    problems: list[BaseException] = []

    def take_part(player: Stubborn) -> None:
        try:
            play(player, Random(f"{seed}/{player.name}"), is_over)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=take_part, args=(one,)) for one in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]
