from django.db import migrations

from league.players.policy.searching import fold_in_sql, index_longer_runs

RUNS = """
CREATE FUNCTION name_runs(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT substr(folded, at, size)), '{{}}')
    FROM (SELECT {fold} AS folded) AS names, generate_series(1, length(folded)) AS at, generate_series(1, 4) AS size
    WHERE at + size - 1 <= length(folded)
$$;
"""


class Migration(migrations.Migration):
    """Index names of players by runs of up to four letters: a rare search read a page for most names with its runs of
    three."""

    atomic = False

    dependencies = [
        ("players", "0014_index_of_names"),
    ]

    operations = [
        migrations.RunSQL(RUNS.format(fold=fold_in_sql("name")).replace("%", "%%"), "DROP FUNCTION name_runs(text)"),
        *index_longer_runs("players_user", "nickname"),
    ]
