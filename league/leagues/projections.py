"""Projections of tables and their possible ends: made by a task, never by a page or under a lock.

The range of final places is proved (``league.standings.bounds``): a clinched or eliminated entrant is so for certain.
The projection (``league.standings.projection``, football Elo for strength) is an estimate and labelled as one. Both
are kept by the position of the log: as long as nothing changes, nothing is computed again.
"""

from typing import Final

from django.db.models import F
from django.utils import timezone

from league.competitions.derivation.derive import derive
from league.competitions.derivation.facts import Derived
from league.competitions.derivation.snapshot import Snapshot, take_snapshot
from league.competitions.derivation.tables import counted_in, stage_of, table_of
from league.competitions.models import Competition, Group, Outlook, PlainEntrant, Stage
from league.formats.slots import is_house
from league.standings.bounds import Range, ranges
from league.standings.criteria import MANUAL, Plain
from league.standings.projection import project
from league.standings.table import Table

RUNS: Final = 10_000
LOOKED: Final = 50
"""Tables of one look."""
PROJECTED: Final = (Competition.Status.RUNNING, Competition.Status.FINISHED)
POINTS: Final = Plain("points")
"""The criterion that ranges are proved by; where another comes first, nothing is proved."""
GIVEN: Final = (MANUAL, "disciplinary")
"""Figures that the remaining matches are not expected to change. Sums over opponents do change: lots stand for them."""
FORMATS: Final = (Stage.Format.LEAGUE, Stage.Format.GROUPS, Stage.Format.DIVISIONS, Stage.Format.LEAGUE_PHASE)


def due(limit: int = 4) -> list[Group]:
    """Return the tables that changed since their outlook was made, and note those that never have one.

    From a partial index of what is due alone: joined to all tables and outlooks, each look would read the whole site.
    """
    stale = Group.objects.exclude(outlook_position=F("table_position")).select_related("stage__competition")
    rows = list(stale.order_by("table_position")[:LOOKED])
    never = [row.pk for row in rows if not _has_outlook(row)]
    if never:
        Group.objects.filter(pk__in=never).update(outlook_position=F("table_position"))
    return [row for row in rows if row.pk not in never and row.table_position > 0][:limit]


def _has_outlook(group: Group) -> bool:
    """Return whether the matches left of a table are simulated; ties of teams are not."""
    competition = group.stage.competition
    return group.stage.format in FORMATS and competition.status in PROJECTED and not competition.of_teams


def make(group: Group, runs: int = RUNS) -> Outlook | None:
    """Make the outlook of ``group``; return None if the table changed meanwhile."""
    row = Competition.objects.get(id=group.stage.competition_id)
    snapshot = take_snapshot(row)
    derived = derive(snapshot)
    own_group = next(candidate for candidate in snapshot.groups if candidate.id == group.id)
    position = own_group.table_position
    table = table_of(snapshot, derived, own_group)
    entrants, results, rules, facts, adjustments = counted_in(snapshot, derived, own_group)
    left = remaining(snapshot, derived, own_group)
    points = {line.entrant: line.tally.points for line in table.rows}
    ranks = {line.entrant: line.rank for line in table.rows}
    if left and rules.criteria[0] != POINTS:
        possible = dict.fromkeys(entrants, Range(1, len(entrants), exact=False))
    else:
        possible = ranges(points, left, rules.points, shootout=rules.shootout, ranks=ranks)
    possible |= _played_off(table)
    defaults = {
        "position": position,
        "ranges": {entrant: [bounds.best, bounds.worst] for entrant, bounds in possible.items()},
        "chances": {},
        "points": {},
        "runs": 0,
        "wanted": runs if left else 0,
        "seed": position,
        "made_at": timezone.now(),
    }
    if not Group.objects.filter(id=group.id, table_position=position).exists():
        return None
    outlook, _created = Outlook.objects.update_or_create(group=own_group, defaults=defaults)
    groups = Group.objects.filter(id=group.id)
    if not left:
        groups.update(outlook_position=position)
        return outlook
    rows = Outlook.objects.filter(id=outlook.id, position=position)

    def tell(count: int) -> None:
        rows.update(runs=min(count, runs - 1))

    projected = project(
        entrants,
        results,
        left,
        rules,
        seed=position,
        runs=runs,
        adjustments=adjustments,
        facts={name: facts[name] for name in GIVEN if name in facts},
        progress=tell,
    )
    if rows.update(chances=projected.ranks, points=projected.points, runs=runs):
        groups.update(outlook_position=position)
    outlook.refresh_from_db()
    return outlook


def _played_off(table: Table) -> dict[str, Range]:
    """Return the places open to those who still have a play-off, or wait for the loser of one."""
    behind_at = {k: behind for k, _ahead, behind in table.later_playoffs}
    possible = {}
    for k, ahead, behind in table.needs_playoff:
        chain = [behind]
        while k + len(chain) in behind_at:
            chain.append(behind_at[k + len(chain)])
        last = k + len(chain)
        possible[ahead] = Range(k, last, exact=True)
        possible |= {entrant: Range(k + at, last, exact=True) for at, entrant in enumerate(chain)}
    return possible


def remaining(snapshot: Snapshot, derived: Derived, group: Group) -> list[tuple[str, str]]:
    """Return ``(home, away)`` of every match of ``group`` still to be played."""
    left = []
    for round in stage_of(snapshot, group).rounds:
        for tie in snapshot.ties[round.id]:
            facts = derived.ties[tie.id]
            open_still = tie.group_id == group.id and not facts.decided and not is_house(tie.away_slot)
            if open_still and isinstance(facts.home, PlainEntrant) and isinstance(facts.away, PlainEntrant):
                left.append((str(facts.home.id), str(facts.away.id)))
    return left
