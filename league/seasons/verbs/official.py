"""The official final table: once no result can be disputed and nothing is open, the staff close the log.

From then on no verb adds to it (``recompute.append``); reopening is a step of its own that everybody reads.
"""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Dispute, Entrant, Report, ResultEntry
from league.competitions.policy.parties import people_of
from league.players.models import User
from league.players.verbs.notify import notify
from league.seasons.models import Archive
from league.seasons.verbs.archives import archive
from league.sentences import moment_words

_SAID_ONLY = (ResultEntry.Kind.CLAIMED, ResultEntry.Kind.DISPUTED)


def disputable_until(row: Competition) -> datetime | None:
    """Return the end of the last result's dispute window; None without one."""
    last_entry_at = row.results.exclude(kind__in=_SAID_ONLY).order_by("-at").values_list("at", flat=True).first()
    return last_entry_at + timedelta(hours=row.dispute_hours) if last_entry_at else None


def waits_for(row: Competition) -> list[str]:
    """Return what the official table waits for, in sentences; empty if it can be made now. Three queries."""
    if row.status != Competition.Status.FINISHED:
        return [_("The competition is not finished.")]
    reasons = []
    fixtures = {"fixture__tie__round__stage__competition": row}
    disputes = Dispute.objects.filter(**fixtures, outcome="").count()
    if disputes:
        reasons.append(_("Disputes open: %(count)d. Decide them.") % {"count": disputes})
    reports = Report.objects.filter(**fixtures, state__in=(Report.State.OPEN, Report.State.DISPUTED)).count()
    if reports:
        reasons.append(_("Reports waiting for an answer: %(count)d.") % {"count": reports})
    until = disputable_until(row)
    if until is not None and until > timezone.now():
        reasons.append(_("You can dispute results until %(when)s.") % {"when": moment_words(until)})
    return reasons


def make_official(*, competition: Competition, by: User) -> Archive:
    """Close the log of a finished ``competition`` and archive it. Again: returns the same edition.

    Raises WrongStep with the first thing that it waits for.
    """
    with locked(competition.id) as row:
        if row.official_at is not None:
            return row.archives.order_by("-edition")[0]
        waits = waits_for(row)
        if waits:
            raise WrongStep(waits[0])
        row.official_at = timezone.now()
        row.save(update_fields=["official_at"])
        journal.note(row, by, "official", text("made the final table official"))
        edition = archive(row)
        notify(
            users=people_of(row.entrants.filter(status=Entrant.Status.ENTERED)),
            kind="announcement",
            message=text("The final table of {name} is official", name=row.name),
            url=f"/competitions/{row.slug}/end/",
            key=f"official:{row.id}:{edition.edition}",
            competition=row.name,
        )
    return edition


def reopen(*, competition: Competition, by: User, reason: str) -> Competition:
    """Reopen the log of an official table; its archived edition stays. Again: nothing changes.

    Raises BadSetting without a reason: everybody reads it.
    """
    with locked(competition.id) as row:
        if row.official_at is None:
            return row
        reason_text = reason.strip()[:300]
        if not reason_text:
            raise BadSetting("reason", _("Give a reason: all players read it."))
        row.official_at = None
        row.save(update_fields=["official_at"])
        journal.note(row, by, "reopen_official", text("reopened the official table: {reason}", reason=reason_text))
    return row
