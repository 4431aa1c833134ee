"""The house's signs: icons and seat marks. Every one is drawn, never typed.

A screen holds a hundred of them and every phone is shown its screen anew after every move, so they
are plain functions that remember what they drew, and templates need not import them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from functools import cache

from markupsafe import Markup

from assistant.game import Seat

SPRITE = "sprite.svg"
FOOT_OF_LETTER = {"red": 18.6}  # a triangle is widest at its foot
MIDDLE_OF_LETTER = 15.9

ICON = Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>')
MARK = Markup(
    '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#seat-{}"/>'
    '<text x="12" y="{}"{}>{}</text></svg>'
)


def signs(
    static: Callable[[str], str], letter: Callable[[Seat], str], symbols: Container[str] = ()
) -> dict[str, Callable[..., Markup]]:
    """The signs as templates call them.

    `static` gives the sprite's address, `symbols` are the names of what is drawn in it.
    """
    sprite = static(SPRITE)

    @cache
    def icon(name: str, kind: str = "") -> Markup:
        return ICON.format(f"icon {kind}".strip(), sprite, name)

    @cache
    def draw(symbol: str, look: str) -> Markup:
        """Any symbol of the sprite, for what a game draws besides icons."""
        return ICON.format(look, sprite, symbol)

    def game_sign(game: str) -> Markup:
        """A game's own sign; one that brought none has the planet."""
        own = f"game-{game}"
        return icon(own if own in symbols else "planet", "game-sign")

    def mark(seat: Seat, filled: bool = True, kind: str = "") -> Markup:
        """Filled: here, locked or done. Hollow: awaited or free. Words beside it speak for it."""
        return lettered(seat, letter(seat), bool(filled), kind)

    @cache
    def lettered(seat: Seat, sign: str, filled: bool, kind: str) -> Markup:
        look = " ".join(
            one for one in ("mark", f"mark-{seat}", "" if filled else "is-hollow", kind) if one
        )
        pair = Markup(' class="is-pair"') if len(sign) > 1 else ""
        foot = FOOT_OF_LETTER.get(seat, MIDDLE_OF_LETTER)
        return MARK.format(look, sprite, seat, foot, pair, sign)

    return {
        "icon": icon,
        "draw": draw,
        "game_sign": game_sign,
        "mark": mark,
        "bdi": bdi,
        "strong": strong,
    }


def symbols_of(sprite: str) -> frozenset[str]:
    """The names of the symbols in a sprite."""
    return frozenset(re.findall(r'<symbol[^>]* id="([^"]+)"', sprite))


def bdi(words: str) -> Markup:
    """A name inside a sentence, whatever its script."""
    return Markup("<bdi>{}</bdi>").format(words)


def strong(words: str) -> Markup:
    """A name inside a sentence, where it is the news."""
    return Markup("<b><bdi>{}</bdi></b>").format(words)
