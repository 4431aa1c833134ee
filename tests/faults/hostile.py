"""A hostile client: `python -m tests.faults.hostile --messages 100000`.

From many addresses, it says every kind of wrong thing by sockets and by plain requests, and reads
whatever comes back. Each reply has to be a refusal by name with words, or a shut door. Beside it
honest people play: they have to be answered at once, and their log has to be that of the same
game when nobody disturbs it.
"""

from __future__ import annotations

import argparse
import json
import secrets
import tempfile
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tests.faults import nonsense
from tests.faults.kept import kept_entries, memory
from tests.faults.line import TEXT, Answer, Line, frame
from tests.faults.players import weight
from tests.house import Group, House

ATTACKERS = 24
MOST_BURSTS = 8  # of one socket
MOST_IN_A_ROW = 40  # that it says before it waits for what came of them
POURED = 2500  # that it says so now and then
MOST_REQUESTS = 30  # in a row
HELLO = 10**9  # the acknowledgement that all of it was read by then
WARM = 0.2  # of the messages: what a server needs at its busiest, it has by then
MOST_GROWTH = 1.5  # times the memory that it has then
HONEST_MOVES = 60
CLOSED = 0
LINE_A_MINUTE = "Strangers sent"


class Held(AssertionError):
    """Something that does not hold."""


class Attack:
    """What all attackers have in common: how much is left to say, and what came back."""

    def __init__(self, house: House, messages: int, seed: int) -> None:
        self.house = house
        self.seed = seed
        self.others: list[str] = []  # the tables of honest people
        self.replies: Counter[str] = Counter()
        self.problems: list[str] = []
        self.said_so_far = 0
        self.warm = self.grown = 0.0
        self._messages = messages
        self._lock = threading.Lock()

    @property
    def is_over(self) -> bool:
        return self.said_so_far >= self._messages or bool(self.problems)

    def stop(self) -> None:
        """Nobody says anything more."""
        self._messages = 0

    def meet(self, code: str) -> None:
        """Here is another table of honest people."""
        self.others.append(code)

    def said(self, count: int) -> None:
        with self._lock:
            self.said_so_far += count
            if not self.warm and self.said_so_far >= WARM * self._messages:
                self.warm = memory(self.house.pid)

    def heard(self, what: str) -> None:
        with self._lock:
            self.replies[what] += 1

    def wrong(self, what: str, about: object) -> None:
        with self._lock:
            self.problems.append(f"{what}: {about!r:.900}")


class Attacker:
    """One of them: from many addresses, at a table of its own and at that of others."""

    def __init__(self, attack: Attack, number: int) -> None:
        self._attack = attack
        self._chance = Random(f"{attack.seed}/{number}")
        self._number = number
        self._own: Group | None = None

    def run(self) -> None:
        try:
            while not self._attack.is_over:
                act = self._chance.choice([self.by_socket, self.by_requests])
                act()
        except Exception:
            self._attack.wrong("an attacker broke", traceback.format_exc())

    def by_socket(self) -> None:
        """A web socket: who it says it is, bursts of anything, and perhaps bad last words."""
        chance, attack = self._chance, self._attack
        with Line(attack.house.port, self._address()) as line:
            if not line.open():
                attack.heard("shut: no web socket")
                return
            said, is_in = self._introduce(line)
            for _ in range(chance.randint(1, MOST_BURSTS)):
                if line.is_over or attack.is_over:
                    break
                self._burst(line, said, is_in)
            if chance.random() < 0.4:
                line.say(nonsense.last_words(chance))
            line.say_no_more()
            while reply := line.next():
                self._judge(reply, said)
            attack.said(2)

    def _burst(self, line: Line, said: dict[str, Any], is_in: bool) -> None:
        """Many at once; whoever was let in waits until all of it was read."""
        chance = self._chance
        pours = chance.random() < 0.01  # and then only what does not end the line by itself
        count = chance.randint(1, POURED if pours else MOST_IN_A_ROW)
        for ack in range(count):
            is_event = pours or chance.random() < 0.7
            line.say(nonsense.event(chance, ack) if is_event else nonsense.packet(chance))
        if is_in:
            line.say(frame(f'42{HELLO}["hello"]'))
            while (reply := line.next()) and not self._judge(reply, said):
                pass
        self._attack.said(count)

    def by_requests(self) -> None:
        """Plain requests, whole or broken."""
        for _ in range(self._chance.randint(1, MOST_REQUESTS)):
            if not self._attack.is_over:
                self._request(self._chance.random() < 0.2)

    def _request(self, is_broken: bool) -> None:
        chance, attack = self._chance, self._attack
        port = attack.house.port
        if is_broken:
            request = nonsense.broken_request(chance, port)
        else:
            request = nonsense.request(chance, port, *self._codes_and_tokens())
        with Line(port, self._address()) as line:
            answer = line.ask(request)
        attack.said(1)
        if wrong := wrong_answer(request, answer, port, is_broken):
            attack.wrong(wrong, (request[:300], answer.status, answer.head, answer.body[:200]))
        attack.heard(f"http {answer.status or 'shut'}")

    def _introduce(self, line: Line) -> tuple[dict[str, Any], bool]:
        """Say at which table and as whom, right or wrong; whether one was let in."""
        chance = self._chance
        own = self._table()
        keys = [own.tokens["red"], own.tokens["green"], own.host_token, None]
        if chance.random() < 0.5:
            said = {"table": own.code, "format": "json", "token": chance.choice(keys)}
        elif chance.random() < 0.3:
            said = {"table": self._others(), "format": "json"}
        else:
            said = nonsense.auth(chance, *self._codes_and_tokens())
        if said.get("token", "") is None:
            del said["token"]
        line.say(frame("40" + json.dumps(said)))
        while reply := line.next():
            if self._judge(reply, said) or reply[1].startswith((b"40", b"44")):
                return said, reply[1].startswith(b"40")
        return said, False

    def _judge(self, reply: tuple[int, bytes], said: dict[str, Any]) -> bool:
        """Note what came back; whether it is the end of what was asked."""
        kind, words = reply
        text = words.decode() if kind == TEXT else ""
        if kind != TEXT or text[:2] in ("40", "41") or text[:1] in ("0", "1", "2", "3", "6"):
            self._attack.heard(f"frame {text[:2] or kind}")
            return False
        if text.startswith("42"):
            return False
        if text.startswith("44"):
            told = json.loads(text[2:])
            if not (isinstance(told, str) or told.get("message")):
                self._attack.wrong("a refusal without words", text)
            self._attack.heard("not let in")
            return False
        head, _, values = text[2:].partition("[")
        if not text.startswith("43") or not head.isdigit():
            self._attack.wrong("an unknown reply", text)
            return False
        answers = json.loads("[" + values)
        answer = answers[0] if answers else None
        if wrong := wrong_reply(answer, at_others=said.get("table") in self._attack.others):
            self._attack.wrong(wrong, (text, said))
        why = answer.get("why", "yes") if isinstance(answer, dict) else "yes"
        self._attack.heard(f"answer {why}")
        return head == str(HELLO)

    def _codes_and_tokens(self) -> tuple[list[str], list[str]]:
        own = self._table()
        return [own.code, self._others()], [own.host_token, *own.tokens.values()]

    def _others(self) -> str:
        return self._attack.others[-1] if self._attack.others else "ZZZ"

    def _table(self) -> Group:
        """A table of its own; a new one now and then."""
        if self._own is None or self._chance.random() < 0.01:
            self._own = self._attack.house.open_table(help="cards").sit("red", "green")
        return self._own

    def _address(self) -> str:
        return f"127.{self._number + 1}.{self._chance.randint(0, 9)}.{self._chance.randint(1, 250)}"


def wrong_reply(answer: Any, *, at_others: bool) -> str:
    """What is wrong with an acknowledgement; nothing if it is a refusal in words or a fair yes."""
    if answer is True or answer is None:
        return ""  # in touch; or an event that is answered with nothing
    if not isinstance(answer, dict):
        return "an answer that is none"
    if answer.get("ok") is True:
        return "a stranger moved at the table of others" if at_others else ""
    if not isinstance(answer.get("why"), str) or not answer.get("text"):
        return "a refusal without a name or without words"
    return ""


def wrong_answer(request: bytes, answer: Answer, port: int, is_broken: bool) -> str:
    """What is wrong with the answer to a request; nothing if it is fair."""
    path = request.split(b" ")[1] if request.count(b" ") > 1 else b""
    if answer.status >= 500 and answer.status not in (501, 503, 505):
        return "the server broke"
    if b"Traceback" in answer.body:
        return "a traceback"
    place = urlsplit(answer.head.get("location", ""))
    if place.netloc and place.netloc != f"127.0.0.1:{port}":
        return "sent to another site"
    if answer.head.get("location", "").startswith(("//", "/\\")):
        return "sent to another site"
    if is_broken or answer.status in (CLOSED, 400, 408, 405, 413, 414, 431, 501, 505):
        return ""
    if answer.status >= 400 and path.startswith(b"/api/") and not request.startswith(b"HEAD"):
        try:
            error = json.loads(answer.body)["error"]
        except (ValueError, KeyError, TypeError):
            return "a refusal to a program that it cannot read"
        if not error.get("key") or not error.get("text"):
            return "a refusal without a name or without words"
    return ""


def attack(data: Path, messages: int, seed: int) -> Attack:
    """Say so many messages; raises where something does not hold."""
    house = House(data)
    house.start()
    try:
        games = [play_a_game(house, seed)]
        now = Attack(house, messages, seed)
        attackers = [
            threading.Thread(target=Attacker(now, number).run) for number in range(ATTACKERS)
        ]
        for thread in attackers:
            thread.start()
        try:
            while not now.is_over:
                games.append(play_a_game(house, seed, now.meet))
        finally:
            now.stop()
            for thread in attackers:
                thread.join()
        now.grown = memory(house.pid) / (now.warm or memory(house.pid))
    finally:
        said = house.stop()
    if strange := [line for line in said.splitlines() if LINE_A_MINUTE not in line]:
        now.wrong("on the server's screen", "\n".join(strange))
    alone, *beside = [moves_of(data, code) for code in games]
    for one in beside:
        if odd := [pair for pair in zip(alone, one, strict=False) if pair[0] != pair[1]]:
            now.wrong("another game than without them", odd[:2])
        if len(alone) != len(one):
            now.wrong("a game of another length", (len(alone), len(one)))
    if now.grown > MOST_GROWTH:
        now.wrong("memory grew", now.grown)
    now.replies["games played beside"] = len(beside)
    if now.problems:
        raise Held("\n".join([f"seed {seed}", *now.problems[:5]]))
    return now


def play_a_game(house: House, seed: int, meet: Callable[[str], None] = lambda code: None) -> str:
    """Two honest people play by chance, always the same; the code of their table."""
    chance = Random(seed)
    with house.open_table(help="mats").sit("red", "blue") as group:
        meet(group.code)
        host, *phones = group.host(), group.phone("red"), group.phone("blue")
        host.must("begin")
        for _ in range(HONEST_MOVES):
            for phone in chance.sample(phones, len(phones)):
                phone.catch_up()
                offers = [one for one in phone.view["options"] if not one["refused"]]
                weights = [weight(one, offers) for one in offers]
                if sum(weights):
                    one = chance.choices(offers, weights)[0]
                    phone.must(one["kind"], **one["args"])
                    break
        return group.code


def moves_of(data: Path, code: str) -> list[tuple[Any, ...]]:
    """What was played at a table once it had begun: what chance drew for it is its own."""
    played = [one for one in kept_entries(data, code) if one.kind != "begin"]
    return [(one.n, one.seat, one.kind, one.args) for one in played]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.hostile", description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        done = attack(Path(folder), given.messages, given.seed)
    print(f"{done.said_so_far} messages; memory {done.grown:.2f} times what it was")
    for what, times in sorted(done.replies.items()):
        print(f"{times:8} {what}")


if __name__ == "__main__":
    main()
