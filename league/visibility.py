"""Visibility of clubs and competitions."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Visibility(models.TextChoices):
    """Public; by address (unlisted); members only."""

    PUBLIC = "public", _("everyone")
    LINK = "link", _("anyone with the address; shown in no list")
    MEMBERS = "members", _("only its members")
