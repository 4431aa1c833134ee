"""A phone that is answered in the end: the same tap under the same id until somebody answers.

It does what the page's script does (`static/script/taps.js`): a tap is kept until it is answered,
and goes out again over every new connection.
"""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from websockets.exceptions import WebSocketException

from tests.phone import PATIENCE_SECONDS, Phone

ANSWER_SECONDS = 3.0  # without a word by then one connects anew
PAUSE_SECONDS = 0.05
LOST = (OSError, EOFError, TimeoutError, WebSocketException)

T = TypeVar("T")


class Stubborn:
    """A phone over as many connections as it takes: `connections`, in their order."""

    def __init__(self, url: Callable[[], str], name: str, **auth: Any) -> None:
        self.name = name
        self.answers: dict[str, dict[str, Any]] = {}  # by the id of the tap
        self.sent: set[str] = set()
        self.connections: list[Phone] = []
        self._url = url
        self._auth = auth
        self._taps = itertools.count()
        self._phone: Phone | None = None
        self._over = threading.Event()

    def __enter__(self) -> Stubborn:
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._let_go()

    @property
    def booked(self) -> dict[str, int]:
        """What was answered with a yes, by id, and as which move."""
        return {id: one["n"] for id, one in self.answers.items() if one["ok"]}

    def tap(self, kind: str, /, **args: Any) -> dict[str, Any]:
        """Make a move, and send it until it is answered; the answer."""
        id = f"{self.name}-{next(self._taps)}"
        message = {"id": id, "kind": kind, "args": args}
        self.sent.add(id)
        answer: dict[str, Any] = self.until_it_works(lambda phone: phone.send("move", message))
        self.answers[id] = answer
        return answer

    def look(self) -> dict[str, Any]:
        """The table as it stands, as this phone is shown it."""

        def newest(phone: Phone) -> dict[str, Any]:
            phone.catch_up()
            return phone.view

        return self.until_it_works(newest)

    def wait_for(self, condition: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Look on until a view fulfils the condition, over as many connections as it takes."""
        return self.until_it_works(lambda phone: phone.wait_for(condition))

    def wait_until(self, n: int) -> dict[str, Any]:
        """Look on until move `n` is seen."""
        return self.wait_for(lambda view: view["n"] >= n)

    def wait_a_while(self, n: int) -> None:
        """Until something happened after move `n`, or for a moment."""
        try:
            if self._phone:
                self._phone.wait_for(lambda view: view["n"] > n, seconds=0.5)
        except TimeoutError:
            pass
        except LOST:
            self._let_go()

    def until_it_works(self, do: Callable[[Phone], T]) -> T:
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end and not self._over.is_set():
            try:
                return do(self._connected())
            except LOST:
                self._let_go()
                self._over.wait(PAUSE_SECONDS)
        raise TimeoutError(f"{self.name} was never answered")

    def _connected(self) -> Phone:
        if self._phone is None:
            self._phone = Phone(self._url(), patience=ANSWER_SECONDS, **self._auth)
            self.connections.append(self._phone)
        return self._phone

    def _let_go(self) -> None:
        phone, self._phone = self._phone, None
        if phone:
            phone.close()

    def views(self) -> list[dict[str, Any]]:
        """Every view that this phone was shown since this was asked last, in their order."""
        frames: list[str] = []
        for phone in self.connections:
            frames += phone.frames
            phone.frames.clear()
        self.connections = [phone for phone in self.connections if phone is self._phone]
        events = [json.loads(frame[2:]) for frame in frames]
        return [values[0]["view"] for event, *values in events if event == "view"]
