"""What several actions take: a reason, a reason with the consent to what follows."""

from typing import Any

from rest_framework import serializers

from league.competitions.verbs.rulings import Consent


class ReasonIn(serializers.Serializer[Any]):
    """A reason."""

    reason = serializers.CharField(required=False, allow_blank=True, max_length=300, default="")


class StepIn(ReasonIn):
    """A reason, which this step does not keep."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {}


class ConfirmedIn(ReasonIn):
    """A reason and the consent to effects on later rounds, which a 409 lists.

    ``confirmed``: go ahead. ``preview``: list all effects with a 409 and change nothing. ``seen``: the digest that came
    with the list; if the effects have changed since, they are listed again.
    """

    confirmed = serializers.BooleanField(required=False, default=False)
    preview = serializers.BooleanField(required=False, default=False)
    seen = serializers.CharField(required=False, allow_blank=True, default="", max_length=16)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Put the three fields of the consent together."""
        consent = Consent(attrs.pop("preview"), attrs.pop("confirmed"), attrs.pop("seen"))
        return {**attrs, "consent": consent}
