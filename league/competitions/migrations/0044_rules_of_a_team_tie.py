from django.db import migrations, models


class Migration(migrations.Migration):
    """Rules of a tie of teams that the organiser chose; empty, as the release before leaves them: the usual ones."""

    dependencies = [
        ("competitions", "0043_one_fixture_a_board"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="team_rules",
            field=models.JSONField(
                blank=True,
                db_default=models.Value({}, output_field=models.JSONField()),
                default=dict,
                help_text="How a board counts, what wins a tie, what decides a level one of a cup.",
                verbose_name="Rules of a tie of teams",
            ),
        ),
    ]
