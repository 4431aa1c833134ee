"""Taking steps back: leave them out and fold again; who is asked, who is told. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from assistant.course import NEWEST, Course, Later, Trial
from assistant.game import Illegal, Names, Rule, Seat, is_marked, require, rules, text
from assistant.record import Entry, Line, News, Question, Record, Step, TakenBack
from assistant.seats import BY_TABLE

FEW = 32  # steps taken back together of which the lines are told at once


@dataclass(frozen=True)
class AskedOf:
    """Whose yes a wish needs, for which of their steps, and whether it is given."""

    seat: Seat | None  # None: of the host, who made these from the table screen
    steps: tuple[int, ...]
    yes: bool


class GoesToo(Illegal):
    """Later steps lean on what is to be taken back: they have to be named too. Nobody was asked."""

    NAMED = 3  # as many are said in words

    def __init__(self, record: Record, n: int, steps: frozenset[int]) -> None:
        others = sorted(steps - {n})
        named = tuple(record.quoted(one) for one in others[: self.NAMED])
        more = len(others) - self.NAMED
        said = (*named, *((text("and-more", n=more),) if more > 0 else ()))
        super().__init__("goes-too", step=record.quoted(n), steps=said)
        self.about = n
        self.steps = tuple(sorted(steps))


def undo(
    record: Record, entry: Entry, n: int, also: tuple[int, ...] | None = None, since: bool = False
) -> Record:
    """Take back your own move although others have moved since; the host anyone's.

    What leans on it goes too, and has to be named in `also`; `since` means every later step.
    Whose steps go is asked, and for what everybody saw everybody; or the host says the word.
    """
    target = _target(record, n)
    require(n not in record.gone, "already-undone")
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
    # A plain yes to what is asked already, or to what all saw, is one to whatever goes.
    agrees = also is None and not since and not host and (of_all or question)
    course: Course = record.course
    if record.is_read and not agrees:
        goes = wished  # no more than was named
    else:
        # Without either only what no longer applies goes: so it was, and so old logs are read.
        course = trial = _trial(record, wished, in_place=since or also is not None)
        goes = _leaning(record, trial)
    if not agrees and not goes <= named:
        raise GoesToo(record, n, leaning(record, wished))  # as it is judged once it is named
    if not host:
        asked = _asking(record, entry, "undo", n, wished, goes)
        if any(not of.yes for of in asked_of(record, asked, goes)):
            return _with_question(record, entry, asked)
    by = question.by if question and not host else entry.seat
    return _taken_back(record, entry, TakenBack(entry.n, by, goes, _lines(record, goes)), course)


def redo(record: Record, entry: Entry, n: int) -> Record:
    """Make again what was taken back, with all that was taken back together with it."""
    target = _target(record, n)
    back = record.gone.get(n)
    require(back, "not-undone")
    assert back
    if not _is_of_all(record, n) and not _question(record, n):
        _require_own(record, entry, target)
    course = record.course if record.is_read else _made_again(record, back.steps)
    if not record.people.has_word(entry.device, entry.seat):
        asked = _asking(record, entry, "redo", n, back.steps, back.steps)
        if any(not of.yes for of in asked_of(record, asked, back.steps)):
            return _with_question(record, entry, asked)
    return _standing_again(record, entry, back, course)


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
    step = Step(entry, people.names, told=line)
    return record.with_step(step, questions=kept, news=news)


def noted(record: Record, entry: Entry, n: int) -> Record:
    """Say that you have seen what you are told, up to this one."""
    require(entry.seat in record.people.seats_of(entry.device), "not-seated")
    left = tuple(one for one in record.news if one.seat != entry.seat or one.n > n)
    require(left != record.news, "nothing-to-note")
    return record.with_step(Step(entry, record.people.names), news=left)


def turn_again(record: Record, entry: Entry) -> Record:
    """Let the table do what it would have done by itself, after that was taken back."""
    require(record.people.is_host(entry.device), "only-the-host")
    require(not record.people.paused, "paused")
    require(record.due, "nothing-to-turn")
    return record.with_step(Step(entry, record.people.names))


def leaning(record: Record, steps: frozenset[int], *, in_place: bool = True) -> frozenset[int]:
    """These steps and those that lean on them, or `Illegal`.

    A step leans if it no longer applies; `in_place`: also if it would be made elsewhere now,
    in another phase or round. The smallest such set: up to the first step that one could
    spare, all would be left out that is left out here, and then it leans.
    """
    return _leaning(record, _trial(record, steps, in_place=in_place))


def _leaning(record: Record, trial: Trial) -> frozenset[int]:
    return trial.left_out_by(record.n) - record.gone.keys()


def would_go(record: Record, question: Question) -> frozenset[int] | None:
    """What would go back by now, or be made again, if all said yes; None: that cannot be any more.

    What is to go and cannot is told to whoever says yes: then something else stands in the way.
    """
    try:
        if question.kind == "undo":
            return leaning(record, question.steps - record.gone.keys())
        _made_again(record, question.steps)
    except Illegal:
        return question.steps if question.kind == "undo" else None
    return question.steps


def asked_of(record: Record, question: Question, goes: frozenset[int]) -> tuple[AskedOf, ...]:
    """Whose yes is needed if these go: who made them; for what everybody saw, everybody."""
    seated = [seat for seat, _ in record.people.sittings]
    of_all = frozenset(n for n in goes if _is_of_all(record, n))
    theirs: dict[Seat | None, set[int]] = {seat: set(of_all) for seat in seated if of_all}
    for n in goes - of_all:
        entry = record.step(n).entry
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
    target = record.step(n)
    require(target.is_move, "cannot-be-undone")
    require(n > record.set_up_at, "before-the-set-up")
    require(not record.people.paused, "paused")
    return target.entry


def _standing(record: Record, since: int) -> frozenset[int]:
    """The moves of the game that stand, from this one on."""
    moves = (step.entry for step in record.steps[since - 1 :] if step.is_move)
    return frozenset(one.n for one in moves) - record.gone.keys()


def _standing_among(record: Record, steps: frozenset[int]) -> frozenset[int]:
    for n in steps:
        _target(record, n)
    return steps - record.gone.keys()


def _is_of_all(record: Record, n: int) -> bool:
    return is_marked(record.rule(record.step(n).entry.kind), "needs_every_yes")


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
    line = record.line(entry, lambda: text(key, thing=record.thing(question.n)))
    step = Step(entry, record.people.names, told=line)
    return record.with_step(step, questions=(*others, question))


# Folding again


def _trial(record: Record, steps: frozenset[int], *, in_place: bool) -> Trial:
    """The game without these steps and those that lean on them."""
    left_out = frozenset(record.gone) | steps
    trial = record.course.trial(left_out, min(steps), leans=True, in_place=in_place)
    return _tried(record, trial)


def _made_again(record: Record, steps: frozenset[int]) -> Trial:
    """The game with these steps again."""
    left_out = frozenset(record.gone) - steps
    trial = record.course.trial(left_out, min(steps), leans=False, in_place=False)
    return _tried(record, trial, steps)


def _tried(record: Record, trial: Trial, made_again: frozenset[int] = frozenset()) -> Trial:
    try:
        trial.fold_to(record.n)
    except Illegal as refusal:
        raise _in_the_way(record, trial.folded + 1, made_again, refusal) from None
    return trial


def _in_the_way(record: Record, n: int, made_again: frozenset[int], refusal: Illegal) -> Illegal:
    if n in made_again:
        return Illegal("not-any-more", step=record.quoted(n), reason=refusal.text)
    return Illegal("came-since" if made_again else "stays-and-needs-it", step=record.quoted(n))


def _taken_back(record: Record, entry: Entry, back: TakenBack, course: Course) -> Record:
    """The record when these are taken back."""
    news = (*record.news, *_told_of(record, entry, back))
    return _folded_again(record, entry, back, (*record.taken_back, back), news, course)


def _standing_again(record: Record, entry: Entry, back: TakenBack, course: Course) -> Record:
    """The record when what was taken back together stands again."""
    others = tuple(one for one in record.taken_back if one is not back)
    news = tuple(one for one in record.news if one.n != back.n)
    return _folded_again(record, entry, back, others, news, course)


def _folded_again(
    record: Record,
    entry: Entry,
    back: TakenBack,
    taken_back: tuple[TakenBack, ...],
    news: tuple[News, ...],
    course: Course,
) -> Record:
    """The record when a course is gone on with that was tried, or goes without other steps."""
    record = record.with_taken_back(taken_back)
    if isinstance(course, Trial):
        course = course.settled(record.n)
    else:
        course = course.without(frozenset(record.gone), min(back.steps))
    questions = tuple(one for one in record.questions if one.n not in back.steps)
    step = Step(entry, record.people.names)
    return replace(record, course=course).with_step(step, questions=questions, news=news)


def _lines(record: Record, steps: frozenset[int]) -> Later[Mapping[int, Line | None]]:
    """The lines of steps as they stand before they are taken back."""
    course = record.course
    lines: Later[Mapping[int, Line | None]] = Later(lambda: {n: course.line(n) for n in steps})
    if len(steps) <= FEW and (course.folded >= max(steps) or record.n - min(steps) < NEWEST):
        _ = lines.value  # else the course is kept until somebody reads them
    return lines


def _told_of(record: Record, entry: Entry, back: TakenBack) -> tuple[News, ...]:
    """Whoever's step it was and who has not said yes to it is told."""
    theirs: dict[Seat, list[int]] = {}
    for n in sorted(back.steps):
        seat = record.step(n).entry.seat
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


TAKING_BACK: Mapping[str, Rule] = rules(undo, redo, keep, noted, turn_again)
