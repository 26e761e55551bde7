"""The end of a season: the official table, podium and awards, the archive, the next season with "in or out"."""

import hashlib
import json
from datetime import timedelta

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone

from league.competitions.derivation.podium import podium
from league.competitions.errors import BadSetting, EntryRefused, WrongStep
from league.competitions.models import Competition, Entrant, Fixture, Group, Member, ResultEntry
from league.competitions.verbs import disputes, entries, notes, rounds, rulings, seasons, squads
from league.competitions.verbs.create import cancel
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent, Score
from league.players.models import Notification
from league.seasons.derivation import awards
from league.seasons.models import Archive, Asking, Renewal
from league.seasons.tasks import close_askings
from league.seasons.verbs import official, renewals, substitutes
from league.seasons.verbs.substitutes import Successor
from league.statistics.models import MatchFigures
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures, play_out
from tests.league.teams import running_teams

pytestmark = pytest.mark.django_db


def past_the_window(row):
    """Let the time go by in which a result can be disputed."""
    ResultEntry.objects.filter(competition=row).update(at=timezone.now() - timedelta(days=30))


@pytest.fixture
def over(cast):
    """A league of four that is over, its dispute window too; anna and bruno play."""
    row = competition(cast.organiser, "league", 4, settings={"times": 1})
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=row, player=player)
    entries.enter_names(competition=row, by=cast.organiser, names="Ugo\nVera")
    rounds.start(competition=row, by=cast.organiser)
    play_out(row)
    past_the_window(row)
    row.refresh_from_db()
    return row


def test_a_table_is_official_only_when_nothing_is_open(cast):
    row = running(cast.organiser, "league", entrants=3, settings={"times": 1})
    with pytest.raises(WrongStep, match="not finished"):
        official.make_official(competition=row, by=cast.organiser)
    play_out(row)
    with pytest.raises(WrongStep, match="dispute results until"):
        official.make_official(competition=row, by=cast.organiser)
    fixture = Fixture.objects.filter(tie__round__stage__competition=row).select_related("home__player").first()
    open_one = disputes.dispute(fixture=fixture, by=fixture.home.player, statement="Not so")
    past_the_window(row)
    with pytest.raises(WrongStep, match="Disputes open: 1"):
        official.make_official(competition=row, by=cast.organiser)
    disputes.let_stand(dispute=open_one, by=cast.organiser, reason="seen")
    archive = official.make_official(competition=row, by=cast.organiser)
    assert official.make_official(competition=row, by=cast.organiser).id == archive.id and Archive.objects.count() == 1


def test_an_official_log_takes_nothing_more_until_it_is_reopened(over, cast):
    official.make_official(competition=over, by=cast.organiser)
    over.refresh_from_db()
    fixture = Fixture.objects.filter(tie__round__stage__competition=over).select_related("home__player").first()
    entrant = over.entrants.first()
    yes = Consent(confirmed=True)
    orders = (
        lambda: rulings.enter_result(fixture=fixture, score=Score(9, 0), by=cast.organiser, reason="x", consent=yes),
        lambda: rulings.walkover(fixture=fixture, winner="home", by=cast.organiser, reason="x", consent=yes),
        lambda: rulings.replay(fixture=fixture, by=cast.organiser, reason="x", consent=yes),
        lambda: rulings.void(fixture=fixture, by=cast.organiser, reason="x", consent=yes),
        lambda: rulings.withdraw(entrant=entrant, by=cast.organiser, reason="x"),
        lambda: rulings.deduct(entrant=entrant, points=1, by=cast.organiser, reason="x"),
    )
    for order in orders:
        with pytest.raises(WrongStep, match="official"):
            order()
    notes.announce(competition=over, by=cast.organiser, words="Thank you all")
    with pytest.raises(BadSetting):
        official.reopen(competition=over, by=cast.organiser, reason=" ")
    official.reopen(competition=over, by=cast.organiser, reason="a wrong score")
    official.reopen(competition=over, by=cast.organiser, reason="a wrong score")
    assert over.audit.filter(verb="reopen_official").count() == 1
    rulings.enter_result(fixture=fixture, score=Score(9, 0), by=cast.organiser, reason="typed wrong", consent=yes)
    past_the_window(over)
    assert official.make_official(competition=over, by=cast.organiser).edition == 2
    first, second = Archive.objects.order_by("edition")
    scores = [[match["score"] for match in edition.pages["en"]["rounds"][0]["matches"]] for edition in (first, second)]
    assert "9–0" not in scores[0] and "9–0" in scores[1], "an edition stands still"


def test_the_podium_of_every_format(cast):
    league = running(cast.organiser, "league", entrants=4, settings={"times": 1})
    assert podium(league) == []
    play_out(league)
    rows = Group.objects.get(stage__competition=league).table["rows"]
    assert [str(one.entrant.id) for one in podium(league)] == [row["entrant"] for row in rows[:3]]
    cup = running(cast.organiser, "cup", entrants=8)
    play_out(cup)
    places = podium(cup)
    assert [place.rank for place in places] == [1, 2, 3, 3] and places[0].entrant == cup.champion
    assert len({place.entrant.id for place in places}) == 4
    third = running(cast.organiser, "cup", entrants=8, settings={"third_place": True})
    play_out(third)
    assert [one.rank for one in podium(third)] == [1, 2, 3]
    double = running(cast.organiser, "double", entrants=4)
    play_out(double)
    assert [one.rank for one in podium(double)] == [1, 2, 3] and podium(double)[0].entrant == double.champion
    divisions = running(cast.organiser, "divisions", entrants=8, settings={"times": 1, "move": 1})
    play_out(divisions)
    places = podium(divisions)
    assert [(place.rank, place.division) for place in places] == [(1, ""), (2, ""), (3, ""), (1, "2")]


def told(fixture, seats, piece="striker"):
    """The story of a match whose goals fell in the order of ``seats``."""
    goals = [
        {"seat": seat, "v": at, "piece": piece, "name": ["number {n}", {"n": "9"}]} for at, seat in enumerate(seats)
    ]
    MatchFigures.objects.update_or_create(
        match_id=fixture.match_id, defaults={"version": 1, "figures": {}, "story": {"goals": goals, "kicks": 0}}
    )


def test_awards_follow_from_what_was_played(cast):
    row = running(cast.organiser, "league", entrants=3, settings={"times": 1})
    scores = []
    while fixtures := open_fixtures(row):
        for fixture in fixtures:
            score = [(1, 0), (3, 2), (0, 2)][len(scores)]
            finish(fixture.match, *score)
            scores.append((fixture, score))
        collect()
    row.refresh_from_db()
    assert row.status == "finished"
    first, second, third = (fixture for fixture, _score in scores)
    told(first, ["home"], piece="wing")
    told(second, ["away", "away", "home", "home", "home"])
    told(third, ["away", "away"], piece="wing")
    award_by_key = {award.key: award for award in awards.awards_of(row)}
    against = {}
    for fixture, (home, away) in scores:
        against[fixture.home.name] = against.get(fixture.home.name, 0) + away
        against[fixture.away.name] = against.get(fixture.away.name, 0) + home
    assert {holder.name for holder in award_by_key["defence"].holders} == {
        name for name, goals in against.items() if goals == min(against.values())
    }
    assert award_by_key["comeback"].holders == (second.home,) and "0–2" in award_by_key["comeback"].reason
    assert award_by_key["piece"].holders == (second.home,) and "3 goals" in award_by_key["piece"].reason
    assert "fair_play" not in award_by_key, "nobody told the cards of these matches, or nobody was shown one"
    told(second, ["home", "away"])
    assert "piece" in {award.key for award in awards.awards_of(row)}
    assert "comeback" not in {award.key for award in awards.awards_of(row)}, "a story of another result says nothing"


def test_one_goal_and_one_match_are_no_plurals(cast):
    cup = running(cast.organiser, entrants=2)
    rulings.enter_result(fixture=open_fixtures(cup)[0], score=Score(2, 1), by=cast.organiser)
    (defence,) = [award for award in awards.awards_of(Competition.objects.get(pk=cup.pk)) if award.key == "defence"]
    assert defence.reason == "1 goal against in 1 match"


def test_the_archive_says_everything_in_both_languages(over, cast):
    notes.announce(competition=over, by=cast.organiser, words="Thank you all")
    archive = official.make_official(competition=over, by=cast.organiser)
    english, italian = archive.pages["en"], archive.pages["it"]
    canonical = json.dumps(archive.pages, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert archive.digest == hashlib.sha256(canonical.encode()).hexdigest()
    assert english["champion"] == over.champion.name == english["podium"][0]["name"]
    assert len(english["tables"][0]["rows"]) == 4 and len(english["rounds"]) == 3
    assert sum(len(round_row["matches"]) for round_row in english["rounds"]) == 6
    assert english["rounds"][0]["name"] == "Matchday 1" and italian["rounds"][0]["name"] == "Giornata 1"
    assert english["rules_version"] >= 1 and english["rules"]["criteria"] and english["rules"]["options"]
    assert any("official" in one["words"] for one in english["audit"])
    assert Notification.objects.filter(user=cast.anna, key__startswith="official:").count() == 1


def test_everybody_of_the_last_season_is_asked_in_or_out(over, cast):
    after = renewals.next_season(competition=over, by=cast.organiser)
    assert renewals.next_season(competition=over, by=cast.organiser).id == after.id
    assert (after.season, after.previous_id, after.status) == (2, over.id, "registration")
    assert after.entrants.filter(status="entered").count() == 4
    [word] = Notification.objects.filter(user=cast.anna, key__startswith="renewal:")
    renewal = Renewal.objects.get(entrant__player=cast.anna)
    assert word.url == f"/in-or-out/{renewal.key}/"
    renewals.answer(key=renewal.key, reply="in")
    renewals.answer(key=renewal.key, reply="in")
    assert after.audit.filter(verb="answer").count() == 1
    bruno = Renewal.objects.get(entrant__player=cast.bruno)
    waiting = entries.enter(competition=after, player=cast.stranger)
    assert waiting.status == "waiting", "the places are held"
    renewals.answer(key=bruno.key, reply="out")
    waiting.refresh_from_db()
    assert waiting.status == "entered", "who waits has the place at once"
    renewals.answer(key=bruno.key, reply="in")
    assert after.entrants.get(player=cast.bruno).status == "waiting", "back at the end of the line"
    with pytest.raises(WrongStep, match="waiting for answers"):
        rounds.start(competition=after, by=cast.organiser)
    assert renewals.ask_again(competition=after, by=cast.organiser) == 2
    assert renewals.ask_again(competition=after, by=cast.organiser) == 0
    assert close_askings() == 0
    Asking.objects.update(until=timezone.now() - timedelta(hours=1))
    assert close_askings() == 1 and close_askings() == 0
    assert set(after.entrants.filter(status="entered").values_list("player", flat=True)) == {
        cast.anna.pk,
        cast.bruno.pk,
        cast.stranger.pk,
    }
    with pytest.raises(EntryRefused):
        renewals.answer(key=renewal.key, reply="out")
    with pytest.raises(EntryRefused):
        renewals.answer(key="nobody", reply="in")
    with pytest.raises(EntryRefused):
        renewals.answer(key=renewal.key, reply="perhaps")
    assert rounds.start(competition=after, by=cast.organiser).status == "running"


def test_nobody_is_told_to_be_in_before_the_answer(client, over, cast):
    after = renewals.next_season(competition=over, by=cast.organiser)
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/competitions/{after.slug}/"
    text = client.get(page).text
    assert "We hold a place for you" in text and "You are in." not in text
    renewals.answer(key=Renewal.objects.get(entrant__player=cast.anna).key, reply="in")
    text = client.get(page).text
    assert "We hold a place for you" not in text and "You are in." in text


def test_who_leaves_or_enters_again_by_another_way_has_answered(over, cast):
    after = renewals.next_season(competition=over, by=cast.organiser)
    asked = Renewal.objects.filter(asking__competition=after)
    entries.leave(entrant=after.entrants.get(player=cast.anna), by=cast.anna)
    entries.leave(entrant=after.entrants.get(player=cast.bruno), by=cast.organiser)
    assert {*asked.filter(answer="out").values_list("entrant__name", flat=True)} == {"anna", "bruno"}
    entries.enter(competition=after, player=cast.anna)
    entries.put_back(entrant=after.entrants.get(player=cast.bruno), by=cast.organiser)
    assert {*asked.filter(answer="in").values_list("entrant__name", flat=True)} == {"anna", "bruno"}
    assert renewals.close(competition=after, by=cast.organiser) == 2, "the silent are the two others"
    assert after.entrants.filter(status="entered").count() == 2
    entries.leave(entrant=after.entrants.get(player=cast.anna), by=cast.anna)
    assert asked.get(entrant__player=cast.anna).answer == "in", "a closed question keeps its answers"


def test_divisions_are_filled_from_below_and_newcomers_come_in_at_the_foot(cast):
    row = running(cast.organiser, "divisions", entrants=8, settings={"times": 1, "move": 1, "playoff": 0})
    play_out(row)
    upper, lower = (
        [line["entrant"] for line in group.table["rows"]]
        for group in Group.objects.filter(stage__competition=row).order_by("number")
    )
    after = renewals.next_season(competition=row, by=cast.organiser)
    who = {str(renewal.carried_id): renewal for renewal in Renewal.objects.select_related("entrant")}
    assert who[lower[0]].entrant.division == 1 and who[upper[3]].entrant.division == 2
    for key, one in who.items():
        renewals.answer(key=one.key, reply="out" if key == upper[0] else "in")
    entries.enter_names(competition=after, by=cast.organiser, names="Zora")
    assert renewals.close(competition=after, by=cast.organiser) == 0
    now = {entrant.player_id: entrant.division for entrant in after.entrants.filter(status="entered")}
    assert sorted(now.values()) == [1] * 4 + [2] * 4
    assert now[who[upper[3]].entrant.player_id] == 1, "a place above is filled by the first of those below"
    assert now[after.entrants.get(name="Zora").player_id] == 2
    rounds.start(competition=after, by=cast.organiser)
    groups = Group.objects.filter(stage__competition=after).order_by("number")
    assert [len(group.members) for group in groups] == [4, 4]


def test_a_team_mate_without_an_account_has_a_new_link_in_the_next_season(cast):
    row = running_teams(cast.organiser, 2, 2)
    guest, member = Member.objects.filter(entrant__competition=row).order_by("entrant", "number")[:2]
    Member.objects.filter(pk=guest.pk).update(personal_key="k" * 32)
    Member.objects.filter(pk=member.pk).update(personal_key="")
    for fixture in Fixture.objects.filter(competition=row, home__isnull=False, away__isnull=False):
        rulings.walkover(fixture=fixture, winner="home", by=cast.organiser, reason="did not come")
    row.refresh_from_db()
    after = renewals.next_season(competition=row, by=cast.organiser)
    keys = dict(Member.objects.filter(entrant__competition=after).values_list("user", "personal_key"))
    assert keys[guest.user_id] not in ("", "k" * 32) and keys[member.user_id] == ""


def test_a_team_keeps_its_division_under_another_captain(cast):
    row = running_teams(cast.organiser, 6, 2, preset="divisions", settings={"times": 1, "move": 1, "playoff": 0})
    for fixture in Fixture.objects.filter(competition=row, home__isnull=False, away__isnull=False):
        rulings.walkover(fixture=fixture, winner="home", by=cast.organiser, reason="did not come")
    row.refresh_from_db()
    assert row.status == "finished"
    after = renewals.next_season(competition=row, by=cast.organiser)
    planned = dict(after.entrants.values_list("name", "division"))
    upper = after.entrants.filter(division=1).first()
    squads.make_captain(entrant=upper, by=cast.organiser, player=upper.members.first().user_id)
    for one in Renewal.objects.all():
        renewals.answer(key=one.key, reply="in")
    renewals.close(competition=after, by=cast.organiser)
    assert dict(after.entrants.values_list("name", "division")) == planned


def test_a_cancelled_next_season_is_made_again(over, cast):
    first = renewals.next_season(competition=over, by=cast.organiser)
    cancel(competition=first, by=cast.organiser, reason="The bar closes")
    again = renewals.next_season(competition=over, by=cast.organiser)
    assert again.pk != first.pk and again.status == "registration"
    assert Renewal.objects.filter(asking__competition=again).count() == 4
    assert renewals.next_season(competition=over, by=cast.organiser).pk == again.pk


@pytest.mark.parametrize("preset", ["cup", "world_cup", "swiss", "champions"])
def test_any_competition_has_a_next_season(cast, preset):
    row = running(cast.organiser, preset, entrants=8)
    with pytest.raises(WrongStep):
        renewals.next_season(competition=row, by=cast.organiser)
    play_out(row)
    after = seasons.following(competition=row, by=cast.organiser)
    before = {stage_row.number: (stage_row.format, stage_row.settings) for stage_row in row.stages.all()}
    for stage in after.stages.all():
        format, settings = before[stage.number]
        assert stage.format == format
        assert {key: settings[key] for key in stage.settings if key in settings} == stage.settings
    assert after.entrants.count() == 8
    strongest = after.entrants.order_by("-strength").first()
    assert strongest.player_id == row.champion.player_id
    rounds.start(competition=after, by=cast.organiser)
    play_out(after)
    assert after.status == "finished"


def test_who_was_replaced_is_not_asked_and_who_took_over_is(cast):
    row = running(cast.organiser, "league", entrants=3, settings={"times": 1})
    own_entrant = row.entrants.first()
    substitutes.substitute(
        entrant=own_entrant, by=cast.organiser, successor=Successor(name="Zora"), consent=Consent(confirmed=True)
    )
    play_out(row)
    after = renewals.next_season(competition=row, by=cast.organiser)
    names = set(after.entrants.values_list("name", flat=True))
    assert "Zora" in names and len(names) == 3
    with pytest.raises(ObjectDoesNotExist):
        after.entrants.get(name=Entrant.objects.get(id=own_entrant.id).stands_in_for)


def test_the_deadline_can_be_moved(over, cast):
    with pytest.raises(BadSetting):
        renewals.next_season(competition=over, by=cast.organiser, until=timezone.now() - timedelta(days=1))
    assert not Competition.objects.filter(previous=over).exists()
    after = renewals.next_season(competition=over, by=cast.organiser, until=timezone.now() + timedelta(days=2))
    later = timezone.now() + timedelta(days=5)
    assert renewals.extend(competition=after, until=later, by=cast.organiser).until == later
    with pytest.raises(BadSetting):
        renewals.extend(competition=after, until=timezone.now(), by=cast.organiser)


def test_the_task_leaves_a_question_that_was_just_extended(cast):
    row = running(cast.organiser, "cup", entrants=2)
    play_out(row)
    after = renewals.next_season(competition=row, by=cast.organiser)
    assert renewals.close(competition=after, by=None) == 0
    assert Asking.objects.get().closed_at is None
    assert after.entrants.filter(status="entered").count() == 2
