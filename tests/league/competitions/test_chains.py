"""Stages of one's own one after the other, and draws that keep those of one club apart."""

from collections import Counter

import pytest

from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Entrant, Group, Tie
from league.competitions.verbs import create, entries, rounds
from tests.league.builders import NAMES, competition
from tests.league.competitions.documents import equal_elsewhere
from tests.league.recomputed import computed_again, picture
from tests.league.tables import play_out

TWICE = (
    {"format": "groups", "settings": {"groups": 4, "times": 1}},
    {"format": "groups", "settings": {"groups": 2, "times": 1, "through": 2}},
    {"format": "knockout", "settings": {"through": 2, "third_place": True}},
)


def started(cast, count, preset="world_cup", clubs=(), **values):
    cup = competition(cast.organiser, preset, count, **values)
    names = [f"{NAMES[at % len(NAMES)]} {at}" for at in range(count)]
    entrants = entries.enter_names(competition=cup, by=cast.organiser, names=names)
    for entrant, club in zip(entrants, clubs, strict=False):
        Entrant.objects.filter(id=entrant.id).update(club=club)
    return rounds.start(competition=cup, by=cast.organiser)


def places(group):
    known = {str(entrant.id): entrant for entrant in group.stage.competition.entrants.all()}
    return [known[row["entrant"]].id for row in group.table["rows"]]


def test_groups_then_groups_then_a_knockout(cast, client):
    cup = started(cast, 16, stages=TWICE)
    first, second, last = cup.stages.order_by("number")
    assert [len(group.members) for group in second.groups.order_by("number")] == [4, 4]
    for group in second.groups.all():
        assert max(Counter(slot["group"] for slot in group.members).values()) == 1, "two of one group meet again"
    assert play_out(cup, seed=8) == 4 * 6 + 2 * 6 + 4
    assert cup.status == Competition.Status.FINISHED and cup.champion is not None
    before = {group.name: places(group) for group in first.groups.all()}
    for group in second.groups.all():
        assert set(places(group)) == {before[slot["group"]][slot["rank"] - 1] for slot in group.members}
    after = {group.name: places(group) for group in second.groups.all()}
    semis = Tie.objects.filter(round__stage=last, round__step=1)
    assert {tie.home_id for tie in semis} | {tie.away_id for tie in semis} == {
        one for order in after.values() for one in order[:2]
    }
    assert picture(cup) == computed_again(cup)
    html = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert "Stage 2, group A" in html
    for page in ("", "bracket/", "fixtures/", "rules/", "entrants/"):
        assert client.get(f"/competitions/{cup.slug}/{page}").status_code == 200


def test_a_league_of_the_best_of_each_group_decides(cast):
    stages = (
        {"format": "groups", "settings": {"groups": 2}},
        {"format": "league", "settings": {"through": 2, "times": 1}},
    )
    cup = started(cast, 8, stages=stages)
    assert play_out(cup) == 12 + 6
    table = Group.objects.get(stage__competition=cup, stage__number=2).table["rows"]
    assert len(table) == 4 and table[0]["entrant"] == str(cup.champion_id)


@pytest.mark.parametrize(
    ("groups", "following", "coming"),
    [
        (3, {"format": "league", "settings": {"through": 1, "best": 1, "times": 1, "carried": "all"}}, 4),
        (3, {"format": "groups", "settings": {"through": 1, "best": 3, "groups": 2}}, 6),
        (6, {"format": "groups", "settings": {"through": 1, "best": 4, "groups": 5}}, 10),
        (6, {"format": "double_elimination", "settings": {"through": 2, "best": 4}}, 16),
    ],
    ids=["league", "groups", "groups of two", "double elimination"],
)
def test_the_best_of_the_next_place_go_through_to_any_format(cast, client, groups, following, coming):
    stages = ({"format": "groups", "settings": {"groups": groups, "times": 1}}, following)
    cup = started(cast, 3 * groups, stages=stages)
    for page in ("table/", "fixtures/"):
        assert client.get(f"/competitions/{cup.slug}/{page}").status_code == 200
    play_out(cup, seed=4)
    assert cup.status == Competition.Status.FINISHED and cup.champion is not None
    sides = Tie.objects.filter(round__stage__competition=cup, round__stage__number=2).values_list("home", "away")
    assert len({side for tie in sides for side in tie if side is not None}) == coming
    tables = Group.objects.filter(stage__competition=cup, stage__number=2)
    assert sum(len(table.table["rows"]) for table in tables) == (coming if tables else 0)
    for page in ("", "table/", "fixtures/", "rules/"):
        assert client.get(f"/competitions/{cup.slug}/{page}").status_code == 200
    assert picture(cup) == computed_again(cup)
    equal_elsewhere(cup, cast.organiser)


def test_a_stepladder_after_six_groups_is_no_bracket(cast):
    settings = {"through": 2, "best": 4, "shape": "stepladder"}
    stages = ({"format": "groups", "settings": {"groups": 6, "times": 1}}, {"format": "knockout", "settings": settings})
    cup = started(cast, 18, stages=stages)
    assert cup.stages.get(number=2).rounds.count() == 15


def test_the_best_of_the_next_place_of_one_table_is_that_place(cast):
    stages = (
        {"format": "league", "settings": {"times": 1}},
        {"format": "knockout", "settings": {"through": 3, "best": 1, "shape": "page"}},
    )
    cup = started(cast, 5, stages=stages)
    assert cup.stages.get(number=2).settings["through"] == 4
    assert play_out(cup) == 10 + 4


@pytest.mark.parametrize(
    ("stages", "said"),
    [
        ([{"format": "knockout"}, {"format": "groups"}], "No stage can follow a bracket."),
        ([{"format": "groups"}, {"format": "swiss"}], "swiss can only come first."),
        ([{"format": "groups", "settings": {"teams": 3}}], "no setting teams, but: draws"),
        ([{"format": "groups", "settings": {"groups": 99}}], "groups: Enter a number from 2 to 16."),
        ([{"format": "groups"}, {"format": "knockout", "settings": {"through": 9}}], "Enter a number from 1 to 4."),
        ([{"format": "ladder"}], "A stage has a format (league, "),
        ([], "Enter a number from 1 to 5."),
    ],
)
def test_a_chain_that_cannot_be_is_refused_with_what_can(cast, stages, said):
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, "world_cup", 8, stages=stages)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("preset", "places", "more"),
    [
        ("league", 101, {}),
        ("stepladder", 101, {}),
        ("own", 101, {"stages": [{"format": "league"}]}),
        ("own", 202, {"stages": [{"format": "groups", "settings": {"groups": 2}}]}),
    ],
)
def test_everybody_meets_everybody_up_to_a_hundred(cast, preset, places, more):
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, preset, places, **more)
    assert "100" in str(refused.value)
    most = places // 101 * 100
    assert competition(cast.organiser, preset, most, **more).places == most


def test_a_league_of_ones_own_does_not_grow_over_a_hundred(cast):
    cup = competition(cast.organiser, "own", 100, stages=[{"format": "league"}])
    with pytest.raises(BadSetting) as refused:
        create.change(competition=cup, by=cast.organiser, places=101)
    assert "at most 100 entrants, not 101" in str(refused.value)


def test_the_stages_of_ones_own_stand(cast):
    cup = competition(cast.organiser, "world_cup", 16, stages=TWICE)
    create.change(competition=cup, by=cast.organiser, settings={"third_place": True}, name="Another name")
    with pytest.raises(BadSetting):
        create.change(competition=cup, by=cast.organiser, settings={"third_place": False})


CLUBS = ("Rosso",) * 4 + ("Blu",) * 4


def pairs_of(cup, step=1):
    ties = Tie.objects.filter(round__stage__competition=cup, round__step=step, home__isnull=False, away__isnull=False)
    return [(tie.home.club, tie.away.club) for tie in ties.select_related("home", "away")]


@pytest.mark.parametrize("extra", [{}, {"redraw": True}])
def test_those_of_one_club_do_not_meet_in_the_first_round(cast, extra):
    for _draw in range(3):
        cup = started(cast, 8, "cup", clubs=CLUBS, settings={"clubs_apart": True, **extra})
        assert sorted(map(sorted, pairs_of(cup))) == [["Blu", "Rosso"]] * 4
        assert sorted(cup.entrants.values_list("seed", flat=True)) == list(range(1, 9))


def test_groups_share_out_a_club(cast):
    cup = started(cast, 8, clubs=CLUBS, settings={"groups": 4, "through": 1, "clubs_apart": True})
    clubs = dict(cup.entrants.values_list("seed", "club"))
    for group in Group.objects.filter(stage__competition=cup):
        assert sorted(clubs[slot["seed"]] for slot in group.members) == ["Blu", "Rosso"]
    assert play_out(cup) and picture(cup) == computed_again(cup)
