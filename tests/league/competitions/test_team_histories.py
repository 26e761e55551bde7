"""Leagues of teams, whatever happens in them: each is what its log says, and the same elsewhere.

Beside all that happens to every competition (``test_random_cups``, ``test_elsewhere``), captains hand in line-ups,
change them, come too late or stay silent, and people leave the squads.
"""

from __future__ import annotations

import random

import pytest

from league.competitions.models import Fixture, Member, Tie
from league.competitions.verbs import line_ups, rulings, sides
from tests.league.competitions.test_elsewhere import go_on, ruled, same, to_the_end
from tests.league.competitions.test_random_cups import happen
from tests.league.recomputed import computed_again, picture
from tests.league.teams import past_the_deadline, running_teams, seal
from tests.sizes import size

pytestmark = pytest.mark.django_db

OF_TEAMS = ["goal_difference", "berlin", "board_count", "top_board", "osb_cut1", "buchholz_mp"]
SHAPES = {
    "two boards": (4, 2, {}),
    "three boards, one team rests": (3, 3, {"squad": [3, 5, 4]}),
    "four boards, twice": (3, 4, {"settings": {"times": 2}}),
    "eight boards": (2, 8, {"squad": [8, 12]}),
    "squads without a bench": (4, 3, {"squad": 3}),
    "squads of every size": (5, 2, {"squad": [2, 3, 4, 12, 5]}),
    "withdrawals void": (4, 3, {"withdrawals": "void"}),
    "withdrawals by half": (5, 2, {"withdrawals": "half"}),
    "long list of criteria": (4, 3, {"criteria": OF_TEAMS}),
    "football points": (4, 2, {"points": [3, 1, 0]}),
    "no draws": (3, 3, {"settings": {"draws": "shootout"}}),
    "a value by hand": (4, 2, {"criteria": ["head_to_head", "boards_won", "manual"]}),
    "another game": (4, 2, {"game": "soccer_tactics"}),
    "unplayed waits": (6, 2, {"unplayed": "wait", "line_up_hours": 1}),
    "one at a time": (4, 3, {"criteria": OF_TEAMS, "one_at_a_time": True}),
    "scheveningen": (2, 4, {"settings": {"scheveningen": True, "times": 2}}),
    "title played off": (4, 2, {"settings": {"boundary_playoffs": True}, "points": [1, 1, 0]}),
    "divisions played off": (
        6, 2,
        {
            "preset": "divisions", "settings": {"boundary_playoffs": True, "move": 2, "playoff": 0},
            "team_rules": {"cup_by": ["extra_board", "lots"]},
        },
    ),
}  # fmt: skip


def named(cup, rng, _organiser):
    """One thing that captains do or leave undone, or that happens to a squad, by chance."""
    sealed = list(line_ups.sealed_ties().filter(round__stage__competition=cup).select_related("home", "away"))
    kind = rng.choices(["one", "both", "late", "silent", "wrong", "out"], [3, 6, 1, 1, 1, 1])[0]
    if kind == "out":
        member = rng.choice(list(Member.objects.filter(competition=cup).order_by("entrant", "number")))
        sides.take_out(entrant=member.entrant, player=member.user)
    elif kind == "silent":
        past_the_deadline(cup)
        line_ups.open_due()
    elif sealed:
        if kind == "late":
            past_the_deadline(cup)
        tie = rng.choice(sealed)
        for side in (tie.home, tie.away) if kind == "both" else [rng.choice([tie.home, tie.away])]:
            squad = [0, *side.members.values_list("number", flat=True)]
            numbers = rng.sample(squad, min(cup.boards, len(squad)))
            seal(tie, side, *(numbers[:-1] if kind == "wrong" else numbers))


def awarded(cup, rng, organiser):
    """A whole tie is awarded, by chance."""
    known = list(Fixture.objects.filter(tie__round__stage__competition=cup, home__isnull=False, away__isnull=False))
    winner, fixture = rng.choice(["home", "away"]), rng.choice(known)
    rulings.walkover(fixture=fixture, winner=winner, by=organiser, reason="no team", tie=True, confirmed=True)


ACTS = (*[named] * 6, *[happen] * 8, *[ruled] * 3, awarded)


def is_its_log(cup):
    """Check that all that is stored of ``cup`` follows from its log, and that boards and ties agree."""
    assert picture(cup) == computed_again(cup)
    for tie in Tie.objects.filter(round__stage__competition=cup).prefetch_related("fixtures"):
        boards = tie.fixtures.all()
        opened = {fixture.of_teams for fixture in boards}
        assert (tie.home_points is None) == (tie.away_points is None)
        assert tie.winner_id in (None, tie.home_id, tie.away_id)
        assert tie.decided or True not in opened or tie.home_points is not None
        if not tie.decided and opened == {False}:
            assert not any(fixture.match_id for fixture in boards), "a sealed tie has no match"


@pytest.mark.parametrize("seed", range(size(1, 6)))
@pytest.mark.parametrize(
    "shape", [pytest.param(shape, marks=[pytest.mark.long] if at % 3 else []) for at, shape in enumerate(SHAPES)]
)
def test_every_history_of_teams_is_its_log_here_and_elsewhere(cast, shape, seed):
    teams, boards, values = SHAPES[shape]
    rng = random.Random(f"{shape} {seed}")
    cup = running_teams(cast.organiser, teams, boards, **values)
    go_on(cup, rng, cast.organiser, ACTS, then=is_its_log)
    cup = same(cup, cast.stranger)
    go_on(cup, rng, cast.stranger, ACTS, then=is_its_log)
    cup = same(cup, cast.organiser)
    to_the_end(cup, rng, cast.organiser)
    is_its_log(cup)
    same(cup, cast.stranger)
