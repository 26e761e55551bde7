"""Officials at the tables of a cup: owner, co-organisers and referees, from the opening on and as roles change."""

import pytest

from league.competitions.verbs import entries, rounds, staff
from matches.models import Match
from tests.league.builders import competition

pytestmark = pytest.mark.django_db


def officials():
    return {
        tuple(match.officials.order_by("user__nickname").values_list("user__nickname", "role"))
        for match in Match.objects.filter(origin__startswith="fixture:", status="waiting")
    }


def test_the_tables_know_their_officials(cast):
    cup = competition(cast.organiser, places=4)
    entries.enter(competition=cup, player=cast.anna)
    entries.enter_names(competition=cup, by=cast.organiser, names="Ugo\nVera\nZeno")
    asked = staff.invite(competition=cup, by=cast.organiser, role="referee", name="referee")
    rounds.start(competition=cup, by=cast.organiser)
    assert officials() == {(("organiser", "organiser"),)}, "who was asked and has not answered rules nowhere"
    assert set(Match.objects.filter(origin__startswith="fixture:").values_list("chat", "chat_hidden")) == {
        ("all", True)
    }
    staff.accept(key=asked.key, by=cast.referee)
    assert officials() == {(("organiser", "organiser"), ("referee", "referee"))}
    asked.refresh_from_db()
    staff.end(staff=asked, by=cast.organiser)
    assert officials() == {(("organiser", "organiser"),)}


def test_an_organiser_who_plays_does_not_rule_the_own_match(cast):
    cup = competition(cast.organiser, places=2)
    entries.enter(competition=cup, player=cast.organiser)
    entries.enter(competition=cup, player=cast.anna)
    rounds.start(competition=cup, by=cast.organiser)
    assert officials() == {()}
