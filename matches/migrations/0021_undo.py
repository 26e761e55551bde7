"""Offers to undo a move of casual play, and the command of an agreement."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0020_from_a_position")]

    operations = [
        migrations.AlterField(
            model_name="matchcommand",
            name="kind",
            field=models.CharField(
                choices=[
                    ("start", "Start"),
                    ("resign", "Resign"),
                    ("time_up", "Time Up"),
                    ("award", "Award"),
                    ("void", "Void"),
                    ("pause", "Pause"),
                    ("resume", "Resume"),
                    ("coaching", "Coaching"),
                    ("message", "Message"),
                    ("draw", "Draw"),
                    ("undo", "Undo"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="offer",
            name="kind",
            field=models.CharField(
                choices=[
                    ("draw", "Draw"),
                    ("pause", "Pause"),
                    ("resume", "Resume"),
                    ("start", "Start"),
                    ("rematch", "Rematch"),
                    ("undo", "Undo"),
                ],
                max_length=8,
            ),
        ),
    ]
