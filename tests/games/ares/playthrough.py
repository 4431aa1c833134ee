"""Golden playthroughs: a game as a list of moves, with what each changes in everybody's view.

`python -m tests.games.ares.playthrough` plays the moves of every file in golden/ again and writes
down what happens now. Do this after a deliberate change, and read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assistant.game import Move, Option, Seat, apply, read_setup
from assistant.games.ares import ARES
from assistant.games.ares.state import State
from assistant.games.ares.view import view as see
from tests.games.ares.at_table import said

GOLDEN = Path(__file__).with_name("golden")
MOVE, SETUP = "> ", "= "


def play_again(script: str) -> str:
    """The same moves, with what they do now."""
    lines: list[str] = []
    state: State | None = None
    for line in script.splitlines():
        if line.startswith("#"):
            lines.append(line)
        elif line.startswith(SETUP):
            mode, _, options = line.removeprefix(SETUP).partition(" ")
            state = ARES.start(read_setup(ARES, mode, json.loads(options)))
            lines.append(line)
        elif line.startswith(MOVE):
            assert state, "the set-up comes first"
            move = read_move(line.removeprefix(MOVE))
            after = apply(ARES.moves, state, move)
            lines += ["", line, *_happened(state, after, move)]
            state = after
    return "\n".join(lines) + "\n"


def read_move(line: str) -> Move:
    """A move as it is written: ``red pick_phase {"phase": 3}``, with ``anyway`` at the end."""
    seat, kind, *rest = line.split(" ", 2)
    args = rest[0] if rest else "{}"
    anyway = args.endswith(" anyway")
    given = json.loads(args.removesuffix(" anyway"))
    return Move(kind, None if seat == "table" else seat, given, anyway)


def write_move(move: Move) -> str:
    words = [move.seat or "table", move.kind, json.dumps(move.args)]
    return " ".join([*words, "anyway"] if move.anyway else words)


def _happened(before: State, after: State, move: Move) -> Iterator[str]:
    told = ARES.tell(before, after, move)
    if told:
        yield f'  "{said(told, name=(move.seat or "").capitalize())}"'
    viewers: list[Seat | None] = [None, *(one.seat for one in after.players)]
    changes = {viewer: _changes(before, after, viewer) for viewer in viewers}
    shared = [one for one in changes[None] if all(one in changes[seat] for seat in viewers)]
    if shared:
        yield f"  all: {'; '.join(shared)}"
    for viewer in viewers:
        own = [one for one in changes[viewer] if one not in shared]
        if own:
            yield f"  {viewer or 'table'}: {'; '.join(own)}"


def _changes(before: State, after: State, viewer: Seat | None) -> list[str]:
    """What a viewer sees that was not so before."""
    was, now = dict(_flat(_seen(before, viewer))), dict(_flat(_seen(after, viewer)))
    gone = [f"{name} gone" for name in was if name not in now]
    return gone + [f"{name} {now[name]}" for name in now if was.get(name) != now[name]]


def _seen(state: State, viewer: Seat | None) -> dict[str, Any]:
    view = see(state, viewer)
    seen: dict[str, Any] = view.as_json()
    for one in view.seats:
        seen["seats"][one.seat]["hands"] = [said(each) for each in one.hands]
    seen["may"] = _open(view.options)
    return seen


def _open(options: tuple[Option, ...]) -> str:
    """What is open, each kind once: ``pick_phase 1 2 3 4 5, withdraw_pick``."""
    kinds: dict[str, list[str]] = {}
    for one in options:
        if not one.refused:
            kinds.setdefault(one.kind, []).extend(json.dumps(value) for _, value in one.args)
    return ", ".join(" ".join([kind, *values]) for kind, values in kinds.items()) or "nothing"


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flat(inner, f"{path}.{name}".lstrip("."))
    else:
        yield path, json.dumps(value) if not isinstance(value, str) else value


def main() -> None:
    for path in sorted(GOLDEN.glob("*.txt")):
        path.write_text(play_again(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"written {path.name}")


if __name__ == "__main__":
    main()
