from django.db import migrations, models


class Migration(migrations.Migration):
    """The board of teams beside each line; no release before has teams."""

    dependencies = [
        ("statistics", "0011_given_up"),
    ]

    operations = [
        migrations.AddField(
            model_name="line",
            name="board",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
