from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Read a page of the list of clubs by its order, without the others."""

    atomic = False

    dependencies = [
        ("clubs", "0004_members_in_order"),
    ]

    operations = [
        AddIndexConcurrently(model_name="club", index=models.Index(fields=["name", "id"], name="club_in_order")),
    ]
