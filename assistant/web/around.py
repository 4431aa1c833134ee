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
    """What stands around a table. Where nobody joins, nothing does.

    `history`, `played` and `rested`, the seconds that it took without pauses and those of the
    pauses, are for the end.
    """

    address: Address | None = None
    local: str | None = None
    addresses: tuple[tuple[str, str, bool], ...] = ()  # each with its adapter, and if it is chosen
    wifi: bool = False
    wifi_name: str | None = None
    history: tuple[Any, ...] = ()
    played: float = 0.0
    rested: float = 0.0
    onward: str | None = None  # where this page is found at the table that these people go on at


class Around:
    """Knows the addresses of this machine."""

    def __init__(self, addresses: Addresses, wifi: Wifi | None = None) -> None:
        self.addresses = addresses
        self.wifi = wifi

    def of(self, page: str, table: Table) -> Surroundings:
        """What a page shows besides the table and its game."""
        in_lobby = table.game_view(None).step == LOBBY
        record = table.record
        ended: dict[str, Any] = {}
        if table.is_finished:
            ended = {
                "history": record.history,
                "played": record.played[-1],
                "rested": record.rested,
            }
        if page != "table" and not in_lobby:
            return Surroundings(**ended, onward=_onward(page, table))
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
            **ended,
            onward=_onward(page, table),
        )


def _onward(page: str, table: Table) -> str | None:
    goes_on_at = table.record.goes_on_at
    if goes_on_at is None:
        return None
    if page == "watch":
        return f"/t/{goes_on_at}/watch"
    return f"/{'table' if page == 'table' else 't'}/{table.code}/again"
