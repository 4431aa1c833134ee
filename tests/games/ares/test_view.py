"""What a seat may see: the keys that programs rely on, and what is offered."""

from __future__ import annotations

import json
from dataclasses import replace

from assistant.game import is_marked
from assistant.games.ares import ARES
from assistant.games.ares.cards import CARDS, Cost
from assistant.games.ares.look import look
from assistant.games.ares.view import Purse
from assistant.games.ares.view import view as see
from tests.games.ares.at_table import Evening, evening, said, with_cards

KEYS = {"mode", "step", "round", "phase", "phases", "waiting_for", "planet", "seats", "you"}
KEYS |= {"score", "solo", "coop", "help", "terraformed", "won"}
SEAT_KEYS = {"locked", "done", "picked", "last_phase", "corporation", "tr", "mc", "heat", "plants"}
SEAT_KEYS |= {"forests", "production", "steel", "titanium", "tags", "cards"}


def test_the_keys_that_stay() -> None:
    table = with_cards(12)
    view = table.json("red")
    assert view.keys() >= KEYS
    assert view["seats"]["red"].keys() >= SEAT_KEYS
    assert view["seats"]["red"]["production"].keys() == {"mc", "heat", "plants", "cards"}
    assert view["seats"]["red"]["cards"] == [{"number": 12, "resources": 0}]
    assert view["seats"]["red"]["tags"] == {"animal": 1}
    assert view["planet"].keys() >= {"temperature", "oxygen", "oceans", "start_of_phase", "full"}


def options(table: Evening, kind: str) -> list[dict[str, object]]:
    found = see(table.state, "red").options
    return [dict(one.args) for one in found if one.kind == kind and not one.refused]


def test_each_way_to_use_an_action_is_offered() -> None:
    """(C3)"""
    table = with_cards(31, 15, 47)
    table.to_phase(red=3, blue=4)
    table.set("red", heat=5)
    table.play("adjust", "red", field="cards.31", by=2)
    assert options(table, "card_action") == [
        {"number": 31, "choices": ((31, 0),)},
        {"number": 31, "choices": ((31, 1),)},
        {"number": 15},
        {"number": 47, "amount": 5},
    ]


def test_a_view_can_be_hashed_and_sent() -> None:
    """Screens remember what they rendered by it; programs get it as JSON."""
    table = with_cards(31, 15, 47, 18)
    table.to_phase(red=3, blue=4)
    view = see(table.state, "red")
    assert hash(view) == hash(see(table.state, "red"))
    sent = json.loads(json.dumps([dict(one.args) for one in view.options]))
    assert {"number": 31, "choices": [[31, 0]]} in sent


def test_what_a_move_of_another_leaves_alone_is_the_very_same() -> None:
    """So that after every move only what it changed is worked out and drawn again."""
    table = with_cards(31, 15, 47)
    table.to_phase(red=3, blue=3)
    table.set("blue", heat=8)
    before = see(table.state, "red")
    table.play("standard_action", "blue", action="temperature_heat")
    after = see(table.state, "red")
    assert after.seat("blue") != before.seat("blue") and after.planet != before.planet
    assert after.seat("red") is before.seat("red")
    assert after.options is before.options and after.actions is before.actions


def test_a_full_parameter_changes_what_others_may_do() -> None:
    """The heat of red need not be turned into warmth any more. (C5, E3)"""
    table = evening("red", "blue")
    table.to_phase(red=3, blue=3)
    table.set("red", heat=8)
    table.set("blue", heat=8)
    table.play("adjust", "blue", field="temperature", by=36)
    before = see(table.state, "red").option("done")
    assert before and before.refused and before.refused.key == "convert-heat-first"
    table.play("standard_action", "blue", action="temperature_heat")
    after = see(table.state, "red").option("done")
    assert after and not after.refused


def test_an_action_that_cannot_be_used_says_why() -> None:
    """(C3)"""
    table = with_cards(14)
    table.to_phase(red=3, blue=4)
    found = see(table.state, "red").option("card_action", number=14)
    assert found and found.refused
    assert found.refused.key == "not-enough-heat"
    assert found.advice


def rows(table: Evening) -> dict[int, tuple[Cost, str, int, str]]:
    """Each own action: what it costs, what it gives, how often it was used, why not now."""
    return {
        one.number: (
            one.price,
            said(one.gives),
            one.used,
            said(one.refused) if one.refused else "",
        )
        for one in see(table.state, "red").actions
    }


def test_the_own_actions_with_their_prices() -> None:
    """(C3)"""
    table = with_cards(7, 14, 29, 31, 32, 34, 15)
    assert rows(table) == {}
    table.to_phase(red=3, blue=4)
    table.set("red", mc=12, steel=2, heat=3)
    table.play("card_action", "red", number=15)
    table.play("card_action", "red", number=15)
    assert rows(table) == {
        7: (Cost(mc=6), "turn an ocean", 0, ""),
        14: (Cost(heat=8), "1 TR", 0, "Needs 8 heat, you have 3."),
        29: (Cost(discard=1), "3 plants", 0, ""),
        31: (Cost(), "add a microbe here or take 2 microbes off, raise the temperature", 0, ""),
        32: (Cost(), "Heat for plants, one for one, at most 4", 0, ""),
        34: (Cost(mc=1), "3 heat", 0, ""),
        15: (Cost(), "draw a card", 2, "You have used an action twice already."),
    }


def test_heat_may_pay_for_an_action_from_what_mc_lack_to_all_of_it() -> None:
    """Helion's Volcanic Pools cost 12 MC, 1 less for each power tag. (C3)"""
    table = with_cards(62)
    table.play("choose_corporation", "red", number=211)
    table.set("red", tags_power=0)
    table.to_phase(red=3, blue=4)

    def heat(mc: int, heat: int) -> tuple[int, int] | None:
        table.set("red", mc=mc, heat=heat)
        seen = look(table.state, "red", number=62, action=True).preview
        assert seen
        (pools,) = see(table.state, "red").actions
        assert (pools.price, pools.pays) == (seen.price, seen.pays) == (Cost(mc=12), seen.pays)
        return pools.pays

    assert heat(20, 0) is None
    assert heat(20, 5) == (0, 5)
    assert heat(8, 20) == (4, 12)
    assert heat(5, 5) is None


def test_a_standard_action_that_heat_can_pay_is_open_to_programs() -> None:
    """Helion lacks 4 of the 14 MC for a step of temperature. (C4)"""
    table = evening()
    table.play("choose_corporation", "red", number=211)
    table.to_phase(red=3, blue=4)
    table.set("red", mc=10, heat=5)
    found = {
        dict(one.args)["action"]: one
        for one in see(table.state, "red").options
        if one.kind == "standard_action"
    }
    warm, ocean, forest = (found[f"{name}_mc"] for name in ("temperature", "ocean", "forest"))
    assert (dict(warm.args).get("heat"), warm.refused) == (4, None)
    assert (dict(ocean.args).get("heat"), ocean.refused) == (5, None)
    assert "heat" not in dict(forest.args)
    assert forest.refused and forest.refused.key == "not-enough-mc"
    table.play("standard_action", "red", **dict(warm.args))
    assert (table.figures("red")["mc"], table.figures("red")["heat"]) == (0, 1)


def test_the_purse_knows_the_corporation() -> None:
    """(B7, E1)"""
    table = evening("red", "blue", "green")
    assert see(table.state, None).purse is None
    plain = Purse(sold_card=3, heat_is_money=False, extra_tr=0)
    assert see(table.state, "red").purse == plain
    for seat, number, purse in (
        ("red", 211, replace(plain, heat_is_money=True)),
        ("blue", 220, replace(plain, extra_tr=6)),
    ):
        table.play("choose_corporation", seat, number=number)
        assert see(table.state, seat).purse == purse
    dear = next(card for card in CARDS.values() if card.sell_value)
    table.play("play_card", "green", anyway=True, number=dear.number)
    assert see(table.state, "green").purse == replace(plain, sold_card=3 + dear.sell_value)


def test_who_has_left_is_offered_nothing() -> None:
    """(A1)"""
    table = with_cards(15)
    table.to_phase(red=3, blue=4)
    table.play("leave", "red")
    view = see(table.state, "red")
    assert (view.options, view.actions, view.prices) == ((), (), ())


def test_the_prices_of_standard_actions() -> None:
    """(C4)"""
    table = with_cards(55)
    table.play("choose_corporation", "red", number=210)
    assert see(table.state, "red").prices == ()
    table.to_phase(red=3, blue=4)
    assert dict(see(table.state, "red").prices) == {
        "forest_plants": 7,
        "forest_mc": 16,
        "temperature_heat": 8,
        "temperature_mc": 10,
        "ocean_mc": 11,
    }
    assert see(table.state, "red").price("forest_mc") == 16
    assert see(table.state, None).prices == ()


def test_an_ocean_to_turn_offers_the_tiles_that_lie_face_down() -> None:
    """(E1)"""
    table = evening()
    table.to_phase(red=3, blue=4)
    table.set("red", mc=30)
    assert options(table, "flip_ocean") == []
    for tile in (3, 5):
        table.play("standard_action", "red", action="ocean_mc")
        assert {"reward": tile} in options(table, "flip_ocean")
        table.play("flip_ocean", "red", reward=tile)
    table.set("red", mc=30)
    table.play("standard_action", "red", action="ocean_mc")
    rewards = [one["reward"] for one in options(table, "flip_ocean")]
    assert rewards == [0, 1, 2, 4, 6, 7, 8]


def test_conversions_that_must_be_made_are_marked() -> None:
    """(C5)"""
    table = evening()
    table.to_phase(red=3, blue=4)
    table.set("red", plants=8)
    assert table.seen("red").must == ("forest_plants",)


def test_whoever_only_watches_is_offered_nothing() -> None:
    table = evening()
    assert see(table.state, None).options == ()
    assert see(table.state, "yellow").you is None


def test_what_everybody_saw_needs_every_yes_to_be_taken_back() -> None:
    """(B2, E1)"""
    marked = {kind for kind, rule in ARES.moves.items() if is_marked(rule, "needs_every_yes")}
    assert marked == {"reveal", "flip_ocean"}
    hosts = {kind for kind, rule in ARES.moves.items() if is_marked(rule, "for_host")}
    assert hosts == {"take_up", "take_up_nothing", "begin", "go_on", "set_help"}
    sealed = {kind for kind, rule in ARES.moves.items() if is_marked(rule, "sealed")}
    assert sealed == {"pick_phase", "order_neutral"}
