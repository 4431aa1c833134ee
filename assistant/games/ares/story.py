"""The story of the table: what each move says to everybody. Never what is still sealed."""

from __future__ import annotations

from assistant.game import Move, Names, Text, Value, overruling, read_args, text
from assistant.games.ares.cards import CARDS
from assistant.games.ares.describe import describe
from assistant.games.ares.figures import figures
from assistant.games.ares.planet import OCEAN_TILES
from assistant.games.ares.price import bill
from assistant.games.ares.rules import MOVES, waiting_for
from assistant.games.ares.state import State, Step


def tell(before: State, after: State, move: Move) -> Text | None:
    """The story line of a move; a pick tells that it was made, never which."""
    match move.kind:
        case "pick_phase":
            assert move.seat
            changed = before.picks.has(move.seat)
            return text("story-changed-pick" if changed else "story-locked")
        case "order_neutral":
            return text("story-ordered-neutral")
        case "reveal":
            return text("story-reveal", phases=_turned(before, after))
        case "go_on" if before.step == Step.PLANNING:
            return text("story-reveal-without", phases=_turned(before, after), who=_late(before))
        case "go_on":
            return text("story-went-on", who=_late(before))
        case "done" if before.step == Step.SETUP:
            return text("story-set-up")
        case "done" if before.step == Step.END_OF_ROUND:
            return text("story-ready", round=before.round)
        case "done":
            return text("story-done", phase=text(f"phase-{before.phase:d}"))
        case "sit" | "leave":
            return None  # the table tells who sits down
        case "ease":
            return text(f"story-ease-{move.args['parameter']}")
        case "take_cube":
            return text(f"story-take_cube-{move.args['kind']}")
        case "play_card" | "play_by_hand" | "sell_cards" | "choose_corporation" | "card_action":
            return _cards(before, move)
        case "standard_action":
            return text(f"story-standard-{move.args['action']}")
        case "flip_ocean":
            return text("story-flip_ocean", reward=describe(OCEAN_TILES[move.args["reward"]]))
        case "raise_parameter":
            return text(f"story-raise-{move.args['parameter']}", n=move.args.get("steps", 1))
        case "adjust":
            return _adjusted(before, after, move)
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


def _cards(before: State, move: Move) -> Text:
    """Which card, and what it cost."""
    match move.kind:
        case "sell_cards":
            return text("story-sell_cards", n=move.args["count"])
        case "play_by_hand":
            colour = text(f"colour-{move.args['colour']}")
            return text("story-play_by_hand", colour=colour, mc=move.args["cost"])
        case "play_card":
            assert move.seat
            with overruling():
                cost = bill(before, move.seat, **read_args(MOVES["play_card"], move.args)).to_pay
            card = CARDS[move.args["number"]]
            return text("story-play_card", card=card.name, number=card.number, mc=cost)
    return text(f"story-{move.kind}", card=CARDS[move.args["number"]].name)


def _adjusted(before: State, after: State, move: Move) -> Text:
    """A figure set by hand: which, what it was, what it is. (J1)"""
    assert move.seat
    field = move.args["field"]
    was, now = figures(before, move.seat)[field], figures(after, move.seat)[field]
    return text("story-adjust", field=field_name(field), was=was, now=now)


def field_name(field: str) -> Text:
    """The words for a figure."""
    kind, _, name = field.partition(".")
    if kind == "cards":
        return text("field-resources", card=CARDS[int(name)].name)
    if kind == "tags":
        return text("field-tags", tag=text(f"tag-{name}"))
    return text(f"field-{field}")


def _turned(before: State, after: State) -> tuple[Value, ...]:
    """Who lies open at which phase: ``I Ann · III Olena, Kuba``, and who picked twice."""
    lines: list[Value] = []
    for phase in after.phases:
        seats = tuple(one.seat for one in after.here if one.pick == phase)
        numeral = text(f"numeral-{phase:d}")
        neutral = after.neutral.card == phase
        if seats and neutral:
            lines.append(text("turned-both", numeral=numeral, who=Names(seats)))
        elif neutral:
            lines.append(text("turned-neutral", numeral=numeral))
        else:
            lines.append(text("turned", numeral=numeral, who=Names(seats)))
    last = {one.seat: one.last_phase for one in before.players}
    again = tuple(one.seat for one in after.here if one.pick and one.pick == last[one.seat])
    if again:
        lines.append(text("turned-again", who=Names(again)))
    return tuple(lines)


def _late(state: State) -> Names:
    return Names(waiting_for(state))
