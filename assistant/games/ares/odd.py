"""The gains that no declaration fits: one small function each, named in `cards.json`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.games.ares.cards import Gain, Odd, Tag
from assistant.games.ares.state import Player, replace

ENOUGH_PLANT_TAGS, MORE_PLANTS = 3, 4


def tr_per_jovian_tag(player: Player, gain: Gain) -> Gain:
    """Terraforming Ganymede: the only TR that depends on tags, its own among them."""
    return replace(gain, odd=None, tr=gain.tr + player.count_tag(Tag.JOVIAN))


def plants_for_plant_tags(player: Player, gain: Gain) -> Gain:
    """Nitrogen-Rich Asteroid: the only gain that looks whether there are enough tags."""
    more = MORE_PLANTS if player.count_tag(Tag.PLANT) >= ENOUGH_PLANT_TAGS else 0
    return replace(gain, odd=None, plants=gain.plants + more)


# The figure that each of them books: unknown as long as the cards in play are. (J4)
ODD_FIGURES: Mapping[Odd, str] = {"tr_per_jovian_tag": "tr", "plants_for_plant_tags": "plants"}
ODD_GAINS: Mapping[Odd, Callable[[Player, Gain], Gain]] = {
    "tr_per_jovian_tag": tr_per_jovian_tag,
    "plants_for_plant_tags": plants_for_plant_tags,
}
