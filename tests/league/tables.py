"""Playing fixtures without a table: the result that a finished match leaves, by the contract of ``matches``.

Only the row, the result and the outbox are written, as the runtime's final move does; the tests of the whole way, with
engine and runtime, are elsewhere.
"""

from __future__ import annotations

import random

from django.utils import timezone

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Fixture
from league.competitions.verbs.results import collect
from matches.models import Match, Outbox


def finish(match, home, away, *, winner=None, how="regulation", shootout=None, source="play"):
    """End ``match`` with a score, as the final move would."""
    if winner is None and home != away:
        winner = "home" if home > away else "away"
    match.status = Match.Status.FINISHED
    match.finished_at = timezone.now()
    match.result = {
        "winner": winner,
        "how": how,
        "score": {"home": home, "away": away},
        "shootout": shootout,
        "source": source,
        "reason": "",
    }
    match.save(update_fields=["status", "finished_at", "result"])
    Outbox.objects.bulk_create([Outbox(match=match)], ignore_conflicts=True)  # one statement; get_or_create takes five


def finish_by_terms(match, rng):
    """End ``match`` with a random score and the winner that its terms demand."""
    home, away = rng.randrange(4), rng.randrange(4)
    terms = match.terms
    total_home, total_away = home + terms["carry"]["home"], away + terms["carry"]["away"]
    carried = any(terms["carry"].values())
    if terms["draws_allowed"]:
        finish(match, home, away)
    elif total_home != total_away:
        winner = "home" if total_home > total_away else "away"
        finish(match, home, away, winner=winner, how="aggregate" if carried else "regulation")
    else:
        kicks = rng.choice([(4, 3), (2, 3), (5, 4)])
        winner = "home" if kicks[0] > kicks[1] else "away"
        rows = {seat: [True] * n for seat, n in zip(("home", "away"), kicks, strict=True)}
        finish(match, home, away, winner=winner, how="shootout", shootout=rows)


def open_fixtures(competition):
    """The fixtures of ``competition`` whose match waits or is being played."""
    return _OPEN.rows(competition.pk)


_OPEN = PreparedQuery(
    lambda key: Fixture.objects.filter(
        tie__round__stage__competition=key, match__status__in=("waiting", "live")
    ).select_related("match", "home", "away", "tie__round")
)


def play_out(competition, seed=1, until=10_000):
    """Play whatever is open, collect, and go on until nothing is; how many matches that took."""
    rng = random.Random(seed)
    played = 0
    while played < until:
        fixtures = open_fixtures(competition)
        if not fixtures:
            break
        for fixture in rng.sample(fixtures, len(fixtures)):
            if played < until:
                finish_by_terms(fixture.match, rng)
                played += 1
        collect(limit=1000)
    competition.refresh_from_db()
    return played
