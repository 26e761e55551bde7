"""After how long a silence the owner of a club or a competition can be succeeded."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.fields import within


class Succession(models.Model):
    """The columns of succession, set by the owner."""

    succession_days = models.PositiveSmallIntegerField(
        _("Days of inactivity before a claim"),
        default=30,
        validators=within(0, 365),
        help_text=_("0: never. Signing in, an action in the audit or a match counts as activity."),
    )
    """Days without a sign of the owner after which one of the staff may claim it."""
    objection_days = models.PositiveSmallIntegerField(
        _("Days for the owner to object"), default=7, validators=within(1, 60)
    )

    class Meta:
        abstract = True
