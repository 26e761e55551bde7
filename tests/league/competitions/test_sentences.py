"""Sentences about fixtures and about what a ruling changes, as a screen reader and an organiser get them."""

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from league.competitions.derivation import effects
from league.competitions.errors import NeedsConfirmation
from league.competitions.models import Fixture
from league.competitions.pages import reading
from league.competitions.verbs import entries, rulings
from league.competitions.verbs.rulings import Consent
from league.competitions.words.audit import audit_words
from league.competitions.words.fixtures import fixture_sentence
from league.delivery.views import round_words
from league.seasons.verbs import inactivity, substitutes
from league.sentences import DID_NOT_ANSWER, decimal, given, translated, worded
from matches.models import Match
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures

pytestmark = pytest.mark.django_db


def test_a_live_match_is_never_not_played_yet(cast):
    fixture = open_fixtures(running(cast.organiser, entrants=2))[0]
    assert fixture_sentence(fixture).endswith(", not played yet")
    Match.objects.filter(pk=fixture.match_id).update(status="live", snapshot={"score": {"home": 3, "away": 4}})
    fixture = Fixture.objects.select_related("home", "away", "match").get(pk=fixture.pk)
    assert fixture_sentence(fixture) == f"{fixture.home.name} 3, {fixture.away.name} 4, live"
    fixture.match.snapshot = None
    assert fixture_sentence(fixture) == f"{fixture.home.name} against {fixture.away.name}, live"


def test_what_does_not_count_is_not_to_be_played(cast):
    fixture = open_fixtures(running(cast.organiser, entrants=2))[0]
    fixture.status = Fixture.Status.VOID
    assert fixture_sentence(fixture).endswith(", not counted")


def test_a_match_to_which_nobody_came_is_over(cast):
    league = running(cast.organiser, "league", 2)
    fixture = open_fixtures(league)[0]
    rulings.walkover(fixture=fixture, winner=None, by=cast.organiser, reason="nobody came")
    (day, *_) = reading.matchdays(reading.stages_of(league))
    (fixture,) = day.fixtures
    assert fixture_sentence(fixture) == f"{fixture.home.name} against {fixture.away.name}; double w/o"
    assert f"{fixture.home.name} – {fixture.away.name} (double w/o)\n" in round_words(league, day, "https://x")


def test_nobody_is_no_dash_in_what_a_withdrawal_changes(cast):
    cup = running(cast.organiser, entrants=4)
    gone = open_fixtures(cup)[0]
    with pytest.raises(NeedsConfirmation) as asked:
        inactivity.withdraw_many(competition=cup, entrants=[gone.home_id], by=cast.organiser)
    told = asked.value.effects
    assert f"{gone.home.name} withdraws: 1 remaining match goes to the opponent" in told
    assert f"{gone.away.name} goes through" in told and not any("–" in one.split(" instead of ")[-1] for one in told)


def test_a_reason_of_the_site_is_stored_once_and_read_in_every_language(client, cast):
    league = running(cast.organiser, "league", entrants=4)
    with translation.override("it"):
        substitutes.substitute(
            entrant=league.entrants.first(),
            by=cast.organiser,
            successor=substitutes.Successor(name="Zora"),
            reason="no-show",
            consent=Consent(confirmed=True),
        )
    assert league.entrants.get(status="withdrawn").withdrawn_because == "replaced by Zora"
    page = client.get(f"/competitions/{league.slug}/entrants/", headers={"Accept-Language": "es"}).content.decode()
    assert "sustituido por Zora" in page
    line = league.audit.get(verb="substitute")
    for language, word in (("en", "no-show"), ("it", "assente")):
        with translation.override(language):
            assert audit_words(line).endswith(word)


@pytest.mark.parametrize("name", ["@home", "@away"])
def test_who_is_called_like_a_side_is_read_by_name(cast, name):
    cup = competition(cast.organiser, places=4)
    (entrant,) = entries.enter_names(competition=cup, by=cast.organiser, names=name)
    entries.leave(entrant=entrant, by=cast.organiser)
    assert f"{name} left before the start" in [audit_words(line) for line in cup.audit.all()]
    won = ["{winner} won: {reason}", {"winner": name, "reason": name}]
    assert translated(won, {"home": "Ada", "away": "Bea"}) == f"{'Ada' if name == '@home' else 'Bea'} won: {name}"


def test_a_reason_that_somebody_typed_is_read_as_it_is():
    with translation.override("it"):
        assert worded(given(DID_NOT_ANSWER)) == "non ha risposto"
        assert worded("Zora withdrew.") == "Zora si è ritirato."
        assert [worded(typed) for typed in ("", "did not answer me", "{name}")] == ["", "did not answer me", "{name}"]


@pytest.mark.parametrize(("new", "old", "told"), [("A", "B", "A for B"), ("A", "", "A"), ("", "B", "no B")])
def test_each_change_has_its_sentence(new, old, told):
    said = effects._change(new, old, instead="%(new)s for %(old)s", first="%(new)s", no_longer="no %(old)s")
    assert said == told


def test_decimals_are_written_as_the_language_does():
    sentence = "It has {told} points, but its results give {points}.", {"told": "2.5", "points": "3"}
    moves = "The best move is worth {gap} goals more: it leads to a better position.", {"gap": "0.50"}
    told = "{told}, scorers: {names}", {"told": ["{home}–{away}", {"home": 2, "away": 1}], "names": "Ada"}
    chances = {"rows": [SimpleNamespace(label="A1", ball="40%", goal="5%", less="−0.50")], "in_points": False}
    for language, half, worse in (("en", "2.5", "0.50"), ("it", "2,5", "0,50"), ("pt-br", "2,5", "0,50")):
        with translation.override(language):
            assert decimal(2.5) == half and half in translated([*sentence]) and worse in translated([*moves])
            assert "2–1" in translated([*told])
            assert f"−{worse}" in render_to_string("puzzles/_chances.html", {"reason": chances})


@pytest.mark.parametrize("name", ["9999-12-31T23:59Z", "0001-01-01T00:00Z", "2026-02-31T00:00Z", "2026-02-31"])
def test_a_name_that_is_no_moment_in_a_zone_is_a_name(name):
    for zone in ("Asia/Tokyo", "America/New_York"):
        with timezone.override(zone):
            assert translated(["{name} entered", {"name": name}])
