from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Index the matches whose log is to be archived, and old challenges, without a lock on running matches."""

    atomic = False

    dependencies = [
        ("matches", "0018_log_archive"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="seat",
            index=models.Index(
                fields=["user", "-id"], name="seat_newest", condition=models.Q(user__isnull=False)
            ),
        ),
        AddIndexConcurrently(
            model_name="challenge",
            index=models.Index(fields=["expires_at"], name="challenge_expires"),
        ),
        AddIndexConcurrently(
            model_name="match",
            index=models.Index(
                condition=models.Q(("archived_at", None), ("status__in", ("finished", "void"))),
                fields=["finished_at"],
                name="match_unarchived",
            ),
        ),
    ]
