"""Acts of organisers in an order that nobody planned for: each was wrong once."""

import html
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.errors import WrongStep
from league.competitions.models import Competition, Fixture, Group, Round, Stage, Tie
from league.competitions.verbs import check_in, create, drawing, entries, reopening, rounds, rulings, swiss
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from league.standings.words import say
from matches.models import Match, Outbox
from tests.league.builders import competition, running
from tests.league.competitions.test_chains import TWICE, started
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, open_fixtures, play_out
from tests.web.test_competitions import as_


def rows_of(group):
    return {row["entrant"]: row for row in group.table["rows"]}


@pytest.mark.parametrize(
    ("preset", "few", "many", "settings"),
    [
        ("world_cup", 5, 16, {"groups": 4, "through": 2}),
        ("world_cup", 24, 18, {"groups": 6, "through": 2, "best": 4}),
        ("swiss", 4, 9, {"rounds": 6}),
        ("divisions", 6, 12, {"divisions": 2, "move": 1, "playoff": 1}),
    ],
)
def test_what_the_start_fitted_to_who_came_is_as_it_was_said_once_it_is_taken_back(cast, preset, few, many, settings):
    """The start fits groups, rounds and play-offs to how many there are; others may come before the next start."""
    tournament = competition(cast.organiser, preset, max(few, many), settings=settings)
    everybody = [f"Player {number}" for number in range(1, max(few, many) + 1)]
    typed = entries.enter_names(competition=tournament, by=cast.organiser, names=everybody[:few])
    said = list(tournament.stages.order_by("number").values_list("format", "settings"))
    rounds.start(competition=tournament, by=cast.organiser)
    reopening.take_start_back(competition=tournament, by=cast.organiser, reason="others are at the door")
    assert list(tournament.stages.order_by("number").values_list("format", "settings")) == said
    create.change(competition=tournament, by=cast.organiser, settings=settings, places=max(few, many))
    for one in typed[many:]:
        entries.leave(entrant=one, by=cast.organiser)
    if many > few:
        entries.enter_names(competition=tournament, by=cast.organiser, names=everybody[few:many])
    rounds.start(competition=tournament, by=cast.organiser)
    again = running(cast.organiser, preset, many, settings=settings)

    def built(cup):
        ties = Tie.objects.filter(round__stage__competition=cup).order_by("round__number", "number")
        stages = cup.stages.order_by("number")
        return list(stages.values_list("format", "settings")), list(ties.values_list("home_slot", "away_slot")[:12])

    assert built(tournament)[0] == built(again)[0] and len(built(tournament)[1]) == len(built(again)[1])
    play_out(tournament)
    assert tournament.status == "finished"


def test_a_withdrawal_voids_the_table_of_a_later_stage_too(cast):
    cup = started(cast, 16, stages=TWICE, withdrawals="void")
    play_out(cup, until=24)
    group = Group.objects.filter(stage__competition=cup, stage__number=2).order_by("number").first()
    [first, *_others] = [fixture for fixture in open_fixtures(cup) if fixture.tie.group_id == group.id]
    finish(first.match, 5, 0)
    collect()
    group.refresh_from_db()
    assert rows_of(group)[str(first.home_id)]["points"] == 3
    rulings.withdraw(entrant=first.home, by=cast.organiser, reason="ill")
    group.refresh_from_db()
    assert str(first.home_id) not in rows_of(group), "one match of three was played: none of them counts"
    assert rows_of(group)[str(first.away_id)]["played"] == 0
    before = Group.objects.filter(stage__competition=cup, stage__number=1)
    assert any(str(first.home_id) in rows_of(one) for one in before), "what was over before stands"
    play_out(cup)
    assert cup.status == "finished" and picture(cup) == computed_again(cup)


def test_fewer_thirds_than_places_for_them_leave_places_empty(cast):
    """Three groups of a Euro lose two each: only three groups have a third."""
    cup = running(cast.organiser, "world_cup", 24, settings={"groups": 6, "best": 4}, withdrawals="void")
    for group in Group.objects.filter(stage__competition=cup).order_by("number")[:3]:
        for row in group.table["rows"][:2]:
            rulings.withdraw(entrant=cup.entrants.get(pk=row["entrant"]), by=cast.organiser, reason="ill")
    play_out(cup)
    assert cup.status == "finished" and cup.champion is not None
    thirds = Tie.objects.filter(round__stage__number=2, round__stage__competition=cup, away_slot__has_key="third")
    assert sorted(tie.away is not None for tie in thirds) == [False, True, True, True]


def test_who_leads_and_withdraws_is_no_champion(cast):
    league = running(cast.organiser, "league", 3, settings={"times": 1})
    [fixture] = open_fixtures(league)
    leader = fixture.home
    finish(fixture.match, 9, 0)
    collect()
    for fixture_row in open_fixtures(league):
        if leader in (fixture_row.home, fixture_row.away):
            finish(fixture_row.match, *((9, 0) if fixture_row.home == leader else (0, 9)))
        else:
            finish(fixture_row.match, 0, 0)
        collect()
    [last] = open_fixtures(league)
    if leader not in (last.home, last.away):
        rulings.withdraw(entrant=leader, by=cast.organiser, reason="moved away")
        finish(last.match, 0, 0)
        collect()
    else:
        rulings.withdraw(entrant=leader, by=cast.organiser, reason="moved away")
    league.refresh_from_db()
    assert league.status == "finished"
    rows = Group.objects.get(stage__competition=league).table["rows"]
    assert rows[0]["entrant"] == str(leader.id), "the results stand"
    assert str(league.champion_id) == rows[1]["entrant"]


def test_who_came_through_by_a_withdrawal_leaves_the_way_there_as_it_was(cast):
    """Both of a semi-final withdraw, one after the other: the second was in the final by then."""
    cup = running(cast.organiser, "cup", 4)
    first, second = open_fixtures(cup)
    finish(second.match, 1, 0)
    collect()
    rulings.withdraw(entrant=first.home, by=cast.organiser, reason="ill")
    final = Fixture.objects.get(tie__kind="final", tie__round__stage__competition=cup)
    assert final.match_id is not None
    rulings.withdraw(entrant=first.away, by=cast.organiser, reason="ill too")
    tie = Tie.objects.get(id=first.tie_id)
    assert (tie.winner, tie.decided) == (first.away, "walkover")
    cup.refresh_from_db()
    assert (cup.status, cup.champion) == ("finished", second.home)
    assert Tie.objects.get(id=final.tie_id).decided == "walkover"
    assert picture(cup) == computed_again(cup)


def test_a_match_that_ends_after_a_side_has_withdrawn_comes_too_late(cast):
    """Its table is stopped, but it may have ended at that moment; the final has begun without it."""
    cup = running(cast.organiser, "cup", 4)
    first, second = open_fixtures(cup)
    finish(second.match, 1, 0)
    collect()
    rulings.withdraw(entrant=first.home, by=cast.organiser, reason="ill")
    finish(first.match, 3, 0)
    collect()
    assert Tie.objects.get(id=first.tie_id).winner == first.away
    assert not Outbox.objects.filter(taken_at__isnull=True).exists()
    assert picture(cup) == computed_again(cup)


@pytest.mark.parametrize("policy", ["award", "void"])
def test_a_table_that_led_into_a_bracket_stands_when_another_of_it_withdraws(cast, policy):
    """The last match of somebody in a group was against who had left: when that one leaves the knockout later, what
    the group came to stands."""
    cup = running(cast.organiser, "world_cup", 8, settings={"groups": 2, "through": 2}, withdrawals=policy)
    group = Group.objects.filter(stage__competition=cup).order_by("number").first()
    leaver = cup.entrants.get(pk=group.table["rows"][-1]["entrant"])
    rulings.withdraw(entrant=leaver, by=cast.organiser, reason="ill")
    for _day in range(3):
        for fixture_row in open_fixtures(cup):
            if fixture_row.tie.group_id is not None and leaver not in (fixture_row.home, fixture_row.away):
                finish(fixture_row.match, fixture_row.home.seed, fixture_row.away.seed)
        collect()
    group.refresh_from_db()
    rows = [row["entrant"] for row in group.table["rows"]]
    knockout = [fixture for fixture in open_fixtures(cup) if fixture.tie.group_id is None]
    assert knockout, "the knockout has begun"
    rulings.withdraw(entrant=cup.entrants.get(pk=rows[0]), by=cast.organiser, reason="ill too")
    group.refresh_from_db()
    assert [row["entrant"] for row in group.table["rows"]] == rows
    play_out(cup)
    assert cup.status == "finished" and picture(cup) == computed_again(cup)


@pytest.mark.parametrize(("preset", "settings"), [("swiss", {"rounds": 4}), ("cup", {"redraw": True}), ("league", {})])
@pytest.mark.parametrize("left", [0, 1])
def test_it_ends_where_everybody_withdraws(cast, preset, settings, left):
    cup = running(cast.organiser, preset, 5, settings=settings)
    play_out(cup, until=1)
    *leaving, last = cup.entrants.order_by("seed")
    for one in [*leaving, *([] if left else [last])]:
        rulings.withdraw(entrant=one, by=cast.organiser, reason="the hall is on fire")
    play_out(cup)
    # Of two in a final the one who leaves first loses it; a table has no champion among those who left.
    assert cup.status == "finished" and (cup.champion == last if left else preset == "cup" or cup.champion is None)
    assert picture(cup) == computed_again(cup)


def test_a_match_that_is_to_be_played_again_takes_its_result_without_a_reason(cast):
    cup = running(cast.organiser, "cup", 4)
    fixture = open_fixtures(cup)[0]
    rulings.enter_result(fixture=fixture, score=Score(2, 0), by=cast.organiser)
    rulings.replay(fixture=fixture, by=cast.organiser, reason="the wrong seats")
    rulings.enter_result(fixture=fixture, score=Score(0, 1), by=cast.organiser)
    assert fixture.entries.order_by("position").last().kind == "reported"
    assert Tie.objects.get(id=fixture.tie_id).winner == fixture.away


def test_a_word_beside_a_first_result_makes_no_correction_of_it(cast):
    cup = running(cast.organiser, "cup", 4)
    fixture = open_fixtures(cup)[0]
    rulings.enter_result(fixture=fixture, score=Score(2, 0), by=cast.organiser, reason="played in the bar")
    fixture.refresh_from_db()
    assert say(fixture.reason, "en") == "entered: played in the bar"
    rulings.enter_result(fixture=fixture, score=Score(3, 0), by=cast.organiser, reason="one goal more")
    fixture.refresh_from_db()
    assert say(fixture.reason, "en") == "corrected: one goal more"


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("resignation", "resigned"),
        ("time", "used up the time for the match"),
        ("forfeit", "stayed away, or ran"),
        ("walkover", "had too many players sent off"),
    ],
)
def test_how_a_match_was_given_away_is_told_as_it_was(cast, how, words):
    cup = running(cast.organiser, "cup", 4)
    fixture = open_fixtures(cup)[0]
    finish(fixture.match, 1, 1, winner="away", how=how, source="clock")
    collect()
    fixture.refresh_from_db()
    for reason in (fixture.reason, Tie.objects.get(id=fixture.tie_id).reason):
        assert words in say(reason, "en", {"home": fixture.home.name, "away": fixture.away.name})


def test_a_paused_match_keeps_the_pairs_of_its_round(cast):
    cup = running(cast.organiser, "swiss", 6, settings={"rounds": 4})
    fixture = open_fixtures(cup)[0]
    Match.objects.filter(pk=fixture.match_id).update(status=Match.Status.PAUSED)
    with pytest.raises(WrongStep, match="have begun"):
        swiss.pair_again(competition=cup, by=cast.organiser)
    assert Fixture.objects.filter(pk=fixture.pk).exists()


def test_points_are_taken_once_by_two_taps(cast, client):
    league = running(cast.organiser, "league", 4)
    entrant = league.entrants.get(seed=1)
    said = {"do": "deduct", "entrant": str(entrant.pk), "points": "3", "reason": "late again"}
    for _tap in range(2):
        as_(client, cast.organiser).post(f"/competitions/{league.slug}/console/press/", said)
    assert league.results.filter(kind="deducted").count() == 1
    as_(client, cast.organiser).post(f"/competitions/{league.slug}/console/press/", {**said, "reason": "twice late"})
    row = rows_of(Group.objects.get(stage__competition=league))[str(entrant.pk)]
    assert row["adjustment"] == -6


def test_the_end_of_a_round_is_put_off_once_by_two_taps(cast, client):
    league = running(cast.organiser, "league", 4)
    row = Round.objects.get(stage__competition=league, number=1)
    page = as_(client, cast.organiser).get(f"/competitions/{league.slug}/console/").content.decode()
    hit = re.search(r'name="seen" value="([^"]+)"', page)
    assert 'value="move_round"' in page and hit
    sent = {"do": "move_round", "number": "1", "hours": "5", "seen": html.unescape(hit[1])}
    for _tap in range(2):
        client.post(f"/competitions/{league.slug}/console/press/", sent)
    assert Round.objects.get(pk=row.pk).closes_at == row.closes_at + timedelta(hours=5)
    assert league.audit.filter(verb="move_round").count() == 1
    for wrong in ("0", "-3", "9" * 40, "soon"):
        client.post(f"/competitions/{league.slug}/console/press/", {**sent, "hours": wrong})
    client.post(f"/competitions/{league.slug}/console/press/", {**sent, "seen": "x"})
    assert league.audit.filter(verb="move_round").count() == 1


def test_who_leaves_the_waiting_list_leaves_the_draw_alone(cast):
    """Else whoever does not like the draw has somebody wait and leave until it suits."""
    cup = competition(cast.organiser, "cup", 4)
    entries.enter_names(competition=cup, by=cast.organiser, names=["Aldo", "Berta", "Carlo", "Dora"])
    waits = entries.enter(competition=cup, player=cast.anna)
    drawn = drawing.draw(competition=cup, by=cast.organiser)
    entries.leave(entrant=waits, by=cast.anna)
    assert drawing.draw(competition=cup, by=cast.organiser).pk == drawn.pk
    assert sorted(cup.entrants.filter(status="entered").values_list("seed", flat=True)) == [1, 2, 3, 4]


def test_who_moves_up_when_the_check_in_is_taken_out_is_drawn(cast):
    cup = competition(cast.organiser, "cup", 4)
    now = timezone.now()
    entries.enter_names(competition=cup, by=cast.organiser, names=["Aldo", "Berta", "Carlo", "Dora"])
    opens, closes = now + timedelta(seconds=1), now + timedelta(hours=1)
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=opens, closes_at=closes)
    Competition.objects.filter(pk=cup.pk).update(check_in_opens_at=now - timedelta(hours=1))
    for name in ("Aldo", "Berta"):
        check_in.check_in(entrant=cup.entrants.get(name=name), by=cast.organiser)
    check_in.close_check_in(competition=cup, by=cast.organiser)
    drawing.draw(competition=cup, by=cast.organiser)
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=None, closes_at=None)
    rounds.start(competition=cup, by=cast.organiser)
    assert sorted(cup.entrants.filter(status="entered").values_list("seed", flat=True)) == [1, 2, 3, 4]
    play_out(cup)
    assert Tie.objects.filter(round__stage__competition=cup).count() == 3


def test_too_few_for_the_format_are_told_in_the_readers_language(cast, client):
    cup = competition(cast.organiser, "world_cup", 8, settings={"groups": 2, "through": 1})
    entries.enter_names(competition=cup, by=cast.organiser, names=["Aldo", "Berta"])
    client.cookies["django_language"] = "it"
    page = as_(client, cast.organiser).post(f"/competitions/{cup.slug}/console/press/", {"do": "start"}, follow=True)
    assert "Troppo pochi iscritti" in page.content.decode()
    assert not Stage.objects.filter(competition=cup, rounds__isnull=False).exists()


@pytest.mark.parametrize("do", ["open_round", "rest", "add_bots"])
def test_a_number_that_is_none_is_refused(cast, client, do):
    cup = running(cast.organiser, "swiss", 4, advance="click")
    fields = {"do": do, "number": "9" * 5000, "count": "9" * 5000, "entrant": str(cup.entrants.first().pk)}
    page = as_(client, cast.organiser).post(f"/competitions/{cup.slug}/console/press/", fields, follow=True)
    assert page.status_code == 200 and 'data-k="bad"' in page.content.decode()
    assert client.get(f"/competitions/{cup.slug}/fixtures/?round={'9' * 5000}").status_code == 200
