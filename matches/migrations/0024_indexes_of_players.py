from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Find a player's open matches without those that are over, and the newest matches by the index alone."""

    atomic = False

    dependencies = [
        ("matches", "0023_index_of_play"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status__in", ("waiting", "live", "paused"))), fields=["id"], name="match_open"
            ),
        ),
        AddIndexConcurrently(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("user__isnull", False)),
                fields=["user", "-id"],
                include=("match",),
                name="seat_of_user",
            ),
        ),
        RemoveIndexConcurrently(model_name="seat", name="seat_newest"),
    ]
