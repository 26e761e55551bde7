from django.db import migrations, models


class Migration(migrations.Migration):
    """The log may say whether who did not play loses a match or the tie; entries of before say nothing."""

    dependencies = [("competitions", "0036_returned")]

    operations = [
        migrations.AddField(
            model_name="resultentry",
            name="forfeits",
            field=models.CharField(
                blank=True,
                choices=[("match", "Match"), ("tie", "Tie")],
                db_default="",
                default="match",
                max_length=5,
            ),
        ),
    ]
