"""The early end of a stage with tables that cannot be played out: one log entry says how its table is made.

The ways are those that leagues have used (``league.competitions.log.verdicts.WAYS``): the table as it stands, points
per match, the first half or the matchdays up to one, or annulled, with no champion, promotion or qualifier. Matches
undecided by then are void. The entry can be taken back until a later stage, or the next season, has begun by it.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.derive import Derived, derive
from league.competitions.derivation.effects import names
from league.competitions.derivation.recompute import append, recompute
from league.competitions.derivation.snapshot import Snapshot, StageSnapshot, take_snapshot
from league.competitions.derivation.tables import make_table
from league.competitions.errors import RulingRefused
from league.competitions.log.locks import locked
from league.competitions.log.verdicts import PER_MATCH, WAY_WORDS, WAYS, fold
from league.competitions.models import Competition, Dispute, Fixture, Group, PlainEntry, ResultEntry, Round, Stage
from league.competitions.setup.stages import places_above
from league.competitions.verbs import open_disputes
from league.competitions.verbs.rulings import Consent, must_run
from league.competitions.verbs.seasons import next_of
from league.players.models import User
from league.seasons.verbs.bulk_actions import act, must_be_played, tell_all
from league.sentences import figure
from league.standings.criteria import CRITERIA
from league.standings.table import Row
from matches.models import Match

CLOSABLE = (Stage.Format.LEAGUE, Stage.Format.GROUPS, Stage.Format.DIVISIONS)
"""Formats in which everybody meets everybody; Swiss rounds end by making no more (``shortening``)."""


def close_early(
    *,
    competition: Competition,
    way: str,
    by: User,
    reason: str,
    number: int | None = None,
    consent: Consent | None = None,
) -> Derived:
    """End the running stage with tables, its table made by ``way``. Again: nothing changes.

    ``number``: the last round that counts, for the way ``matchday``. Raises NeedsConfirmation (always before a
    preview), RulingRefused, WrongStep.
    """
    with locked(competition.id) as row:
        must_be_played(row, reason)
        if way not in WAYS:
            raise RulingRefused(_("It must be one of: %(allowed)s.") % {"allowed": ", ".join(WAYS)})
        snapshot = take_snapshot(row)
        part = _closable(snapshot)
        if part is None:
            if any(closed.way == way for closed in fold(snapshot.entries).closings.values()):
                return recompute(row)
            raise RulingRefused(_("No league or group stage is running."))
        closing = _closing(part, way, number)

        def change() -> list[str]:
            return _append(row, part, closing, by, reason)

        return act(row, by, change, consent or Consent(), reason)


def reopen(*, competition: Competition, by: User, reason: str, consent: Consent | None = None) -> Derived:
    """Take back the early end of the last closed stage: its remaining matches are to be played again.

    Raises NeedsConfirmation (always before a preview), RulingRefused once a later stage or the next season has begun
    by it or if nothing was closed, WrongStep.
    """
    with locked(competition.id) as row:
        must_run(row)
        if not reason.strip():
            raise RulingRefused(_("Give a reason: all players read it."))
        closings = fold(take_snapshot(row).entries).closings
        if not closings:
            raise RulingRefused(_("No season was closed early."))
        stage = max(closings)
        if effect := effect_of(row, stage):
            raise RulingRefused(effect)

        def change() -> list[str]:
            append(
                row,
                kind=ResultEntry.Kind.REOPENED,
                closing={"stage": stage},
                actor=by,
                reason=reason.strip()[:300],
                source="organiser",
            )
            _part_from_stopped_matches(row, stage)
            message = text("undid the early end: {reason}", reason=reason.strip()[:300])
            tell_all(row, by, "reopen_early", message, "table")
            return [_("Resumed. The remaining matches are played again.")]

        return act(row, by, change, consent or Consent(), reason)


def effect_of(row: Competition, stage: int) -> str:
    """Return the reason why the early end of stage number ``stage`` can no longer be taken back, or ""."""
    later = Fixture.objects.filter(tie__round__stage__competition=row, tie__round__stage__number__gt=stage)
    if later.filter(Q(entries__isnull=False) | Q(match__status__in=Match.IN_PLAY)).exists():
        return _("The next stage has begun from this table. You cannot change it.")
    if next_of(row) is not None:
        return _("The next season uses this table. You cannot change it.")
    return ""


def reason_final(row: Competition) -> str:
    """Return the reason why the last early end of ``row`` can no longer be taken back, or ""."""
    closings = fold(row.results.order_by("position")).closings
    if row.official_at is not None:
        return _("The final table is official.")
    return effect_of(row, max(closings)) if closings else ""


@dataclass(frozen=True)
class Line:
    """An entrant in a previewed table: its place, and the figure behind it."""

    rank: int
    name: str
    played: int
    figure: str


@dataclass(frozen=True)
class Preview:
    """The tables of the stage, one a group, as one way would make them."""

    way: str
    tables: list[tuple[str, list[Line]]]


def previews(row: Competition) -> list[Preview]:
    """Return the final tables by each way possible now; empty if nothing can be closed. Writes nothing."""
    snapshot = take_snapshot(row)
    part = _closable(snapshot)
    if part is None or row.status != Competition.Status.RUNNING:
        return []
    possible = []
    for way in WAYS:
        if way in ("matchday", "annulled") or (way == "first_half" and not _halves(part)):
            continue
        possible.append(Preview(way, preview(snapshot, part, _closing(part, way, None))))
    return possible


def preview(snapshot: Snapshot, part: StageSnapshot, closing: dict[str, Any]) -> list[tuple[str, list[Line]]]:
    """Return the tables of ``part`` under ``closing`` as group name and lines."""
    last = snapshot.entries[-1].position if snapshot.entries else 0
    entry = ResultEntry(
        position=last + 1, kind=ResultEntry.Kind.CLOSED, closing=closing, reason="-", at=timezone.now(), source=""
    )
    closed = replace(snapshot, entries=[*snapshot.entries, PlainEntry.of(entry)], _places={})
    derived = derive(closed)
    names = {str(key): entrant.name for key, entrant in snapshot.entrants.items()}
    criterion = CRITERIA[closing["way"] if closing["way"] in PER_MATCH else "points"]

    def line(row: Row, above: int) -> Line:
        written = figure(criterion.written(criterion.counted(row.tally)))
        return Line(above + row.rank, names[row.entrant], row.tally.played, written)

    def lines(group: Group) -> list[Line]:
        above = places_above(part.stage, group)
        return [line(row, above) for row in make_table(closed, derived, group).rows]

    return [(group.name, lines(group)) for group in part.groups]


def matchdays(row: Competition) -> list[Round]:
    """Return the rounds at which a stage could be closed."""
    part = _closable(take_snapshot(row))
    return [round for round in part.rounds if not round.part] if part is not None else []


def _closable(snapshot: Snapshot) -> StageSnapshot | None:
    """Return the running stage with tables: the first incomplete one, if it is one of ``CLOSABLE``."""
    derived = derive(snapshot)
    part = next((each for each in snapshot.stages if not derived.complete.get(each.stage.id)), None)
    return part if part is not None and part.stage.format in CLOSABLE and part.rounds else None


def _halves(part: StageSnapshot) -> bool:
    """Return whether everybody meets twice, so that there is a first half."""
    return bool(part.stage.settings.get("times") == 2)


def _closing(part: StageSnapshot, way: str, number: int | None) -> dict[str, Any]:
    """Return the data of the entry. Raises RulingRefused for an impossible way or matchday."""
    days = [round for round in part.rounds if not round.part]
    last = None
    if way == "first_half":
        if not _halves(part):
            raise RulingRefused(_("Everyone meets once here, so there is no first half."))
        last = days[len(days) // 2 - 1].number
    elif way == "matchday":
        if number not in {round.number for round in days}:
            raise RulingRefused(_("This table has no matchday %(number)s.") % {"number": number or "–"})
        last = number
    return {"stage": part.stage.number, "way": way, "round": last}


def _append(row: Competition, part: StageSnapshot, closing: dict[str, Any], by: User, reason: str) -> list[str]:
    """Append the entry, close what is open about the void matches, tell everybody; return sentences for the preview."""
    reason_text = reason.strip()[:300]
    decided = set(fold(row.results.order_by("position")).verdicts)
    append(row, kind=ResultEntry.Kind.CLOSED, closing=closing, actor=by, reason=reason_text, source="organiser")
    left = Fixture.objects.filter(tie__round__stage=part.stage).exclude(id__in=decided)
    left = left.select_related("home", "away", "match", "tie")
    open_about = Q(disputes__outcome="") | Q(reports__state__in=open_disputes.OPEN)
    for fixture in left.filter(open_about).distinct():
        open_disputes.close(row, fixture, Dispute.Outcome.VOID, by, reason_text)
    days = {round.number: round.step for round in part.rounds}
    way = WAY_WORDS[closing["way"]]
    way = text(way[0], number=days[closing["round"]]) if closing["way"] == "matchday" else way
    tell_all(row, by, "close_early", text("closed it early, {way}: {reason}", way=way, reason=reason_text), "table")
    playing = [fixture for fixture in left if fixture.match is not None and fixture.match.status in Match.IN_PLAY]
    sentences = [_("matches not played: %(count)d") % {"count": left.count()}]
    return sentences + [_("%(fixture)s is in play and stops") % {"fixture": names(fixture)} for fixture in playing]


def _part_from_stopped_matches(row: Competition, stage: int) -> None:
    """Detach the undecided fixtures of a stage from the matches that its end stopped: they get new ones."""
    decided = set(fold(row.results.order_by("position")).verdicts)
    fixtures = Fixture.objects.filter(tie__round__stage__competition=row, tie__round__stage__number=stage)
    stopped = Q(match__commands__kind="void") | Q(match__status=Match.Status.VOID)
    ids = set(fixtures.exclude(id__in=decided).filter(stopped).values_list("id", flat=True))
    Fixture.objects.filter(id__in=ids).update(match=None)
