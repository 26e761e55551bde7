"""Who is at home: the better placed has the second leg, the single match and most matches of a best of n."""

import random

import pytest

from league.competitions.derivation.recompute import recompute
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, Round, Stage, Tie
from league.competitions.verbs import entries, rounds, rulings
from league.competitions.verbs.rulings import Score
from tests.league.builders import NAMES, competition
from tests.league.competitions.documents import equal_elsewhere
from tests.sizes import size


def started(cast, preset, places, **values):
    """A running competition whose entrants have the seeds of their names, A before B."""
    cup = competition(cast.organiser, preset, places, **{"seeding": "hand", "advance": "auto", **values})
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:places])
    order = [str(row.id) for row in sorted(cup.entrants.all(), key=lambda row: row.name)]
    if cup.seeding == "hand":
        entries.seed_by_hand(competition=cup, by=cast.organiser, order=order)
    return rounds.start(competition=cup, by=cast.organiser)


def test_seeds_by_hand_are_noted_once_however_often_they_are_sent(cast):
    cup = competition(cast.organiser, places=4, seeding="hand")
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:3])
    order = [str(row.id) for row in cup.entrants.order_by("name")]
    for each, notes in ((order, 1), (order, 1), (order[::-1], 2)):
        entries.seed_by_hand(competition=cup, by=cast.organiser, order=each)
        assert [str(row.id) for row in cup.entrants.order_by("-strength")] == each
        assert cup.audit.filter(verb="seed").count() == notes


def play(cup, cast, wins):
    """Play all open matches, round after round; ``wins`` says which of two names does. Return the last legs seen."""
    while True:
        open_now = Fixture.objects.filter(competition=cup, status="open").select_related("home", "away", "tie")
        if not open_now:
            return
        for fixture in open_now.order_by("tie__round__number", "tie__number", "leg"):
            fixture.refresh_from_db(fields=["status"])
            if fixture.status != "open":
                continue
            home, away = fixture.home.name, fixture.away.name
            score = Score(2, 0) if wins(home, away) == home else Score(0, 2)
            rulings.enter_result(fixture=fixture, score=score, by=cast.organiser)


def hosts(cup, stage=None):
    """Return ``(better, other, home of each leg)`` of every tie with two sides; of names, A is the best."""
    ties = Tie.objects.filter(round__stage__competition=cup).exclude(home=None).exclude(away=None)
    if stage is not None:
        ties = ties.filter(round__stage__number=stage)
    found = []
    for tie in ties.order_by("round__number", "number").select_related("home", "away"):
        better, other = sorted((tie.home.name, tie.away.name))
        found.append((better, other, [leg.home.name for leg in tie.legs]))
    return found


def table_then(cast, places, **settings):
    stages = [
        {"format": "league", "settings": {"times": 1}},
        {"format": "knockout", "settings": {"through": 4, "legs": 2, **settings}},
    ]
    return started(cast, "own", places, stages=stages)


def worst_wins_later(stage_of):
    """In the table the better name wins; in the bracket the other."""
    return lambda home, away: max(home, away) if stage_of() else min(home, away)


def play_upset(cup, cast):
    """The table ends in the order of the names; then those at the foot win their ties."""
    bracket = Round.objects.filter(stage__competition=cup, stage__number=2)
    play(cup, cast, worst_wins_later(lambda: bracket.filter(status__in=("open", "done")).exists()))


def test_after_a_table_the_better_placed_has_the_second_leg_in_every_round(cast):
    cup = table_then(cast, 6)
    slots = [(row.home_slot["rank"], row.away_slot["rank"]) for row in Tie.objects.filter(home_slot__has_key="rank")]
    assert sorted(slots) == [(3, 2), (4, 1)], "said so before the table is known"
    play_upset(cup, cast)
    ties = hosts(cup, stage=2)
    assert len(ties) == 3 and all(home == [other, better] for better, other, home in ties), ties
    assert (ties[-1][0], ties[-1][1]) == (NAMES[2], NAMES[3]), "the third and the fourth came into the final"


@pytest.mark.parametrize(
    ("settings", "leads"),
    [({"legs": 2}, False), ({"legs": 1}, True), ({"best_of": 3, "legs": 1}, True), ({"legs": 1, "replay": True}, True)],
)
def test_by_seeds_the_better_placed_has_the_better_venue_in_every_round(cast, settings, leads):
    cup = started(cast, "cup", 7, settings={"neutral_final": False, **settings})
    play(cup, cast, lambda home, away: max(home, away))
    ties = hosts(cup)
    assert len(ties) == 6 and all((home[0] == better) == leads for better, _other, home in ties), ties


def test_on_neutral_ground_the_bracket_says_who_is_named_first(cast):
    cup = started(cast, "champions", 4)
    play(cup, cast, lambda home, away: max(home, away))
    final = Tie.objects.get(round__stage__competition=cup, kind="final")
    assert final.home == Tie.objects.get(round=final.round_id - 1, number=1).winner


def test_lots_place_nobody(cast):
    cup = started(cast, "cup", 8, seeding="draw", settings={"legs": 2})
    play(cup, cast, lambda home, away: max(home, away))
    for tie in Tie.objects.filter(round__stage__competition=cup, home_slot__has_key="seed").select_related("home"):
        assert tie.home.seed == tie.home_slot["seed"]
    for tie in Tie.objects.filter(round__stage__competition=cup, home_slot__has_key="winner"):
        before = Tie.objects.get(
            round__stage__competition=cup, round__step=tie.round.step - 1, number=2 * tie.number - 1
        )
        assert tie.home == before.winner


@pytest.mark.parametrize("preset", ["cup", "own"])
def test_an_organiser_may_leave_the_venues_to_the_bracket(cast, preset):
    if preset == "cup":
        cup = started(cast, "cup", 4, settings={"legs": 2, "venue": "bracket"})
    else:
        cup = table_then(cast, 4, venue="bracket")
    play_upset(cup, cast) if preset == "own" else play(cup, cast, min)
    first = hosts(cup, stage=2 if preset == "own" else 1)[:2]
    assert all(home == [better, other] for better, other, home in first), first


def test_a_bracket_that_was_drawn_before_stays_as_it_was(cast):
    cup = started(cast, "cup", 4, settings={"legs": 2, "venue": "bracket"})
    stage = Stage.objects.get(competition=cup)
    stage.settings = {name: value for name, value in stage.settings.items() if name != "venue"}
    stage.save(update_fields=["settings"])
    before = hosts(cup)
    with locked(cup.id) as row:
        recompute(row)
    assert hosts(cup) == before and before[0][2][0] == NAMES[0]


def test_winners_of_groups_have_the_second_leg_also_where_the_pairs_are_drawn(cast):
    for redraw in (False, True):
        stages = [
            {"format": "groups", "settings": {"groups": 2, "times": 1}},
            {"format": "knockout", "settings": {"through": 2, "legs": 2, "redraw": redraw}},
        ]
        cup = started(cast, "own", 8, stages=stages)
        play(cup, cast, min)
        first = Tie.objects.filter(round__stage__competition=cup, round__stage__number=2, round__step=1)
        winners = {
            group.table["rows"][0]["entrant"] for group in Stage.objects.get(competition=cup, number=1).groups.all()
        }
        mixed = [tie for tie in first if {str(tie.home_id), str(tie.away_id)} - winners and tie.home_id]
        mixed = [tie for tie in mixed if winners & {str(tie.home_id), str(tie.away_id)}]
        assert redraw or len(mixed) == 2
        for tie in mixed:
            assert str(tie.legs[1].home_id) in winners, redraw
        Competition.objects.filter(id=cup.id).update(slug=f"done-{redraw}")


def test_who_loses_the_first_match_after_a_bye_comes_into_the_plate(cast):
    cup = started(cast, "plate", 6, settings={"legs": 2})
    play(cup, cast, lambda home, away: max(home, away))
    plate = Tie.objects.filter(round__stage__competition=cup, round__part="plate").exclude(home=None)
    inside = {name for tie in plate for name in (tie.home.name, tie.away.name if tie.away else None)}
    assert {NAMES[0], NAMES[1]} <= inside, "the two with a bye lost to those below"
    cup.refresh_from_db()
    assert cup.status == "finished"
    equal_elsewhere(cup, cast.stranger)


@pytest.mark.parametrize("seed", range(size(4, 30)))
def test_whoever_wins_the_better_placed_has_the_venue(cast, seed):
    rng = random.Random(seed)
    settings = rng.choice([{"legs": 2}, {"best_of": 3, "legs": 1}, {"legs": 1}])
    preset = rng.choice(["cup", "plate", "double"])
    if preset == "double":
        settings = {"best_of": rng.choice([0, 3])}
    else:
        settings["neutral_final"] = False
    cup = started(cast, preset, rng.randint(4, 11), settings=settings)
    play(cup, cast, lambda home, away: rng.choice([home, away]))
    two_legs = settings.get("legs") == 2
    for tie in (
        Tie.objects.filter(round__stage__competition=cup).exclude(round__part="final").select_related("home", "away")
    ):
        if tie.home and tie.away:
            assert (tie.home.seed < tie.away.seed) != two_legs, (tie.round.part, tie.round.step, tie.number)
    equal_elsewhere(cup, cast.stranger)
