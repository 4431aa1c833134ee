"""A finished game for programs and spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from assistant.game import Json
from assistant.games.ares.history import Round
from assistant.games.ares.view import View

# Columns that stay empty where the table knows no figure; points are on the last round.
FIGURES = ("tr", "temperature", "oxygen", "oceans", "forests", "cards", "total")


def export(view: View, history: Sequence[Round]) -> dict[str, Json]:
    """Round by round what was picked and reached, and the score."""
    end = view.as_json()
    return {
        "rounds": [one.as_json() for one in history if one.picks],
        **{name: end[name] for name in ("score", "terraformed", "won")},
    }


def rows(game: Mapping[str, Json]) -> Iterator[Sequence[Json]]:
    """A row for each pick, under a head."""
    yield ["round", "seat", "name", "phase", *FIGURES]
    score = game["score"]
    for one in game["rounds"]:
        is_last = one is game["rounds"][-1]
        for seat, phase in one["picks"].items():
            figures = {"tr": one.get("tr", {}).get(seat), **one.get("planet", {})}
            if is_last and seat in score:
                figures |= _counted(score[seat])
            who = [one["round"], seat, game["players"].get(seat), phase]
            yield [*who, *(figures.get(name) for name in FIGURES)]


def _counted(score: Mapping[str, Json]) -> dict[str, int]:
    """The points of a seat by their columns, without what it has not counted."""
    if score["open"]:
        return {}
    return {name: score[name] for name in ("tr", "forests", "cards", "total")}
