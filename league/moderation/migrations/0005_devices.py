from django.db import migrations, models


class Migration(migrations.Migration):
    """A case may be about a browser of many accounts."""

    dependencies = [("moderation", "0004_reporters")]

    operations = [
        migrations.AlterField(
            model_name="case",
            name="kind",
            field=models.CharField(
                choices=[
                    ("chat", "Chat"),
                    ("name", "Name"),
                    ("double", "Double"),
                    ("device", "Device"),
                    ("appeal", "Appeal"),
                    ("analysis", "Analysis"),
                ],
                max_length=8,
            ),
        ),
    ]
