"""The network hears `mars-table.local`, and silence is no failure.

The server runs under gevent's patches, so the announcement is tried there, in a process of its
own; this process asks and answers with the plain library, all on the loopback adapter.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

ROOT = Path(__file__).resolve().parents[2]
NAME = f"mars-table-test-{os.getpid()}"
HERE = "127.0.0.1"
ELSEWHERE = "203.0.113.77"

ANNOUNCE = """
from gevent import monkey
monkey.patch_all()
import sys, gevent
from gevent.fileobject import FileObject
from assistant.web.announce import Announcement

name, *ips = sys.argv[1:]
turns = 0
def go_on_serving():
    global turns
    while True:
        gevent.sleep(0.01)
        turns += 1
gevent.spawn(go_on_serving)
announcement = Announcement(8000, ips, name)
print(announcement.local_name(), flush=True)
FileObject(sys.stdin.buffer.raw, "rb").readline()
announcement.stop()
print(turns, flush=True)
"""
PATIENCE = 60  # seconds: a machine at work on other things is slow, not wrong


@contextmanager
def announcing(*ips: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", ANNOUNCE, NAME, *ips],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


async def addresses_of(name: str, milliseconds: int = 60_000) -> list[str]:
    """What the network answers when a phone looks the name up."""
    network = AsyncZeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only)
    try:
        owner = AddressResolverIPv4(f"{name}.local.")
        await owner.async_request(network.zeroconf, milliseconds)
        return owner.parsed_addresses()
    finally:
        await network.async_close()


def test_under_gevent_the_name_is_heard_and_given_back_while_the_server_goes_on() -> None:
    with announcing(HERE) as process:
        assert first_line(process) == f"{NAME}.local"
        assert asyncio.run(addresses_of(NAME)) == [HERE]
        said, complaints = process.communicate("stop\n", timeout=PATIENCE)
        assert int(said) > 1
        assert (process.returncode, complaints) == (0, "")
    assert asyncio.run(addresses_of(NAME, 3000)) == []


def test_a_name_that_belongs_to_another_machine_gets_a_number() -> None:
    async def while_taken() -> str:
        other = AsyncZeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only)
        service = ServiceInfo(
            "_http._tcp.local.",
            f"{NAME}._http._tcp.local.",
            port=80,
            server=f"{NAME}.local.",
            parsed_addresses=[ELSEWHERE],
        )
        try:
            await other.async_register_service(service, cooperating_responders=True)
            with announcing(HERE) as process:
                return await asyncio.to_thread(first_line, process)
        finally:
            await other.async_unregister_all_services()
            await other.async_close()

    assert asyncio.run(while_taken()) == f"{NAME}-2.local"


def test_two_on_one_machine_share_the_name() -> None:
    with announcing(HERE) as first:
        assert first_line(first) == f"{NAME}.local"
        with announcing(HERE) as second:
            assert first_line(second) == f"{NAME}.local"


def test_without_a_usable_network_there_is_no_name_and_no_noise() -> None:
    with announcing(ELSEWHERE) as process:
        assert first_line(process) == "None"
        _, complaints = process.communicate("stop\n", timeout=PATIENCE)
        assert (process.returncode, complaints) == (0, "")
