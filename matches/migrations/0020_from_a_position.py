"""The mode of a match that begins from a position."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0019_indexes_of_tasks")]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="mode",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "Ordinary"),
                    ("hot_seat", "Hot Seat"),
                    ("practice", "Practice"),
                    ("guided", "Guided"),
                    ("position", "Position"),
                ],
                default="",
                max_length=10,
            ),
        ),
    ]
