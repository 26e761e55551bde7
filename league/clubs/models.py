"""The rows of a club: its members, its house presets, its audit, and handovers.

A club owns competitions (``Competition.club``). Its owner and its staff run them; ``circles`` defines its people.
``Entrant.club``, which keeps people of one place apart in draws, is a word and no row of these. A name without
account is a member like others, with a personal link.
"""

from typing import Self

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.succession import Succession
from league.visibility import Visibility as Sight
from matches.ids import uuid7


class Club(Succession):
    """A bar, a class, an association."""

    class Joining(models.TextChoices):
        """Ways to join: freely, by application, or only by its link and by its staff."""

        OPEN = "open", _("anyone, at once")
        REQUEST = "request", _("on request, once the staff accept")
        INVITED = "invited", _("with a link, or added by the staff")

    Visibility = Sight

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("Name"), max_length=60, validators=[MinLengthValidator(3)])
    description = models.TextField(_("A few words for the page"), blank=True, max_length=2000)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="clubs")
    """The owner has no row in ``memberships``."""
    visibility = models.CharField(
        _("Visibility of the club"),
        max_length=8,
        choices=Sight,
        default=Sight.PUBLIC,
        help_text=_("Each competition has its own visibility; new ones start with this."),
    )
    joining = models.CharField(_("Membership"), max_length=8, choices=Joining, default=Joining.REQUEST)
    key = models.CharField(max_length=43, blank=True, db_index=True)
    """The secret of the link by which people join at once; empty: no link."""
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    """The time of closing (``verbs.closing``): nothing new comes under it, and nobody joins."""
    closed_because = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = [models.Index(fields=["name", "id"], name="club_in_order")]
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class MembershipQuerySet(models.QuerySet["Membership"]):
    def inside(self) -> Self:
        """Keep members, without applicants."""
        return self.filter(asked=False)


class Membership(models.Model):
    """A member of a club, or an applicant."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    staff = models.BooleanField(default=False)
    """Runs the club and its competitions beside the owner."""
    asked = models.BooleanField(default=False)
    """Has applied, and waits for an answer."""
    key = models.CharField(max_length=43, blank=True, db_index=True)
    """The secret of the personal link of a name without account; empty for accounts."""
    since = models.DateTimeField(default=timezone.now)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            models.CheckConstraint(name="membership_staff_is_inside", condition=Q(staff=False) | Q(asked=False)),
        ]
        indexes = [
            models.Index(fields=["club", "-staff", "since", "id"], name="membership_in_order", condition=Q(asked=False))
        ]
        ordering = ["-staff", "since", "id"]

    def __str__(self) -> str:
        return f"{self.user} of {self.club_id}"


class HousePreset(models.Model):
    """The settings of a competition under a name: what the club plays again and again."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="presets")
    name = models.CharField(max_length=40)
    values = models.JSONField()
    """Keywords of ``competitions.verbs.create.create`` without author, name and dates."""
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="house_preset_once")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class ClubEntry(models.Model):
    """A line of a club's audit, for its members to read."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit")
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    """None: the schedule."""
    verb = models.CharField(max_length=40)
    message = models.JSONField(default=list)
    """A ``Text``, put into the reader's language when it is shown."""

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.verb}"


class Handover(models.Model):
    """A competition or a club on its way to another owner: offered by its owner, or claimed from a silent one."""

    class Kind(models.TextChoices):
        OFFER = "offer"
        CLAIM = "claim"

    class State(models.TextChoices):
        """``withdrawn`` by its author; ``objected``: the owner was not silent; ``passed``: it has a new owner."""

        OPEN = "open"
        PASSED = "passed"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"
        OBJECTED = "objected"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey(
        "competitions.Competition", on_delete=models.CASCADE, null=True, blank=True, related_name="handovers"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="handovers")
    kind = models.CharField(max_length=5, choices=Kind)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """The owner when this was made."""
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="handovers")
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    """The moment at which an open offer expires, or an open claim passes."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="handover_of_one_thing",
                condition=Q(competition__isnull=False, club__isnull=True)
                | Q(competition__isnull=True, club__isnull=False),
            ),
            models.UniqueConstraint(fields=["competition"], name="handover_open_once", condition=Q(state="open")),
            models.UniqueConstraint(fields=["club"], name="club_handover_open_once", condition=Q(state="open")),
        ]
        indexes = [models.Index(fields=["ends_at"], name="handover_due", condition=Q(state="open"))]
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.kind} of {self.competition_id or self.club_id} ({self.state})"
