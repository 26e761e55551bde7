from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Read a page of the ratings by the index alone, however deep it is."""

    atomic = False

    dependencies = [
        ("statistics", "0008_covering_lines"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="rating",
            index=models.Index(
                models.F("game"),
                models.ExpressionWrapper(models.Q(deviation__gt=110.0), models.BooleanField()),
                models.F("rating").desc(),
                models.F("id"),
                name="rating_place",
                condition=models.Q(last=True),
                include=["deviation"],
            ),
        ),
        RemoveIndexConcurrently(model_name="rating", name="rating_board"),
    ]
