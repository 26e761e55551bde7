"""Filters of the list of competitions, what a card offers, and what a leader board says first."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.models import Competition
from league.competitions.pages import reading
from league.competitions.verbs import create
from league.statistics.verbs import ratings
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures, play_out
from tests.web.test_competitions import clean

pytestmark = pytest.mark.django_db


def names(client, query):
    return {row.name for row in client.get(f"/competitions/?{query}").context["page_of"].object_list}


def test_competitions_are_filtered_by_game_and_day(client, cast):
    today = timezone.localdate()
    for name, game, begins, ends in (
        ("Past", "super_goal", -9, -5),
        ("Now", "super_goal", -2, None),
        ("Other game", "fuba", -2, None),
        ("Next week", "super_goal", 7, None),
        ("No day", "super_goal", None, None),
    ):
        cup = create.create(by=cast.organiser, name=name, game=game, preset="cup", places=4)
        create.publish(competition=cup, by=cast.organiser)
        now = timezone.now()
        Competition.objects.filter(pk=cup.pk).update(
            starts_at=None if begins is None else now + timedelta(days=begins),
            finished_at=None if ends is None else now + timedelta(days=ends),
        )
    assert names(client, f"day={today}") == {"Now", "Other game"}
    assert names(client, f"day={today}&game=fuba") == {"Other game"}
    assert names(client, f"day={today - timedelta(days=6)}") == {"Past"}
    assert names(client, f"day={today + timedelta(days=8)}") == {"Now", "Other game", "Next week"}
    for none in ("nonsense", "9999-12-31", "0001-01-01"):  # the last two have no day beside them
        assert len(names(client, f"day={none}&game=none")) == 5
    page = clean(client.get(f"/competitions/?day={today}&game=fuba&status=registration"))
    assert 'value="fuba" selected' in page and f'value="{today}"' in page
    assert f"?day={today}&amp;game=fuba&amp;status=running" in page, "the other filters stay"
    assert "No competition fits" in clean(client.get(f"/competitions/?day={today}&game=dom_jim"))


def test_a_card_offers_nothing_that_it_does_not_do(client, cast):
    competition(cast.organiser)
    running(cast.organiser, "league", 4)
    page = clean(client.get("/competitions/"))
    assert page.count("Join") == 1 and "Follow" not in page


def test_a_leader_board_says_first_why_nobody_has_a_rank(client, cast):
    play_out(running(cast.organiser, "league", 4))
    ratings.refresh()
    page = clean(client.get("/leaders/?game=super_goal"))
    assert page.index("A dash in place of a rank") < page.index("<tbody>")


def test_a_swiss_counts_the_matches_of_all_its_rounds(cast):
    row = running(cast.organiser, "swiss", entrants=7, settings={"rounds": 4})
    days = reading.matchdays(reading.stages_of(row))
    assert reading.progress(days) == (0, 12), "three in each of four rounds"
    play_out(row, until=2)
    assert reading.progress(reading.matchdays(reading.stages_of(row)))[1] == 12
    play_out(row)
    assert reading.progress(reading.matchdays(reading.stages_of(row))) == (12, 12)
    assert not open_fixtures(row)


def test_pages_to_share_have_a_button_for_it(client, cast):
    row = running(cast.organiser, "league", 4)
    for page in ("", "table/", "fixtures/", "draw/"):
        path = f"/competitions/{row.slug}/{page}"
        assert f'data-share="http://testserver{path}"' in clean(client.get(path)), page
    match = open_fixtures(row)[0].match
    assert f'data-share="http://testserver/matches/{match.pk}/"' in clean(client.get(f"/matches/{match.pk}/"))
    play_out(row)
    report = clean(client.get(f"/matches/{match.pk}/report/"))
    assert f'data-share="http://testserver/matches/{match.pk}/report/"' in report
    draft = create.create(by=cast.organiser, name="Draft", game="super_goal", preset="cup", places=4)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert "data-share" not in clean(client.get(f"/competitions/{draft.slug}/"))
