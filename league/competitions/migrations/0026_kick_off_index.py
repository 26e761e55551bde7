from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Index the kick-offs for the calendar of a day, without a lock on running fixtures."""

    atomic = False

    dependencies = [
        ("competitions", "0025_sent_links"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="fixture",
            index=models.Index(
                condition=models.Q(("kick_off_at__isnull", False)), fields=["kick_off_at"], name="fixture_day"
            ),
        ),
    ]
