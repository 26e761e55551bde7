from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Read a page of a club's members by their order, without the members of the others."""

    atomic = False

    dependencies = [
        ("clubs", "0003_index_of_names"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="membership",
            index=models.Index(
                condition=models.Q(("asked", False)),
                fields=["club", "-staff", "since", "id"],
                name="membership_in_order",
            ),
        ),
    ]
