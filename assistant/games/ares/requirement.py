"""Whether a card may be played as the planet and the player stand. (D2)"""

from __future__ import annotations

from assistant.game import advise, text
from assistant.games.ares.cards import ZONES, Card, Zone, Zones
from assistant.games.ares.planet import oxygen_zone, temperature_zone
from assistant.games.ares.state import Player, State


def check(state: State, player: Player, card: Card, shift: int) -> None:
    """Refuse by name what the card asks for and does not find.

    The planet counts as it stood at the start of the phase; a zone may be `shift` off. Tags and TR
    count as they are now, without the card's own. What the table does not know it does not refuse.
    """
    requires, start, unknown = card.requires, state.start, state.unknown
    if requires.temperature and "temperature" not in unknown:
        _check_zone("temperature", requires.temperature, temperature_zone(start.temperature), shift)
    if requires.oxygen and "oxygen" not in unknown:
        _check_zone("oxygen", requires.oxygen, oxygen_zone(start.oxygen), shift)
    if requires.oceans and "oceans" not in unknown:
        least, most = requires.oceans.least, requires.oceans.most
        if least is not None:
            advise(start.oceans >= least, "too-few-oceans", need=least, have=start.oceans)
        if most is not None:
            advise(start.oceans <= most, "too-many-oceans", most=most, have=start.oceans)
    for tag, need in requires.tags if player.knows("cards") else ():
        have = player.count_tag(tag)
        advise(have >= need, "too-few-tags", tag=text(f"tag-{tag}"), need=need, have=have)
    enough = player.mat.tr >= requires.tr or not player.knows("tr")
    advise(enough, "tr-too-low", need=requires.tr, have=player.mat.tr)


def zone_shift(player: Player, granted: int = 0) -> int:
    """How many zones off a requirement may be: one, whether one card allows it or several."""
    return max([granted, *(card.zone_shift for card in player.known)])


def _check_zone(parameter: str, zones: Zones, zone: Zone, shift: int) -> None:
    stands = ZONES.index(zone)
    if zones.least is not None:
        need = ZONES.index(zones.least)
        words = text(f"zone-{zones.least}")
        advise(stands + shift >= need, f"{parameter}-too-low", zone=words)
    if zones.most is not None:
        need = ZONES.index(zones.most)
        words = text(f"zone-{zones.most}")
        advise(stands - shift <= need, f"{parameter}-too-high", zone=words)
