from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

CAREERS = {
    "career_by_goals": ["game", "-goals_for", "played", "id"],
    "career_by_clean_sheets": ["game", "-clean_sheets", "played", "id"],
    "career_by_unbeaten": ["game", "-unbeaten", "played", "id"],
}


class Migration(migrations.Migration):
    """Index leader boards in the very order in which they are shown, without a lock on the tables."""

    atomic = False

    dependencies = [
        ("statistics", "0005_outdated"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="rating",
            index=models.Index(
                models.F("game"),
                models.ExpressionWrapper(models.Q(deviation__gt=110.0), models.BooleanField()),
                models.F("rating").desc(),
                models.F("id"),
                name="rating_board",
                condition=models.Q(last=True),
            ),
        ),
        AddIndexConcurrently(
            model_name="career",
            index=models.Index(
                fields=["game", "-points_a_match", "-played", "id"],
                name="career_by_points",
                condition=models.Q(played__gte=5),
            ),
        ),
        *(
            AddIndexConcurrently(model_name="career", index=models.Index(fields=fields, name=name))
            for name, fields in CAREERS.items()
        ),
        *(
            RemoveIndexConcurrently(model_name="career", name=name)
            for name in ("career_points", "career_goals", "career_clean", "career_unbeaten")
        ),
    ]
