"""The accidents of a season: who has gone quiet, reminded, withdrawn together; a substitute; shorter, or over early."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.errors import EntryRefused, NeedsConfirmation, RulingRefused
from league.competitions.models import Competition, Entrant, Fixture, Group, Report, ResultEntry, Round
from league.competitions.verbs import entries, joining, rounds, rulings
from league.competitions.verbs.rulings import Consent, Score
from league.players.models import Notification, User
from league.seasons.derivation.takeovers import played_by
from league.seasons.models import Substitution
from league.seasons.verbs import inactivity, shortening, substitutes
from league.seasons.verbs.substitutes import Successor
from league.statistics.models import Line
from matches.models import Match, Seat
from tests.league.builders import competition, running
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, open_fixtures, play_out
from tests.league.teams import TEAMS, boards_of, running_teams, seal, ties_of
from tests.league.teams import league as league_of_teams

pytestmark = pytest.mark.django_db
YES = Consent(confirmed=True)


def rows_of(row):
    return [line for group in Group.objects.filter(stage__competition=row) for line in group.table["rows"]]


def asked(action, **values):
    """The effects that ``action`` tells before it does anything, and the digest of them."""
    with pytest.raises(NeedsConfirmation) as told:
        action(**values)
    return told.value


@pytest.fixture
def league(cast):
    season = running(cast.organiser, "league", entrants=4, settings={"times": 2}, advance="click")
    rounds.open_round(competition=season, number=1, by=cast.organiser)
    return season


def test_who_has_gone_quiet_is_known_from_every_sign(cast):
    row = competition(cast.organiser, "league", 4, settings={"times": 1})
    for player in (cast.anna, cast.bruno, cast.stranger):
        entries.enter(competition=row, player=player)
    entries.add_bots(competition=row, by=cast.organiser)
    rounds.start(competition=row, by=cast.organiser)
    now = timezone.now()
    Competition.objects.filter(id=row.id).update(started_at=now - timedelta(days=20))
    row.refresh_from_db()
    User.objects.filter(id=cast.anna.id).update(last_login=now - timedelta(days=9))
    mine = next(fixture for fixture in open_fixtures(row) if cast.bruno in (fixture.home.player, fixture.away.player))
    Seat.objects.filter(match=mine.match, user=cast.bruno).update(seen_at=now - timedelta(days=2))
    Round.objects.filter(stage__competition=row, number=1).update(closes_at=now - timedelta(hours=1))
    sign_by_name = {sign.entrant.name: sign for sign in inactivity.signs(row, 7)}
    assert list(sign_by_name) == ["stranger", "anna", "bruno"], "the longest silent first, bots left out"
    assert [(one.days, one.inactive, one.unplayed, one.overdue) for one in sign_by_name.values()] == [
        (20, True, 1, 1),
        (9, True, 1, 1),
        (2, False, 1, 1),
    ]


def test_a_team_is_as_active_as_the_most_active_of_its_people(cast):
    row = running_teams(cast.organiser, 4, 2)
    now = timezone.now()
    Competition.objects.filter(id=row.id).update(started_at=now - timedelta(days=20))
    row.refresh_from_db()
    teams = list(row.entrants.order_by("seed"))
    mates = [team.members.order_by("number").last().user for team in teams]
    User.objects.exclude(id=cast.organiser.id).update(last_login=None)
    User.objects.filter(id=mates[0].id).update(last_login=now - timedelta(days=1))
    tie = next(tie for tie in ties_of(row) if teams[1] in (tie.home, tie.away))
    told = {"seat": "home", "home_goals": 1, "away_goals": 0, "at": now - timedelta(days=2), "counts_at": now}
    Report.objects.create(fixture=boards_of(tie)[0], by=mates[1], **told)
    tie = next(tie for tie in ties_of(row) if teams[2] in (tie.home, tie.away))
    seal(tie, teams[2])
    days = {sign.entrant: (sign.days, sign.inactive) for sign in inactivity.signs(row, 7)}
    assert [days[team] for team in teams] == [(1, False), (2, False), (0, False), (20, True)]


def test_the_quiet_are_reminded_once_a_day(cast):
    row = competition(cast.organiser, "league", 3, settings={"times": 1})
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=row, player=player)
    entries.enter_names(competition=row, by=cast.organiser, names="Ugo")
    rounds.start(competition=row, by=cast.organiser)
    who = [entrant.id for entrant in row.entrants.all()]
    told = asked(inactivity.remind, competition=row, entrants=who, by=cast.organiser)
    assert len(told.effects) == 3 and Notification.objects.filter(key__startswith="quiet:").count() == 0
    seen = Consent(confirmed=True, seen=told.seen)
    assert inactivity.remind(competition=row, entrants=who, by=cast.organiser, consent=seen) == 3
    assert inactivity.remind(competition=row, entrants=who, by=cast.organiser, consent=YES) == 0
    assert row.audit.filter(verb="remind").count() == 1
    with pytest.raises(EntryRefused):
        inactivity.remind(competition=row, entrants=[], by=cast.organiser)


def test_several_are_withdrawn_in_one_step_after_a_preview(league, cast):
    play_out(league, until=2)
    gone = list(league.entrants.order_by("seed")[2:])
    who = [one.id for one in gone]
    told = asked(inactivity.withdraw_many, competition=league, entrants=who, by=cast.organiser, reason="silent")
    assert any(gone[0].name in sentence for sentence in told.effects)
    assert league.entrants.filter(status="withdrawn").count() == 0, "the preview did nothing"
    asked(
        inactivity.withdraw_many,
        competition=league,
        entrants=who,
        by=cast.organiser,
        consent=Consent(False, True, "no"),
    )
    seen = Consent(confirmed=True, seen=told.seen)
    inactivity.withdraw_many(competition=league, entrants=who, by=cast.organiser, reason="silent", consent=seen)
    assert league.entrants.filter(status="withdrawn").count() == 2
    left = Fixture.objects.filter(tie__round__stage__competition=league, tie__decided="")
    assert {frozenset((one.home_id, one.away_id)) for one in left} == {
        frozenset(league.entrants.filter(status="entered").values_list("id", flat=True))
    }
    again = inactivity.withdraw_many(competition=league, entrants=who, by=cast.organiser, reason="silent", consent=YES)
    assert again is None and ResultEntry.objects.filter(kind="withdrawn").count() == 2
    assert computed_again(league) == picture(league)


def test_a_substitute_takes_over_record_and_matches(league, cast):
    played = open_fixtures(league)[0]
    finish(played.match, 2, 0)
    play_out(league, until=1)
    own_entrant = league.entrants.get(id=played.home_id)
    old, before, key = own_entrant.player, own_entrant.name, own_entrant.personal_key
    rounds.open_round(competition=league, number=2, by=cast.organiser)
    waiting = next(
        fixture for fixture in open_fixtures(league) if own_entrant.id in (fixture.home_id, fixture.away_id)
    ).match_id
    order = {"entrant": own_entrant, "by": cast.organiser, "successor": Successor(name="Zora"), "reason": "moved away"}
    told = asked(substitutes.substitute, **order)
    assert "Zora" in told.effects[0] and not Substitution.objects.exists() and not User.objects.filter(nickname="Zora")
    substitutes.substitute(**order, consent=Consent(confirmed=True, seen=told.seen))
    own_entrant.refresh_from_db()
    assert (own_entrant.name, own_entrant.stands_in_for, own_entrant.player.nickname) == ("Zora", before, "Zora")
    assert own_entrant.personal_key and own_entrant.personal_key != key
    left = league.entrants.get(player=old)
    assert (left.status, left.name, left.personal_key, left.seed) == ("withdrawn", before, key, None)
    row = next(line for line in rows_of(league) if line["entrant"] == str(own_entrant.id))
    assert (row["played"], row["points"]) == (1, 3), "the record is the entrant's"
    assert played_by(Fixture.objects.get(id=played.id)) == [(before, "Zora")]
    assert Line.objects.get(match=played.match, side="home").player == old, "figures stay with who played"
    now = next(
        fixture
        for fixture in open_fixtures(league)
        if own_entrant.id in (fixture.home_id, fixture.away_id) and fixture.status == "open"
    )
    assert now.match_id != waiting and now.match.seats.filter(user=own_entrant.player).exists()
    substitutes.substitute(**order, consent=YES)
    assert Substitution.objects.count() == 1 and league.entrants.count() == 5
    assert computed_again(league) == picture(league)
    play_out(league)
    for number in range(3, 7):
        rounds.open_round(competition=league, number=number, by=cast.organiser)
        play_out(league)
    assert league.status == "finished"
    assert played_by(Fixture.objects.get(id=now.id)) == []


def test_a_substitute_is_nobody_who_plays_already(league, cast):
    first, second = league.entrants.order_by("seed")[:2]
    with pytest.raises(EntryRefused):
        substitutes.substitute(entrant=first, by=cast.organiser, successor=Successor(name=second.name), consent=YES)
    with pytest.raises(EntryRefused):
        substitutes.substitute(entrant=first, by=cast.organiser, successor=Successor(waiting=second.id), consent=YES)
    with pytest.raises(EntryRefused):
        substitutes.substitute(entrant=first, by=cast.organiser, successor=Successor(), consent=YES)
    substitutes.substitute(entrant=first, by=cast.organiser, successor=Successor(bot=True), consent=YES)
    first.refresh_from_db()
    assert first.player.kind == "bot"
    back = next(one for one in substitutes.waiting_list(league) if one.name == first.stands_in_for)
    substitutes.substitute(entrant=first, by=cast.organiser, successor=Successor(waiting=back.id), consent=YES)
    first.refresh_from_db()
    assert first.name == back.name and Substitution.objects.count() == 2


def test_results_told_of_real_tables_stay_with_who_played(cast):
    row = running(cast.organiser, "league", entrants=4, settings={"times": 1}, real_rated=True)
    fixture = open_fixtures(row)[0]
    rulings.enter_result(fixture=fixture, score=Score(3, 1), by=cast.organiser)
    old = fixture.home.player
    substitutes.substitute(entrant=fixture.home, by=cast.organiser, successor=Successor(name="Zora"), consent=YES)
    assert Line.objects.get(match=fixture.match_id, side="home").player == old
    assert computed_again(row) == picture(row)
    assert Line.objects.get(match=fixture.match_id, side="home").player == old


def test_an_alternate_plays_for_who_never_came(cast):
    cup = competition(cast.organiser, "cup", 4)
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo\nDora\nWanda\nXeno")
    rounds.start(competition=cup, by=cast.organiser)
    missed = open_fixtures(cup)[0]
    rulings.walkover(fixture=missed, winner="away", by=cast.organiser, reason="no-show")
    missed.refresh_from_db()
    absent = missed.home
    told = asked(substitutes.alternate, entrant=absent, by=cast.organiser)
    assert "Wanda" in told.effects[0]
    substitutes.alternate(entrant=absent, by=cast.organiser, reason="no-show", consent=YES)
    absent.refresh_from_db()
    missed.refresh_from_db()
    assert (absent.name, missed.status, missed.match.status) == ("Wanda", "open", "waiting")
    assert {seat.user.nickname for seat in missed.match.seats.all()} == {"Wanda", missed.away.name}
    with pytest.raises(RulingRefused):
        other = open_fixtures(cup)[1]
        finish(other.match, 1, 0)
        play_out(cup, until=1)
        substitutes.alternate(entrant=other.home, by=cast.organiser, consent=YES)
    play_out(cup)
    assert cup.status == "finished"
    assert computed_again(cup) == picture(cup)
    missed.refresh_from_db()
    assert not played_by(missed), "the alternate played it"


def test_a_team_that_waits_is_no_substitute_for_one_person(cast):
    cup = league_of_teams(cast.organiser, 3, 2, squad=3, preset="cup")
    Competition.objects.filter(id=cup.id).update(places=2)
    entries.leave(entrant=cup.entrants.get(name=TEAMS[2]), by=cast.organiser)
    waiting = joining.enter_as_guest(competition=cup, nickname="Wanda", name="Waiters")
    joining.join_as_guest(key=waiting.side_key, nickname="Wilma")
    cup = rounds.start(competition=cup, by=cast.organiser)
    absent = cup.entrants.filter(status="entered").first()
    assert not substitutes.may_have_alternate(cup, absent)
    for order in (
        lambda: substitutes.alternate(entrant=absent, by=cast.organiser, consent=YES),
        lambda: substitutes.substitute(
            entrant=absent, by=cast.organiser, successor=Successor(waiting=waiting.id), consent=YES
        ),
    ):
        with pytest.raises(EntryRefused, match="waiting list"):
            order()
    assert [member.user.nickname for member in Entrant.objects.get(id=waiting.id).members.all()] == ["Wilma"]


def test_a_double_round_robin_becomes_a_single_one(league, cast):
    play_out(league, until=1)
    told = asked(shortening.shorten, competition=league, by=cast.organiser, reason="exams")
    assert any("6" in sentence for sentence in told.effects)
    shortening.shorten(competition=league, by=cast.organiser, reason="exams", consent=YES)
    voided = Fixture.objects.filter(tie__round__stage__competition=league, status="void")
    assert {one.tie.round.number for one in voided} == {4, 5, 6}
    before = ResultEntry.objects.count()
    shortening.shorten(competition=league, by=cast.organiser, reason="exams", consent=YES)
    assert ResultEntry.objects.count() == before, "twice is once"
    for number in (2, 3):
        rounds.open_round(competition=league, number=number, by=cast.organiser)
    play_out(league)
    assert league.status == "finished" and sum(line["played"] for line in rows_of(league)) == 12
    assert computed_again(league) == picture(league)


def test_four_meetings_become_fewer_from_the_last(cast):
    league = running(cast.organiser, "league", entrants=4, settings={"times": 4})
    fixtures = Fixture.objects.filter(tie__round__stage__competition=league)
    at_home = Counter(fixtures.values_list("home", "away"))
    assert len(at_home) == 12 and set(at_home.values()) == {2}, "each pair meets twice at either home"

    def void_rounds():
        return set(fixtures.filter(status="void").values_list("tie__round__number", flat=True))

    play_out(league, until=1)
    assert shortening.shorter(league) == [1, 2, 3]
    shortening.shorten(competition=league, by=cast.organiser, reason="exams", meetings=3, consent=YES)
    assert void_rounds() == {10, 11, 12} and shortening.shorter(league) == [1, 2]
    play_out(league, until=7)
    assert shortening.shorter(league) == [2], "a second meeting has been played"
    with pytest.raises(RulingRefused, match="2 such matches"):
        shortening.shorten(competition=league, by=cast.organiser, reason="exams", consent=YES)
    for _again in range(2):
        shortening.shorten(competition=league, by=cast.organiser, reason="exams", meetings=2, consent=YES)
        assert void_rounds() == {7, 8, 9, 10, 11, 12} and shortening.shorter(league) == []
    play_out(league)
    assert league.status == "finished" and {line["played"] for line in rows_of(league)} == {6}
    assert computed_again(league) == picture(league)


def test_no_pair_is_left_fewer_meetings_than_one_or_more_than_it_has(league, cast):
    for meetings, sentence in ((0, "from 1 to 3"), (4, "from 1 to 3"), (2, "Nobody meets that often")):
        with pytest.raises(RulingRefused, match=sentence):
            shortening.shorten(competition=league, by=cast.organiser, reason="exams", meetings=meetings, consent=YES)


def test_it_is_not_shortened_once_the_second_half_has_begun(cast):
    row = running(cast.organiser, "league", entrants=4, settings={"times": 2})
    play_out(row, until=7)
    with pytest.raises(RulingRefused):
        shortening.shorten(competition=row, by=cast.organiser, reason="exams", consent=YES)
    single = running(cast.organiser, "league", entrants=4, settings={"times": 1})
    with pytest.raises(RulingRefused):
        shortening.shorten(competition=single, by=cast.organiser, reason="exams", consent=YES)


def test_a_league_that_somebody_has_left_is_shortened_all_the_same(league, cast):
    entrant_ids = [league.entrants.first().id]
    inactivity.withdraw_many(competition=league, entrants=entrant_ids, by=cast.organiser, reason="silent", consent=YES)
    assert shortening.shorter(league) == [1]
    shortening.shorten(competition=league, by=cast.organiser, reason="exams", consent=YES)
    assert shortening.shorter(league) == [], "twice is once"
    for number in (2, 3):
        rounds.open_round(competition=league, number=number, by=cast.organiser)
    play_out(league)
    assert league.status == "finished" and computed_again(league) == picture(league)
    assert not Fixture.objects.filter(tie__round__stage__competition=league, tie__round__number__gt=3).exclude(
        status="void"
    )


def test_it_ends_at_a_matchday_and_the_table_stands(league, cast):
    play_out(league)
    rounds.open_round(competition=league, number=2, by=cast.organiser)
    playing = open_fixtures(league)[0]
    Match.objects.filter(id=playing.match_id).update(status="live", snapshot={})
    asked(shortening.end_at, competition=league, number=1, by=cast.organiser, reason="holidays")
    shortening.end_at(competition=league, number=1, by=cast.organiser, reason="holidays", consent=YES)
    league.refresh_from_db()
    assert league.status == "running", "a match that is played is finished"
    Match.objects.filter(id=playing.match_id).update(status="waiting", snapshot=None)
    finish(Match.objects.get(id=playing.match_id), 1, 0)
    play_out(league)
    assert league.status == "finished" and league.champion is not None
    assert sum(line["played"] for line in rows_of(league)) == 6
    before = ResultEntry.objects.count()
    assert computed_again(league) == picture(league)
    assert ResultEntry.objects.count() == before


def test_swiss_rounds_that_are_not_paired_are_not_made(cast):
    row = running(cast.organiser, "swiss", entrants=6, settings={"rounds": 4})
    play_out(row, until=3)
    row.refresh_from_db()
    shortening.end_at(competition=row, number=2, by=cast.organiser, reason="late", consent=YES)
    play_out(row)
    assert row.status == "finished" and Round.objects.filter(stage__competition=row).count() == 2


def test_only_who_plays_now_is_an_entrant_with_a_place(league, cast):
    own_entrant = league.entrants.order_by("seed").first()
    substitutes.substitute(entrant=own_entrant, by=cast.organiser, successor=Successor(name="Zora"), consent=YES)
    assert league.entrants.filter(status=Entrant.Status.ENTERED).count() == 4
    assert len(rows_of(league)) == 4
