"""The words of a replay: each step says something, and what one side chose unseen is told only after the match."""

from __future__ import annotations

import pytest

import engines
from matches.models import Match
from matches.replay.playback import film, steps
from tests.cases import built
from tests.league.statistics.played import played

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", built())
def test_every_step_of_a_finished_match_says_what_was_done(cast, slug):
    match = played(slug, cast.anna, cast.bruno, seed=0)
    game = engines.get(slug)
    silent = [step.v for step in steps(match) if not step.commentary(game)]
    told_by_dice = slug == "soccer_tactics"  # each of its steps moves something or rolls
    assert bool(silent) != told_by_dice, "a step of which the commentary says nothing is in it"
    shown = film(match)["steps"]
    assert all(step["lines"] and step["lines"][0]["text"] for step in shown)
    assert {shown[v]["lines"][0]["seat"] for v in silent if v} <= {"home", "away"}
    Match.objects.filter(pk=match.pk).update(status=Match.Status.LIVE)
    match.refresh_from_db()
    assert [step["v"] for step in film(match)["steps"] if not step["lines"]] == [v for v in silent if v], (
        "not while it is played"
    )
