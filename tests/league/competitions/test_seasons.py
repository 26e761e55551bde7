"""Divisions season after season, ratings and what can still happen: everything from the log."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.errors import WrongStep
from league.competitions.models import Competition, Group
from league.competitions.verbs import rounds, rulings, seasons, staff
from league.competitions.verbs.copying import like, succeed
from league.competitions.verbs.rulings import Score
from league.leagues import projections
from league.sentences import translated
from league.statistics.models import Rating
from league.statistics.queries.ratings import ratings_of
from league.statistics.verbs.ratings import refresh, replay
from tests.league.builders import competition, running
from tests.league.tables import play_out


def test_the_next_season_has_those_who_went_up_and_down(cast):
    cup = running(cast.organiser, "divisions", entrants=8, settings={"times": 1, "move": 1, "playoff": 1})
    with pytest.raises(WrongStep):
        seasons.following(competition=cup, by=cast.organiser)
    play_out(cup)
    upper, lower = (
        [row["entrant"] for row in group.table["rows"]]
        for group in Group.objects.filter(stage__competition=cup).order_by("number")
    )
    tie = cup.stages.get(format="playoffs").rounds.get().ties.get()
    assert {str(tie.home_id), str(tie.away_id)} == {upper[2], lower[1]}
    after = seasons.following(competition=cup, by=cast.organiser)
    assert seasons.following(competition=cup, by=cast.organiser).id == after.id
    assert (after.season, after.previous_id, after.status) == (2, cup.id, "registration")
    line = cup.audit.get(verb="season")
    assert (line.actor, translated(line.message)) == (cast.organiser, f"created the next season, {after.name}")
    old = {str(entrant.id): entrant.player_id for entrant in cup.entrants.all()}
    now = {entrant.player_id: entrant.division for entrant in after.entrants.all()}
    assert now[old[upper[3]]] == 2 and now[old[lower[0]]] == 1
    assert now[old[str(tie.winner_id)]] == 1
    assert sorted(now.values()) == [1] * 4 + [2] * 4
    rounds.start(competition=after, by=cast.organiser)
    for group in Group.objects.filter(stage__competition=after):
        seeds = [slot["seed"] for slot in group.members]
        assert {row.division for row in after.entrants.filter(seed__in=seeds)} == {int(group.name)}


def test_who_helps_in_one_season_helps_in_the_next(cast):
    """But for those who were asked and did not answer."""
    before, after = (competition(cast.organiser) for _season in range(2))
    asked, _other = (
        staff.invite(competition=before, by=cast.organiser, role="referee", name=person.nickname)
        for person in (cast.referee, cast.stranger)
    )
    staff.accept(key=asked.key, by=cast.referee)
    succeed(after, before, cast.organiser)
    assert list(after.staff.accepted().values_list("user", "role")) == [(cast.referee.pk, "referee")]


def test_the_outlook_is_proved_and_kept_by_the_position_of_the_log(cast):
    cup = running(cast.organiser, "league", entrants=4, settings={"times": 1})
    play_out(cup, until=4)
    [group] = projections.due()
    made = projections.make(group, runs=200)
    assert made.runs == 200 and set(made.ranges) == {str(entrant.id) for entrant in cup.entrants.all()}
    assert all(abs(sum(chances) - 1) < 1e-9 for chances in made.chances.values())
    for entrant, (best, worst) in made.ranges.items():
        outside = [at for at in range(1, 5) if not best <= at <= worst]
        assert all(made.chances[entrant][at - 1] == 0 for at in outside)
    assert projections.due() == []
    play_out(cup)
    [group] = projections.due()
    over = projections.make(group)
    assert [best == worst for best, worst in over.ranges.values()] == [True] * 4 and over.wanted == 0


def test_ratings_are_played_back_from_what_counts(cast):
    cup = running(cast.organiser, "league", entrants=4, settings={"times": 1})
    play_out(cup)
    assert replay("super_goal") and not replay("super_goal") and refresh() == 0
    players = [entrant.player_id for entrant in cup.entrants.all()]
    before = ratings_of("super_goal", players)
    assert len(before) == 4 and Rating.objects.count() == 12
    tie = cup.stages.get().rounds.get(number=1).ties.first()
    fixture = tie.fixtures.get()
    rulings.enter_result(fixture=fixture, score=Score(9, 0), by=cast.organiser, reason="typed wrong", confirmed=True)
    assert replay("super_goal")
    assert Rating.objects.count() == 10, "a corrected match is no longer rated"
    assert ratings_of("super_goal", players) != before


def test_the_best_rated_is_seed_one(cast):
    first = running(cast.organiser, "league", entrants=4, settings={"times": 1})
    play_out(first)
    refresh()
    known = ratings_of("super_goal", [entrant.player_id for entrant in first.entrants.all()])
    cup = competition(cast.organiser, "cup", 4, seeding="rating")
    from league.competitions.verbs import drawing, entries

    for player in first.entrants.all():
        entries.enter(competition=cup, player=player.player)
    drawing.draw(competition=cup, by=cast.organiser)
    seeded = [entrant.player_id for entrant in cup.entrants.order_by("seed")]
    assert seeded == sorted(known, key=lambda one: -known[one])
    assert Competition.objects.get(id=cup.id).draws.get().order, "the lot stands beside it"


def test_what_a_start_fitted_to_who_came_is_copied_as_it_was_asked_for(cast):
    cup = running(cast.organiser, "swiss", entrants=4, settings={"rounds": 7})
    assert cup.stages.get().settings["rounds"] == 3, "four cannot play seven rounds"
    assert like(cup)["settings"]["rounds"] == 7


def test_a_competition_like_another_has_a_name_and_a_date_of_its_own(cast):
    begins = timezone.now() + timedelta(days=3)
    cup = competition(cast.organiser, "cup", 4, advance="schedule", starts_at=begins, round_hours=24)
    values = like(cup)
    assert not {"name", "starts_at"} & set(values) and (values["advance"], values["round_hours"]) == ("auto", 24)
