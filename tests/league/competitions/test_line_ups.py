"""Sealed line-ups of teams: named by captains, opened together, and the boards that they open."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from deploy import closing
from league.competitions.derivation import recompute
from league.competitions.errors import LineUpRefused, WrongStep
from league.competitions.models import Competition, Fixture, Round, TeamLineUp, Tie
from league.competitions.policy.parties import people_in
from league.competitions.setup.line_ups import time_of
from league.competitions.verbs import create, freezing, line_ups, rounds, rulings
from matches.models import Match, Seat
from matches.upkeep import planned_work
from tests.league.competitions.test_races import together
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish
from tests.league.teams import boards_of, league, past_the_deadline, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


def test_it_works(cast):
    cup = running_teams(cast.organiser, boards=3)
    tie, *_later = ties_of(cup)
    assert [fixture.board for fixture in boards_of(tie)] == [1, 2, 3]

    seal(tie, tie.home, 2, 0, 1)
    assert not Fixture.objects.filter(tie=tie, match__isnull=False).exists()
    assert not Fixture.objects.filter(tie=tie, home_player__isnull=False).exists()

    cup.refresh_from_db()
    before = cup.log_position
    seal(tie, tie.away, 1, 3, 0)
    cup.refresh_from_db()
    assert cup.log_position > before + 1, "pages hear that it came in, and that both are open"
    assert [
        (fixture.home_player.nickname[-1], fixture.away_player.nickname[-1], fixture.match.status)
        for fixture in boards_of(tie)
    ] == [("2", "1", "waiting"), ("0", "3", "waiting"), ("1", "0", "waiting")]
    first = boards_of(tie)[0]
    seats = Seat.objects.filter(match=first.match).values_list("side", "user", "name")
    assert set(seats) == {
        ("home", first.home_player_id, first.home_player.nickname),
        ("away", first.away_player_id, first.away_player.nickname),
    }
    assert {person.pk for person in people_in(first)} == {first.home_player_id, first.away_player_id}
    assert picture(cup) == computed_again(cup)


def test_the_last_board_decides_the_tie(cast):
    cup = running_teams(cast.organiser, boards=3)
    tie, *_later = ties_of(cup)
    seal(tie, tie.home)
    seal(tie, tie.away)
    scores = [(2, 1), (0, 0), (0, 3)]
    for fixture, score in zip(boards_of(tie)[:2], scores, strict=False):
        play(fixture, *score)
    tie.refresh_from_db()
    assert (tie.decided, tie.winner) == ("", None)
    play(boards_of(tie)[2], *scores[2])
    tie.refresh_from_db()
    assert (tie.decided, tie.winner) == ("draw", None)
    assert picture(cup) == computed_again(cup)


def play(fixture, home, away):
    from league.competitions.verbs.results import collect

    finish(fixture.match, home, away)
    collect()


def test_it_is_sealed_until_both_are_in(cast):
    cup = running_teams(cast.organiser)
    tie, *_later = ties_of(cup)
    first = seal(tie, tie.home, 1, 0)
    again = seal(tie, tie.home, 0, 1)
    assert (again.pk, again.numbers, TeamLineUp.objects.filter(tie=tie).count()) == (first.pk, [0, 1], 1)
    assert cup.audit.filter(verb="line_up").count() == 1
    seal(tie, tie.away)
    assert [fixture.home_player.nickname[-1] for fixture in boards_of(tie)] == ["0", "1"]
    assert seal(tie, tie.home, 0, 1).pk == first.pk, "a retry after both are open changes nothing"
    with pytest.raises(LineUpRefused, match="are open"):
        seal(tie, tie.home, 1, 0)


@pytest.mark.parametrize(
    ("numbers", "sentence"), [((0,), "each of the 2"), ((0, 0), "one board only"), ((0, 9), "the number 9")]
)
def test_a_line_up_names_everybody_once(cast, numbers, sentence):
    cup = running_teams(cast.organiser)
    tie, *_later = ties_of(cup)
    with pytest.raises(LineUpRefused, match=sentence):
        seal(tie, tie.home, *numbers)


def test_only_who_leads_names_it(cast):
    cup = running_teams(cast.organiser, boards=3)
    tie, *_later = ties_of(cup)
    second, third, _last = [member.user for member in tie.home.members.order_by("number")]
    for stranger in (cast.organiser, third):
        with pytest.raises(LineUpRefused, match="Only the captain"):
            line_ups.hand_in(tie=tie, by=stranger, numbers=[0, 1, 2])
    assert line_ups.hand_in(tie=tie, by=second, numbers=[2, 1, 0]).numbers == [2, 1, 0]


def test_a_silent_captain_has_the_squad_in_order_then_the_last_line_up(cast):
    cup = running_teams(cast.organiser, boards=2, squad=4, settings={"times": 2})
    first, second = ties_of(cup)
    seal(first, first.home, 3, 1)
    assert line_ups.open_due() == 0
    past_the_deadline(cup)
    with pytest.raises(LineUpRefused, match="time to name"):
        seal(first, first.away, 2, 1)
    assert line_ups.open_due() == 1 and line_ups.open_due() == 0
    assert [(row.home_player.nickname[-1], row.away_player.nickname[-1]) for row in boards_of(first)] == [
        ("3", "0"),
        ("1", "1"),
    ]
    for fixture in boards_of(first):
        play(fixture, 1, 0)
    past_the_deadline(cup)
    assert line_ups.open_due() == 1
    assert {row.away_player.nickname[-1] for row in boards_of(second)} == {"3", "1"}
    assert [row.away_player.nickname[-1] for row in boards_of(second)] == ["3", "1"]
    assert picture(cup) == computed_again(cup)


def test_a_tie_that_was_awarded_takes_none(cast):
    cup = running_teams(cast.organiser)
    [tie] = ties_of(cup)
    seal(tie, tie.home, 1, 0)
    fixture = boards_of(tie)[0]
    rulings.walkover(fixture=fixture, winner="home", by=cast.organiser, reason="no team", tie=True, confirmed=True)
    with pytest.raises(LineUpRefused, match="takes no line-ups"):
        seal(tie, tie.away)
    assert not any(fixture.of_teams for fixture in boards_of(tie))


def test_a_cancelled_competition_takes_none(cast):
    cup = running_teams(cast.organiser)
    [tie] = ties_of(cup)
    create.cancel(competition=cup, by=cast.organiser, reason="rain")
    with pytest.raises(LineUpRefused, match="takes no line-ups"):
        seal(tie, tie.home)


def test_a_tie_found_due_opens_no_more_once_the_competition_is_cancelled(cast, monkeypatch):
    cup = running_teams(cast.organiser)
    [tie] = ties_of(cup)
    past_the_deadline(cup)
    create.cancel(competition=cup, by=cast.organiser, reason="rain")
    monkeypatch.setattr(line_ups, "sealed_ties", lambda: Tie.objects.filter(pk=tie.pk))
    assert line_ups.open_due() == 0 and not TeamLineUp.objects.filter(tie=tie).exists()


def test_in_a_frozen_competition_they_stay_sealed(cast, monkeypatch):
    """Also where the tie was found due a moment before."""
    cup = running_teams(cast.organiser)
    [tie] = ties_of(cup)
    seal(tie, tie.home, 1, 0)
    past_the_deadline(cup)
    freezing.freeze(competition=cup, by=cast.organiser, reason="exams")
    assert line_ups.open_due() == 0
    with monkeypatch.context() as before:
        before.setattr(line_ups, "sealed_ties", lambda: Tie.objects.filter(pk=tie.pk))
        assert line_ups.open_due() == 0
    assert not any(fixture.of_teams for fixture in boards_of(tie))
    freezing.thaw(competition=cup, by=cast.organiser)
    past_the_deadline(cup)
    assert line_ups.open_due() == 1


def test_who_could_not_come_in_gets_the_time_back(cast):
    cup = running_teams(cast.organiser)
    tie, *_later = ties_of(cup)
    past_the_deadline(cup)
    planned_work.announce("A new disk.", timezone.now() - timedelta(hours=1), None)
    assert closing.waits("league.competitions.tasks.open_line_ups"), "no captain can come in"
    planned_work.end(timezone.now() - timedelta(minutes=1))
    assert closing.waits("league.competitions.tasks.open_line_ups")
    seal(tie, tie.home, 1, 0)
    seal(tie, tie.away, 1, 0)
    assert [fixture.home_player.nickname[-1] for fixture in boards_of(tie)] == ["1", "0"]


def test_captains_have_the_time_that_was_left_before_a_freeze(cast):
    cup = running_teams(cast.organiser)
    [tie] = ties_of(cup)
    now, hour = timezone.now(), timedelta(hours=1)
    long_ago = now - timedelta(hours=cup.line_up_hours + 10)
    freezing.freeze(competition=cup, by=cast.organiser, reason="exams")
    Competition.objects.filter(pk=cup.pk).update(frozen_at=long_ago + hour)
    Round.objects.filter(stage__competition=cup).update(opens_at=long_ago, closes_at=now - hour)
    [tie] = ties_of(cup)
    seal(tie, tie.home, 1, 0)
    freezing.thaw(competition=cup, by=cast.organiser)
    assert line_ups.open_due() == 0
    [tie] = ties_of(cup)
    assert abs(time_of(cup, tie) - now - timedelta(hours=cup.line_up_hours) + hour) < hour / 2
    seal(tie, tie.away, 1, 0)
    assert all(fixture.of_teams for fixture in boards_of(tie))


def test_both_in_before_the_round_they_wait_for_it(cast):
    cup = running_teams(cast.organiser, boards=2, settings={"times": 2}, advance="click")
    first, _second = ties_of(cup)
    seal(first, first.home)
    seal(first, first.away)
    assert not Fixture.objects.filter(tie=first, home_player__isnull=False).exists()
    rounds.open_round(competition=cup, number=1, by=cast.organiser)
    assert Match.objects.filter(fixture__tie=first).count() == 2


def test_a_team_needs_somebody_for_each_board(cast):
    cup = league(cast.organiser, boards=3, squad=2)
    with pytest.raises(WrongStep, match="has 2 of the 3"):
        rounds.start(competition=cup, by=cast.organiser)


def test_who_dies_while_they_open_leaves_both_sealed(cast, monkeypatch):
    """All of it is one transaction: the second seal, the people on the boards, their matches."""
    cup = running_teams(cast.organiser)
    tie, *_later = ties_of(cup)
    seal(tie, tie.home, 1, 0)

    def dies(_openings):
        raise ConnectionError

    with monkeypatch.context() as dying:
        dying.setattr(recompute, "open_matches", dies)
        with pytest.raises(ConnectionError):
            seal(tie, tie.away, 1, 0)
    assert TeamLineUp.objects.filter(tie=tie).count() == 1
    assert not Fixture.objects.filter(tie=tie, home_player__isnull=False).exists()
    seal(tie, tie.away, 1, 0)
    assert [fixture.home_player.nickname[-1] for fixture in boards_of(tie)] == ["1", "0"]


@pytest.mark.django_db(transaction=True)
def test_two_captains_at_once_open_them_once(cast):
    cup = running_teams(cast.organiser)
    tie, *_later = ties_of(cup)
    answers = together(lambda: seal(tie, tie.home, 1, 0), lambda: seal(tie, tie.away, 0, 1), line_ups.open_due)
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    assert Match.objects.filter(fixture__tie=tie).count() == 2
    assert cup.audit.filter(verb="line_ups").count() == 1
    assert picture(cup) == computed_again(cup)


def test_line_ups_open_with_the_end_of_a_round_that_is_shorter_than_their_time(cast):
    cup = running_teams(cast.organiser)
    tie = ties_of(cup)[0]
    assert time_of(cup, tie) == tie.round.opens_at + timedelta(hours=cup.line_up_hours)
    tie.round.closes_at = tie.round.opens_at + timedelta(hours=2)
    assert time_of(cup, tie) == tie.round.closes_at
