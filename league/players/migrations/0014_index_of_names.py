from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from league.players.policy.searching import index_names


class Migration(migrations.Migration):
    """Index names for the search, bots, and read notifications, without a lock on the tables."""

    atomic = False

    dependencies = [
        ("players", "0013_names_by_parts"),
    ]

    operations = [
        *index_names("players_user", "nickname"),
        AddIndexConcurrently(
            model_name="user", index=models.Index(fields=["kind"], name="user_bots", condition=models.Q(kind="bot"))
        ),
        AddIndexConcurrently(
            model_name="notification",
            index=models.Index(
                fields=["read_at"], name="notification_read", condition=models.Q(read_at__isnull=False)
            ),
        ),
    ]
