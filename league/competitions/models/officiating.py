"""Models around the play: staff, and the reports, disputes and agreements of players.

Import them from ``models``. A report counts through an entry in the log of results; these rows hold what is still open,
and its deadline.
"""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.competitions.models.competition import PersonalLink
from league.competitions.models.roles import NAMES, Role
from matches.ids import uuid7


class StaffQuerySet(models.QuerySet["Staff"]):
    def accepted(self) -> Self:
        """Select those who accepted; the others are invitations."""
        return self.filter(accepted_at__isnull=False)


class Staff(models.Model):
    """A member of the staff, or an open invitation to join it."""

    class Given(models.TextChoices):
        """Roles that an owner may give: ``roles.STAFF``."""

        CO_ORGANISER = Role.CO_ORGANISER.value
        REFEREE = Role.REFEREE.value

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="staff")
    role = models.CharField(max_length=12, choices=Given)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="offices"
    )
    """The user invited by name, or who accepted the link; null for an open link."""
    key = models.CharField(max_length=43, unique=True)
    """Secret of the invitation's address; useless once the invitation is accepted."""
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    invited_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)

    objects = StaffQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "user"], name="staff_once"),
            models.CheckConstraint(
                name="staff_accepted_by_somebody", condition=Q(accepted_at__isnull=True) | Q(user__isnull=False)
            ),
        ]
        ordering = ["role", "invited_at"]

    def __str__(self) -> str:
        return f"{self.user or '?'} {self.role} of {self.competition_id}"

    @property
    def role_name(self) -> str:
        return str(NAMES[Role(self.role)])


class Member(PersonalLink):
    """A further player of an entrant: of a side of two or three people, or of a team beside its captain."""

    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="+")
    entrant = models.ForeignKey("Entrant", on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sides")
    number = models.PositiveSmallIntegerField()
    """Turn within the side, or place in the squad of a team, from 1; the entrant's own player is 0."""
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "user"], name="member_once"),
            models.UniqueConstraint(fields=["entrant", "number"], name="member_number_once"),
        ]
        ordering = ["entrant", "number"]

    def __str__(self) -> str:
        return f"{self.user} of {self.entrant_id}"


class Report(models.Model):
    """A result reported by one side; it counts once confirmed, or unanswered until ``counts_at``."""

    class State(models.TextChoices):
        """``settled``: decided by a ruling or by the match itself."""

        OPEN = "open"
        CONFIRMED = "confirmed"
        COUNTED = "counted"
        DISPUTED = "disputed"
        REPLACED = "replaced"
        SETTLED = "settled"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    fixture = models.ForeignKey("Fixture", on_delete=models.CASCADE, related_name="reports")
    seat = models.CharField(max_length=4)
    """The reporting side."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    home_goals = models.PositiveSmallIntegerField()
    away_goals = models.PositiveSmallIntegerField()
    shootout = models.JSONField(null=True)
    extra_time = models.BooleanField(default=False)
    at = models.DateTimeField()
    counts_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["fixture"], name="report_open_once", condition=Q(state__in=["open", "disputed"])
            )
        ]
        indexes = [models.Index(fields=["counts_at"], name="report_due", condition=Q(state="open"))]
        ordering = ["at"]

    def __str__(self) -> str:
        return f"{self.home_goals}-{self.away_goals} by {self.seat} ({self.state})"


class Dispute(models.Model):
    """A result that one side does not accept: a statement from each side, a deadline, an outcome."""

    class Outcome(models.TextChoices):
        """``stands``: the disputed result counts; the rest are rulings. Empty while it is open."""

        STANDS = "stands"
        RESULT = "result"
        WALKOVER = "walkover"
        REPLAY = "replay"
        VOID = "void"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    fixture = models.ForeignKey("Fixture", on_delete=models.CASCADE, related_name="disputes")
    report = models.ForeignKey(Report, on_delete=models.SET_NULL, null=True, blank=True, related_name="disputes")
    seat = models.CharField(max_length=4)
    """The disputing side."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    deadline_at = models.DateTimeField()
    """Both sides may make a statement until then; afterwards the staff are reminded to decide."""
    reminded_at = models.DateTimeField(null=True)
    home_statement = models.CharField(max_length=1000, blank=True)
    away_statement = models.CharField(max_length=1000, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fixture"], name="dispute_open_once", condition=Q(outcome="")),
            models.CheckConstraint(
                name="dispute_outcome_has_reason",
                condition=Q(outcome="") | (~Q(reason="") & Q(decided_at__isnull=False)),
            ),
        ]
        ordering = ["at"]

    def __str__(self) -> str:
        return f"dispute of {self.fixture_id} ({self.outcome or 'open'})"

    @property
    def statements(self) -> list[tuple[str, str]]:
        """Return ``(seat, statement)``, home first; empty if the side made none."""
        return [("home", self.home_statement), ("away", self.away_statement)]


class Proposal(models.Model):
    """A kick-off that one side proposes and the other accepts or declines.

    The no-show rule looks at proposals and answers, so no row is deleted.
    """

    class State(models.TextChoices):
        """``dropped``: another time was agreed, or the match was decided."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        DROPPED = "dropped"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    fixture = models.ForeignKey("Fixture", on_delete=models.CASCADE, related_name="proposals")
    seat = models.CharField(max_length=4)
    """The proposing side."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    kick_off_at = models.DateTimeField()
    made_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["fixture", "seat", "kick_off_at"], name="proposal_once", condition=Q(state="open")
            )
        ]
        ordering = ["made_at"]

    def __str__(self) -> str:
        return f"{self.kick_off_at} by {self.seat} ({self.state})"


class OptionChange(models.Model):
    """A change of the game's options or the clock for unplayed matches.

    Later rows override earlier ones; no row is deleted, so that the terms of every match stay known.
    """

    class Scope(models.TextChoices):
        FROM_ROUND = "from_round"
        ROUND = "round"
        STAGE = "stage"
        FIXTURE = "fixture"

    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="option_changes")
    scope = models.CharField(max_length=10, choices=Scope)
    stage = models.ForeignKey("Stage", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    """The stage that changes, or the stage of round ``number``."""
    number = models.PositiveSmallIntegerField(null=True)
    fixture = models.ForeignKey("Fixture", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    options = models.JSONField(default=dict)
    """Changed options only."""
    clock = models.JSONField(default=dict)
    """Both limits (``matches.terms.time_controls.CLOCK``); empty: the clock stays."""
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="option_change_names_its_scope",
                condition=Q(scope__in=["from_round", "round"], stage__isnull=False, number__isnull=False)
                | Q(scope="stage", stage__isnull=False)
                | Q(scope="fixture", fixture__isnull=False),
            )
        ]
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.scope} {self.number or ''} {self.options}"
