from django.db import migrations

from league.players.policy.searching import fold_in_sql

GRAMS = """
CREATE FUNCTION name_folded(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT {fold}
$$;
CREATE FUNCTION name_grams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT substr(folded, at, size)), '{{}}')
    FROM (SELECT {fold} AS folded) AS names, generate_series(1, length(folded)) AS at, generate_series(1, 3) AS size
    WHERE at + size - 1 <= length(folded)
$$;
"""
UNDO = "DROP FUNCTION name_grams(text); DROP FUNCTION name_folded(text)"


class Migration(migrations.Migration):
    """Functions that fold a name and cut it into runs of one, two and three letters, for indexes of every search.

    The embedded PostgreSQL has no pg_trgm; an index of arrays does the same by what every server has.
    """

    dependencies = [
        ("players", "0012_levels_of_bots"),
    ]

    operations = [migrations.RunSQL(GRAMS.format(fold=fold_in_sql("name")).replace("%", "%%"), UNDO)]
