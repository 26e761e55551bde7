from django.db import migrations, models
from django.db.models.functions import Now
from django.utils import timezone


class Migration(migrations.Migration):
    """Add the sweep's note of what it has looked at, and the time of a competition's last change.

    Processes of the release before insert rows without these columns: the database has defaults for them.
    """

    dependencies = [
        ("competitions", "0027_longer_languages"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="changed_at",
            field=models.DateTimeField(default=timezone.now, db_default=Now(), editable=False),
        ),
        migrations.AddField(
            model_name="competition",
            name="swept_position",
            field=models.PositiveBigIntegerField(default=0, db_default=0, editable=False),
        ),
        migrations.AddField(
            model_name="competition",
            name="swept_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="competition",
                    name="changed_at",
                    field=models.DateTimeField(default=timezone.now, editable=False),
                ),
                migrations.AlterField(
                    model_name="competition",
                    name="swept_position",
                    field=models.PositiveBigIntegerField(default=0, editable=False),
                ),
            ],
        ),
    ]
