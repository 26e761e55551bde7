"""A league whose table splits: each part plays within itself, and the whole is ranked part by part."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter

import pytest

from league.competitions.derivation.placings import placings
from league.competitions.derivation.podium import podium
from league.competitions.errors import BadSetting
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Fixture, Group
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.preview import outline
from league.competitions.verbs import rulings
from league.competitions.verbs.copying import like
from league.competitions.verbs.rulings import Consent, Score
from league.formats.groups import by_rank
from tests.league.builders import competition, running
from tests.league.competitions.documents import equal_elsewhere
from tests.league.competitions.test_carrying import BACKEND, enter, points, rows
from tests.league.competitions.test_composing import PAGE, fields, press
from tests.league.recomputed import computed_again, picture

YES = Consent(confirmed=True)


def split(cast, entrants=6, **settings):
    return running(cast.organiser, "split", entrants, seeding="hand", settings={"times": 1, **settings})


def fixtures(cup, stage):
    return Fixture.objects.filter(tie__round__stage__competition=cup, tie__round__stage__number=stage)


def order(cup):
    """Seeds of the finished ``cup`` with their places."""
    return [(placed.entrant.seed, placed.place) for placed in placings([cup])[cup.pk]]


def test_the_best_play_on_among_themselves_and_so_do_the_others(cast):
    cup = split(cast)
    enter(cup, cast, 1)
    pairs = Counter(frozenset((leg.home.seed, leg.away.seed)) for leg in fixtures(cup, 2))
    assert pairs == Counter(map(frozenset, [(1, 2), (1, 3), (2, 3), (4, 5), (4, 6), (5, 6)]))
    assert points(cup) == points(cup, 1), "all points count on"
    assert [row["rank"] for row in rows(cup, 2).values()] == [1, 2, 3, 4, 5, 6]
    assert computed_again(cup) == picture(cup)


def test_the_lower_half_never_passes_the_line_whatever_its_points(cast):
    """Seeds 3 and 4 part on goals; then 4 wins everything and 3 loses everything."""
    cup = split(cast)
    enter(cup, cast, 1)
    better = {frozenset(pair): {pair[0]: 0, pair[1]: 1} for pair in [(1, 2), (1, 3), (2, 3)]}
    enter(cup, cast, 2, {**better, frozenset((1, 3)): {1: 1, 3: 0}, frozenset((2, 3)): {2: 1, 3: 0}})
    after = points(cup)
    assert after[4] > after[3], "the case is worth nothing otherwise"
    cup.refresh_from_db()
    assert [seed for seed, _place in order(cup)] == [2, 1, 3, 4, 5, 6]
    assert [place for _seed, place in order(cup)] == [1, 2, 3, 4, 5, 6]
    assert cup.status == Competition.Status.FINISHED and cup.champion.seed == 2
    assert [(place.rank, place.entrant.seed) for place in podium(cup)] == [(1, 2), (2, 1), (3, 3)]


def by_hand(results, carried, first):
    """The final order by a reading of its own: entrants sorted by points (half of them, rounded down), then goals."""
    tally = {}
    for stage, home, away, goals in results:
        for own, _other, scored, let in ((home, away, *goals), (away, home, *goals[::-1])):
            won = 3 if scored > let else 1 if scored == let else 0
            line = tally.setdefault(own, {1: [0, 0, 0, 0], 2: [0, 0, 0, 0]})[stage]
            line[0], line[1], line[2] = line[0] + won, line[1] + scored - let, line[2] + scored
            line[3] += scored > let

    def league(seed):
        return (-tally[seed][1][0], -tally[seed][1][1], -tally[seed][1][2])

    table = sorted(tally, key=league)
    upper, lower = table[: -(-len(table) // 2)], table[-(-len(table) // 2) :]
    if first:
        return upper, lower

    def final(seed):
        one, two = tally[seed][1], tally[seed][2]
        kept = one[0] if carried == "all" else one[0] // 2
        odd = one[0] % 2 if carried != "all" else 0
        return (-(kept + two[0]), -odd, -(one[1] + two[1]), -(one[2] + two[2]))

    return sorted(upper, key=final) + sorted(lower, key=final), {seed: -final(seed)[0] for seed in tally}


@pytest.mark.parametrize("carried", ["all", "half_down"])
@pytest.mark.parametrize("entrants", [6, 7])
def test_random_seasons_end_as_a_second_reading_has_them(cast, carried, entrants):
    """Whole seasons whose places points and goals decide."""
    rng = random.Random(f"{carried} {entrants}")
    cup = split(cast, entrants, carried=carried)
    results = []
    for stage in (1, 2):
        while leg := fixtures(cup, stage).filter(tie__decided="", home__isnull=False, away__isnull=False).first():
            goals = rng.randrange(9), rng.randrange(9)
            rulings.enter_result(fixture=leg, score=Score(*goals), by=cast.organiser, consent=YES)
            results.append((stage, leg.home.seed, leg.away.seed, goals))
        if stage == 1:
            upper, lower = by_hand(results, carried, first=True)
            members = [set(), set()]
            for leg in fixtures(cup, 2):
                members[leg.tie.group.number - 1] |= {leg.home.seed, leg.away.seed}
            assert members == [set(upper), set(lower)]
    expected, expected_points = by_hand(results, carried, first=False)
    cup.refresh_from_db()
    assert [seed for seed, _place in order(cup)] == expected
    assert points(cup) == expected_points
    assert computed_again(cup) == picture(cup)


def test_a_correction_changes_who_is_in_which_half(cast):
    cup = split(cast)
    enter(cup, cast, 1)
    leg = next(leg for leg in fixtures(cup, 1) if {leg.home.seed, leg.away.seed} == {3, 4})
    goals = {3: 0, 4: 5}
    rulings.enter_result(
        fixture=leg, score=Score(goals[leg.home.seed], goals[leg.away.seed]), by=cast.organiser, reason="typed wrongly",
        consent=YES,
    )  # fmt: skip
    upper = {seed for leg in fixtures(cup, 2).filter(tie__group__number=1) for seed in (leg.home.seed, leg.away.seed)}
    assert upper == {1, 2, 4}
    assert computed_again(cup) == picture(cup)


def test_page_rules_file_and_api_say_it(client, cast):
    cup = split(cast, carried="half_up")
    page = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert "Ranks 1–3: upper half" in page and "Ranks 4–6: lower half" in page
    enter(cup, cast, 1)
    page = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    heads = [re.sub(r"\s+", " ", head).strip() for head in re.findall(r"<h2[^>]*>([^<]+)<", page)]
    assert "Places 1–3" in heads and "Places 4–6" in heads
    assert "Half of the points of stage 1 count here, rounded up." in page
    assert "The table splits by rank into 2 parts" in client.get(f"/competitions/{cup.slug}/rules/").content.decode()
    lines = list(csv.DictReader(client.get(f"/competitions/{cup.slug}/standings.csv").content.decode().splitlines()))
    assert [line["rank"] for line in lines][-6:] == ["1", "2", "3", "4", "5", "6"]
    lower = Group.objects.get(stage__competition=cup, stage__number=2, number=2)
    served = client.get(f"/api/v1/competitions/{cup.id}/standings/?group={lower.name}").json()["rows"]
    assert [row["rank"] for row in served] == [4, 5, 6]


def test_document_and_copy_have_it(cast):
    cup = split(cast, entrants=7)
    enter(cup, cast, 1)
    assert exported(cup)["stages"][1]["settings"]["by_rank"] is True
    enter(cup, cast, 2)
    copied = competition(
        cast.organiser,
        places=7,
        **{key: value for key, value in like(cup).items() if key in ("preset", "settings", "stages")},
    )
    assert copied.stages.get(number=2).settings["by_rank"]
    equal_elsewhere(cup, cast.stranger)


def test_three_parts_of_a_table(cast):
    stages = [
        {"format": "league", "settings": {"times": 1}},
        {"format": "groups", "settings": {"groups": 3, "times": 1, "through": 7, "by_rank": True}},
    ]
    cup = running(cast.organiser, "own", 7, stages=stages, seeding="hand")
    enter(cup, cast, 1)
    enter(cup, cast, 2)
    cup.refresh_from_db()
    assert order(cup) == [(seed, seed) for seed in range(1, 8)]
    sizes = Counter(row["rank"] <= 3 for row in rows(cup, 2).values())
    assert sizes == {True: 3, False: 4}, "the upper part is the larger one"


def test_what_cannot_split_is_refused(cast):
    groups = {"format": "groups", "settings": {"groups": 2, "times": 1}}
    after = {"format": "groups", "settings": {"groups": 2, "times": 1, "through": 2, "by_rank": True}}
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, "own", 8, stages=[groups, after])
    assert "Only one table can split" in str(refused.value)
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, "own", 8, stages=[{**after, "settings": {"by_rank": True}}])
    assert "no setting by_rank" in str(refused.value)


def test_the_outline_counts_both_parts():
    """Twelve who meet twice, then two sixes who meet twice: 132 and 60 matches."""
    counted = outline(PRESETS["split"], 12, {})
    assert counted.matches == 132 + 60 and counted.steps == 22 + 10


@pytest.mark.parametrize(("places", "count", "sizes"), [(12, 2, [6, 6]), (11, 2, [6, 5]), (16, 3, [6, 5, 5])])
def test_parts_are_consecutive_and_the_upper_ones_larger(places, count, sizes):
    parts = by_rank(range(1, places + 1), count)
    assert [len(part) for part in parts] == sizes and [place for part in parts for place in part] == [
        *range(1, places + 1)
    ]


def test_the_page_of_stages_asks_for_it_after_one_table_only(client, cast):
    client.force_login(cast.organiser, backend=BACKEND)
    _answer, given = press(client, fields(client.get(PAGE).content.decode()), "add", places="8")
    _answer, given = press(client, given, "show", **{"s2-format": "groups"})
    assert "s2-by_rank" not in given
    _answer, given = press(client, given, "show", **{"s1-format": "league"})
    answer, given = press(client, given, "next", **{"s2-by_rank": "on", "s2-through": "8"})
    form = fields(client.get(answer.url).content.decode())
    assert client.post("/competitions/new/", {**form, "name": "In two halves"}).status_code == 302
    assert Competition.objects.get(name="In two halves").stages.get(number=2).settings["by_rank"] is True
