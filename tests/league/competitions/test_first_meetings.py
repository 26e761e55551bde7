"""The page of the draw shows the meetings that the start then makes."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.derivation.first_meetings import meetings_of
from league.competitions.models import Competition, Group, Tie
from league.competitions.verbs import drawing, entries, rounds
from tests.league.builders import NAMES, competition

pytestmark = pytest.mark.django_db


def drawn(cast, preset, count, **values):
    row = competition(cast.organiser, preset, max(count, 4), **values)
    entries.enter_names(competition=row, by=cast.organiser, names=NAMES[:count])
    drawing.draw(competition=row, by=cast.organiser)
    return Competition.objects.get(pk=row.pk)


def meetings(row):
    return meetings_of(row, row.draws.get(), list(row.entrants.all()))


@pytest.mark.parametrize("count", [4, 5, 7, 8, 11])
@pytest.mark.parametrize("preset", ["cup", "league", "double", "stepladder"])
def test_the_start_makes_the_shown_pairs(cast, preset, count):
    row = drawn(cast, preset, count)
    shown = meetings(row)
    rounds.start(competition=row, by=cast.organiser)
    first = Tie.objects.filter(round__stage__competition=row, round__number=1).order_by("number")
    made = [(tie.home, tie.away) for tie in first if tie.home is not None]
    assert shown.pairs == made and shown.turns == len(made) and not shown.groups
    assert meetings(row).pairs == made, "the page shows the same after the start"


@pytest.mark.parametrize("seeding", ["draw", "rating"])
@pytest.mark.parametrize(("preset", "settings"), [("world_cup", {"groups": 3}), ("divisions", {"divisions": 2})])
def test_the_start_makes_the_shown_groups(cast, preset, settings, seeding):
    row = drawn(cast, preset, 12, settings=settings, seeding=seeding)
    shown = meetings(row)
    rounds.start(competition=row, by=cast.organiser)
    by_seed = {entrant.seed: entrant for entrant in row.entrants.all()}
    groups = Group.objects.filter(stage__competition=row, stage__number=1).order_by("number")
    assert [members for _name, members in shown.groups] == [
        [by_seed[slot["seed"]] for slot in group.members] for group in groups
    ]
    assert shown.turns == 12 and not shown.pairs


def test_a_swiss_shows_the_order_of_the_draw(cast):
    row = drawn(cast, "swiss", 6)
    assert [entrant.seed for entrant in meetings(row).order] == [1, 2, 3, 4, 5, 6]


def page(client, row):
    return client.get(f"/competitions/{row.slug}/draw/").content.decode()


def test_before_the_draw_its_page_waits_for_it(client, cast):
    row = competition(cast.organiser)
    entries.enter_names(competition=row, by=cast.organiser, names=NAMES[:4])
    text = page(client, row)
    assert "The draw comes here" in text and "data-feed" in text and 'value="draw"' not in text
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(f"/competitions/{row.slug}/console/press/", {"do": "draw"})
    assert answer.url == f"/competitions/{row.slug}/draw/"
    text = page(client, row)
    assert "The pairings" in text and 'value="start"' in text


def test_only_a_fresh_draw_is_revealed_step_by_step(client, cast):
    row = drawn(cast, "cup", 8)
    fresh = page(client, row)
    assert len(re.findall(r"data-turn", fresh)) == 8 and 'data-step="2500"' in fresh and "data-fresh" in fresh
    row.draws.update(revealed_at=timezone.now() - timedelta(minutes=2))
    entries.set_club(entrant=row.entrants.first(), by=cast.organiser, club="")
    client.cookies["theme"] = "dark"  # another page for the cache of visitors
    later = page(client, row)
    assert "data-fresh" not in later and later.count("data-turn") == 8


def test_the_largest_draw_is_revealed_in_a_minute_and_a_half(cast):
    from league.competitions.pages.reading import reveal_of

    row = drawn(cast, "cup", 4)
    timing = reveal_of(row.draws.get(), 512)
    assert timing is not None and timing.fresh and timing.step_ms * 512 <= 90_500
