"""End of a round's window: unplayed fixtures are awarded by policy and attendance record.

If one side came, it gets a walkover. If nobody came, the side that tried, or nobody, wins (``attendance``). If both
came, or the match is being played, they may finish it, and the organiser is told. A match that can be played only since
its window ended waits for the organiser too. With the policy ``wait`` nothing is awarded.
"""

import time
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import OperationalError
from django.db.models import F, Q
from django.utils import timezone

from engines.core.seats import SEATS, other
from engines.core.text import Text, text
from league.competitions.derivation.deadlines import deadline, leaves_of
from league.competitions.derivation.effects import names
from league.competitions.derivation.holders import taken_over_since
from league.competitions.derivation.recompute import append, recompute
from league.competitions.log import journal, one_by_one
from league.competitions.log.attendance import record_of
from league.competitions.log.locks import is_held, locked
from league.competitions.log.verdicts import WALKOVER_GOALS, Verdict, fold
from league.competitions.models import Competition, Fixture, ResultEntry, Round
from league.competitions.policy.parties import people_in
from league.competitions.setup import team_rules
from league.competitions.verbs import open_disputes
from matches.models import Match

KEPT = (Fixture.Fixed.AGREED, Fixture.Fixed.ORGANISER)
LATE = timedelta(hours=2)
"""Time to wait for a postponed match after its kick-off."""
SWEPT_EVERY: Final = timedelta(hours=12)
"""Time after which a running competition without any change is recomputed again."""
SWEPT_AT_ONCE: Final = 200
SWEEP_SECONDS: Final = 10.0
"""Seconds after which a run of the sweep begins no further competition: it runs every minute."""


def close_due() -> int:
    """Close every window that has ended; return the number of fixtures awarded."""
    overdue_rounds = Round.objects.filter(
        status=Round.Status.OPEN,
        closes_at__lte=timezone.now(),
        stage__competition__in=Competition.objects.moving(),
        stage__competition__unplayed=Competition.Unplayed.AWARD,
    )
    return one_by_one.total(_close, sorted(set(overdue_rounds.values_list("stage__competition_id", flat=True))))


def _close(competition_id: UUID) -> int:
    """Award what is overdue in one competition, under its lock and on rows read after it."""
    with locked(competition_id) as row:
        if row.status != Competition.Status.RUNNING or row.frozen_at is not None:
            return 0
        overdue = Fixture.objects.filter(
            tie__round__stage__competition=row,
            tie__round__status=Round.Status.OPEN,
            tie__round__closes_at__lte=timezone.now(),
            tie__decided="",
            status=Fixture.Status.OPEN,
            match__status=Match.Status.WAITING,
        ).select_related("match", "home", "away", "tie__round__stage")
        # Wait for a kick-off agreed or postponed past the window.
        overdue = overdue.exclude(fixed__in=KEPT, kick_off_at__gt=timezone.now() - LATE)
        # A leave moves a planned one past days without play, which do not lengthen the window.
        past_window = Q(fixed=Fixture.Fixed.PLAN, kick_off_at__gt=F("tie__round__closes_at"))
        overdue = overdue.exclude(past_window, kick_off_at__gt=timezone.now() - LATE)
        leaves, zone, now = leaves_of(row), ZoneInfo(row.time_zone), timezone.now()
        awarded = 0
        # A leg that is awarded opens the next one of its tie, whose time is over too.
        while late := [(each, end) for each in overdue.all() if (end := deadline(each, leaves, zone) or now) <= now]:
            awarded_now = sum(_award(row, fixture, end) for fixture, end in late)
            awarded += awarded_now
            if not awarded_now:
                break
            journal.changed(row)
            recompute(row)
    return awarded


def _award(row: Competition, fixture: Fixture, end: datetime) -> bool:
    """Add an entry for ``fixture``, whose time was over at ``end``, by its record, unless both sides came.

    A later leg, or an extra board, that opened only then is awarded as the leg before it, or the first board, was; not
    at all if that one was played. Nor is a match that can be played only since then: nobody had time for it.
    """
    assert fixture.match is not None
    if fixture.fixed and fixture.kick_off_at is not None:
        end = max(end, fixture.kick_off_at)
    record = record_of(fixture)
    if len(record.came) == len(SEATS) or _had_no_time(row, fixture, end):
        return False
    winner, why = record.winner, record.why()
    extra = team_rules.is_extra(row, fixture)
    if fixture.match.created_at >= end and (extra or fixture.leg > 1):
        before = _awarded_before(fixture, extra=extra)
        if before is None:
            return False
        if not record.came:
            winner = before.winner if extra or before.winner is None else other(before.winner)
            why = text("the match before it was not played in time either")
    goals = {"home": (WALKOVER_GOALS, 0), "away": (0, WALKOVER_GOALS)}.get(winner or "", (None, None))
    words = text("not played in time; {record}", record=why)
    append(
        row,
        fixture=fixture,
        kind=ResultEntry.Kind.WALKOVER,
        winner=winner or "",
        home_goals=goals[0],
        away_goals=goals[1],
        how="walkover" if winner else "double_walkover",
        reason="not played in time",
        why=words,
        source="deadline",
    )
    pair = names(fixture)
    sentence = with_names(why, fixture)
    if winner:
        name = str(fixture.home if winner == "home" else fixture.away)
        message = text(
            "{fixture} was not played in time: awarded to {winner}; {record}",
            fixture=pair,
            winner=name,
            record=sentence,
        )
    else:
        message = text("{fixture} was not played in time: awarded to nobody; {record}", fixture=pair, record=sentence)
    journal.record(row, None, "walkover", message)
    open_disputes.tell(row, people_in(fixture), "walkover", message, fixture, f"closed:{fixture.id}")
    return True


def _had_no_time(row: Competition, fixture: Fixture, end: datetime) -> bool:
    """Return whether ``fixture`` can be played only since ``end``.

    It is to be played again, also since a substitute came in, its stage that had ended early goes on, or a side came
    through to a round that was over.
    """
    assert fixture.match is not None
    round, anew = fixture.tie.round, fixture.match.created_at >= end
    if anew and taken_over_since(row, (fixture.home_id, fixture.away_id), end):
        return True
    causes = Q(kind=ResultEntry.Kind.REPLAY, fixture=fixture)
    causes |= Q(kind=ResultEntry.Kind.REOPENED, closing__stage=round.stage.number)
    if fixture.tie.group_id is None and fixture.leg == 1 and anew:
        causes |= Q(fixture__tie__round__number__lt=round.number) | Q(kind=ResultEntry.Kind.WITHDRAWN)
    return row.results.filter(causes, at__gte=end).exists()


def _awarded_before(fixture: Fixture, *, extra: bool) -> Verdict | None:
    """Return the verdict on the leg before ``fixture``, of an extra board on the first, if its deadline decided it."""
    leg, board = (fixture.leg, 1) if extra else (fixture.leg - 1, fixture.board)
    entries = ResultEntry.objects.filter(fixture__tie=fixture.tie_id, fixture__leg=leg, fixture__board=board)
    verdict = next(iter(fold(entries.order_by("position")).verdicts.values()), None)
    return verdict if verdict is not None and verdict.entry.source == "deadline" else None


def with_names(words: Text, fixture: Fixture) -> Text:
    """Return ``words`` with the names of both sides for ``@home`` and ``@away``, for a log that knows no seats."""
    side_names = {"@home": str(fixture.home), "@away": str(fixture.away)}
    return [
        words[0],
        {key: side_names.get(value, value) if isinstance(value, str) else value for key, value in words[1].items()},
    ]


def sweep() -> int:
    """Recompute running competitions, in case a worker died; return the number changed.

    What is derived depends on structure and log alone, never on the time: a competition is looked at once after each
    change, and else every ``SWEPT_EVERY``. The rest waits for the next run after ``SWEEP_SECONDS``.
    """
    end = time.monotonic() + SWEEP_SECONDS
    return one_by_one.total(swept, takewhile(lambda _key: time.monotonic() <= end, _to_sweep(timezone.now())))


def _to_sweep(now: datetime) -> list[UUID]:
    """Return at most ``SWEPT_AT_ONCE`` of each: those that changed, those not looked at for long."""
    running = Competition.objects.running().order_by().values_list("pk", flat=True)
    changed = running.exclude(swept_position=F("log_position"))
    stale = running.filter(swept_at__lt=now - SWEPT_EVERY).order_by("swept_at")
    return list(dict.fromkeys([*changed[:SWEPT_AT_ONCE], *stale[:SWEPT_AT_ONCE]]))


def swept(competition_id: UUID) -> bool:
    """Return whether one competition needed changes. One held by another writer is left to it."""
    try:
        with locked(competition_id, wait=False) as row:
            before = row.log_position
            if row.status == Competition.Status.RUNNING:
                recompute(row)
            rows = Competition.objects.filter(pk=competition_id)
            rows.update(swept_position=F("log_position"), swept_at=timezone.now())
            return row.log_position != before
    except OperationalError as error:
        if is_held(error):
            return False
        raise
