"""Questions that are put together once: the same answer as the ORM's for everybody, and nothing in them that ages."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone

from league.competitions import access
from league.competitions.models import Competition
from league.competitions.verbs import create, entries
from league.competitions.written import Written
from league.players.models import User


def test_the_audiences_of_everybody_are_those_of_the_condition(cast):
    made = create.create(by=cast.organiser, name="Closed", game="super_goal", preset="cup", places=8)
    create.publish(competition=made, by=cast.organiser)
    entries.enter(competition=made, player=cast.anna)
    Competition.objects.filter(pk=made.pk).update(visibility=Competition.Visibility.MEMBERS)
    found = {}
    for user in (cast.organiser, cast.anna, cast.bruno, cast.stranger):
        found[user] = access.audiences(user)
        assert found[user] == list(access._audiences(user))
    assert found[cast.organiser] == found[cast.anna] == [made.pk] and found[cast.bruno] == []
    cast.bruno.is_staff = True
    assert list(access.audiences(cast.bruno)) == [made.pk]


def test_who_is_of_very_many_has_them_looked_up_within_each_question(cast, monkeypatch):
    monkeypatch.setattr(access, "NAMED", 0)
    made = create.create(by=cast.organiser, name="Closed", game="super_goal", preset="cup", places=8)
    Competition.objects.filter(pk=made.pk).update(visibility=Competition.Visibility.MEMBERS)
    found = access.audiences(cast.organiser)
    assert not isinstance(found, list) and list(found) == [made.pk]


def test_a_question_is_put_together_once_for_all(cast):
    put = []

    def build(key):
        put.append(key)
        return User.objects.filter(pk=key).values_list("pk", flat=True)

    asked = Written(build)
    assert (asked.asked(cast.anna.pk), asked.asked(uuid4()), len(put)) == ([cast.anna.pk], [], 1)


def test_what_would_age_is_no_such_question(db):
    mine = User.objects.values_list("pk", flat=True)
    young = Written(lambda key: mine.filter(pk=key, date_joined__lt=timezone.now()))
    with pytest.raises(TypeError, match="datetime"):
        young.asked(uuid4())
    with pytest.raises(TypeError, match="nobody"):
        Written(lambda key: mine).asked(uuid4())
