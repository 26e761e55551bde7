"""Serializers of competitions in the API. Shape only: they decide nothing."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.fields import ColumnsSerializer, choice
from league.competitions.models import (
    Absence,
    Announcement,
    AuditEntry,
    Availability,
    Comment,
    Competition,
    Dispute,
    Draw,
    Entrant,
    Fixture,
    Invitation,
    Member,
    Proposal,
    Report,
    ResultEntry,
    Round,
    Staff,
    Stage,
    TeamLineUp,
    Tie,
)
from league.competitions.setup import team_rules
from league.competitions.setup.line_ups import time_of
from league.competitions.setup.own_points import HIGHEST, LOWEST
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.settings import SETTINGS
from league.sentences import translated


class StageOut(serializers.ModelSerializer[Stage]):
    """A stage: its place in the chain, its format, its settings."""

    class Meta:
        model = Stage
        fields = ["number", "format", "settings"]


class CompetitionOut(serializers.ModelSerializer[Competition]):
    """A competition."""

    owner = serializers.CharField(source="owner.nickname", help_text="Who organises it.")
    champion = serializers.UUIDField(source="champion_id", allow_null=True, help_text="The entrant who won.")
    club = serializers.SerializerMethodField(help_text="The club that it belongs to, if everybody may know of it.")
    settings = serializers.SerializerMethodField(help_text="Of its format: legs, third_place, times ...")
    stages = StageOut(many=True)

    class Meta:
        model = Competition
        fields = [
            "id", "slug", "game", "preset", "options", "settings", "stages", "owner", "club", "status",
            *SETTINGS,
            "check_in_opens_at", "check_in_closes_at", "check_in_done_at", "points", "criteria", "season", "champion",
            "cancelled_because", "frozen_at", "frozen_because", "log_position", "created_at", "published_at",
            "started_at", "finished_at",
        ]  # fmt: skip

    def get_club(self, competition: Competition) -> UUID | None:
        """The club's id; null without a club, or if only its members may know."""
        club = competition.club
        return None if club is None or club.visibility == club.Visibility.MEMBERS else club.pk

    @extend_schema_field(serializers.DictField())
    def get_settings(self, competition: Competition) -> dict[str, Any]:
        """The settings of all stages."""
        return {key: value for stage in competition.stages.all() for key, value in stage.settings.items()}


class StageIn(serializers.Serializer[Any]):
    """A stage of a custom chain."""

    format = serializers.ChoiceField(choices=Stage.Format.choices)
    settings = serializers.DictField(
        required=False, help_text="Of its format; through: how many of each table before come into it."
    )


class CompetitionIn(ColumnsSerializer):
    """A new competition; omitted fields take the preset's value."""

    preset = choice(sorted(PRESETS))
    club = serializers.UUIDField(required=False, allow_null=True, help_text="A club that you run.")
    options = serializers.DictField(required=False, help_text="Of the game; see /api/v1/games/.")
    settings = serializers.DictField(
        required=False, help_text="Of the preset's stages: see /api/v1/presets/ for what each knows."
    )
    stages = StageIn(
        many=True, required=False, help_text="Other stages than the preset's, one after the other; then no settings."
    )
    criteria = serializers.ListField(
        child=serializers.JSONField(),
        required=False,
        max_length=40,
        help_text="Own tie-breaks after points, in order, in place of those of the rules: keys that its preset lists "
        "(/api/v1/presets/). Empty: those of the rules.",
    )
    points = serializers.ListField(
        child=serializers.FloatField(min_value=LOWEST, max_value=HIGHEST),
        required=False,
        max_length=3,
        help_text="Own points for a win, a draw and a defeat, in halves, in place of those of the rules. Empty: those.",
    )

    class Meta:
        model = Competition
        fields = ["game", "preset", "club", "options", "settings", "stages", "criteria", "points", *SETTINGS]
        extra_kwargs = {
            "standings": {"help_text": "Dated rules of the tables, e.g. uefa-euro/2024."},
            "team_rules": {
                "help_text": f"Rules of a tie of teams, put over those before: {', '.join(team_rules.RULES)}. "
                "Match points are `points`."
            },
        }


class CompetitionChange(CompetitionIn):
    """Settings to change before the start; game and preset stay."""

    def get_fields(self) -> dict[str, Any]:
        """Make all fields optional; drop game, preset and stages."""
        fields = super().get_fields()
        for name in ("game", "preset", "stages", "club"):
            del fields[name]
        for field in fields.values():
            field.required = False
        return fields


class MemberOut(serializers.ModelSerializer[Member]):
    """A further member of a side, in the order of the turns, or of the squad of a team."""

    name = serializers.CharField(source="user.nickname")
    user = serializers.UUIDField(source="user_id")
    personal_key = serializers.SerializerMethodField(
        help_text="For organiser and captain: /enter/<personal_key>/ lets a name without account play. Else empty."
    )

    class Meta:
        model = Member
        fields = ["user", "name", "number", "personal_key"]

    def get_personal_key(self, member: Member) -> str:
        """The key, if the reader runs the competition or leads the team."""
        leads = self.context.get("player") == member.entrant.player_id and member.entrant.competition.of_teams
        return member.personal_key if leads or self.context.get("organiser") else ""


class EntrantOut(serializers.ModelSerializer[Entrant]):
    """An entrant. Organisers see both keys; the user who entered a side sees its ``side_key``."""

    members = MemberOut(many=True, help_text="Who plays beside ``player`` in a side of several people.")
    side_key = serializers.SerializerMethodField(
        help_text="The address /sides/<side_key>/ lets others join the side. Else empty."
    )

    player = serializers.UUIDField(source="player_id")
    kind = serializers.CharField(source="player.kind", help_text="account, guest or bot.")
    personal_key = serializers.SerializerMethodField(
        help_text="For the organiser: the address /enter/<personal_key>/ lets a name without account play. Else empty."
    )

    seed = serializers.IntegerField(
        source="shown_seed",
        allow_null=True,
        help_text="Place in the order of strength; null where lots gave the places.",
    )
    lot = serializers.SerializerMethodField(
        help_text="Place that the draw gave, where lots give the places: it says nothing about strength. Else null."
    )

    class Meta:
        model = Entrant
        fields = [
            "id", "player", "kind", "name", "club", "code", "seed", "lot", "status", "withdrawn_because", "entered_at",
            "checked_in_at", "first_round", "last_round", "personal_key", "members", "side_key",
        ]  # fmt: skip

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_lot(self, entrant: Entrant) -> int | None:
        return entrant.seed if entrant.shown_seed is None else None

    def get_personal_key(self, entrant: Entrant) -> str:
        """The key, if the reader runs the competition."""
        return entrant.personal_key if self.context.get("organiser") else ""

    @extend_schema_field(serializers.CharField())
    def get_side_key(self, entrant: Entrant) -> str:
        """The key, if the reader runs the competition or entered this side."""
        entered_it = self.context.get("player") == entrant.player_id
        return entrant.side_key if entered_it or self.context.get("organiser") else ""


class RoundOut(serializers.ModelSerializer[Round]):
    """A round and its window. ``number`` counts over all stages; ``made_by`` is a Swiss round's engine."""

    stage = serializers.IntegerField(source="stage.number")
    made_by = serializers.DictField(required=False)

    class Meta:
        model = Round
        fields = ["number", "stage", "part", "step", "status", "opens_at", "closes_at", "made_by"]


class FixtureOut(serializers.ModelSerializer[Fixture]):
    """A leg of a tie. Goals include extra time and never the shootout."""

    round = serializers.IntegerField(source="tie.round.number")
    tie = serializers.UUIDField(source="tie_id")
    home = serializers.UUIDField(source="home_id", allow_null=True)
    away = serializers.UUIDField(source="away_id", allow_null=True)
    match = serializers.UUIDField(source="match_id", allow_null=True)
    home_player = serializers.UUIDField(
        source="home_player_id", allow_null=True, help_text="Who plays this board of a tie of teams, once it is open."
    )
    away_player = serializers.UUIDField(source="away_player_id", allow_null=True)
    shootout = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    reason = serializers.SerializerMethodField(help_text="In the reader's language.")

    class Meta:
        model = Fixture
        fields = [
            "id", "round", "tie", "leg", "home", "away", "status", "kick_off_at", "home_goals", "away_goals",
            "shootout", "how", "reason", "match", "table", "board", "home_player", "away_player",
        ]  # fmt: skip

    def get_reason(self, fixture: Fixture) -> str:
        """The reason for its result or status."""
        return translated(fixture.reason, names_of(fixture.home, fixture.away))


class TeamLineUpOut(serializers.ModelSerializer[TeamLineUp]):
    """A line-up of your team: numbers in the squad by board."""

    tie = serializers.UUIDField(source="tie_id")
    entrant = serializers.UUIDField(source="entrant_id")
    numbers = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        model = TeamLineUp
        fields = ["tie", "entrant", "leg", "numbers", "handed_in_at"]


class AvailabilityOut(serializers.ModelSerializer[Availability]):
    """An answer of somebody of your squad, who can play a tie or cannot; null: no answer yet."""

    tie = serializers.UUIDField(source="tie_id")
    user = serializers.UUIDField(source="user_id")

    class Meta:
        model = Availability
        fields = ["tie", "user", "can", "asked_at", "answered_at"]


class TieOut(serializers.ModelSerializer[Tie]):
    """A tie of a bracket with its legs."""

    home = serializers.UUIDField(source="home_id", allow_null=True)
    away = serializers.UUIDField(source="away_id", allow_null=True)
    winner = serializers.UUIDField(source="winner_id", allow_null=True)
    home_slot = serializers.DictField()
    away_slot = serializers.DictField()
    reason = serializers.SerializerMethodField(help_text="How it was decided, in the reader's language.")
    legs = FixtureOut(many=True)

    class Meta:
        model = Tie
        fields = [
            "id", "number", "kind", "home_slot", "away_slot", "home", "away", "winner", "decided", "reason", "legs",
        ]  # fmt: skip

    def get_reason(self, tie: Tie) -> str:
        """The way it was decided."""
        return translated(tie.reason, names_of(tie.home, tie.away))


class LegScoreOut(serializers.Serializer[Any]):
    """The board points of one leg, by the sides of the tie."""

    home = serializers.FloatField()
    away = serializers.FloatField()
    winner = serializers.ChoiceField(choices=["home", "away"], allow_null=True)


class TeamTieOut(TieOut):
    """A tie of teams with its boards."""

    leg = serializers.IntegerField(help_text="The leg that is played, or whose line-ups are due.")
    leg_scores = LegScoreOut(many=True, help_text="Of several legs, the board points of each so far.")
    closes_at = serializers.SerializerMethodField(
        help_text="When the line-ups open at the latest; null before the round opens."
    )
    handed_in = serializers.SerializerMethodField(help_text="The teams whose line-ups are in.")

    class Meta(TieOut.Meta):
        fields = [*TieOut.Meta.fields, "home_points", "away_points", "leg", "leg_scores", "closes_at", "handed_in"]

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_closes_at(self, tie: Tie) -> datetime | None:
        """The end of the time for the line-ups."""
        return time_of(tie.round.stage.competition, tie)

    @extend_schema_field(serializers.ListField(child=serializers.UUIDField()))
    def get_handed_in(self, tie: Tie) -> list[UUID]:
        """The teams."""
        return sorted(tie.line_ups.filter(leg=tie.leg).values_list("entrant", flat=True))


class BracketRound(serializers.Serializer[Any]):
    """A round of a bracket with its ties, top to bottom."""

    number = serializers.IntegerField(help_text="In the order of play, through all stages.")
    part = serializers.CharField(help_text="winners, losers or final in a double elimination, else empty.")
    step = serializers.IntegerField(help_text="The number in its part: slots name rounds by it.")
    status = serializers.ChoiceField(choices=Round.Status.choices)
    ties = TieOut(many=True, source="all_ties")


class StandingRow(serializers.Serializer[Any]):
    """A row of a table."""

    rank = serializers.IntegerField()
    entrant = serializers.UUIDField()
    name = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    goals_for = serializers.IntegerField()
    goals_against = serializers.IntegerField()
    goal_difference = serializers.IntegerField()
    points = serializers.FloatField(help_text="Of matches and byes, less those taken: with the three below it adds up.")
    byes = serializers.FloatField(help_text="The points of byes in rounds that are over.")
    deductions = serializers.FloatField(help_text="Points taken (negative) or given back.")
    carried = serializers.FloatField(
        help_text="Points of the stage before that count here; negative: what halving takes from its matches."
    )
    shootouts_won = serializers.IntegerField(
        required=False, help_text="Of those drawn, where level matches of the stage go to penalties."
    )
    shootouts_lost = serializers.IntegerField(required=False, help_text="The same.")
    per_match = serializers.CharField(required=False, help_text="Points per match, where the season ended by them.")
    form = serializers.ListField(child=serializers.CharField())
    swiss = serializers.DictField(required=False, help_text="Buchholz and its kin, in Swiss rounds.")
    why = serializers.ListField(child=serializers.CharField(), help_text="Why it stands here, in sentences.")


class Standings(serializers.Serializer[Any]):
    """A table. ``after`` is the round that it shows, null for the current table."""

    after = serializers.IntegerField(allow_null=True)
    group = serializers.CharField(help_text="The group or division; empty where there is one table.")
    rows = StandingRow(many=True)


class DrawOut(serializers.ModelSerializer[Draw]):
    """A draw. Seed, entrants and order are empty until it is revealed."""

    seed = serializers.SerializerMethodField()
    entrants = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    order = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Draw
        fields = [
            "number", "algorithm", "commitment", "seed", "entrants", "entrants_hash", "order", "committed_at",
            "revealed_at",
        ]  # fmt: skip

    def get_seed(self, draw: Draw) -> str:
        """The seed, once it is revealed."""
        return draw.seed if draw.revealed_at else ""


class ResultOut(serializers.ModelSerializer[ResultEntry]):
    """An entry of the log of results."""

    fixture = serializers.UUIDField(source="fixture_id", allow_null=True)
    entrant = serializers.UUIDField(source="entrant_id", allow_null=True)
    actor = serializers.SerializerMethodField()
    shootout = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    cards = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        allow_null=True,
        help_text="Cards shown to home and away; null: nobody told.",
    )
    scorers = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        allow_null=True,
        help_text="Who scored at a real table, by side; null: nobody told.",
    )
    reason = serializers.CharField(source="shown_reason", help_text="Empty of a dispute: see its statements.")
    closing = serializers.DictField(
        allow_null=True, help_text="Of the early end of a stage: its number, the way, the last round that counts."
    )

    class Meta:
        model = ResultEntry
        fields = [
            "position", "fixture", "entrant", "kind", "home_goals", "away_goals", "shootout", "winner", "how",
            "cards", "scorers", "points", "closing", "own", "match_id", "actor", "reason", "source", "at",
        ]  # fmt: skip

    def get_actor(self, entry: ResultEntry) -> str:
        """The user who made the entry; empty: the schedule, or the match."""
        return entry.actor.nickname if entry.actor else entry.signed


class AuditOut(serializers.ModelSerializer[AuditEntry]):
    """A line of the audit log, in the reader's language."""

    actor = serializers.SerializerMethodField()
    words = serializers.SerializerMethodField()

    class Meta:
        model = AuditEntry
        fields = ["at", "actor", "verb", "words"]

    def get_actor(self, entry: AuditEntry) -> str:
        """The user who did it; empty: the schedule."""
        return entry.actor.nickname if entry.actor else entry.signed

    def get_words(self, entry: AuditEntry) -> str:
        """The action in one sentence."""
        return translated(entry.message)


class ReportOut(serializers.ModelSerializer[Report]):
    shootout = serializers.DictField(child=serializers.IntegerField(), allow_null=True)

    class Meta:
        model = Report
        fields = ["id", "seat", "home_goals", "away_goals", "shootout", "extra_time", "at", "counts_at", "state"]


class DisputeOut(serializers.ModelSerializer[Dispute]):
    """A dispute. Only its two sides and those who decide see the statements."""

    class Meta:
        model = Dispute
        fields = [
            "id", "seat", "at", "deadline_at", "home_statement", "away_statement", "outcome", "reason", "decided_at",
        ]  # fmt: skip


class AnnouncementOut(serializers.ModelSerializer[Announcement]):
    """An announcement by the organiser."""

    by = serializers.CharField(source="by.nickname", default="")

    class Meta:
        model = Announcement
        fields = ["id", "by", "words", "at"]


class CommentOut(serializers.ModelSerializer[Comment]):
    """A comment of the staff on a fixture."""

    by = serializers.CharField(source="by.nickname", default="")

    class Meta:
        model = Comment
        fields = ["id", "by", "words", "at"]


class InvitationOut(serializers.ModelSerializer[Invitation]):
    """An invitation. Its address is ``/invited/<key>/``."""

    entrant = serializers.UUIDField(source="entrant_id", allow_null=True, help_text="Who came of a personal one.")
    name = serializers.CharField(help_text="Whom it is for; empty: whoever holds the link.")

    class Meta:
        model = Invitation
        fields = ["id", "name", "key", "state", "entrant", "made_at", "answered_at"]


class ProposalOut(serializers.ModelSerializer[Proposal]):
    """A kick-off proposed by one side."""

    by = serializers.CharField(source="by.nickname", default="")

    class Meta:
        model = Proposal
        fields = ["id", "seat", "by", "kick_off_at", "made_at", "state", "answered_at"]


class StaffOut(serializers.ModelSerializer[Staff]):
    """A member of the staff, or an invitation. Only the owner sees invitations and their keys."""

    name = serializers.CharField(source="user.nickname", default="", help_text="Empty: a link that nobody took yet.")
    user = serializers.UUIDField(source="user_id", allow_null=True)
    key = serializers.SerializerMethodField(
        help_text="Of an open invitation, for the owner: its address is /staff/<key>/."
    )

    class Meta:
        model = Staff
        fields = ["id", "role", "user", "name", "invited_at", "accepted_at", "key"]

    @extend_schema_field(serializers.CharField())
    def get_key(self, row: Staff) -> str:
        """The key, while the invitation is open."""
        return row.key if row.accepted_at is None else ""


class AbsenceOut(serializers.ModelSerializer[Absence]):
    """Days on which you cannot play."""

    class Meta:
        model = Absence
        fields = ["id", "first", "last"]


def names_of(home: Entrant | None, away: Entrant | None) -> Mapping[str, str]:
    """Return the names for ``@home`` and ``@away`` of a sentence."""
    return {"home": home.name if home else "?", "away": away.name if away else "?"}
