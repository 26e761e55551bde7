from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0029_words_and_bounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="winner",
            field=models.CharField(db_default="none", default="none", max_length=10),
        ),
    ]
