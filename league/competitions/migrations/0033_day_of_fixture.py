import django.db.models.deletion
from django.db import migrations, models

# By triggers, as the release before writes fixtures for as long as it runs beside this one. Neither waits for a lock:
# they read rows that others only read, or that are over.
TRIGGERS = """
CREATE FUNCTION competitions_fixture_competition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT stage.competition_id INTO NEW.competition_id
        FROM competitions_tie tie
        JOIN competitions_round round ON round.id = tie.round_id
        JOIN competitions_stage stage ON stage.id = round.stage_id
        WHERE tie.id = NEW.tie_id;
    RETURN NEW;
END $$;
CREATE TRIGGER competitions_fixture_competition BEFORE INSERT ON competitions_fixture
    FOR EACH ROW WHEN (NEW.competition_id IS NULL) EXECUTE FUNCTION competitions_fixture_competition();

CREATE FUNCTION competitions_fixture_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.ended_at := (SELECT finished_at FROM matches_match WHERE id = NEW.match_id AND status = 'finished');
    RETURN NEW;
END $$;
CREATE TRIGGER competitions_fixture_ended BEFORE UPDATE OF status, match_id ON competitions_fixture
    FOR EACH ROW WHEN (NEW.match_id IS NOT NULL OR OLD.ended_at IS NOT NULL)
    EXECUTE FUNCTION competitions_fixture_ended();
"""
UNDO = """
DROP TRIGGER competitions_fixture_ended ON competitions_fixture;
DROP FUNCTION competitions_fixture_ended();
DROP TRIGGER competitions_fixture_competition ON competitions_fixture;
DROP FUNCTION competitions_fixture_competition();
"""


class Migration(migrations.Migration):
    """The competition and the end beside each fixture: those of a day or of a player are listed by themselves."""

    dependencies = [
        ("competitions", "0032_index_of_outlooks"),
        ("matches", "0001_squashed_0014_conditional_moves"),
    ]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="competition",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="fixtures",
                to="competitions.competition",
            ),
        ),
        migrations.AddField(
            model_name="fixture", name="ended_at", field=models.DateTimeField(editable=False, null=True)
        ),
        migrations.RunSQL(TRIGGERS, UNDO),
    ]
