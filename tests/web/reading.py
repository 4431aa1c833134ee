"""Templates as they are written, without an app around them."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment

ROOMS = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(
    path.relative_to(ROOMS / "templates").as_posix()
    for path in (ROOMS / "templates").rglob("*.html")
)
ENVIRONMENT = Environment(autoescape=True)
