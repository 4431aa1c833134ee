"""One sheet and one script a game: the house's files, then its own, at an address that is kept."""

from __future__ import annotations

import re
import urllib.request
from pathlib import Path

import pytest
from flask import Flask

from assistant.game import is_marked
from assistant.games import GAMES
from assistant.web.assets import Assets
from tests.house import ROOT, House


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A house with two files of each kind, and one game with a file of each."""
    for name in ("style/2-b.css", "style/1-a.css", "script/b.js", "script/a.js", "head.js"):
        write(tmp_path / "static" / name)
    for name in ("chess.css", "chess.js", "board.svg"):
        write(tmp_path / "chess" / name)
    return tmp_path / "static"


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"/* {path.name} */", "utf-8")


def served(assets: Assets, address: str) -> tuple[int, str | None, str]:
    app = Flask("shop", static_folder=None)
    assets.register(app)
    answer = app.test_client().get(address)
    return answer.status_code, answer.mimetype, answer.text


@pytest.mark.parametrize(
    ("name", "mimetype", "held"),
    [
        ("house.css", "text/css", "/* 1-a.css */\n/* 2-b.css */"),
        ("house.js", "text/javascript", "/* a.js */\n/* b.js */"),
        ("chess.css", "text/css", "/* 1-a.css */\n/* 2-b.css */\n/* chess.css */"),
        ("chess.js", "text/javascript", "/* a.js */\n/* b.js */\n/* chess.js */"),
    ],
)
def test_a_games_bundle_is_the_houses_files_by_name_and_then_its_own(
    static: Path, name: str, mimetype: str, held: str
) -> None:
    assets = Assets(static, {"chess": static.parent / "chess"})
    assert served(assets, f"/static/{name}") == (200, mimetype, held)


def test_a_game_without_files_of_its_own_has_the_houses(static: Path) -> None:
    assets = Assets(static, {"go": static / "go"})
    assert served(assets, "/static/go.js") == served(assets, "/static/house.js")


def test_a_changed_file_has_another_address_and_the_others_keep_theirs(static: Path) -> None:
    games = {"chess": static.parent / "chess"}
    before = Assets(static, games)
    (games["chess"] / "chess.js").write_text("/* castling */", "utf-8")
    after = Assets(static, games)
    assert re.fullmatch(r"/static/chess\.js\?v=[0-9a-f]{10}", before.script("chess"))
    assert before.script("chess") != after.script("chess")
    assert before.style("chess") == after.style("chess")
    assert before.script("") == after.script() == after.static("house.js")


def test_a_page_keeps_what_it_asked_for_by_its_address(house: House) -> None:
    page = house.get("/")[1].decode()
    asked = re.findall(r'(?:href|src)="(/static/[^"#]+)"', page)
    assert any(one.startswith("/static/house.js?v=") for one in asked)
    assert any(one.startswith("/static/house.css?v=") for one in asked)
    for address in asked:
        with urllib.request.urlopen(house.url + address, timeout=20) as answer:
            kept = answer.headers["Cache-Control"]
        assert "max-age=31536000" in kept and "immutable" in kept


@pytest.mark.parametrize("name", ["chess.css", "chess.js", "house.svg", "..%2Fapp.js"])
def test_there_is_nothing_of_a_game_that_is_not_there(house: House, name: str) -> None:
    assert house.get(f"/static/{name}")[0] == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_table_loads_the_script_of_its_game(house: House, game: str) -> None:
    mode = next(iter(GAMES[game].modes))
    _, opened = house.post("/api/tables", {"game": game, "mode": mode, "options": {}})
    page = house.get(f"/t/{opened['code']}")[1].decode()
    assert f'src="/static/{game}.js?v=' in page and f'href="/static/{game}.css?v=' in page


def test_the_houses_script_names_no_move_of_a_game() -> None:
    """A button says by data what it does. No finger makes what the table makes itself."""
    rules = [one for game in GAMES.values() for one in game.moves.items()]
    moves = {kind for kind, rule in rules if not is_marked(rule, "by_table")}
    files = sorted((ROOT / "static" / "script").glob("*.js"))
    assert files and moves
    for file in files:
        quoted = set(re.findall(r"[\"'`](\w+)[\"'`]", file.read_text("utf-8")))
        assert not quoted & moves, file.name
