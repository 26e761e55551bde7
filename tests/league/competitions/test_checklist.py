"""The organiser's checklist names the one step that is next."""

import pytest

from league.competitions import pages
from league.competitions.models import Competition
from league.competitions.verbs import drawing, entries, rounds
from tests.league.builders import competition

pytestmark = pytest.mark.django_db


def next_steps(cup):
    cup = Competition.objects.get(pk=cup.pk)
    return [str(step.name) for step in pages.steps(cup, list(cup.entrants.all()), []) if step.state == "now"]


def test_one_step_is_next_from_the_first_entry_to_the_matches(cast):
    cup = competition(cast.organiser, places=2)
    assert next_steps(cup) == ["Entrants"]
    entries.enter(competition=cup, player=cast.anna)
    assert next_steps(cup) == ["Entrants"]
    entries.enter(competition=cup, player=cast.bruno)
    assert next_steps(cup) == ["Draw"], "every place is taken"
    drawing.draw(competition=cup, by=cast.organiser)
    assert next_steps(cup) == ["Start"]
    rounds.start(competition=cup, by=cast.organiser)
    assert next_steps(cup) == ["Matches"]
