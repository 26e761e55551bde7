from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arenas", "0001_arenas")]
    operations = [
        migrations.AddField(
            "arena",
            "open_to_robots",
            models.BooleanField(
                "Bots by other people can join",
                default=False,
                db_default=False,
                help_text="They join and play through the API.",
            ),
        ),
    ]
