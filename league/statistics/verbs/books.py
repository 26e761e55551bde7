"""Writing of stored statistics (books) and of the careers behind the leader boards.

A task takes from the queue (``verbs.outdated``) what a changed line has made wrong: the book of its competition, the
week of its game, the career of its player. Each is counted whole from its own lines in its own transaction, so that the
task may run twice, late or concurrently, and a result costs the same however many matches the site has. What takes long
is counted less often.
"""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from engines.core.seats import SEATS, Seat
from league.statistics.derivation import book_numbers, merging
from league.statistics.derivation.book_numbers import Half, Played
from league.statistics.models import Book, Career, Line, MatchFigures, Outdated, Week
from league.statistics.verbs import outdated

Kind = Outdated.Kind
REST: Final = 20
"""A book or week is not counted again before this many times its counting time has passed."""
BATCH: Final = 500
BUDGET_SECONDS: Final = 3.0
"""One run of the task takes a fifth of its period at most, and goes on at its next run."""


def key_of_game(game: str) -> str:
    return f"game:{game}"


def key_of_competition(competition_id: object) -> str:
    return f"competition:{competition_id}"


def refresh(*, at_once: bool = False) -> int:
    """Count what is outdated; return how many books were written or removed. Safe to repeat.

    ``at_once`` ignores REST and the budget.
    """
    end = float("inf") if at_once else time.monotonic() + BUDGET_SECONDS
    count = 0
    for (competition,) in outdated.targets(Kind.COMPETITION, "competition"):
        if time.monotonic() < end:
            count += write_competition(competition, at_once=at_once)
    for game, begins in outdated.targets(Kind.WEEK, "game", "since"):
        if time.monotonic() < end:
            write_week(game, begins, at_once=at_once)
    for game, player in outdated.targets(Kind.CAREER, "game", "player"):
        if time.monotonic() < end:
            write_career(game, player)
    for (game,) in outdated.targets(Kind.GAME, "game"):
        count += write_game(game)
    return count


def write_competition(competition: UUID, *, at_once: bool = True) -> bool:
    """Count the book of ``competition`` from its lines; return whether it was written or removed."""
    key = key_of_competition(competition)
    if not at_once and _rests(Book.objects.filter(key=key)):
        return False
    with outdated.take(Kind.COMPETITION, competition=competition) as rows:
        if not rows:
            return False
        begin = time.monotonic()
        lines = Line.objects.filter(counts=True, competition=competition)
        if not lines.exists():
            return bool(Book.objects.filter(key=key).delete()[0])
        numbers = book_numbers.count(played(lines))
        # The careers are for its leader boards, which need no stories.
        numbers["players"] = {
            player: {name: value for name, value in career.items() if name != "story"}
            for player, career in numbers["players"].items()
        }
        _save_book(key, numbers, begin, competition)
    return True


def write_week(game: str, begins: datetime, *, at_once: bool = True) -> bool:
    """Count the week of ``game`` that ``begins`` then; return whether it was written or removed."""
    week = Week.objects.filter(game=game, begins=begins)
    if not at_once and _rests(week):
        return False
    with outdated.take(Kind.WEEK, game=game, since=begins) as rows:
        if not rows:
            return False
        begin = time.monotonic()
        span = (begins, begins + timedelta(days=7))
        lines = Line.objects.filter(counts=True, game=game, played_at__gte=span[0], played_at__lt=span[1])
        if lines.exists():
            numbers = book_numbers.count(played(lines, everybodys=True))
            numbers["players"] = {}
            numbers["records"] = [row for row in numbers["records"] if row["kind"] not in book_numbers.RUNS]
            fields = {"numbers": numbers, "seconds": time.monotonic() - begin, "made_at": timezone.now()}
            Week.objects.update_or_create(game=game, begins=begins, defaults=fields)
        else:
            week.delete()
        outdated.add(Kind.GAME, game=game)
    return True


def write_career(game: str, player: UUID) -> bool:
    """Count the career of ``player`` in ``game`` from its lines; return whether it was written or removed."""
    with outdated.take(Kind.CAREER, game=game, player=player) as rows:
        if not rows:
            return False
        lines = Line.objects.filter(counts=True, game=game, player=player)
        careers = [(match, seat) for match in played(lines, everybodys=True) for seat in match.sides]
        if careers:
            careers.sort(key=lambda pair: (pair[0].at, pair[0].match))
            runs = book_numbers.runs_of(str(player), [pair for pair in careers if pair[0].everybodys])
            lengths = {f"public_{kind}": 0 for kind in book_numbers.RUNS}
            lengths |= {f"public_{run['kind']}": run["value"] for run in runs}
            values = {**book_numbers.career(careers), "runs": runs, **lengths}
            Career.objects.update_or_create(game=game, player_id=player, defaults=values)
        else:
            Career.objects.filter(game=game, player=player).delete()
        outdated.add(Kind.GAME, game=game)
    return True


def write_game(game: str) -> bool:
    """Merge the weeks of ``game`` and the best runs of its careers into its book; return whether anything changed.

    While weeks are outstanding that were never counted, as after an upgrade, the book stays as it is.
    """
    with outdated.take(Kind.GAME, game=game) as rows:
        if not rows:
            return False
        begin = time.monotonic()
        weeks = {week.begins: week.numbers for week in Week.objects.filter(game=game).order_by("begins")}
        waiting = Outdated.objects.filter(kind=Kind.WEEK, game=game).order_by().values_list("since", flat=True)
        if not set(waiting.distinct()) <= weeks.keys():
            outdated.add(Kind.GAME, game=game)
            return False
        if not weeks:
            return bool(Book.objects.filter(key=key_of_game(game)).delete()[0])
        numbers = merging.merged(list(weeks.values()))
        del numbers["players"]
        numbers["records"] += _best_runs(game)
        _save_book(key_of_game(game), numbers, begin)
    return True


def _best_runs(game: str) -> list[dict[str, Any]]:
    """Return the longest runs of public matches in ``game``. Two queries by index."""
    runs = []
    for kind in book_numbers.RUNS:
        length = f"public_{kind}"
        careers = Career.objects.filter(game=game, **{f"{length}__gte": book_numbers.LEAST_RUN})
        shortest = list(careers.order_by(f"-{length}").values_list(length, flat=True)[: book_numbers.KEPT])
        if shortest:
            best = careers.filter(**{f"{length}__gte": shortest[-1]}).values_list("runs", flat=True)
            runs += [run for career in best for run in career if run["kind"] == kind]
    return book_numbers.best_runs(runs)


def _rests(rows: QuerySet[Any]) -> bool:
    """Return whether the only row of ``rows`` took so long to count that it must wait before it is counted again."""
    last = rows.values_list("made_at", "seconds").first()
    return last is not None and last[0] + timedelta(seconds=REST * last[1]) > timezone.now()


def _save_book(key: str, numbers: dict[str, Any], begin: float, competition: UUID | None = None) -> None:
    """Save the book ``key``, whose counting began at ``begin`` of the monotonic clock."""
    fields = {"numbers": numbers, "seconds": time.monotonic() - begin, "made_at": timezone.now()}
    Book.objects.update_or_create(key=key, defaults={"competition_id": competition, **fields})


def played(lines: QuerySet[Line], *, everybodys: bool = False) -> Iterator[Played]:
    """Yield the matches of ``lines`` with their figures and stories. Two queries.

    A book that is ``everybodys`` counts matches that are not public without naming them.
    """
    matches: dict[Any, Played] = {}
    for line in lines.order_by("match_id", "side"):
        side: Seat = "home" if line.side == "home" else "away"
        if line.match_id not in matches:
            ours, theirs = line.goals_for, line.goals_against
            score: dict[Seat, int] = dict(zip(SEATS, (ours, theirs) if side == "home" else (theirs, ours), strict=True))
            matches[line.match_id] = Played(str(line.match_id), line.game, line.played_at, score, line.how)
            matches[line.match_id].everybodys = not everybodys or line.audience is None
        matches[line.match_id].sides[side] = Half(str(line.player_id), line.outcome)
    figures = MatchFigures.objects.filter(match__in=lines.order_by().values("match"))
    for row in figures.iterator(chunk_size=BATCH):
        if row.match_id in matches:
            matches[row.match_id].figures, matches[row.match_id].story = row.figures, row.story
    yield from matches.values()
