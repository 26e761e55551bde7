"""School classes in the REST API: a class with its cards and PINs, more pupils, another day, deletion now.

PINs and keys are for those who run the class; responses must not be cached anywhere.
"""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import ColumnsSerializer, choice
from league.classes import forgetting, pins, verbs
from league.classes.models import Card, SchoolClass
from league.competitions.api.base import PAGE, Api, page_of
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy.access import helped_by
from matches.api.bodies import without_body


class CardOut(serializers.ModelSerializer[Card]):
    """A pupil's card as printed."""

    name = serializers.CharField(source="entrant.name")
    entrant = serializers.UUIDField(source="entrant_id")
    player = serializers.UUIDField(source="user_id")
    pin = serializers.SerializerMethodField(help_text="Six digits; it is stored nowhere and made each time.")

    class Meta:
        model = Card
        fields = ["id", "name", "entrant", "player", "key", "pin"]
        extra_kwargs = {"key": {"help_text": "Of the QR code: /class/card/<key>/ asks for the PIN alone."}}

    def get_pin(self, card: Card) -> str:
        """Return the PIN as typed."""
        return pins.pin_of(card.nonce)


class ClassOut(serializers.ModelSerializer[SchoolClass]):
    """A class: its competition, the code that pupils type, and the day of complete deletion."""

    competition = serializers.UUIDField(source="competition_id")
    name = serializers.CharField(source="competition.name")

    class Meta:
        model = SchoolClass
        fields = ["competition", "name", "code", "delete_on", "made_at"]


class WholeClassOut(ClassOut):
    """A class with its cards."""

    cards = serializers.SerializerMethodField()

    class Meta(ClassOut.Meta):
        fields = [*ClassOut.Meta.fields, "cards"]

    @extend_schema_field(CardOut(many=True))
    def get_cards(self, school: SchoolClass) -> list[dict[str, Any]]:
        """Return the cards in order of names."""
        return list(CardOut(school.cards.select_related("entrant").order_by("entrant__name"), many=True).data)


class PupilsIn(serializers.Serializer[Any]):
    """Names of pupils."""

    names = serializers.ListField(child=serializers.CharField(max_length=80), min_length=1, max_length=200)


class ClassIn(PupilsIn, ColumnsSerializer):
    """A new class."""

    preset = choice(list(verbs.PRESETS), required=False)
    delete_on = serializers.DateField(
        help_text=f"Everything is deleted when this day begins; at most {verbs.LONGEST.days} days ahead."
    )
    options = serializers.DictField(required=False, help_text="Of the game, for its matches (`/api/v1/games/`).")
    winner = serializers.CharField(
        max_length=16,
        required=False,
        help_text="What follows a level score, as in a friendly match (`/api/v1/challenges/`). A cup has a winner.",
    )

    class Meta:
        model = Competition
        fields = ["name", "game", "names", "preset", "delete_on", "options", "winner"]


class DayIn(serializers.Serializer[Any]):
    """The day of complete deletion."""

    delete_on = serializers.DateField()


class _Classes(Api):
    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Forbid caching: the answers have PINs in them."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        add_never_cache_headers(answer)
        return answer

    def school(self, competition_id: UUID, right: Right = Right.RUN) -> SchoolClass:
        """Return the class of this competition, if the reader has ``right`` in it. Raises Http404."""
        competition = self.competition_with(competition_id, right)
        return get_object_or_404(SchoolClass.objects.select_related("competition"), competition=competition)


class AllClasses(_Classes):
    limits = {"POST": "competition"}

    @extend_schema(operation_id="classes", parameters=PAGE, responses=page_of(ClassOut))
    def get(self, request: Request) -> Response:
        """List the classes that you run, without their cards."""
        own = Competition.objects.filter(helped_by(self.signed_in())).values("pk")
        rows = SchoolClass.objects.filter(competition__in=own).select_related("competition")
        return Response(self.paged(rows.order_by("-made_at", "pk"), ClassOut))

    @extend_schema(operation_id="classes_create", request=ClassIn, responses={201: WholeClassOut})
    def post(self, request: Request) -> Response:
        """Create a private competition of these pupils with a card for each. All or none. Accounts only."""
        account = self.account()
        data = self.checked_body(ClassIn)
        return Response(WholeClassOut(verbs.make(by=account, **data)).data, status=201)


class OneClass(_Classes):
    @extend_schema(operation_id="class", responses=WholeClassOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Return a class with its cards and PINs, for those who run it."""
        return Response(WholeClassOut(self.school(competition_id)).data)

    @extend_schema(operation_id="class_change", request=DayIn, responses=WholeClassOut)
    def patch(self, request: Request, competition_id: UUID) -> Response:
        """Move the day of deletion."""
        school = self.school(competition_id)
        day = self.checked_body(DayIn)["delete_on"]
        return Response(WholeClassOut(verbs.move_day(school=school, by=self.signed_in(), delete_on=day)).data)

    @extend_schema(operation_id="class_forget", responses={204: None})
    def delete(self, request: Request, competition_id: UUID) -> Response:
        """Delete everything of a class now: names, matches, cards. For the owner alone; it cannot be undone."""
        forgetting.forget(school=self.school(competition_id, Right.OWN), by=self.signed_in())
        return Response(status=204)


class Pupils(_Classes):
    @extend_schema(operation_id="class_pupils", request=PupilsIn, responses={201: CardOut(many=True)})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Add pupils before the start; each gets a card. All or none."""
        cards = verbs.add(
            school=self.school(competition_id), by=self.signed_in(), names=self.checked_body(PupilsIn)["names"]
        )
        return Response(CardOut(cards, many=True).data, status=201)


class NewPin(_Classes):
    @without_body(operation_id="class_pin", responses=CardOut)
    def post(self, request: Request, competition_id: UUID, card_id: UUID) -> Response:
        """Replace the PIN at once; the printed one no longer works."""
        card = get_object_or_404(self.school(competition_id).cards, pk=card_id)
        return Response(CardOut(verbs.new_pin(card=card, by=self.signed_in())).data)
