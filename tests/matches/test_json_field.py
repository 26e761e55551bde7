"""A column of JSON is read as Django reads it, and is Django's to migrations."""

import pytest
from django.db import models

from matches.json_field import JSONField
from matches.models import Match

pytestmark = pytest.mark.django_db
VALUE = {"è": [None, True, 1, 1.0, -0.5, 10**20, 'a"b', {}, []], "one": {"two": "3"}}


def test_values_come_back_as_they_went():
    match = Match.objects.create(game="fuba", rules_version=1, options=VALUE, result=None)
    stored = Match.objects.get(pk=match.pk)
    assert stored.options == VALUE and stored.result is None
    assert [type(value) for value in stored.options["è"]] == [type(value) for value in VALUE["è"]]


def test_parts_of_values_come_as_django_gives_them():
    Match.objects.create(game="fuba", rules_version=1, options=VALUE)
    for path, value in (("è", VALUE["è"]), ("one__two", "3"), ("none", None)):
        assert list(Match.objects.values_list(f"options__{path}", flat=True)) == [value]


def test_migrations_know_it_as_djangos():
    assert JSONField(default=dict).deconstruct()[1:] == models.JSONField(default=dict).deconstruct()[1:]
