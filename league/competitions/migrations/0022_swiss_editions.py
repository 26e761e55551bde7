"""Values by hand in the log; competitions that ended under the first reading of FIDE's rules of 2023 keep it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FIRST, CORRECTED = "fide-swiss/2023-first", "fide-swiss/2023"


def keep_the_first_reading(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Keep the tables of finished competitions; ``renew_tables`` computes those of running ones anew."""
    rows = apps.get_model("competitions", "Competition").objects.filter(standings=CORRECTED)
    rows.filter(status__in=("finished", "cancelled")).update(standings=FIRST)


def forget_the_first_reading(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give both readings the one name that they had."""
    apps.get_model("competitions", "Competition").objects.filter(standings=FIRST).update(standings=CORRECTED)


class Migration(migrations.Migration):
    """See the module."""

    dependencies = [("competitions", "0021_asked_stages")]

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
                ],
                max_length=10,
            ),
        ),
        migrations.RunPython(keep_the_first_reading, forget_the_first_reading),
    ]
