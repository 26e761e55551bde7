"""Models of a competition and its entrants.

Tables, brackets and statistics are functions of (structure, log). Derived columns (a tie's winner, a fixture's score, a
group's table) are written only by the recomputation, under the competition's lock, and can be computed again at any
time. ``log_position`` counts every change that a page could show.
"""

from typing import Any, Self

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.competitions.models.roles import Right
from league.fields import setting, within
from league.standings.criteria import MANUAL
from league.succession import Succession
from league.visibility import Visibility as Sight
from matches.ids import uuid7
from matches.json_field import JSONField
from matches.models import Match

MOST_BOARDS = 8
"""Boards of a tie of teams."""
SQUAD = 12
"""People in a team, its captain among them."""


class CompetitionQuerySet(models.QuerySet["Competition"]):
    def published(self) -> Self:
        """Select public ones: no drafts, and nothing that only some may see."""
        return self.exclude(status=Competition.Status.DRAFT).filter(visibility=Competition.Visibility.PUBLIC)

    def running(self) -> Self:
        return self.filter(status=Competition.Status.RUNNING)

    def played(self) -> Self:
        """Select those that run or are finished: a cancelled one takes no results."""
        return self.filter(status__in=(Competition.Status.RUNNING, Competition.Status.FINISHED))

    def moving(self) -> Self:
        """Select those being played and not frozen: their deadlines are enforced."""
        return self.running().filter(frozen_at=None)


class Competition(Succession):
    """One game, its options, its entrants, and one or more stages, run by an organiser."""

    class Status(models.TextChoices):
        DRAFT = "draft"
        REGISTRATION = "registration"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    Visibility = Sight

    class Advance(models.TextChoices):
        """Ways to open the next round: automatic (once the last is complete, or on schedule) or by a click."""

        AUTO = "auto", _("automatically, as soon as possible")
        CLICK = "click", _("when you open it")
        SCHEDULE = "schedule", _("on schedule")

    class Unplayed(models.TextChoices):
        """Outcome of a fixture not played in its round's window."""

        AWARD = "award", _("is awarded by attendance, proposals and answers")
        WAIT = "wait", _("waits for my decision")

    class Withdrawals(models.TextChoices):
        """Effect of a withdrawal on an entrant's matches of a table.

        They are all void, the remaining ones are awarded, or the first before half of them had a result and the
        second after (``derive``).
        """

        AWARD = "award", _("the opponents win the remaining matches")
        VOID = "void", _("no match counts, not even the played ones")
        HALF = "half", _("before half of the matches none counts, after that the opponents win the rest")

    class Stands(models.TextChoices):
        """The spectators' chat of its matches: closed or open."""

        ALL = "all", _("open")
        NONE = "none", _("off")

    class Seeding(models.TextChoices):
        """Source of the seeds: the public draw, the ratings of the game, or the organiser's order."""

        DRAW = "draw", _("by a public draw")
        RATING = "rating", _("by rating in this game")
        HAND = "hand", _("in the order of entry, which you can change")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    game = models.CharField(max_length=32)
    options = JSONField(default=dict)
    preset = models.CharField(max_length=30)
    """Key of its preset (``league.competitions.setup.presets``)."""
    # ── settings, in the order of the form and of ``setup.settings.take`` ──
    name = setting(
        "first", models.CharField(_("Name"), max_length=80, validators=[MinLengthValidator(3)]), copied=False
    )
    places = setting("first", models.PositiveSmallIntegerField(_("Places"), validators=within(2, 1200)))
    """Its preset has bounds of its own."""
    boards = setting(
        "teams",
        models.PositiveSmallIntegerField(
            _("Boards of a tie"),
            default=1,
            db_default=1,
            validators=within(1, MOST_BOARDS),
            help_text=_("With two or more, teams enter: their captains name who plays each board."),
        ),
    )
    line_up_hours = setting(
        "teams",
        models.PositiveSmallIntegerField(
            _("Hours to name the line-ups"),
            default=24,
            db_default=24,
            validators=within(1, 24 * 30),
            help_text=_("Of a tie of teams, from the start of its round; both line-ups open at once."),
        ),
    )
    squad_round = setting(
        "teams",
        models.PositiveSmallIntegerField(
            _("Squads close with round"),
            default=1,
            db_default=1,
            validators=within(1, 100),
            help_text=_("Captains change their squads before it opens; then the organiser alone, with a reason."),
        ),
    )
    one_at_a_time = setting(
        "teams",
        models.BooleanField(
            _("Rank the table of teams one at a time"),
            default=False,
            db_default=False,
            help_text=_("A tie-break places the best alone; the others begin again at the first tie-break."),
        ),
    )
    team_rules = setting(
        "",
        JSONField(
            _("Rules of a tie of teams"),
            default=dict,
            db_default=models.Value({}, output_field=models.JSONField()),
            blank=True,
            help_text=_("How a board counts, what wins a tie, what decides a level one of a cup."),
        ),
    )
    """Those chosen in place of the usual ones (``league.formats.team_ties``); see ``setup.team_rules``."""
    no_show_minutes = setting(
        "counts",
        models.PositiveIntegerField(
            _("Minutes until a no-show"),
            default=0,
            validators=within(0, 24 * 60),
            help_text=_("Anyone later than this after the kick-off loses; 0: only at the end of the round."),
        ),
    )
    unplayed = setting(
        "counts", models.CharField(_("Unplayed match"), max_length=8, choices=Unplayed, default=Unplayed.AWARD)
    )
    withdrawals = setting(
        "counts",
        models.CharField(_("Withdrawal from a table"), max_length=8, choices=Withdrawals, default=Withdrawals.AWARD),
    )
    report_hours = setting(
        "counts",
        models.PositiveSmallIntegerField(
            _("Hours until a reported result counts"),
            default=24,
            validators=within(0, 24 * 14),
            help_text=_("For a match at a real table, if the other side does not answer; 0: players cannot report."),
        ),
    )
    dispute_hours = setting(
        "counts",
        models.PositiveSmallIntegerField(
            _("Hours to dispute a result"),
            default=48,
            validators=within(1, 24 * 14),
            help_text=_("And for both sides to make statements."),
        ),
    )
    real_rated = setting(
        "format",
        models.BooleanField(
            _("Results of real tables count for ratings"),
            default=False,
            help_text=_("You set this once for the whole competition."),
        ),
    )
    """They then count for statistics too, as those played here do."""
    standings = setting(
        "format",
        models.CharField(
            _("Rules of the table"),
            max_length=40,
            blank=True,
            help_text=_("The order of the tie-breaks between entrants with equal points."),
        ),
    )
    """The dated rules that ``points`` and ``criteria`` come from (``league.standings.presets``), if any."""
    seeding = setting("format", models.CharField(_("Seeds"), max_length=8, choices=Seeding, default=Seeding.DRAW))
    side_size = setting(
        "game",
        models.PositiveSmallIntegerField(
            _("People per side"),
            default=1,
            validators=within(1, 3),
            help_text=_("They share the side's seat and take turns by the rules; they join by a link."),
        ),
    )
    """Limited by the seats of the game too."""
    advance = setting(
        "time", models.CharField(_("The next round opens"), max_length=8, choices=Advance, default=Advance.AUTO)
    )
    round_hours = setting(
        "time", models.PositiveIntegerField(_("Hours to play a round"), default=168, validators=within(1, 24 * 90))
    )
    """Length of a round's window."""
    starts_at = setting("", models.DateTimeField(null=True, blank=True), copied=False)
    """Start of the first round's window, if ``advance`` is ``schedule``."""
    move_seconds = setting(
        "", models.PositiveIntegerField(_("Seconds per decision"), null=True, validators=within(5, 14 * 86400))
    )
    """Null: no limit."""
    budget_seconds = setting(
        "",
        models.PositiveIntegerField(_("Seconds per side for the match"), null=True, validators=within(60, 60 * 86400)),
    )
    bot_seconds = setting("", models.FloatField(default=1.0, validators=within(0, 60)))
    """Time that a bot takes for a decision."""
    visibility = setting(
        "who",
        models.CharField(
            _("Visibility"),
            max_length=8,
            choices=Sight,
            default=Sight.PUBLIC,
            help_text=_("Members are its players and staff."),
        ),
    )
    """Its audience once it is published; ``access.circle`` defines its members."""
    by_invitation = setting(
        "who",
        models.BooleanField(
            _("By invitation"),
            default=False,
            help_text=_("Only people with a link from you can enter; send links from the console."),
        ),
    )
    """The organiser may still enter anybody."""
    open_to_robots = setting("who", models.BooleanField(_("Bots by other people can enter"), default=False))
    bots_allowed = setting("who", models.BooleanField(_("House bots can fill places"), default=True))
    chat = setting(
        "words", models.CharField(_("Chat of the players"), max_length=8, choices=Match.Chat, default=Match.Chat.ALL)
    )
    chat_spectators = setting(
        "words",
        models.CharField(
            _("Chat of the spectators"),
            max_length=8,
            choices=Stands,
            default=Stands.ALL,
            help_text=_("Players read it only after full time."),
        ),
    )
    description = setting("words", models.TextField(_("A few words for the page"), blank=True, max_length=2000))
    # ── its owners and its state ──
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="competitions")
    club = models.ForeignKey(
        "clubs.Club", on_delete=models.SET_NULL, null=True, blank=True, related_name="competitions"
    )
    """The owning club, if any: its staff run the competition, and its members see what is for members."""
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    check_in_opens_at = models.DateTimeField(null=True, blank=True)
    """Start of the check-in; null: no check-in."""
    check_in_closes_at = models.DateTimeField(null=True, blank=True)
    """End of the check-in: absent entrants then lose their places to those on the waiting list."""
    check_in_done_at = models.DateTimeField(null=True, blank=True)
    """Time at which the places of absent entrants were given away."""

    previous = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="following", db_index=True
    )
    """The season before this one."""
    season = models.PositiveSmallIntegerField(default=1)
    hall = models.ForeignKey("Hall", on_delete=models.SET_NULL, null=True, blank=True, related_name="competitions")
    """The real tables that a queue calls its fixtures to; null: it has none."""
    time_zone = models.CharField(max_length=40, default="Europe/Rome")
    """Time zone of the plan's days and kick-offs."""
    blackout = JSONField(default=list)
    """ISO dates, in that zone, without matches."""
    wishes = JSONField(default=dict)
    """The plan to be made at the start (``setup.season_plan.Wishes``); empty: none."""
    asked_stages = JSONField(default=list)
    """The stages as requested, ``[{"format", "settings"}]``, while it runs: the start fits them to the number of
    entrants.
    """
    points = JSONField(default=list)
    """Points for a win, a draw, a loss: ``[3, 1, 0]``."""
    criteria = JSONField(default=list)
    """The ordered criteria of its tables (``league.standings``)."""
    champion = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    cancelled_because = models.CharField(max_length=300, blank=True)
    frozen_at = models.DateTimeField(null=True)
    """Start of the freeze (``verbs.freezing``); null: not frozen."""
    frozen_because = models.CharField(max_length=300, blank=True)
    played_elsewhere = models.BooleanField(default=False, db_default=False)
    """Its results came from a report file of another program: nothing of it was played here."""
    leave_days = models.PositiveSmallIntegerField(default=0)
    """Days of leave that each entrant may take (``league.seasons.verbs.leaves``)."""
    official_at = models.DateTimeField(null=True)
    """Time at which the final table became official and the log was closed (``league.seasons.verbs.official``)."""
    log_position = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    """Time of the last change that a page could show, as ``log_position`` counts them."""
    swept_position = models.PositiveBigIntegerField(default=0, editable=False)
    """The ``log_position`` at which the sweep (``verbs.closing``) last found everything derived."""
    swept_at = models.DateTimeField(null=True, editable=False)
    demo = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    shown_club: Any = None  # a Club, which these models know by name only
    """No column: the club, set by ``access.door`` if the reader may know of it."""
    rights: frozenset[Right] = frozenset()
    """No column: the reader's rights, set by ``access.door``."""
    counts: bool = False
    """No column: whether it is an event of a series, set by ``access.door``."""

    objects = CompetitionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="places_two_or_more", condition=Q(places__gte=2)),
            models.CheckConstraint(
                name="check_in_opens_before_it_closes",
                condition=Q(check_in_opens_at__isnull=True, check_in_closes_at__isnull=True)
                | Q(check_in_opens_at__lt=models.F("check_in_closes_at")),
            ),
            models.CheckConstraint(
                name="boards_of_single_players", condition=Q(boards=1) | Q(side_size=1, boards__range=(2, MOST_BOARDS))
            ),
            models.CheckConstraint(name="side_of_one_to_three", condition=Q(side_size__gte=1, side_size__lte=3)),
        ]
        indexes = [
            models.Index(fields=["status", "-published_at"], name="competition_published"),
            models.Index(fields=["-created_at", "-id"], name="competition_newest"),
            models.Index(fields=["game", "-created_at", "-id"], name="competition_of_game"),
            models.Index(fields=["-finished_at"], name="competition_ended", condition=Q(finished_at__isnull=False)),
            models.Index(fields=["-started_at"], name="competition_running", condition=Q(status="running")),
            models.Index(
                fields=["id"],
                name="competition_unswept",
                condition=Q(status="running") & ~Q(swept_position=models.F("log_position")),
            ),
            models.Index(fields=["-changed_at"], name="competition_changed"),
            models.Index(fields=["swept_at"], name="competition_swept", condition=Q(status="running")),
            models.Index(
                fields=["check_in_closes_at"],
                name="competition_check_in",
                condition=Q(status="registration", check_in_closes_at__isnull=False, check_in_done_at=None),
            ),
            models.Index(fields=["visibility"], name="competition_hidden", condition=~Q(visibility="public")),
        ]
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def of_teams(self) -> bool:
        """Return whether teams enter, whose ties have several boards."""
        return self.boards > 1

    @property
    def most_people(self) -> int:
        """Return how many people one entrant may have: 1, those of a side, or the squad of a team."""
        return SQUAD if self.of_teams else self.side_size

    @property
    def takes_values(self) -> bool:
        """Return whether staff may enter values by hand: for the criterion ``manual``, while the log is open."""
        played = self.status in (self.Status.RUNNING, self.Status.FINISHED)
        return played and self.official_at is None and MANUAL in self.criteria

    @property
    def listed(self) -> bool:
        """Return whether it is in public lists; older documents have it in place of ``visibility``."""
        return self.visibility == Sight.PUBLIC


class PersonalLink(models.Model):
    """The link by which somebody without account plays: an entrant's own player, or another of its side or squad."""

    personal_key = models.CharField(max_length=43, blank=True, db_index=True, default="", db_default="")
    """Secret of the link by which a name without account plays; empty for accounts and bots."""
    link_sent_at = models.DateTimeField(null=True)
    """Time at which an organiser sent its personal link, or marked it as sent."""
    link_opened_at = models.DateTimeField(null=True)
    """Time at which its personal link was first opened; for a guest who entered alone, the time of entry."""

    class Meta:
        abstract = True

    @property
    def link_unsent(self) -> bool:
        """Return whether it plays by a personal link that nobody has sent or opened."""
        return bool(self.personal_key) and self.link_sent_at is None and self.link_opened_at is None


class Entrant(PersonalLink):
    """A player or a side in one competition.

    ``player`` is always a user: an account, a guest behind a personal link, or a bot. For a side it is the one who
    entered it, and ``members`` are the others.
    """

    class Status(models.TextChoices):
        """Entered, waiting, or withdrawn (with the reason); ``house`` is the house player or bot.

        It plays the entrant who would have the bye of an odd round; it has no place and no row in the table.
        """

        ENTERED = "entered"
        WAITING = "waiting"
        WITHDRAWN = "withdrawn"
        HOUSE = "house"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(max_length=40)
    club = models.CharField(max_length=30, blank=True)
    """Name of its club or class, shown beside its own."""
    code = models.CharField(max_length=3)
    """Three letters, unique in the competition, for places where two names do not fit."""
    seed = models.PositiveSmallIntegerField(null=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTERED)
    strength = models.FloatField(null=True)
    """Rating that it was seeded by, frozen with the draw, if the competition seeds by rating."""
    division = models.PositiveSmallIntegerField(null=True)
    """Its division in a season of several (1 is the highest); empty: by its seed."""
    first_round = models.PositiveSmallIntegerField(default=1)
    """First Swiss round it can be paired in: later than 1 for a late entry."""
    last_round = models.PositiveSmallIntegerField(null=True)
    """Last Swiss round it can be paired in, if it left early; empty: all."""
    here_round = models.PositiveSmallIntegerField(default=0)
    """Last Swiss round that it checked in for; 0: never."""
    rests = JSONField(default=dict)
    """Swiss rounds it asked to rest in: ``{"3": "half_bye"}``."""
    side_key = models.CharField(max_length=43, blank=True, db_index=True)
    """Secret of the link by which others join this side; empty for single players."""
    withdrawn_because = models.CharField(max_length=300, blank=True)
    stands_in_for = models.CharField(max_length=40, blank=True)
    """Name of the entrant whose record and remaining matches it took over (``league.seasons.verbs.substitutes``)."""
    turned_away = models.BooleanField(default=False)
    """True if it was still waiting for a place at the start."""
    checked_in_at = models.DateTimeField(null=True)
    """Time of its check-in."""
    entered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["competition", "code"], name="entrant_code_once"),
            models.UniqueConstraint(fields=["competition", "seed"], name="entrant_seed_once"),
        ]
        indexes = [models.Index(fields=["player", "-id"], name="entrant_newest")]
        ordering = ["seed", "entered_at"]

    def __str__(self) -> str:
        return self.name

    def has_gone(self, step: int) -> bool:
        """Return whether it went home before Swiss round ``step``."""
        return self.last_round is not None and self.last_round < step

    @property
    def shown_seed(self) -> int | None:
        """Return its seed as an order of strength; None where a lot gave it, which says nothing about strength."""
        return None if self.competition.seeding == Competition.Seeding.DRAW else self.seed
