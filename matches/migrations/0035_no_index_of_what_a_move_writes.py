from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models import CASCADE


class Migration(migrations.Migration):
    """Let a move change its row in place: no index of what each move writes, and room left on each page.

    The release before finds due matches by their status, more slowly.
    """

    atomic = False

    dependencies = [
        ("matches", "0034_winner_of_challenges"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="match",
            index=models.Index(condition=models.Q(("status", "live")), fields=["id"], name="match_live"),
        ),
        *(
            RemoveIndexConcurrently(model_name="match", name=name)
            for name in ("match_deadline", "match_time_up", "match_bot_due")
        ),
        # By Django's own statement the foreign key would be made anew, under a lock for as long as all logs are read.
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    "DROP INDEX CONCURRENTLY matches_matchevent_match_id_87d4c5de",
                    "CREATE INDEX CONCURRENTLY matches_matchevent_match_id_87d4c5de ON matches_matchevent (match_id)",
                )
            ],
            [
                migrations.AlterField(
                    model_name="matchevent",
                    name="match",
                    field=models.ForeignKey(db_index=False, on_delete=CASCADE, related_name="log", to="matches.match"),
                )
            ],
        ),
        migrations.RunSQL(
            "ALTER TABLE matches_match SET (fillfactor = 70)", "ALTER TABLE matches_match RESET (fillfactor)"
        ),
    ]
