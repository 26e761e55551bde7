from django.db import migrations, models


class Migration(migrations.Migration):
    """Let a leg have a fixture for each board. The release before makes board 1 alone, so it finds no other."""

    atomic = False

    dependencies = [
        ("competitions", "0042_boards_of_teams"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "CREATE UNIQUE INDEX CONCURRENTLY board_once ON competitions_fixture (tie_id, leg, board)"
                    " WHERE board >= 1",
                    "DROP INDEX CONCURRENTLY board_once",
                ),
                migrations.RunSQL(
                    "ALTER TABLE competitions_fixture DROP CONSTRAINT leg_once",
                    "ALTER TABLE competitions_fixture ADD CONSTRAINT leg_once UNIQUE (tie_id, leg)",
                ),
            ],
            state_operations=[
                migrations.RemoveConstraint(model_name="fixture", name="leg_once"),
                migrations.AddConstraint(
                    model_name="fixture",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("board__gte", 1)), fields=("tie", "leg", "board"), name="board_once"
                    ),
                ),
            ],
        ),
    ]
