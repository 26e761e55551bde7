"""Many rows are saved by one statement, which writes the columns that it is told and no other."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.safestring import mark_safe

from league.competitions.models import Fixture
from matches.models import Match, Seat
from matches.store.bulk import insert_values, save_fields, save_values
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
def test_inserted_values_are_what_django_would_make_of_them(cast, django_assert_num_queries, count):
    """Every column, those that differ, those that do not and those not given; a key is given, or made for each."""
    values = [
        {
            "game": "super_goal",
            "rules_version": 1,
            "title": f"{{\"}} '%s' \\ {number}",
            "options": {"turn_limit": number, "names": ["è", None, 'a"b']},
            "result": None,
            "no_show_at": timezone.now() + timedelta(hours=number),
            "bot_seconds": 0.1 + number,
            "audience": uuid4() if number else None,
            "part": [["Final", {"n": number}]] if number else [],
        }
        for number in range(count)
    ]
    with django_assert_num_queries(1):
        keys = insert_values(Match, values)
    assert len(set(keys)) == count
    for key, given in zip(keys, values, strict=True):
        stored, made = Match.objects.get(pk=key), Match(**given)
        for field in Match._meta.concrete_fields:
            if not (field.primary_key or field.attname == "created_at"):
                assert getattr(stored, field.attname) == getattr(made, field.attname), field.name
        assert timezone.now() - timedelta(minutes=1) < stored.created_at <= timezone.now()
    seats = [{"match_id": key, "side": side, "name": mark_safe("<b>")} for key in keys for side in ("home", "away")]
    for seat, given in zip(insert_values(Seat, seats), seats, strict=True):
        assert Seat.objects.get(match=given["match_id"], side=given["side"]).pk == seat
    own = [{"id": uuid4(), "game": "fuba", "rules_version": 1} for _number in range(count)]
    assert insert_values(Match, own) == [given["id"] for given in own]


def test_values_are_saved_to_the_rows_of_their_keys(cast, django_assert_num_queries):
    cup = running(cast.organiser, "league", 4)
    first, second, *others = Fixture.objects.filter(competition=cup).order_by("pk")
    values = [{"id": first.pk, "how": "time", "reason": ["so", {}]}, {"id": second.pk, "how": "", "reason": []}]
    with django_assert_num_queries(1):
        save_values(Fixture, [*values, {"id": uuid4(), "how": "gone", "reason": []}])
    assert list(Fixture.objects.filter(competition=cup).order_by("pk").values_list("how", "reason")) == [
        ("time", ["so", {}]), ("", []), *((other.how, other.reason) for other in others)
    ]  # fmt: skip


def test_no_rows_are_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        save_fields([], ["how"])
        save_values(Fixture, [])
        insert_values(Seat, [])
