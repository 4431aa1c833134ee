"""What templates ask of a mat."""

from __future__ import annotations

from assistant.game import Move, Setup, apply
from assistant.games.ares import ARES
from assistant.games.ares.cards import CARDS
from assistant.games.ares.look import look
from assistant.games.ares.state import State
from assistant.games.ares.view import SeatView, view
from assistant.web.ares import mats
from assistant.web.speech import speak


def _table(*moves: tuple[str, str, dict[str, object]]) -> State:
    """Red and blue with their corporations in development, which blue chose."""
    state = ARES.start(Setup("ares", "standard", (("help", "cards"),)))
    begun = [
        Move("sit", "red"),
        Move("sit", "blue"),
        Move("begin", args={"neutral": [[1, 2, 3, 4, 5]] * 5}),
        Move("choose_corporation", "red", {"number": 209}),
        Move("choose_corporation", "blue", {"number": 211}),
        Move("pick_phase", "red", {"phase": 2}),
        Move("pick_phase", "blue", {"phase": 1}),
        Move("reveal"),
    ]
    for move in (*begun, *(Move(kind, seat, args, anyway=True) for seat, kind, args in moves)):
        state = apply(ARES.moves, state, move)
    return state


def _blue(state: State) -> SeatView:
    mine = view(state, "blue").mine
    assert mine
    return mine


def test_too_dear_says_by_how_much() -> None:
    state = _table(("blue", "adjust", {"field": "mc", "by": -24}))
    mine = _blue(state)
    seen = look(state, "blue", 163)
    assert mats.short_of(mine, seen) == 14 - mine.mat.mc
    paid = look(state, "blue", 163, heat=3, discard=3)
    assert not mats.short_of(mine, paid)
    assert mats.ask(paid, heat=0) == {"number": 163, "discard": 3}


def test_questions_are_asked_one_after_the_other() -> None:
    state = _table(
        ("blue", "adjust", {"field": "mc", "by": 200}),
        ("blue", "play_card", {"number": 58}),
        ("blue", "play_card", {"number": 43}),
    )
    asked = mats.answers(look(state, "blue", 71))
    assert [one.picked for one in asked] == [None]
    assert mats.answered(look(state, "blue", 71)) is None
    pick, _, choices = asked[0].ways[0]
    again = look(state, "blue", 71, choices=choices)
    assert mats.answered(again) == choices
    assert pick == 58


def test_tiles_of_a_kind_are_one_button() -> None:
    shown = mats.tiles(tuple(range(9)))
    assert sum(count for _, count in shown) == 9
    assert len(shown) == 7
    assert mats.tile(3) == (mats.Piece("mc", 2), mats.Piece("plant", 1))


def test_an_action_shows_what_it_takes_and_gives() -> None:
    matter = CARDS[41]
    assert matter.action
    assert mats.costs(matter.action.cost, matter.action) == (mats.Piece("mc", 1),)
    assert mats.gains(matter, matter.action.gain) == (mats.Piece("draw", 1),)


def test_heat_stands_beside_the_mc_that_it_pays_for() -> None:
    pools = CARDS[62].action
    assert pools
    price = mats.costs(pools.cost, pools, 4)
    assert price == (mats.Piece("mc", 8), mats.Piece("heat", 4))


def test_many_cubes_are_written_as_a_number() -> None:
    assert mats.is_many(99)
    assert not mats.is_many(23)


def test_a_corporation_is_called_as_the_printed_edition_calls_it() -> None:
    with speak("uk", "ares"):
        assert [mats.called(CARDS[number]) for number in (210, 211)] == ["Еколайн", "Геліон"]
    with speak("en", "ares"):
        assert mats.called(CARDS[211]) == CARDS[211].name == "Helion"
        assert mats.called(CARDS[28]) == "Farmers Market"
