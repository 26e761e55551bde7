"""Visibility of clubs and competitions."""

from django.db import models


class Visibility(models.TextChoices):
    """Public; by address (unlisted); members only."""

    PUBLIC = "public"
    LINK = "link"
    MEMBERS = "members"
