"""The mode of the guided first match."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0012_newest")]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="mode",
            field=models.CharField(
                blank=True,
                choices=[("", "Ordinary"), ("hot_seat", "Hot Seat"), ("practice", "Practice"), ("guided", "Guided")],
                default="",
                max_length=10,
            ),
        ),
    ]
