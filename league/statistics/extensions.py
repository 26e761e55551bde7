"""Statistics that follow from competitions: lines of matches, counting, ratings for the draw, marks."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, OuterRef, Subquery

from league.competitions.derivation import recompute
from league.competitions.derivation.derive import Derived
from league.competitions.derivation.snapshot import Book
from league.competitions.models import Fixture
from league.competitions.pages.registries import Mark, Tables, competition_marks, table_parts
from league.competitions.pages.visitor_marks import subquery_of
from league.competitions.setup import strengths
from league.competitions.verbs import results
from league.players.verbs.claims import holdings_of_apps
from league.players.verbs.idle_guests import guest_models
from league.statistics.models import Career, Line, Rating
from league.statistics.queries.adjusted import adjusted_table
from league.statistics.queries.ratings import ratings_of
from league.statistics.verbs import real_tables
from league.statistics.verbs.claims import Lines
from league.statistics.verbs.matches import mark_counting, record_match
from matches.models import ReviewedSide

results.result_listeners.add(record_match)
strengths.rating_sources.add(ratings_of)


@recompute.followers.add
def count_by_log(book: Book, derived: Derived, among: Collection[UUID] | None) -> None:
    """Count exactly the matches (of these, or all) whose own result counts, and those of real tables.

    A fixture that a withdrawal or the early end of its stage made void keeps its result in the log.
    """
    competition = book.competition
    real = real_tables.reported_results(book, derived) if competition.real_rated else {}
    void = {key for key, fixture in derived.fixtures.items() if fixture.status == Fixture.Status.VOID}
    verdicts = derived.log.verdicts.items()
    played = [verdict.match_id for key, verdict in verdicts if verdict.match_id is not None and key not in void]
    mark_counting(competition, [*played, *real], among)
    if competition.real_rated:
        real_tables.count(competition, real)


def _counted() -> Subquery:
    return subquery_of(Line.objects.filter(competition=OuterRef("pk")), Count("pk"))


def _reviewed() -> Subquery:
    return subquery_of(ReviewedSide.objects.filter(match__lines__competition=OuterRef("pk")), Max("pk"))


competition_marks.add(Mark("counted", _counted))
competition_marks.add(Mark("reviewed", _reviewed))


@table_parts.add
def without_luck(page: Tables) -> dict[str, Any]:
    """Return the table without luck as ``adjusted``, None while no match is reviewed."""
    return {"adjusted": adjusted_table(page.competition, page.players)}


holdings_of_apps.add(Lines)
for _model in (Career, Line, Rating):
    guest_models.add(_model)
