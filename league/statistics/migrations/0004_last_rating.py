"""A mark on the newest rating of each player and game; existing ratings are marked by number."""

from django.db import migrations, models

MARK = """
    UPDATE statistics_rating SET last = true FROM (
        SELECT DISTINCT ON (player_id, game) id FROM statistics_rating ORDER BY player_id, game, number DESC
    ) newest WHERE statistics_rating.id = newest.id
"""


class Migration(migrations.Migration):
    dependencies = [("statistics", "0003_almanac")]

    operations = [
        migrations.AddField(model_name="rating", name="last", field=models.BooleanField(default=False)),
        migrations.RunSQL(MARK, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("last", True)), fields=("game", "player"), name="rating_last_once"
            ),
        ),
    ]
