import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Logs of matches that are over, packed. The new column is empty, so no row of the table is written."""

    dependencies = [
        ("matches", "0017_fairness"),
    ]

    operations = [
        migrations.CreateModel(
            name="MatchArchive",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="archive",
                        serialize=False,
                        to="matches.match",
                    ),
                ),
                ("packed", models.BinaryField()),
            ],
        ),
        # It is packed already: to try again for each row would cost time and gain nothing.
        migrations.RunSQL(
            "ALTER TABLE matches_matcharchive ALTER packed SET STORAGE EXTERNAL", migrations.RunSQL.noop
        ),
        migrations.AddField(
            model_name="match",
            name="archived_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
