"""House bots play by level: those who played at random are beginners and casual players, one of two searchers a master."""

from django.db import migrations

LEVELS = {"random": "beginner", "greedy": "club", "search": "expert"}
CASUAL = ("Traversa", "Autogol", "Palo Interno", "Melina")
MASTER = ("Regista",)


def name_levels(apps, _schema_editor):
    house_bots = apps.get_model("players", "User").objects.filter(kind="bot", owner=None)
    house_bots.filter(bot="random", nickname__in=CASUAL).update(bot="casual")
    house_bots.filter(bot="search", nickname__in=MASTER).update(bot="master")
    for before, level in LEVELS.items():
        house_bots.filter(bot=before).update(bot=level)


def name_ways(apps, _schema_editor):
    house_bots = apps.get_model("players", "User").objects.filter(kind="bot", owner=None)
    for level, before in {"beginner": "random", "casual": "random", "club": "greedy", "expert": "search", "master": "search"}.items():
        house_bots.filter(bot=level).update(bot=before)


class Migration(migrations.Migration):
    dependencies = [("players", "0011_longer_languages")]

    operations = [migrations.RunPython(name_levels, name_ways)]
