"""Rows of privacy: a person's wish to be deleted, and the archive that a person takes away."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.ids import uuid7


class Deletion(models.Model):
    """A wish to be deleted. It goes with the person, or when the person takes it back."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="deletion"
    )
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    """From now on ``tasks.delete_due`` deletes the person, and nobody can take it back."""

    def __str__(self) -> str:
        return f"deletion of {self.user_id}"


class DataArchive(models.Model):
    """An archive of what names a person, kept for ``settings.ARCHIVE_DAYS`` days."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="data_archives")
    asked_at = models.DateTimeField()
    ready_at = models.DateTimeField(null=True)
    """Null: still being made."""
    file = models.BinaryField(null=True)
    """The zip, as far as it is written; in the database, so that every process of an installation can serve it."""
    last_sheet = models.UUIDField(null=True)
    """The last match whose sheet was written."""
    size = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user"], name="archive_in_work_once", condition=Q(ready_at__isnull=True)),
            models.CheckConstraint(
                name="archive_ready_has_file", condition=Q(ready_at__isnull=True) | Q(file__isnull=False)
            ),
        ]
        ordering = ["-asked_at"]

    def __str__(self) -> str:
        return f"archive of {self.user_id}"
