"""The score of Ares Expedition as the count and the ceremony show it. Pure."""

from __future__ import annotations

from assistant.game import Names, Text, text
from assistant.games.ares import state
from assistant.games.ares.score import COOP_GOAL, Score, SeatScore
from assistant.games.ares.state import MOST_OCEANS, MOST_OXYGEN, WARMEST, Help
from assistant.games.ares.view import View
from assistant.web.count import Counted, Part, Standing, lengths

LOOKS = {
    state.Part.TR: ("tr", "is-tr"),
    state.Part.FORESTS: ("forest", "is-forest"),
    state.Part.CARDS: ("card", "is-card"),
    state.Part.ON_CARDS: ("microbe", "is-ocean"),
    state.Part.LEFT_OVER: ("mc", "is-mc"),
}


def _part(n: int, part: state.Part) -> Part:
    how, what = text(f"how-{part}"), text(f"what-{part}")
    return Part(part, n, *LOOKS[part], _name(part), _short(part), how, what)


def _name(part: state.Part) -> Text:
    return text(f"counted-{part}")


def _short(part: state.Part) -> Text:
    return text("part-tr") if part is state.Part.TR else _name(part)


*_PARTS, LEFT_OVER = (_part(n, part) for n, part in enumerate(LOOKS))
PARTS = tuple(_PARTS)


def asked_parts(one: SeatScore) -> tuple[Part, ...]:
    """What a seat is asked to count: its points, or after a tie what is left over."""
    return (LEFT_OVER,) if state.Part.LEFT_OVER in one.open else PARTS


def counted(one: SeatScore) -> tuple[Counted, ...]:
    """The points of a seat by part."""
    return tuple(
        Counted(part, points, key in one.open)
        for part, (key, points) in zip(PARTS, one.parts, strict=True)
    )


def standings(view: View) -> tuple[Standing, ...]:
    """Everybody in the order of their seats."""
    score = view.score
    assert score
    best = max(one.total for one in score.seats)
    return tuple(
        Standing(
            one.seat,
            one.total,
            counted(one),
            lengths([points for _, points in one.parts], max(best, 1)),
            score.place(one.seat) if view.mode == "standard" else None,
            one.total == best or view.mode != "standard",
            one.seat in score.winners,
        )
        for one in filter(None, (score.seat(one.seat) for one in view.seats))
    )


def shared(view: View) -> tuple[tuple[int | None, SeatScore], ...]:
    """Everybody's points, the best first, with their place where one wins over the other."""
    score = view.score
    assert score
    ranks = view.mode == "standard"
    return tuple((score.place(one.seat) if ranks else None, one) for one in score.seats)


def result(view: View) -> Text | None:
    """How a game ended that is won or lost together; None where somebody wins, or it is open."""
    match view.won:
        case True:
            return text("end-won")
        case False if view.terraformed:
            return text("end-below", n=_goal(view))
        case False if view.help is not Help.PHASES and _lacks(view, "temperature"):
            return text("end-cold")
        case False:
            return text("end-unfinished")
    return None


def missing(view: View) -> tuple[Text, ...]:
    """What Mars lacks in a game that was lost, as far as the table knows."""
    if view.won is not False or view.help is Help.PHASES:
        return ()
    lacks = (("heat", "temperature"), ("oxygen", "oxygen"), ("oceans", "oceans"))
    return tuple(
        text(f"end-lacks-{what}", n=n) for what, field in lacks if (n := _lacks(view, field))
    )


def _lacks(view: View, field: str) -> int:
    """How far a parameter is from its maximum, as far as that is known."""
    most = {"temperature": WARMEST, "oxygen": MOST_OXYGEN, "oceans": MOST_OCEANS}
    value = view.figure(None, field)
    return 0 if value is None else most[field] - value


def _goal(view: View) -> int:
    return view.coop.goal if view.coop else COOP_GOAL


def goal(view: View) -> tuple[Text, ...]:
    """What two together have, and what they needed."""
    if view.mode != "coop" or not view.score or not view.score.is_counted:
        return ()
    total = sum(one.total for one in view.score.seats)
    return (text("end-of-80", n=total, goal=_goal(view)),)


def headline(view: View) -> Text:
    """Who won, on a phone."""
    score = view.score
    assert score
    match score.winners:
        case _ if view.won:
            return text("end-you-live")
        case _ if lost := result(view):
            return lost
        case [winner] if winner == view.you:
            return text("end-you-win")
        case [winner]:
            return text("end-wins", name=Names((winner,)))
    return text("end-together", names=Names(score.winners))


def under_headline(view: View) -> tuple[Text, ...]:
    """By how much, or how long it took."""
    score = view.score
    assert score
    own = score.seat(view.you)
    if view.mode != "standard" and (told := goal(view) + missing(view)):
        return told
    if view.mode != "standard" or not own:
        return (text("evening-rounds", n=view.round),)
    lives = (text("end-lives"),) if view.terraformed else ()
    place = _place(score, own)
    return (*lives, place) if place else lives


def _place(score: Score, own: SeatScore) -> Text | None:
    best = score.seats[0].total
    if own.seat in score.tied:
        return text("end-tie") if len(score.winners) == 1 else None
    if own.seat in score.winners:
        return text("end-ahead", n=best - score.seats[1].total)
    place = text(f"place-{score.place(own.seat)}")
    return text("end-behind", place=place, n=best - own.total)
