"""Pull the plug again and again while everybody taps: `python -m tests.faults.kill --times 200`.

After each kill -9 the server starts on the same port and the phones come back. Whatever was
answered is there once, whatever was sealed is sealed still, and nothing is there twice.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
import time
from pathlib import Path
from random import Random

from tests.faults.load import under_load
from tests.house import House

MOST_TAPS = 25  # between two kills
LONGEST_PAUSE = 0.02  # seconds from the last of these taps to the kill


def pull_the_plug(data: Path, times: int, seed: int) -> int:
    """Kill the server so often under load; how many taps were answered, if everything held."""
    chance = Random(seed)
    house = House(data)
    with under_load(house, seed) as load:
        for _ in range(times):
            load.wait_for_more(chance.randint(1, MOST_TAPS))
            time.sleep(chance.uniform(0, LONGEST_PAUSE))
            house.kill()
            house.start()
            assert load.all_is_sealed(), "a pick was seen"
    return load.answered


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.kill", description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how often (%(default)s)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        answered = pull_the_plug(Path(folder), given.times, given.seed)
    print(f"{given.times} kills, {answered} answered taps, each there once, each pick sealed")


if __name__ == "__main__":
    main()
