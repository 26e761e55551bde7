from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("delivery", "0003_requests_by_host"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="hookmessage",
            index=models.Index(
                fields=["made_at"],
                name="hook_message_to_empty",
                condition=models.Q(due_at=None) & ~models.Q(words=""),
            ),
        ),
    ]
