"""Tell the home network that this machine is `mars-table.local`.

A convenience and never a need: whatever goes wrong here is silent, and the `.local` line is then
simply not shown. zeroconf lives on asyncio and the server on gevent; a real thread of its own
keeps the two apart, so a slow network never holds up a phone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Any

from gevent.threadpool import ThreadPool
from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

NAME = "mars-table"
NAMES_TO_TRY = 9
PROBE_MILLISECONDS = 2000  # the second question, which all may answer to all, comes after one
STOP_SECONDS = 0.8
SERVICE = "_http._tcp.local."


class Announcement:
    """Begins at once and in the background; `stop` says goodbye to the network."""

    def __init__(self, port: int, ips: Sequence[str], name: str = NAME) -> None:
        self._port = port
        self._ips = list(ips)
        self._wanted = name
        self._stopped = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leave: asyncio.Event | None = None
        self._zeroconf: AsyncZeroconf | None = None
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
        thread = ThreadPool(1)
        self._begun = thread.spawn(self._begin)
        self._ended = thread.spawn(self._answer_until_stopped)

    def local_name(self) -> str | None:
        """The name that was free, once the network had time to object; None if there is none."""
        name: str | None = self._begun.get()
        return name

    def stop(self) -> None:
        """Take the name back; gives up after a moment rather than hold up the end."""
        self._stopped = True
        if self._loop and self._leave and not self._ended.ready():
            with contextlib.suppress(RuntimeError):  # it ended by itself a moment ago
                self._loop.call_soon_threadsafe(self._leave.set)
        self._ended.wait(STOP_SECONDS)

    def _begin(self) -> str | None:
        try:
            self._loop = asyncio.new_event_loop()
            self._leave = asyncio.Event()
            return self._loop.run_until_complete(self._take_a_name())
        except Exception:
            return None

    def _answer_until_stopped(self) -> None:
        if self._loop is None:
            return
        try:
            self._loop.run_until_complete(self._answer())
        except Exception:
            return
        finally:
            self._loop.close()

    async def _take_a_name(self) -> str | None:
        self._zeroconf = AsyncZeroconf(interfaces=self._ips, ip_version=IPVersion.V4Only)
        for number in range(1, NAMES_TO_TRY + 1):
            name = self._wanted if number == 1 else f"{self._wanted}-{number}"
            if self._stopped:
                return None
            if await self._is_free(name):
                await self._zeroconf.async_register_service(
                    self._service(name), cooperating_responders=True
                )
                return f"{name}.local"
        return None

    async def _is_free(self, name: str) -> bool:
        """Free, or already ours: a second Mars Table on this machine shares the name."""
        assert self._zeroconf
        owner = AddressResolverIPv4(f"{name}.local.")
        await owner.async_request(self._zeroconf.zeroconf, PROBE_MILLISECONDS)
        return set(owner.parsed_addresses()) <= set(self._ips)

    def _service(self, name: str) -> ServiceInfo:
        facts: dict[str, Any] = {"path": "/"}
        return ServiceInfo(
            SERVICE,
            f"{name} {self._port}.{SERVICE}",
            port=self._port,
            properties=facts,
            server=f"{name}.local.",
            parsed_addresses=self._ips,
        )

    async def _answer(self) -> None:
        assert self._leave and self._zeroconf
        if not self._stopped and self._begun.value:
            await self._leave.wait()
        await self._zeroconf.async_unregister_all_services()
        await self._zeroconf.async_close()
        unfinished = asyncio.all_tasks() - {asyncio.current_task()}
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)
