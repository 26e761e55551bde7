"""Open reports and disputes of a fixture, and their end when something else decides the fixture."""

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import Text, text
from league.competitions.derivation.effects import names
from league.competitions.errors import ReasonMissing
from league.competitions.models import Competition, Dispute, Fixture, Report
from league.competitions.policy.parties import deciders, people_in
from league.players.models import User
from league.players.verbs.notify import Notice, notify_all

OPEN = (Report.State.OPEN, Report.State.DISPUTED)


def open_report(fixture: Fixture) -> Report | None:
    """Return the report that waits for an answer, or is disputed."""
    return Report.objects.filter(fixture=fixture, state__in=OPEN).first()


def open_dispute(fixture: Fixture) -> Dispute | None:
    """Return the dispute that waits for its outcome."""
    return Dispute.objects.filter(fixture=fixture, outcome="").first()


def close(row: Competition, fixture: Fixture, outcome: str, by: User | None, reason: str) -> None:
    """Close the report and dispute of a decided fixture, and tell both sides of a dispute the outcome.

    Raises ReasonMissing if a dispute would end without a reason.
    """
    Report.objects.filter(fixture=fixture, state__in=OPEN).update(state=Report.State.SETTLED)
    dispute = open_dispute(fixture)
    if dispute is None:
        return
    if not reason.strip():
        raise ReasonMissing(_("Give a reason for your decision: both sides read it."))
    dispute.outcome, dispute.reason = outcome, reason.strip()[:300]
    dispute.decided_by, dispute.decided_at = by, timezone.now()
    dispute.save(update_fields=["outcome", "reason", "decided_by", "decided_at"])
    message = text("The dispute about {fixture} is decided: {reason}", fixture=names(fixture), reason=dispute.reason)
    tell(row, people_in(fixture), "dispute", message, fixture, f"decided:{dispute.id}")


def tell(row: Competition, users: list[User], kind: str, message: Text, fixture: Fixture, key: str) -> None:
    """Notify ``users`` about ``fixture``; the link leads to its page."""
    notify_all([notice(row, users, kind, message, fixture, key)])


def notice(row: Competition, users: list[User], kind: str, message: Text, fixture: Fixture, key: str) -> Notice:
    """Return the notice about ``fixture``, whose link leads to its page."""
    return Notice(users, kind, message, f"/competitions/{row.slug}/fixtures/{fixture.id}/", key, row.name)


def tell_deciders(row: Competition, message: Text, fixture: Fixture, key: str) -> None:
    """Notify those who may decide ``fixture``; if there is nobody else, the owner although a party to it."""
    people = deciders(row, fixture) or deciders(row)
    tell(row, people, "dispute", message, fixture, key)
