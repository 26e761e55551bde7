from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0033_index_before_second_legs"),
    ]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="winner",
            field=models.CharField(db_default="none", default="none", max_length=10),
        ),
    ]
