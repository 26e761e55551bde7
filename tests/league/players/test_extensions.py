"""Entries of upper apps in the registries of players: each hands over, or keeps, its own rows."""

import pytest
from django.utils import timezone

from league.players import tasks
from league.players.errors import ClaimRefused
from league.players.models import User
from league.players.verbs import claims, idle_guests, resets
from league.players.verbs.guests import guest
from league.registry import Registry
from league.seasons.models import Substitution
from league.statistics.models import Line
from matches.models import Challenge
from tests.league.builders import running
from tests.league.players.test_idle_guests import long_ago
from tests.league.statistics.played import played

pytestmark = pytest.mark.django_db


def test_a_claim_hands_over_the_lines_of_a_names_matches(cast):
    name = guest(nickname="Nonna Pina")
    played("super_goal", name, cast.bruno)
    claims.claim(name=name, account=cast.anna)
    assert Line.objects.get(player=cast.anna).opponent == cast.bruno
    assert Line.objects.get(player=cast.bruno).opponent == cast.anna
    assert not Line.objects.filter(player=name).exists() and not Line.objects.filter(opponent=name).exists()


def test_a_claim_hands_over_both_ends_of_a_substitution(cast):
    entrant = running(cast.organiser).entrants.first()
    before, after = guest(nickname="Nonna Pina"), guest(nickname="Nonno Ugo")
    row = Substitution.objects.create(
        competition=entrant.competition,
        entrant=entrant,
        before=before,
        after=after,
        name_before="Nonna Pina",
        name_after="Nonno Ugo",
        position=1,
        by=cast.organiser,
        at=timezone.now(),
    )
    claims.claim(name=before, account=cast.anna)
    claims.claim(name=after, account=cast.bruno)
    row.refresh_from_db()
    assert (row.before, row.after) == (cast.anna, cast.bruno)


def test_what_one_app_refuses_no_app_hands_over(cast, monkeypatch):
    class Refused(claims.Holdings):
        def check(self):
            raise ClaimRefused("not this one")

    holdings = Registry()
    for each in (*claims.holdings_of_apps, Refused):
        holdings.add(each)
    monkeypatch.setattr(claims, "holdings_of_apps", holdings)
    name = guest(nickname="Nonna Pina")
    played("super_goal", name, cast.bruno)
    with pytest.raises(ClaimRefused, match="not this one"):
        claims.claim(name=name, account=cast.anna)
    assert Line.objects.get(player=cast.bruno).opponent == name
    assert User.objects.get(pk=name.pk).is_active


def test_an_app_must_say_how_it_hands_over(cast, monkeypatch):
    holdings = Registry()
    holdings.add(claims.Holdings)
    monkeypatch.setattr(claims, "holdings_of_apps", holdings)
    with pytest.raises(NotImplementedError):
        claims.claim(name=guest(nickname="Nonna Pina"), account=cast.anna)


def test_the_apps_say_who_holds_an_office(cast, monkeypatch):
    running(cast.organiser)
    assert resets.holds_office(cast.organiser) and not resets.holds_office(cast.anna)
    monkeypatch.setattr(resets, "office_sources", Registry())
    assert not resets.holds_office(cast.organiser)


def test_only_rows_of_a_model_that_an_app_lists_go_with_their_guest(cast, monkeypatch):
    passing = guest(nickname="Passing by")
    Challenge.objects.create(owner=passing, game="super_goal", expires_at=passing.date_joined)
    long_ago(passing)
    others = Registry()
    for model in idle_guests.guest_models:
        if model is not Challenge:
            others.add(model)
    with monkeypatch.context() as without:
        without.setattr(idle_guests, "guest_models", others)
        assert tasks.forget_guests() == 0
    assert tasks.forget_guests() == 1 and not User.objects.filter(pk=passing.pk).exists()
