"""Pushes end with the session that turned them on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("delivery", "0005_mail")]

    operations = [
        migrations.AddField(
            model_name="pushsubscription",
            name="session",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
    ]
