from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Index matches that wait, and those whose rolls are not counted, without a lock on running matches."""

    atomic = False

    dependencies = [
        ("matches", "0025_rolls_counted_and_visits"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="match",
            index=models.Index(
                condition=models.Q(("rolls_counted", False), ("status__in", ("finished", "void"))),
                fields=["created_at"],
                name="match_uncounted",
            ),
        ),
        AddIndexConcurrently(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status", "waiting"), ("visited_at__isnull", False)),
                fields=["visited_at"],
                name="match_visited",
            ),
        ),
        AddIndexConcurrently(
            model_name="match",
            index=models.Index(condition=models.Q(("status", "waiting")), fields=["id"], name="match_waiting"),
        ),
        # Without figures about the new columns the planner reads every waiting match.
        migrations.RunSQL("ANALYZE matches_match", migrations.RunSQL.noop),
    ]
