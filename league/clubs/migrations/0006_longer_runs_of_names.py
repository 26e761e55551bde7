from django.db import migrations

from league.players.policy.searching import index_longer_runs


class Migration(migrations.Migration):
    """Index names of clubs by runs of up to four letters, as those of players."""

    atomic = False

    dependencies = [
        ("clubs", "0005_clubs_in_order"),
        ("players", "0015_longer_runs_of_names"),
    ]

    operations = index_longer_runs("clubs_club", "name")
