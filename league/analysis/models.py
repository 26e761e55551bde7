"""The rows of saved analyses. The text is what counts; positions follow from it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.ids import uuid7


class Analysis(models.Model):
    """One saved analysis of one person."""

    class Visibility(models.TextChoices):
        """Readers: its owner; whoever has the link; everybody, in the list of public analyses too."""

        PRIVATE = "private", _("Only me")
        LINK = "link", _("Anyone with the link")
        PUBLIC = "public", _("Public")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="analyses")
    title = models.CharField(max_length=80)
    game = models.CharField(max_length=32)
    text = models.TextField()
    """The analysis sheet, as ``engines.core.tree`` writes it."""
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    hidden = models.BooleanField(default=False, db_default=False)
    """A moderator took it from public view: it stays private."""
    version = models.PositiveIntegerField(default=1)
    """Raised by each saving, so that two pages do not overwrite each other."""
    moves = models.PositiveIntegerField(default=0)
    at = models.IntegerField(default=-1)
    """Move at which it opens, numbered in the order of the text from 0; -1: the start."""
    position = models.CharField(max_length=2000, blank=True)
    """The position there, for its picture; follows from the text."""
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [
            models.Index(fields=["owner", "-updated_at"], name="analysis_own"),
            models.Index(fields=["-updated_at"], name="analysis_public", condition=models.Q(visibility="public")),
        ]

    def __str__(self) -> str:
        return self.title
