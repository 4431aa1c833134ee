"""Golden playthroughs: a game as a list of moves, with what each changes in everybody's view.

They are kept in `tests/games/GAME/golden/`. `python -m tests.games.playthrough` plays the moves of
every one again and writes down what happens now. Do this after a deliberate change, and read the
difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assistant.game import Game, Move, Option, Seat, apply, read_setup
from tests.games import EVERY
from tests.games.said import said

MOVE, SETUP = "> ", "= "


def golden(game: Game[Any]) -> list[Path]:
    """The playthroughs of a game."""
    return sorted((Path(__file__).parent / game.key / "golden").glob("*.txt"))


def play_again(game: Game[Any], script: str) -> str:
    """The same moves, with what they do now."""
    lines: list[str] = []
    state: Any = None
    for line in script.splitlines():
        if line.startswith("#"):
            lines.append(line)
        elif line.startswith(SETUP):
            mode, _, options = line.removeprefix(SETUP).partition(" ")
            state = game.start(read_setup(game, mode, json.loads(options)))
            lines.append(line)
        elif line.startswith(MOVE):
            assert state, "the set-up comes first"
            move = read_move(line.removeprefix(MOVE))
            after = apply(game.moves, state, move)
            lines += ["", line, *_happened(game, state, after, move)]
            state = after
    return "\n".join(lines) + "\n"


def read_move(line: str) -> Move:
    """A move as it is written: ``red pick_phase {"phase": 3}``, with ``anyway`` at the end."""
    seat, kind, *rest = line.split(" ", 2)
    args = rest[0] if rest else "{}"
    anyway = args.endswith(" anyway")
    given = json.loads(args.removesuffix(" anyway"))
    return Move(kind, None if seat == "table" else seat, given, anyway)


def _happened(game: Game[Any], before: Any, after: Any, move: Move) -> Iterator[str]:
    told = game.tell(before, after, move)
    if told:
        figures = "".join(
            f" · {said(game, one.words)} {one.was} → {one.now}" for one in told.figures
        )
        yield f'  "{said(game, told.text, name=(move.seat or "").capitalize())}"{figures}'
    viewers: list[Seat | None] = [None, *game.view(after, None).as_json()["seats"]]
    changes = {viewer: _changes(game, before, after, viewer) for viewer in viewers}
    shared = [one for one in changes[None] if all(one in changes[seat] for seat in viewers)]
    if shared:
        yield f"  all: {'; '.join(shared)}"
    for viewer in viewers:
        own = [one for one in changes[viewer] if one not in shared]
        if own:
            yield f"  {viewer or 'table'}: {'; '.join(own)}"


def _changes(game: Game[Any], before: Any, after: Any, viewer: Seat | None) -> list[str]:
    """What a viewer sees that was not so before."""
    was, now = (dict(_flat(_seen(game, state, viewer))) for state in (before, after))
    gone = [f"{name} gone" for name in was if name not in now]
    return gone + [f"{name} {now[name]}" for name in now if was.get(name) != now[name]]


def _seen(game: Game[Any], state: Any, viewer: Seat | None) -> dict[str, Any]:
    """What a program gets, with what only screens show: what hands have to do, what is open."""
    view: Any = game.view(state, viewer)
    seen: dict[str, Any] = view.as_json()
    for one in view.seats:
        if hasattr(one, "hands"):
            seen["seats"][one.seat]["hands"] = [
                f"{said(game, each.text)}{' (done)' if each.ticked else ''}" for each in one.hands
            ]
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
    for game in EVERY:
        for path in golden(game):
            played = play_again(game, path.read_text(encoding="utf-8"))
            path.write_text(played, encoding="utf-8")
            print(f"written {game.key} {path.name}")


if __name__ == "__main__":
    main()
