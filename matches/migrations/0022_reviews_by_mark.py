from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Collate

NAME_THE_GAME = """
UPDATE matches_review SET mark = left(matches_match.game || ' ' || mark, 80) FROM matches_match
WHERE matches_match.id = matches_review.match_id AND NOT starts_with(mark, matches_match.game || ' ')
"""


class Migration(migrations.Migration):
    """Let the marks of reviews begin with their game, so that an index finds those of older values."""

    atomic = False

    dependencies = [
        ("matches", "0021_undo"),
    ]

    operations = [
        migrations.RunSQL(NAME_THE_GAME, migrations.RunSQL.noop),
        AddIndexConcurrently(
            model_name="review", index=models.Index(Collate("mark", "C"), name="review_by_mark")
        ),
    ]
