"""Who is connected, at this process and at others."""

from __future__ import annotations

from assistant.web.presence import Presence, Seats

RED, BLUE = frozenset({"red"}), frozenset({"blue"})
NOBODY: frozenset[str] = frozenset()


def test_what_others_show_counts_until_they_say_otherwise() -> None:
    presence = Presence()
    assert presence.hear("one", {"K7Q": RED, "AAA": BLUE}, now=1) == ["K7Q", "AAA"]
    assert presence.hear("two", {"K7Q": BLUE}, now=1) == ["K7Q"]
    assert presence.elsewhere("K7Q") == RED | BLUE and presence.elsewhere("XXX") == NOBODY
    assert presence.hear("one", {"K7Q": RED}, now=2) == [], "nothing new"
    assert presence.hear("one", {"K7Q": NOBODY}, now=2) == ["K7Q"]
    assert presence.elsewhere("K7Q") == BLUE and presence.elsewhere("AAA") == BLUE


def test_who_says_nothing_for_long_or_leaves_is_gone_with_all_it_showed() -> None:
    presence = Presence()
    presence.hear("one", {"K7Q": RED, "AAA": RED}, now=1)
    presence.hear("two", {"K7Q": BLUE}, now=1)
    presence.hear("two", {}, now=5)
    assert presence.forget(silent_since=5) == ["AAA", "K7Q"]
    assert presence.elsewhere("K7Q") == BLUE and not presence.knows("one")
    assert presence.forget(0, "two") == ["K7Q"] and presence.elsewhere("K7Q") == NOBODY
    assert presence.forget(0, "two") == []


def test_what_this_process_shows_is_announced_once() -> None:
    presence, said = Presence(), list[Seats]()
    presence.announce = said.append
    for seats in (NOBODY, RED, RED, BLUE, NOBODY, NOBODY):
        presence.show("K7Q", seats)
    assert said == [{"K7Q": RED}, {"K7Q": BLUE}, {"K7Q": NOBODY}]
    assert presence.here == {} and presence.elsewhere("K7Q") == NOBODY
