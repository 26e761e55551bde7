"""Models of a hall: its tables, the calls to them, and what the organiser changed in the queue.

Import them from ``models``. The queue itself is no row: it follows from the fixtures that can be played
(``derivation.queue``). A hall belongs to no competition: several may name the same one and share its tables.
"""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.fields import within
from matches.ids import uuid7

MOST_TABLES: Final = 200
"""Tables of a hall, and the highest number of one."""


class Hall(models.Model):
    """The tables of one place, with the one queue for them."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    wait_minutes = models.PositiveSmallIntegerField(
        _("Minutes to come to the table"),
        default=5,
        validators=within(1, 120),
        help_text=_("A called match that nobody begins then goes back into the queue."),
    )
    rest_minutes = models.PositiveSmallIntegerField(
        _("Minutes of rest after a match"),
        default=0,
        validators=within(0, 240),
        help_text=_("Nobody is called again before."),
    )

    def __str__(self) -> str:
        return f"hall {self.id}"


class HallTable(models.Model):
    """A real table."""

    hall = models.ForeignKey(Hall, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    place = models.CharField(max_length=60, blank=True)
    """Where it stands: "by the bar"."""
    game = models.CharField(max_length=32, blank=True)
    """The only game that is played on it; empty: any."""
    stream = models.BooleanField(default=False)
    """True for a filmed table, which has a queue of its own that the organiser fills."""
    closed_at = models.DateTimeField(null=True)
    """Since when it is out of service; null: it is in service."""
    closed_because = models.CharField(max_length=120, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hall", "number"], name="hall_table_once")]
        ordering = ["hall", "number"]

    def __str__(self) -> str:
        return f"table {self.number}"


class Call(models.Model):
    """A fixture called to a table, from the call until the table is free again."""

    class End(models.TextChoices):
        """``over``: it needs the table no more; ``missed``: nobody began it; ``back``: the organiser took it back."""

        OVER = "over"
        MISSED = "missed"
        BACK = "back"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    table = models.ForeignKey(HallTable, on_delete=models.CASCADE, related_name="calls")
    fixture = models.ForeignKey("Fixture", on_delete=models.CASCADE, related_name="calls")
    home = models.ForeignKey("Entrant", on_delete=models.CASCADE, related_name="+")
    """Its sides when it was called: a correction may send others."""
    away = models.ForeignKey("Entrant", on_delete=models.CASCADE, related_name="+")
    called_at = models.DateTimeField()
    due_at = models.DateTimeField()
    """When it goes back, if nobody has begun."""
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    end = models.CharField(max_length=6, choices=End, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table"], name="call_once_a_table", condition=Q(ended_at=None)),
            models.UniqueConstraint(fields=["fixture"], name="call_once_a_fixture", condition=Q(ended_at=None)),
        ]
        indexes = [models.Index(fields=["fixture"], name="call_of_fixture")]
        ordering = ["called_at", "id"]

    def __str__(self) -> str:
        return f"{self.fixture_id} at {self.table_id}"


class CalledPlayer(models.Model):
    """A person of a call. The database lets nobody be in two calls at once, of whatever hall or competition."""

    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    ended_at = models.DateTimeField(null=True)
    """End of the call."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["call", "user"], name="called_player_of_call"),
            models.UniqueConstraint(fields=["user"], name="called_once", condition=Q(ended_at=None)),
        ]
        indexes = [models.Index(fields=["user", "-ended_at"], name="called_player_last")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.call_id}"


class QueuePlace(models.Model):
    """The organiser's word on a waiting fixture: its place before all others, or the stream."""

    fixture = models.OneToOneField("Fixture", on_delete=models.CASCADE, related_name="queue_place")
    place = models.IntegerField(null=True)
    """Fixtures with a place come before those without, the lowest first."""
    stream = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.fixture_id}: {self.place}"


class OnePerson(models.Model):
    """Two names of a hall that the organiser says are one person; ``one`` has the smaller id.

    Of three names of one person each two have a row, so nobody has to follow a chain.
    """

    hall = models.ForeignKey(Hall, on_delete=models.CASCADE, related_name="same_people")
    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hall", "one", "other"], name="one_person_once"),
            models.CheckConstraint(name="one_person_in_order", condition=Q(one__lt=F("other"))),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} = {self.other_id}"
