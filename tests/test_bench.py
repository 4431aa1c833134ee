"""The bench measures what it says; how fast anything is, no test asks."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest

from assistant.game import fold
from assistant.games.ares import ARES
from assistant.games.ares.state import Phase
from bench import evening, figures, reveal
from bench.__main__ import main
from bench.browser import MARK, longest
from bench.client import Frame
from bench.figures import Row, line, percentile, rows
from bench.parts import PARTS
from bench.reveal import BEHIND, cards_turn, in_sight


def test_half_of_the_times_are_no_longer_than_p50_and_nearly_all_no_longer_than_p99() -> None:
    assert percentile([5, 1, 4, 2, 3], 50) == 3
    assert percentile(range(1, 201), 99) == 198
    assert percentile([7.5], 99) == 7.5
    half, late = rows("a tap", [1, 2, 30], [1, 1, 3])
    assert (half.name, half.product, half.floor, half.ratio) == ("a tap, p50", 2, 1, 2)
    assert (late.name, late.ratio) == ("a tap, p99", 10)


def test_the_examples_of_the_bench_are_right() -> None:
    for module in (figures, reveal):
        failed, tried = doctest.testmod(module)
        assert tried and not failed


def test_a_figure_without_a_floor_has_no_ratio() -> None:
    row = Row("memory", 66.0, unit="MB")
    assert row.ratio is None
    assert line(row).split() == ["memory,", "MB", "66.00"]


def test_a_part_that_is_not_there_is_refused_by_its_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["cards_turn", "tea"])
    said = capsys.readouterr().err
    assert "there is no tea" in said and all(name in said for name in PARTS)


def test_a_part_is_told_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "results.json"
    assert main(["rules", "--json", str(kept)]) == 0
    told = json.loads(kept.read_text("utf-8"))
    assert [part["part"] for part in told["parts"]] == ["rules"]
    said = capsys.readouterr().out
    assert told["parts"][0]["rows"]
    assert all(row["name"] in said for row in told["parts"][0]["rows"])


def test_cards_turn_at_the_table_and_on_the_floor_beneath_it() -> None:
    found = cards_turn(rounds=2)
    assert len(found) == 10
    assert [bool(row.floor) for row in found] == [True, True, True, True, False] * 2


def test_what_lies_behind_a_tab_is_not_in_sight() -> None:
    def frame(at: float, **screen: object) -> Frame:
        return Frame(at, "42" + json.dumps(["screen", json.dumps({"n": 3, **screen})]))

    came = [
        frame(1, slots={"now": ["x"], "mat": ["x"]}),
        frame(2, slots={"mat": ["x"], "table": ["x"]}),
        frame(3, slots={}, lines={"3": "x"}),
        Frame(4, '430[{"ok": true}]'),
    ]
    assert [one.at for one in in_sight(came, BEHIND["seat"])] == [1]


def test_the_longest_task_is_the_pages_own_and_after_the_mark() -> None:
    def task(ts: int, dur: int, tid: int = 7) -> dict[str, object]:
        return {"name": "ThreadControllerImpl::RunTask", "pid": 1, "tid": tid, "ts": ts, "dur": dur}

    mark = {"name": MARK, "pid": 1, "tid": 7, "ts": 50}
    assert longest([task(10, 90_000), mark, task(60, 12_000), task(70, 80_000, tid=8)]) == 12


def test_late_in_the_evening_every_mat_is_full_of_cards() -> None:
    state = fold(ARES, evening.setup(), evening.late())
    assert state.phase is Phase.ACTION
    assert {len(player.cards) for player in state.players} == {evening.LATE_CARDS}
    assert len(evening.lively()) == evening.LOG_LENGTH
