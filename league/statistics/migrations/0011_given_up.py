from django.db import migrations

# A match given up in the lead was counted as a comeback and as the biggest win of who lost it.
COUNT_AGAIN = """
SELECT statistics_outdate(line, false) FROM statistics_line line
    WHERE line.counts AND line.outcome = 'L' AND line.goals_for > line.goals_against;
"""


class Migration(migrations.Migration):
    """The books and careers with a match that its leader gave up are counted again."""

    dependencies = [("statistics", "0010_line_ups")]

    operations = [migrations.RunSQL(COUNT_AGAIN, migrations.RunSQL.noop)]
