"""Indexes of the newest matches and of those that ended last."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0011_audience"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["-created_at", "-id"], name="match_newest"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status", "finished")), fields=["-finished_at"], name="match_ended"
            ),
        ),
    ]
