"""Bots play each preset to its end by the tasks alone, through the write path of every live match."""

import pytest

from league.competitions import demo, tasks
from league.competitions.models import Competition
from league.competitions.proof.checking import verify
from league.competitions.proof.writing import lines
from league.competitions.setup.presets import PRESETS
from league.competitions.verbs import create, entries, rounds
from league.leagues.tasks import project
from league.statistics import tasks as statistics_tasks
from league.statistics.models import Rating

pytestmark = pytest.mark.django_db(transaction=True)

FIELDS = {
    "cup": (4, {}),
    "league": (3, {"times": 1}),
    "world_cup": (6, {"groups": 2, "through": 1}),
    "champions": (4, {}),
    "swiss": (4, {"rounds": 3}),
    "double": (3, {}),
    "plate": (5, {}),
    "stepladder": (4, {"through": 3}),
    "page": (4, {}),
    "league_phase": (6, {"pots": 2, "opponents": 4, "through": 3}),
    "divisions": (6, {"times": 1}),
    "split": (4, {"times": 1}),
    "evening": (4, {"rounds": 3}),
    "own": (6, None),
}
STAGES = {"own": [{"format": "groups", "settings": {"groups": 2, "times": 1}}, {"format": "knockout", "settings": {}}]}


@pytest.mark.parametrize("preset", PRESETS)
def test_bots_play_it_to_the_end(cast, preset):
    places, settings = FIELDS[preset]
    cup = create.create(
        by=cast.organiser,
        name=f"Bots: {preset}",
        game="super_goal",
        preset=preset,
        places=places,
        options={"half_turns": 5},
        settings=settings,
        stages=STAGES.get(preset),
        advance="auto",
    )
    create.publish(competition=cup, by=cast.organiser)
    entries.add_bots(competition=cup, by=cast.organiser, level="random")
    rounds.start(competition=cup, by=cast.organiser)
    assert demo.play_rounds(cup, until=100)
    tasks.collect_results()
    tasks.open_due_rounds()
    tasks.close_due_rounds()
    assert tasks.sweep() == 0
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED and cup.champion is not None
    proved = [*verify(line.encode() for line in lines(cup))]
    matches = cup.results.exclude(match_id=None).count()
    assert f"{matches} matches replay with dice that follow from their secrets, and give their results" in proved
    project()
    assert statistics_tasks.ratings() == 1 and Rating.objects.filter(game="super_goal").exists()
