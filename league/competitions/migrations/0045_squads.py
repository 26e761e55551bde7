import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import matches.ids


class Migration(migrations.Migration):
    """Until when captains change their squads, and who of a squad can play: nothing that the release before knows."""

    dependencies = [
        ("competitions", "0044_rules_of_a_team_tie"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="squad_round",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text="Captains change their squads before it opens; then the organiser alone, with a reason.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100),
                ],
                verbose_name="Squads close with round",
            ),
        ),
        migrations.CreateModel(
            name="Availability",
            fields=[
                (
                    "id",
                    models.UUIDField(default=matches.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("asked_at", models.DateTimeField()),
                ("can", models.BooleanField(null=True)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="competitions.entrant"
                    ),
                ),
                (
                    "tie",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="competitions.tie"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"ordering": ["tie", "asked_at", "id"]},
        ),
        migrations.AddConstraint(
            model_name="availability",
            constraint=models.UniqueConstraint(fields=("tie", "user"), name="availability_once"),
        ),
    ]
