"""Those who lose and play on, and the short finals: their ties, their end, their places, what is refused."""

from __future__ import annotations

import pytest

from league.brackets import layout
from league.competitions.derivation.placings import placings
from league.competitions.derivation.podium import podium
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.models import Competition, Fixture, Tie
from league.competitions.verbs import entries, rounds, rulings
from league.competitions.verbs.results import collect
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures


def by_seed(cup: Competition) -> None:
    """Play ``cup`` to its end: the lower seed number always wins."""
    for _round in range(40):
        for fixture in open_fixtures(cup):
            home = fixture.home.seed < fixture.away.seed
            finish(fixture.match, 1 if home else 0, 0 if home else 1)
        collect(limit=1000)
        cup.refresh_from_db()
        if cup.status == Competition.Status.FINISHED:
            return
    raise AssertionError("it does not end")


def places(cup: Competition) -> list[tuple[int, int]]:
    """``(place, seed)`` of everybody, best first."""
    return [(row.place, row.entrant.seed) for row in placings([cup])[cup.pk]]


@pytest.mark.parametrize("n", [4, 5, 8, 11, 16])
def test_every_place_is_played_for(cast, n):
    cup = running(cast.organiser, "cup", n, settings={"consolation": "places"})
    by_seed(cup)
    found = places(cup)
    assert [place for place, _seed in found] == list(range(1, n + 1))
    assert [seed for _place, seed in found[:4]] == [1, 2, 3, 4]
    assert [row.rank for row in podium(cup)] == [1, 2, 3]


def test_with_sixteen_who_never_surprise_everybody_ends_at_the_seed(cast):
    cup = running(cast.organiser, "cup", 16, settings={"consolation": "places"})
    by_seed(cup)
    assert places(cup) == [(seed, seed) for seed in range(1, 17)]


def test_a_withdrawal_goes_down_by_walkovers(cast):
    cup = running(cast.organiser, "cup", 8, settings={"consolation": "places"})
    first = cup.entrants.get(seed=1)
    rulings.withdraw(entrant=first, by=cast.organiser)
    by_seed(cup)
    assert places(cup) == [(1, 2), (2, 4), (3, 3), (4, 8), (5, 5), (6, 6), (7, 7)]
    lost = Tie.objects.filter(round__stage__competition=cup, decided="walkover").exclude(winner=first)
    assert lost.count() == 3


def test_who_loses_first_is_in_the_plate_also_after_a_bye(cast):
    cup = running(cast.organiser, "plate", 6)
    # Seeds 1 and 2 have byes; 1 loses its first match to 4, and 2 wins hers.
    for fixture in open_fixtures(cup):
        finish(fixture.match, *((1, 0) if fixture.home.seed < fixture.away.seed else (0, 1)))
    collect()
    for fixture in open_fixtures(cup):
        seeds = fixture.home.seed, fixture.away.seed
        finish(fixture.match, *((0, 1) if 1 in seeds[:1] else (1, 0)))
    collect()
    inside = Tie.objects.filter(round__stage__competition=cup, round__part="plate")
    seeds = {side.seed for tie in inside for side in (tie.home, tie.away) if side}
    assert seeds == {1, 5, 6}
    spare = inside.get(decided="bye")
    assert spare.winner.seed == 6
    assert [fixture.status for fixture in spare.fixtures.all()] == [Fixture.Status.VOID]
    by_seed(cup)
    assert places(cup) == [(1, 2), (2, 4), (3, 3), (4, 1), (5, 6), (6, 5)]
    assert cup.champion.seed == 2


def test_a_plate_opens_when_its_own_rounds_are_ready(cast):
    cup = running(cast.organiser, "plate", 8)
    assert [row.part for row in cup.stages.get().rounds.order_by("number")] == ["", "plate", "", "plate", ""]
    for fixture in open_fixtures(cup):
        finish(fixture.match, 1, 0)
    collect()
    assert {fixture_row.tie.round.part for fixture_row in open_fixtures(cup)} == {"", "plate"}
    for fixture in open_fixtures(cup):
        if not fixture.tie.round.part:
            finish(fixture.match, 1, 0)
    collect()
    # The final does not wait for the plate.
    assert {fixture_row.tie.kind for fixture_row in open_fixtures(cup)} == {"final", "third_place", ""}


def test_the_stepladder_ends_where_the_table_says(cast):
    cup = running(cast.organiser, "stepladder", 5, settings={"through": 4})
    by_seed(cup)
    assert places(cup) == [(seed, seed) for seed in range(1, 6)]
    names = [row.name for part in layout.bracket(cup.stages.get(number=2)) for row in part.rounds]
    assert names == ["Step 1", "Step 2", "Final"]


def test_the_page_playoff_lets_the_first_two_lose_once(cast):
    cup = running(cast.organiser, "page", 4)
    for _round in range(20):
        for fixture in open_fixtures(cup):
            home = fixture.home.seed < fixture.away.seed
            if fixture.tie.group_id is None and fixture.tie.round.step == 1 and fixture.tie.number == 1:
                home = not home  # the second beats the first
            finish(fixture.match, 1 if home else 0, 0 if home else 1)
        collect(limit=1000)
    cup.refresh_from_db()
    assert places(cup) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    finals = cup.stages.get(number=2).rounds.order_by("number")
    assert [sorted(side.seed for tie in row.ties.all() for side in (tie.home, tie.away)) for row in finals] == [
        [1, 2, 3, 4], [1, 3], [1, 2],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "places", "settings", "field"),
    [
        ("cup", 8, {"consolation": "plate", "redraw": True}, "redraw"),
        ("cup", 3, {"consolation": "plate"}, "consolation"),
        ("cup", 256, {"consolation": "places"}, "consolation"),
        ("cup", 8, {"consolation": "everything"}, "consolation"),
        ("cup", 8, {"shape": "page"}, "shape"),
        ("cup", 8, {"shape": "ring"}, "shape"),
        ("cup", 8, {"shape": "stepladder", "consolation": "plate"}, "consolation"),
        ("cup", 8, {"shape": "stepladder", "third_place": True}, "third_place"),
        ("page", 8, {"through": 5}, "shape"),
    ],
)
def test_what_does_not_fit_is_refused(cast, preset, places, settings, field):
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, preset, places, settings=settings)
    assert refused.value.field == field


def test_a_page_playoff_of_three_does_not_start(cast):
    cup = competition(cast.organiser, "page", 4)
    entries.enter_names(competition=cup, by=cast.organiser, names=["Aldo", "Berta", "Carlo"])
    with pytest.raises(WrongStep, match="four, not 3"):
        rounds.start(competition=cup, by=cast.organiser)
