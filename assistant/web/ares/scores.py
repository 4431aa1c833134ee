"""The score of Ares Expedition as the count and the ceremony show it. Pure."""

from __future__ import annotations

from assistant.game import Names, Text, text
from assistant.games.ares import state
from assistant.games.ares.score import Score, SeatScore
from assistant.games.ares.view import View
from assistant.web.count import Counted, Part, Standing

LOOKS = {
    state.Part.TR: ("tr", "is-tr"),
    state.Part.FORESTS: ("forest", "is-forest"),
    state.Part.CARDS: ("card", "is-card"),
    state.Part.ON_CARDS: ("microbe", "is-ocean"),
    state.Part.LEFT_OVER: ("mc", "is-mc"),
}


def _part(n: int, part: state.Part) -> Part:
    return Part(part, n, *LOOKS[part], _name(part), _short(part), text(f"how-{part}"))


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
    """The points of a seat by part.

    A bar is as long as the total, so minus points are taken off the TR.
    """
    found = []
    for part, (key, points) in zip(PARTS, one.parts, strict=True):
        off = min(one.printed, 0) if key is state.Part.TR else 0
        found.append(Counted(part, points, max(points + off, 0), key in one.open))
    return tuple(found)


def standings(view: View, podium: bool = False) -> tuple[Standing, ...]:
    """Everybody in the order of their seats, each with the place that they won.

    On a podium of three and more the best stands second from the left.
    """
    score = view.score
    assert score
    order = [one.seat for one in (view.seats if podium and view.counting else score.seats)]
    if podium and not view.counting and len(order) > 2:
        order[:2] = order[1], order[0]
    return tuple(
        Standing(
            one.seat,
            one.total,
            counted(one),
            score.place(one.seat),
            order.index(one.seat),
            at - order.index(one.seat),
            one.seat in score.winners,
        )
        for at, one in enumerate(filter(None, (score.seat(one.seat) for one in view.seats)))
    )


def result(view: View) -> Text | None:
    """How a game ended that is won or lost together; None where somebody wins, or it is open."""
    match view.won:
        case True:
            return text("end-won")
        case False if view.mode == "coop" and view.terraformed:
            return text("end-below")
        case False:
            return text("end-cold")
    return None


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
    if view.mode == "coop":
        return (text("end-of-80", n=sum(one.total for one in score.seats)),)
    if view.mode != "standard" or not own:
        return (text("evening-rounds", n=view.round),)
    told = [text("end-lives")] if view.terraformed else []
    if place := _place(score, own):
        told.append(place)
    return tuple(told)


def _place(score: Score, own: SeatScore) -> Text | None:
    best = score.seats[0].total
    if own.seat in score.tied:
        return text("end-tie") if len(score.winners) == 1 else None
    if own.seat in score.winners:
        return text("end-ahead", n=best - score.seats[1].total)
    place = text(f"place-{score.place(own.seat)}")
    return text("end-behind", place=place, n=best - own.total)
