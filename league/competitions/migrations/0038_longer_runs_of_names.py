from django.db import migrations

from league.players.policy.searching import index_longer_runs


class Migration(migrations.Migration):
    """Index names of competitions by runs of up to four letters, as those of players."""

    atomic = False

    dependencies = [
        ("competitions", "0037_forfeits"),
        ("players", "0015_longer_runs_of_names"),
    ]

    operations = index_longer_runs("competitions_competition", "name")
