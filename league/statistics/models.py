"""Figures of finished matches: derived from their events, and rebuilt at any time."""

from typing import Final

from django.conf import settings
from django.db import models

PROVISIONAL: Final = 110.0
"""Deviation above which a rating is provisional."""
LEAST_MATCHES: Final = 5
"""Matches needed to appear in the board of points a match."""


class MatchFigures(models.Model):
    """The figures of one match, by seat, from its log (``league.statistics.derivation.figures``)."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="figures")
    version = models.PositiveSmallIntegerField()
    """The version of the counting code; a new version counts again."""
    figures = models.JSONField()
    """``{"home": {name: number}, "away": {...}}``."""
    story = models.JSONField(default=dict)
    """Goals in order and places of the ball (``league.statistics.derivation.story``)."""

    class Meta:
        indexes = [models.Index(fields=["version"], name="figures_version")]

    def __str__(self) -> str:
        return f"figures of {self.match_id}"


class Line(models.Model):
    """One finished match from one player's side: the score of the match, never who went through."""

    class Outcome(models.TextChoices):
        """Result by the score, or by the award if a side gave the match up."""

        WON = "W"
        DRAWN = "D"
        LOST = "L"

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="lines")
    side = models.CharField(max_length=4)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lines")
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    competition = models.ForeignKey(
        "competitions.Competition", on_delete=models.SET_NULL, null=True, blank=True, related_name="lines"
    )
    game = models.CharField(max_length=32)
    goals_for = models.PositiveSmallIntegerField()
    goals_against = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=1, choices=Outcome)
    how = models.CharField(max_length=20, blank=True)
    played_at = models.DateTimeField()
    line_up = models.CharField(max_length=16, blank=True, default="", db_default="")
    """Key of the game for the line-up that the side began with; empty: the game leaves no choice, or it is unknown."""
    board = models.PositiveSmallIntegerField(default=0, db_default=0)
    """Number of its board in a tie of teams, that of board 1 for an extra one; 0: no such tie."""
    counts = models.BooleanField(default=True)
    """False if the competition's log says otherwise: voided, replayed, corrected, awarded."""
    audience = models.UUIDField(null=True, editable=False)
    """Audience of the match; triggers keep it (migration 0007), so that a career is read without its matches."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="line_once")]
        indexes = [
            models.Index(
                fields=["player", "-played_at"],
                include=[
                    *("match", "game", "opponent", "outcome", "goals_for", "goals_against", "counts", "audience", "id")
                ],
                name="line_of_player",
            ),
            models.Index(fields=["competition"], name="line_competition"),
            models.Index(fields=["game", "played_at"], name="line_game"),
        ]
        ordering = ["-played_at"]

    def __str__(self) -> str:
        return f"{self.player} {self.goals_for}–{self.goals_against}"


class Rating(models.Model):
    """A player's strength in a game after one match (Glicko-2); the ``last`` row is the current rating.

    Derived from the lines that count. After a correction the rows of later matches are old until the replay has come to
    them; ``number`` may repeat meanwhile.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=32)
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    """Index of this rated match for the player and game, from 1."""
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    at = models.DateTimeField()
    last = models.BooleanField(default=False)
    """After the newest match: leader boards read these alone, however long the careers are."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="rating_of_match_once"),
            models.UniqueConstraint(fields=["game", "player"], name="rating_last_once", condition=models.Q(last=True)),
        ]
        indexes = [
            models.Index(fields=["player", "game", "number"], name="rating_career"),
            models.Index(fields=["game", "at"], name="rating_time"),
            models.Index(
                models.F("game"),
                models.ExpressionWrapper(models.Q(deviation__gt=PROVISIONAL), models.BooleanField()),
                models.F("rating").desc(),
                models.F("id"),
                name="rating_place",
                condition=models.Q(last=True),
                include=["deviation"],  # or each row is looked up for the expression
            ),
            models.Index(fields=["player"], name="rating_now", condition=models.Q(last=True)),
        ]
        ordering = ["player", "game", "number"]

    def __str__(self) -> str:
        return f"{self.player} {self.game} {self.rating:.0f}"

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the true strength."""
        return 2 * self.deviation


class Outdated(models.Model):
    """Something derived from lines that has not followed a change of theirs yet.

    Triggers write it with the change (migration 0005), in one transaction with it: bulk updates, cascades and copies
    are in it too. Ids without foreign keys: the change may be the deletion of what they name.
    """

    class Kind(models.TextChoices):
        """The derived thing, and the columns that name it besides ``game``."""

        RATINGS = "ratings"
        """A game's ratings, from ``since`` on."""
        WEEK = "week"
        """Part of a game's book: the week that begins at ``since``."""
        CAREER = "career"
        """The career of ``player``."""
        GAME = "game"
        """The book of a game, a part or career of which has changed."""
        COMPETITION = "competition"
        """The book of ``competition``."""

    kind = models.CharField(max_length=11, choices=Kind)
    game = models.CharField(max_length=32)
    competition = models.UUIDField(null=True)
    player = models.UUIDField(null=True)
    since = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["kind", "game", "player", "since"], name="outdated_target")]

    def __str__(self) -> str:
        return f"{self.kind} {self.game}"


class Book(models.Model):
    """The statistics of a competition or game, counted by a task; pages only read it.

    Derived: a competition's from its lines, a game's from its weeks and careers.
    """

    key = models.CharField(max_length=60, primary_key=True)
    """``game:<slug>`` or ``competition:<id>``."""
    competition = models.OneToOneField(
        "competitions.Competition", on_delete=models.CASCADE, null=True, blank=True, related_name="book"
    )
    numbers = models.JSONField()
    """Made by ``league.statistics.derivation.book_numbers.count``."""
    seconds = models.FloatField(default=0)
    """Duration of the counting: the longer it takes, the less often a book is counted."""
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key


class Week(models.Model):
    """The part of a game's book for one week: after a result only its week is counted again, not all matches."""

    game = models.CharField(max_length=32)
    begins = models.DateTimeField()
    """Monday, 0:00 UTC."""
    numbers = models.JSONField()
    """As in ``Book``, without careers and runs."""
    seconds = models.FloatField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "begins"], name="week_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.begins:%G-W%V}"


class Career(models.Model):
    """A player's career in one game, a row for leader boards; counted again after each match of the player."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="careers")
    game = models.CharField(max_length=32)
    played = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    goals_for = models.PositiveIntegerField()
    goals_against = models.PositiveIntegerField()
    clean_sheets = models.PositiveIntegerField()
    unbeaten = models.PositiveIntegerField()
    """Longest run of matches without a defeat."""
    winning = models.PositiveIntegerField()
    comebacks = models.PositiveIntegerField()
    points_a_match = models.FloatField()
    """Three for a win, one for a draw, over the matches played."""
    sums = models.JSONField()
    """``{"mine": {name: number}, "theirs": {...}}``: the figures of all matches added up."""
    story = models.JSONField()
    """``{"places": {cell: n}, "minutes": {...}, "pieces": {...}}``, the player always attacking as home does."""
    runs = models.JSONField(default=list)
    """The longest runs of public matches, as records (``book_numbers.runs_of``)."""
    public_unbeaten = models.PositiveIntegerField(default=0)
    """Length of the longest unbeaten run among ``runs``; 0 if there is none."""
    public_winning = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="career_once")]
        indexes = [
            models.Index(
                fields=["game", "-points_a_match", "-played", "id"],
                name="career_by_points",
                condition=models.Q(played__gte=LEAST_MATCHES),
            ),
            models.Index(fields=["game", "-goals_for", "played", "id"], name="career_by_goals"),
            models.Index(fields=["game", "-clean_sheets", "played", "id"], name="career_by_clean_sheets"),
            models.Index(fields=["game", "-unbeaten", "played", "id"], name="career_by_unbeaten"),
            models.Index(fields=["game", "-public_unbeaten"], name="career_unbeaten_run"),
            models.Index(fields=["game", "-public_winning"], name="career_winning_run"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.game}"
