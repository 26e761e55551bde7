"""Statistics that follow from competitions: lines of matches, counting, ratings for the draw, marks."""

from django.db.models import Count, Max, OuterRef, Subquery

from league.competitions.derivation import recompute
from league.competitions.pages.registries import Mark, competition_marks
from league.competitions.pages.visitor_marks import subquery_of
from league.competitions.setup import strengths
from league.competitions.verbs import results
from league.players.verbs.claims import holdings_of_apps
from league.players.verbs.idle_guests import guest_models
from league.statistics.models import Career, Line, Rating
from league.statistics.queries.ratings import ratings_of
from league.statistics.verbs.claims import Lines
from league.statistics.verbs.matches import count_by_log, record_match
from matches.models import ReviewedSide

results.result_listeners.add(record_match)
strengths.rating_sources.add(ratings_of)


recompute.followers.add(count_by_log)


def _counted() -> Subquery:
    return subquery_of(Line.objects.filter(competition=OuterRef("pk")), Count("pk"))


def _reviewed() -> Subquery:
    return subquery_of(ReviewedSide.objects.filter(match__lines__competition=OuterRef("pk")), Max("pk"))


competition_marks.add(Mark("counted", _counted))
competition_marks.add(Mark("reviewed", _reviewed))


holdings_of_apps.add(Lines)
for _model in (Career, Line, Rating):
    guest_models.add(_model)
