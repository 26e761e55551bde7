import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import matches.ids


class Migration(migrations.Migration):
    """Boards and squads of teams, and their sealed line-ups: nothing that the release before knows."""

    dependencies = [
        ("clubs", "0008_words_and_bounds_of_settings"),
        ("competitions", "0041_withdrawals_before_half"),
        ("matches", "0034_winner_of_challenges"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(name="fixture", options={"ordering": ["tie", "leg", "board"]}),
        migrations.AddField(
            model_name="competition",
            name="boards",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text="With two or more, teams enter: their captains name who plays each board.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(8),
                ],
                verbose_name="Boards of a tie",
            ),
        ),
        migrations.AddField(
            model_name="competition",
            name="line_up_hours",
            field=models.PositiveSmallIntegerField(
                db_default=24,
                default=24,
                help_text="Of a tie of teams, from the start of its round; both line-ups open at once.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(720),
                ],
                verbose_name="Hours to name the line-ups",
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="away_player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="board",
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="fixture",
            name="home_player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(model_name="tie", name="home_points", field=models.FloatField(null=True)),
        migrations.AddField(model_name="tie", name="away_points", field=models.FloatField(null=True)),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("boards", 1), models.Q(("boards__range", (2, 8)), ("side_size", 1)), _connector="OR"
                ),
                name="boards_of_single_players",
            ),
        ),
        migrations.CreateModel(
            name="TeamLineUp",
            fields=[
                (
                    "id",
                    models.UUIDField(default=matches.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("numbers", models.JSONField(default=list)),
                ("handed_in_at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_ups",
                        to="competitions.entrant",
                    ),
                ),
                (
                    "tie",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="line_ups", to="competitions.tie"
                    ),
                ),
            ],
            options={
                "ordering": ["tie", "handed_in_at"],
                "constraints": [models.UniqueConstraint(fields=("tie", "entrant"), name="line_up_once")],
            },
        ),
    ]
