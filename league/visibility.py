"""Who may see something that people organise: the one word that clubs and competitions share."""

from __future__ import annotations

from django.db import models


class Visibility(models.TextChoices):
    """Everybody; who has its address (it stands in no list of others); its members alone."""

    PUBLIC = "public"
    LINK = "link"
    MEMBERS = "members"
