"""One-time links of printed score sheets: each side of a fixture has one, for one report.

The report is an ordinary one (``verbs.reports``): the other side's agreement or silence makes it count, another score
makes a dispute. A link reports once: the same score again is a repeat, another one is refused.
"""

import secrets
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.competitions.errors import ReportRefused
from league.competitions.log.locks import locked
from league.competitions.models import Fixture, Report
from league.competitions.verbs import reports
from league.competitions.verbs.rulings import Score, competition_id
from league.evenings.models import Sheet

SEATS: Final = ("home", "away")


@transaction.atomic
def sheets_of(fixtures: Sequence[Fixture]) -> dict[tuple[str, str], Sheet]:
    """Return ``(fixture id, seat)`` -> the link of that side, created if missing. Safe to repeat and concurrently."""
    on_sheets = [
        Sheet(fixture=fixture, seat=seat, key=secrets.token_urlsafe(12)) for fixture in fixtures for seat in SEATS
    ]
    Sheet.objects.bulk_create(on_sheets, ignore_conflicts=True)
    sheets = Sheet.objects.filter(fixture__in=[fixture.id for fixture in fixtures])
    return {(str(sheet.fixture_id), sheet.seat): sheet for sheet in sheets}


def report(*, sheet: Sheet, score: Score) -> Report:
    """Report ``score`` for the side of ``sheet`` and use it up. Raises ReportRefused, RulingRefused."""
    with locked(competition_id(sheet.fixture)):
        locked_sheet = Sheet.objects.select_related("fixture__home__player", "fixture__away__player").get(id=sheet.id)
        if locked_sheet.used_at is not None:
            earlier = last_report_of(locked_sheet)
            if earlier is not None and reports.score_of(earlier) == score:
                return earlier
            raise ReportRefused(_("This link has been used. Tell the organiser if the score is wrong."))
        side = locked_sheet.fixture.home if locked_sheet.seat == "home" else locked_sheet.fixture.away
        if side is None:
            raise ReportRefused(_("The sides here are not known yet."))
        reported = reports.report(fixture=locked_sheet.fixture, score=score, by=side.player)
        locked_sheet.used_at = timezone.now()
        locked_sheet.save(update_fields=["used_at"])
    return reported


def last_report_of(sheet: Sheet) -> Report | None:
    """Return the last report of this fixture made or answered by the side of ``sheet``."""
    rows = sheet.fixture.reports.order_by("-at")
    return rows.filter(seat=sheet.seat).first() or rows.first()
