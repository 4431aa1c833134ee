"""The address on the QR is one that a phone in the room can open."""

from __future__ import annotations

import pytest

from assistant.web.addresses import Adapter, Addresses, ranked, routed_ip, system_adapters

LOOPBACK = Adapter("127.0.0.1", ("lo",))
WIFI = Adapter("192.168.1.20", ("wlan0",))
CABLE = Adapter("10.0.0.5", ("eth0",))
DOCKER = Adapter("172.17.0.1", ("docker0",))
VPN = Adapter("10.8.0.2", ("tun0",))


def ips(*adapters: Adapter, routed: str | None = None) -> list[str]:
    return [one.ip for one in ranked(adapters, routed)]


def test_the_wifi_wins_over_docker_and_loopback() -> None:
    assert ips(LOOPBACK, DOCKER, WIFI) == ["192.168.1.20"]


def test_a_vpn_that_carries_the_default_route_is_still_left_out() -> None:
    assert ips(LOOPBACK, VPN, WIFI, routed=VPN.ip) == ["192.168.1.20"]


def test_the_adapter_towards_the_internet_comes_first() -> None:
    assert ips(WIFI, CABLE, routed=CABLE.ip) == ["10.0.0.5", "192.168.1.20"]
    assert ips(CABLE, WIFI, routed=WIFI.ip) == ["192.168.1.20", "10.0.0.5"]


def test_private_ranges_come_before_public_addresses() -> None:
    assert ips(Adapter("203.0.113.9", ("eth1",)), WIFI) == ["192.168.1.20", "203.0.113.9"]


@pytest.mark.parametrize(
    "name",
    (
        *("docker0", "br-4f2a9c", "veth12ab", "podman0", "cni0", "lxcbr0"),
        *("virbr0", "vmnet8", "vboxnet0"),
        *("tun0", "tap0", "wg0", "utun4", "ztabc123", "tailscale0", "ppp0", "nordlynx"),
    ),
)
def test_names_of_containers_virtual_machines_and_vpns_are_left_out(name: str) -> None:
    assert ips(Adapter("192.168.99.1", (name,)), WIFI) == ["192.168.1.20"]


@pytest.mark.parametrize("name", ["wlan0", "wlp3s0", "eth0", "enp0s31f6", "en0", "br0", "Wi-Fi"])
def test_names_of_real_adapters_stay(name: str) -> None:
    assert ips(Adapter("192.168.7.7", (name,)), LOOPBACK) == ["192.168.7.7"]


@pytest.mark.parametrize("ip", ["169.254.10.20", "100.101.102.103"])
def test_link_local_and_carrier_addresses_are_left_out(ip: str) -> None:
    assert ips(Adapter(ip, ("en0",)), WIFI) == ["192.168.1.20"]


def test_a_windows_listing_is_told_apart_by_its_descriptions() -> None:
    listing = (
        Adapter("172.28.96.1", ("{A1}", "Hyper-V Virtual Ethernet Adapter", "vEthernet (WSL)")),
        Adapter("192.168.56.1", ("{A2}", "VirtualBox Host-Only Ethernet Adapter", "Ethernet 3")),
        Adapter("192.168.137.5", ("{A3}", "VMware Virtual Ethernet Adapter", "VMware VMnet8")),
        Adapter("10.6.0.3", ("{A4}", "TAP-Windows Adapter V9", "Ethernet 4")),
        Adapter("192.168.0.17", ("{A5}", "Intel(R) Wi-Fi 6 AX201 160MHz", "Wi-Fi")),
        Adapter("127.0.0.1", ("{A6}", "Software Loopback Interface 1", "Loopback")),
    )
    assert ips(*listing) == ["192.168.0.17"]


def test_a_mac_listing_is_told_apart_by_its_names() -> None:
    listing = (
        Adapter("127.0.0.1", ("lo0",)),
        Adapter("192.168.1.44", ("en0",)),
        Adapter("10.10.0.2", ("utun3",)),
        Adapter("172.16.60.1", ("vmnet1",)),
        Adapter("169.254.9.1", ("en5",)),
    )
    assert ips(*listing) == ["192.168.1.44"]


def test_with_nothing_better_even_a_vpn_is_offered() -> None:
    assert ips(LOOPBACK, DOCKER, VPN, routed=VPN.ip) == ["10.8.0.2", "172.17.0.1"]


def test_with_nothing_at_all_there_is_still_this_machine() -> None:
    assert ips(LOOPBACK) == ips() == ["127.0.0.1"]


def make(*adapters: Adapter, public_url: str | None = None, port: int = 8000) -> Addresses:
    return Addresses(port, public_url=public_url, adapters=lambda: adapters, routed=lambda: None)


def test_the_join_url_names_the_table() -> None:
    assert make(WIFI).join_url("K7QP") == "http://192.168.1.20:8000/t/K7QP"


def test_the_usual_port_is_not_spelled_out() -> None:
    assert make(WIFI, port=80).join_url("K7QP") == "http://192.168.1.20/t/K7QP"


def test_the_host_can_switch_between_candidates() -> None:
    addresses = make(WIFI, CABLE)
    assert [one.adapter for one in addresses.candidates()] == ["wlan0", "eth0"]
    addresses.choose("http://10.0.0.5:8000")
    assert addresses.chosen.ip == "10.0.0.5"
    assert addresses.join_url("K7QP") == "http://10.0.0.5:8000/t/K7QP"


def test_an_address_that_is_not_on_offer_is_refused() -> None:
    with pytest.raises(ValueError, match="evil"):
        make(WIFI).choose("http://evil.example")


def test_a_public_url_overrides_and_the_others_can_still_be_chosen() -> None:
    addresses = make(WIFI, public_url="https://mars.example/")
    assert addresses.join_url("K7QP") == "https://mars.example/t/K7QP"
    assert addresses.on_this_network()[0].ip == "192.168.1.20"
    addresses.choose("http://192.168.1.20:8000")
    assert addresses.join_url("K7QP") == "http://192.168.1.20:8000/t/K7QP"


def test_a_choice_that_vanished_gives_way_to_the_best_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.web.addresses.FRESH_SECONDS", -1.0)
    present = [WIFI, CABLE]
    addresses = Addresses(8000, adapters=lambda: tuple(present), routed=lambda: None)
    addresses.choose("http://10.0.0.5:8000")
    present.remove(CABLE)
    assert addresses.chosen.ip == "192.168.1.20"


def test_listening_on_one_address_offers_only_that_one() -> None:
    addresses = Addresses(
        8000, host="127.0.0.1", adapters=lambda: (LOOPBACK, WIFI), routed=lambda: None
    )
    assert [one.url for one in addresses.candidates()] == ["http://127.0.0.1:8000"]


def test_the_local_line_appears_once_the_network_knows_the_name() -> None:
    addresses = make(WIFI)
    assert addresses.local_url is None
    addresses.announced_as("mars-table.local")
    assert addresses.local_url == "http://mars-table.local:8000"


def test_this_machine_can_be_asked() -> None:
    assert "127.0.0.1" in {one.ip for one in system_adapters()}
    assert all(":" not in one.ip for one in system_adapters())
    assert routed_ip() in {one.ip for one in system_adapters()} | {None}
    assert Addresses(8000).chosen.url.startswith("http://")


def test_a_system_that_hides_its_adapters_still_gives_its_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hidden() -> None:
        raise PermissionError

    monkeypatch.setattr("ifaddr.get_adapters", hidden)
    assert [one.ip for one in system_adapters()] == [ip for ip in [routed_ip()] if ip]
