"""Many rows are saved by one statement, which writes the columns that it is told and no other."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.safestring import mark_safe

from league.competitions.models import Fixture
from matches.models import Match, Seat
from matches.store.bulk import insert_rows, insert_values, new_rows, save_fields
from tests.league.builders import running

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("entrants", [2, 8])
def test_one_statement_writes_the_columns_that_are_named(cast, django_assert_num_queries, entrants):
    cup = running(cast.organiser, "league", entrants)
    fixtures = Fixture.objects.filter(tie__round__stage__competition=cup)
    rows = list(fixtures)
    assert len(rows) == entrants * (entrants - 1)
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


def test_a_row_that_is_gone_is_not_made_again(cast):
    cup = running(cast.organiser, "league", 2)
    gone, kept = Fixture.objects.filter(tie__round__stage__competition=cup).order_by("pk")
    Fixture.objects.filter(pk=gone.pk).delete()
    gone.how = kept.how = "regulation"
    save_fields([gone, kept], ["how"])
    assert list(Fixture.objects.filter(tie__round__stage__competition=cup).values_list("pk", "how")) == [
        (kept.pk, "regulation")
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_new_rows_are_what_django_would_make_of_them(cast, django_assert_num_queries, count):
    """Every column, those that differ and those that do not; a key of the database's own is set on its row."""
    matches = [
        Match(
            game="super_goal",
            rules_version=1,
            title=f"{{\"}} '%s' \\ {number}",
            options={"turn_limit": number, "names": ["è", None, 'a"b']},
            result=None,
            no_show_at=timezone.now() + timedelta(hours=number),
            bot_seconds=0.1 + number,
            audience=uuid4() if number else None,
            part=[["Final", {"n": number}]] if number else [],
        )
        for number in range(count)
    ]
    with django_assert_num_queries(1):
        insert_rows(matches)
    for match in matches:
        stored = Match.objects.get(pk=match.pk)
        for field in Match._meta.concrete_fields:
            assert getattr(stored, field.attname) == getattr(match, field.attname), field.name
        match.title = "again"
        match.save()  # it knows that it is stored
    seats = [Seat(match=match, side=side, name=mark_safe("<b>")) for match in matches for side in ("home", "away")]
    insert_rows(seats)
    assert list(Seat.objects.filter(pk__in=[seat.pk for seat in seats]).order_by("pk")) == seats
    for seat in seats:
        assert Seat.objects.get(match=seat.match, side=seat.side).pk == seat.pk


def test_rows_made_and_values_inserted_by_the_hundred_are_those_made_one_by_one(db, django_assert_num_queries):
    values = [{"game": "fuba", "rules_version": number, "part": [["Final", {}]] * number} for number in range(3)]
    matches = new_rows(Match, values)
    assert [(match.rules_version, match.part, match.held) for match in matches] == [
        (number, [["Final", {}]] * number, False) for number in range(3)
    ]
    assert len({match.pk for match in matches}) == 3
    insert_rows(matches)
    given = [{"match_id": match.pk, "side": side, "bot": side} for match in matches for side in ("home", "away")]
    with django_assert_num_queries(1):
        keys = insert_values(Seat, given)
    for key, seat in zip(keys, new_rows(Seat, given), strict=True):
        stored = Seat.objects.get(pk=key)
        for field in Seat._meta.concrete_fields:
            assert field.primary_key or getattr(stored, field.attname) == getattr(seat, field.attname), field.name


def test_no_rows_are_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        save_fields([], ["how"])
        insert_rows([])
        insert_values(Seat, [])
