from django.db import migrations

from league.players.policy.searching import index_names


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("clubs", "0002_closing"),
        ("players", "0013_names_by_parts"),
    ]

    operations = index_names("clubs_club", "name")
