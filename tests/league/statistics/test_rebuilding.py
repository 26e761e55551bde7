"""``manage.py rebuild statistics`` counts what an older release left out, and what it counted though it is void."""

import pytest
from django.core.management import CommandError, call_command

from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from league.statistics.models import Book, Line, MatchFigures
from league.statistics.queries import people
from league.statistics.verbs import books
from tests.league.builders import running
from tests.league.evenings.room import at_tables, evening
from tests.league.tables import finish, open_fixtures, play_out
from tests.matches.table import duel

pytestmark = pytest.mark.django_db(transaction=True)


def numbers(competition):
    return Book.objects.get(competition=competition).numbers


def test_a_draw_by_agreement_of_before_is_counted(cast):
    league = running(cast.organiser, "league", entrants=4, settings={"times": 1})
    agreed, replaced = open_fixtures(league)
    for fixture in (agreed, replaced):
        finish(fixture.match, 1, 1, how="agreement", source="agreement")
    collect()
    rulings.replay(fixture=replaced, by=cast.organiser, reason="wrong rules", confirmed=True)
    friendly = duel(cast.anna, cast.bruno)
    finish(friendly, 2, 2, how="agreement", source="agreement")
    collect()
    play_out(league)
    books.refresh(at_once=True)
    before, figures = numbers(league), set(MatchFigures.objects.values_list("match", flat=True))
    drawn = [agreed.match_id, replaced.match_id, friendly.id]
    Line.objects.filter(match__in=drawn).delete()
    MatchFigures.objects.filter(match__in=drawn).delete()
    books.refresh(at_once=True)
    assert numbers(league)["matches"] == before["matches"] - 1
    with pytest.raises(CommandError, match="not what the logs say: figures"):
        call_command("recount", check=True)
    call_command("rebuild", "statistics")
    assert numbers(league) == before
    assert set(MatchFigures.objects.values_list("match", flat=True)) == figures
    assert not Line.objects.filter(match=replaced.match_id, counts=True).exists(), "played again: it does not count"
    assert people.record(cast.anna).tally.drawn == 1
    call_command("rebuild", "statistics")
    assert numbers(league) == before, "again changes nothing"


def test_a_void_match_of_a_finished_competition_counts_no_more(cast):
    league = running(cast.organiser, "league", entrants=4, settings={"times": 1}, withdrawals="void")
    first = open_fixtures(league)[0]
    finish(first.match, 3, 0)
    collect()
    rulings.withdraw(entrant=first.home, by=cast.organiser)
    play_out(league)
    assert league.status == "finished"
    assert Line.objects.filter(match=first.match_id, counts=True).update(counts=True) == 0
    Line.objects.filter(match=first.match_id).update(counts=True)  # as an older release left it
    books.refresh(at_once=True)
    wrong = numbers(league)["matches"]
    call_command("rebuild", "statistics")
    assert numbers(league)["matches"] == wrong - 1
    assert not Line.objects.filter(match=first.match_id, counts=True).exists()


def test_a_shootout_of_a_real_table_of_before_is_counted(cast):
    made = evening(cast, 4, real_rated=True, rounds=1, buzzer="shootout")
    first, second = at_tables(made, 1)
    rulings.enter_result(fixture=first, score=rulings.Score(1, 1, (4, 3)), by=cast.organiser)
    rulings.enter_result(fixture=second, score=rulings.Score(2, 1), by=cast.organiser)
    Line.objects.filter(competition=made).update(how="real_table")
    made.refresh_from_db()
    call_command("rebuild", "statistics")
    assert (made.status, numbers(made)["shootouts"]) == ("finished", 1)
