"""What the lobby sends says only what differs, and leads to what was chosen."""

from __future__ import annotations

import pytest

from assistant.game import Setup, change_setup, read_setup
from assistant.games import GAMES
from assistant.web.face import Choice, Face
from assistant.web.faces import FACES


def setups(face: Face) -> list[Setup]:
    return [read_setup(face.game, mode, {}) for mode in face.game.modes]


def ways(face: Face, setup: Setup) -> list[Choice]:
    return [one for row in face.set_up(setup) for one in row.choices]


@pytest.mark.parametrize("face", FACES.values(), ids=FACES.keys())
def test_every_way_in_the_lobby_leads_where_it_says(face: Face) -> None:
    for setup in setups(face):
        for way in ways(face, setup):
            change = way.change(setup)
            mode, options = change.get("mode"), change.get("options", {})
            assert change_setup(GAMES, setup, None, mode, options) == way.setup
            assert (change == {}) == (way.setup == setup)
            assert not options.items() & dict(setup.options).items()


@pytest.mark.parametrize("face", FACES.values(), ids=FACES.keys())
def test_one_way_of_every_row_is_the_chosen_one(face: Face) -> None:
    for setup in setups(face):
        for row in face.set_up(setup):
            assert [one.setup for one in row.choices].count(setup) == 1
