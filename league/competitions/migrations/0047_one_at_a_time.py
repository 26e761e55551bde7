from django.db import migrations, models


class Migration(migrations.Migration):
    """Let a table of teams be ranked one at a time. The release before ranks all at once."""

    dependencies = [
        ("competitions", "0047_one_line_up_a_leg"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="one_at_a_time",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="A tie-break places the best alone; the others begin again at the first tie-break.",
                verbose_name="Rank the table of teams one at a time",
            ),
        ),
    ]
