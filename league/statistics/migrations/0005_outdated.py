"""A queue of what statistics must derive again, written by triggers; books of games in weeks.

Before, every look for work read all lines and all matches of the site, and one changed line replayed every rating of
its game. The queue begins with everything that the new tables lack.
"""

from django.db import migrations, models

# Called by the triggers, once for each line that changed.
OUTDATE = """
CREATE FUNCTION statistics_outdate(line statistics_line, rated boolean) RETURNS void LANGUAGE sql AS $$
    INSERT INTO statistics_outdated (kind, game, competition, player, since)
    SELECT 'week', line.game, NULL::uuid, NULL::uuid, date_trunc('week', line.played_at, 'UTC')
    UNION ALL SELECT 'career', line.game, NULL, line.player_id, NULL
    UNION ALL SELECT 'competition', line.game, line.competition_id, NULL, NULL WHERE line.competition_id IS NOT NULL
    UNION ALL SELECT 'ratings', line.game, NULL, NULL, line.played_at WHERE rated AND line.side = 'home'
$$;

CREATE FUNCTION statistics_line_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN PERFORM statistics_outdate(OLD, true); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM statistics_outdate(NEW, true); END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION statistics_figures_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM statistics_outdate(line, false) FROM statistics_line line
    WHERE line.match_id = CASE TG_OP WHEN 'DELETE' THEN OLD.match_id ELSE NEW.match_id END;
    RETURN NULL;
END $$;

CREATE FUNCTION statistics_audience_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM statistics_outdate(line, false) FROM statistics_line line WHERE line.match_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER statistics_line_came AFTER INSERT OR DELETE ON statistics_line
    FOR EACH ROW EXECUTE FUNCTION statistics_line_changed();
CREATE TRIGGER statistics_line_changed AFTER UPDATE ON statistics_line
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION statistics_line_changed();
CREATE TRIGGER statistics_figures_came AFTER INSERT OR DELETE ON statistics_matchfigures
    FOR EACH ROW EXECUTE FUNCTION statistics_figures_changed();
CREATE TRIGGER statistics_figures_changed AFTER UPDATE ON statistics_matchfigures
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION statistics_figures_changed();
CREATE TRIGGER statistics_audience_changed AFTER UPDATE OF audience ON matches_match
    FOR EACH ROW WHEN (OLD.audience IS DISTINCT FROM NEW.audience) EXECUTE FUNCTION statistics_audience_changed();
"""
UNDO = """
DROP TRIGGER statistics_audience_changed ON matches_match;
DROP TRIGGER statistics_figures_changed ON statistics_matchfigures;
DROP TRIGGER statistics_figures_came ON statistics_matchfigures;
DROP TRIGGER statistics_line_changed ON statistics_line;
DROP TRIGGER statistics_line_came ON statistics_line;
DROP FUNCTION statistics_audience_changed();
DROP FUNCTION statistics_figures_changed();
DROP FUNCTION statistics_line_changed();
DROP FUNCTION statistics_outdate(statistics_line, boolean);
"""
BEGIN = """
INSERT INTO statistics_outdated (kind, game, competition, player, since)
    SELECT 'ratings', game, NULL::uuid, NULL::uuid, min(played_at) FROM statistics_line GROUP BY game
    UNION ALL SELECT DISTINCT 'week', game, NULL::uuid, NULL::uuid, date_trunc('week', played_at, 'UTC')
        FROM statistics_line
    UNION ALL SELECT DISTINCT 'career', game, NULL::uuid, player_id, NULL::timestamptz FROM statistics_line
    UNION ALL SELECT DISTINCT 'competition', game, competition_id, NULL::uuid, NULL::timestamptz FROM statistics_line
        WHERE competition_id IS NOT NULL;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0001_squashed_0014_conditional_moves"),
        ("statistics", "0004_last_rating"),
    ]

    operations = [
        migrations.CreateModel(
            name="Outdated",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("ratings", "Ratings"),
                            ("week", "Week"),
                            ("career", "Career"),
                            ("game", "Game"),
                            ("competition", "Competition"),
                        ],
                        max_length=11,
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("competition", models.UUIDField(null=True)),
                ("player", models.UUIDField(null=True)),
                ("since", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Week",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=32)),
                ("begins", models.DateTimeField()),
                ("numbers", models.JSONField()),
                ("seconds", models.FloatField()),
                ("made_at", models.DateTimeField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="rating",
            name="rating_once",
        ),
        # Processes of the release before read both until they have been restarted: the next release drops them.
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL("ALTER TABLE statistics_book ALTER signature SET DEFAULT ''", migrations.RunSQL.noop)
            ],
            state_operations=[
                migrations.DeleteModel(name="RatingBook"),
                migrations.RemoveField(model_name="book", name="signature"),
            ],
        ),
        migrations.AddField(
            model_name="career",
            name="public_unbeaten",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="career",
            name="public_winning",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="career",
            name="runs",
            field=models.JSONField(default=list),
        ),
        migrations.AddIndex(
            model_name="career",
            index=models.Index(fields=["game", "-public_unbeaten"], name="career_unbeaten_run"),
        ),
        migrations.AddIndex(
            model_name="career",
            index=models.Index(fields=["game", "-public_winning"], name="career_winning_run"),
        ),
        migrations.AddIndex(
            model_name="line",
            index=models.Index(fields=["game", "played_at"], name="line_game"),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["player", "game", "number"], name="rating_career"),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["game", "at"], name="rating_time"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("match", "player"), name="rating_of_match_once"),
        ),
        migrations.AddIndex(
            model_name="outdated",
            index=models.Index(fields=["kind", "game", "player", "since"], name="outdated_target"),
        ),
        migrations.AddConstraint(
            model_name="week",
            constraint=models.UniqueConstraint(fields=("game", "begins"), name="week_once"),
        ),
        migrations.RunSQL(OUTDATE, UNDO),
        migrations.RunSQL(BEGIN, migrations.RunSQL.noop),
    ]
