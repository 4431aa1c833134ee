"""Pull the plug: what was acknowledged is there again."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.house import House
from tests.phone import Phone


def test_sealed_picks_survive_kill_minus_nine_between_two_lock_ins(tmp_path: Path) -> None:
    with House(tmp_path) as house, house.open_table().sit("red", "blue") as group:
        group.host().must("begin")
        red = group.phone("red")
        n = red.must("pick_phase", phase=3)
        house.kill()
        house.start()
        red = group.phone("red")
        assert red.n == n and red.view["you"]["picked"] == 3
        assert red.view["seats"]["red"]["locked"]
        blue = group.phone("blue")
        blue.must("pick_phase", phase=4)
        assert red.wait_for(lambda view: view["step"] == "phase")["phases"] == [3, 4]


@pytest.mark.parametrize("taps", [1, 20, 60])
def test_every_acknowledged_tap_survives_a_kill_at_any_moment(tmp_path: Path, taps: int) -> None:
    """Taps come without a pause until the plug is pulled; none that was answered is missing."""
    with House(tmp_path) as house, house.open_table().sit("red", "blue") as group:
        red = group.phone("red")
        acknowledged: dict[str, int] = {}
        enough = threading.Event()

        def tap_until_it_breaks(phone: Phone) -> None:
            for tap in range(100_000):
                try:
                    name = f"Ann {tap}"
                    answer = phone.move("rename", id=f"tap-{tap}", seat="red", name=name)
                except Exception:
                    return
                acknowledged[f"tap-{tap}"] = answer["n"]
                if len(acknowledged) == taps:
                    enough.set()

        tapping = threading.Thread(target=tap_until_it_breaks, args=(red,))
        tapping.start()
        assert enough.wait(30)
        house.kill()
        tapping.join(30)
        assert not tapping.is_alive()
        house.start()
        red = group.phone("red")
        assert red.n >= max(acknowledged.values())
        for id, n in list(acknowledged.items())[-5:]:
            assert red.move("rename", id=id, seat="red", name="again") == {"ok": True, "n": n}


def test_a_restart_keeps_codes_seats_keys_and_the_story(tmp_path: Path) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        group = stack.enter_context(house.open_table("solo", difficulty="expert").sit("green"))
        group.host().must("begin")
        green = group.phone("green")
        green.must("pick_phase", phase=2)
        before = green.wait_for(lambda view: view["step"] == "phase")
        assert house.stop() == ""
        house.start()
        assert group.phone("green").view == before
        assert group.host().view["host"] is True
