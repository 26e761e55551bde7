from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

AHEAD = models.Q(("status__in", ("pending", "open")))


class Migration(migrations.Migration):
    """Find a player's fixtures ahead without those played, and the entries by the index alone."""

    atomic = False

    dependencies = [
        ("competitions", "0034_fill_day_of_fixture"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="entrant", index=models.Index(fields=["player", "-id"], name="entrant_newest")
        ),
        AddIndexConcurrently(
            model_name="fixture", index=models.Index(condition=AHEAD, fields=["home"], name="fixture_ahead_home")
        ),
        AddIndexConcurrently(
            model_name="fixture", index=models.Index(condition=AHEAD, fields=["away"], name="fixture_ahead_away")
        ),
    ]
