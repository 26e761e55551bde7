import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Friendlies of two legs: which leg a match is, the leg after it, and the legs of a challenge."""

    dependencies = [
        ("matches", "0031_index_of_coaching_calls"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="leg",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="second_leg",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="first_leg",
                to="matches.match",
            ),
        ),
        migrations.AddField(
            model_name="challenge",
            name="legs",
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
    ]
