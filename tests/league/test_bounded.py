"""What grows with the site is looked at in parts: due tasks, pages of lists, searches, and what they leave out."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.competitions.log import journal
from league.competitions.models import Competition, Entrant, Group, Outlook
from league.competitions.policy import access
from league.competitions.verbs import closing
from league.delivery.telling import tell_due
from league.leagues import projections
from league.paging import PAGES, Bounded
from league.players.models import Notification, User
from league.players.policy import searching
from league.players.verbs import idle_guests
from league.statistics.models import Line, Outdated
from league.statistics.queries.people import lines_for
from matches.api.paging import FURTHEST
from matches.models import Match, Seat
from tests.league.builders import competition, running
from tests.league.statistics.test_outdated import BEGIN, add
from tests.league.tables import play_out

pytestmark = pytest.mark.django_db


def swept(monkeypatch):
    """The competitions that the sweep looks at now, one after the other."""
    seen = []
    real = closing.swept
    monkeypatch.setattr(closing, "swept", lambda key: seen.append(key) or real(key))
    closing.sweep()
    monkeypatch.undo()
    return seen


def test_the_sweep_looks_once_after_each_change_and_else_twice_a_day(cast, monkeypatch):
    one, other = running(cast.organiser), running(cast.organiser)
    competition(cast.organiser)
    assert set(swept(monkeypatch)) == {one.pk, other.pk}
    assert swept(monkeypatch) == []
    journal.changed(one)
    assert swept(monkeypatch) == [one.pk]
    Competition.objects.filter(pk=other.pk).update(swept_at=timezone.now() - closing.SWEPT_EVERY - timedelta(minutes=1))
    assert swept(monkeypatch) == [other.pk]
    assert swept(monkeypatch) == []


def test_a_sweep_stops_when_its_time_is_over(cast, monkeypatch):
    for _ in range(3):
        running(cast.organiser)
    monkeypatch.setattr(closing, "SWEEP_SECONDS", -1.0)
    assert closing.sweep() == 0
    assert Competition.objects.filter(swept_at=None).count() == 3


def test_a_change_moves_the_mark_of_lists(cast):
    cup = competition(cast.organiser)
    before = Competition.objects.get(pk=cup.pk).changed_at
    journal.changed(cup)
    assert Competition.objects.get(pk=cup.pk).changed_at > before


def test_an_outlook_is_made_once_for_each_state_of_a_table(cast):
    league = running(cast.organiser, "league", 4)
    play_out(league, until=2)
    swiss = running(cast.organiser, "swiss", 4, settings={"rounds": 2})
    (group,) = projections.due()
    assert group.stage.competition_id == league.pk
    projections.make(group, runs=20)
    assert projections.due() == []
    assert not Group.objects.filter(stage__competition=swiss).exclude(outlook_position=F("table_position")).exists()
    play_out(league, until=3)
    assert [row.pk for row in projections.due()] == [group.pk]
    Outlook.objects.all().delete()
    assert len(projections.due()) == 1


def test_a_title_is_looked_at_once_and_told_once_even_if_the_note_is_lost(cast, django_capture_on_commit_callbacks):
    cache.clear()
    cup = running(cast.organiser, entrants=2)
    Entrant.objects.filter(competition=cup, seed=1).update(player=cast.anna)
    play_out(cup)
    with django_capture_on_commit_callbacks(execute=True):
        tell_due()
    notifications = Notification.objects.filter(kind="title").count()
    assert notifications
    with django_capture_on_commit_callbacks(execute=True), CaptureQueriesContext(connection) as queries:
        tell_due()
    assert not [row for row in queries if "players_notification" in row["sql"]]
    cache.clear()
    tell_due()
    assert Notification.objects.filter(kind="title").count() == notifications


def test_a_line_has_the_audience_of_its_match(cast):
    audience = uuid4()
    match = add(cast.anna, cast.bruno, BEGIN, audience=audience)
    public = add(cast.anna, cast.bruno, BEGIN + timedelta(days=1))
    assert set(Line.objects.filter(match=match).values_list("audience", flat=True)) == {audience}
    assert set(lines_for(None).values_list("match", flat=True)) == {public.pk}
    Outdated.objects.all().delete()
    Match.objects.filter(pk=match.pk).update(audience=None)
    assert set(lines_for(None).values_list("match", flat=True)) == {match.pk, public.pk}
    assert set(Outdated.objects.values_list("kind", flat=True)) == {"week", "career"}, "no rating is replayed for it"


def test_what_a_reader_finds_in_lists_is_the_same_by_a_join(cast):
    cups = [competition(cast.organiser) for _ in range(3)]
    for cup, visibility in zip(cups, ("public", "link", "members"), strict=True):
        Competition.objects.filter(pk=cup.pk).update(visibility=visibility)
        Entrant.objects.create(competition=cup, player=cast.bruno, name="bruno", code="BRU")
    Entrant.objects.create(competition=cups[2], player=cast.anna, name="anna", code="ANN")
    for reader in (None, cast.anna, cast.stranger, cast.organiser):
        entrants = Entrant.objects.filter(access.listed_at(reader, "competition"), player=cast.bruno)
        expected = Entrant.objects.filter(competition__in=access.listed(reader).values("pk"), player=cast.bruno)
        assert set(entrants) == set(expected), reader


def test_a_search_has_names_that_begin_so_first_and_an_end(cast):
    for name in ("Amar", "Mario", "Zmar", "Marta"):
        User.objects.create(kind=User.Kind.GUEST, nickname=name)
    assert [row.nickname for row in searching.named_like("MAR")] == ["Mario", "Marta", "Amar", "Zmar"]
    assert [row.nickname for row in searching.named_like("mari")] == ["Mario"]
    assert [row.nickname for row in searching.named_like("z")] == ["Zmar"]
    User.objects.bulk_create(User(kind=User.Kind.GUEST, nickname=f"Marco {n}") for n in range(searching.MOST))
    assert len(searching.named_like("mar")) == searching.MOST


def test_the_database_folds_names_as_python_does(db):
    letters = "".join(chr(code) for code in (*range(0x20, 0x250), *range(0x1E00, 0x1F00)) if chr(code).isprintable())
    with connection.cursor() as cursor:
        cursor.execute("SELECT name_folded(%s)", [letters])
        assert cursor.fetchone()[0] == searching.folded(letters)


def test_a_long_list_is_counted_to_a_bound(cast):
    User.objects.bulk_create(User(kind=User.Kind.GUEST, nickname=f"N {n}") for n in range(2 * PAGES + 1))
    rows = User.objects.filter(kind=User.Kind.GUEST).order_by("pk")
    pages = Bounded(rows, 2)
    assert (pages.num_pages, pages.count, pages.more) == (PAGES, 2 * PAGES, True)
    assert len(pages.get_page(PAGES).object_list) == 2
    assert not Bounded(rows, 3).more


def test_idle_guests_are_looked_at_in_slices(cast, monkeypatch):
    cache.clear()
    old = timezone.now() - timedelta(days=400)
    rows = [User(kind=User.Kind.GUEST, nickname=f"G {n}", date_joined=old) for n in range(5)]
    User.objects.bulk_create(rows)
    for row in rows[:2]:  # they stay: they play for a competition
        Entrant.objects.create(competition=competition(cast.organiser), player=row, name=row.nickname, code="AAA")
    monkeypatch.setattr(idle_guests, "SLICE", 2)
    monkeypatch.setattr(idle_guests, "BATCH", 1)
    assert idle_guests.delete_idle(timezone.now()) >= 1
    while idle_guests.delete_idle(timezone.now()):
        pass
    assert set(User.objects.filter(kind=User.Kind.GUEST)) == set(rows[:2])
    monkeypatch.setattr(idle_guests, "SECONDS", -1.0)
    User.objects.create(kind=User.Kind.GUEST, nickname="late", date_joined=old)
    assert idle_guests.delete_idle(timezone.now()) == 0


def test_the_api_pages_a_list_by_its_last_row(cast, client):
    at = timezone.now()
    rows = [Match.objects.create(game="super_goal", rules_version=1) for _ in range(7)]
    Match.objects.filter(pk__in=[row.pk for row in rows[2:5]]).update(created_at=at)  # made in the same moment
    for row in rows:
        Seat.objects.bulk_create(Seat(match=row, side=side) for side in ("home", "away"))
    whole = [str(key) for key in Match.objects.order_by("-created_at", "-id").values_list("pk", flat=True)]
    url, seen = "/api/v1/matches/?limit=2", []
    while url:
        page = client.get(url).json()
        assert page["count"] == 7 or seen
        seen += [row["id"] for row in page["results"]]
        url = page["next"]
        assert url is None or f"before={seen[-1]}" in url
    assert seen == whole
    page = client.get("/api/v1/matches/?limit=2&offset=2").json()
    assert [row["id"] for row in page["results"]] == whole[2:4] and page["previous"]
    assert client.get("/api/v1/matches/?offset=1001").status_code == 400
    assert client.get("/api/v1/matches/?before=x").status_code == 400
    assert client.get(f"/api/v1/matches/?before={uuid4()}").status_code == 400


@pytest.mark.parametrize("path", ["/api/v1/series/", "/api/v1/clubs/", "/api/v1/events/"])
def test_an_offset_beyond_what_can_be_counted_is_refused(db, client, path):
    answer = client.get(f"{path}?offset={2**63}")
    assert answer.status_code == 400 and str(FURTHEST) in answer.content.decode()
    assert client.get(f"{path}?offset={FURTHEST}").json()["results"] == []
