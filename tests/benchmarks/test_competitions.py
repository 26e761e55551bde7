"""Time the writing of competitions with the database, each beside its bound."""

from __future__ import annotations

import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.derivation.derive import derive
from league.competitions.derivation.recompute import append, recompute
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.log.locks import locked
from league.competitions.models import Group, Outlook
from league.competitions.verbs.rounds import open_round
from league.leagues import projections
from matches.models import Match
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures, play_out

pytestmark = pytest.mark.bench


def best_of(count, what):
    """The least of ``count`` runs in milliseconds: CPU time of this process, and wall-clock time, in which the
    database's work and its waiting are."""
    own, whole = [], []
    for _run in range(count):
        begin, used = time.perf_counter(), time.process_time()
        what()
        own.append((time.process_time() - used) * 1000)
        whole.append((time.perf_counter() - begin) * 1000)
    return min(own), min(whole)


def told(what, own, whole, limit):
    """Both are told; what the processor spends is held to the target, for the rest depends on who else is at work."""
    print(f"{what:<60} {own:>8.1f} ms of CPU, {whole:>8.1f} ms in all   (at most {limit} ms)")
    assert own <= limit


def test_recomputation_after_a_result_in_a_league_of_twenty(cast):
    """One result more each time: read structure and log, derive all, write what changed, tell it."""
    cup = running(cast.organiser, "league", entrants=20)
    play_out(cup, until=150)
    waiting = iter(open_fixtures(cup))

    def one_more():
        with locked(cup.id) as row:
            fixture = next(waiting)
            append(row, fixture=fixture, kind="played", home_goals=2, away_goals=1, winner="home", source="organiser")
            recompute(row)

    own, whole = best_of(7, one_more)
    told("recomputed after a result, a league of 20, with its database", own, whole, 50)
    reading, _whole = best_of(7, lambda: take_snapshot(cup))
    snapshot = take_snapshot(cup)
    deriving, _whole = best_of(7, lambda: derive(snapshot))
    print(f"{'  of it to read, to derive':<60} {reading:>8.1f}, {deriving:.1f} ms of CPU")


def test_a_result_on_its_way_from_the_table(cast):
    """The way of most results, nine of ten, with all that a match leaves: figures, lines, cards."""
    from league.competitions.verbs.results import take

    cup = running(cast.organiser, "league", entrants=20)
    play_out(cup, until=150)
    over = [fixture.match for fixture in open_fixtures(cup)][:5]
    for match in over:
        finish(match, 2, 1)
    waiting = iter(over)
    own, whole = best_of(5, lambda: take(next(waiting).id))
    told("a result taken in from its match", own, whole, 20)


def test_a_board_of_a_league_of_teams(cast, monkeypatch):
    """The result of one board of a tie of eight, in a league of twelve teams, in CPU of this process."""
    from league.competitions.verbs import results
    from tests.league import teams

    monkeypatch.setattr(teams, "TEAMS", [*teams.TEAMS, "Quinto", "Sesto", "Settimo", "Ottavo"])
    cup = teams.running_teams(cast.organiser, teams=12, boards=8, squad=8, round_hours=168)
    costs: dict[str, list[float]] = {}
    for number in range(1, 5):
        teams.open_line_ups(cup)
        ties = [tie for tie in teams.ties_of(cup) if tie.round.number == number]
        for tie in ties:
            boards = teams.boards_of(tie)
            for fixture in boards:
                finish(fixture.match, (fixture.board + tie.number) % 3, fixture.board % 2)
                used = time.process_time()
                results.take(fixture.match.pk)
                kind = "leaves boards to play"
                if fixture is boards[-1]:
                    kind = "ends the round" if tie is ties[-1] else "decides its tie"
                costs.setdefault(kind, []).append((time.process_time() - used) * 1000)
    for kind, spent in costs.items():
        spent.sort()
        middle, what = spent[len(spent) // 2], f"a board that {kind}, teams of eight ({len(spent)} of them)"
        print(f"{what:<60} {spent[0]:>8.1f} ms of CPU, {middle:.1f} in the middle   (at most 20 ms)")
    assert costs["leaves boards to play"][0] <= 20 and costs["decides its tie"][0] <= 20


def test_opening_a_round_of_512_fixtures(cast):
    cup = running(cast.organiser, "cup", entrants=1024, advance="click")
    asked = []

    def counted(execute, *given):  # to keep their text as well, as a test does, took an eighth of the time
        asked.append(given[0])
        return execute(*given)

    begin, used = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(counted):
        open_round(competition=cup, number=1, by=cast.organiser)
    own, whole = (time.process_time() - used) * 1000, (time.perf_counter() - begin) * 1000
    assert Match.objects.filter(status=Match.Status.WAITING).count() == 512
    told(f"a round of 512 fixtures opened, {len(asked)} queries", own, whole, 5000)


@pytest.mark.parametrize("page", ["", "bracket/", "fixtures/", "entrants/"])
def test_a_page_of_64_entrants(cast, client, page):
    """The time is for a table of nothing kept between two requests; ``test_pages.py`` has every page of a full site."""
    cup = running(cast.organiser, "cup", entrants=64)
    play_out(cup, until=40)
    path = f"/competitions/{cup.slug}/{page}"
    client.get(path)
    own, whole = best_of(7, lambda: client.get(path))
    with CaptureQueriesContext(connection) as asked:
        client.get(path)
    told(f"64 entrants, {page or 'overview'}, {len(asked)} queries (at most 10)", own, whole, 100)
    assert len(asked) <= 10


def test_ten_thousand_seasons_in_a_task(cast, monkeypatch):
    """As the worker does it, with the database: the pages see how far it is while it works."""
    cup = running(cast.organiser, "league", entrants=20)
    play_out(cup, until=190)
    [group] = projections.due()
    seen = []
    project = projections.project

    def watched(*args, progress, **more):
        def looked(done):
            progress(done)
            seen.append(Outlook.objects.get(group=group).runs)

        return project(*args, progress=looked, **more)

    monkeypatch.setattr(projections, "project", watched)
    begin, used = time.perf_counter(), time.process_time()
    made = projections.make(Group.objects.get(pk=group.pk))
    own, whole = (time.process_time() - used) * 1000, (time.perf_counter() - begin) * 1000
    assert made.runs == projections.RUNS and seen == sorted(seen) and len(set(seen)) >= 5, "no progress was shown"
    told(f"10,000 seasons in a task, progress shown {len(seen)} times", own, whole, 15000)
