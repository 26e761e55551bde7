"""A table that begins with the points of the stage before: all or half of them, of all matches or of some."""

from __future__ import annotations

import csv
import re

import pytest

from league.competitions.errors import BadSetting
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Fixture, Group
from league.competitions.verbs import rulings
from league.competitions.verbs.copying import like
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.rulings import Consent, Score
from tests.league.builders import competition, running
from tests.league.competitions.documents import equal_elsewhere, forget, written
from tests.league.competitions.test_composing import PAGE, fields, press
from tests.league.recomputed import computed_again, picture
from tests.league.tables import play_out

YES = Consent(confirmed=True)
BACKEND = "django.contrib.auth.backends.ModelBackend"


def chain(cast, through=3, entrants=4, first=None, second="league", **carried):
    """A league of all, then one of those who go on; a better seed wins."""
    stages = [
        first or {"format": "league", "settings": {"times": 1}},
        {"format": second, "settings": {"times": 1, "through": through, **carried}},
    ]
    return running(cast.organiser, "own", entrants, stages=stages, seeding="hand")


def enter(cup, cast, stage, scores=None):
    """Enter what is left of ``stage``: 1–0 for the better seed, but for pairs of seeds in ``scores``."""
    of_stage = Fixture.objects.filter(tie__round__stage__competition=cup, tie__round__stage__number=stage)
    while fixture := of_stage.filter(tie__decided="", home__isnull=False, away__isnull=False).first():
        pair = fixture.home.seed, fixture.away.seed
        goals = (scores or {}).get(frozenset(pair), {min(pair): 1, max(pair): 0})
        score = Score(goals[fixture.home.seed], goals[fixture.away.seed])
        rulings.enter_result(fixture=fixture, score=score, by=cast.organiser, consent=YES)


def rows(cup, stage):
    """Seed -> row of the tables of ``stage``, in their order."""
    seeds = {str(entrant.id): entrant.seed for entrant in cup.entrants.all()}
    groups = Group.objects.filter(stage__competition=cup, stage__number=stage).order_by("number")
    return {seeds[row["entrant"]]: row for group in groups for row in group.table["rows"]}


def points(cup, stage=2):
    return {seed: row["points"] for seed, row in rows(cup, stage).items()}


@pytest.mark.parametrize(
    ("carried", "begins"),
    [
        ("none", {1: 0, 2: 0, 3: 0}),
        ("all", {1: 9, 2: 6, 3: 3}),
        ("half_up", {1: 5, 2: 3, 3: 2}),
        ("half_down", {1: 4, 2: 3, 3: 1}),
    ],
)
def test_it_begins_with_them(cast, carried, begins):
    cup = chain(cast, carried=carried)
    enter(cup, cast, 1)
    assert points(cup) == begins and {row["played"] for row in rows(cup, 2).values()} == {0}
    assert computed_again(cup) == picture(cup)
    enter(cup, cast, 2)
    assert points(cup) == {1: begins[1] + 6, 2: begins[2] + 3, 3: begins[3]}
    assert cup.entrants.get(seed=1) == Competition.objects.get(pk=cup.pk).champion
    assert computed_again(cup) == picture(cup)


def test_a_correction_of_the_stage_before_flows_on(cast):
    cup = chain(cast, carried="all")
    enter(cup, cast, 1)
    fixture = next(
        fixture
        for fixture in Fixture.objects.filter(tie__round__stage__competition=cup, tie__round__stage__number=1)
        if {fixture.home.seed, fixture.away.seed} == {1, 4}
    )
    rulings.enter_result(fixture=fixture, score=Score(2, 2), by=cast.organiser, reason="wrong score", consent=YES)
    assert points(cup) == {1: 7, 2: 6, 3: 3}
    enter(cup, cast, 2)
    rulings.void(fixture=fixture, by=cast.organiser, reason="wrong dice", consent=YES)
    assert points(cup) == {1: 12, 2: 9, 3: 3}
    assert computed_again(cup) == picture(cup)


def test_of_matches_among_those_who_go_on(cast):
    """Two groups of three: of the four who go on only the match of each two from one group counts."""
    first = {"format": "groups", "settings": {"groups": 2, "times": 1}}
    cup = chain(cast, 2, 6, first, carried="all", carried_among=True)
    enter(cup, cast, 1)
    at = rows(cup, 1)
    for group in Group.objects.filter(stage__competition=cup, stage__number=1):
        ahead, behind, _last = (row["entrant"] for row in group.table["rows"])
        seeds = {str(entrant.id): entrant.seed for entrant in cup.entrants.all()}
        assert (at[seeds[ahead]]["points"], at[seeds[behind]]["points"]) == (6, 3)
        assert (points(cup)[seeds[ahead]], points(cup)[seeds[behind]]) == (3, 0)
    assert computed_again(cup) == picture(cup)


def test_its_matches_may_count_too(client, cast):
    cup = chain(cast, carried="half_down", carried_matches=True)
    enter(cup, cast, 1)
    row = rows(cup, 2)[1]
    assert (row["played"], row["won"], row["goals_for"], row["points"]) == (3, 3, 3, 4)
    enter(cup, cast, 2)
    assert points(cup) == {1: 10, 2: 6, 3: 1}
    html = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    first = cup.entrants.get(seed=1).name
    assert (
        f"{first} −5: half of 9 points of the stage before, rounded" in html and "matches and goals count too" in html
    )
    assert "Points of the stage before that count here" not in html, "no column for what halving takes"


def test_points_before_rounding_decide_first_and_the_table_says_so(client, cast):
    """Seeds 1 and 2 end on equal points; 2 has the better goals, 1 the half that was dropped."""
    cup = chain(cast, through=2, carried="half_down")
    draw = {frozenset((2, 3)): {2: 1, 3: 1}, frozenset((1, 4)): {1: 0, 4: 0}, frozenset((1, 2)): {1: 1, 2: 0}}
    enter(cup, cast, 1, {**draw, frozenset((2, 4)): {2: 9, 4: 0}, frozenset((3, 4)): {3: 0, 4: 1}})
    assert {seed: row["points"] for seed, row in rows(cup, 1).items()} == {1: 7, 2: 4, 4: 4, 3: 1}
    enter(cup, cast, 2, {frozenset((1, 2)): {1: 0, 2: 0}})
    assert points(cup) == {1: 4, 2: 3}
    first = next(
        fixture
        for fixture in Fixture.objects.filter(tie__round__stage__competition=cup, tie__round__stage__number=1)
        if {fixture.home.seed, fixture.away.seed} == {1, 3}
    )
    rulings.enter_result(fixture=first, score=Score(0, 0), by=cast.organiser, reason="wrong score", consent=YES)
    assert {seed: row["points"] for seed, row in rows(cup, 1).items()}[1] == 5
    assert list(points(cup).items()) == [(1, 3), (2, 3)]
    names = {entrant.seed: entrant.name for entrant in cup.entrants.all()}
    html = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert f"{names[1]} ahead of {names[2]} on points before rounding: 3½ against 3" in html
    assert "Half of the points of stage 1 count here, rounded down." in html
    assert f"{names[1]} +2: half of 5 points of the stage before, rounded" in html


def test_page_rules_file_and_api_tell_them(client, cast):
    cup = chain(cast, carried="all")
    enter(cup, cast, 1)
    enter(cup, cast, 2)
    page = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert re.search(r"<h2[^>]*>\s*Stage 2\s*<", page), "the second table has a name of its own"
    assert "Points of the stage before that count here" in page and "All points of stage 1 count here." in page
    assert "All points of stage 1 count here." in client.get(f"/competitions/{cup.slug}/rules/").content.decode()
    lines = list(csv.DictReader(client.get(f"/competitions/{cup.slug}/standings.csv").content.decode().splitlines()))
    assert [float(line["carried"]) for line in lines] == [0, 0, 0, 0, 9, 6, 3]
    for line in lines:
        assert float(line["points"]) == 3 * int(line["won"]) + float(line["carried"]) + float(line["deductions"])
    assert client.get(f"/api/v1/competitions/{cup.id}/standings/").json()["rows"][0]["carried"] == 0
    away = client.get(f"/competitions/{cup.slug}/table/?venue=away").content.decode()
    assert "All points of stage 1" not in away, "a table of away matches begins with nothing"


def test_a_deduction_counts_once_and_in_full(cast):
    cup = chain(cast, carried="half_down")
    rulings.deduct(entrant=cup.entrants.get(seed=1), points=2, by=cast.organiser, reason="papers late")
    enter(cup, cast, 1)
    assert points(cup, 1)[1] == 7 and points(cup)[1] == 4 - 2


def test_byes_of_swiss_rounds_are_carried(cast):
    cup = chain(cast, 3, 5, {"format": "swiss", "settings": {"rounds": 3}}, carried="all")
    while any(row["played"] < 1 for row in rows(cup, 1).values()) or not rows(cup, 2):
        if not play_out(cup, until=1):
            break
    before = points(cup, 1)
    assert points(cup) and all(before[seed] <= now for seed, now in points(cup).items())
    assert computed_again(cup) == picture(cup)


def test_a_third_stage_goes_on_from_the_second(cast):
    league = {"format": "league", "settings": {"times": 1, "carried": "all"}}
    stages = [{"format": "league", "settings": {"times": 1}}]
    stages += [{**league, "settings": {**league["settings"], "through": through}} for through in (3, 2)]
    cup = running(cast.organiser, "own", 4, stages=stages, seeding="hand")
    for number in (1, 2, 3):
        enter(cup, cast, number)
    assert points(cup, 3) == {1: 9 + 6 + 3, 2: 6 + 3}


@pytest.mark.parametrize(
    ("stages", "said"),
    [
        ([{"format": "league", "settings": {"carried": "all"}}], "no setting carried"),
        ([{"format": "league"}, {"format": "knockout", "settings": {"carried": "all"}}], "no setting carried"),
        (
            [{"format": "league"}, {"format": "league", "settings": {"carried": "third"}}],
            "carried: Choose one of none, all, half_up, half_down.",
        ),
        (
            [{"format": "league"}, {"format": "league", "settings": {"carried_among": True}}],
            "Choose first which points of the stage before count.",
        ),
    ],
)
def test_what_cannot_be_is_refused(cast, stages, said):
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, "own", 8, stages=stages)
    assert said in str(refused.value)


def test_document_and_copy_have_them(cast):
    cup = chain(cast, carried="half_up", carried_among=True)
    enter(cup, cast, 1)
    document = exported(cup)
    settings = document["stages"][1]["settings"]
    assert (settings["carried"], settings["carried_matches"], settings["carried_among"]) == ("half_up", False, True)
    assert like(cup)["stages"][1]["settings"]["carried"] == "half_up"
    enter(cup, cast, 2)
    equal_elsewhere(cup, cast.stranger)


def test_a_document_whose_first_stage_carries_begins_with_nothing(cast):
    cup = chain(cast)
    enter(cup, cast, 1)
    document, before = written(cup), points(cup, 1)
    document["stages"][0]["settings"]["carried"] = "all"
    forget(cup)
    imported, _new = take_in(by=cast.organiser, document=document)
    assert points(imported, 1) == before


def test_the_page_of_stages_asks_for_them(client, cast):
    client.force_login(cast.organiser, backend=BACKEND)
    _answer, given = press(client, fields(client.get(PAGE).content.decode()), "add", places="8")
    assert "s1-carried" not in given and "s2-carried" not in given, "a knockout has no points"
    _answer, given = press(client, given, "show", **{"s2-format": "league"})
    assert given["s2-carried"] == "none"
    answer, _given = press(client, given, "next", **{"s2-carried_among": "on"})
    assert "Choose first which points of the stage before count." in answer.content.decode()
    answer, _given = press(client, given, "next", **{"s2-carried": "half_down", "s2-carried_among": "on"})
    form = fields(client.get(answer.url).content.decode())
    assert client.post("/competitions/new/", {**form, "name": "Carried on"}).status_code == 302
    settings = Competition.objects.get(name="Carried on").stages.get(number=2).settings
    assert settings["carried"] == "half_down" and settings["carried_among"] and not settings["carried_matches"]
