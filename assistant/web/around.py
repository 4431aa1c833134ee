"""What a page shows around the game: where to join, and in the end how it came about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from assistant.game import LOBBY, part
from assistant.table import Table
from assistant.web.addresses import Addresses


@dataclass(frozen=True)
class Wifi:
    """The network that phones join: its name, and what its QR code says."""

    name: str
    code: str


@dataclass(frozen=True)
class Address:
    """The join address in the three pieces that are read aloud."""

    host: str
    port: str
    path: str


@part
@dataclass(frozen=True)
class Surroundings:
    """What stands around a table. Where nobody joins, nothing does; `history` is for the end."""

    address: Address | None = None
    local: str | None = None
    addresses: tuple[tuple[str, str, bool], ...] = ()  # each with its adapter, and if it is chosen
    wifi: bool = False
    wifi_name: str | None = None
    history: tuple[Any, ...] = ()


class Around:
    """Knows the addresses of this machine."""

    def __init__(self, addresses: Addresses, wifi: Wifi | None = None) -> None:
        self.addresses = addresses
        self.wifi = wifi

    def of(self, page: str, table: Table) -> Surroundings:
        """What a page shows besides the table and its game."""
        in_lobby = table.game_view(None).step == LOBBY
        if page != "table" and not in_lobby:
            return Surroundings()
        chosen = self.addresses.chosen
        parts = urlsplit(self.addresses.join_url(table.code))
        port = f":{parts.port}" if parts.port else ""
        local = self.addresses.local_url
        return Surroundings(
            address=Address(parts.hostname or "", port, parts.path),
            local=local and urlsplit(local).netloc,
            addresses=tuple(
                (one.url, one.adapter, one.url == chosen.url) for one in self.addresses.candidates()
            ),
            wifi=self.wifi is not None,
            wifi_name=self.wifi.name if self.wifi else None,
            history=history(table) if page == "table" and table.is_finished else (),
        )


def history(table: Table) -> tuple[Any, ...]:
    """How a game came about, round by round; its states are folded without what was taken back."""
    tell = table.game.history
    return tell(table.record.states) if tell else ()
