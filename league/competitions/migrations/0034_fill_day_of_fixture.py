from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Coalesce

SLICE = 1000
"""Rows of one statement, each a transaction of its own, so that nobody waits for it longer than 0.1 s."""
NEXT = "SELECT id FROM competitions_fixture WHERE id > %s ORDER BY id OFFSET %s LIMIT 1"
FILL = """
UPDATE competitions_fixture fixture SET competition_id = stage.competition_id, ended_at = (
        SELECT finished_at FROM matches_match WHERE id = fixture.match_id AND status = 'finished'
    )
    FROM competitions_tie tie
    JOIN competitions_round round ON round.id = tie.round_id
    JOIN competitions_stage stage ON stage.id = round.stage_id
    WHERE tie.id = fixture.tie_id AND fixture.competition_id IS NULL AND fixture.id > %s AND fixture.id <= %s
"""
FIRST, LAST = "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"


def fill(apps, schema_editor):
    """Fill the older rows, slice by slice in the order of their ids; newer ones are filled by the triggers."""
    since = FIRST
    with schema_editor.connection.cursor() as cursor:
        while since != LAST:
            cursor.execute(NEXT, [since, SLICE - 1])
            found = cursor.fetchone()
            until = found[0] if found else LAST
            cursor.execute(FILL, [since, until])
            since = until


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("competitions", "0033_day_of_fixture"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        AddIndexConcurrently(
            model_name="fixture", index=models.Index(fields=["competition"], name="fixture_competition")
        ),
        AddIndexConcurrently(
            model_name="competition",
            index=models.Index(fields=["game", "-created_at", "-id"], name="competition_of_game"),
        ),
        AddIndexConcurrently(
            model_name="fixture", index=models.Index(Coalesce("ended_at", "kick_off_at"), "id", name="fixture_at")
        ),
    ]
