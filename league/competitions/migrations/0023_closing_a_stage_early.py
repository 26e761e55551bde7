from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0022_swiss_editions")]

    operations = [
        migrations.AddField(
            model_name="resultentry",
            name="closing",
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name="resultentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("played", "Played"),
                    ("claimed", "Claimed"),
                    ("confirmed", "Confirmed"),
                    ("disputed", "Disputed"),
                    ("deducted", "Deducted"),
                    ("valued", "Valued"),
                    ("reported", "Reported"),
                    ("corrected", "Corrected"),
                    ("walkover", "Walkover"),
                    ("voided", "Voided"),
                    ("replay", "Replay"),
                    ("withdrawn", "Withdrawn"),
                    ("closed", "Closed"),
                    ("reopened", "Reopened"),
                ],
                max_length=10,
            ),
        ),
    ]
