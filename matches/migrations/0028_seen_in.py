from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("matches", "0027_index_of_hidden_lines"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="seen_in",
            field=models.JSONField(editable=False, null=True),
        ),
    ]
