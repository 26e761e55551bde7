"""Disputes of a result: a statement from each side until the deadline, then an outcome.

A disputed report does not count while the dispute is open; any other disputed result counts until the decision. It is
decided by a ruling like any other (``rulings``), or by ``let_stand``.
"""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.seats import Seat, other
from engines.core.text import text
from league.competitions.derivation.derive import Derived
from league.competitions.derivation.effects import names
from league.competitions.derivation.recompute import append
from league.competitions.errors import ReportRefused
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Dispute, Fixture, Report, ResultEntry
from league.competitions.policy.parties import own_match, people_in, seat_in
from league.competitions.verbs import open_disputes
from league.competitions.verbs.freezing import stood_still
from league.competitions.verbs.rulings import Ruling, competition_id, rule_in
from league.players.models import User


def dispute(*, fixture: Fixture, by: User, statement: str) -> Dispute:
    """Dispute the other side's report, or the result of your own match within ``dispute_hours``.

    Repeating it changes the statement of the open dispute. Raises ReportRefused.
    """
    with locked(competition_id(fixture)) as row:
        current = Fixture.objects.select_related("home", "away", "match", "tie").get(id=fixture.id)
        seat = _seat(current, by)
        open_now = open_disputes.open_dispute(current)
        if open_now is not None:
            return _add_statement(row, current, open_now, seat, statement, by)
        _may_dispute(row, current, seat)
        return open_in(row, current, by, seat, statement)


def state(*, dispute: Dispute, by: User, statement: str) -> Dispute:
    """Make or replace a statement, until the deadline. Raises ReportRefused."""
    with locked(competition_id(dispute.fixture)) as row:
        dispute = Dispute.objects.select_related("fixture__home", "fixture__away").get(id=dispute.id)
        return _add_statement(row, dispute.fixture, dispute, _seat(dispute.fixture, by), statement, by)


def let_stand(*, dispute: Dispute, by: User, reason: str) -> Derived:
    """Decide for the report or result in dispute: it counts. Repeating it changes nothing.

    Raises RulingRefused: no reason, or the user's own match while others could decide it.
    """
    with locked(competition_id(dispute.fixture)) as row:
        dispute = Dispute.objects.select_related("fixture__home", "fixture__away", "fixture__tie", "report").get(
            id=dispute.id
        )
        if dispute.outcome:
            return rule_in(row, dispute.fixture, by, None)
        report = dispute.report
        message = text("kept the result of {fixture}: {reason}", fixture=names(dispute.fixture), reason=reason)
        if report is None or report.state != Report.State.DISPUTED:
            own_match(row, dispute.fixture, by)
            open_disputes.close(row, dispute.fixture, Dispute.Outcome.STANDS, by, reason)
            journal.note(row, by, "let_stand", message)
            return rule_in(row, dispute.fixture, by, None)
        kicks = report.shootout
        entry = {
            "kind": ResultEntry.Kind.CONFIRMED,
            "home_goals": report.home_goals,
            "away_goals": report.away_goals,
            "shootout": kicks,
            "extra_time": report.extra_time,
        }
        return rule_in(row, dispute.fixture, by, Ruling("let_stand", message, entry, reason=reason, outcome="stands"))


def open_in(row: Competition, fixture: Fixture, by: User, seat: Seat, statement: str) -> Dispute:
    """Open a dispute under the lock that the caller holds. Raises ReportRefused without a statement."""
    if not statement.strip():
        raise ReportRefused(_("Describe the match: the other side and the staff read it."))
    now = timezone.now()
    report = open_disputes.open_report(fixture)
    if report is not None:
        report.state = Report.State.DISPUTED
        report.save(update_fields=["state"])
    opened = Dispute(fixture=fixture, report=report, seat=seat, by=by, at=now)
    opened.deadline_at = now + timedelta(hours=row.dispute_hours)
    setattr(opened, f"{seat}_statement", statement.strip()[:1000])
    opened.save()
    append(row, fixture=fixture, kind=ResultEntry.Kind.DISPUTED, actor=by, source="player")
    journal.note(row, by, "dispute", text("disputes {fixture}", fixture=names(fixture)))
    message = text("{fixture} is disputed: write a statement", fixture=names(fixture))
    open_disputes.tell(row, people_in(fixture, other(seat)), "dispute", message, fixture, f"dispute:{opened.id}")
    message = text("{fixture} is disputed and needs a decision", fixture=names(fixture))
    open_disputes.tell_deciders(row, message, fixture, f"dispute:{opened.id}:staff")
    return opened


def remind_due() -> int:
    """Remind the staff, once, of disputes whose time for statements is over; return their number."""
    overdue = Dispute.objects.filter(outcome="", deadline_at__lte=timezone.now(), reminded_at__isnull=True)
    overdue = overdue.filter(
        fixture__tie__round__stage__competition__in=Competition.objects.played().filter(frozen_at=None)
    )
    reminded = 0
    for each in overdue.select_related("fixture__tie__round__stage__competition", "fixture__home", "fixture__away"):
        if not Dispute.objects.filter(id=each.id, reminded_at__isnull=True).update(reminded_at=timezone.now()):
            continue
        message = text("The time for statements about {fixture} has passed: decide it", fixture=names(each.fixture))
        row = each.fixture.tie.round.stage.competition
        open_disputes.tell_deciders(row, message, each.fixture, f"dispute:{each.id}:late")
        reminded += 1
    return reminded


def may_dispute(row: Competition, fixture: Fixture, by: User) -> bool:
    """Return whether the page offers the form."""
    seat = seat_in(fixture, by)
    if seat is None:
        return False
    try:
        _may_dispute(row, fixture, seat)
    except ReportRefused:
        return False
    return True


def _may_dispute(row: Competition, fixture: Fixture, seat: Seat) -> None:
    """Raise ReportRefused with the reason if the side may not dispute."""
    if row.status not in (Competition.Status.RUNNING, Competition.Status.FINISHED):
        raise ReportRefused(_("The competition is not running."))
    report = open_disputes.open_report(fixture)
    if report is not None:
        if report.seat == seat:
            raise ReportRefused(_("This is your own report. Report again to correct it."))
        return
    entries = fixture.entries.exclude(kind__in=(ResultEntry.Kind.CLAIMED, ResultEntry.Kind.DISPUTED))
    last = entries.order_by("-position").first()
    if last is None or fixture.status not in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER, Fixture.Status.VOID):
        raise ReportRefused(_("This match has no result to dispute."))
    left = last.at + timedelta(hours=row.dispute_hours) - timezone.now()
    if left + stood_still(row, last.at) < timedelta(0):
        raise ReportRefused(_("The time to dispute this result has passed."))
    if fixture.disputes.filter(decided_at__gte=last.at).exists() or fixture.disputes.filter(seat=seat).count() >= 2:
        raise ReportRefused(_("The dispute about this match is decided."))


def _add_statement(
    row: Competition, fixture: Fixture, dispute: Dispute, seat: Seat, statement: str, by: User
) -> Dispute:
    if dispute.outcome:
        raise ReportRefused(_("The dispute about this match is decided."))
    if dispute.deadline_at <= (row.frozen_at or timezone.now()):
        raise ReportRefused(_("The time for statements has passed."))
    if not statement.strip():
        raise ReportRefused(_("Describe the match: the other side and the staff read it."))
    setattr(dispute, f"{seat}_statement", statement.strip()[:1000])
    dispute.save(update_fields=[f"{seat}_statement"])
    journal.note(row, by, "statement", text("made a statement about {fixture}", fixture=names(fixture)))
    return dispute


def _seat(fixture: Fixture, by: User) -> Seat:
    seat = seat_in(fixture, by)
    if seat is None:
        raise ReportRefused(_("Only the two players can dispute a result."))
    return seat
