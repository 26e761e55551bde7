from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0010_erased_at"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="language",
            field=models.CharField(blank=True, max_length=8),
        ),
    ]
