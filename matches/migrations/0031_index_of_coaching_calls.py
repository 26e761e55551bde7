from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Index the calls for coaching that nobody has answered, without a lock on running matches."""

    atomic = False

    dependencies = [
        ("matches", "0030_sides_of_several"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="offer",
            index=models.Index(
                condition=models.Q(("kind", "coaching"), ("status", "open")),
                fields=["created_at"],
                name="coaching_called",
            ),
        ),
    ]
