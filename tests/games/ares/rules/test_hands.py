"""What hands must do stays in sight until it is ticked or the next phase begins."""

from __future__ import annotations

from pathlib import Path

from assistant.web.ares.hands import hand_rows
from tests.games.ares.at_table import SHUFFLES, Evening, evening, said, with_cards
from tests.test_table import SCREEN, Seats

INVENTRIX, HELION = 213, 210
FARMERS_MARKET, ECOLOGICAL_ZONE, MICROPROCESSORS, OLYMPUS_CONFERENCE = 28, 24, 163, 44
MARS_UNIVERSITY, RESEARCH = 40, 96


def told(table: Evening) -> list[tuple[int | None, str]]:
    """What red's hands have left to do, and whose instruction it is."""
    return [(one.card, said(one.text)) for one in table.player("red").hands if not one.ticked]


def test_alone_a_corporation_still_has_its_cards_drawn() -> None:
    """Nobody chooses later, so the first planning begins at once. (A5)"""
    table = Evening("red", help="cards", mode="solo")
    table.play("begin", neutral=SHUFFLES)
    table.play("choose_corporation", "red", number=INVENTRIX)
    assert table.json()["step"] == "planning"
    assert told(table) == [(INVENTRIX, "Draw 3 cards")]
    table.to_phase(red=3)
    assert told(table) == []


def test_another_corporation_brings_its_own_instructions() -> None:
    """(A5)"""
    table = Evening("red", "blue", help="cards")
    table.play("begin", neutral=SHUFFLES)
    table.play("choose_corporation", "red", number=INVENTRIX)
    table.play("choose_corporation", "red", number=HELION)
    assert told(table) == []


def test_what_production_draws_stays_until_the_next_phase_begins() -> None:
    """(B1, C6)"""
    table = evening()
    table.set("red", production_cards=2)
    table.to_phase(red=4, blue=4)
    table.all_done()
    table.all_done()
    assert table.json()["step"] == "planning"
    assert told(table) == [(None, "Draw 2 cards")]
    table.to_phase(red=3, blue=5)
    assert told(table) == []


def test_instructions_of_several_cards_stand_side_by_side() -> None:
    """(D7)"""
    table = with_cards(OLYMPUS_CONFERENCE, MARS_UNIVERSITY)
    table.to_phase(red=2, blue=3)
    table.set("red", mc=20)
    table.play("play_card", "red", number=RESEARCH)
    exchange = "You may discard a card to draw one, two if it has a plant tag"
    assert told(table) == [
        (RESEARCH, "Pay 5 MC"),
        (RESEARCH, "Draw 2 cards"),
        (OLYMPUS_CONFERENCE, "Draw 2 cards"),
        (MARS_UNIVERSITY, exchange),
        (MARS_UNIVERSITY, exchange),
    ]


def test_a_payment_is_told_in_cubes_and_a_resource_with_its_card() -> None:
    """(D8, E5)"""
    table = with_cards(ECOLOGICAL_ZONE)
    table.to_phase(red=2, blue=3)
    table.set("red", mc=31)
    table.play("play_card", "red", number=FARMERS_MARKET)
    assert told(table) == [
        (FARMERS_MARKET, "Pay 12 MC"),
        (FARMERS_MARKET, "Put an animal on Ecological Zone"),
    ]
    under = [said(row.under) for row in hand_rows(table.player("red").hands)]
    assert under == ["Farmers Market, 1 gold, 2 copper", "Farmers Market"]


def test_cards_sold_towards_a_price_leave_the_hand_and_change_comes_back() -> None:
    """(D1)"""
    table = evening()
    table.to_phase(red=1, blue=3)
    table.play("play_card", "red", number=140, discard=4)
    assert told(table)[:2] == [(140, "Take 7 MC back"), (140, "Discard 4 cards")]


def test_a_tick_can_be_made_twice_and_taken_away() -> None:
    table = with_cards(MARS_UNIVERSITY)
    table.to_phase(red=2, blue=3)
    table.set("red", mc=20)
    table.play("play_card", "red", number=RESEARCH)
    *_, first, second = [dict(row.args) for row in hand_rows(table.player("red").hands)]
    assert (first.get("nth", 0), second["nth"]) == (0, 1)
    for _ in range(2):
        table.play("tick", "red", **second)
        assert [one.ticked for one in table.player("red").hands] == [False, False, False, True]
    again = dict(hand_rows(table.player("red").hands)[-1].args)
    table.play("tick", "red", **again)
    assert not any(one.ticked for one in table.player("red").hands)


def test_done_does_not_wait_for_hands() -> None:
    """(B5)"""
    table = evening()
    table.set("red", mc=20)
    table.to_phase(red=1, blue=3)
    table.play("play_card", "red", number=MICROPROCESSORS)
    assert len(told(table)) == 2
    table.play("done", "red")
    assert len(told(table)) == 2


def test_a_tick_is_no_step_of_the_story_and_outlives_what_it_ticked(tmp_path: Path) -> None:
    """Taking the card back leaves nothing to tick; nobody has to take the tick back first."""
    seats = Seats(tmp_path, "red", "blue")
    seats.must(SCREEN, "set_help", level="cards")
    seats.must(SCREEN, "begin")
    for seat, number in (("red", 209), ("blue", 212)):
        seats.must(seat, "choose_corporation", number=number)
    for seat, phase in (("red", 1), ("blue", 3)):
        seats.must(seat, "pick_phase", phase=phase)
    card = seats.must("red", "play_card", number=MICROPROCESSORS)
    before = seats.story()
    seats.must("red", "tick", card=MICROPROCESSORS, what="hands-pay")
    assert seats.story() == before
    assert [one.ticked for one in seats.state.player("red").hands] == [True, False]
    seats.must("red", "undo", n=card)
    assert seats.state.player("red").hands == ()
    seats.must("red", "redo", n=card)
    assert [one.ticked for one in seats.state.player("red").hands] == [True, False]
