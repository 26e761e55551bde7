from django.db import migrations, models
from django.db.models import F


def as_before(apps, _schema):
    """One policy held for both rooms so far."""
    apps.get_model("matches", "Match").objects.exclude(chat="all").update(chat_spectators=F("chat"))


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_part")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="chat_spectators",
            field=models.CharField(
                choices=[("none", "None"), ("presets", "Presets"), ("all", "All")], default="all", max_length=8
            ),
        ),
        migrations.RunPython(as_before, migrations.RunPython.noop),
    ]
