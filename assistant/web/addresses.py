"""Which address a phone has to open: the real one on the home network, never a tunnel's.

A laptop has many adapters; containers, virtual machines and VPNs look like networks but no phone
is on them. Adapters are read anew while the evening goes on, because laptops change networks.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

import ifaddr

FRESH_SECONDS = 5.0
ROUTE_PROBE = ("203.0.113.1", 9)  # reserved for documentation; connecting UDP sends no packet

HOME_NETWORKS = tuple(
    ipaddress.IPv4Network(text) for text in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")
)
# What no stranger's name can end with: only the network at home gives these out.
HOME_NAMES = (
    *(".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".localhost"),
    ".fritz.box",
)
HOST = re.compile(r"(\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?", re.ASCII | re.IGNORECASE)

CARRIER_NETWORK = ipaddress.IPv4Network("100.64.0.0/10")

NOT_A_HOME_NAME = re.compile(
    r"""(docker|podman|cni|flannel|cali|veth|lxc|lxd|br-|virbr|vmnet|vboxnet|vnic
    |tun|tap|utun|wg|zt|feth|tailscale|ppp|ipsec|nordlynx|proton|mullvad|ham\d)""",
    re.VERBOSE | re.IGNORECASE,
)
NOT_A_HOME_WORD = re.compile(
    r"""vethernet|hyper-v|virtualbox|vmware|parallels|docker|\bwsl\b
    |vpn|tap-windows|wireguard|wintun|tailscale|zerotier|hamachi|anyconnect|fortinet""",
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Adapter:
    """One IPv4 address of this machine and every name its adapter goes by."""

    ip: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Candidate:
    """An address that the join QR may carry. `url` has no slash at its end."""

    url: str
    ip: str = ""
    adapter: str = ""


def system_adapters() -> tuple[Adapter, ...]:
    """Every IPv4 address of this machine; what has only IPv6 does not appear.

    Some systems, Android among them, do not let a program list adapters; the way out is then all
    there is to know.
    """
    try:
        adapters = tuple(ifaddr.get_adapters())
    except OSError:
        ip = routed_ip()
        return (Adapter(ip, ("network",)),) if ip else ()
    return tuple(
        Adapter(str(ip.ip), tuple(dict.fromkeys((adapter.name, adapter.nice_name, ip.nice_name))))
        for adapter in adapters
        for ip in adapter.ips
        if ip.is_IPv4
    )


def routed_ip() -> str | None:
    """The address this machine would use towards the internet, if it has a way there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ROUTE_PROBE)
            return str(probe.getsockname()[0])
        except OSError:
            return None


def is_home(adapter: Adapter) -> bool:
    """Whether a phone in this room can be expected on the adapter's network."""
    ip = ipaddress.IPv4Address(adapter.ip)
    if ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip in CARRIER_NETWORK:
        return False
    return not any(
        NOT_A_HOME_NAME.match(name) or NOT_A_HOME_WORD.search(name) for name in adapter.names
    )


def ranked(adapters: Iterable[Adapter], routed: str | None) -> tuple[Adapter, ...]:
    """Adapters to offer, best first: home networks, else any network, else this machine alone."""

    def rank(adapter: Adapter) -> tuple[bool, bool]:
        ip = ipaddress.IPv4Address(adapter.ip)
        return adapter.ip != routed, not any(ip in network for network in HOME_NETWORKS)

    every = tuple(adapters)
    outward = [one for one in every if not ipaddress.IPv4Address(one.ip).is_loopback]
    home = [one for one in outward if is_home(one)]
    return tuple(sorted(home or outward, key=rank)) or (Adapter("127.0.0.1", ("loopback",)),)


class Addresses:
    """The addresses on offer and the one in use; the host may change it while people join.

    >>> wifi = Adapter("192.168.1.20", ("wlan0",))
    >>> docker = Adapter("172.17.0.1", ("docker0",))
    >>> Addresses(8000, adapters=lambda: (docker, wifi), routed=lambda: None).join_url("K7QP")
    'http://192.168.1.20:8000/t/K7QP'
    """

    def __init__(
        self,
        port: int,
        *,
        host: str = "0.0.0.0",
        public_url: str | None = None,
        adapters: Callable[[], Iterable[Adapter]] = system_adapters,
        routed: Callable[[], str | None] = routed_ip,
    ) -> None:
        self.port = port
        self._host = host
        self._public = Candidate(public_url.rstrip("/")) if public_url else None
        self._names = {socket.gethostname().lower(), self._public_host()}
        self._adapters = adapters
        self._routed = routed
        self._read: tuple[Candidate, ...] = ()
        self._read_at = float("-inf")
        self.choice: str | None = None
        self.on_choice: Callable[[str], None] = lambda url: None
        self._local_name: str | None = None

    def on_this_network(self) -> tuple[Candidate, ...]:
        """The machine's own addresses, best first; there is always one."""
        now = time.monotonic()
        if now - self._read_at > FRESH_SECONDS:
            self._read = tuple(self._candidate(adapter) for adapter in self._reachable())
            self._read_at = now
        return self._read

    def candidates(self) -> tuple[Candidate, ...]:
        """Everything the host may choose from; the first one is used unless they choose."""
        own = self.on_this_network()
        return (self._public, *own) if self._public else own

    @property
    def chosen(self) -> Candidate:
        """The address in use: the host's choice while it lasts, else the best one."""
        offered = self.candidates()
        return next((one for one in offered if one.url == self.choice), offered[0])

    def choose(self, url: str) -> None:
        """Use another address from now on; one that is not on offer is a ValueError."""
        if url not in {one.url for one in self.candidates()}:
            raise ValueError(f"{url} is not an address of this machine")
        self.prefer(url)
        self.on_choice(url)

    def prefer(self, url: str) -> None:
        """Use another address while it is on offer."""
        self.choice = url

    def join_url(self, code: str) -> str:
        """What the QR of a table says."""
        return f"{self.chosen.url}/t/{code}"

    @property
    def public_origin(self) -> str | None:
        """What a browser calls the pages that are opened at the public address."""
        if self._public is None:
            return None
        parts = urlsplit(self._public.url.lower())
        return f"{parts.scheme}://{parts.netloc}"

    def knows(self, host: str) -> bool:
        """Whether this machine goes by the name, whatever the port: it may be forwarded.

        A bare address always leads here; so do names that only the network at home gives out. Any
        other may be one of another site that is made to lead here.

        >>> wifi = Addresses(8000, adapters=lambda: (), public_url="https://mars.example")
        >>> [wifi.knows(host) for host in ("10.0.0.5:8000", "mars-pi.local", "mars.example")]
        [True, True, True]
        >>> wifi.knows("evil.example:8000")
        False
        """
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].lower().removesuffix(".")
        if "." not in name or name.startswith("[") or name.endswith(HOME_NAMES):
            return True  # no site's name is without a dot; in brackets are addresses of version 6
        if name in self._names:
            return True
        try:
            ipaddress.IPv4Address(name)
        except ValueError:
            return False
        return True

    def _public_host(self) -> str | None:
        return urlsplit(self._public.url).hostname if self._public else None

    @property
    def local_url(self) -> str | None:
        """The `.local` form for people who type, if the network has heard of it."""
        return f"http://{self._local_name}{self._port_suffix()}" if self._local_name else None

    def announced_as(self, local_name: str | None) -> None:
        """Remember the name under which the network knows this machine."""
        self._local_name = local_name

    def _reachable(self) -> tuple[Adapter, ...]:
        if self._host in ("0.0.0.0", "::", ""):
            return ranked(self._adapters(), self._routed())
        named = [one for one in self._adapters() if one.ip == self._host]
        return tuple(named) or (Adapter(self._host, (self._host,)),)

    def _candidate(self, adapter: Adapter) -> Candidate:
        return Candidate(
            url=f"http://{adapter.ip}{self._port_suffix()}",
            ip=adapter.ip,
            adapter=next((name for name in reversed(adapter.names) if name), ""),
        )

    def _port_suffix(self) -> str:
        return "" if self.port == 80 else f":{self.port}"
