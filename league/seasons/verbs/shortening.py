"""Shortening a running season: every pair meets less often, or it ends at a matchday.

Cancelled matches become void by log entries, one a match, with the reason: tables and promotion follow from the
played ones, and an organiser can still have any of them played. A match in play is finished and counts. Unpaired
Swiss rounds are never made.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from engines.core.text import Text, text
from league.compat.prepared_queries import PreparedQuery
from league.competitions.derivation.derive import Derived
from league.competitions.derivation.effects import names
from league.competitions.derivation.recompute import append_all, recompute
from league.competitions.errors import RulingRefused
from league.competitions.log.locks import locked
from league.competitions.log.verdicts import fold
from league.competitions.models import Competition, Dispute, Fixture, ResultEntry, Round, Stage
from league.competitions.setup.formats import Times
from league.competitions.setup.stages import TABLES, settings_of
from league.competitions.verbs import open_disputes
from league.competitions.verbs.rulings import Consent
from league.errors import out_of_bounds
from league.players.models import User
from league.seasons.verbs.bulk_actions import act, must_be_played, tell_all
from matches.models import Match

MOST_LEFT: Final = max(Times) - 1
"""Most meetings of a pair that can be left in a shorter season."""


def shorten(
    *, competition: Competition, by: User, reason: str, meetings: int = 1, consent: Consent | None = None
) -> Derived:
    """Leave every pair of a round robin its first ``meetings``: the later ones are void. Again: nothing changes.

    Raises NeedsConfirmation (always before a preview), RulingRefused if a later meeting has begun or there is none,
    WrongStep.
    """
    if not 1 <= meetings <= MOST_LEFT:
        raise RulingRefused(out_of_bounds(1, MOST_LEFT))
    with locked(competition.id) as row:
        must_be_played(row, reason)
        later = _later_meetings(row, meetings)
        if not later:
            raise RulingRefused(_("Nobody meets that often here, so you cannot shorten it."))
        begun, left = _begun_and_left(row, later)
        if begun:
            data = {"fixture": names(begun[0]), "count": len(begun)}
            raise RulingRefused(
                _("%(fixture)s has begun (%(count)d such matches in all). End the season at a matchday instead.") % data
            )
        if not left:
            return recompute(row)
        reason_text = reason.strip()[:300]
        message = text("shortened the season to a single round: {reason}", reason=reason_text)
        if meetings > 1:
            message = text(
                "shortened the season to {count} meetings of every pair: {reason}", count=meetings, reason=reason_text
            )
        return act(row, by, lambda: _void(row, by, left, reason, "shorten", message), consent or Consent(), reason)


def end_at(
    *,
    competition: Competition,
    number: int,
    by: User,
    reason: str,
    at_once: bool = False,
    consent: Consent | None = None,
) -> Derived:
    """End the stage of round ``number`` at that matchday: later unplayed matches are void.

    With ``at_once`` earlier ones are too. Played matches count. Again: nothing changes. Raises NeedsConfirmation
    (always before a preview), RulingRefused, WrongStep.
    """
    with locked(competition.id) as row:
        must_be_played(row, reason)
        last = Round.objects.filter(stage__competition=row, number=number).select_related("stage").first()
        if last is None or last.stage.format not in TABLES or last.part:
            raise RulingRefused(_("No table has a matchday %(number)d.") % {"number": number})
        verdicts = fold(row.results.order_by("position")).verdicts
        rows = _fixtures(row).filter(tie__round__stage=last.stage, tie__group__isnull=False)
        rows = rows if at_once else rows.filter(tie__round__number__gt=number)
        left = [row for row in rows if row.id not in verdicts and row.status != Fixture.Status.VOID]
        playing = [fixture for fixture in left if _begun(fixture)]
        left = [fixture for fixture in left if fixture not in playing]
        unmade = Round.objects.filter(stage=last.stage, number__gt=number, ties__isnull=True, part="")
        if last.stage.format != Stage.Format.SWISS or row.stages.filter(number__gt=last.stage.number).exists():
            unmade = unmade.none()
        if not left and not unmade.exists():
            return recompute(row)

        def change() -> list[str]:
            sentences = [
                _("%(fixture)s is in play: it counts when it ends") % {"fixture": names(fixture)} for fixture in playing
            ]
            unmade_count = unmade.count()
            if unmade_count:
                unmade.delete()
                last.stage.settings = {**last.stage.settings, "rounds": last.step}
                last.stage.save(update_fields=["settings"])
                sentences.append(_("rounds dropped: %(count)d") % {"count": unmade_count})
            message = text(
                "ended the season at matchday {number}: {reason}", number=last.step, reason=reason.strip()[:300]
            )
            return sentences + _void(row, by, left, reason, "end_at", message)

        return act(row, by, change, consent or Consent(), reason)


def matchdays(row: Competition) -> list[Round]:
    """Return the matchdays at which the competition could end: those of the table in play."""
    rows = Round.objects.filter(stage__competition=row, stage__format__in=TABLES, part="").select_related("stage")
    rounds = list(rows.order_by("number"))
    now = next((round.stage_id for round in rounds if round.status != Round.Status.DONE), None)
    return [round for round in rounds if round.stage_id == now]


def shorter(row: Competition) -> list[int]:
    """Return how many meetings of every pair the page offers to leave; none if it cannot be shortened.

    A withdrawn entrant has played no later meeting, which is no hindrance, so this asks the log and not the results.
    Three queries with few columns: a season has hundreds of matches.
    """
    several = {stage.pk for stage in row.stages.all() if _meets_again(stage)}
    later = [
        (number, key, status)
        for number, (*_, key, status) in _numbered(
            (meeting for meeting in _MEETINGS.rows(row.pk) if meeting[0] in several), lambda meeting: meeting[1:5]
        )
        if number > 1
    ]
    verdicts = fold(row.results.order_by("position")).verdicts if later else {}
    begun = (
        number
        for number, key, status in later
        if status in Match.IN_PLAY or (key in verdicts and not verdicts[key].void)
    )
    undecided = (number for number, key, _status in later if key not in verdicts)
    return list(range(max(begun, default=1), max(undecided, default=1)))


def _meetings(key: UUID) -> QuerySet[Fixture, tuple[Any, ...]]:
    rows = Fixture.objects.filter(tie__round__stage__competition=key, tie__group__isnull=False)
    rows = rows.filter(home__isnull=False, away__isnull=False)
    columns = ("tie__round__stage", "tie__group", "tie__home_slot", "tie__away_slot", "leg", "id", "match__status")
    return rows.order_by("tie__round__number", "tie__number", "leg", "board").values_list(*columns)


_MEETINGS = PreparedQuery(_meetings)


def _meets_again(stage: Stage) -> bool:
    """Return whether every pair meets more than once."""
    return bool(settings_of(stage).get("times", 1) > 1) and stage.format != Stage.Format.SWISS


def _fixtures(row: Competition) -> Any:  # a queryset of fixtures
    """Select the matches whose sides are known: an entry of the log is about two entrants."""
    rows = Fixture.objects.filter(tie__round__stage__competition=row, home__isnull=False, away__isnull=False)
    rows = rows.select_related("home", "away", "match", "tie__round__stage")
    return rows.order_by("tie__round__number", "tie__number", "leg", "board")


def _begun(fixture: Fixture) -> bool:
    """Return whether its match is in play."""
    return fixture.match is not None and fixture.match.status in Match.IN_PLAY


def _later_meetings(row: Competition, meetings: int) -> list[Fixture]:
    """Return the matches of every pair after its first ``meetings`` in a round-robin table."""
    several = [stage for stage in row.stages.all() if _meets_again(stage)]
    rows = _fixtures(row).filter(tie__group__isnull=False, tie__round__stage__in=several)
    numbered = _numbered(
        rows, lambda fixture: (fixture.tie.group_id, fixture.tie.home_slot, fixture.tie.away_slot, fixture.leg)
    )
    return [fixture for number, fixture in numbered if number > meetings]


Meeting = TypeVar("Meeting")


def _numbered(rows: Iterable[Meeting], sides: Callable[[Meeting], Sequence[Any]]) -> Iterator[tuple[int, Meeting]]:
    """Yield each of ``rows`` with its number among the meetings of its pair, of which two legs are one.

    ``sides``: the group, the slots of both, and the leg.
    """
    met: Counter[tuple[Any, frozenset[str]]] = Counter()
    for row in rows:
        group, home, away, leg = sides(row)
        pair = (group, frozenset((str(home), str(away))))
        met[pair] += leg == 1
        yield met[pair], row


def _begun_and_left(row: Competition, later: list[Fixture]) -> tuple[list[Fixture], list[Fixture]]:
    """Split the ``later`` meetings into begun or decided ones, and open ones."""
    verdicts = fold(row.results.order_by("position")).verdicts
    begun = [
        fixture for fixture in later if _begun(fixture) or (fixture.id in verdicts and not verdicts[fixture.id].void)
    ]
    return begun, [fixture for fixture in later if fixture.id not in verdicts]


def _void(row: Competition, by: User, left: Iterable[Fixture], reason: str, verb: str, message: Text) -> list[str]:
    """Append a void entry for each of ``left``; return sentences for it. Under the lock."""
    left, reason_text = list(left), reason.strip()[:300]
    append_all(
        row,
        [
            {
                "fixture": fixture,
                "kind": ResultEntry.Kind.VOIDED,
                "actor": by,
                "reason": reason_text,
                "source": "organiser",
            }
            for fixture in left
        ],
    )
    open_about = Q(disputes__outcome="") | Q(reports__state__in=open_disputes.OPEN)
    for fixture in _fixtures(row).filter(open_about, id__in=[fixture.id for fixture in left]).distinct():
        open_disputes.close(row, fixture, Dispute.Outcome.VOID, by, reason_text)
    tell_all(row, by, verb, message, "fixtures")
    numbers = sorted({fixture.tie.round.number for fixture in left})
    if not numbers:
        return []
    values = {"count": len(left), "first": numbers[0], "last": numbers[-1]}
    return [_("matchdays %(first)d to %(last)d: %(count)d matches become void") % values]
