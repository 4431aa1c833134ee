"""Pages and the JSON API over HTTP."""

from __future__ import annotations

import http.cookiejar
import json
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from tests.house import SEATS, Group, House


class Browser:
    """Keeps cookies and follows redirects, as a phone does."""

    def __init__(self, house: House, language: str = "en") -> None:
        self.house = house
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(jar)
        self._opener.addheaders = [("Accept-Language", language)]

    def get(self, path: str, **form: str) -> tuple[int, str, str]:
        """Status, address in the end, and page; with a form it is sent."""
        data = urllib.parse.urlencode(form).encode() if form else None
        address = path if path.startswith("http") else self.house.url + path
        return self._ask(urllib.request.Request(address, data))

    def send(self, path: str, name: str, file: str) -> tuple[int, str, str]:
        """The same for a form with a file."""
        head = f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="table.json"\r\n'
        data = f"{head}\r\n{file}\r\n--x--\r\n".encode()
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        return self._ask(urllib.request.Request(self.house.url + path, data, kind))

    def _ask(self, request: urllib.request.Request) -> tuple[int, str, str]:
        try:
            answer = self._opener.open(request, timeout=20)
        except urllib.error.HTTPError as problem:
            answer = problem
        with answer:
            return answer.status, answer.url, answer.read().decode()


def test_healthz(house: House) -> None:
    status, body = house.get("/healthz")
    assert status == 200 and json.loads(body) == {"ok": True, "version": "0.1.0"}


def test_a_table_is_opened_and_joined_through_the_api(house: House) -> None:
    status, opened = house.post("/api/tables", {"game": "ares", "mode": "standard", "options": {}})
    assert status == 201 and set(opened) == {"code", "host_token", "join_url"}
    assert opened["join_url"].endswith(f"/t/{opened['code']}")
    status, seat = house.post(
        f"/api/tables/{opened['code']}/seats", {"seat": "red", "name": " Ann "}
    )
    assert status == 201 and seat["seat"] == "red" and seat["token"]


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        ({"seat": "red", "name": "Bob"}, 409, "seat-taken"),
        ({"seat": "pink", "name": "Bob"}, 422, "unknown-seat"),
        ({"seat": "blue", "name": ""}, 422, "name-missing"),
        ({"seat": "blue", "name": "x" * 200}, 422, "name-too-long"),
        ({"seat": "blue", "name": "<script>"}, 422, "name-odd"),
        ({"seat": "blue", "name": "\u202eBob"}, 422, "name-odd"),
        ({"seat": "blue"}, 422, "malformed"),
        ({"seat": 5, "name": "Bob"}, 422, "malformed"),
        ({"seat": "blue", "name": ["Bob"]}, 422, "malformed"),
        ([], 422, "malformed"),
        (b"{not json", 422, "malformed"),
        (b"", 422, "malformed"),
    ],
)
def test_a_bad_wish_to_sit_is_refused_with_status_key_and_words(
    house: House, body: Any, status: int, key: str
) -> None:
    with house.open_table().sit("red") as group:
        answer = house.post(f"/api/tables/{group.code}/seats", body)
        assert answer[0] == status and answer[1]["error"]["key"] == key
        assert answer[1]["error"]["text"]
        assert group.watcher().n == 1, "nothing was changed"


def test_a_full_table_and_an_unknown_one_refuse(house: House) -> None:
    with house.open_table("coop").sit("red", "blue") as group:
        status, answer = house.post(
            f"/api/tables/{group.code}/seats", {"seat": "green", "name": "Taras"}
        )
        assert (status, answer["error"]["key"]) == (409, "table-full")
    status, answer = house.post("/api/tables/ZZZZ/seats", {"seat": "green", "name": "Taras"})
    assert (status, answer["error"]["key"]) == (404, "unknown-table")


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"game": "chess", "mode": "standard"}, "unknown-game"),
        ({"game": "ares", "mode": "party"}, "unknown-mode"),
        ({"game": "ares", "mode": "solo", "options": {"difficulty": "easy"}}, "unknown-choice"),
        ({"game": "ares", "mode": "solo", "options": "none"}, "malformed"),
        ("nothing", "malformed"),
    ],
)
def test_a_bad_table_is_refused(house: House, body: Any, key: str) -> None:
    status, answer = house.post("/api/tables", body)
    assert (status, answer["error"]["key"]) == (422, key)


def test_a_body_too_large_is_refused(house: House) -> None:
    status, _ = house.get("/api/nothing")
    assert status == 404
    asked = urllib.request.Request(
        house.url + "/api/tables", b"x" * 200_000, {"Content-Type": "application/json"}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked, timeout=20)
    with refused.value as answer:
        assert answer.status in (413, 422)


def test_the_qr_is_a_picture_and_the_planet_too(house: House) -> None:
    with house.open_table() as group:
        for path in (f"/t/{group.code}/qr.svg", "/ares/planet/phone/-30/0/0.svg"):
            status, body = house.get(path)
            assert status == 200 and ET.fromstring(body).tag.endswith("svg")
    nothing = ("/ares/planet/phone/-29/0/0.svg", "/ares/planet/wall/-30/0/0.svg", "/t/ZZZZ/qr.svg")
    for path in nothing:
        assert house.get(path)[0] == 404


def test_an_unknown_code_says_so_in_the_visitors_language(house: House) -> None:
    status, _, english = Browser(house).get("/t/ZZZZ")
    assert status == 404 and "There is no table with this code." in english
    status, _, ukrainian = Browser(house, "uk").get("/t/ZZZZ")
    assert status == 404 and 'lang="uk"' in ukrainian
    assert "There is no table" not in ukrainian


def test_a_typed_code_is_found_in_either_case(house: House) -> None:
    with house.open_table() as group:
        status, url, _ = Browser(house).get(f"/find?code={group.code.lower()}%20")
        assert status == 200 and url.lower().endswith(f"/t/{group.code.lower()}")


def test_the_hosts_browser_opens_a_table_and_others_only_watch_its_screen(house: House) -> None:
    host = Browser(house)
    status, url, page = host.get("/tables", game="ares")
    assert status == 200 and "/table/" in url and 'data-move="set_up"' in page
    _, _, other = Browser(house).get(url)
    assert 'data-move="set_up"' not in other
    status, _, _ = Browser(house).get(f"{url}/address", url="http://10.0.0.1")
    assert status == 403


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/t/{}/red", "/t/{}"),
        ("/t/{}/red?open=1", "/t/{}"),
        ("/t/{}/pass?after=red", "/t/{}"),
        ("/table/{}/red", "/table/{}"),
        ("/table/{}/red?open=1", "/table/{}"),
    ],
)
def test_a_seat_is_shown_to_nobody_who_does_not_hold_it(
    house: House, path: str, shown: str
) -> None:
    group = house.open_table().sit("red")
    status, address, _ = Browser(house).get(path.format(group.code))
    assert (status, address) == (200, house.url + shown.format(group.code))


def test_the_owners_link_opens_the_table_screen_and_a_wrong_one_does_not(house: House) -> None:
    owner = Browser(house)
    status, url, _ = owner.get(house.owner_url)
    assert status == 200 and "/owner/" not in url
    assert Browser(house).get("/owner/guess")[0] == 404


def test_a_language_is_chosen_for_this_browser_alone(house: House) -> None:
    browser = Browser(house)
    _, _, page = browser.get("/language", language="uk", next="/")
    assert 'lang="uk"' in page
    assert 'lang="uk"' in browser.get("/")[2]
    assert 'lang="en"' in Browser(house).get("/")[2]
    _, url, _ = browser.get("/language", language="xx", next="https://elsewhere.example/x")
    assert url.startswith(house.url)


def test_a_finished_game_is_exported_an_unfinished_one_is_not(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        path = f"/api/tables/{group.code}/export"
        status, refused = house.get(f"{path}.json")
        assert status == 409 and json.loads(refused)["error"]["key"] == "not-finished-yet"
        host, red, blue = group.host(), group.phone("red"), group.phone("blue")
        host.must("begin")
        red.must("pick_phase", phase=3)
        blue.must("pick_phase", phase=4)
        red.must("declare_terraformed")
        host.must("go_on")
        status, body = house.get(f"{path}.json")
        game = json.loads(body)
        assert status == 200 and game["players"] == {"red": "Ann", "blue": "Olena"}
        picks = {"red": 3, "blue": 4}
        assert game["rounds"] == [{"round": 1, "picks": picks, "seconds": game["seconds"]}]
        status, rows = house.get(f"{path}.csv")
        assert rows.decode().splitlines() == [
            "round,seat,name,phase,tr,temperature,oxygen,oceans,forests,cards,total",
            "1,red,Ann,3,,,,,,,",
            "1,blue,Olena,4,,,,,,,",
        ]
        for part, points in (("tr", 25), ("forests", 6), ("cards", -2), ("on_cards", 3)):
            red.must("count", part=part, points=points)
        game = json.loads(house.get(f"{path}.json")[1])
        assert game["score"]["red"]["total"] == 32 and game["score"]["winners"] == []
        status, rows = house.get(f"{path}.csv")
        assert rows.decode().splitlines()[1:] == [
            "1,red,Ann,3,25,,,,6,1,32",
            "1,blue,Olena,4,,,,,,,",  # not counted yet
        ]


@pytest.mark.parametrize("name", ["=1+1", "+49 30", "-Ann", "@SUM(A1)"])
def test_a_name_is_no_formula_in_a_spreadsheet(house: House, name: str) -> None:
    with house.open_table().sit("blue") as group:
        wish = {"seat": "red", "name": name}
        _, seat = house.post(f"/api/tables/{group.code}/seats", wish)
        group.tokens["red"] = seat["token"]
        host, red, blue = group.host(), group.phone("red"), group.phone("blue")
        host.must("begin")
        red.must("pick_phase", phase=3)
        blue.must("pick_phase", phase=4)
        red.must("declare_terraformed")
        host.must("go_on")
        for part, points in (("tr", 5), ("forests", 0), ("cards", -2), ("on_cards", 0)):
            red.must("count", part=part, points=points)
        rows = house.get(f"/api/tables/{group.code}/export.csv")[1].decode().splitlines()
        assert rows[1] == f"1,red,'{name},3,5,,,,0,-2,3", "numbers stay numbers"
        players = json.loads(house.get(f"/api/tables/{group.code}/export.json")[1])["players"]
        assert players["red"] == name


def test_nothing_comes_from_outside_and_nothing_is_framed(house: House) -> None:
    with house.open_table().sit(*SEATS[:2]) as group:
        asked = urllib.request.urlopen(f"{house.url}/t/{group.code}", timeout=20)
        with asked as answer:
            policy = answer.headers["Content-Security-Policy"]
            page = answer.read().decode()
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert "http://" not in page.replace("http://www.w3.org", "") and "https://" not in page


def test_a_table_is_saved_as_a_file_by_its_host_alone_and_brought_back(house: House) -> None:
    host = Browser(house)
    _, address, _ = host.get("/tables", game="ares")
    code = address.rpartition("/")[2]
    path = f"/api/tables/{code}/table.json"
    assert Browser(house).get(path)[0] == 403
    status, _, file = host.get(path)
    assert status == 200 and json.loads(file)["code"] == code
    status, address, _ = host.send("/tables/bring", "table", file)
    assert status == 200 and address.endswith(f"/table/{code}")
    status, address, _ = Browser(house).send("/tables/bring", "table", file)
    assert status == 200 and not address.endswith(f"/table/{code}")


def saved(group: Group) -> str:
    """A table as the file that its host's program gets."""
    asked = urllib.request.Request(f"{group.house.url}/api/tables/{group.code}/table.json")
    asked.add_header("Authorization", f"Bearer {group.host_token}")
    with urllib.request.urlopen(asked, timeout=20) as answer:
        file: str = answer.read().decode()
    return file


def test_a_program_saves_a_table_with_its_key(house: House) -> None:
    with house.open_table() as group:
        assert json.loads(saved(group))["code"] == group.code


def test_a_table_that_has_gone_on_is_brought_without_the_way_there(house: House) -> None:
    with house.open_table().sit("red", "blue") as group:
        host, red, blue = group.host(), group.phone("red"), group.phone("blue")
        host.must("begin")
        red.must("declare_terraformed")
        for phone, points in ((red, 20), (blue, 19)):
            for part in ("tr", "forests", "cards", "on_cards"):
                phone.must("count", part=part, points=points)
        host.must("rematch")
        _, _, there = Browser(house).get(f"/table/{group.code}")
        assert "data-onward" in there
        _, _, brought = Browser(house).send("/tables/bring", "table", saved(group))
        assert "data-onward" not in brought and 'data-move="rematch"' in brought


@pytest.mark.parametrize("file", ["", "x", "[" * 100_000, "{}", "9" * 3_000_000])
def test_a_file_without_a_table_is_refused_in_words(house: House, file: str) -> None:
    status, _, page = Browser(house).send("/tables/bring", "table", file)
    assert status == 400 and "No table can be read from this file" in page
    status, _, page = Browser(house).send("/tables/bring", "another", "{}")
    assert status == 400 and "No table can be read from this file" in page


def test_a_table_is_taken_off_the_list_by_whose_it_is(house: House) -> None:
    host = Browser(house)
    _, address, _ = host.get("/tables", game="ares")
    code = address.rpartition("/")[2]
    house.post(f"/api/tables/{code}/seats", {"seat": "red", "name": "Ann"})
    stranger = Browser(house)
    assert f"table {code}" in stranger.get("/")[2]
    assert f"/tables/{code}/remove" not in stranger.get("/")[2]
    assert stranger.get(f"/tables/{code}/remove", sure="yes")[0] == 403
    assert f"/tables/{code}/remove" in host.get("/")[2]
    status, address, page = host.get(f"/tables/{code}/remove", sure="yes")
    assert status == 200 and address == f"{house.url}/" and f"table {code}" not in page
    assert host.get(f"/table/{code}")[0] == 200


def test_the_host_adds_a_file_of_names(house: House) -> None:
    host = Browser(house)
    _, address, _ = host.get("/tables", game="ares")
    path = f"{urllib.parse.urlsplit(address).path}/names"
    status, _, page = host.send(path, "names", "28 Ринок\nРинок")
    assert status == 400 and "Line 2 has no number with a name" in page
    assert host.send(path, "names", "28 Ринок")[0] == 200
    assert Browser(house).send(path, "names", "28 Ринок")[0] == 403
    assert host.send(path, "other", "28 Ринок")[0] == 400
