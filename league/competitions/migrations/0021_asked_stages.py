from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0020_scorers"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="asked_stages",
            field=models.JSONField(default=list),
        ),
    ]
