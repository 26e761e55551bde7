from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Find the matches of competitions that are in play by the time at which they began."""

    atomic = False

    dependencies = [
        ("matches", "0022_reviews_by_mark"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="match",
            index=models.Index(
                condition=models.Q(("origin__startswith", "fixture:"), ("status__in", ("live", "paused"))),
                fields=["started_at"],
                name="match_of_fixture_in_play",
            ),
        ),
    ]
