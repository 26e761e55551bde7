"""Models of password resets confirmed by an organiser (``league.players.verbs.resets``)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from matches.ids import uuid7


class ResetHelper(models.Model):
    """An account's consent that ``helper`` may confirm its requests for a new password."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reset_helpers")
    helper = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "helper"], name="reset_helper_once"),
            models.CheckConstraint(name="reset_helper_is_another", condition=~Q(helper=F("user"))),
        ]

    def __str__(self) -> str:
        return f"{self.helper_id} helps {self.user_id}"


class ResetRequest(models.Model):
    """A reset code on somebody's screen: the asking browser knows the id; only a digest is kept."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    """The named account; null if no account has that name: the page must not tell."""
    digest = models.CharField(max_length=64)
    """HMAC-SHA256 of the code under the server's secret key, lower-case hex."""
    expires_at = models.DateTimeField(db_index=True)
    wrong = models.PositiveSmallIntegerField(default=0)
    """Wrong codes typed for this account while this request was open."""
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)
    """Time at which the asking browser went on to the form of the new password."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="reset_used_after_confirmed", condition=Q(used_at__isnull=True) | Q(confirmed_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"reset of {self.user_id}"
