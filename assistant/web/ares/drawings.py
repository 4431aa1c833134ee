"""The planet at an address of its own: its numbers never change the picture, so phones keep it."""

from __future__ import annotations

from typing import get_args

from flask import Blueprint, Response, abort

from assistant.games.ares.view import View
from assistant.web.ares import globe
from assistant.web.assets import keep_for_good

drawings = Blueprint("ares", __name__)


@drawings.get("/planet/<detail>/<int(signed=True):temperature>/<int:oxygen>/<int:oceans>.svg")
def planet(detail: globe.Detail, temperature: int, oxygen: int, oceans: int) -> Response:
    """The planet at these parameters."""
    if detail not in get_args(globe.Detail):
        abort(404)
    try:
        drawing = globe.draw(temperature, oxygen, oceans, detail)
    except ValueError:
        abort(404)
    return keep_for_good(Response(drawing, mimetype="image/svg+xml"))


def picture(view: View) -> str:
    """Where the planet of a table is, as far as the table tracks it."""
    if view.terraformed:
        return "/ares/planet/phone/8/14/9.svg"
    planet = view.planet
    return f"/ares/planet/phone/{planet.temperature}/{planet.oxygen}/{planet.oceans}.svg"
