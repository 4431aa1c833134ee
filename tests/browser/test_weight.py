"""What a phone has to fetch before it can sit down or play."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from bench.first_load import Relay
from tests.browser.conftest import People
from tests.house import House

# For old phones on a slow Wi-Fi: all that comes from the server, as it travels.
LARGEST = {"join": 60 * 1024, "seat": 78 * 1024}
MOST_REQUESTS = 8
# As it stands on the wire: a page that came with all there is to show is only let in.
LAST_PART = {"join": "40{", "seat": r"\"table\": ["}


def fetched(page: Page, url: str, last: str) -> list[str]:
    """Everything that loading a page asks for until its last part is there."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.on("websocket", lambda one: asked.append(one.url))
    with page.expect_websocket() as line:
        page.goto(url, wait_until="commit")  # the last part may be there before all is loaded
    line.value.wait_for_event("framereceived", lambda frame: last in str(frame))
    page.wait_for_load_state("networkidle")  # nothing more is asked for
    return [one for one in asked if not one.startswith("data:")]


@pytest.mark.parametrize("where", ["join", "seat"])
def test_the_first_screen_is_light_and_comes_from_this_server_alone(
    house: House, people: People, where: str
) -> None:
    group = house.open_table().sit("red", "blue")
    page, relay = people.phone("about:blank"), Relay(house)
    path = f"/t/{group.code}"
    if where == "seat":
        group.host().must("begin")
        path += f"/mine/{group.tokens['red']}"
    asked = fetched(page, relay.url + path, LAST_PART[where])
    assert len(asked) <= MOST_REQUESTS, "\n".join(asked)
    assert 20_000 < relay.came <= LARGEST[where]
    assert {urlsplit(one).netloc for one in asked} == {urlsplit(relay.url).netloc}
