"""A hostile client says everything wrong there is: refused in words, and nobody is disturbed."""

from __future__ import annotations

from pathlib import Path

from tests.faults.hostile import attack

SEED = 7


def test_what_a_hostile_client_says_is_refused_and_a_game_beside_it_goes_on(tmp_path: Path) -> None:
    """`python -m tests.faults.hostile --messages 100000` is the long version."""
    done = attack(tmp_path, 2000, SEED)
    assert done.replies["games played beside"] and done.said_so_far >= 2000
    assert done.replies["answer malformed"] and done.replies["not let in"]
