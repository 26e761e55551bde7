from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """An index that holds all that a record adds up: 3,000 lines are 40 pages of it, and lie on 3,000 of the table."""

    atomic = False

    dependencies = [
        ("statistics", "0007_audience_of_lines"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="line",
            index=models.Index(
                fields=["player", "-played_at"],
                include=[
                    *("match", "game", "opponent", "outcome", "goals_for", "goals_against", "counts", "audience", "id")
                ],
                name="line_of_player",
            ),
        ),
        RemoveIndexConcurrently(model_name="line", name="line_player"),
        AddIndexConcurrently(
            model_name="rating",
            index=models.Index(fields=["player"], name="rating_now", condition=models.Q(last=True)),
        ),
        AddIndexConcurrently(
            model_name="matchfigures", index=models.Index(fields=["version"], name="figures_version")
        ),
    ]
