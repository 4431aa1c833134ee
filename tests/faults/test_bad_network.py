"""Phones behind a network that cuts, holds, doubles and reorders: each tap counts once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.faults.kept import holds_every_tap_once, kept_entries
from tests.faults.players import play_together
from tests.faults.proxy import STORM, Proxy
from tests.faults.stubborn import Stubborn
from tests.house import APP, Group, House

TINY = ("-m", "tests.tiny")
EVENINGS: list[dict[str, Any]] = [
    {"game": "ares", "help": "phases"},
    {"game": "ares", "help": "cards"},
    {"game": "tiny", "mode": "race"},
]


@contextmanager
def behind(
    proxy: Proxy, group: Group, *seats: str, watching: bool = False
) -> Iterator[list[Stubborn]]:
    """A stubborn phone for each of these seats, and perhaps one for somebody who only watches."""
    tokens: dict[str, dict[str, str]] = {seat: {"token": group.tokens[seat]} for seat in seats}
    if watching:
        tokens["watcher"] = {}
    with ExitStack() as stack:
        yield [
            stack.enter_context(Stubborn(lambda: proxy.url, name, table=group.code, **auth))
            for name, auth in tokens.items()
        ]


def without_presence(view: dict[str, Any]) -> dict[str, Any]:
    """A view but for who is in touch just then."""
    seats = {
        seat: {name: value for name, value in one.items() if name not in ("connected", "here")}
        for seat, one in view["seats"].items()
    }
    return {**view, "seats": seats}


def betrays_nothing(view: dict[str, Any], seat: str) -> bool:
    """Whether nobody's sealed pick but the own one can be read."""
    hidden = "opened" if view["game"] == "tiny" else "picked"
    is_sealed = view["step"] in ("planning", "picking")
    return not is_sealed or all(
        one[hidden] is None for other, one in view["seats"].items() if other != seat
    )


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda one: f"{one['game']}-{[*one.values()][1]}")
def test_a_game_over_a_bad_network_is_the_game_that_was_played(
    tmp_path: Path, evening: dict[str, Any], seed: int
) -> None:
    """Every tap once, every phone right in the end, every pick sealed until all are in."""
    seats = ("red", "green", "blue")
    tiny = evening["game"] == "tiny"

    def is_over(view: dict[str, Any]) -> bool:
        return bool(view["round"] >= 4 or view["step"] == "finished")

    with (
        House(tmp_path, program=TINY if tiny else APP) as house,
        house.open_table(**evening).sit(*seats) as group,
        Proxy(lambda: house.port, STORM, seed) as proxy,
        behind(proxy, group, *seats, watching=True) as phones,
    ):
        *players, _ = phones
        group.host().must("begin")
        play_together(phones, seed, is_over)
        assert proxy.cuts and proxy.doubled and proxy.swapped, "the weather was too good"

        proxy.be_fair()
        for phone in phones:
            name = {"token": group.tokens[phone.name]} if phone in players else {}
            phone.look()
            fresh = group._connect(**name)
            fresh.catch_up()
            assert without_presence(phone.look()) == without_presence(fresh.view), seed
        for phone in phones:
            assert all(betrays_nothing(view, phone.name) for view in phone.views()), seed
    holds_every_tap_once(kept_entries(tmp_path, group.code), players)


def seen_by_an_onlooker(house: House, seed: int, picks: tuple[int, int]) -> dict[int, Any]:
    """What blue is shown at every move behind a bad network, while red seals these and changes."""
    with (
        house.open_table().sit("red", "blue") as group,
        Proxy(lambda: house.port, STORM, seed) as proxy,
        behind(proxy, group, "red", "blue") as (red, blue),
    ):
        group.host().must("begin")
        for tap in range(40):
            if tap % 4 == 3:
                answer = red.tap("withdraw_pick")
            else:
                answer = red.tap("pick_phase", phase=picks[tap % 2])
            assert answer["ok"], (seed, answer)
            blue.wait_until(answer["n"])
        assert proxy.cuts
        shown: dict[int, Any] = {}
        for view in blue.views():
            known = {**without_presence(view), "code": "CODE"}
            assert shown.setdefault(view["n"], known) == known, f"two views of one move, {seed}"
        return shown


def test_over_a_bad_network_nobody_can_tell_what_another_has_sealed(house: House) -> None:
    """Two evenings that differ only in red's picks: whatever arrives at blue's is the same."""
    one, other = (seen_by_an_onlooker(house, 3, picks) for picks in ((1, 2), (5, 4)))
    assert len(one) > 10
    assert one == other
