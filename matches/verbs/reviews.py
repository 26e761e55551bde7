"""Reviews of finished matches: ask for one, and make it in slices that may be repeated or killed.

A slice takes the review for a minute, judges decisions for two seconds of processor time, and writes what it has in one
statement that fails if somebody else wrote meanwhile. The last slices search the largest errors again, ten times
deeper; only those that are confirmed are shown.
"""

import logging
import time
from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Collate
from django.utils import timezone

import engines
from engines import review as reckoning
from engines import values
from engines.core.dice import ScriptedDice
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.seats import SEATS, Event
from engines.values import accounting
from matches.errors import MatchError
from matches.log import rows_of
from matches.models import Match, MatchEvent, Review, ReviewedSide, Seat
from matches.terms.undoing import standing

log = logging.getLogger("matches.reviews")

VERSION: Final = 2
"""Raise it when the reckoning changes: every review is then made again when it is next opened."""
SLICE_SECONDS: Final = 2.0
"""Processor time of one task: results of other matches wait for it at most that long."""
MOST_SECONDS: Final = 120.0
"""Processor time of one review; what is left then is not judged, and the page says so."""
TAKEN: Final = timedelta(minutes=1)
SHOWN: Final = 3
"""Confirmed mistakes that are shown of each side."""
SEARCHED: Final = 6
"""Candidates of each side that are searched for them."""
DIGITS: Final = 6
MOST_TRIES: Final = 5
"""Workers that may be lost on the same slice."""
RECENT: Final = timedelta(days=2)
OVER: Final = (Match.Status.FINISHED, Match.Status.VOID)


class NoReview(MatchError):
    """This match has no review; ``why`` is one of the codes of ``refusal``."""

    code = "no_review"
    status = 409

    def __init__(self, reason: str) -> None:
        super().__init__(f"There is no review of this match: {reason}.")
        self.why = reason


class Step(NamedTuple):
    """One version of the match in a review. All numbers are home's expected points but ``error``, which is its seat's.

    A step's value is that of the step before, less drift and error, plus luck.
    """

    v: int
    seat: str
    """The side that decided or let its time run out; empty: neither."""
    value: float
    home_luck: float = 0.0
    """Expected points that home's own rolls gave to home."""
    away_luck: float = 0.0
    """Expected points that away's rolls gave to home."""
    toss_luck: float = 0.0
    """Expected points that rolls of neither side gave to home."""
    error: float = 0.0
    drift: float = 0.0
    """Expected points of home that changed by the estimate, a sealed choice, the clock or the host."""
    choices: int = 0
    """Legal moves; 0 where the decision was not judged."""
    resigned: bool = False
    when: str = ""
    """The minute or turn as the game counts."""
    goal: str = ""
    """The side that scored, if one did."""
    score: str = ""
    """Goals after it."""


def mark_of(match: Match) -> str:
    """Return the mark of a review of ``match`` made today. Raises LookupError for a game without values."""
    return _mark(match.game, match.rules_version)


def _mark(game: str, rules_version: int) -> str:
    card = values.card(game)
    # the values of rules that continue older ones judge those matches as before: their reviews stay as they are
    version = rules_version if engines.get(game).plays(rules_version) else card.rules_version
    return f"{_rules_of(game, VERSION, rules_version)}{version} {card.kind} {card.made}"[:80]


def _rules_of(game: str, version: int, rules_version: int) -> str:
    """Return the beginning of the marks of reviews by these rules and this reckoning."""
    return f"{game} {version} rules {rules_version} values "


def _old_marks(game: str) -> Iterator[Q]:
    """Yield the ranges of marks of a game's reviews by rules that it plays, but by older values or reckoning.

    Ranges of bytes, which an index answers: to ask for marks that differ from today's reads every review.
    """
    engine = engines.get(game)
    for rules in (engine.rules_version, *engine.continues):
        today, beginning = _mark(game, rules), _rules_of(game, VERSION, rules)
        yield Q(by__gte=beginning, by__lt=today)
        yield Q(by__gt=today, by__lt=f"{beginning}~")
        for version in range(1, VERSION):
            older = _rules_of(game, version, rules)
            yield Q(by__gte=older, by__lt=f"{older}~")


def refusal(match: Match) -> str:
    """Return why ``match`` has no review, "" if it may have one.

    Codes: ``running``, ``void``, ``not_played``, ``kind``, ``continued`` (another match goes on from it and still
    runs: its players would read what to do there), ``no_values``, ``older_rules``, ``unsupported`` (options
    that the values leave out, or values that are not built yet).
    """
    if match.status != Match.Status.FINISHED:
        return "void" if match.status == Match.Status.VOID else "running"
    if match.mode in (Match.Mode.PRACTICE, Match.Mode.GUIDED):
        return "kind"
    if match.snapshot is None or not match.version:
        return "not_played"
    if is_continued(match):
        return "continued"
    if match.game not in engines.games() or not values.has_values(match.game):
        return "no_values"
    game = engines.get(match.game)
    if not game.plays(match.rules_version) or values.card(match.game).rules_version != game.rules_version:
        return "older_rules"
    return "" if _is_covered(match) else "unsupported"


def _is_covered(match: Match) -> bool:
    """Return whether the values of the game can be asked about this match's options and terms now."""
    game: Game[Any] = engines.get(match.game)
    try:
        options = game.options_under(match.rules_version, match.options)
        state, _events = game.new(options, match.terms, ScriptedDice(match.opening.get("rolls", [])))
    except EngineError:
        return False
    return values.supports(game, state)


def is_continued(match: Match) -> bool:
    """Return whether a match that goes on from this one, at once or by others, is not over yet."""
    match_ids = [match.pk]
    while match_ids:
        rows = Match.objects.filter(resumed_from__in=match_ids).values_list("pk", "status")
        if any(status not in OVER for _pk, status in rows):
            return True
        match_ids = [pk for pk, _status in rows]
    return False


def current(match: Match) -> Review | None:
    """Return the review of ``match`` if it is made, or being made, with today's rules and values."""
    review = Review.objects.filter(pk=match.pk).first()
    return review if review is not None and review.mark == mark_of(match) else None


def ask(match: Match) -> Review:
    """Ask for the review of ``match``; an existing one of today's rules and values stays. Raises NoReview.

    The caller wakes the task (``matches.tasks.kick_review``).
    """
    reason = refusal(match)
    if reason:
        raise NoReview(reason)
    mark = mark_of(match)
    with transaction.atomic():
        review, created = Review.objects.select_for_update().get_or_create(match=match, defaults={"mark": mark})
        if not created and review.mark != mark:
            _begin_again(review, mark)
    return review


def _begin_again(review: Review, mark: str) -> None:
    ReviewedSide.objects.filter(match_id=review.pk).delete()
    review.mark, review.status, review.steps, review.mistakes = mark, Review.Status.OPEN, [], []
    review.seconds, review.busy_until, review.made_at, review.tries = 0.0, None, None, 0
    review.save()


def ask_for_finished(most: int) -> list[UUID]:
    """Ask for reviews of the newest matches that people finished, while none is open; return their ids."""
    if Review.objects.filter(status=Review.Status.OPEN).exists():
        return []
    games = [slug for slug in engines.games() if values.has_values(slug)]
    person = Seat.objects.filter(match=OuterRef("pk"), bot="", user__isnull=False)
    rows = Match.objects.finished().filter(
        Exists(person), game__in=games, mode=Match.Mode.ORDINARY, review=None, finished_at__gt=timezone.now() - RECENT
    )
    asked_reviews = []
    for match in rows.order_by("-finished_at")[:most]:
        if not refusal(match):
            asked_reviews.append(ask(match).pk)
    return asked_reviews


def ask_again(most: int) -> list[UUID]:
    """Ask again for reviews that were made with other values than today's; return their ids."""
    ids: list[UUID] = []
    for slug in filter(values.has_values, engines.games()):
        for old in _old_marks(slug):
            rows = Review.objects.alias(by=Collate("mark", "C")).filter(old).select_related("match")
            rows = rows.order_by("-by")[: most - len(ids)]
            ids += [ask(review.match).pk for review in rows if not refusal(review.match)]
    return ids


def work(match_id: UUID) -> bool:
    """Make the next slice of a review; return whether more is left. Safe to repeat, beside itself too."""
    now = timezone.now()
    free = Q(busy_until=None) | Q(busy_until__lt=now)
    rows = Review.objects.filter(free, pk=match_id, status=Review.Status.OPEN)
    if not rows.update(busy_until=now + TAKEN, tries=F("tries") + 1):
        return False
    review = Review.objects.select_related("match").get(pk=match_id)
    if review.mark != mark_of(review.match) or refusal(review.match):
        Review.objects.filter(pk=match_id, mark=review.mark).delete()  # what is asked next begins anew
        return False
    if review.tries > MOST_TRIES:
        Review.objects.filter(pk=match_id).update(status=Review.Status.FAILED)
        return False
    began, sizes = time.process_time(), (len(review.steps), len(review.mistakes))
    try:
        _Slice(review, began + SLICE_SECONDS).run()
    except (EngineError, LookupError) as error:
        log.warning("match %s cannot be reviewed: %s", match_id, error)
        review.status = Review.Status.FAILED
    review.seconds += time.process_time() - began
    return _write(review, sizes)


def _write(review: Review, sizes: tuple[int, int]) -> bool:
    """Write a slice, unless somebody else has written since it began; return whether more is left."""
    with transaction.atomic():
        row = Review.objects.select_for_update().filter(pk=review.pk, mark=review.mark).first()
        if row is None or row.status != Review.Status.OPEN or (len(row.steps), len(row.mistakes)) != sizes:
            return False
        review.busy_until, review.tries = None, 0
        if review.status == Review.Status.DONE:
            review.made_at = timezone.now()
            ReviewedSide.objects.filter(match_id=review.pk).delete()
            ReviewedSide.objects.bulk_create(sides_of(review))
        review.save()
    return review.status == Review.Status.OPEN


def steps_of(review: Review) -> list[Step]:
    return [Step(*row) for row in review.steps]


def sides_of(review: Review) -> list[ReviewedSide]:
    """Return the figures of both sides, from the steps of a review."""
    steps = steps_of(review)
    home, away = sum(step.home_luck for step in steps), sum(step.away_luck for step in steps)
    fortune = home + away + sum(step.toss_luck for step in steps)
    sides = []
    for seat in SEATS:
        own = [step for step in steps if step.seat == seat and not step.resigned]
        decisions = [step for step in own if step.choices > 1]
        sides.append(
            ReviewedSide(
                match_id=review.pk,
                side=seat,
                luck=home if seat == "home" else -away,
                fortune=fortune if seat == "home" else -fortune,
                error=sum(step.error for step in own),
                decisions=len(decisions),
                sound=sum(step.error < reckoning.SOUND for step in decisions),
            )
        )
    return sides


class _Slice:
    """One slice: the log is replayed to where the review stands, then judged on until ``deadline``."""

    def __init__(self, review: Review, deadline: float) -> None:
        self.review, self.match, self.deadline = review, review.match, deadline
        self.game: Game[Any] = engines.get(self.match.game)
        self.options = self.game.options_under(self.match.rules_version, self.match.options)
        self.rows = rows_of(self.match)
        self.numbers = {row.seq for row in standing(self.rows)}
        self.worth, self.most = accounting.score(self.game), reckoning.most_outcomes(self.game)

    def run(self) -> None:
        if len(self.review.steps) <= self.match.version and self.review.seconds < MOST_SECONDS:
            self._judge()
        if self._in_time() and (len(self.review.steps) > self.match.version or self.review.seconds >= MOST_SECONDS):
            self._confirm()

    def _in_time(self) -> bool:
        return time.process_time() < self.deadline

    def _positions(self) -> Iterator[tuple[MatchEvent, Any, Any, list[Event]]]:
        """Yield each row of the log with the position before and after it, and its events."""
        state = self._kick_off()[0]
        for row in self.rows:
            before, events = state, row.events
            if row.kind == "move":
                seat: Any = row.seat or None  # home, away, or a host move
                state, events = self.game.apply(state, seat, row.move, ScriptedDice(row.rolls))
            elif "wire" in row.move:  # a decision was undone
                state = self.game.from_wire(row.move["wire"])
            yield row, before, state, events

    def _kick_off(self) -> tuple[Any, list[Event]]:
        dice = ScriptedDice(self.match.opening.get("rolls", []))
        return self.game.new(self.options, self.match.terms, dice)

    def _judge(self) -> None:
        steps = self.review.steps
        if not steps:
            steps.append(_row(self._start()))
        for row, before, after, events in self._positions():
            if row.seq < len(steps):
                continue
            if not self._in_time():
                return
            steps.append(_row(self._judged(row, before, after, events, Step(*steps[-1]).value)))

    def _start(self) -> Step:
        """Return the step before the first row: the kick-off, or the position that was put on the board instead."""
        wire = next((row.move["wire"] for row in self.rows if row.move.get("type") == "position"), None)
        if wire is not None:
            return Step(0, "", self.worth(self.game.from_wire(wire)))
        terms, rolls = self.match.terms, self.match.opening.get("rolls", [])
        toss = accounting.opening(self.game, self.options, terms, rolls, self.worth, self.most)
        return Step(0, "", toss.after, toss_luck=toss.luck)

    def _judged(self, row: MatchEvent, before: Any, after: Any, events: list[Event], value: float) -> Step:
        """Judge one row of the log; ``value`` is that of the step before it."""
        clock = self.game.clock(self.game.view(before, None))
        minute, turn = clock.get("minute"), clock.get("turn")
        step = Step(row.seq, "", value, when=f"{minute}′" if minute else str(turn or ""))
        if row.seq not in self.numbers:  # undone later: nobody's luck or mistake
            return step
        for event in events:
            if event["type"] == "goal" and event.get("seat") in SEATS:
                score = self.game.view(after, None).get("score") or {}
                step = step._replace(goal=event["seat"], score=f"{score.get('home')}–{score.get('away')}")
        if row.kind != "move":
            return step
        seat: Any = row.seat or None  # home, away, or a host move
        entry = accounting.account(self.game, before, seat, row.move, row.rolls, self.worth, self.most)
        luck = dict.fromkeys(("home", "away", ""), 0.0)
        rollers = [event.get("seat") for event in events if event["type"] == "roll"]
        for number, roll in enumerate(entry.rolls):
            roller = rollers[number] if number < len(rollers) else entry.seat
            luck[roller if roller in SEATS else ""] += roll.luck
        judged = entry.error is not None
        return step._replace(
            seat=entry.seat or "",
            value=entry.after,
            home_luck=luck["home"],
            away_luck=luck["away"],
            toss_luck=luck[""],
            error=entry.error or 0.0,
            drift=entry.drift,
            choices=len(self.game.legal(before, entry.seat)) if judged and entry.seat else 0,
            resigned=not row.seat and row.move.get("type") == "resign",
        )

    def _confirm(self) -> None:
        """Search the largest errors again; a slice does at least one. Sets the status once there is none left."""
        while (step := self._next_candidate()) is not None:
            if not self._in_time():
                return
            self.review.mistakes.append(self._searched(step))
        self.review.status = Review.Status.DONE

    def _next_candidate(self) -> Step | None:
        steps = steps_of(self.review)
        searched = {mistake["v"] for mistake in self.review.mistakes}
        for seat in SEATS:
            own = sorted((step for step in steps if step.seat == seat), key=lambda step: -step.error)
            own = [step for step in own if step.error >= reckoning.MISTAKE and self.rows[step.v - 1].seat][:SEARCHED]
            confirmed = sum(1 for mistake in self.review.mistakes if mistake["confirmed"] and mistake["seat"] == seat)
            left = [step for step in own if step.v not in searched]
            if left and confirmed < SHOWN:
                return left[0]
        return None

    def _searched(self, step: Step) -> dict[str, Any]:
        row, before = next((row, before) for row, before, _, _ in self._positions() if row.seq == step.v)
        seat: Any = step.seat  # home or away
        confirmed = reckoning.confirm(self.game, before, seat, row.move, self.worth)
        entry: dict[str, Any] = {"v": step.v, "seat": seat, "error": step.error, "confirmed": confirmed is not None}
        if confirmed is None:
            return entry
        return entry | {
            "gap": round(confirmed.gap, DIGITS),
            "played": row.move,
            "better": dict(confirmed.better),
            "view": self.game.view(before, seat),
            "of_played": asdict(reckoning.prospects(self.game, before, seat, row.move, self.worth)),
            "of_better": asdict(reckoning.prospects(self.game, before, seat, confirmed.better, self.worth)),
        }


def _row(step: Step) -> list[Any]:
    """Return ``step`` as it is stored: six digits are a hundredth of what a review may be off."""
    return [round(value, DIGITS) if isinstance(value, float) else value for value in step]
