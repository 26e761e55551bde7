"""Ratings, weeks and careers follow every change of a line, and end where counting everything again ends."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.players.models import User
from league.statistics.models import Line, MatchFigures, Outdated, Rating, Week
from league.statistics.verbs import books, outdated, ratings
from league.statistics.verbs.rebuilding import picture, rebuild_all
from matches.models import Match
from tests.sizes import size

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 3, 2, 18, tzinfo=UTC)
OUTCOMES = {1: "W", 0: "D", -1: "L"}


@pytest.fixture
def players():
    return [User.objects.create(nickname=name, username=name) for name in ("Ada", "Bea", "Cleo", "Dora", "Elsa")]


def add(home, away, at, goals=(1, 0), audience=None):
    """A rated match of ``home`` and ``away`` with its two lines, without a log."""
    match = Match.objects.create(game="fuba", rules_version=1, rated=True, audience=audience)
    for side, player, opponent, (ours, theirs) in (
        ("home", home, away, goals),
        ("away", away, home, goals[::-1]),
    ):
        Line.objects.create(
            match=match,
            side=side,
            player=player,
            opponent=opponent,
            game="fuba",
            goals_for=ours,
            goals_against=theirs,
            outcome=OUTCOMES[(ours > theirs) - (ours < theirs)],
            played_at=at,
        )
    return match


def correct(match, ours, theirs):
    """Another score for ``match``, written by one bulk update a line as a correction is."""
    for side, goals in (("home", (ours, theirs)), ("away", (theirs, ours))):
        outcome = OUTCOMES[(goals[0] > goals[1]) - (goals[0] < goals[1])]
        Line.objects.filter(match=match, side=side).update(goals_for=goals[0], goals_against=goals[1], outcome=outcome)


def change(dice, players, matches):
    """Do one thing that happens to lines."""
    at = BEGIN + timedelta(hours=dice.randrange(0, 24 * 40, 3))
    match = dice.choice(matches) if matches else None
    match dice.randrange(8):
        case 0 | 1 | 2:
            matches.append(add(*dice.sample(players, 2), at, (dice.randrange(4), dice.randrange(4))))
        case 3 if match:
            correct(match, dice.randrange(4), dice.randrange(4))
        case 4 if match:
            Line.objects.filter(match=match).update(counts=dice.random() < 0.5)
        case 5 if match:
            Line.objects.filter(match=match).update(played_at=at)
        case 6 if match:
            Match.objects.filter(pk=match.pk).update(audience=dice.choice([None, uuid4()]))
        case 7 if match and dice.random() < 0.3:
            matches.remove(match)
            match.delete()


@pytest.mark.parametrize("seed", range(size(4, 12)))
def test_following_changes_ends_where_counting_again_ends(players, seed):
    dice = random.Random(seed)
    matches = []
    for _step in range(40):
        change(dice, players, matches)
        if dice.random() < 0.3:
            ratings.replay("fuba", at_most=dice.randrange(1, 6))
        if dice.random() < 0.2:
            books.refresh(at_once=True)
    while ratings.replay("fuba", at_most=4):
        pass
    books.refresh(at_once=True)
    assert not Outdated.objects.exists()
    followed = picture()
    assert followed["ratings"] and followed["careers"]
    rebuild_all()
    assert picture() == followed


def test_a_new_match_replays_itself_alone(players):
    for day in range(30):
        add(*players[day % 4 : day % 4 + 2], BEGIN + timedelta(days=day))
    assert ratings.refresh() == 1
    newest = Rating.objects.order_by("-pk").first()
    add(*players[:2], BEGIN + timedelta(days=31))
    assert ratings.refresh() == 1
    assert Rating.objects.filter(pk__gt=newest.pk).count() == 2, "one rating for each of the two who played"


def test_a_long_replay_goes_on_from_slice_to_slice(players):
    rounds = [add(*players[n % 3 : n % 3 + 2], BEGIN + timedelta(days=n // 2)) for n in range(20)]
    while ratings.replay("fuba", at_most=3):
        pass
    sliced = picture()["ratings"]
    correct(rounds[0], 0, 2)
    assert ratings.replay("fuba", at_most=3)
    assert Outdated.objects.get(kind="ratings").since > BEGIN, "the rest waits, after what has been replayed"
    assert Rating.objects.filter(last=True).count() == len({row[0] for row in sliced}), "each has a current rating"
    while ratings.replay("fuba", at_most=3):
        pass
    corrected = picture()["ratings"]
    assert corrected != sliced
    Rating.objects.all().delete()
    Outdated.objects.create(kind="ratings", game="fuba", since=BEGIN)
    ratings.refresh()
    assert picture()["ratings"] == corrected


def test_a_result_counts_its_own_week_alone(players):
    for week in range(5):
        add(*players[:2], BEGIN + timedelta(weeks=week))
    books.refresh(at_once=True)
    before = dict(Week.objects.values_list("begins", "made_at"))
    add(*players[2:4], BEGIN + timedelta(weeks=4, days=1))
    books.refresh(at_once=True)
    after = dict(Week.objects.values_list("begins", "made_at"))
    counted = [begins for begins in after if before[begins] != after[begins]]
    assert counted == [datetime(2026, 3, 30, tzinfo=UTC)], "the Monday of the fifth week"


def test_the_queue_costs_the_same_queries_however_many_matches_there_are(players):
    for day in range(3):
        add(*players[:2], BEGIN + timedelta(days=day))
    counts = []
    for more in (1, 40):
        for n in range(more):
            add(*players[2:4], BEGIN + timedelta(days=60, minutes=n))
        ratings.refresh()
        books.refresh(at_once=True)
        add(*players[:2], BEGIN + timedelta(days=100 + more))
        with CaptureQueriesContext(connection) as asked:
            ratings.refresh()
            books.refresh(at_once=True)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_nothing_to_do_reads_the_queue_alone(players, django_assert_num_queries):
    add(*players[:2], BEGIN)
    ratings.refresh()
    books.refresh(at_once=True)
    with django_assert_num_queries(5):
        assert ratings.refresh() == 0 and books.refresh() == 0


def test_a_change_that_comes_while_its_target_is_counted_is_kept(players):
    add(*players[:2], BEGIN)
    with outdated.take(Outdated.Kind.CAREER, game="fuba", player=players[0].pk):
        add(*players[:2], BEGIN + timedelta(days=1))
    assert Outdated.objects.filter(kind="career", player=players[0].pk).count() == 1


def test_a_worker_that_dies_leaves_its_target_in_the_queue(players):
    add(*players[:2], BEGIN)
    waiting = set(Outdated.objects.values_list("pk", flat=True))
    with pytest.raises(KeyboardInterrupt), transaction.atomic(), outdated.take(Outdated.Kind.RATINGS, game="fuba"):
        raise KeyboardInterrupt
    assert set(Outdated.objects.values_list("pk", flat=True)) == waiting


def test_a_write_that_changes_nothing_outdates_nothing(players):
    match = add(*players[:2], BEGIN)
    MatchFigures.objects.create(match=match, version=1, figures={"home": {"goals": 1}})
    Outdated.objects.all().delete()
    Line.objects.update(counts=True)
    MatchFigures.objects.update(figures={"home": {"goals": 1}})
    Match.objects.update(audience=None, title="another title")
    assert not Outdated.objects.exists()
    MatchFigures.objects.update(figures={"home": {"goals": 2}})
    assert Outdated.objects.filter(kind="week").exists() and not Outdated.objects.filter(kind="ratings").exists()


def test_a_player_who_is_deleted_is_in_no_rating(players):
    add(*players[:2], BEGIN)
    add(*players[1:3], BEGIN + timedelta(days=1))
    ratings.refresh()
    players[0].delete()
    ratings.refresh()
    known = list(Rating.objects.order_by("player__nickname").values_list("player__nickname", "number", "last"))
    assert known == [("Bea", 1, True), ("Cleo", 1, True)], "the match against nobody is rated no longer"
