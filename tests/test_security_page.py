"""What docs/security.md names is there: limits in their files, files beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
PLACES = re.findall(r"((?:`\w+`(?:, )?)+) in `([\w/]+\.py)`", PAGE)


@pytest.mark.parametrize(("names", "file"), PLACES, ids=lambda one: one)
def test_a_limit_stands_where_the_page_says(names: str, file: str) -> None:
    source = (ROOT / "assistant" / file).read_text("utf-8")
    for name in re.findall(r"\w+", names):
        assert re.search(rf"^(class )?{name}\b", source, re.MULTILINE), name


def test_the_page_names_limits_and_links_to_what_is_there() -> None:
    assert len(PLACES) > 8
    for link in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link
    for module in re.findall(r"`(\w+\.py)`", PAGE):
        assert (ROOT / module).exists() or list((ROOT / "assistant").rglob(module)), module
