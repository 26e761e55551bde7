"""A typed name without account is taken over by an account, history and all."""

import pytest
from django.utils import timezone

from league.competitions.models import Competition, Entrant
from league.players.errors import ClaimRefused
from league.players.models import User
from league.players.verbs.claims import claim
from league.players.verbs.guests import guest
from matches.models import Match, Seat


@pytest.fixture
def typed(cast):
    """A typed name with a place in a cup and one finished match against bruno."""
    name = guest(nickname="Nonna Pina")
    cup = Competition.objects.create(
        slug="cup", name="Cup", game="super_goal", preset="cup", owner=cast.organiser, places=4
    )
    Entrant.objects.create(competition=cup, player=name, name="Nonna Pina", code="NON", personal_key="k" * 43)
    match = Match.objects.create(
        game="super_goal", rules_version=1, status="finished", result={}, finished_at=timezone.now()
    )
    Seat.objects.create(match=match, side="home", user=name, name="Nonna Pina")
    Seat.objects.create(match=match, side="away", user=cast.bruno, name="bruno")
    return name


def test_it_works(cast, typed):
    claim(name=typed, account=cast.anna)
    typed.refresh_from_db()
    assert (typed.merged_into, typed.is_active) == (cast.anna, False)
    entrant = Entrant.objects.get()
    assert (entrant.player, entrant.personal_key, entrant.name) == (cast.anna, "", "Nonna Pina")
    assert Seat.objects.get(side="home").user == cast.anna


def test_it_is_safe_to_repeat(cast, typed):
    claim(name=typed, account=cast.anna)
    assert claim(name=typed, account=cast.anna) == cast.anna


def test_it_refuses_a_name_already_taken(cast, typed):
    claim(name=typed, account=cast.anna)
    with pytest.raises(ClaimRefused, match="already belongs"):
        claim(name=typed, account=cast.stranger)


def test_it_refuses_an_account_that_plays_in_the_same_competition(cast, typed):
    Entrant.objects.create(competition=Competition.objects.get(), player=cast.anna, name="anna", code="ANN")
    with pytest.raises(ClaimRefused, match="already play in Cup"):
        claim(name=typed, account=cast.anna)
    assert Entrant.objects.get(code="NON").player == typed


def test_it_refuses_an_opponent(cast, typed):
    with pytest.raises(ClaimRefused, match="played against"):
        claim(name=typed, account=cast.bruno)


def test_it_refuses_a_guest_and_an_account_as_the_name(cast, typed):
    with pytest.raises(ClaimRefused):
        claim(name=typed, account=guest(nickname="Somebody"))
    with pytest.raises(ClaimRefused):
        claim(name=cast.anna, account=cast.stranger)


def test_it_refuses_in_the_middle_of_a_match(cast, typed):
    Match.objects.update(status="live", snapshot={})
    with pytest.raises(ClaimRefused, match="playing a match"):
        claim(name=typed, account=cast.anna)


def test_a_guest_is_a_user_without_password(db):
    player = guest(nickname="Gino")
    assert player.kind == User.Kind.GUEST and player.username is None and not player.has_usable_password()
