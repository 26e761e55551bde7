"""An archive is made bit by bit."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("privacy", "0001_initial")]

    operations = [migrations.AddField("dataarchive", "last_sheet", models.UUIDField(null=True))]
