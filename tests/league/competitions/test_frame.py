"""A competition that is read while a round of it is being made: what was there before is shown, and nothing fails."""

from __future__ import annotations

import pytest

from league.competitions.models import Fixture, Round, Tie
from league.competitions.pages import structure
from tests.league.builders import running


@pytest.fixture
def paired_meanwhile(cast, monkeypatch):
    """A cup, and what is to be read after which rows another round of it comes to be."""
    cup = running(cast.organiser, entrants=2)
    (tie,) = Tie.objects.filter(round__stage__competition=cup)

    def after(reader):
        read = getattr(structure, reader)

        def reads(*given):
            found = read(*given)
            stored_round = Round.objects.create(stage=tie.round.stage, number=9, step=9, status="pending")
            late = Tie.objects.create(round=stored_round, number=1, home=tie.home, away=tie.away)
            Fixture.objects.create(tie=late, leg=1, home=tie.home, away=tie.away)
            return found

        monkeypatch.setattr(structure, reader, reads)
        return cup

    return after


@pytest.mark.parametrize("reader", ["_stages", "fixture_rows"])
def test_a_round_that_comes_while_the_others_are_read_is_left_for_the_next_look(paired_meanwhile, reader):
    cup = paired_meanwhile(reader)
    (stage,) = structure.stages_of(cup)
    (round,) = stage.all_rounds
    (tie,) = round.all_ties
    assert [leg.home.name for leg in tie.legs]
