"""Squads of teams that change: names and bots put in, the order, the captain, until when and by whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.models import Availability, Fixture, Member, Round, TeamLineUp
from league.competitions.policy.parties import leaders_of
from league.competitions.verbs import create, entries, joining, line_ups, rounds, sides, squads
from league.competitions.verbs.results import collect
from league.players.models import Notification
from league.privacy import leaving
from tests.league.builders import competition
from tests.league.competitions.documents import equal_elsewhere, written
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish
from tests.league.teams import boards_of, league, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


def names_of(team):
    """The people of ``team`` without its name, the captain first."""
    team.refresh_from_db()
    people = [team.player, *(member.user for member in team.members.order_by("number"))]
    return [person.nickname.removeprefix(f"{team.name} ") for person in people]


def team_of(cup, name="Bar Centrale"):
    return cup.entrants.get(name=name)


# ── names and bots ──
def test_one_organiser_fills_eight_teams_alone(cast):
    cup = competition(cast.organiser, "league", 8, boards=4, settings={"times": 1})
    names = [f"Team {letter}" for letter in "ABCDEFGH"]
    entries.enter_names(competition=cup, by=cast.organiser, names=names)
    squads.add_names(entrant=team_of(cup, "Team A"), by=cast.organiser, names="Aldo\nBerta")
    assert squads.fill_all(competition=cup, by=cast.organiser) == 7 * 3 + 1
    assert squads.fill_all(competition=cup, by=cast.organiser) == 0, "a second press adds nobody"
    assert {team.members.count() for team in cup.entrants.all()} == {3}
    everybody = [*cup.entrants.values_list("player", flat=True), *Member.objects.values_list("user", flat=True)]
    assert len(everybody) == len(set(everybody)) == 32
    assert rounds.start(competition=cup, by=cast.organiser).status == "running"


def test_one_press_fills_places_and_squads(cast):
    cup = competition(cast.organiser, "league", 6, boards=3, settings={"times": 1})
    entries.enter_names(competition=cup, by=cast.organiser, names=["People", "Others"])
    (alone,) = squads.fill_up(competition=cup, by=cast.organiser, count=1)
    assert [team.members.count() for team in (alone, team_of(cup, "People"))] == [2, 0], "by number only the new ones"
    assert len(squads.fill_up(competition=cup, by=cast.organiser)) == 3
    assert [team.members.count() for team in cup.entrants.all()] == [2] * 6
    with pytest.raises(EntryRefused):
        squads.fill_up(competition=cup, by=cast.organiser)
    member = team_of(cup, "Others").members.first()
    squads.take_off(entrant=team_of(cup, "Others"), by=cast.organiser, number=member.number)
    assert squads.fill_up(competition=cup, by=cast.organiser) == [], "all teams are there, and one has a place"
    assert rounds.start(competition=cup, by=cast.organiser).status == "running"


def test_names_are_put_in_all_or_none(cast):
    team = team_of(league(cast.organiser, boards=2, squad=3))
    squads.add_names(entrant=team, by=team.player, names=["Aldo", "Berta"])
    assert names_of(team) == ["0", "1", "2", "Aldo", "Berta"]
    for names in (["Carlo", "aldo"], [""], ["Carlo", "x" * 61], [f"Name {number}" for number in range(8)]):
        with pytest.raises(EntryRefused):
            squads.add_names(entrant=team, by=team.player, names=names)
    assert names_of(team) == ["0", "1", "2", "Aldo", "Berta"]
    assert not team.members.get(number=3).user.has_usable_password()


def test_bots_fill_a_squad_up_to_a_number_and_stand_in_no_other(cast):
    cup = league(cast.organiser, boards=2, squad=2)
    team, other = team_of(cup), team_of(cup, "Torre Civetta")
    squads.fill(entrant=team, by=cast.organiser, people=4, level="beginner")
    squads.fill(entrant=team, by=cast.organiser, people=4)
    squads.fill(entrant=other, by=cast.organiser, people=12)
    bots = [member.user for member in Member.objects.filter(user__kind="bot")]
    assert (team.members.count(), other.members.count()) == (3, 11) and len(bots) == len(set(bots)) == 12
    assert {member.user.bot for member in team.members.filter(user__kind="bot")} == {"beginner"}
    added = entries.add_bots(competition=competition(cast.organiser, "league", 2, boards=2), by=cast.organiser)
    assert len(added) == 2, "another competition has all bots again"


def test_a_competition_for_people_takes_no_bots_into_squads(cast):
    cup = league(cast.organiser, boards=2, squad=1, bots_allowed=False)
    with pytest.raises(EntryRefused):
        squads.fill_all(competition=cup, by=cast.organiser)
    assert not Member.objects.filter(user__kind="bot").exists()


def test_a_bot_names_no_line_up(cast):
    cup = league(cast.organiser, boards=2, squad=2)
    team = team_of(cup)
    squads.fill(entrant=team, by=cast.organiser, people=3)
    squads.place(entrant=team, by=team.player, player=team.members.get(number=2).user_id, number=1)
    assert [person.nickname for person in leaders_of(team)] == ["Bar Centrale 0", "Bar Centrale 1"]
    with pytest.raises(EntryRefused):
        squads.make_captain(entrant=team, by=team.player, player=team.members.get(number=1).user_id)


def test_teams_of_bots_play_at_once(cast):
    """Nobody would name their line-ups, and nobody waits for them."""
    cup = competition(cast.organiser, "league", 4, boards=2, settings={"times": 1})
    entries.add_bots(competition=cup, by=cast.organiser, count=3)
    human = joining.enter_as_guest(competition=cup, nickname="Ada", name="People")
    squads.fill_all(competition=cup, by=cast.organiser)
    rounds.start(competition=cup, by=cast.organiser)
    assert line_ups.open_due() == 2
    opened = [tie for tie in ties_of(cup) if boards_of(tie)[0].home_player_id]
    assert len(opened) == 1 and human not in (opened[0].home, opened[0].away)
    assert all(fixture.match for fixture in boards_of(opened[0]))
    [waiting] = [tie for tie in ties_of(cup) if tie.round.number == 1 and tie != opened[0]]
    assert [line_up.entrant_id for line_up in waiting.line_ups.all()] == [
        side.pk for side in (waiting.home, waiting.away) if side != human
    ]
    assert line_ups.open_due() == 0


# ── until when, and by whom ──
def test_captains_change_their_squads_until_a_round_opens(cast):
    cup = running_teams(cast.organiser, teams=4, boards=2, squad=4, squad_round=2, advance="click")
    rounds.open_round(competition=cup, number=1, by=cast.organiser) if not ties_of(cup)[0].round.opens_at else None
    team = team_of(cup)
    squads.add_names(entrant=team, by=team.player, names=["Aldo"])
    joining.join_as_guest(key=team.side_key, nickname="Berta")
    assert names_of(team) == ["0", "1", "2", "3", "Aldo", "Berta"]
    sides.leave_side(entrant=team, player=team.members.get(number=5).user)
    Round.objects.filter(stage__competition=cup, number=2).update(status=Round.Status.OPEN)
    with pytest.raises(WrongStep):
        squads.add_names(entrant=team, by=team.player, names=["Carlo"])
    with pytest.raises(WrongStep):
        joining.join_as_guest(key=team.side_key, nickname="Carlo")
    with pytest.raises(WrongStep):
        sides.leave_side(entrant=team, player=team.members.get(number=4).user)
    with pytest.raises(WrongStep):
        squads.add_names(entrant=team, by=cast.organiser, names=["Carlo"], reason=" ")
    squads.add_names(entrant=team, by=cast.organiser, names=["Carlo"], reason="Aldo is ill")
    squads.take_off(entrant=team, by=cast.organiser, number=4, reason="ill")
    assert names_of(team) == ["0", "1", "2", "3", "Carlo"]
    reasons = [str(entry.message) for entry in cup.audit.filter(verb="squad", actor=cast.organiser)]
    assert any("Aldo is ill" in reason for reason in reasons)


def test_a_squad_that_plays_keeps_somebody_for_each_board(cast):
    cup = running_teams(cast.organiser, boards=2, squad=2)
    team = team_of(cup)
    with pytest.raises(EntryRefused):
        squads.take_off(entrant=team, by=cast.organiser, number=1, reason="ill")
    squads.add_names(entrant=team, by=cast.organiser, names=["Aldo"], reason="ill")
    squads.take_off(entrant=team, by=cast.organiser, number=1, reason="ill")
    assert names_of(team) == ["0", "Aldo"]


def test_the_audit_tells_every_change_of_a_squad(cast):
    team = team_of(league(cast.organiser, boards=2, squad=3))
    captain, first, second = team.player, *(member.user for member in team.members.order_by("number"))
    squads.add_names(entrant=team, by=captain, names=["Aldo"])
    squads.place(entrant=team, by=captain, player=second.pk, number=1)
    squads.make_captain(entrant=team, by=captain, player=first.pk)
    squads.take_off(entrant=team, by=first, number=1)
    lines = team.competition.audit.filter(verb__in=("squad", "captain")).order_by("id").select_related("actor")
    assert [(line.actor, *line.message) for line in lines] == [
        (captain, "{names} now play for {team}", {"names": "Aldo", "team": team.name}),
        (
            captain,
            "{name} and {other} changed places in the squad of {team}",
            {"name": second.nickname, "other": first.nickname, "team": team.name},
        ),
        (
            captain,
            "{name} leads {team} in place of {before}",
            {"name": first.nickname, "team": team.name, "before": captain.nickname},
        ),
        (first, "{name} no longer plays for {team}", {"name": second.nickname, "team": team.name}),
    ]


def test_a_team_that_has_left_takes_nobody(cast):
    team = team_of(league(cast.organiser, boards=2, squad=2))
    entries.leave(entrant=team, by=cast.organiser)
    with pytest.raises(EntryRefused, match="has left"):
        squads.add_names(entrant=team, by=cast.organiser, names=["Aldo"])


def test_who_has_left_a_team_may_join_another_one(cast):
    cup = league(cast.organiser, boards=2, squad=3)
    team, other = team_of(cup), team_of(cup, "Torre Civetta")
    person = team.members.get(number=1).user
    with pytest.raises(EntryRefused):
        sides.join(key=other.side_key, player=person)
    sides.leave_side(entrant=team, player=person)
    sides.join(key=other.side_key, player=person)
    assert Member.objects.get(user=person).entrant == other


# ── line-ups ──
def test_whoever_is_taken_off_keeps_an_opened_board(cast):
    cup = running_teams(cast.organiser, boards=2, squad=4)
    tie = ties_of(cup)[0]
    seal(tie, tie.home, 2, 0)
    seal(tie, tie.away)
    board = boards_of(tie)[0]
    left = board.home_player
    squads.take_off(entrant=tie.home, by=cast.organiser, number=2, reason="moves away")
    board.refresh_from_db()
    assert board.home_player == left and board.match.seats.filter(user=left).exists()
    for fixture in boards_of(tie):
        finish(fixture.match, 2, 0)
        collect()
    cup.refresh_from_db()
    assert cup.status == "finished" and picture(cup) == computed_again(cup)
    [first, _second] = written(cup)["stages"][0]["rounds"][0]["ties"][0]["fixtures"]
    assert (first["home_player"], first["home_former"]) == (None, left.nickname)
    equal_elsewhere(cup, cast.organiser)


def named(line_up):
    """Whom ``line_up`` names, by board."""
    line_up.refresh_from_db()
    team = line_up.entrant
    people = {0: team.player} | {member.number: member.user for member in team.members.all()}
    return [people[number].nickname.removeprefix(f"{team.name} ") for number in line_up.numbers]


def test_the_squads_of_a_cancelled_competition_are_closed(cast):
    cup = running_teams(cast.organiser, teams=2, boards=2, squad=2, squad_round=9)
    assert squads.are_open(cup)
    assert not squads.are_open(create.cancel(competition=cup, by=cast.organiser, reason="rain"))


def test_sealed_line_ups_name_the_same_people_when_numbers_change(cast):
    cup = running_teams(cast.organiser, teams=2, boards=3, squad=5, squad_round=3)
    tie = ties_of(cup)[0]
    line_up = seal(tie, tie.home, 2, 0, 1)
    first, third = (tie.home.members.get(number=number).user_id for number in (1, 3))
    squads.place(entrant=tie.home, by=tie.home.player, player=third, number=1)
    squads.make_captain(entrant=tie.home, by=tie.home.player, player=first)
    line_up = TeamLineUp.objects.get()
    assert named(line_up) == ["2", "0", "1"]
    assert not Notification.objects.filter(key__startswith="line_up_changed").exists()


def test_a_sealed_board_of_somebody_who_left_is_filled_and_the_captain_is_told(cast):
    cup = running_teams(cast.organiser, teams=2, boards=3, squad=5)
    tie = ties_of(cup)[0]
    seal(tie, tie.home, 4, 2, 0)
    squads.take_off(entrant=tie.home, by=cast.organiser, number=2, reason="ill")
    assert named(TeamLineUp.objects.get()) == ["4", "1", "0"]
    told = Notification.objects.filter(key__startswith="line_up_changed")
    assert {row.user for row in told} == set(leaders_of(tie.home))
    seal(tie, tie.away)
    assert [fixture.home_player.nickname[-1] for fixture in boards_of(tie)] == ["4", "1", "0"]


def test_a_silent_captain_s_last_people_play_whatever_their_numbers_are_now(cast):
    cup = running_teams(cast.organiser, teams=3, boards=2, squad=4, squad_round=9)
    team = ties_of(cup)[0].home
    first, second = [tie for tie in ties_of(cup) if team in (tie.home, tie.away)]
    line_ups.hand_in(tie=first, by=team.player, numbers=[3, 2])
    rival = first.away if first.home == team else first.home
    seal(first, rival)
    third = team.members.get(number=3).user_id
    squads.place(entrant=team, by=team.player, player=third, number=1)
    assert line_ups.usual(cup, team, second) == [1, 2]


# ── the captain ──
def test_the_captain_and_another_change_places(cast):
    cup = league(cast.organiser, boards=2, squad=4)
    team = team_of(cup)
    before, heir = team.player, team.members.get(number=2).user
    key = team.personal_key
    for _again in range(2):
        squads.make_captain(entrant=team, by=cast.organiser, player=heir.pk)
        assert names_of(team) == ["2", "1", "0", "3"]
    assert team.personal_key not in ("", key), "the link of the captain before opens no other player"
    assert cup.audit.filter(verb="captain").count() == 1
    assert Notification.objects.get(key__startswith="captain:").user == heir
    with pytest.raises(EntryRefused):
        squads.make_captain(entrant=team, by=heir, player=cast.stranger.pk)
    squads.take_off(entrant=team, by=heir, number=2, player=before.pk)
    assert names_of(team) == ["2", "1", "3"]


def test_the_next_person_leads_when_the_captain_leaves(cast):
    cup = league(cast.organiser, boards=2, squad=3)
    team = team_of(cup)
    squads.fill(entrant=team, by=cast.organiser, people=4)
    bot = team.members.get(number=3)
    squads.place(entrant=team, by=cast.organiser, player=bot.user_id, number=1)
    captain = team.player
    sides.leave_side(entrant=team, player=captain)
    assert names_of(team)[:2] == ["2", bot.user.nickname]
    sides.leave_side(entrant=team, player=captain)
    sides.leave_side(entrant=team, player=team.player)
    assert names_of(team)[0] == "1"
    with pytest.raises(EntryRefused):
        sides.leave_side(entrant=team, player=team.player)
    assert team.status == "entered"


def test_the_captain_leaves_a_running_team_with_a_sealed_line_up(cast):
    cup = running_teams(cast.organiser, teams=2, boards=2, squad=4, squad_round=9)
    tie = ties_of(cup)[0]
    seal(tie, tie.home, 0, 2)
    sides.leave_side(entrant=tie.home, player=tie.home.player)
    team = team_of(cup, tie.home.name)
    assert names_of(team) == ["1", "2", "3"] and named(TeamLineUp.objects.get()) == ["1", "2"]
    assert picture(cup) == computed_again(cup)


def test_a_late_availability_leaves_with_its_person(cast):
    cup = running_teams(cast.organiser, teams=2, boards=2, squad=4, squad_round=9)
    tie = ties_of(cup)[0]
    gone = tie.home.members.get(number=3)
    Availability.objects.create(tie=tie, entrant=tie.home, user=gone.user, asked_at=timezone.now() - timedelta(hours=1))
    sides.leave_side(entrant=tie.home, player=gone.user)
    assert not Availability.objects.exists() and not Fixture.objects.filter(home_player=gone.user).exists()


def test_a_team_outlives_the_account_of_its_captain(cast):
    cup = running_teams(cast.organiser, teams=2, boards=2, squad=3, captain=cast.anna)
    tie = ties_of(cup)[0]
    seal(tie, team_of(cup))
    leaving.leave(person=cast.anna)
    team = team_of(cup)
    assert team.status == "entered" and names_of(team) == ["1", "2"]
    seal(tie, team_of(cup, "Torre Civetta"))
    assert all(fixture.home_player and fixture.away_player for fixture in boards_of(tie))
    assert picture(cup) == computed_again(cup)


def test_a_captain_who_leaves_the_site_leaves_the_own_board_and_no_other(cast):
    cup = running_teams(cast.organiser, teams=2, boards=2, squad=3, captain=cast.anna)
    tie = ties_of(cup)[0]
    seal(tie, team_of(cup), 0, 1)
    seal(tie, team_of(cup, "Torre Civetta"))
    own, other = ("home_player", "away_player") if tie.home == team_of(cup) else ("away_player", "home_player")
    first, second = boards_of(tie)
    assert getattr(first, own) == cast.anna
    leaving.leave(person=cast.anna)
    lost, kept = boards_of(tie)
    assert (getattr(lost, own), lost.match, lost.status) == (None, None, "walkover") and getattr(lost, other)
    assert (getattr(kept, own), kept.match) == (getattr(second, own), second.match)
    assert team_of(cup).status == "entered" and picture(cup) == computed_again(cup)
