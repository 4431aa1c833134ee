"""Effects of cards in play: set off each time their condition is met. (D5–D8)"""

from __future__ import annotations

import pytest

from assistant.game import text
from assistant.games.ares.asking import Choice
from assistant.games.ares.cards import PROJECTS
from assistant.games.ares.preview import preview
from tests.games.ares.at_table import Evening, evening, with_cards


def developing(*numbers: int) -> Evening:
    """Red has these cards in play, 50 MC, and plays green cards now, without a bonus."""
    table = with_cards(*numbers)
    table.to_phase(red=4, blue=1)
    table.set("red", mc=50)
    return table


def building(*numbers: int) -> Evening:
    """As `developing`, for blue and red cards."""
    table = with_cards(*numbers)
    table.to_phase(red=4, blue=2)
    table.set("red", mc=50)
    return table


def acting(*numbers: int) -> Evening:
    table = with_cards(*numbers)
    table.to_phase(red=4, blue=3)
    table.set("red", mc=50)
    return table


# Set off by tags


def test_anaerobic_microorganisms_count_themselves_and_every_tag_of_life() -> None:
    """(D7)"""
    table = developing(5)
    assert table.figures("red")["cards.5"] == 1
    assert "cards.5 +2" in table.change("red", "play_card", number=104)  # plant and microbe


def test_decomposers_add_a_microbe_or_give_one_for_a_card() -> None:
    """(D7)"""
    table = developing(19)
    assert table.figures("red")["cards.19"] == 1
    choices = [[19, 0], [19, 1]]
    change = table.change("red", "play_card", number=104, choices=choices)
    assert "cards.19" not in change  # one more, one less
    assert table.hands("red") == ["Draw a card"]


def test_decomposers_take_the_microbe_unless_told_otherwise() -> None:
    """(D7)"""
    table = developing(19)
    assert "cards.19 +2" in table.change("red", "play_card", number=104)


def test_ecological_zone_counts_itself_twice() -> None:
    """(D7)"""
    table = developing(24)
    assert table.figures("red")["cards.24"] == 2
    assert "cards.24 +1" in table.change("red", "play_card", number=104)


def test_energy_subsidies_draw_for_each_power_tag_but_not_for_themselves() -> None:
    """(D7)"""
    table = developing(25)
    assert table.change("red", "play_card", number=140).startswith("mc -4,")
    assert table.hands("red") == ["Draw a card"]


def test_interplanetary_conference_counts_earth_and_jovian() -> None:
    """(D7)"""
    table = developing(37)
    assert table.hands("red") == []
    change = table.change("red", "play_card", number=165)  # space, Jovian, earth
    assert change.startswith("mc -9, production.mc +2,")
    assert table.hands("red") == ["Draw 2 cards"]


def test_mars_university_asks_hands_for_each_science_tag() -> None:
    """(D7)"""
    table = building(40)
    table.play("play_card", "red", number=96)
    exchange = "You may discard a card to draw one, two if it has a plant tag"
    assert table.hands("red") == ["Draw 2 cards", exchange, exchange]


def test_olympus_conference_draws_for_each_science_tag() -> None:
    """(D7)"""
    table = building(44)
    table.play("play_card", "red", number=96)
    assert table.hands("red") == ["Draw 2 cards", "Draw 2 cards"]  # of each card


def test_optimal_aerobraking_and_recycled_detritus_wait_for_events() -> None:
    """(D7)"""
    table = building(45, 48)
    change = table.change("red", "play_card", number=95)
    assert change == "heat +2, mc -16, plants +2, tags.event +1, tr +2"
    assert table.hands("red") == ["Draw 2 cards"]


def test_viral_enhancers_choose_for_each_tag() -> None:
    """(D7)"""
    table = developing(61, 12, 58)
    choices = [[61, 1], [61, 12], [61, 2]]
    change = table.change("red", "play_card", number=104, choices=choices)
    assert change.startswith("cards.12 +1, cards.58 +1, mc -6,")


def test_viral_enhancers_may_serve_the_card_that_set_them_off() -> None:
    """(D7)"""
    table = building(61)
    choices = [[61, 2]]
    change = table.change("red", "play_card", number=58, choices=choices)
    assert change == "cards.58 +1, mc -6, tags.microbe +1"


def test_viral_enhancers_give_plants_unless_told_otherwise() -> None:
    """(D7)"""
    table = developing(61)
    assert "plants +2" in table.change("red", "play_card", number=104)


def decomposing(microbes: int) -> Evening:
    """Decomposers with so many microbes and Viral Enhancers lie in play."""
    table = developing(19, 61)
    table.set("red", cards_19=microbes)
    return table


TAKE_ONE = [[19, 1], [61, 2]]  # a microbe off the Decomposers, one put on them by the Enhancers


def test_of_two_cards_set_off_at_once_the_player_says_which_goes_first() -> None:
    """(D7)"""
    table = decomposing(0)
    choices = [[0, 19], *TAKE_ONE]
    assert table.refuses("play_card", "red", number=108, choices=choices) == text(
        "not-enough-on-card", need=1, have=0
    )
    change = table.change("red", "play_card", number=108, choices=[[0, 61], *TAKE_ONE])
    assert "cards.19" not in change and table.hands("red") == ["Draw a card"]


def test_the_order_against_which_nothing_speaks_goes_without_saying() -> None:
    """(D7)"""
    table = decomposing(0)
    assert "cards.19" not in table.change("red", "play_card", number=108, choices=TAKE_ONE)
    assert table.hands("red") == ["Draw a card"]


def test_the_order_is_asked_only_where_it_makes_a_difference() -> None:
    """(D7)"""

    def asked(table: Evening, *choices: list[int]) -> list[tuple[int, ...]]:
        answers = [Choice(*one) for one in choices]
        seen = preview(table.state, "red", 108, choices=answers)
        return [tuple(n for n, _ in one.picks) for one in seen.questions if one.is_order]

    assert asked(decomposing(0)) == []
    assert asked(decomposing(0), [19, 1]) == []
    assert asked(decomposing(0), *TAKE_ONE) == [(19, 61)]
    assert asked(decomposing(1), *TAKE_ONE) == []
    unasked = [[0, 61], [61, 2]]
    assert decomposing(0).refuses("play_card", "red", number=108, choices=unasked).key == (
        "choice-not-asked"
    )


def test_an_order_names_one_of_the_cards_that_go_off() -> None:
    """(D7)"""
    choices = [[0, 5], *TAKE_ONE]
    refused = decomposing(0).refuses("play_card", "red", number=108, choices=choices)
    assert refused == text("no-such-choice", card="Decomposers")


WAITS_FOR = {
    5: {"animal", "microbe", "plant"},
    19: {"animal", "microbe", "plant"},
    24: {"animal", "plant"},
    25: {"power"},
    37: {"earth", "jovian"},
    40: {"science"},
    44: {"science"},
    45: {"event"},
    48: {"event"},
    61: {"animal", "microbe", "plant"},
}
TAGS = ["building", "space", "science", "power", "earth", "jovian"]
TAGS += ["plant", "microbe", "animal", "event"]


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("number", WAITS_FOR)
def test_an_effect_waits_for_its_tags_and_no_others(number: int, tag: str) -> None:
    """(D7)"""
    table = building(number)
    change = table.change("red", "play_by_hand", colour="blue", cost=1, tags=[tag])
    is_set_off = change != f"mc -1, tags.{tag} +1" or bool(table.hands("red"))
    assert is_set_off == (tag in WAITS_FOR[number])


def test_every_effect_that_waits_for_tags_is_in_the_table() -> None:
    """(D7)"""
    waiting = [card.number for card in PROJECTS if "tag" in card.happenings]
    assert waiting == list(WAITS_FOR)


# Set off by cards and actions


def test_anti_gravity_technology_waits_for_every_other_card() -> None:
    """(D7)"""
    table = developing(6)
    assert table.figures("red")["plants"] == 0
    change = table.change("red", "play_card", number=111)
    assert change == "heat +2, mc -6, plants +2, titanium +1"


def test_assembly_lines_pay_for_every_action_of_a_card() -> None:
    """(D7)"""
    table = acting(10, 15)
    assert table.change("red", "card_action", number=15) == "mc +1"
    change = table.change("red", "standard_action", action="ocean_mc")
    assert change == "mc -15, oceans_to_turn +1"


# Set off by the planet


def test_arctic_algae_and_fish_wait_for_oceans() -> None:
    """(D7, E1)"""
    table = acting(8, 30)
    table.play("standard_action", "red", action="ocean_mc")
    change = table.change("red", "flip_ocean", reward=2)
    assert change == "cards.30 +1, mc +4, oceans +1, oceans_to_turn -1, plants +4, tr +1"


def test_herbivores_wait_for_every_step() -> None:
    """(D7)"""
    table = acting(33)
    assert "cards.33 +1" in table.change("red", "standard_action", action="temperature_mc")
    assert "cards.33 +1" in table.change("red", "standard_action", action="forest_mc")
    table.play("standard_action", "red", action="ocean_mc")
    assert "cards.33 +1" in table.change("red", "flip_ocean", reward=0)


def test_livestock_and_physics_complex_wait_for_each_step_of_temperature() -> None:
    """(D7)"""
    table = building(39, 46)
    change = table.change("red", "play_card", number=76)
    assert "cards.39 +3, cards.46 +3" in change


def test_small_animals_wait_for_forests_even_when_oxygen_is_full() -> None:
    """(D7, E4)"""
    table = with_cards(53)
    table.set("red", oxygen=14)
    table.to_phase(red=4, blue=3)
    table.set("red", mc=20)
    change = table.change("red", "standard_action", action="forest_mc")
    assert change == "cards.53 +1, forests +1, mc -20"


def test_what_another_player_raises_sets_nothing_off() -> None:
    """(D7)"""
    table = acting(33)
    table.set("blue", mc=14)
    table.play("standard_action", "blue", action="temperature_mc")
    assert table.figures("red")["cards.33"] == 0


# Resources and choices


def test_special_resources_go_to_cards_that_hold_them() -> None:
    """(D8)"""
    table = building(12, 58, 43)
    choices = [[81, 12], [81, 43]]
    change = table.change("red", "play_card", number=81, choices=choices)
    assert change.startswith("cards.12 +2, cards.43 +3, mc -20, plants +4")


def test_resources_that_no_card_can_hold_are_lost() -> None:
    """(D5)"""
    table = building()
    change = table.change("red", "play_card", number=81)
    assert change == "mc -20, plants +4, tags.earth +1, tags.event +1, tags.space +1, tr +1"


def test_a_choice_is_made_by_the_player() -> None:
    """(D5)"""
    table = building(12, 58)
    assert table.refuses("play_card", "red", number=80).key == "choice-missing"
    wrong = [[80, 3]]
    assert table.refuses("play_card", "red", number=80, choices=wrong).key == "no-such-choice"
    microbes = [[80, 1]]
    assert "cards.58 +3" in table.change("red", "play_card", number=80, choices=microbes)


def test_animals_of_a_convoy_or_trapped_heat() -> None:
    table = building(12)
    animals = [[87, 1]]
    change = table.change("red", "play_card", number=87, choices=animals)
    assert change.startswith("cards.12 +3, mc -36, oceans_to_turn +1,")
    table = building(58)
    table.set("red", heat=3)
    microbes = [[89, 1]]
    change = table.change("red", "play_card", number=89, choices=microbes)
    assert change == "cards.58 +2, heat -3, plants +4, tags.event +1"


def test_nothing_is_asked_that_no_card_could_take() -> None:
    """(D5)"""

    def asked(*cards: int) -> list[tuple[int, ...]]:
        table = building(*cards)
        seen = preview(table.state, "red", 89)
        return [tuple(pick for pick, _ in one.picks) for one in seen.questions]

    assert asked() == []
    assert asked(46) == [], "science resources are neither"
    assert asked(58) == [(1,), (58,)], "microbes alone can lie somewhere, and only there"
    assert asked(12, 58) == [(0, 1), (12,)]
    table = building()
    table.set("red", heat=3)
    assert table.change("red", "play_card", number=89) == "heat -3, plants +4, tags.event +1"


def test_an_answer_that_changes_nothing_is_taken_all_the_same() -> None:
    """Tables asked for it once, and their logs hold it. (D5)"""
    table = building()
    table.set("red", heat=3)
    change = table.change("red", "play_card", number=89, choices=[[89, 1]])
    assert change == "heat -3, plants +4, tags.event +1"


HOLDERS = {
    "microbe": (5, 19, 20, 31, 43, 50, 58),
    "animal": (12, 24, 30, 33, 39, 53),
    "science": (46,),
}


@pytest.mark.parametrize(
    ("number", "kind"), [(number, kind) for kind in HOLDERS for number in HOLDERS[kind]]
)
def test_a_card_holds_its_own_kind_of_resource(number: int, kind: str) -> None:
    """(D8)"""
    for giver, given, amount in ((71, kind, 2), (112, "microbe", 2), (132, "animal", 1)):
        table = with_cards(number)
        table.set("red", mc=50, temperature=8)
        before = table.figures("red")[f"cards.{number}"]
        table.play("play_card", "red", anyway=True, number=giver)
        gained = table.figures("red")[f"cards.{number}"] - before
        set_off = {5: 1, 19: 1, 24: 1}.get(number, 0) if giver == 132 else 0  # a plant tag
        assert gained == (amount if given == kind else 0) + set_off


def test_nothing_else_holds_resources() -> None:
    """(D8)"""
    holders = sorted(number for numbers in HOLDERS.values() for number in numbers)
    assert [card.number for card in PROJECTS if card.holds] == holders


def test_a_favorite_project_goes_to_any_card_that_holds_something() -> None:
    """(D8)"""
    table = building(46, 15)
    assert "cards.46 +2" in table.change("red", "play_card", number=71)


def test_three_plant_tags_feed_the_nitrogen_rich_asteroid() -> None:
    table = building()
    table.set("red", tags_plant=2)
    assert "plants +2" in table.change("red", "play_card", number=91)
    table = building()
    table.set("red", tags_plant=3)
    assert "plants +6" in table.change("red", "play_card", number=91)


def test_terraforming_ganymede_counts_jovian_tags_with_its_own() -> None:
    table = building()
    table.set("red", tags_jovian=2)
    assert table.change("red", "play_card", number=100).endswith("tr +3")


# Production that grows


def test_production_by_tags_grows_with_each_tag_played_later() -> None:
    """(D6)"""
    table = developing(123, 113)  # MC and heat per earth tag
    figures = table.figures("red")
    assert (figures["production.mc"], figures["production.heat"]) == (2, 2)
    change = table.change("red", "play_card", number=148)  # earth, heat production 1
    assert change == "heat +5, mc -8, production.heat +2, production.mc +1, tags.earth +1"


@pytest.mark.parametrize(
    ("number", "counted", "grows"),
    [
        (113, "tags.earth", "production.heat +2"),
        (123, "tags.earth", "production.mc +2"),
        (152, "tags.plant", "production.plants +2"),
        (156, "tags.science", "production.mc +2"),
        (160, "tags.building", "production.mc +1"),
        (165, "tags.earth", "production.mc +2"),
        (174, "tags.power", "production.mc +2"),
        (180, "tags.space", "production.heat +2"),
        (181, "tags.space", "production.mc +2"),
        (203, "tags.event", "production.mc +2"),
        (206, "tags.power", "production.heat +2"),
        (207, "tags.microbe", "production.plants +2"),
        (208, "forests", "production.mc +2"),
    ],
)
def test_every_card_that_counts_grows(number: int, counted: str, grows: str) -> None:
    """(D6)"""
    table = with_cards(number)
    change = table.change("red", "adjust", field=counted, by=2)
    assert sorted(change.split(", ")) == sorted([grows, f"{counted} +2"])


def test_medical_lab_counts_every_second_building() -> None:
    """(D6)"""
    table = developing(160)
    assert table.figures("red")["production.mc"] == 0
    change = table.change("red", "play_card", number=175)
    assert "production.mc +1" in change


def test_zeppelins_grow_with_each_forest() -> None:
    """(D6)"""
    table = acting(208)
    change = table.change("red", "standard_action", action="forest_mc")
    assert "production.mc +1" in change


def test_venture_capitalism_counts_events_played_before_and_later() -> None:
    """(D6, D7)"""
    table = building(95, 203)
    assert table.figures("red")["production.mc"] == 1
    assert "production.mc +1" in table.change("red", "play_card", number=98)


def test_tags_entered_by_hand_let_production_grow_too() -> None:
    """(D6, J1)"""
    table = developing(206)
    change = table.change("red", "play_by_hand", colour="green", cost=5, tags=["power", "power"])
    assert change == "mc -5, production.heat +2, tags.power +2"
    table.play("adjust", "red", field="tags.power", by=-1)
    assert table.figures("red")["production.heat"] == 2


def test_a_card_played_by_hand_sets_off_what_is_known() -> None:
    """(D7, J1)"""
    table = building(45)
    change = table.change("red", "play_by_hand", colour="red", cost=7)
    assert change == "heat +2, mc -7, plants +2, tags.event +1"


def test_nothing_is_set_off_for_a_table_that_tracks_only_the_planet() -> None:
    table = with_cards(46)
    table.play("set_help", level="planet", asks=True)
    table.to_phase(red=3, blue=4)
    table.play("standard_action", "red", action="temperature_heat")
    assert table.figures("red")["cards.46"] == 0
    assert table.figures("red")["tr"] == 6


def test_an_answer_that_nothing_asked_for_is_refused() -> None:
    table = evening()
    table.to_phase(red=1, blue=2)
    table.set("red", mc=20)
    for card in (104, 61, 999):
        choices = [[card, 0]]
        refusal = table.refuses("play_card", "red", number=104, choices=choices)
        assert refusal.key == "choice-not-asked"
