from django.db import migrations, models


class Migration(migrations.Migration):
    """The log may say that an entrant who withdrew plays again."""

    dependencies = [("competitions", "0035_indexes_of_players")]

    operations = [
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
                    ("returned", "Returned"),
                    ("closed", "Closed"),
                    ("reopened", "Reopened"),
                ],
                max_length=10,
            ),
        ),
    ]
