from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0024_league_phase")]

    operations = [
        migrations.AddField("entrant", "link_sent_at", models.DateTimeField(null=True)),
        migrations.AddField("entrant", "link_opened_at", models.DateTimeField(null=True)),
    ]
