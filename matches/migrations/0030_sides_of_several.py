from django.db import migrations, models


class Migration(migrations.Migration):
    """Sides of several people in friendlies, and the call for coaching between them."""

    dependencies = [
        ("matches", "0029_words_and_bounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="places",
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="seat",
            name="people",
            field=models.JSONField(blank=True, null=True),
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
                    ("coaching", "Coaching"),
                ],
                max_length=8,
            ),
        ),
    ]
