"""The report of a match: timeline, heat map and dice add up to the log, in every game and without a script."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

import engines
from engines.core.svg import render
from league.statistics.queries.matches import match_figures
from matches.models import Match, MatchEvent
from matches.replay import fair_dice
from matches.replay.playback import steps
from matches.replay.report import report_of
from tests.cases import built
from tests.league.statistics.played import played
from tests.matches.table import duel, run, start
from tests.matches.test_resuming import play_bots

NAMES = {"home": "anna", "away": "bruno"}


def test_dice_are_set_against_chance():
    fair = fair_dice.table({f"roll_6_{face}": 10 for face in range(1, 7)} | {"goals": 3})[0]
    assert (fair.sides, fair.rolls, fair.each, fair.percent) == (6, 60, 10, 100)
    loaded = fair_dice.table({"roll_6_6": 60})[0]
    assert loaded.percent < 1e-6 and dict(loaded.faces)[1] == 0
    assert fair_dice.within_chance([fair]) and not fair_dice.within_chance([fair, loaded])
    few = fair_dice.table({"roll_44_30": 1})[0]
    assert few.faces == [] and few.test is None and fair_dice.within_chance([few])
    assert fair_dice.table({}) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", built())
def test_it_adds_up(cast, client, slug):
    match = duel(cast.anna, cast.bruno, game=slug)
    assert client.get(f"/matches/{match.pk}/report/").status_code == 200, "before the kick-off it is empty"

    async def some():
        await start(match)
        await play_bots(match, 60)

    run(some)
    row = Match.objects.get(pk=match.pk)
    told = report_of(row, "en", NAMES)
    decisions = MatchEvent.objects.filter(match=match, kind="move").count()
    assert 0 < sum(place.total for place in told.places) <= decisions
    assert all(place.home + place.away <= place.total for place in told.places)
    assert sum(die.rolls for _seat, dice in told.dice for die in dice) == row.rolls
    tints = re.findall(r'class="heat"[^>]*fill-opacity="([\d.]+)"', told.heat)
    assert len(tints) == len(told.places) and max(map(float, tints)) == 0.9
    assert set(engines.get(slug).geometry()["cells"]) and "style=" not in told.heat
    page = client.get(f"/matches/{match.pk}/report/").content.decode()
    assert told.places[0].name in page and 'class="heat"' in page
    rows = len(match_figures(row))
    key, _end, rest = page[page.index('id="figures"') :].partition("</dl>")
    assert key.count("<dt>") == min(rows, 6), "the key figures are there without a script"
    assert rest.lstrip().startswith('<details class="further">') == (rows > 6), "the rest folds once more"


@pytest.mark.django_db(transaction=True)
def test_figures_are_told_before_they_are_stored(cast, client):
    match = duel(cast.anna, cast.bruno, game="super_goal")

    async def some():
        await start(match)
        await play_bots(match, 12)

    run(some)
    page = f"/matches/{match.pk}/report/"
    played = {"score": {"home": 1, "away": 0}, "winner": "home", "how": "regulation"}
    Match.objects.filter(pk=match.pk).update(status="finished", result=played, finished_at=timezone.now())
    assert 'id="figures"' in client.get(page).content.decode(), "the page of a match that is over is kept as it is"
    awarded = played | {"source": "award"}
    Match.objects.filter(pk=match.pk).update(result=awarded)
    assert 'id="figures"' not in client.get(page).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("slug", built())
def test_the_timeline_leads_to_each_goal_as_it_was_scored(cast, client, slug):
    match = played(slug, cast.anna, cast.bruno, seed=0)
    game, film = engines.get(slug), list(steps(match))
    goals = [moment for moment in report_of(match, "en", NAMES).moments if moment.kind == "goal"]
    scored = [event["seat"] for step in film for event in step.events if event["type"] == "goal"]
    assert [goal.seat for goal in goals] == scored
    for number, goal in enumerate(goals, 1):
        assert goal.score == "–".join(str(scored[:number].count(seat)) for seat in ("home", "away"))
        shown = report_of(match, "en", NAMES, goal.v).shown
        assert shown is not None and shown.v == goal.v and shown.words
        assert shown.board == render(game.geometry(), game.scene(film[goal.v - 1].view), "en", NAMES)
        page = client.get(f"/matches/{match.pk}/report/?goal={goal.v}").content.decode()
        marked = re.findall(r'<a href="\?goal=(\d+)" data-to="\1" aria-current="step">', page)
        assert set(marked) == {str(goal.v)}, "the entry of the move that the address names"
    for v in (None, 10**8):
        last = report_of(match, "en", NAMES, v).shown
        assert last is not None and last.v == match.version
    for asked in ("", "?v=", "?v=x", "?v=-3", f"?v={'9' * 5000}", "?v=٣"):
        assert client.get(f"/matches/{match.pk}/report/{asked}").status_code == 200, asked


@pytest.mark.django_db
def test_an_older_link_of_the_replay_leads_to_the_report(cast, client):
    match = played("super_goal", cast.anna, cast.bruno, seed=0)
    for query in ("", "?v=7", "?goal=9"):
        answer = client.get(f"/matches/{match.pk}/replay/{query}")
        assert (answer.status_code, answer.headers["Location"]) == (301, f"/matches/{match.pk}/report/{query}")
    assert client.get("/matches/01890a5d-ac96-774b-bcce-b302099a8057/replay/").status_code == 404
