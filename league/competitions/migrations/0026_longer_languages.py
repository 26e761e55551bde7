from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0025_sent_links"),
    ]

    operations = [
        migrations.AlterField(
            model_name="letter",
            name="language",
            field=models.CharField(max_length=8),
        ),
    ]
