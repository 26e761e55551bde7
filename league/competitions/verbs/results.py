"""Results from the tables into the log: taken from the outbox at least once, counted exactly once."""

import logging
import time
from collections.abc import Sequence
from typing import Any, Protocol
from uuid import UUID

from django.db import OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from engines.core.text import text
from league.compat.prepared_queries import PreparedQuery
from league.competitions.derivation.recompute import append, follow, recompute
from league.competitions.log import journal
from league.competitions.log.attendance import record_of
from league.competitions.log.cards import cards_of
from league.competitions.log.locks import is_held, locked
from league.competitions.models import Competition, Fixture, Report, ResultEntry
from league.formats.slots import is_house
from league.registry import Registry
from matches.models import Match, Outbox
from matches.terms.results import PLAYED, counted

log = logging.getLogger(__name__)

SECONDS = 10
"""Seconds after which a run leaves the rest to the next one: well within the limit of its task."""
TOGETHER = 20
"""Most results of one competition taken in one transaction."""
FEW_SECONDS = 3.0
"""Time after which a transaction takes no more results: on a busy machine their consequences take long too, and all is
lost if the task is ended first.
"""
TRIES = 5
"""Immediate attempts for a result that fails; then it is logged, and only the slow sweep tries it again."""


class ResultListener(Protocol):
    """Counts a match that has ended, in the transaction that takes its result."""

    def __call__(self, match: Match, competition: Competition | None = None) -> None:
        """Count ``match`` for ``competition``; None for friendlies and matches against the house."""


result_listeners: Registry[ResultListener] = Registry()


def collect(limit: int = 100, stubborn: bool = False) -> int:
    """Take waiting results from the outbox, oldest first; return their number.

    A few of one competition at a time, each few in one transaction with one recomputation: a killed worker leaves whole
    results behind, and the next run takes the rest. A competition locked by another writer is left to the next run too:
    waiting would hold up all others, and workers that wait for each other take nothing. ``stubborn``: those that failed
    ``TRIES`` times, which only the slow sweep tries again.
    """
    waiting = Outbox.objects.filter(taken_at__isnull=True).order_by("created_at")
    waiting = waiting.filter(tries__gte=TRIES) if stubborn else waiting.filter(tries__lt=TRIES)
    taken, end = 0, time.monotonic() + SECONDS
    for competition_id, several in _by_competition(list(waiting.values_list("match_id", "match__origin")[:limit])):
        at = 0
        while at < len(several):
            if time.monotonic() > end:
                return taken
            try:
                looked, counted = _take_few(competition_id, several[at : at + TOGETHER])
                at, taken = at + looked, taken + counted
            except OperationalError as error:
                if is_held(error):
                    break
                # The database is busy or away: these results are not at fault.
                log.warning("competition %s waits with its results: %s", competition_id, error)
                return taken
    return taken


def _by_competition(waiting: Sequence[tuple[UUID, str]]) -> list[tuple[UUID | None, list[UUID]]]:
    """Group ``waiting`` (matches with their origins) by competition; None: without one."""
    fixtures = {match_id: origin.partition(":")[2] for match_id, origin in waiting if origin.startswith("fixture:")}
    rows = Fixture.objects.filter(id__in=fixtures.values())
    competition_of = {
        str(fixture_id): cup for fixture_id, cup in rows.values_list("id", "tie__round__stage__competition")
    }
    match_ids: dict[UUID | None, list[UUID]] = {}
    for match_id, _origin in waiting:
        match_ids.setdefault(competition_of.get(fixtures.get(match_id, "")), []).append(match_id)
    return list(match_ids.items())


def _take_few(competition_id: UUID | None, match_ids: Sequence[UUID]) -> tuple[int, int]:
    """Take results of one competition together, and one by one if that fails.

    Returns how many were looked at in time, and how many of them taken. Raises OperationalError.
    """
    if competition_id is not None:
        try:
            with locked(competition_id, wait=False) as row:
                looked, taken, end = 0, 0, time.monotonic() + FEW_SECONDS
                entries: list[ResultEntry] = []
                for match_id in match_ids:
                    looked, taken = looked + 1, taken + _take_in(row, match_id, entries)
                    if time.monotonic() > end:
                        break
                if taken:
                    _follow(row, entries)
                return looked, taken
        except OperationalError:
            raise
        except Exception:
            log.info("results of competition %s are taken one by one", competition_id, exc_info=True)
    taken = 0
    for match_id in match_ids:
        try:
            taken += take(match_id)
        except OperationalError:
            raise
        except Exception:
            # One bad result must not hold up the others; it stays in the outbox and is tried again.
            log.exception("the result of match %s could not be taken", match_id)
            Outbox.objects.filter(match_id=match_id).update(tries=F("tries") + 1)
    return len(match_ids), taken


def take(match_id: UUID) -> bool:
    """Take one result; False if it was taken already. Safe to repeat and to run concurrently."""
    [origin] = _ORIGIN.rows(match_id)
    fixture_id = fixture_key(origin)
    competition_id = None if fixture_id is None else next(iter(_COMPETITION.rows(fixture_id)), None)
    if competition_id is None:
        with transaction.atomic():
            if not _mark_taken(match_id):
                return False
            [match] = _MATCH.rows(match_id)
            _announce(match)
        return True
    with locked(competition_id) as row:
        entries: list[ResultEntry] = []
        count = _take_in(row, match_id, entries)
        if count:
            _follow(row, entries)
    return count


def _follow(row: Competition, entries: Sequence[ResultEntry]) -> None:
    """Recompute after the new entries, unless the competition was cancelled."""
    if row.status not in (Competition.Status.RUNNING, Competition.Status.FINISHED):
        return
    if len(entries) == 1:
        follow(row, entries[0])
    else:
        recompute(row)


def _take_in(row: Competition, match_id: UUID, entries: list[ResultEntry]) -> bool:
    """Take one result of ``row`` and add its log entry to ``entries``; False if it was taken already.

    The caller has locked ``row``, and recomputes.
    """
    if not _mark_taken(match_id):
        return False
    [match] = _MATCH.rows(match_id)
    # Read under the lock: a ruling may just have replaced this match.
    [current] = _IN_TIE.rows(fixture_key(match.origin))
    # A match against the house counts in no competition: it is among the friendlies.
    _announce(match, None if is_house(current.tie.away_slot) else row)
    if current.match_id == match_id:
        entries += _log(row, current, match)
    return True


def _announce(match: Match, competition: Competition | None = None) -> None:
    for listener in result_listeners:
        listener(match, competition)


def competition_of(match: Match) -> Competition | None:
    """Return the competition in which ``match`` is counted; None for a friendly, and for one against the house."""
    fixture = fixture_of(match)
    if fixture is None or is_house(fixture.tie.away_slot):
        return None
    return fixture.tie.round.stage.competition


def fixture_of(match: Match) -> Fixture | None:
    """Return the fixture that ``match`` was opened for, with all up to its competition; None for a friendly."""
    fixture_id = fixture_key(match.origin)
    return None if fixture_id is None else next(iter(_FIXTURE.rows(fixture_id)), None)


def fixture_key(origin: str) -> UUID | None:
    """Return the id of the fixture that a match of this ``origin`` was opened for; None for a friendly."""
    kind, _colon, fixture_id = origin.partition(":")
    return UUID(fixture_id) if kind == "fixture" else None


_ORIGIN = PreparedQuery(lambda key: Match.objects.filter(id=key).values_list("origin", flat=True))
_COMPETITION = PreparedQuery(
    lambda key: Fixture.objects.filter(id=key).values_list("tie__round__stage__competition", flat=True)
)
_MATCH = PreparedQuery(lambda key: Match.objects.filter(id=key))
_LOGGED = PreparedQuery(lambda key: ResultEntry.objects.filter(match_id=key).order_by().values_list("pk", flat=True))
_IN_TIE = PreparedQuery(lambda key: Fixture.objects.select_related("tie").filter(id=key))
_FIXTURE = PreparedQuery(lambda key: Fixture.objects.select_related("tie__round__stage__competition").filter(id=key))


def _mark_taken(match_id: UUID) -> bool:
    """Mark the outbox row as taken; return whether this transaction did."""
    outbox = Outbox.objects.filter(match_id=match_id, taken_at__isnull=True)
    return bool(outbox.update(taken_at=timezone.now()))


def _log(row: Competition, fixture: Fixture, match: Match) -> list[ResultEntry]:
    """Append the match's result to the log, if it has one that is not there yet."""
    if _LOGGED.rows(match.id) or row.official_at is not None:
        return []
    entry = entry_of(match)
    if entry is None:
        return []
    if entry["how"] == "no_show":
        entry["why"] = record_of(Fixture.objects.select_related("match").get(id=fixture.id)).why()
    appended = append(row, fixture=fixture, match_id=match.id, source="match", **entry)
    Report.objects.filter(fixture=fixture, state=Report.State.OPEN).update(state=Report.State.SETTLED)
    journal.changed(row)
    if entry["kind"] == ResultEntry.Kind.WALKOVER:
        message = text("a fixture was awarded: {reason}", reason=entry["reason"] or entry["how"])
        journal.record(row, None, "walkover", message)
    return [appended]


def entry_of(match: Match) -> dict[str, Any] | None:
    """Return the log entry of a finished match; None for one that was stopped without a result."""
    result = match.result or {}
    how, source, winner = result.get("how", ""), result.get("source", "play"), result.get("winner") or ""
    if match.status == Match.Status.VOID:
        if source != "no_show":
            return None
        return {"kind": ResultEntry.Kind.WALKOVER, "winner": "", "how": "no_show", "reason": "neither side came"}
    if match.status != Match.Status.FINISHED:
        return None
    score = counted(result)
    played = source in PLAYED
    if played and how == "walkover":
        how = "too_few"  # the engines' word; in the log a walkover is an unplayed match
    carry = match.terms.get("carry") or {}
    return {
        "kind": ResultEntry.Kind.PLAYED if played else ResultEntry.Kind.WALKOVER,
        "home_goals": score["home"],
        "away_goals": score["away"],
        "shootout": _kicks(result.get("shootout")),
        "winner": winner,
        "how": how,
        "carry": carry if any(carry.values()) else None,
        "extra_time": bool(result.get("extra_time")) or how == "extra_time",
        "cards": cards_of(match),
        "reason": "" if played else str(result.get("reason") or "")[:300],
    }


def _kicks(shootout: dict[str, Any] | None) -> dict[str, int] | None:
    """Return kicks scored, from an engine's lists of kicks (or from numbers)."""
    if not shootout:
        return None
    return {seat: sum(map(bool, kicks)) if isinstance(kicks, list) else kicks for seat, kicks in shootout.items()}
