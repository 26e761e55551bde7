"""What can still happen in a table, and how it may end: made by a task, never by a page or under a lock.

The range of final places is proved (``league.standings.bounds``); whoever is clinched or eliminated is so for certain.
The projection (``league.standings.projection``, football Elo for strength) is an estimate and is labelled as one. Both
are kept by the position of the log: as long as nothing changes, nothing is computed again.
"""

from __future__ import annotations

from typing import Final

from django.db.models import F, Q
from django.utils import timezone

from league.competitions.derivation.derive import derive
from league.competitions.derivation.facts import Derived
from league.competitions.derivation.snapshot import Book, open_book
from league.competitions.derivation.tables import adjustments_of, members, results_of, rules_of, stage_of, table_of
from league.competitions.models import Competition, Entrant, Group, Outlook, Stage
from league.formats.slots import is_house
from league.standings.bounds import Range, ranges
from league.standings.projection import project

RUNS: Final = 10_000
FORMATS: Final = (Stage.Format.LEAGUE, Stage.Format.GROUPS, Stage.Format.DIVISIONS, Stage.Format.LEAGUE_PHASE)


def due(limit: int = 4) -> list[Group]:
    """The tables that have changed since their outlook was made."""
    stale = (
        Q(outlook__isnull=True) | ~Q(outlook__position=F("table_position")) | Q(outlook__runs__lt=F("outlook__wanted"))
    )
    rows = Group.objects.filter(
        stale,
        stage__format__in=FORMATS,
        table_position__gt=0,
        stage__competition__status__in=(Competition.Status.RUNNING, Competition.Status.FINISHED),
    )
    return list(rows.select_related("stage__competition").order_by("table_position")[:limit])


def make(group: Group, runs: int = RUNS) -> Outlook | None:
    """Make the outlook of ``group`` as it stands now; None if the table changed while it was made."""
    row = Competition.objects.get(id=group.stage.competition_id)
    book = open_book(row)
    derived = derive(book)
    found = next(one for one in book.groups if one.id == group.id)
    position = found.table_position
    made = table_of(book, derived, found)
    entrants = members(book, derived, found)
    results = results_of(book, derived, found)
    left = remaining(book, derived, found)
    rules = rules_of(book.competition)
    points = {line.entrant: line.tally.points for line in made.rows}
    ranks = {line.entrant: line.rank for line in made.rows}
    possible = ranges(points, left, rules.points, ranks=ranks)
    for k, ahead, behind in made.needs_playoff:
        possible |= dict.fromkeys((ahead, behind), Range(k, k + 1, exact=True))
    defaults = {
        "position": position,
        "ranges": {one: [known.best, known.worst] for one, known in possible.items()},
        "chances": {},
        "points": {},
        "runs": 0,
        "wanted": runs if left else 0,
        "seed": position,
        "made_at": timezone.now(),
    }
    if not Group.objects.filter(id=group.id, table_position=position).exists():
        return None
    outlook, _made = Outlook.objects.update_or_create(group=found, defaults=defaults)
    if not left:
        return outlook
    mine = Outlook.objects.filter(id=outlook.id, position=position)

    def tell(done: int) -> None:
        mine.update(runs=min(done, runs - 1))

    projected = project(
        entrants,
        results,
        left,
        rules,
        seed=position,
        runs=runs,
        adjustments=adjustments_of(derived.log, entrants),
        progress=tell,
    )
    mine.update(chances=projected.ranks, points=projected.points, runs=runs)
    outlook.refresh_from_db()
    return outlook


def remaining(book: Book, derived: Derived, group: Group) -> list[tuple[str, str]]:
    """``(home, away)`` of every match of ``group`` that is still to be played."""
    left = []
    for round in stage_of(book, group).rounds:
        for tie in book.ties[round.id]:
            facts = derived.ties[tie.id]
            open_still = tie.group_id == group.id and not facts.decided and not is_house(tie.away_slot)
            if open_still and isinstance(facts.home, Entrant) and isinstance(facts.away, Entrant):
                left.append((str(facts.home.id), str(facts.away.id)))
    return left
