from django.db import migrations, models

MAKE = """
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS case_thing_once ON moderation_case (thing) WHERE closed_at IS NULL
"""
DROP = "DROP INDEX CONCURRENTLY IF EXISTS case_thing_once"


class Migration(migrations.Migration):
    """Open one case for a thing at a time, by an index that is made while the site runs."""

    atomic = False

    dependencies = [("moderation", "0002_reports")]

    operations = [
        migrations.RunSQL(
            MAKE,
            DROP,
            state_operations=[
                migrations.AddConstraint(
                    model_name="case",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)), fields=("thing",), name="case_thing_once"
                    ),
                ),
            ],
        ),
    ]
