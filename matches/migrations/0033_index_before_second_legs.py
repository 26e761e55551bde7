from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Index first legs that wait for their second, without a lock on running matches."""

    atomic = False

    dependencies = [
        ("matches", "0032_two_legs"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="match",
            index=models.Index(
                condition=models.Q(("leg", 1), ("second_leg", None), ("status", "finished")),
                fields=["finished_at"],
                name="match_before_second_leg",
            ),
        ),
    ]
