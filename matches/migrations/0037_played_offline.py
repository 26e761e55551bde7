from django.db import migrations, models


class Migration(migrations.Migration):
    """Matches that were played without a server and sent in."""

    dependencies = [
        ("matches", "0036_one_limit_a_set_piece"),
    ]

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
                    ("offline", "Offline"),
                ],
                default="",
                max_length=10,
            ),
        ),
    ]
