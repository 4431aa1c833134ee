"""What a phone has to fetch before it can sit down or play."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import People
from tests.house import House

LARGEST = 80 * 1024
MOST_REQUESTS = 8
# As it stands on the wire: a page that came with all there is to show is only let in.
LAST_PART = {"join": "40{", "seat": r"\"table\": ["}


def fetched(page: Page, url: str, last: str) -> tuple[list[str], int]:
    """Everything that loading a page asks for until its last part is there, and the bytes of it."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.clearBrowserCache")
    asked: dict[str, str] = {}
    sizes: list[float] = []

    def ask(event: dict[str, Any]) -> None:
        asked[event["requestId"]] = event["request"]["url"]

    def ask_socket(event: dict[str, Any]) -> None:
        asked[event["requestId"]] = event["url"]

    def forget(event: dict[str, Any]) -> None:
        asked.pop(event["requestId"], None)

    client.on("Network.requestWillBeSent", ask)
    client.on("Network.webSocketCreated", ask_socket)
    client.on("Network.requestServedFromCache", forget)
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    client.on(
        "Network.webSocketFrameReceived",
        lambda event: sizes.append(len(event["response"]["payloadData"].encode())),
    )
    with page.expect_websocket() as line:
        page.goto(url)
    line.value.wait_for_event("framereceived", lambda frame: last in str(frame))
    page.wait_for_load_state("networkidle")  # nothing more is asked for
    return [one for one in asked.values() if not one.startswith("data:")], int(sum(sizes))


@pytest.mark.parametrize("where", ["join", "seat"])
def test_the_first_screen_is_light_and_comes_from_this_server_alone(
    house: House, people: People, where: str
) -> None:
    group = house.open_table().sit("red", "blue")
    page = people.phone("about:blank")
    url = f"{house.url}/t/{group.code}"
    if where == "seat":
        group.host().must("begin")
        url += f"/mine/{group.tokens['red']}"
        page.goto(url)
        url = f"{house.url}/t/{group.code}"
    asked, size = fetched(page, url, LAST_PART[where])
    assert len(asked) <= MOST_REQUESTS, "\n".join(asked)
    assert 20_000 < size <= LARGEST
    assert {urlsplit(one).netloc for one in asked} == {urlsplit(house.url).netloc}
