"""The rows of a series: its competitions, its scale of points, names that are one person, and its log.

The order of merit is no row: it follows from the results of the competitions (``league.series.reading``).
"""

from typing import Final

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.fields import within
from league.standings.merit import Scale
from matches.ids import uuid7

MOST_EVENTS: Final = 100
MOST_PLACES: Final = 100
"""Places in a scale."""
MOST_POINTS: Final = 10_000


class Series(models.Model):
    """Several competitions of one organiser in one order of merit."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("Name"), max_length=80, validators=[MinLengthValidator(3)])
    description = models.TextField(_("A few words for the page"), blank=True, max_length=2000)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="series")
    points = models.JSONField(default=list)
    """Points of each place from the first: whole numbers that never rise."""
    rest = models.PositiveSmallIntegerField(
        _("Points for every other place"), default=0, validators=within(0, MOST_POINTS)
    )
    """Points of every place after the last of ``points``."""
    best = models.PositiveSmallIntegerField(
        _("Best results that count"),
        default=0,
        validators=within(0, MOST_EVENTS),
        help_text=_("Per person; the others are dropped. 0: all count."),
    )
    listed = models.BooleanField(_("Shown in the list of series"), default=True)
    """Shown in the list of series; if not, anybody with the address can read it."""
    position = models.PositiveBigIntegerField(default=0)
    """Counts every change of these rows; changes of its competitions are in their own ``log_position``."""
    created_at = models.DateTimeField(auto_now_add=True)
    competitions = models.ManyToManyField("competitions.Competition", through="SeriesEvent", related_name="series")

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def scale(self) -> Scale:
        return Scale(tuple(self.points), self.rest)


class SeriesEvent(models.Model):
    """A competition that counts for a series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="events")
    competition = models.ForeignKey("competitions.Competition", on_delete=models.CASCADE, related_name="in_series")
    added_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["series", "competition"], name="series_event_once")]
        ordering = ["added_at", "id"]

    def __str__(self) -> str:
        return f"{self.competition_id} of {self.series_id}"


class SamePerson(models.Model):
    """Two names of a series that the organiser says are one person; ``one`` has the smaller id.

    The rows of both stay as they are: deleting this row parts them again.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="matched")
    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "one", "other"], name="same_person_once"),
            models.CheckConstraint(name="same_person_in_order", condition=Q(one__lt=F("other"))),
        ]
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.one_id} = {self.other_id}"


class SeriesEntry(models.Model):
    """A public log entry of a series. It writes people's names as ``@`` and their id."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    verb = models.CharField(max_length=20)
    message = models.JSONField(default=list)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.verb}"
