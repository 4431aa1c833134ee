"""Everything that is measured, in the order in which it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bench.fifth import fifth
from bench.figures import Row
from bench.first_load import first_load
from bench.long import flat, long_evening
from bench.machine import cold_start, memory
from bench.moves import evening, late_move
from bench.phone import felt, seen
from bench.postgres import postgres
from bench.reveal import cards_turn, processor, whole_screen
from bench.rules import rules
from bench.strangers import strangers
from bench.tables import tables
from bench.wake import wake

PARTS: Mapping[str, Callable[[], list[Row]]] = {
    part.__name__: part
    for part in (
        cards_turn,
        whole_screen,
        processor,
        evening,
        late_move,
        postgres,
        tables,
        strangers,
        memory,
        cold_start,
        seen,
        felt,
        first_load,
        wake,
        rules,
        long_evening,
        flat,
        fifth,
    )
}
