"""Queries that are compiled once: the same answer as the ORM's for everybody, and nothing in them that ages."""

from __future__ import annotations

from operator import attrgetter
from threading import Thread
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import astuple

from league.compat.prepared_queries import PreparedQuery
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.models import (
    Competition,
    Fixture,
    PlainEntrant,
    PlainEntry,
    PlainFixture,
    PlainTie,
    ResultEntry,
    Tie,
)
from league.competitions.policy import access
from league.competitions.verbs import create, entries
from league.players.models import User
from matches.policy import audience
from tests.league.builders import running
from tests.league.tables import play_out


def test_the_audiences_of_everybody_are_those_of_the_condition(cast):
    cup = create.create(by=cast.organiser, name="Closed", game="super_goal", preset="cup", places=8)
    create.publish(competition=cup, by=cast.organiser)
    entries.enter(competition=cup, player=cast.anna)
    Competition.objects.filter(pk=cup.pk).update(visibility=Competition.Visibility.MEMBERS)
    found = {}
    for user in (cast.organiser, cast.anna, cast.bruno, cast.stranger):
        found[user] = access.audiences(user)
        assert found[user] == list(access._audiences(user))
    assert found[cast.organiser] == found[cast.anna] == [cup.pk] and found[cast.bruno] == []
    staff = User(pk=cast.bruno.pk, is_staff=True)
    assert list(access.audiences(staff)) == [cup.pk]


def test_who_is_of_very_many_has_them_looked_up_within_each_question(cast, monkeypatch):
    monkeypatch.setattr(access, "NAMED", 0)
    cup = create.create(by=cast.organiser, name="Closed", game="super_goal", preset="cup", places=8)
    Competition.objects.filter(pk=cup.pk).update(visibility=Competition.Visibility.MEMBERS)
    found = access.audiences(cast.organiser)
    assert not isinstance(found, list) and list(found) == [cup.pk]


def test_django_makes_its_rows_by_the_compiler_that_it_is_handed(cast, monkeypatch):
    """The private parts of Django that ``league.compat.prepared_queries`` leans on."""
    asked = PreparedQuery(lambda key: User.objects.select_related("merged_into").filter(pk=key))
    asked.rows(cast.anna.pk)

    def compiled_again(*_args, **_settings):
        raise AssertionError("Django compiles a query although it was handed a compiler: see league.compat")

    monkeypatch.setattr(SQLCompiler, "as_sql", compiled_again)
    assert asked.rows(cast.bruno.pk) == [cast.bruno], "Django makes other rows by the compiler that it was handed"


def test_a_question_is_put_together_once_for_all(cast):
    put = []

    def build(key):
        put.append(key)
        return User.objects.filter(pk=key).values_list("pk", flat=True)

    asked = PreparedQuery(build)
    assert (asked.rows(cast.anna.pk), asked.rows(uuid4()), len(put)) == ([cast.anna.pk], [], 1)


def test_a_reader_is_asked_about_with_the_audiences_of_now(cast):
    """Answers to nobody, to a reader of nothing closed, and to one let in: each as the ORM answers."""
    cup = create.create(by=cast.organiser, name="Closed", game="super_goal", preset="cup", places=8)
    create.publish(competition=cup, by=cast.organiser)
    Competition.objects.filter(pk=cup.pk).update(visibility=Competition.Visibility.MEMBERS)
    seen = PreparedQuery(lambda reader, slug: access.listed(reader).filter(slug=slug).select_related("owner"))
    for reader in (None, AnonymousUser(), cast.anna, cast.organiser):
        found = seen.rows(reader, cup.slug)
        assert found == list(access.listed(reader).filter(slug=cup.slug)) == ([cup] if reader == cup.owner else [])
    entries.enter(competition=cup, player=cast.anna)
    assert seen.rows(cast.anna, cup.slug) == [cup] and seen.rows(cast.bruno, cup.slug) == []
    with CaptureQueriesContext(connection) as asked:
        (row,) = seen.rows(cast.organiser, cup.slug)
        assert row.owner == cast.organiser and row.options == cup.options
    assert len(asked) == 2  # the audiences, and the rows with their owner


def test_a_reader_of_very_many_audiences_is_asked_about_by_the_orm(cast, monkeypatch):
    monkeypatch.setattr(access, "NAMED", 0)
    monkeypatch.setattr(audience, "NAMED", 0)
    cup = create.create(by=cast.organiser, name="Closed", game="super_goal", preset="cup", places=8)
    create.publish(competition=cup, by=cast.organiser)
    Competition.objects.filter(pk=cup.pk).update(visibility=Competition.Visibility.MEMBERS)
    assert PreparedQuery(access.listed).rows(cast.organiser) == [cup]


def test_lists_of_any_length_are_few_questions(cast):
    put = []

    def build(ids):
        put.append(len(ids))
        return User.objects.filter(pk__in=ids).order_by("nickname")

    people = [cast.anna, cast.bruno, cast.organiser]
    asked = PreparedQuery(build)
    for count in range(4):
        assert asked.rows([each.pk for each in people[:count]]) == people[:count]
    assert put == [0, 1]
    with CaptureQueriesContext(connection) as captured:
        assert asked.rows([*(each.pk for each in people), *(uuid4() for _ in range(300))]) == people
    assert "= ANY (" in captured[0]["sql"] and len(put) == 2


def test_what_is_the_same_for_everybody_stands_in_the_statement(cast):
    """Then a plan that is kept uses partial indexes; quotes and signs of percent are as they were."""
    User.objects.filter(pk=cast.anna.pk).update(nickname="100 %s o'%")
    kind, words = User.Kind.ACCOUNT, "100 %s o'%"
    asked = PreparedQuery(lambda key: User.objects.filter(pk=key, kind=kind, nickname=words, notices=0, is_active=True))
    with CaptureQueriesContext(connection) as captured:
        assert asked.rows(cast.anna.pk) == [cast.anna] and asked.rows(cast.bruno.pk) == []
    assert all("o''%" in query["sql"] and f"'{kind.value}'" in query["sql"] for query in captured)
    (known,) = asked._known.values()
    assert known.statement.count("%s") == 2 == len(known.params) + 1, "the key, and the name with its sign doubled"


def test_a_list_is_asked_about_as_a_whole(cast):
    with pytest.raises(TypeError, match="what is in a list"):
        PreparedQuery(lambda ids: User.objects.filter(pk=ids[0])).rows([cast.anna.pk])


def test_rows_of_one_answer_are_nobody_elses(cast):
    """A change made to a row, or a row fetched for it, is in no later answer."""
    asked = PreparedQuery(lambda key: User.objects.filter(pk=key).prefetch_related("entries"))
    (first,) = asked.rows(cast.anna.pk)
    first.nickname = "changed"
    cup = create.create(by=cast.organiser, name="Cup", game="super_goal", preset="cup", places=8)
    create.publish(competition=cup, by=cast.organiser)
    entered = entries.enter(competition=cup, player=cast.anna)
    (again,) = asked.rows(cast.anna.pk)
    assert again.nickname == "anna" and list(again.entries.all()) == [entered] and list(first.entries.all()) == []


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_by_its_own_connection(cast):
    asked = PreparedQuery(lambda key: User.objects.filter(pk=key))
    assert asked.rows(cast.anna.pk) == [cast.anna]
    used = []

    def elsewhere():
        connection.ensure_connection()  # it may ask for the time, once in a while (``matches.store.timing``)
        with connection.execute_wrapper(lambda execute, *told: used.append(1) or execute(*told)):
            used.append(asked.rows(cast.bruno.pk))
        connection.close()

    thread = Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert used == [1, [cast.bruno]]


def test_what_would_age_is_no_such_question(db):
    mine = User.objects.values_list("pk", flat=True)
    young = PreparedQuery(lambda key: mine.filter(pk=key, date_joined__lt=timezone.now()))
    with pytest.raises(TypeError, match="datetime"):
        young.rows(uuid4())
    with pytest.raises(TypeError, match="nobody"):
        PreparedQuery(lambda key: mine).rows(uuid4())


def test_a_snapshot_is_of_its_own_competition_as_it_is_now(cast):
    cups = [running(cast.organiser, preset, entrants=4) for preset in ("league", "cup")]
    for played in (0, 1):
        for cup in cups:
            play_out(cup, until=played)
            with CaptureQueriesContext(connection) as asked:
                snapshot = take_snapshot(cup)
                assert all(part.stage.competition is cup for part in snapshot.stages)
            assert len(asked) == 4
            fixtures = Fixture.objects.filter(competition=cup)
            legs = sorted((leg for legs in snapshot.fixtures.values() for leg in legs), key=attrgetter("id"))
            assert list(map(astuple, legs)) == [astuple(PlainFixture.of(leg)) for leg in fixtures.order_by("id")]
            rows = Tie.objects.filter(round__stage__competition=cup).order_by("round__number", "number")
            assert [astuple(tie) for ties in snapshot.ties.values() for tie in ties] == [
                astuple(PlainTie.of(tie)) for tie in rows
            ]
            entries = ResultEntry.objects.filter(competition=cup).order_by("position")
            assert [astuple(entry) for entry in snapshot.entries] == [
                astuple(PlainEntry.of(entry)) for entry in entries
            ]
            assert len(snapshot.entries) == played
            entrants = map(PlainEntrant.of, cup.entrants.order_by("id"))
            assert list(map(astuple, snapshot.entrants.values())) == list(map(astuple, entrants))
            waiting = fixtures.filter(match__status__in=("waiting", "live", "paused"))
            assert snapshot.unfinished == set(waiting.values_list("match", flat=True))
