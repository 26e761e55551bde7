from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("competitions", "0031_outlooks_due"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="group",
            index=models.Index(
                fields=["table_position"],
                name="group_to_project",
                condition=~models.Q(outlook_position=models.F("table_position")),
            ),
        ),
    ]
