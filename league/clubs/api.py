"""Clubs in the REST API: the same doors and verbs as the pages."""

from typing import Any, Final
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.endpoints import Answers, addresses_of
from league.api.fields import ColumnsSerializer
from league.clubs import access, queries
from league.clubs.access import INSIDE, RUNS, Standing
from league.clubs.actions import ACTIONS, KEEP, KeepIn
from league.clubs.api_handovers import HandoverOut
from league.clubs.models import Club, ClubEntry, Handover, HousePreset, Membership
from league.clubs.verbs import clubs as verbs
from league.clubs.verbs import members as people
from league.competitions.api.base import PAGE, Api, page_of, text_filter
from league.competitions.models import Competition
from league.players.policy.searching import containing
from league.sentences import translated
from league.statistics.api import ONE_GAME, SeveralOut, game_asked
from league.statistics.queries.several import several
from matches.api.bodies import without_body
from matches.api.shapes import shape_of


class ClubOut(serializers.ModelSerializer[Club]):
    """A club."""

    owner = serializers.CharField(source="owner.nickname", help_text="Whose it is.")
    members = serializers.SerializerMethodField(help_text="How many people are of it.")

    class Meta:
        model = Club
        fields = [
            "id", "slug", "name", "description", "owner", "visibility", "joining", "members", "succession_days",
            "objection_days", "created_at", "closed_at", "closed_because",
        ]  # fmt: skip

    def get_members(self, club: Club) -> int:
        """Return the number including the owner; lists annotate it for all clubs at once."""
        size: int | None = getattr(club, "size", None)
        return club.memberships.inside().count() + 1 if size is None else size


class ClubIn(ColumnsSerializer):
    """A new club."""

    class Meta:
        model = Club
        fields = [name for name in verbs.SETTINGS if name not in verbs.SUCCESSION]


class ClubChange(ColumnsSerializer):
    """Settings to change."""

    class Meta:
        model = Club
        fields = verbs.SETTINGS
        extra_kwargs = {"name": {"required": False}}


class ClubMemberOut(serializers.ModelSerializer[Membership]):
    """A member of the club, or an applicant."""

    name = serializers.CharField(source="user.nickname")
    player = serializers.UUIDField(source="user_id")
    key = serializers.SerializerMethodField(help_text="The personal key of a name without account, for the staff.")

    class Meta:
        model = Membership
        fields = ["id", "name", "player", "staff", "asked", "since", "key"]

    def get_key(self, row: Membership) -> str:
        """Return the personal key, for the staff; empty for others."""
        return row.key if self.context.get("runs") else ""


class JoinIn(serializers.Serializer[Any]):
    """A request to join."""

    key = serializers.CharField(required=False, allow_blank=True, max_length=43, help_text="Of the club's link.")


class MemberChange(serializers.Serializer[Any]):
    """A change of a member: admit an applicant, or change the office."""

    asked = serializers.ChoiceField(choices=[False], required=False, help_text="false lets in who has asked.")
    staff = serializers.BooleanField(required=False, help_text="By the owner alone.")


class HousePresetOut(serializers.ModelSerializer[HousePreset]):
    """A preset of the house: ``values`` is a body for POST /api/v1/competitions/ without name and club."""

    values = serializers.DictField()

    class Meta:
        model = HousePreset
        fields = ["id", "name", "values", "made_at"]


HonouredOut = shape_of(queries.Honoured)


class ClubAuditOut(serializers.ModelSerializer[ClubEntry]):
    """A line of the club's audit."""

    by = serializers.CharField(source="actor.nickname", default="", help_text="Empty: the schedule.")
    words = serializers.SerializerMethodField()

    class Meta:
        model = ClubEntry
        fields = ["at", "by", "verb", "words"]

    def get_words(self, row: ClubEntry) -> str:
        return translated(row.message)


class _Clubs(Api):
    def club(self, club_id: UUID, *among: Standing) -> Club:
        """Return the club, if the reader is ``among`` those standings or may see it.

        A missing right is a 404 and never asks to sign in.
        """
        if among:
            self.signed_in()
        return access.door(self.request.user, club_id, among or tuple(Standing))[0]

    def current(self, club: Club, status: int = 200) -> Response:
        """Answer with the club's current state."""
        return Response(ClubOut(Club.objects.select_related("owner").get(pk=club.pk)).data, status=status)


class AllClubs(_Clubs):
    limits = {"POST": "club"}

    @extend_schema(
        operation_id="clubs", parameters=[text_filter("q", "Part of the name."), *PAGE], responses=page_of(ClubOut)
    )
    def get(self, request: Request) -> Response:
        """List the public clubs and your own."""
        query = request.query_params.get("q", "")
        listed = access.listed(request.user)
        rows = containing(listed, "name", query) if query else listed
        club = queries.with_size(access.listed(request.user).filter(pk__in=rows.order_by().values("pk")))
        return Response(self.paged(club.select_related("owner").order_by("name", "id"), ClubOut))

    @extend_schema(operation_id="clubs_create", request=ClubIn, responses={201: ClubOut})
    def post(self, request: Request) -> Response:
        """Create a club. Accounts only."""
        return self.current(verbs.create(by=self.signed_in(), **self.checked_body(ClubIn)), 201)


class OneClub(_Clubs):
    @extend_schema(operation_id="club", responses=ClubOut)
    def get(self, request: Request, club_id: UUID) -> Response:
        """Return a club."""
        return self.current(self.club(club_id))

    @extend_schema(operation_id="club_change", request=ClubChange, responses=ClubOut)
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change the settings of a club; those of the succession by the owner alone."""
        data = self.checked_body(ClubChange)
        among = (Standing.OWNER,) if data.keys() & set(verbs.SUCCESSION) else RUNS
        club = self.club(club_id, *among)
        return self.current(verbs.change(club=club, by=self.signed_in(), **data))


class JoinClub(_Clubs):
    limits = {"POST": "enter"}

    @extend_schema(operation_id="club_join", request=JoinIn, responses=ClubMemberOut)
    def post(self, request: Request, club_id: UUID) -> Response:
        """Join at once by the key of its link or if joining is open; otherwise apply."""
        by, key = self.signed_in(), self.checked_body(JoinIn).get("key", "")
        club = Club.objects.filter(pk=club_id, key=key).first() if key else None
        membership = people.join(club=club or self.club(club_id), by=by, key=key)
        if membership is None:
            raise Http404  # its owner is no member
        return Response(ClubMemberOut(membership).data)


class ClubMembers(_Clubs):
    @extend_schema(operation_id="club_members", parameters=PAGE, responses=page_of(ClubMemberOut))
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the members, for members; the staff also see applicants."""
        club, standing = access.door(self.signed_in(), club_id, INSIDE)
        rows = club.memberships.select_related("user")
        runs = standing in RUNS
        return Response(self.paged(rows if runs else rows.filter(asked=False), ClubMemberOut, runs=runs))


class OneMember(_Clubs):
    def _row(self, club: Club, membership_id: UUID) -> Membership:
        return get_object_or_404(club.memberships, pk=membership_id)

    @extend_schema(operation_id="club_member_change", request=MemberChange, responses=ClubMemberOut)
    def patch(self, request: Request, club_id: UUID, membership_id: UUID) -> Response:
        """Admit an applicant; the owner appoints and dismisses staff."""
        data, by = self.checked_body(MemberChange), self.signed_in()
        club = self.club(club_id, *((Standing.OWNER,) if "staff" in data else RUNS))
        row = self._row(club, membership_id)
        if "asked" in data:
            row = people.approve(membership=row, by=by)
        if "staff" in data:
            row = people.appoint(membership=row, by=by, staff=data["staff"])
        return Response(ClubMemberOut(row, context={"runs": True}).data)

    @extend_schema(operation_id="club_member_end", responses={204: None})
    def delete(self, request: Request, club_id: UUID, membership_id: UUID) -> Response:
        """End a membership, or reject an applicant. Again: nothing changes."""
        for row in self.club(club_id, *RUNS).memberships.filter(pk=membership_id):
            people.end(membership=row, by=self.signed_in())
        return Response(status=204)


class LinkOut(serializers.Serializer[Any]):
    """The key of the link."""

    key = serializers.CharField()


class ClubLink(_Clubs):
    @without_body(operation_id="club_link", responses={201: LinkOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Create a new link; the old one no longer works."""
        created = people.new_link(club=self.club(club_id, *RUNS), by=self.signed_in())
        return Response({"key": created.key}, status=201)

    @extend_schema(operation_id="club_link_end", responses={204: None})
    def delete(self, request: Request, club_id: UUID) -> Response:
        """Remove the link."""
        people.end_link(club=self.club(club_id, *RUNS), by=self.signed_in())
        return Response(status=204)


class Honours(_Clubs):
    @extend_schema(operation_id="club_honours", responses=HonouredOut(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """Return everybody's titles, of the competitions that the reader may know of."""
        rows = queries.competitions_of(self.club(club_id), request.user).filter(status=Competition.Status.FINISHED)
        return Response(HonouredOut(queries.roll_of(rows).people, many=True).data)


class ClubStatistics(_Clubs):
    @extend_schema(operation_id="club_statistics", parameters=[ONE_GAME], responses=SeveralOut)
    def get(self, request: Request, club_id: UUID) -> Response:
        """Get totals, leaders and records of the club's competitions in one game."""
        competitions = queries.competitions_of(self.club(club_id), request.user)
        return Response(SeveralOut(several(competitions, game_asked(request))).data)


class ClubPresets(_Clubs):
    @extend_schema(operation_id="club_presets", responses=HousePresetOut(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the presets, for those who organise for the club."""
        return Response(HousePresetOut(self.club(club_id, *RUNS).presets.all(), many=True).data)

    @extend_schema(operation_id="club_presets_keep", request=KeepIn, responses={201: HousePresetOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Save the settings of one of the club's competitions, replacing a preset of that name."""
        club = self.club(club_id, *RUNS)
        created = KEEP.do(club, self.signed_in(), self.checked_body(KeepIn))
        return Response(HousePresetOut(created).data, status=201)


class ClubAudit(_Clubs):
    @extend_schema(operation_id="club_audit", parameters=PAGE, responses=page_of(ClubAuditOut))
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the audit, the newest first. For members."""
        club = self.club(club_id, *INSIDE)
        return Response(self.paged(club.audit.select_related("actor").order_by("-at", "-id"), ClubAuditOut))


ANSWERS: Final = Answers(
    {Club: ClubOut, Membership: ClubMemberOut, Handover: HandoverOut},
    lambda _house, _user: {"runs": True},  # only the staff get members by an action
)
urlpatterns: Final = addresses_of(ACTIONS, ANSWERS)
