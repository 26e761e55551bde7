"""Rebuilding everything derived from finished matches: the proof that it follows from their logs."""

from collections.abc import Callable
from datetime import UTC
from typing import Any

from django.db import transaction
from django.db.models import Min
from django.db.models.functions import TruncWeek

from league.competitions.derivation.derive import derive
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.log.locks import locked
from league.competitions.models import Competition
from league.competitions.verbs.results import competition_of
from league.statistics.derivation import figures
from league.statistics.derivation.match_log import rows_of
from league.statistics.derivation.story import story_of
from league.statistics.models import Book, Career, Line, MatchFigures, Outdated, Rating, Week
from league.statistics.verbs import books
from league.statistics.verbs.matches import count_by_log, record_match
from league.statistics.verbs.ratings import refresh
from matches.models import Match
from matches.terms.results import PLAYED

AT_ONCE = 200
_CAREER = (
    "player", "game", "played", "won", "drawn", "lost", "goals_for", "goals_against", "clean_sheets", "unbeaten",
    "winning", "comebacks", "points_a_match", "sums", "story",
)  # fmt: skip


def picture() -> dict[str, list[Any]]:
    """Return all derived values, without ids and timestamps."""
    ratings = Rating.objects.order_by("player", "game", "number")
    return {
        "figures": list(MatchFigures.objects.order_by("pk").values_list("match", "version", "figures", "story")),
        "ratings": list(ratings.values_list("player", "game", "number", "match", "rating", "deviation", "volatility")),
        "books": list(Book.objects.order_by("key").values_list("key", "numbers")),
        "careers": list(Career.objects.order_by("game", "player").values_list(*_CAREER)),
    }


def complete(advance: Callable[[], object] = lambda: None) -> tuple[int, int]:
    """Count matches that older releases left out, and mark again what counts in competitions that are over.

    Each match and each competition in a transaction of its own; running competitions mark theirs at each result.
    Returns how many of both. ``advance`` is called after each.
    """
    missing = Match.objects.filter(status=Match.Status.FINISHED, mode=Match.Mode.ORDINARY, figures__isnull=True)
    keys = set(Competition.objects.filter(status=Competition.Status.FINISHED).values_list("id", flat=True))
    matches = 0
    for match_id, result in list(missing.order_by("id").values_list("id", "result")):
        if (result or {}).get("source", "play") not in PLAYED:
            continue
        with transaction.atomic():
            match = Match.objects.get(id=match_id)
            competition = competition_of(match)
            record_match(match, competition)
        if competition is not None:
            keys.add(competition.id)
        matches += 1
        advance()
    for key in sorted(keys):
        with locked(key) as row:
            snapshot = take_snapshot(row)
            count_by_log(snapshot, derive(snapshot), None)
        advance()
    return matches, len(keys)


@transaction.atomic
def rebuild_all(advance: Callable[[], object] = lambda: None) -> int:
    """Rebuild figures, ratings, books and careers from the logs; return how many matches were counted.

    ``advance`` is called after each match.
    """
    count = 0
    for row in MatchFigures.objects.select_related("match").order_by("pk").iterator(chunk_size=AT_ONCE):
        values = {"figures": figures.count(row.match.game, rows_of(row.match)), "story": story_of(row.match)}
        MatchFigures.objects.filter(pk=row.pk).update(version=figures.VERSION, **values)
        count += 1
        advance()
    for table in (Rating, Week, Book, Career):
        table.objects.all().delete()
    outdate_all()
    while refresh():
        pass
    books.refresh(at_once=True)
    return count


def outdate_all() -> None:
    """Put everything that is derived from lines into the queue."""
    Outdated.objects.all().delete()
    lines = Line.objects.order_by()
    Kind = Outdated.Kind
    week = TruncWeek("played_at", tzinfo=UTC)
    rows = [
        *(
            Outdated(kind=Kind.RATINGS, game=game, since=since)
            for game, since in lines.values_list("game").annotate(Min("played_at"))
        ),
        *(
            Outdated(kind=Kind.WEEK, game=game, since=since)
            for game, since in lines.annotate(week=week).values_list("game", "week").distinct()
        ),
        *(
            Outdated(kind=Kind.CAREER, game=game, player=player)
            for game, player in lines.values_list("game", "player").distinct()
        ),
        *(
            Outdated(kind=Kind.COMPETITION, game=game, competition=key)
            for game, key in lines.exclude(competition=None).values_list("game", "competition").distinct()
        ),
    ]
    Outdated.objects.bulk_create(rows, batch_size=AT_ONCE)
