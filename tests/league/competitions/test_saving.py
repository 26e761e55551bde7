"""Many rows are saved by one statement, which writes the columns that it is told and no other."""

import pytest

from league.competitions.log.bulk_save import AT_ONCE, save_fields
from league.competitions.models import Fixture
from tests.league.builders import running

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("entrants", [2, 8])
def test_one_statement_writes_the_columns_that_are_named(cast, django_assert_num_queries, entrants):
    cup = running(cast.organiser, "league", entrants)
    fixtures = Fixture.objects.filter(tie__round__stage__competition=cup)
    rows = list(fixtures)
    assert len(rows) == entrants * (entrants - 1) <= AT_ONCE
    fixtures.update(reason="meanwhile")  # by somebody else, after they were read
    for place, row in enumerate(rows):
        row.home_goals, row.away_goals, row.reason = place, 5, "of old"
    with django_assert_num_queries(1):
        save_fields(rows, ["home_goals", "away_goals"])
    after = {row.pk: row for row in fixtures}
    assert len(after) == len(rows)
    for place, row in enumerate(rows):
        known = after[row.pk]
        assert (known.home_goals, known.away_goals) == (place, 5)
        assert known.reason == "meanwhile"
        assert (known.status, known.match_id, known.tie_id) == (row.status, row.match_id, row.tie_id)


def test_no_rows_are_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        save_fields([], ["how"])
