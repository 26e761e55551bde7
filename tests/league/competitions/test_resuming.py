"""A fixture follows the match that goes on: the old result is gone, the new one counts, once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from league.competitions.errors import NeedsConfirmation, RulingRefused
from league.competitions.models import Fixture, ResultEntry
from league.competitions.verbs import resuming
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent
from matches.models import Match, MatchCommand, MatchEvent, Official
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures
from tests.matches.table import run, start
from tests.matches.test_resuming import play_bots

pytestmark = pytest.mark.django_db(transaction=True)
YES = Consent(confirmed=True)


@pytest.fixture
def cup(cast):
    return running(cast.organiser, entrants=4)


@pytest.fixture
def fixture(cup):
    """A semi-final that has been played for twenty moves."""
    found = open_fixtures(cup)[0]

    async def some():
        await start(found.match)
        await play_bots(found.match, 20)

    run(some)
    found.match.refresh_from_db()
    return found


def resume(fixture, cast, v=7, **given):
    asked = {"match_id": fixture.match_id, "by": cast.organiser, "reason": "the dice were read wrongly", "consent": YES}
    return resuming.resume(fixture=fixture, v=v, **{**asked, **given})


def test_the_fixture_follows_the_match_that_goes_on(cast, cup, fixture):
    old = fixture.match
    finish(old, 5, 0)
    collect()
    resume(fixture, cast)
    fixture.refresh_from_db()
    new = fixture.match
    assert (new.resumed_from_id, new.resumed_v, new.origin, new.title) == (old.pk, 7, old.origin, old.title)
    assert (fixture.home_goals, fixture.tie.winner_id) == (None, None)
    assert set(Official.objects.filter(match=new).values_list("user", flat=True)) == {cast.organiser.pk}
    first = MatchEvent.objects.get(match=new, seq=8)
    assert (first.move["type"], first.move["reason"]) == ("resumed", "the dice were read wrongly")
    assert cup.audit.filter(verb="resume").count() == 1
    finish(new, 0, 2)
    collect()
    fixture.refresh_from_db()
    assert (fixture.home_goals, fixture.away_goals) == (0, 2)
    assert fixture.tie.__class__.objects.get(pk=fixture.tie_id).winner_id == fixture.away_id
    old.refresh_from_db()
    assert old.status == "finished" and MatchEvent.objects.filter(match=old).count() == old.version


def test_a_match_that_is_being_played_is_stopped(cast, fixture):
    old = fixture.match_id
    resume(fixture, cast)
    assert MatchCommand.objects.get(match=old).kind == "void"


def test_again_changes_nothing_and_another_move_is_refused(cast, fixture):
    resume(fixture, cast)
    resume(fixture, cast)
    with pytest.raises(RulingRefused, match="another match"):
        resume(fixture, cast, v=3)
    assert Match.objects.filter(resumed_from=fixture.match_id).count() == 1
    assert ResultEntry.objects.filter(fixture=fixture, kind="replay").count() == 1


def test_it_is_never_done_at_the_first_word(cast, fixture):
    with pytest.raises(NeedsConfirmation):
        resume(fixture, cast, reason="bug", consent=None)
    for wrong in ({"reason": " no "}, {"v": 10_000}):
        with pytest.raises(RulingRefused):
            resume(fixture, cast, **wrong)
    assert not Match.objects.filter(resumed_from=fixture.match_id).exists()


def test_of_many_who_ask_at_once_one_is_heard(cast, fixture):
    def ask(v):
        try:
            resume(fixture, cast, v=v)
            return "done"
        except RulingRefused as refused:
            return str(refused)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, [3, 4, 5, 6] * 2))
    match = Match.objects.get(resumed_from=fixture.match_id)
    assert answers.count("done") == 2, "the one move, and its repeat"
    assert Fixture.objects.get(pk=fixture.pk).match_id == match.pk


def test_by_the_page_it_is_asked_twice(cast, cup, fixture, client):
    client.force_login(cast.organiser)
    page = f"/competitions/{cup.slug}/console/{fixture.pk}/"
    assert 'value="9"' in client.get(f"{page}?v=9").content.decode()
    form = {"do": "resume", "match": str(fixture.match_id), "v": "9", "reason": "the light went out"}
    assert "number of the move" in client.post(page, {**form, "v": "x"}, follow=True).content.decode()
    response = client.post(page, form)
    assert response.status_code == 409 and not Match.objects.filter(resumed_from=fixture.match_id).exists()
    assert client.post(page, {**form, "confirmed": "yes", "seen": response.context["seen"]}).status_code == 302
    new = Match.objects.get(resumed_from=fixture.match_id)
    assert new.resumed_v == 9
    html = client.get(f"/competitions/{cup.slug}/fixtures/{fixture.pk}/").content.decode()
    assert "from move 9" in html and "the light went out" in html


def test_by_the_api_it_is_asked_twice(cast, cup, fixture):
    from tests.league.api.test_competitions import api

    one = f"/api/v1/competitions/{cup.id}/fixtures/{fixture.id}/resume/"
    body = {"match": str(fixture.match_id), "v": 5, "reason": "the light went out"}
    assert api(cast.anna).post(one, body).status_code in (403, 404)
    response = api(cast.organiser).post(one, body)
    assert (response.status_code, response.json()["code"]) == (409, "needs_confirmation")
    assert api(cast.organiser).post(one, {**body, "confirmed": True}).status_code == 200
    assert api(cast.organiser).post(one, {**body, "v": 999, "confirmed": True}).json()["code"] == "ruling"
    new = Match.objects.get(resumed_from=fixture.match_id)
    data = api(cast.anna).get(f"/api/v1/matches/{new.pk}/").json()
    assert data["resumed"] == {"match": str(fixture.match_id), "v": 5, "rolls": new.resumed_rolls}
    assert "seeds" not in data["dice"]


def test_the_whole_reason_stands_in_the_new_match(cast, fixture):
    reason = " ".join(["The dice lay under the table."] * 10)
    resume(fixture, cast, reason=reason)
    assert MatchEvent.objects.get(match__resumed_from=fixture.match_id, seq=8).move["reason"] == reason
