"""Nothing: house bots get their levels by ``league.players.verbs.bots.name_levels``, when the release before is gone."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("players", "0011_longer_languages")]

    operations = []
