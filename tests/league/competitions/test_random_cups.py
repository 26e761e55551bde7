"""Whatever happens, in whatever order: a competition ends, and is what its log says.

Results, walkovers, resignations, withdrawals, corrections and replays come at random; after each, everything derived
must be equal to what a recomputation from nothing gives, and at the end the brackets must add up. Its document, read
elsewhere, is the same competition.
"""

import random

import pytest

from league.competitions.derivation.derive import derive
from league.competitions.derivation.recompute import recompute
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.errors import CompetitionError, NeedsConfirmation
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Fixture, Tie
from league.competitions.verbs import rulings, swiss
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from matches.models import Match
from tests.league.builders import running
from tests.league.competitions.documents import equal_elsewhere
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, finish_by_terms, open_fixtures
from tests.sizes import size


def happen(cup, rng, organiser):
    """One thing, by chance."""
    open_now = open_fixtures(cup)
    known = list(Fixture.objects.filter(tie__round__stage__competition=cup, home__isnull=False, away__isnull=False))
    kind = rng.choices(
        ["play", "resign", "walkover", "nobody", "result", "replay", "withdraw", "return", "again"],
        [60, 6, 6, 2, 5, 3, 2, 3, 3],
    )[0]
    if kind == "play" and open_now:
        finish_by_terms(rng.choice(open_now).match, rng)
        collect()
    elif kind == "resign" and open_now:
        finish(rng.choice(open_now).match, rng.randrange(3), 0, winner=rng.choice(["home", "away"]), how="resignation")
        collect()
    elif kind in ("walkover", "nobody") and known:
        winner = None if kind == "nobody" else rng.choice(["home", "away"])
        fixture, confirmed = rng.choice(known), rng.random() < 0.5
        rulings.walkover(fixture=fixture, winner=winner, by=organiser, reason="By lot.", confirmed=confirmed)
    elif kind == "result" and known:
        home, away, fixture = rng.randrange(4), rng.randrange(4), rng.choice(known)
        level = home == away or len(fixture.tie.legs) > 1
        score = Score(home, away, (4, 3) if level else None)
        rulings.enter_result(fixture=fixture, score=score, by=organiser, reason="said so", confirmed=rng.random() < 0.5)
    elif kind == "replay" and known:
        rulings.replay(fixture=rng.choice(known), by=organiser, reason="again", confirmed=rng.random() < 0.5)
    elif kind == "withdraw":
        inside = list(cup.entrants.filter(status=Entrant.Status.ENTERED))
        if len(inside) > 2:
            rulings.withdraw(entrant=rng.choice(inside), by=organiser)
    elif kind == "return":
        for entrant in cup.entrants.filter(status=Entrant.Status.WITHDRAWN):
            swiss.readmit(entrant=entrant, by=organiser)
    elif kind == "again":
        collect()


SHAPES = [
    ("cup", [4, 5, 6, 7], {"legs": 1, "third_place": True}),
    ("cup", [4, 5, 6, 7], {"legs": 2, "third_place": True}),
    ("cup", [5, 6], {"best_of": 3}),
    ("cup", [6, 7], {"redraw": True}),
    ("league", [4, 5, 6], {"times": 1}),
    ("world_cup", [6, 7, 8], {"groups": 2, "through": 2}),
    ("world_cup", [9], {"groups": 3, "through": 1, "best": 1}),
    ("double", [5, 6], {}),
    ("cup", [5, 6, 7, 8], {"consolation": "plate"}),
    ("cup", [5, 6, 7, 8], {"consolation": "places"}),
    ("page", [5], {"times": 1}),
    ("swiss", [6, 7], {"rounds": 3}),
    ("divisions", [8], {"times": 1}),
]


@pytest.mark.parametrize(
    ("preset", "sizes", "settings", "seed", "withdrawals"),
    [
        pytest.param(*shape, turn + 1, withdrawals, marks=[] if at % 3 == turn else pytest.mark.long)
        for at, shape in enumerate(SHAPES)
        for turn, withdrawals in enumerate(("award", "void", "half"))
    ],
)
def test_any_history_is_what_its_log_says(cast, seed, withdrawals, preset, sizes, settings):
    rng = random.Random(f"{seed} {preset} {settings}")
    cup = running(cast.organiser, preset, entrants=rng.choice(sizes), settings=settings, withdrawals=withdrawals)
    for _step in range(size(12, 25)):
        try:
            happen(cup, rng, cast.organiser)
        except NeedsConfirmation as refused:
            assert refused.effects
        except CompetitionError:
            pass
        before = picture(cup)
        with locked(cup.id) as row:
            position = row.log_position
            recompute(row)
            assert row.log_position == position
        assert picture(cup) == before
        assert not derive(take_snapshot(cup)).orphans
    _end(cup, rng)
    _adds_up(cup)
    assert computed_again(cup) == picture(cup)
    equal_elsewhere(cup, cast.stranger)


def _end(cup, rng):
    """Play out what is left; what a person must decide is decided."""
    for _round in range(120):
        for fixture in open_fixtures(cup):
            finish_by_terms(fixture.match, rng)
        collect()
        cup.refresh_from_db()
        if cup.status == Competition.Status.FINISHED:
            return
        if not open_fixtures(cup):
            stuck = Fixture.objects.filter(tie__round__stage__competition=cup, tie__decided="", home__isnull=False)
            for fixture in stuck.exclude(away=None)[:1]:
                rulings.walkover(fixture=fixture, winner="home", by=None, confirmed=True)
    raise AssertionError("it does not end")


def _adds_up(cup):
    for tie in Tie.objects.filter(round__stage__competition=cup):
        assert tie.decided
        if tie.decided != "not_needed":
            assert tie.winner_id in (None, tie.home_id, tie.away_id)
    open_matches = Match.objects.filter(fixture__tie__round__stage__competition=cup).exclude(status="finished")
    stopped = set(Match.objects.filter(commands__kind="void").values_list("id", flat=True))
    assert {match.id for match in open_matches} <= stopped
    if cup.champion:
        assert cup.champion.status == Entrant.Status.ENTERED or cup.preset != "league"
