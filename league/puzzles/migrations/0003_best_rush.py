"""Keep the best score of a person's rushes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("puzzles", "0002_right_on_day")]

    operations = [
        migrations.AddField(
            model_name="solver",
            name="best_rush",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
