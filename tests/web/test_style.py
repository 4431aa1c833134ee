"""The sheets keep to their scales, say each token once, and no game repaints the house."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from assistant.games import GAMES
from assistant.web.assets import sheets

ROOT = Path(__file__).resolve().parents[2]
GUEST = ROOT / "tests" / "tiny" / "web"  # a game that lives with the tests
HOUSE = "style"
PAINTERS = {name: ROOT / "static" / name for name in (HOUSE, *GAMES)}
PAINTERS["tiny"] = GUEST / "static" / "tiny"
SHEETS = [
    (painter, file) for painter, room in PAINTERS.items() for file in sorted(room.rglob("*.css"))
]
EVERY = [name for name in PAINTERS if name != HOUSE]

LENGTH = re.compile(r"(?<![\w#.-])-?(\d*\.?\d+)(px|rem|em)\b")
HAIRLINE = 3  # px
SPACED = re.compile(r"(?:row-|column-)?gap|(?:margin|padding)(?:-.+)?|--between")
# Sizes of type, spaces, and the measures that other parts of the house are cut to.
ON_SCALE = re.compile(
    r"--(?:type|space)-[\w-]+|--(?:tap|tap-main|edge|side|crest|track-word|between|box|wide)"
)
STEPS_OF_TYPE = 14
SCALES = ("--type-", "--space-")
THEMES = ("dark", "light", "dim")


@dataclass(frozen=True)
class Rule:
    """One selector's declarations, and the conditions around them."""

    sheet: str
    within: tuple[str, ...]
    selectors: tuple[str, ...]
    says: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.sheet}: {', '.join(self.selectors)}"


def outside_brackets(text: str, at: str) -> Iterator[str]:
    """The pieces between separators that stand in no bracket."""
    depth, piece = 0, ""
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == at and not depth:
            yield piece.strip()
            piece = ""
        else:
            piece += letter
    if piece.strip():
        yield piece.strip()


def read(painter: str, sheet: Path) -> Iterator[Rule]:
    """Every rule of a sheet; steps of an animation are rules within it."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    within: list[str] = []
    name = f"{painter}/{sheet.relative_to(PAINTERS[painter])}"
    for head, body, close in re.findall(r"([^{}]*)\{|([^{}]*)(\})", text):
        if not close:
            within.append(" ".join(head.split()))
            continue
        *around, last = within
        if not last.startswith("@"):
            says = (line.partition(":") for line in outside_brackets(body, ";"))
            yield Rule(
                name,
                tuple(around),
                tuple(outside_brackets(last, ",")),
                tuple((key.strip(), " ".join(value.split())) for key, _, value in says),
            )
        within.pop()


@cache
def rules() -> tuple[Rule, ...]:
    return tuple(chain.from_iterable(read(*sheet) for sheet in SHEETS))


def off_scale(value: str) -> list[str]:
    """Lengths written out, and names that belong to no scale."""
    written = [
        found[0]
        for found in LENGTH.finditer(value)
        if float(found[1]) and not (found[2] == "px" and float(found[1]) <= HAIRLINE)
    ]
    return written + [
        name for name in re.findall(r"var\((--[\w-]+)", value) if not ON_SCALE.fullmatch(name)
    ]


def is_drawn(rule: Rule) -> bool:
    """Letters in a drawing are measured in the units of the drawing."""
    return all(re.search(r"(?:^|[\s>])text[^\s>]*$", selector) for selector in rule.selectors)


def is_root(rule: Rule) -> bool:
    return all(re.fullmatch(r"html\S*", selector) for selector in rule.selectors)


def test_there_are_sheets_of_the_house_and_of_every_game() -> None:
    assert {rule.sheet.partition("/")[0] for rule in rules()} == set(PAINTERS)


def test_every_size_of_type_is_on_the_scale() -> None:
    wrong = [
        f"{rule}: {value}"
        for rule in rules()
        for key, value in rule.says
        if key in ("font-size", "font") and not is_drawn(rule) and not is_root(rule)
        if any(
            not name.startswith(("--fw-", "--lh-", "--font")) for name in off_scale(_measure(value))
        )
    ]
    assert wrong == []


def _measure(value: str) -> str:
    """What in a size is of this screen, or of the room there is, stands outside the scale."""
    fitted = re.sub(r"min\((.*), var\(--fits\)\)", r"\1", value)
    return re.sub(r"calc\(var\(--tall\)[^,]*\)", "", fitted)


def test_every_space_is_on_the_scale() -> None:
    wrong = [
        f"{rule}: {key}: {value}"
        for rule in rules()
        for key, value in rule.says
        if SPACED.fullmatch(key) and off_scale(value)
    ]
    assert wrong == []


def test_the_scales_are_short_and_every_screen_has_each_step() -> None:
    scales = [
        (rule.within, scale)
        for rule in rules()
        if (scale := {key: value for key, value in rule.says if key.startswith(SCALES)})
    ]
    phone, table = (scale for within, scale in scales if not within)
    assert phone.keys() == table.keys()
    for scale in (phone, table):
        sizes = [value for key, value in scale.items() if key.startswith("--type-")]
        assert len(sizes) == len(set(sizes)) <= STEPS_OF_TYPE
    # what has more room gives a role a larger size, never a smaller one
    roomy = [(key, value) for within, scale in scales if within for key, value in scale.items()]
    for key, value in roomy:
        assert float(value.removesuffix("rem")) > float(phone[key].removesuffix("rem")), key


@pytest.mark.parametrize("theme", THEMES)
def test_a_token_stands_once_in_a_theme(theme: str) -> None:
    said = Counter(
        (rule.within, key)
        for rule in rules()
        for key, _ in rule.says
        if key.startswith("--") and any(selector in _roots(theme) for selector in rule.selectors)
    )
    assert said
    assert [key for (_, key), times in said.items() if times > 1] == []


def _roots(theme: str) -> tuple[str, ...]:
    return (":root", "html") if theme == "dark" else (f'[data-theme="{theme}"]',)


def test_no_theme_is_said_again_for_those_who_did_not_choose() -> None:
    assert not [
        str(rule) for rule in rules() if any("prefers-color-scheme" in one for one in rule.within)
    ]


def test_every_token_is_used_and_every_used_one_defined() -> None:
    defined = {key for rule in rules() for key, _ in rule.says if key.startswith("--")}
    used = {
        name
        for rule in rules()
        for _, value in rule.says
        for name in re.findall(r"var\((--[\w-]+)", value)
    }
    templates = chain((ROOT / "templates").rglob("*.html"), GUEST.rglob("*.html"))
    code = (ROOT / "assistant" / "web").rglob("*.py")
    pages = "".join(file.read_text("utf-8") for file in chain(templates, code))
    given = set(re.findall(r"(--[\w-]+):", pages))
    assert defined - used == set()
    assert used - defined - given == set()


def named(selector: str) -> set[str]:
    return set(re.findall(r"\.[a-zA-Z][\w-]*|#[a-z][\w-]*|\[data-[\w-]+", selector))


BY_SCRIPT = {".is-kept", ".is-leaving", ".is-open"}
PHONES_ONLY = re.compile(r"@container (?:phone|panel)\b")


def missed(game: str, page: str, classes: set[str]) -> Iterator[Rule]:
    """Rules that a page with these classes would follow, if it were given them."""
    rooms = [PAINTERS[HOUSE], PAINTERS[game]]
    given = {file for room in rooms for file in sheets(room, page)}
    kept = [(painter, file) for painter, file in SHEETS if painter in (HOUSE, game)]
    for rule in (rule for one in kept if one[1] not in given for rule in read(*one)):
        elsewhere = page == "table" and any(map(PHONES_ONLY.match, rule.within))
        if not elsewhere and any(follows(one, page, classes) for one in rule.selectors):
            yield rule


def follows(selector: str, page: str, classes: set[str]) -> bool:
    """Whether a page with these classes may hold what a selector names."""
    needed = re.findall(r"\.[a-zA-Z][\w-]*", re.sub(r":(?:not|is)\([^)]*\)", "", selector))
    if '[data-page="table"]' in selector and page != "table":
        return False
    if re.search(r"(?<!:not\()\[data-here\]", selector) and not page.endswith("-here"):
        return False
    return set(needed) - BY_SCRIPT <= classes and not classes.isdisjoint(needed)


@pytest.mark.parametrize("game", EVERY)
def test_a_game_paints_only_what_is_its_own(game: str) -> None:
    """Each of its selectors names a class, an id or an attribute that the house does not."""
    house = set().union(
        *(
            named(selector)
            for rule in rules()
            if rule.sheet.startswith(HOUSE)
            for selector in rule.selectors
        )
    )
    wrong = [
        f"{rule.sheet}: {selector}"
        for rule in rules()
        if rule.sheet.startswith(f"{game}/") and not any("@keyframes" in one for one in rule.within)
        for selector in rule.selectors
        if not named(selector) - house
    ]
    assert wrong == []


@pytest.mark.parametrize("game", EVERY)
def test_an_animation_has_one_meaning(game: str) -> None:
    moving = re.compile(r"@keyframes ([\w-]+)")
    owners: dict[str, set[str]] = {}
    for rule in rules():
        for one in rule.within:
            if found := moving.match(one):
                owners.setdefault(found[1], set()).add(rule.sheet.partition("/")[0])
    assert {name for name, where in owners.items() if {HOUSE, game} <= where} == set()
