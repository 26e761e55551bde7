from django.db import migrations

from league.players.policy.searching import index_names


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("competitions", "0029_indexes_of_tasks"),
        ("players", "0013_names_by_parts"),
    ]

    operations = index_names("competitions_competition", "name")
