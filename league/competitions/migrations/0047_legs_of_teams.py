from django.db import migrations, models


class Migration(migrations.Migration):
    """Let a tie of teams have legs, each with its line-ups. The release before knows the first leg alone."""

    dependencies = [
        ("competitions", "0046_queue_of_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="tie", name="leg", field=models.PositiveSmallIntegerField(db_default=1, default=1)
        ),
        migrations.AddField(
            model_name="tie",
            name="leg_scores",
            field=models.JSONField(
                db_default=models.Value([], output_field=models.JSONField()), default=list
            ),
        ),
        migrations.AddField(model_name="tie", name="leg_since", field=models.DateTimeField(null=True)),
        migrations.AddField(
            model_name="teamlineup", name="leg", field=models.PositiveSmallIntegerField(db_default=1, default=1)
        ),
        migrations.AlterField(
            model_name="resultentry",
            name="forfeits",
            field=models.CharField(
                blank=True,
                choices=[("match", "Match"), ("leg", "Leg"), ("tie", "Tie")],
                db_default="",
                default="match",
                max_length=5,
            ),
        ),
    ]
