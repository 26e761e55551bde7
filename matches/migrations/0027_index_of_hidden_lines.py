from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Index hidden lines of the chat, without a lock on running matches."""

    atomic = False

    dependencies = [
        ("matches", "0026_indexes_of_waiting"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="chatline",
            index=models.Index(
                condition=models.Q(("hidden_at__isnull", False)), fields=["match"], name="chat_hidden_lines"
            ),
        ),
    ]
