"""The table is right: any figure can be set by hand. (J1)"""

from __future__ import annotations

from typing import Annotated

from assistant.game import Illegal, Seat, require
from assistant.games.ares.figures import LARGEST, figure, with_figure
from assistant.games.ares.rules.rounds import end_if_terraformed
from assistant.games.ares.state import State, Step


def adjust(
    state: State, seat: Seat, field: str, by: Annotated[int, range(-LARGEST, LARGEST + 1)]
) -> State:
    """Correct any figure on your mat or on the planet, in plain sight of the table. (J1)"""
    require(state.step != Step.LOBBY, "not-begun-yet")
    value = figure(state, seat, field)
    if value is None:
        raise Illegal("no-such-figure")
    require(by, "malformed", field="by")
    return end_if_terraformed(with_figure(state, seat, field, value + by))
