"""Models of a live match: constraints first.

A match is its log (``MatchEvent``, one row a move, ``v`` without a gap) plus the snapshot after the last move. Only
``matches.live.moves`` writes ``version``, ``snapshot`` and the log. Times are aware UTC. The match knows no
competition: whoever opens it writes what the table must know (title, way back, rated, terms); ``origin`` is the
opener's own reference, opaque here.
"""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engines.core.seats import SEATS
from matches import codes
from matches.ids import uuid7
from matches.json_field import JSONField


class MatchQuerySet(models.QuerySet["Match"]):
    def live(self) -> Self:
        return self.filter(status=Match.Status.LIVE)

    def finished(self) -> Self:
        """Select matches that are over, with a result."""
        return self.filter(status=Match.Status.FINISHED)

    def unarchived(self) -> Self:
        """Select matches that are over, and whose log is still in rows."""
        return self.filter(status__in=(Match.Status.FINISHED, Match.Status.VOID), archived_at=None)

    def uncounted(self) -> Self:
        """Select matches that are over, and whose rolls are not counted yet."""
        return self.filter(status__in=(Match.Status.FINISHED, Match.Status.VOID), rolls_counted=False)

    def public(self) -> Self:
        """Select matches shown to everybody in lists."""
        return self.filter(listed=True, audience=None)


class Match(models.Model):
    """One match between two seats on an engine."""

    class Status(models.TextChoices):
        """Statuses: waiting (for a seat or the start), live, paused, finished (has a result), void."""

        WAITING = "waiting"
        LIVE = "live"
        PAUSED = "paused"
        FINISHED = "finished"
        VOID = "void"

    IN_PLAY = (Status.LIVE, Status.PAUSED)
    OPEN = (Status.WAITING, Status.LIVE, Status.PAUSED)

    class Chat(models.TextChoices):
        """Chat policies: nobody writes; only presets; anything."""

        ALL = "all", _("open")
        PRESETS = "presets", _("preset phrases only")
        NONE = "none", _("off")

    class Mode(models.TextChoices):
        """Modes: an ordinary match; two people at one screen; a practice board; a first match with a coach; one from
        a position that somebody set up; one played without a server and sent in (``matches.verbs.sending_in``).

        Only the first counts.
        """

        ORDINARY = ""
        HOT_SEAT = codes.HOT_SEAT
        PRACTICE = codes.PRACTICE
        GUIDED = "guided"
        POSITION = "position"
        OFFLINE = codes.OFFLINE

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.CharField(max_length=32)
    mode = models.CharField(max_length=10, choices=Mode, default=Mode.ORDINARY, blank=True)
    rules_version = models.PositiveIntegerField()
    options = JSONField(default=dict)
    terms = JSONField(default=dict)
    title = models.CharField(max_length=200, blank=True)
    """The competition's name, for the head of the page."""
    part = JSONField(default=list, blank=True)
    """Labels of the match within it, like ``["Semi-finals", {}]`` and ``["match %(number)d", {"number": 2}]``,
    translated by ``matches.words.titles``."""
    back_url = models.CharField(max_length=300, blank=True)
    origin = models.CharField(max_length=80, blank=True, db_index=True)
    """The opener's own reference (``fixture:<uuid>``), empty for casual matches."""
    beside = JSONField(default=list, blank=True)
    """Origins of at most a few matches whose course the two here want to know (a cup's other semi-final)."""
    rated = models.BooleanField(default=False)
    rematch_allowed = models.BooleanField(default=True)
    listed = models.BooleanField(default=True)
    """Shown in lists of running matches; a practice board is not."""
    audience = models.UUIDField(null=True, blank=True)
    """The audience whose lists show it (``matches.policy.audience``); null: everybody."""
    closed = models.BooleanField(default=False)
    """Only its audience may look on, even with the address."""
    chat = models.CharField(max_length=8, choices=Chat, default=Chat.ALL)
    """Policy of the players' room, chosen by the opener."""
    chat_spectators = models.CharField(max_length=8, choices=Chat, default=Chat.ALL)
    """Policy of the spectators' room."""
    chat_hidden = models.BooleanField(default=False)
    """The spectators' room is closed to the two sides until the match is over."""

    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=0)
    """Rows in the log: every accepted move raises it by one."""
    snapshot = JSONField(null=True)
    """The engine's whole wire state after ``version`` moves; null before the kick-off."""
    rolls = models.PositiveIntegerField(default=0)
    """Dice rolled so far: the next roll is number ``rolls + 1``."""
    opening = JSONField(default=dict)
    """Rolls and events of ``new``: ``{"rolls": [...], "events": [...]}``."""
    result = JSONField(null=True)
    """``{"winner": seat|null, "how": str, "score": {...}, "shootout": {...}|null, "source": "play"|"award"|...,
    "reason": str}``; ``source`` says who decided: the engine, or a command."""

    move_seconds = models.PositiveIntegerField(null=True)
    """Limit of one decision; null: none."""
    budget_seconds = models.PositiveIntegerField(null=True)
    """Each seat's time for the whole match; null: none."""
    control = models.CharField(max_length=16, blank=True)
    """The time control's name (``matches.terms.time_controls``); empty if the opener set limits of its own."""
    absence_seconds = models.PositiveIntegerField(null=True)
    """Absence of the side to act after which the match is lost; null: never."""
    absence_claimed = models.BooleanField(default=True)
    """The side that is there must claim it; false: it is awarded by itself."""
    home_used_ms = models.PositiveBigIntegerField(default=0)
    away_used_ms = models.PositiveBigIntegerField(default=0)
    bot_seconds = models.FloatField(default=1.0)
    """Seconds that a bot waits before it moves, so that people can follow."""
    home_since = models.DateTimeField(null=True)
    """Start of home's running clock; null: it stands."""
    away_since = models.DateTimeField(null=True)
    """Start of away's running clock; null: it stands."""
    home_timeouts = models.PositiveSmallIntegerField(default=0)
    """Home's time-outs in a row, reset by its own move; three lose the match."""
    away_timeouts = models.PositiveSmallIntegerField(default=0)
    """The same for away."""
    home_quota_ms = models.PositiveIntegerField(default=0)
    """Home's remaining lag quota: time on the network that is not counted."""
    away_quota_ms = models.PositiveIntegerField(default=0)
    """The same for away."""
    set_piece = models.CharField(max_length=20, blank=True, default="", db_default="")
    """The set piece that is being prepared, by its game's name; its decisions share one limit. Empty in open play."""
    home_placing_ms = models.PositiveBigIntegerField(default=0, db_default=0)
    """What home has used of that limit in its earlier decisions."""
    away_placing_ms = models.PositiveBigIntegerField(default=0, db_default=0)
    """The same for away."""
    resume_at = models.DateTimeField(null=True)
    """End of an agreed pause; null: no pause, or a referee's."""
    period = models.CharField(max_length=20, blank=True)
    """The engine's period that the wall clock runs for; empty if the game counts turns."""
    time_up_at = models.DateTimeField(null=True)
    """End of this period by the wall clock (the host's ``time_up``); null: it stands, or there is none."""
    time_left_ms = models.PositiveIntegerField(null=True)
    """Remaining time of the period in a paused match."""
    deadline_at = models.DateTimeField(null=True)
    """End of the time of the seat to act. A row, so that a sweeper finds it whichever process dies."""
    bot_due_at = models.DateTimeField(null=True)
    """Time for the move of a bot that is to act."""
    starts_at = models.DateTimeField(null=True)
    """Earliest start of a scheduled fixture; null: as soon as both seats are taken."""
    no_show_at = models.DateTimeField(null=True)
    """Time at which a seat that never came loses the match."""
    held = models.BooleanField(default=False)
    """Held while its competition is paused (``matches.verbs.holding``): it does not begin, nobody is late for it, and a
    pause that comes from it ends with it only."""

    commitment = models.CharField(max_length=64, blank=True)
    """SHA-256 of the dice secret, published before the kick-off."""

    leg = models.PositiveSmallIntegerField(default=0, db_default=0)
    """1 or 2: it is this leg of a friendly of two legs (``matches.verbs.two_legs``); 0: a match by itself, or a
    competition's."""
    second_leg = models.OneToOneField("self", on_delete=models.CASCADE, null=True, blank=True, related_name="first_leg")
    """The return match, once it is opened; neither is kept without it, or it would open again."""

    resumed_from = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="resumed_as")
    """The match that this one continues from version ``resumed_v``; its log up to there is copied here."""
    resumed_v = models.PositiveIntegerField(null=True)
    resumed_rolls = models.PositiveIntegerField(default=0)
    """Rolls taken over from ``resumed_from``: they are checked there, with its secret."""

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    archived_at = models.DateTimeField(null=True, editable=False)
    """Time at which the log was packed (``matches.archiving``); null: it is in rows."""
    rolls_counted = models.BooleanField(default=False, db_default=False, editable=False)
    """``matches.verbs.fairness`` has looked at it, after its end."""
    visited_at = models.DateTimeField(null=True, editable=False)
    """The last time at which a side was seen at the table before the kick-off; null: nobody came yet."""

    objects = MatchQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="match_closed_has_audience", condition=Q(closed=False) | Q(audience__isnull=False)
            ),
            models.CheckConstraint(
                name="match_finished_has_result",
                condition=~Q(status="finished") | Q(result__isnull=False, finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="match_live_has_snapshot", condition=~Q(status="live") | Q(snapshot__isnull=False)
            ),
        ]
        # No column that each move writes stands in these: its row would have to be put into every one of them again.
        indexes = [
            models.Index(fields=["no_show_at"], name="match_no_show", condition=Q(no_show_at__isnull=False)),
            models.Index(fields=["resume_at"], name="match_resume", condition=Q(resume_at__isnull=False)),
            models.Index(fields=["status", "-created_at"], name="match_status"),
            models.Index(fields=["-created_at", "-id"], name="match_newest"),
            models.Index(fields=["-finished_at"], name="match_ended", condition=Q(status="finished")),
            models.Index(fields=["id"], name="match_open", condition=Q(status__in=("waiting", "live", "paused"))),
            models.Index(fields=["id"], name="match_live", condition=Q(status="live")),
            models.Index(
                fields=["started_at"],
                name="match_of_fixture_in_play",
                condition=Q(status__in=("live", "paused"), origin__startswith="fixture:"),
            ),
            models.Index(
                fields=["finished_at"],
                name="match_unarchived",
                condition=Q(archived_at=None, status__in=("finished", "void")),
            ),
            models.Index(
                fields=["created_at"],
                name="match_uncounted",
                condition=Q(rolls_counted=False, status__in=("finished", "void")),
            ),
            models.Index(
                fields=["visited_at"], name="match_visited", condition=Q(status="waiting", visited_at__isnull=False)
            ),
            models.Index(fields=["id"], name="match_waiting", condition=Q(status="waiting")),
            models.Index(
                fields=["finished_at"],
                name="match_before_second_leg",
                condition=Q(leg=1, second_leg=None, status="finished"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def over(self) -> bool:
        """Return whether it is finished or void: it no longer holds a secret."""
        return self.status in (Match.Status.FINISHED, Match.Status.VOID)

    @property
    def legs(self) -> int:
        """Return of how many legs the friendly is that it belongs to."""
        return 2 if self.leg else 1

    @property
    def awards_goals(self) -> bool:
        """Return whether who gives up loses at least 3–0: in a fixture and in a leg, not in a single friendly."""
        return bool(self.leg) or self.origin.startswith("fixture:")

    @property
    def for_two(self) -> bool:
        """Return whether two sides play it, each of its own: one does not close it alone, but resigns."""
        return self.mode in (Match.Mode.ORDINARY, Match.Mode.POSITION)

    @property
    def seats_in_order(self) -> list["Seat"]:
        """Return the home seat, then the away seat: the database has them in the order of their last change."""
        return sorted(self.seats.all(), key=lambda seat: SEATS.index(seat.side))

    @property
    def has_sheet(self) -> bool:
        """Return whether its moves alone lead from the kick-off to its end."""
        return self.mode not in (Match.Mode.GUIDED, Match.Mode.POSITION)

    @property
    def feed_position(self) -> int:
        """Position in the feed: its versions, and the kick-off and the second leg, which have none of their own."""
        return self.version + (self.status != Match.Status.WAITING) + (self.second_leg_id is not None)


class MatchSecret(models.Model):
    """The dice secret, apart from the match so that no page or API can read it by accident."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="secret")
    value = models.CharField(max_length=64)
    """32 random bytes, lower-case hex."""

    def __str__(self) -> str:
        return f"secret of {self.match_id}"


class Seat(models.Model):
    """One side of a match and its player. A guest or an entrant without account is a user too."""

    class Side(models.TextChoices):
        HOME = "home"
        AWAY = "away"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=4, choices=Side)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True)
    """Level of the bot that plays here (``engines.bots``; in older matches a name of before); empty for a person."""
    name = models.CharField(max_length=60, blank=True)
    """Shown at the table."""
    invite = models.CharField(max_length=43, blank=True, db_index=True)
    """A secret that lets its holder take a place here (a friend by link); empty once nobody is missing."""
    places = models.PositiveSmallIntegerField(default=1, db_default=1)
    """People whom a side with an invite waits for in all, those who sit there already included."""
    people = JSONField(null=True, blank=True)
    """Names of two or three people of this side at one screen, in the order of their turns; null: one person, or
    people with seats of their own (``SeatController``)."""
    dice_seed = models.CharField(max_length=64, blank=True)
    """This side's own dice seed, lower-case hex; frozen at the kick-off."""
    default_seed = models.BooleanField(default=True)
    """The server made the seed because the side sent none."""
    seen_at = models.DateTimeField(null=True)
    """The side's last sign of life at the table (refreshed every few seconds while a socket of it is there)."""
    gone_at = models.DateTimeField(null=True)
    """Time at which the side's last socket left; null while it is there, or if it never came."""
    seen_in = JSONField(null=True, editable=False)
    """The web processes with a socket of the side, and when each last said so: ``{name: seconds since 1970}``."""
    robot = models.BooleanField(default=False)
    """Somebody's own program plays here over the API; unlike a house bot it sends its own moves."""
    devices = JSONField(default=dict, blank=True)
    """The device on which each of its people plays: ``{user id: device}``; their others only look on."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="seat_once"),
            models.CheckConstraint(name="seat_user_or_bot", condition=Q(bot="") | Q(invite="")),
        ]
        indexes = [
            models.Index(
                fields=["user", "-id"], name="seat_of_user", condition=Q(user__isnull=False), include=["match"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.side} of {self.match_id}: {self.name}"

    def is_of(self, user: models.Model) -> bool:
        """Return whether ``user`` sits here, alone or with others."""
        return self.user_id == user.pk or any(person.user_id == user.pk for person in self.controllers.all())


class Official(models.Model):
    """An official of this table, appointed by the opener."""

    class Role(models.TextChoices):
        """Roles of officials: both may do the same; the role names the capacity."""

        REFEREE = "referee"
        ORGANISER = "organiser"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="officials")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="official_once")]

    def __str__(self) -> str:
        return f"{self.role} of {self.match_id}"


class SeatController(models.Model):
    """One of two or three people who share a seat; ``Seat.user`` is the first.

    A seat of one person has no such rows; one that waits for more (``Seat.places``) has one for each who came.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="controllers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    """From 0: the order in which they take the side's turns, if the game has them take turns."""
    name = models.CharField(max_length=60)
    """Shown at the table."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "user"], name="controller_once"),
            models.UniqueConstraint(fields=["seat", "number"], name="controller_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.seat_id}"


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    def open(self, now: datetime) -> Self:
        """Select challenges that can still be accepted."""
        return self.filter(status=Challenge.Status.OPEN, expires_at__gt=now)


class Challenge(models.Model):
    """An offer to play, to everybody in the lobby or to one player. Accepted once, it becomes a match."""

    class Status(models.TextChoices):
        """Statuses: open, and the four ways in which it ends."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        CANCELLED = "cancelled"
        EXPIRED = "expired"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges")
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="challenged"
    )
    """Null: the first to accept."""
    game = models.CharField(max_length=32)
    options = JSONField(default=dict)
    winner = models.CharField(max_length=10, default="none", db_default="none")
    """What follows a level score (``matches.terms.rules``)."""
    side = models.CharField(max_length=4, choices=Seat.Side, blank=True)
    """Its owner's side; empty: drawn by lot when it is accepted."""
    control = models.CharField(max_length=16, default="normal")
    """The time control (``matches.terms.time_controls``)."""
    legs = models.PositiveSmallIntegerField(default=1, db_default=1)
    """1, or 2: home and away, with the goals of both."""
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    match = models.OneToOneField(Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="challenge")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="challenge_not_to_oneself", condition=~Q(owner=models.F("to"))),
            models.CheckConstraint(name="challenge_match_is_accepted", condition=Q(match=None) | Q(status="accepted")),
        ]
        indexes = [
            models.Index(fields=["expires_at"], name="challenge_open", condition=Q(status="open")),
            models.Index(fields=["expires_at"], name="challenge_expires"),
        ]

    def __str__(self) -> str:
        return f"{self.game} by {self.owner_id}: {self.status}"


class MatchEvent(models.Model):
    """One row of the log. ``seq`` runs from 1 without a gap; the row's frame is ``v = seq``."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="log", db_index=False)
    """Found by ``event_seq_once``."""
    seq = models.PositiveIntegerField()
    client_id = models.UUIDField()
    """Named by the sender, so that a repeat is recognised."""
    part = models.PositiveSmallIntegerField(default=0)
    """Number within a list of moves sent as one."""
    seat = models.CharField(max_length=4, blank=True)
    """The seat that moved; empty for a host move and for a ruling."""
    move = JSONField()
    rolls = JSONField(default=list)
    events = JSONField(default=list)
    """The engine's events (a ruling has none)."""
    kind = models.CharField(max_length=12, default="move")
    """``move`` (an engine move, host moves included) or ``ruling`` (pause, award ...: the match's own)."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["match", "client_id", "part"], name="event_client_once"),
        ]
        ordering = ["match", "seq"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq}"


class MatchArchive(models.Model):
    """The log of a match that has been over for a while (``settings.LOG_DAYS``): its rows, packed into one."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="archive")
    packed = models.BinaryField()
    """Made by ``matches.store.packing``."""

    def __str__(self) -> str:
        return f"log of {self.match_id}"


class MatchCommand(models.Model):
    """A decision of Celery, a referee or an organiser; ``matches`` applies it, once."""

    class Kind(models.TextChoices):
        """Kinds: ``resign``, ``time_up``, ``coaching`` go to the engine; the rest is the match's own."""

        START = "start"
        RESIGN = "resign"
        TIME_UP = "time_up"
        AWARD = "award"
        VOID = "void"
        PAUSE = "pause"
        RESUME = "resume"
        COACHING = "coaching"
        MESSAGE = "message"
        DRAW = "draw"
        UNDO = "undo"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="commands")
    kind = models.CharField(max_length=10, choices=Kind)
    payload = JSONField(default=dict)
    """AWARD: ``{"winner": seat|null, "score": {...}, "reason": str}``; RESIGN: ``{"seat"}``; VOID: ``{"reason"}``;
    PAUSE, RESUME, DRAW, UNDO by agreement: ``{"by": "agreement"}``, for a pause ``{"seconds"}``, to undo ``{"v", "to",
    "rolls", "wire"}``."""
    created_at = models.DateTimeField(auto_now_add=True)
    applied_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=200, blank=True)
    """``applied``, or why not."""

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="command_open", condition=Q(applied_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.kind} {self.match_id}"


class Offer(models.Model):
    """An offer of one side to the other (a draw, a pause, a rematch ...), kept whatever its outcome."""

    class Kind(models.TextChoices):
        """Kinds: ``pause`` and ``resume`` of a live match, ``start`` before its time, ``rematch`` after it, ``undo`` of
        the last decision in casual play, and the call for ``coaching`` in a match without an official.
        """

        DRAW = "draw"
        PAUSE = "pause"
        RESUME = "resume"
        START = "start"
        REMATCH = "rematch"
        UNDO = "undo"
        COACHING = "coaching"

    class Status(models.TextChoices):
        """Statuses: open, or the outcome; ``lapsed``: play went on."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        LAPSED = "lapsed"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="offers")
    seat = models.CharField(max_length=4, choices=Seat.Side)
    kind = models.CharField(max_length=8, choices=Kind)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    client_id = models.UUIDField()
    """Named by the sender, so that a repeat is recognised."""
    version = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "client_id"], name="offer_client_once"),
            models.UniqueConstraint(
                fields=["match", "seat", "kind"], name="offer_one_open", condition=Q(status="open")
            ),
        ]
        indexes = [
            models.Index(fields=["changed_at"], name="offer_changed"),
            models.Index(fields=["created_at"], name="coaching_called", condition=Q(kind="coaching", status="open")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} offered by {self.seat} of {self.match_id}: {self.status}"


class Heartbeat(models.Model):
    """The time at which a sweeper of any process last ran, in one row. Clocks get a gap (an outage) back."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(name="heartbeat_one_row", condition=Q(id=1))]

    def __str__(self) -> str:
        return f"heartbeat {self.at}"


class Outbox(models.Model):
    """A result on its way to the match's opener: written with the final move, delivered at least once."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="outbox")
    topic = models.CharField(max_length=20, default="result")
    created_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="outbox_open", condition=Q(taken_at__isnull=True))]

    def __str__(self) -> str:
        return f"outbox {self.match_id}"


class LineUp(models.Model):
    """A named placement of a player: a wish for each piece, as home's, whichever side it was made on."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="line_ups")
    game = models.CharField(max_length=32)
    name = models.CharField(max_length=40)
    cells = JSONField()
    """Piece -> cell, both as home's."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["user", "game", "name"], name="line_up_name_once")]

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"
