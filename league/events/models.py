"""The rows of an event: its competitions, who has come, its timetable's own facts, and its log.

Tables, calls and names that are one person belong to its hall (``competitions.Hall``); kick-offs and tables of the
timetable are those of the fixtures.
"""

from typing import Final

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.fields import within
from matches.ids import uuid7

MOST_COMPETITIONS: Final = 24
MOST_DAYS: Final = 14
YEARS: Final = (1900, 2100)
"""Years of birth."""


class Event(models.Model):
    """A weekend at one place."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("Name"), max_length=80, validators=[MinLengthValidator(3)])
    place = models.CharField(_("Place"), max_length=120, blank=True)
    description = models.TextField(_("A few words for the page"), blank=True, max_length=2000)
    first_day = models.DateField(_("First day"))
    last_day = models.DateField(_("Last day"))
    opens = models.TimeField(_("Matches from"))
    closes = models.TimeField(_("Matches until"), help_text=_("Of each day, by the clock at the place."))
    breaks = models.JSONField(_("Breaks of the hall"), default=list, blank=True)
    """Of each day: ``[["13:00", "14:00"]]``."""
    time_zone = models.CharField(_("Time zone"), max_length=40, default="Europe/Rome")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="events")
    hall = models.OneToOneField("competitions.Hall", on_delete=models.PROTECT, related_name="event")
    finals_last = models.BooleanField(
        _("All finals at the end of the event"),
        default=False,
        help_text=_("Else each final comes after the other matches of its own competition."),
    )
    listed = models.BooleanField(_("Shown in the list of events"), default=True)
    position = models.PositiveBigIntegerField(default=0)
    """Counts every change of these rows; changes of its competitions are in their own ``log_position``."""
    planned_at = models.DateTimeField(null=True)
    """The time at which its timetable was last applied; null: it has none."""
    created_at = models.DateTimeField(auto_now_add=True)
    competitions = models.ManyToManyField(
        "competitions.Competition", through="EventCompetition", related_name="events_of"
    )

    rights: frozenset[str] = frozenset()
    """No column: what the reader is here, set by ``access.door``."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="event_ends_after_it_begins", condition=Q(last_day__gte=F("first_day"))),
            models.CheckConstraint(name="event_closes_after_it_opens", condition=Q(closes__gt=F("opens"))),
        ]
        ordering = ["-first_day", "-created_at"]

    def __str__(self) -> str:
        return self.name


class EventCompetition(models.Model):
    """A competition of an event; it is in one event at most."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="parts")
    competition = models.OneToOneField("competitions.Competition", on_delete=models.CASCADE, related_name="in_event")
    category = models.CharField(
        _("Category"), max_length=30, blank=True, help_text=_("As people call it: Open, Veterans, U19.")
    )
    one_of = models.CharField(
        _("Only one of"),
        max_length=30,
        blank=True,
        help_text=_("A person enters only one of the competitions with the same word here, such as “age”."),
    )
    minutes = models.PositiveSmallIntegerField(
        _("Minutes of a match"),
        null=True,
        blank=True,
        validators=within(1, 480),
        help_text=_("With the change of players. Empty: as measured at the tables."),
    )
    referees = models.BooleanField(
        _("Each match has a referee"), default=False, help_text=_("From among the players: the timetable allots them.")
    )
    ends_by = models.DateTimeField(
        _("Ends by"),
        null=True,
        blank=True,
        help_text=_("By the clock at the place. Empty: with the last day."),
    )
    born_from = models.PositiveSmallIntegerField(
        _("Born in or after"), null=True, blank=True, validators=within(*YEARS), help_text=_("A year. Empty: any.")
    )
    born_to = models.PositiveSmallIntegerField(
        _("Born in or before"), null=True, blank=True, validators=within(*YEARS), help_text=_("A year. Empty: any.")
    )
    licensed = models.BooleanField(_("Only with a licence"), default=False, db_default=False)
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["added_at", "id"]

    def __str__(self) -> str:
        return f"{self.competition_id} of {self.event_id}"

    @property
    def asks(self) -> bool:
        """It has a rule about year of birth or licence."""
        return self.born_from is not None or self.born_to is not None or self.licensed


class Presence(models.Model):
    """A name of the event that has come to the desk; of a person with several names each has a row."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="presences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="presences")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="presence_once")]
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.event_id}"


class Particulars(models.Model):
    """The year of birth and the licence of a name of the event, for its categories. Its staff alone see them."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="particulars")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="particulars")
    birth_year = models.PositiveSmallIntegerField(_("Year of birth"), null=True, blank=True, validators=within(*YEARS))
    licence = models.CharField(_("Licence"), max_length=30, blank=True, help_text=_("Its number."))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="particulars_once")]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.event_id}"


class PlannedMatch(models.Model):
    """A fixture in the timetable: beside its kick-off and table, which are its own, what the plan says of it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="planned")
    fixture = models.OneToOneField("competitions.Fixture", on_delete=models.CASCADE, related_name="planned")
    minutes = models.PositiveSmallIntegerField()
    """Minutes for which its table is taken."""
    first_at = models.DateTimeField()
    """Its kick-off in the first timetable, for the report."""
    referee = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="refereed")

    class Meta:
        indexes = [models.Index(fields=["event", "referee"], name="planned_by_referee")]
        ordering = ["fixture"]

    def __str__(self) -> str:
        return f"{self.fixture_id} in {self.event_id}"


class PlannedRound(models.Model):
    """A Swiss round that was not drawn when the timetable was applied: when it can begin."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="planned_rounds")
    round = models.OneToOneField("competitions.Round", on_delete=models.CASCADE, related_name="planned")
    starts_at = models.DateTimeField()

    class Meta:
        ordering = ["starts_at", "id"]

    def __str__(self) -> str:
        return f"{self.round_id} in {self.event_id}"


class EventEntry(models.Model):
    """A line of an event's log. It writes people's names as ``@`` and their id."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    verb = models.CharField(max_length=20)
    message = models.JSONField(default=list)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.verb}"
