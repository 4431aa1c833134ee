"""Templates stay readable: short lines, short chains, and nothing that nobody uses."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain

import pytest
from jinja2 import nodes

from assistant.web.face import HOUSE_SLOTS
from assistant.web.faces import FACES
from tests.web.reading import ENVIRONMENT, ROOMS, TEMPLATES

LONGEST_LINE = 140
LONGEST_CHAIN = 5  # ways to choose from; more are decided in Python
CODE = "\n".join(
    path.read_text("utf-8") for path in sorted((ROOMS / "assistant" / "web").rglob("*.py"))
)

EVERY = pytest.mark.parametrize("name", TEMPLATES)


@cache
def _source(name: str) -> str:
    return (ROOMS / "templates" / name).read_text("utf-8")


@cache
def _tree(name: str) -> nodes.Template:
    return ENVIRONMENT.parse(_source(name))


@EVERY
def test_no_line_is_longer_than_a_screen_is_wide(name: str) -> None:
    long = [n for n, line in enumerate(_source(name).splitlines(), 1) if len(line) > LONGEST_LINE]
    assert not long, f"{name}: lines {long}"


@EVERY
def test_no_template_chooses_among_many_ways(name: str) -> None:
    for chosen in _tree(name).find_all(nodes.If):
        ways = 1 + len(chosen.elif_)
        assert ways <= LONGEST_CHAIN, f"{name}:{chosen.lineno} chooses among {ways}"


@EVERY
def test_every_macro_is_called(name: str) -> None:
    """In its own template, or where it is imported."""
    macros = {one.name for one in _tree(name).find_all(nodes.Macro)}
    imported = {
        (one if isinstance(one, str) else one[0])
        for other in TEMPLATES
        for found in _tree(other).find_all(nodes.FromImport)
        if isinstance(found.template, nodes.Const) and found.template.value == name
        for one in found.names
    }
    wholly = any(
        isinstance(found.template, nodes.Const) and found.template.value == name
        for other in TEMPLATES
        for found in _tree(other).find_all(nodes.Import)
    )
    siblings = [other for other in TEMPLATES if other.split("/")[0] == name.split("/")[0]]
    called = {
        call.node.name
        for other in (name, *siblings)  # what is included sees the macros around it
        for call in _tree(other).find_all(nodes.Call)
        if isinstance(call.node, nodes.Name)
    }
    assert wholly or macros <= imported | called, macros - imported - called


@EVERY
def test_what_is_imported_is_called(name: str) -> None:
    tree = _tree(name)
    named = {one.name for one in tree.find_all(nodes.Name)}
    for found in tree.find_all(nodes.FromImport):
        for one in found.names:
            assert (one if isinstance(one, str) else one[1]) in named, f"{name} imports {one}"


@EVERY
def test_every_template_is_shown_somewhere(name: str) -> None:
    """Named by a page, a face or another template; or by a helper that chooses among siblings."""
    slots = chain(*HOUSE_SLOTS.values(), *(chain(*face.slots.values()) for face in FACES.values()))
    looks = (f"{face.key}/look/{place}.html" for face in FACES.values() for place in face.looks)
    named = {*(slot.template for slot in slots), *looks}
    folder, _, file = name.rpartition("/")
    stem = file.removesuffix(".html")
    in_text = f'"{name}"' in CODE or any(f'"{name}"' in _source(other) for other in TEMPLATES)
    by_game = any(
        re.search(rf'face\.key ~ "/{re.escape(name.partition("/")[2])}"', _source(other))
        for other in TEMPLATES
    )
    is_page = not folder and f'"{stem}"' in CODE
    chosen = f'f"{folder}/{{' in CODE and f'"{stem}"' in CODE
    assert name in named or in_text or by_game or is_page or chosen
