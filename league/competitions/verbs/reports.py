"""Results of matches at real tables: reported by one side, confirmed by the other or by its silence.

A second report of the same score confirms the first, a different one is a dispute. A report counts by an entry of the
log (``confirmed``), made under the competition's lock, so a report, its answer and its deadline at the same instant
make one result.
"""

from datetime import timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.seats import Seat, other
from engines.core.text import text
from league.competitions.derivation.derive import Derived
from league.competitions.derivation.effects import names
from league.competitions.derivation.recompute import append
from league.competitions.errors import ReportRefused
from league.competitions.log import journal, one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, Report, ResultEntry
from league.competitions.policy.parties import people_in, seat_in
from league.competitions.setup.stages import evening_of
from league.competitions.verbs import disputes, open_disputes
from league.competitions.verbs.rulings import Ruling, Score, check_score, competition_id, rule_in
from league.players.models import User
from matches.models import Match


def report(*, fixture: Fixture, score: Score, by: User) -> Report:
    """Report the result of your own match at a real table.

    Repeating it changes your report and its deadline; if the other side has reported, the same score confirms it and a
    different one disputes it. Raises ReportRefused, RulingRefused (an impossible score).
    """
    check_score(score, fixture)
    with locked(competition_id(fixture)) as row:
        current = _fixture(fixture)
        seat = _may_report(row, current, by)
        open_now = open_disputes.open_report(current)
        if open_now is not None and open_now.seat != seat:
            return _answer(row, current, open_now, score, by, seat)
        if open_now is not None and open_now.state == Report.State.DISPUTED:
            raise ReportRefused(_("Your report is disputed. Write a statement."))
        if open_now is not None and score_of(open_now) == score:
            return open_now
        if open_now is not None:
            open_now.state = Report.State.REPLACED
            open_now.save(update_fields=["state"])
        reported = _make(row, current, score, by, seat)
    return reported


def confirm(*, report: Report, by: User) -> Derived:
    """Confirm the other side's report. Repeating it changes nothing. Raises ReportRefused."""
    with locked(competition_id(report.fixture)) as row:
        report = Report.objects.select_related("fixture__home", "fixture__away", "fixture__tie").get(id=report.id)
        if seat_in(report.fixture, by) != other(_seat(report)):
            raise ReportRefused(_("The other side must confirm a report."))
        return _count(row, report, by, Report.State.CONFIRMED)


def count_due() -> int:
    """Count every report whose deadline has passed in silence; return their number."""
    due_reports = Report.objects.filter(state=Report.State.OPEN, counts_at__lte=timezone.now())
    # That of a cancelled competition counts for nothing.
    due_reports = due_reports.filter(
        fixture__tie__round__stage__competition__in=Competition.objects.played().filter(frozen_at=None)
    )
    return one_by_one.total(
        _count_one, list(due_reports.values_list("id", "fixture__tie__round__stage__competition_id"))
    )


def score_of(row: Report) -> Score:
    kicks = row.shootout
    return Score(row.home_goals, row.away_goals, (kicks["home"], kicks["away"]) if kicks else None, row.extra_time)


def may_report(row: Competition, fixture: Fixture, by: User) -> bool:
    """Return whether the page offers the form."""
    try:
        _may_report(row, fixture, by)
    except ReportRefused:
        return False
    return True


def _may_report(row: Competition, fixture: Fixture, by: User) -> Seat:
    """Return the reporter's side. Raises ReportRefused with the reason if it may not report."""
    seat = seat_in(fixture, by)
    if seat is None:
        raise ReportRefused(_("Only the two players can report a result."))
    if row.status != Competition.Status.RUNNING:
        raise ReportRefused(_("The competition is not running."))
    if not row.report_hours:
        raise ReportRefused(_("In this competition the organiser enters results of real tables."))
    if fixture.home is None or fixture.away is None or fixture.status != Fixture.Status.OPEN:
        raise ReportRefused(_("This match is not open, or has a result that you can dispute."))
    if not people_in(fixture, other(seat)):
        raise ReportRefused(_("A match against a bot is played online."))
    if fixture.match is not None and fixture.match.status != Match.Status.WAITING:
        raise ReportRefused(_("This match is played online and reports itself."))
    return seat


def silence(row: Competition) -> timedelta:
    """Return the silence after which a report counts: minutes in an evening, hours elsewhere."""
    evening = evening_of(row.stages.all())
    return timedelta(minutes=evening["silence"]) if evening else timedelta(hours=row.report_hours)


def _fixture(fixture: Fixture) -> Fixture:
    """Read the row again, under the lock."""
    return Fixture.objects.select_related("home", "away", "match", "tie").get(id=fixture.id)


def _make(row: Competition, fixture: Fixture, score: Score, by: User, seat: Seat) -> Report:
    now = timezone.now()
    report = Report.objects.create(
        fixture=fixture,
        seat=seat,
        by=by,
        home_goals=score.home,
        away_goals=score.away,
        shootout=score.kicks,
        extra_time=score.extra_time,
        at=now,
        counts_at=now + silence(row),
    )
    append(row, fixture=fixture, kind=ResultEntry.Kind.CLAIMED, actor=by, source="player", **score.as_entry())
    values = {"fixture": names(fixture), **score.told}
    journal.note(row, by, "report", text("reported {fixture} as {home}–{away}", **values))
    message = text("{fixture} was reported as {home}–{away}: confirm it, or dispute it", **values)
    open_disputes.tell(row, people_in(fixture, other(seat)), "report", message, fixture, f"report:{report.id}")
    return report


def _answer(row: Competition, fixture: Fixture, report: Report, score: Score, by: User, seat: Seat) -> Report:
    """Handle the other side's report: the same score confirms, another one disputes."""
    if report.state == Report.State.OPEN and score_of(report) == score:
        _count(row, report, by, Report.State.CONFIRMED)
    elif report.state == Report.State.OPEN:
        message = _("It was %(home)d–%(away)d.") % {"home": score.home, "away": score.away}
        disputes.open_in(row, fixture, by, seat, message)
    else:
        raise ReportRefused(_("This result is disputed. Write a statement."))
    report.refresh_from_db()
    return report


def _count_one(report_and_competition: tuple[UUID, UUID]) -> bool:
    report_id, key = report_and_competition
    with locked(key) as row:
        report = Report.objects.select_related("fixture__home", "fixture__away", "fixture__tie").get(id=report_id)
        if report.state != Report.State.OPEN or report.counts_at > timezone.now() or row.frozen_at is not None:
            return False
        _count(row, report, None, Report.State.COUNTED)
    return True


def _count(row: Competition, report: Report, by: User | None, state: str) -> Derived:
    """Make the report the result. Needs the lock."""
    if report.state in (Report.State.CONFIRMED, Report.State.COUNTED):
        return rule_in(row, report.fixture, by, None)
    if report.state == Report.State.OPEN and report.fixture.status != Fixture.Status.OPEN:
        # A withdrawal has decided it meanwhile.
        Report.objects.filter(id=report.id).update(state=Report.State.SETTLED)
        return rule_in(row, report.fixture, by, None)
    if report.state != Report.State.OPEN:
        raise ReportRefused(_("This report is closed."))
    Report.objects.filter(id=report.id).update(state=state)
    values = {"fixture": names(report.fixture), **score_of(report).told}
    message = (
        text("confirmed {fixture}: {home}–{away}", **values)
        if by is not None
        else text("nobody objected to {fixture}: {home}–{away} counts", **values)
    )
    entry = {"kind": ResultEntry.Kind.CONFIRMED, **score_of(report).as_entry()}
    ruling = Ruling("confirm", message, entry, source="player" if by is not None else "deadline", of_players=True)
    return rule_in(row, report.fixture, by, ruling)


def _seat(row: Report) -> Seat:
    return "home" if row.seat == "home" else "away"
