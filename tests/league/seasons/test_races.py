"""Two organisers at once: one substitution, one edition, one next season, one leave."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.models import Competition, ResultEntry
from league.competitions.verbs.rulings import Consent
from league.seasons.models import Archive, Leave, Renewal, Substitution
from league.seasons.verbs import leaves, official, renewals, substitutes
from league.seasons.verbs.substitutes import Successor
from tests.cast import Cast
from tests.league.builders import running
from tests.league.competitions.test_races import together
from tests.league.tables import play_out

pytestmark = pytest.mark.django_db(transaction=True)
YES = Consent(confirmed=True)


def test_everything_happens_once():
    cast = Cast.make()
    row = running(cast.organiser, "league", entrants=3, settings={"times": 1})
    leaves.allow(competition=row, days=3, by=cast.organiser)
    own_entrant = row.entrants.order_by("seed").first()
    order = {"entrant": own_entrant, "by": cast.organiser, "successor": Successor(name="Zora"), "consent": YES}
    answers = together(lambda: substitutes.substitute(**order), lambda: substitutes.substitute(**order))
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert Substitution.objects.count() == 1 and row.entrants.count() == 4
    day = timezone.now().date() + timedelta(days=5)
    days = {"entrant": own_entrant, "first": day, "last": day, "by": cast.organiser}
    together(lambda: leaves.take(**days), lambda: leaves.take(**days))
    assert Leave.objects.count() == 1
    play_out(row)
    ResultEntry.objects.filter(competition=row).update(at=timezone.now() - timedelta(days=30))
    seal = {"competition": row, "by": cast.organiser}
    together(lambda: official.make_official(**seal), lambda: official.make_official(**seal))
    assert Archive.objects.count() == 1
    together(lambda: renewals.next_season(**seal), lambda: renewals.next_season(**seal))
    after = Competition.objects.get(previous=row)
    key = Renewal.objects.filter(asking__competition=after)[0].key
    together(lambda: renewals.answer(key=key, reply="out"), lambda: renewals.answer(key=key, reply="out"))
    assert after.audit.filter(verb="answer").count() == 1
    assert after.entrants.filter(status="withdrawn").count() == 1
