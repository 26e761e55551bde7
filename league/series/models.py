"""The rows of a series or ranking list: its competitions, what they pay, names that are one person, marks, its log.

The order of merit is no row: it follows from the results of the competitions (``league.series.reading``).
"""

from fractions import Fraction
from typing import Any, Final

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.fields import within
from league.standings.merit import USUAL, Rules, Scale
from matches.ids import uuid7

MOST_EVENTS: Final = 100
MOST_PLACES: Final = 100
"""Places in a scale."""
MOST_POINTS: Final = 10_000
MOST_LEVELS: Final = 12
LONGEST_LEVEL: Final = 30
"""Characters of the name of a level."""
MOST_CATEGORIES: Final = 12
LONGEST_CATEGORY: Final = 30
MOST_MONTHS: Final = 120
MOST_OF_A_CLUB: Final = 100


class Ties(models.TextChoices):
    """What separates people who are level on points."""

    MERIT = "merit", _("Better places, then the latest event")
    GROSS = "gross", _("The sum of all results, then better places")
    SHARED = "shared", _("Nothing: they share the rank")

    @property
    def criteria(self) -> tuple[str, ...]:
        """Return the criteria of ``league.standings.merit``."""
        return {"merit": ("places", "latest"), "gross": ("gross", "places", "latest"), "shared": ()}[self.value]


def _list_column(*names: Any, **more: Any) -> "models.JSONField[Any, Any]":
    return models.JSONField(
        *names, default=list, blank=True, db_default=models.Value([], output_field=models.JSONField()), **more
    )


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
    by_round = models.BooleanField(
        _("Points by the round reached"),
        default=False,
        db_default=False,
        help_text=_("First the winner, then the final, the semi-finals, the quarter-finals …"),
    )
    levels = _list_column(
        _("Levels of events"),
        help_text=_(
            "One a line, with its points: “Major: 150 130 110 90 / 5”, where every other place gives 5. Events "
            "without a level pay as above."
        ),
    )
    """Objects of ``name``, ``points`` and ``rest``, as ``points`` and ``rest`` of the series."""
    months = models.PositiveSmallIntegerField(
        _("Months of a rolling window"),
        default=0,
        db_default=0,
        validators=within(0, MOST_MONTHS),
        help_text=_("12: the last year to a day. 0: no rolling window."),
    )
    first_day = models.DateField(_("First day of the season"), null=True, blank=True)
    last_day = models.DateField(_("Last day of the season"), null=True, blank=True)
    decay = _list_column(
        _("Percent of the points left after 0, 1, 2 … full months"),
        help_text=_("“100 100 50”: half from the second month on. Empty: points stay."),
    )
    """Whole percents that never rise; the last one goes on."""
    minimum = models.PositiveSmallIntegerField(
        _("Results needed for a rank"), default=0, db_default=0, validators=within(0, MOST_EVENTS)
    )
    ties = models.CharField(
        _("What separates level people"), max_length=8, choices=Ties, default=Ties.MERIT, db_default=Ties.MERIT
    )
    categories = _list_column(
        _("Categories"),
        help_text=_("Separated by commas: “Women, U19”. You mark people below; each category is a list of its own."),
    )
    """Names; ``SeriesMark`` says who is in them."""
    club_best = models.PositiveSmallIntegerField(
        _("People of a club who count"),
        default=0,
        db_default=0,
        validators=within(0, MOST_OF_A_CLUB),
        help_text=_("A list of clubs sums its best. 0: no list of clubs."),
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
        """The scale of events without a level."""
        return Scale(tuple(self.points), self.rest, self.by_round)

    @property
    def rules(self) -> Rules:
        scales = {level["name"]: Scale(tuple(level["points"]), level["rest"], self.by_round) for level in self.levels}
        return Rules(
            {USUAL: self.scale, **scales},
            best=self.best,
            minimum=self.minimum,
            first=self.first_day,
            last=self.last_day,
            months=self.months,
            decay=tuple(Fraction(percent, 100) for percent in self.decay),
            ties=Ties(self.ties).criteria,
        )

    @property
    def level_names(self) -> list[str]:
        return [level["name"] for level in self.levels]


class SeriesEvent(models.Model):
    """A competition that counts for a series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="events")
    competition = models.ForeignKey("competitions.Competition", on_delete=models.CASCADE, related_name="in_series")
    added_at = models.DateTimeField()
    level = models.CharField(_("Level"), max_length=LONGEST_LEVEL, blank=True, default="", db_default="")
    """One of the series' levels; empty: none."""
    day = models.DateField(_("Day in the list"), null=True, blank=True)
    """Set by hand, for an event that was entered later; None: the day on which it ended."""

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


class SeriesMark(models.Model):
    """A person whom the organiser counts in a category of the series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="marks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    category = models.CharField(max_length=LONGEST_CATEGORY)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["series", "user", "category"], name="series_mark_once")]
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.category}"


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
