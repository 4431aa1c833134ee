"""What a page shows around the game: where to join, and in the end how it came about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from assistant.game import LOBBY
from assistant.table import Table
from assistant.web.addresses import Addresses
from assistant.web.screen import Extra


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


class Around:
    """Knows the addresses of this machine."""

    def __init__(self, addresses: Addresses, wifi: Wifi | None = None) -> None:
        self.addresses = addresses
        self.wifi = wifi

    def extra(self, page: str, table: Table) -> Extra:
        """What the slots of a page show besides the table and its game."""
        in_lobby = table.game_view(None).step == LOBBY
        joining = self._joining(table) if page == "table" or in_lobby else ()
        is_told = page == "table" and table.is_finished
        return (*joining, ("history", history(table) if is_told else ()))

    def _joining(self, table: Table) -> Extra:
        chosen = self.addresses.chosen
        parts = urlsplit(self.addresses.join_url(table.code))
        port = f":{parts.port}" if parts.port else ""
        local = self.addresses.local_url
        return (
            ("address", Address(parts.hostname or "", port, parts.path)),
            ("local", local and urlsplit(local).netloc),
            (
                "addresses",
                tuple(
                    (one.url, one.adapter, one.url == chosen.url)
                    for one in self.addresses.candidates()
                ),
            ),
            ("wifi", self.wifi is not None),
            ("wifi_name", self.wifi.name if self.wifi else None),
        )


def history(table: Table) -> tuple[Any, ...]:
    """How a game came about, round by round; its states are folded without what was taken back."""
    tell = table.game.history
    return tell(table.record.states) if tell else ()
