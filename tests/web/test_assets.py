"""A sheet a page, a script a game: the house's files, then the game's, at a kept address."""

from __future__ import annotations

import gzip
import re
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from flask import Flask

from assistant.game import is_marked
from assistant.games import GAMES
from assistant.web.assets import Assets, thin_script, thin_sheet
from tests.house import ROOT, House


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A house with files of each kind, some for certain pages, and one game with some too."""
    for name in ("3-b.css", "1-a.css", "seat/2-c.css", "seat-table/2-c.css", "table/4-d.css"):
        write(tmp_path / "static" / "style" / name)
    for name in ("script/b.js", "script/a.js", "head.js"):
        write(tmp_path / "static" / name)
    for name in ("chess.css", "table/board.css", "chess.js", "board.svg"):
        write(tmp_path / "chess" / name)
    return tmp_path / "static"


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{path.parent.name}/{path.name}", "utf-8")


def served(assets: Assets, address: str) -> tuple[int, str | None, str]:
    app = Flask("shop", static_folder=None)
    assets.register(app)
    answer = app.test_client().get(address)
    return answer.status_code, answer.mimetype, answer.text


@pytest.mark.parametrize(
    ("name", "mimetype", "held"),
    [
        (
            "house-seat.css",
            "text/css",
            "style/1-a.css seat-table/2-c.css seat/2-c.css style/3-b.css",
        ),
        (
            "chess-table.css",
            "text/css",
            "style/1-a.css seat-table/2-c.css style/3-b.css table/4-d.css "
            "table/board.css chess/chess.css",
        ),
        ("house.js", "text/javascript", "script/a.js script/b.js"),
        ("chess.js", "text/javascript", "script/a.js script/b.js chess/chess.js"),
    ],
)
def test_a_bundle_is_the_houses_files_by_name_and_then_the_games(
    static: Path, name: str, mimetype: str, held: str
) -> None:
    """A sheet in a folder goes to the pages that the folder is named after, and to no other."""
    assets = Assets(static, {"chess": static.parent / "chess"})
    code, kind, text = served(assets, f"/static/{name}")
    assert (code, kind, text.split()) == (200, mimetype, held.split())


def test_what_is_for_readers_of_the_files_does_not_travel() -> None:
    sheet = """
    /* it's two
       lines */
    .a > .b:hover,
    .a :focus { margin: 0 calc(1px + 2px); content: "a,  b"; /* why */ }
    @media (min-width: 10px) and (hover) { .a { color: red; } }
    """
    assert thin_sheet(sheet).strip() == (
        '.a>.b:hover,.a :focus{margin:0 calc(1px + 2px);content:"a,  b"}'
        "@media (min-width:10px) and (hover){.a{color:red}}"
    )
    script = "/* it's two\n   lines */\nif (a)\n  // why\n  b('http://c // d'); // why\n"
    assert thin_script(script) == "if (a)\nb('http://c // d');\n"


def test_only_pages_say_what_they_may_fetch_and_know_the_browser_again(house: House) -> None:
    """A phone fetches ten files of a page: none of them repeats what the page said."""
    jar = urllib.request.HTTPCookieProcessor()
    browser = urllib.request.build_opener(jar)
    group = house.open_table().sit("red")
    for path, is_page in (
        (f"/t/{group.code}/mine/{group.tokens['red']}", True),
        (f"/t/{group.code}", True),
        ("/static/sprite.svg", False),
    ):
        with browser.open(house.url + path, timeout=20) as answer:
            assert ("Content-Security-Policy" in answer.headers) is is_page
            assert ("Set-Cookie" in answer.headers) is is_page
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("game", GAMES)
def test_a_page_travels_packed_and_plain_to_who_cannot_unpack(house: House, game: str) -> None:
    for path in (f"/static/{game}-seat.css", f"/static/{game}.js", "/static/sprite.svg", "/"):
        asked = urllib.request.Request(house.url + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(asked, timeout=20) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert "Accept-Encoding" in answer.headers["Vary"]
            packed = answer.read()
        plain = house.get(path)[1]
        assert gzip.decompress(packed) == plain
        assert len(packed) < len(plain) / 2


def test_what_a_phone_has_is_not_sent_again(house: House) -> None:
    with urllib.request.urlopen(f"{house.url}/static/sprite.svg", timeout=20) as answer:
        tag = answer.headers["ETag"]
    asked = urllib.request.Request(f"{house.url}/static/sprite.svg", headers={"If-None-Match": tag})
    with pytest.raises(urllib.error.HTTPError, match="304") as unchanged:
        urllib.request.urlopen(asked, timeout=20)
    unchanged.value.close()


def test_a_game_without_files_of_its_own_has_the_houses(static: Path) -> None:
    assets = Assets(static, {"go": static / "go"})
    assert served(assets, "/static/go.js") == served(assets, "/static/house.js")


def test_a_changed_file_has_another_address_and_the_others_keep_theirs(static: Path) -> None:
    games = {"chess": static.parent / "chess"}
    before = Assets(static, games)
    script, style, house = before.script("chess"), before.style("seat", "chess"), before.script()
    (games["chess"] / "chess.js").write_text("castling", "utf-8")
    after = Assets(static, games)
    assert re.fullmatch(r"/static/chess\.js\?v=[0-9a-f]{10}", script)
    assert before.script("chess") == script != after.script("chess")
    assert after.style("seat", "chess") == style
    assert after.script("") == house == after.static("house.js")


def test_a_page_keeps_what_it_asked_for_by_its_address(house: House) -> None:
    page = house.get("/")[1].decode()
    asked = re.findall(r'(?:href|src)="(/static/[^"#]+)"', page)
    assert any(one.startswith("/static/house.js?v=") for one in asked)
    assert any(one.startswith("/static/house-front.css?v=") for one in asked)
    sheet = house.get(next(one for one in asked if ".css" in one))[1].decode()
    drawn = re.findall(r"url\(([^)]+)\)", sheet)
    assert drawn
    for address in [*asked, *drawn]:
        with urllib.request.urlopen(house.url + address, timeout=20) as answer:
            kept = answer.headers["Cache-Control"]
        assert "max-age=31536000" in kept and "immutable" in kept


@pytest.mark.parametrize(
    "name", ["chess.js", "chess-seat.css", "house-cellar.css", "house.svg", "", "..%2Fapp.py"]
)
def test_there_is_nothing_of_a_game_that_is_not_there(house: House, name: str) -> None:
    assert house.get(f"/static/{name}")[0] == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_table_loads_the_script_of_its_game(house: House, game: str) -> None:
    mode = next(iter(GAMES[game].modes))
    _, opened = house.post("/api/tables", {"game": game, "mode": mode, "options": {}})
    page = house.get(f"/t/{opened['code']}")[1].decode()
    assert f'src="/static/{game}.js?v=' in page and f'href="/static/{game}-join.css?v=' in page


def test_the_houses_script_names_no_move_of_a_game() -> None:
    """A button says by data what it does. No finger makes what the table makes itself."""
    rules = [one for game in GAMES.values() for one in game.moves.items()]
    moves = {kind for kind, rule in rules if not is_marked(rule, "by_table")}
    files = sorted((ROOT / "static" / "script").glob("*.js"))
    assert files and moves
    for file in files:
        quoted = set(re.findall(r"[\"'`](\w+)[\"'`]", file.read_text("utf-8")))
        assert not quoted & moves, file.name
