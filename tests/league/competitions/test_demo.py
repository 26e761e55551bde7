"""The demo is made by the real verbs and the real write path, quickly, and its cups follow one another."""

import re
import time
from functools import partial

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

import engines
from league.competitions import demo
from league.competitions.models import Competition, Fixture, Round, Tie
from league.competitions.verbs import results
from league.players.models import User
from league.statistics.models import Line, MatchFigures
from matches.models import Match, MatchEvent

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_works(capsys):
    began = time.process_time()
    call_command("demo", "--first")
    assert time.process_time() - began < 20  # of this process: the machine may be busy with others
    said = capsys.readouterr().out
    password = re.search(r"Demo accounts: segreteria, anna, .*; the password of each is: (\S+)", said)[1]
    cup = Competition.objects.get(preset="cup", demo=True)
    entered = Competition.objects.get(status=Competition.Status.REGISTRATION)
    assert entered.listed and 0 < entered.entrants.count() < entered.places
    assert Fixture.objects.filter(tie__round__stage__competition=cup, match__status=Match.Status.WAITING).count() == 4
    league = Competition.objects.get(preset="league")
    assert Round.objects.filter(stage__competition=league, status=Round.Status.DONE).count() == 5
    finished = Match.objects.finished()
    assert finished.count() == 17
    for match in finished:
        log = list(MatchEvent.objects.filter(match=match).order_by("seq").values_list("seq", flat=True))
        assert log == list(range(1, match.version + 1))
    assert MatchFigures.objects.count() == 17 and Line.objects.count() == 34
    assert User.objects.get(username="anna").check_password(password)
    call_command("demo", "--first")
    assert Competition.objects.count() == 3
    with pytest.raises(CommandError):
        call_command("demo")


def test_two_bots_play_each_other_game_one_match_at_a_time(monkeypatch):
    assert demo.keep_showing() == len(engines.games()) - 1
    assert demo.keep_showing() == 0
    shows = Match.objects.filter(origin=demo.SHOW)
    assert {match.game for match in shows} == set(engines.games()) - {demo.GAME}
    first = shows.get(game="fuba")
    Match.objects.filter(id=first.id).update(
        status=Match.Status.VOID, result={"winner": None, "by": "void"}, finished_at=timezone.now()
    )
    monkeypatch.setattr(demo, "SHOWS_KEPT", 0)
    assert demo.keep_showing() == 1
    assert not Match.objects.filter(id=first.id).exists() and shows.get(game="fuba").status == Match.Status.WAITING


def test_a_demo_cup_played_to_its_champion_is_followed_by_the_next(monkeypatch):
    monkeypatch.setattr(results, "collect", partial(results.collect, limit=1))  # as far as a busy machine comes at once
    organiser = demo.account(demo.ORGANISER)
    cup = demo.open_cup(organiser, number=1)
    assert demo.reopen() is False
    Competition.objects.filter(id=cup.id).update(options={**cup.options, "half_turns": 5})
    Match.objects.update(options={**cup.options, "half_turns": 5})
    assert demo.play_rounds(cup, until=3) == 16
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED and cup.champion is not None
    _the_ties_follow_from_the_matches(cup)
    assert demo.reopen() is True
    assert demo.reopen() is False
    assert list(Competition.objects.values_list("name", flat=True)) == ["Coppa dei Bot 2", "Coppa dei Bot 1"]
    monkeypatch.setattr(demo, "CUPS_KEPT", 0)
    Competition.objects.filter(name="Coppa dei Bot 2").update(status="cancelled")
    assert demo.reopen() is True
    assert not Competition.objects.filter(id=cup.id).exists()
    assert Match.objects.count() == 8 and not Line.objects.exists()


def _the_ties_follow_from_the_matches(cup):
    """Carry and verdict of every second leg, as the engine got and gave them, against the first leg."""
    shootouts = 0
    for tie in Tie.objects.filter(round__stage__competition=cup):
        first, second = tie.fixtures.order_by("leg")
        carry = second.match.terms["carry"]
        assert carry == {"home": first.away_goals, "away": first.home_goals}
        home, away = first.home_goals + second.away_goals, first.away_goals + second.home_goals
        if home != away:
            assert (tie.winner == tie.home) == (home > away) and tie.decided == "aggregate"
        else:
            kicks = second.shootout
            assert tie.decided == "shootout" and kicks["home"] != kicks["away"]
            assert tie.winner == (second.home if kicks["home"] > kicks["away"] else second.away)
            shootouts += 1
    return shootouts
