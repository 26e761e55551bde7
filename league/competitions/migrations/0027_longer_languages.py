from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0026_kick_off_index"),
    ]

    operations = [
        migrations.AlterField(
            model_name="letter",
            name="language",
            field=models.CharField(max_length=8),
        ),
    ]
