"""Taking steps back: leave them out and fold again; who is asked, who is told. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from assistant.game import (
    Head,
    Illegal,
    Names,
    Rule,
    Seat,
    Text,
    is_marked,
    require,
    rules,
    text,
)
from assistant.record import Entry, News, Question, Record, Step, TakenBack
from assistant.seats import BY_TABLE


@dataclass(frozen=True)
class AskedOf:
    """Whose yes a wish needs, for which of their steps, and whether it is given."""

    seat: Seat | None  # None: of the host, who made these from the table screen
    steps: tuple[int, ...]
    yes: bool


class GoesToo(Illegal):
    """Later steps lean on what is to be taken back: they have to be named too. Nobody was asked."""

    NAMED = 3  # as many are said in words

    def __init__(self, n: int, steps: Mapping[int, Text]) -> None:
        others = tuple(step for one, step in steps.items() if one != n)
        more = len(others) - self.NAMED
        said = (*others[: self.NAMED], *((text("and-more", n=more),) if more > 0 else ()))
        super().__init__("goes-too", step=steps[n], steps=said)
        self.about = n
        self.steps = tuple(steps)


def undo(
    record: Record, entry: Entry, n: int, also: tuple[int, ...] | None = None, since: bool = False
) -> Record:
    """Take back your own move although others have moved since; the host anyone's.

    What leans on it goes too, and has to be named in `also`; `since` means every later step.
    Whose steps go is asked, and for what everybody saw everybody; or the host says the word.
    """
    target = _target(record, n)
    require(n not in record.undone, "already-undone")
    question = _question(record, n)
    of_all, host = _is_of_all(record, n), record.people.has_word(entry.device, entry.seat)
    if not of_all and not question:
        _require_own(record, entry, target)
    named = frozenset({n, *(also or ())})
    wished = _standing_among(
        record,
        named
        | (_standing(record, n) if since else frozenset())
        | (question.steps if question else frozenset()),
    )
    # Without either only what no longer applies goes: so it was, and so old logs are read.
    goes = leaning(record, wished, in_place=since or also is not None)
    # A plain yes to what is asked already, or to what all saw, is one to whatever goes.
    agrees = also is None and not since and not host and (of_all or question)
    if not agrees and not goes <= named:
        offered = leaning(record, wished)  # as it is judged once it is named
        raise GoesToo(n, {one: record.quoted(one) for one in sorted(offered)})
    if not host:
        asked = _asking(record, entry, "undo", n, wished, goes)
        if any(not of.yes for of in asked_of(record, asked, goes)):
            return _with_question(record, entry, asked)
    by = question.by if question and not host else entry.seat
    return _folded_again(record, entry, TakenBack(entry.n, by, goes))


def redo(record: Record, entry: Entry, n: int) -> Record:
    """Make again what was taken back, with all that was taken back together with it."""
    target = _target(record, n)
    back = next((one for one in record.taken_back if n in one.steps), None)
    require(back, "not-undone")
    assert back
    if not _is_of_all(record, n) and not _question(record, n):
        _require_own(record, entry, target)
    _fold(record, frozenset(record.undone) - back.steps, min(back.steps), made_again=back.steps)
    if not record.people.has_word(entry.device, entry.seat):
        asked = _asking(record, entry, "redo", n, back.steps, back.steps)
        if any(not of.yes for of in asked_of(record, asked, back.steps)):
            return _with_question(record, entry, asked)
    return _folded_again(record, entry, back)


def keep(record: Record, entry: Entry, n: int) -> Record:
    """Say no to what somebody would take back or make again; who asked stops asking."""
    question = _question(record, n)
    require(question, "nothing-to-keep")
    assert question
    people = record.people
    require(people.seats_of(entry.device) or people.is_host(entry.device), "not-seated")
    stops = entry.seat == question.by
    line = record.line(entry, text("story-stopped-asking" if stops else "story-keep"))
    news = record.news
    if not stops:
        news = (*news, News(entry.n, question.by, entry.seat, "keep", (n,)))
    kept = tuple(one for one in record.questions if one is not question)
    return record.with_step(Step(entry, record.state, line), questions=kept, news=news)


def noted(record: Record, entry: Entry, n: int) -> Record:
    """Say that you have seen what you are told, up to this one."""
    require(entry.seat in record.people.seats_of(entry.device), "not-seated")
    left = tuple(one for one in record.news if one.seat != entry.seat or one.n > n)
    require(left != record.news, "nothing-to-note")
    return record.with_step(Step(entry, record.state, None), news=left)


def turn_again(record: Record, entry: Entry) -> Record:
    """Let the table do what it would have done by itself, after that was taken back."""
    require(record.people.is_host(entry.device), "only-the-host")
    require(not record.people.paused, "paused")
    require(record.due, "nothing-to-turn")
    return record.with_step(Step(entry, record.state, None))


def leaning(record: Record, steps: frozenset[int], *, in_place: bool = True) -> frozenset[int]:
    """These steps and those that lean on them, or `Illegal`.

    A step leans if it no longer applies; `in_place`: also if it would be made elsewhere now,
    in another phase or round. The smallest such set: up to the first step that one could
    spare, all would be left out that is left out here, and then it leans.
    """
    undone = frozenset(record.undone)
    fold = _fold(record, undone | steps, min(steps), leaning=True, in_place=in_place)
    return fold[1] - undone


def would_go(record: Record, question: Question) -> frozenset[int] | None:
    """What would go back by now, or be made again, if all said yes; None: that cannot be any more.

    What is to go and cannot is told to whoever says yes: then something else stands in the way.
    """
    undone = frozenset(record.undone)
    try:
        if question.kind == "undo":
            return leaning(record, question.steps - undone)
        _fold(record, undone - question.steps, min(question.steps), made_again=question.steps)
    except Illegal:
        return question.steps if question.kind == "undo" else None
    return question.steps


def asked_of(record: Record, question: Question, goes: frozenset[int]) -> tuple[AskedOf, ...]:
    """Whose yes is needed if these go: who made them; for what everybody saw, everybody."""
    seated = [seat for seat, _ in record.people.sittings]
    of_all = frozenset(n for n in goes if _is_of_all(record, n))
    theirs: dict[Seat | None, set[int]] = {seat: set(of_all) for seat in seated if of_all}
    for n in goes - of_all:
        entry = record.steps[n - 1].entry
        of_host = not entry.seat and entry.device != BY_TABLE and not of_all
        if of_host or entry.seat in seated:
            theirs.setdefault(entry.seat, set()).add(n)
    yes = dict(question.yes)
    return tuple(
        AskedOf(
            seat,
            tuple(sorted(theirs[seat] - of_all)),
            bool(seat) and theirs[seat] <= yes.get(seat or "", frozenset()),
        )
        for seat in (*seated, None)
        if seat in theirs
    )


def _target(record: Record, n: int) -> Entry:
    """The move that is meant, if it is one that can be taken back and made again."""
    require(0 < n <= record.n, "no-such-step")
    target = record.steps[n - 1]
    require(target.is_move, "cannot-be-undone")
    require(n > record.set_up_at, "before-the-set-up")
    require(not record.people.paused, "paused")
    return target.entry


def _standing(record: Record, since: int) -> frozenset[int]:
    """The moves of the game that stand, from this one on."""
    moves = (step.entry for step in record.steps[since - 1 :] if step.is_move)
    return frozenset(one.n for one in moves) - {*record.undone}


def _standing_among(record: Record, steps: frozenset[int]) -> frozenset[int]:
    for n in steps:
        _target(record, n)
    return steps - {*record.undone}


def _is_of_all(record: Record, n: int) -> bool:
    return is_marked(record.rule(record.steps[n - 1].entry.kind), "needs_every_yes")


def _require_own(record: Record, entry: Entry, target: Entry) -> None:
    mine = target.seat in record.people.seats_of(entry.device)
    who = Names((target.seat,) if target.seat else ())
    key = "not-yours-to-undo" if target.seat else "the-hosts-to-undo"
    require(mine or record.people.has_word(entry.device, entry.seat), key, who=who)


# Asking


def _question(record: Record, n: int) -> Question | None:
    return next((one for one in record.questions if one.n == n), None)


def _asking(
    record: Record, entry: Entry, kind: str, n: int, wished: frozenset[int], agreed: frozenset[int]
) -> Question:
    """The question with one more yes to these steps; a phone speaks for all who play on it."""
    seat, device = entry.seat, entry.device
    require(seat and record.people.at(seat), "not-seated")
    assert seat
    question = replace(_question(record, n) or Question(n, kind, seat, wished), steps=wished)
    of_all = any(_is_of_all(record, one) for one in agreed)
    for one in (seat,) if of_all else (seat, *record.people.seats_of(device)):
        question = question.agreed(one, agreed)
    return question


def _with_question(record: Record, entry: Entry, question: Question) -> Record:
    require(question not in record.questions, "already-agreed")
    others = tuple(one for one in record.questions if one.n != question.n)
    key = "story-agreed" if _question(record, question.n) else f"story-asked-{question.kind}"
    line = record.line(entry, text(key, thing=record.thing(question.n)))
    return record.with_step(Step(entry, record.state, line), questions=(*others, question))


# Folding again


def _fold(
    record: Record,
    undone: frozenset[int],
    since: int,
    *,
    leaning: bool = False,
    in_place: bool = False,
    made_again: frozenset[int] = frozenset(),
) -> tuple[list[Step], frozenset[int]]:
    """The steps from a number on without some, and what was left out.

    `leaning`: what no longer applies is left out too, and `in_place` what would be made
    elsewhere now; else it is refused, as is what sitting down and leaving need.
    """
    steps: list[Step] = []
    state = record.state_before(since)
    left_out = set(undone)
    for old in record.steps[since - 1 :]:
        n, step = old.entry.n, replace(old, state=state)
        if in_place and old.is_move and _where(record, n) != record.game.where(state):
            left_out.add(n)
        if n not in left_out:
            try:
                step = _again(record, old, state)
            except Illegal as refusal:
                if not (leaning and old.is_move):
                    raise _in_the_way(record, n, made_again, refusal) from None
                left_out.add(n)
        steps.append(step)
        state = step.state
    return steps, frozenset(left_out)


def _where(record: Record, n: int) -> Head | None:
    """Where the game stood when a step was made."""
    return record.game.where(record.state_before(n))


def _in_the_way(record: Record, n: int, made_again: frozenset[int], refusal: Illegal) -> Illegal:
    if n in made_again:
        return Illegal("not-any-more", step=record.quoted(n), reason=refusal.text)
    return Illegal("came-since" if made_again else "stays-and-needs-it", step=record.quoted(n))


def _folded_again(record: Record, entry: Entry, back: TakenBack) -> Record:
    """The record when these are taken back, or stand again if they were."""
    others = tuple(one for one in record.taken_back if one is not back)
    is_undo = len(others) == len(record.taken_back)
    since = min(back.steps)
    left_out = {n for one in others for n in one.steps} | (back.steps if is_undo else set())
    steps, _ = _fold(record, frozenset(left_out), since)
    state = steps[-1].state
    news = tuple(one for one in record.news if one.n != back.n)
    folded = replace(
        record,
        steps=(*record.steps[: since - 1], *steps, Step(entry, state, None)),
        taken_back=(*others, back) if is_undo else others,
        questions=tuple(one for one in record.questions if one.n not in back.steps),
        news=(*news, *_told_of(record, entry, back)) if is_undo else news,
    )
    return folded.told_again()


def _told_of(record: Record, entry: Entry, back: TakenBack) -> tuple[News, ...]:
    """Whoever's step it was and who has not said yes to it is told."""
    theirs: dict[Seat, list[int]] = {}
    for n in sorted(back.steps):
        seat = record.steps[n - 1].entry.seat
        if seat:
            theirs.setdefault(seat, []).append(n)
    agreed = [pair for one in record.questions if one.n in back.steps for pair in one.yes]
    knows = {seat for seat, yes in agreed if yes.issuperset(theirs.get(seat, ()))}
    knows |= {entry.seat or "", *record.people.seats_of(entry.device)}
    return tuple(
        News(back.n, seat, back.by, "undo", tuple(steps))
        for seat, steps in theirs.items()
        if seat not in knows and record.people.at(seat)
    )


def _again(record: Record, old: Step, before: Any) -> Step:
    """A step made again where the game stands otherwise; its line keeps the names it had."""
    if not old.is_move:
        return record.house_step(old, before)
    step = record.step(old.entry, before, again=True)
    if not step.line or not old.line:
        return step
    line = replace(step.line, names=old.line.names)
    return replace(step, line=old.line if line == old.line else line)


TAKING_BACK: Mapping[str, Rule] = rules(undo, redo, keep, noted, turn_again)
