"""The story of the table: what each move says to everybody. Never what is still sealed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from assistant.game import Change, Head, Move, Names, Seat, Text, Told, Value, text, told_rules
from assistant.games.ares.back import hands_back
from assistant.games.ares.cards import CARDS
from assistant.games.ares.figures import PLANET, PRODUCTION, changes, figure, printed, sign_of
from assistant.games.ares.house import house_rules
from assistant.games.ares.planet import OCEAN_TILES
from assistant.games.ares.rules import waiting_for
from assistant.games.ares.state import Booked, Phase, State, Step
from assistant.games.ares.unknown import LAST_PHASE

# What a line shows, in this order; the rest (tags, oceans to turn) is on the mat.
SHOWN = ("mc", "heat", "plants", "steel", "titanium", *(name for name, _ in PRODUCTION))
TRACKS = ("forests", *PLANET, "tr")  # where these stand matters to everybody
UNITS = {"temperature": "°C", "oxygen": "%"}
NAMED = {  # what the sentence itself says
    "story-forest": "forests",
    "story-temperature": "temperature",
    "story-oxygen": "oxygen",
    "story-flip_ocean": "oceans",
    "story-flip_ocean-draw": "oceans",
}
SIGNS = {Step.SETUP: "hand", Step.PLANNING: "peek", Step.END_OF_ROUND: "done", Step.FINISHED: "vp"}


def tell(before: State, after: State, move: Move) -> Told | None:
    """The story line of a move; a pick tells that it was made, never which."""
    words = _words(before, after, move)
    if words is None:
        return None
    if move.kind == "adjust" and _was_known(before, move):
        return Told(words, (change(_adjusted(before, after, move), is_track=True),))
    changed = {one.field: one for one in _known_changes(before, after, move.seat)}
    on_cards = (field for field in changed if field.startswith("cards."))
    named = NAMED.get(words.key)
    return Told(
        words,
        tuple(
            change(changed[field], is_track=field in TRACKS)
            for field in (*SHOWN, *on_cards, *TRACKS)
            if field in changed and field != named
        ),
        hands_back(before, after, move, named),
        change(changed[named], is_track=True) if named in changed else None,
    )


def _known_changes(before: State, after: State, seat: Seat | None) -> Iterator[Booked]:
    """What changed of the figures that were known, and still are. (J4)"""
    unknown = before.unknown | after.unknown
    for state in (before, after):
        if state.has(seat):
            unknown |= state.player(seat).unknown
    return (one for one in changes(before, after, seat) if one.field not in unknown)


def where(state: State) -> Head | None:
    """The phase, or the step between phases, with its round. (B1)"""
    return _where(state.step, state.phase, state.round)


@lru_cache(maxsize=1000)
def _where(step: Step, phase: Phase | None, number: int) -> Head | None:
    if step == Step.LOBBY:
        return None
    if step in (Step.SETUP, Step.FINISHED):
        return Head(SIGNS[step], text(f"step-{step}"))
    round = text("in-round", n=number)
    if phase:
        return Head(f"numeral-{phase:d}", text(f"phase-{phase:d}"), round)
    return Head(SIGNS[step], text(f"step-{step}"), round)


def _words(before: State, after: State, move: Move) -> Text | None:
    match move.kind:
        case "pick_phase":
            assert move.seat
            changed = before.picks.has(move.seat)
            return text("story-changed-pick" if changed else "story-locked")
        case "order_neutral":
            return text("story-ordered-neutral")
        case "reveal":
            return text("story-reveal", phases=_turned(before, after), round=after.round)
        case "go_on" if before.step == Step.PLANNING:
            phases = _turned(before, after)
            return text("story-reveal-without", phases=phases, round=after.round, who=_late(before))
        case "go_on":
            return text("story-went-on", who=_late(before))
        case "done" if before.step == Step.SETUP:
            return text("story-set-up")
        case "done" if before.step == Step.END_OF_ROUND:
            return text("story-ready", round=before.round)
        case "done" if before.phase == Phase.PRODUCTION and before.tracks_mats:
            return text("story-collected")
        case "done":
            return text("story-done", phase=text(f"phase-{before.phase:d}"))
        case "sit" | "leave" | "tick":
            return None  # the table tells who sits down; nobody needs to hear of a tick
        case "ease":
            steps = before.neutral.ease - after.neutral.ease
            return text(f"story-ease-{move.args['parameter']}", n=steps)
        case "lapse":
            return text("story-lapse", n=before.neutral.ease)
        case "take_cube":
            return text(f"story-take_cube-{move.args['kind']}")
        case "play_card" | "play_by_hand" | "sell_cards" | "choose_corporation" | "card_action":
            return _cards(move)
        case "standard_action" | "raise_parameter" | "flip_ocean":
            return _raised(after, move)
        case "adjust":
            field, _, now = _adjusted(before, after, move)
            return text("story-adjust", field=field_name(field), now=printed(field, now))
        case "say_figure" if before.step != Step.LOBBY:
            return _said(before, move)
        case "lay_card" if before.step != Step.LOBBY:
            assert move.seat
            card = CARDS[move.args["number"]]
            lies = card in after.player(move.seat).known
            return text("story-lay_card" if lies else "story-lay_card-not", card=card.name)
        case "say_figure" | "lay_card" | "cards_laid" | "ask_later":
            return None  # boards are said for the table's own sake; what was asked is seen there
        case "begin":
            taken_up = before.taken_up
            begin = text("story-taken-up", n=after.round) if taken_up else text("story-begin")
            house = told_rules(after.setup, house_rules(after.setup))
            return text("story-begin-house", begin=begin, house=house) if house else begin
        case "count":
            again = move.args["part"] in dict(before.player(move.seat).counted)
            return text(
                "story-counted-again" if again else "story-count",
                part=text(f"part-{move.args['part']}"),
                points=move.args["points"],
            )
        case "set_help":
            return text("story-set_help", level=text(f"help-{after.help}"))
    return text(f"story-{move.kind}")


def _cards(move: Move) -> Text:
    match move.kind:
        case "sell_cards":
            return text("story-sell_cards", n=move.args["count"])
        case "play_by_hand":
            return text("story-play_by_hand", colour=text(f"colour-{move.args['colour']}"))
    card = CARDS[move.args["number"]]
    if move.kind == "play_card":
        return text("story-play_card", card=card.title, number=card.number)
    return text(f"story-{move.kind}", card=card.title)


def _raised(after: State, move: Move) -> Text:
    """What was done for the planet, and where it stands now."""
    planet = after.planet
    match move.args.get("action") or move.args.get("parameter"):
        case "forest_plants" | "forest_mc" | "forest":
            return text("story-forest", n=move.args.get("steps", 1))
        case "temperature_heat" | "temperature_mc" | "temperature":
            if "temperature" in after.unknown:
                return text("story-temperature-unknown")
            return text("story-temperature", now=printed("temperature", planet.temperature))
        case "oxygen" if "oxygen" in after.unknown:
            return text("story-oxygen-unknown")
        case "oxygen":
            return text("story-oxygen", now=planet.oxygen)
        case "ocean_mc":
            return text("story-ocean_mc")
    if "oceans" in after.unknown:
        return text("story-flip_ocean-unknown")
    draws = OCEAN_TILES[move.args["reward"]].draw
    key = "story-flip_ocean-draw" if draws else "story-flip_ocean"
    return text(key, nth=text(f"nth-{planet.oceans}"))


def _adjusted(before: State, after: State, move: Move) -> Booked:
    """A figure set by hand: which, what it was, what it is. (J1)"""
    assert move.seat
    field = move.args["field"]
    was, now = (figure(state, move.seat, field) for state in (before, after))
    assert was is not None and now is not None
    return Booked(field, was, now)


def change(booked: Booked, is_track: bool) -> Change:
    """A figure as a line shows it."""
    field, was, now = booked
    kind, _, name = field.partition(".")
    holds = CARDS[int(name)].holds if kind == "cards" else None
    sign = holds.value if holds else sign_of(field)
    signs = (sign, "p4") if kind == "production" else (sign,)
    return Change(
        signs,
        field_name(field),
        was,
        now,
        UNITS.get(field, ""),
        is_track,
        is_signed=field == "temperature",
    )


def _was_known(before: State, move: Move) -> bool:
    assert move.seat
    return move.args["field"] not in before.player(move.seat).unknown | before.unknown


def _said(before: State, move: Move) -> Text:
    """A figure that the table did not know is told; one that it knew is set by hand. (J4)"""
    field, value = move.args["field"], move.args["value"]
    now = printed(field, value)
    if field == LAST_PHASE:
        now = text(f"numeral-{value}") if value else text("no-phase")
    key = "story-adjust" if _was_known(before, move) else "story-say_figure"
    return text(key, field=field_name(field), now=now)


def field_name(field: str) -> Text:
    """The words for a figure."""
    kind, _, name = field.partition(".")
    if kind == "cards":
        return text("field-resources", card=CARDS[int(name)].title)
    if kind == "tags":
        return text("field-tags", tag=text(f"tag-{name}"))
    return text(f"field-{field}")


def _turned(before: State, after: State) -> tuple[Value, ...]:
    """Who lies open at which phase, and who picked twice."""
    picks = {one.seat: one.pick for one in after.here if one.pick}
    last = {one.seat: one.last_phase for one in before.players}
    again = tuple(seat for seat, pick in picks.items() if pick == last[seat])
    lines = turned(after.phases, picks, after.neutral.card)
    return (*lines, text("turned-again", who=Names(again))) if again else lines


def turned(
    phases: Iterable[Phase], picks: Mapping[Seat, Phase | None], neutral: Phase | None
) -> tuple[Value, ...]:
    """Who lies open at which phase: ``I Ann · III Olena, Kuba``."""
    lines: list[Value] = []
    for phase in phases:
        seats = tuple(seat for seat, pick in picks.items() if pick == phase)
        numeral = text(f"numeral-{phase:d}")
        if seats and neutral == phase:
            lines.append(text("turned-both", numeral=numeral, who=Names(seats)))
        elif neutral == phase:
            lines.append(text("turned-neutral", numeral=numeral))
        else:
            lines.append(text("turned", numeral=numeral, who=Names(seats)))
    return tuple(lines)


def _late(state: State) -> Names:
    return Names(waiting_for(state))
