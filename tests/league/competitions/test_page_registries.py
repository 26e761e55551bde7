"""Parts that upper apps add to the pages of competitions: they are shown, and pages live without them."""

from __future__ import annotations

import pytest
from django.db.models import Count, OuterRef

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import AuditEntry
from league.competitions.pages import fixture, public, visitor_marks
from league.competitions.pages.registries import Mark
from league.competitions.verbs import rulings
from league.registry import Registry
from tests.league.builders import running
from tests.league.tables import open_fixtures


def registry_of(*entries):
    registry = Registry()
    for entry in entries:
        registry.add(entry)
    return registry


def sign_in(client, user):
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")


@pytest.mark.parametrize(("preset", "part"), [("league", 'id="h-table"'), ("cup", 'id="h-bracket"')])
def test_the_overview_shows_what_apps_add_and_does_without(client, cast, monkeypatch, preset, part):
    sign_in(client, cast.anna)  # a page for visitors would be kept
    address = f"/competitions/{running(cast.organiser, preset, 4).slug}/"
    assert part in client.get(address).content.decode()
    monkeypatch.setattr(public, "overview_parts", registry_of())
    bare = client.get(address)
    assert bare.status_code == 200 and part not in bare.content.decode()


def test_an_entry_reads_the_overview_as_it_is_read(client, cast, monkeypatch):
    pages = []
    monkeypatch.setattr(public, "overview_parts", registry_of(lambda page: pages.append(page) or {"question": None}))
    league = running(cast.organiser, "league", 4)
    sign_in(client, cast.anna)
    client.get(f"/competitions/{league.slug}/")
    (page,) = pages
    assert (page.competition, page.user, page.entry, len(page.entrants)) == (league, cast.anna, None, 4)
    assert page.now.round.number == 1 and page.frame.stages[0].competition == league


def test_the_page_of_a_fixture_does_without_additions(client, cast, monkeypatch):
    cup = running(cast.organiser, "cup", 4)
    one = open_fixtures(cup)[0]
    sign_in(client, cast.anna)
    address = f"/competitions/{cup.slug}/fixtures/{one.pk}/"
    assert client.get(address).context["others"][0].tie.number == 2
    monkeypatch.setattr(fixture, "fixture_parts", registry_of())
    assert client.get(address).status_code == 200


def test_a_mark_that_an_app_adds_changes_the_tag(client, cast, monkeypatch):
    def entries():
        return visitor_marks.subquery_of(AuditEntry.objects.filter(competition=OuterRef("pk")), Count("pk"))

    before = visitor_marks.competition(None, running(cast.organiser, "league", 4).slug)
    monkeypatch.setattr(
        visitor_marks, "competition_marks", registry_of(*visitor_marks.competition_marks, Mark("entries", entries))
    )
    monkeypatch.setattr(visitor_marks, "_COMPETITION", PreparedQuery(visitor_marks._competition))
    league = running(cast.organiser, "league", 2)
    after = visitor_marks.competition(None, league.slug)
    assert len(after) == len(before) + 1 and after[-1] == league.audit.count()
    rulings.deduct(entrant=league.entrants.first(), points=1, by=cast.organiser, reason="late")
    assert visitor_marks.competition(None, league.slug)[-1] == after[-1] + 1
