"""Histories that the machine of ``tests/league/machine`` found wrong once, step by step as it printed them."""

from __future__ import annotations

from uuid import uuid4

import pytest

from league.competitions.derivation.effects import Picture, effects
from league.competitions.derivation.facts import NOBODY, Derived, TieFacts
from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Entrant, PlainEntrant
from league.competitions.verbs import create
from tests.league.machine.competitions import Competitions
from tests.league.machine.plans import Plan


@pytest.fixture
def history(cast):
    machine = Competitions(cast)
    yield machine
    machine.teardown()


def test_a_season_that_splits_is_shortened_before_its_second_part_is_known(history):
    history.begin(Plan("split", 5, settings={"times": 2}))
    history.shorten(meetings=1)


def test_a_leg_entered_by_hand_is_no_longer_played(history):
    history.begin(Plan("cup", 4, settings={"legs": 2}))
    history.enter_result(which=0, home=1, away=0, kicks=None, manner="at once")


def test_a_correction_below_the_split_is_told_with_the_places_of_the_table(history):
    history.begin(Plan("split", 4, settings={"times": 1}))
    for _matchday in range(4):
        history.play_several(seed=1, most=20)
    last = len(history._known()) - 1
    history.enter_result(which=last, home=3, away=0, kicks=None, manner="previewed")
    history.enter_result(which=last, home=0, away=3, kicks=None, manner="previewed")


def test_too_few_go_on_for_the_two_parts_of_a_table_that_splits(cast):
    with pytest.raises(BadSetting) as refused:
        create.create(
            by=cast.organiser, name="Saturday cup", game="super_goal", preset="split", places=8, settings={"through": 1}
        )
    assert refused.value.field == "through"


def test_whoever_won_a_play_off_that_is_not_needed_now_loses_nothing():
    """The preview told of one who rose to a place that is not level that they "no longer go through"."""
    ours, theirs = (PlainEntrant.of(Entrant(name=name, competition=Competition())) for name in ("Anna", "Bruno"))
    key = uuid4()
    won, not_needed = (
        TieFacts(ours, theirs, winner=ours, decided="play"),
        TieFacts(NOBODY, NOBODY, decided="not_needed"),
    )
    level, apart = (Picture(Derived(ties={key: facts}), {}, {}, set()) for facts in (won, not_needed))
    assert effects(level, apart) == []
    assert effects(apart, level) == ["Anna goes through"]


def test_who_has_nothing_left_to_play_in_the_groups_leaves_the_knockout_alone(history):
    """Legs of ties that were awarded whole counted as left to play: the groups became void, the knockout impossible."""
    settings = {"groups": 2, "through": 2, "table_legs": 2}
    history.begin(Plan("world_cup", 8, settings=settings, values={"withdrawals": "void"}))
    for first_leg in range(0, 24, 2):
        history.award(which=first_leg, winner="home", tie=True, both=False, manner="confirmed")
    history.play(which=0, home=1, away=0)
    for _entrant in range(3):
        history.withdraw(which=0)


def test_boards_that_were_awarded_with_their_tie_are_not_left_to_play(history):
    history.begin(Plan("league", 4, settings={"times": 1}, values={"withdrawals": "void", "boards": 2}))
    for tie in range(6):
        history.hand_in(which=tie, turned=False, both=True)
        history.award(which=2 * tie, winner="home", tie=True, both=False, manner="confirmed")
    history.withdraw(which=0)


def test_a_tie_that_was_awarded_whole_counts_after_an_early_end(history):
    history.begin(Plan("league", 4, settings={"times": 1, "table_legs": 2}))
    history.award(which=0, winner="home", tie=True, both=False, manner="confirmed")
    history.close_early(way="stands", number=1)


def test_penalties_of_a_board_that_may_be_level_decide_nothing(history):
    history.begin(Plan("champions", 6, settings={"legs": 1}, values={"boards": 2}))
    history.enter_result(which=0, home=0, away=0, kicks="away", manner="at once")
    assert history.stored.entries
