from django.db import migrations, models


class Migration(migrations.Migration):
    """Note on a match that its rolls are counted, and when somebody was at its table before the kick-off."""

    dependencies = [
        ("matches", "0024_indexes_of_players"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="rolls_counted",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="match",
            name="visited_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
