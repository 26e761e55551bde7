from django.db import migrations, models

# Of the audience alone a line's change is not a result's: no rating is replayed for it.
TRIGGERS = """
CREATE FUNCTION statistics_line_audience() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT audience INTO NEW.audience FROM matches_match WHERE id = NEW.match_id;
    RETURN NEW;
END $$;
CREATE TRIGGER statistics_line_audience BEFORE INSERT ON statistics_line
    FOR EACH ROW EXECUTE FUNCTION statistics_line_audience();

DROP TRIGGER statistics_line_changed ON statistics_line;
CREATE TRIGGER statistics_line_changed AFTER UPDATE ON statistics_line FOR EACH ROW
    WHEN (OLD.audience IS NOT DISTINCT FROM NEW.audience AND OLD.* IS DISTINCT FROM NEW.*)
    EXECUTE FUNCTION statistics_line_changed();

CREATE OR REPLACE FUNCTION statistics_audience_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE statistics_line SET audience = NEW.audience WHERE match_id = NEW.id;
    PERFORM statistics_outdate(line, false) FROM statistics_line line WHERE line.match_id = NEW.id;
    RETURN NULL;
END $$;

UPDATE statistics_line line SET audience = match.audience FROM matches_match match
    WHERE match.id = line.match_id AND match.audience IS NOT NULL;
"""
UNDO = """
DROP TRIGGER statistics_line_audience ON statistics_line;
DROP FUNCTION statistics_line_audience();
CREATE OR REPLACE FUNCTION statistics_audience_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM statistics_outdate(line, false) FROM statistics_line line WHERE line.match_id = NEW.id;
    RETURN NULL;
END $$;
DROP TRIGGER statistics_line_changed ON statistics_line;
CREATE TRIGGER statistics_line_changed AFTER UPDATE ON statistics_line
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION statistics_line_changed();
"""


class Migration(migrations.Migration):
    """The match's audience beside each line: a career is read without looking at its matches one by one."""

    dependencies = [
        ("matches", "0019_indexes_of_tasks"),
        ("statistics", "0006_leader_boards"),
    ]

    operations = [
        migrations.AddField(model_name="line", name="audience", field=models.UUIDField(editable=False, null=True)),
        migrations.RunSQL(TRIGGERS, UNDO),
    ]
