from django.db import migrations, models


class Migration(migrations.Migration):
    """Let a team have a line-up for each leg of a tie. The release before names the first leg alone."""

    atomic = False

    dependencies = [
        ("competitions", "0047_legs_of_teams"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "CREATE UNIQUE INDEX CONCURRENTLY line_up_of_leg_once"
                    " ON competitions_teamlineup (tie_id, entrant_id, leg) WHERE leg >= 1",
                    "DROP INDEX CONCURRENTLY line_up_of_leg_once",
                ),
                migrations.RunSQL(
                    "ALTER TABLE competitions_teamlineup DROP CONSTRAINT line_up_once",
                    "ALTER TABLE competitions_teamlineup ADD CONSTRAINT line_up_once UNIQUE (tie_id, entrant_id)",
                ),
            ],
            state_operations=[
                migrations.RemoveConstraint(model_name="teamlineup", name="line_up_once"),
                migrations.AddConstraint(
                    model_name="teamlineup",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("leg__gte", 1)),
                        fields=("tie", "entrant", "leg"),
                        name="line_up_of_leg_once",
                    ),
                ),
            ],
        ),
    ]
