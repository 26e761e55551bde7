"""Preparation of a start: translations, migrations, matches in play, tables, the first run's demo.

One Python does all of it, since each start of one costs a second. The supervisor shows its standard output (the demo's
accounts); what it refuses is a sentence on standard error, other failures are exceptions. ``--show-token`` also makes
and prints the token of the demo's bot: not in a container, whose log others may read. ``--empty`` leaves the tables
empty, for tests.
"""

import os
import sys
from io import StringIO

from deploy.translations import compile_all


def main() -> None:
    """Compile, migrate, and load the demo if there is one and it is wanted."""
    compile_all()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command, get_commands
    from django.core.management.base import CommandError
    from django.db import connection

    from deploy import schema
    from deploy.management.commands.migrate import check_data

    # A release that cannot go on with the data or the matches in play touches nothing: it ends here and names them.
    try:
        check_data(connection)
        call_command("older_rules")
    except CommandError as error:
        sys.exit(str(error))
    schema.load()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("older_rules", carry=True, stdout=StringIO())
    if "--empty" not in sys.argv[1:]:
        call_command("load_puzzles", stdout=StringIO())
    if settings.DEMO and "demo" in get_commands():
        output = StringIO()
        call_command("demo", first=True, show_token="--show-token" in sys.argv[1:], stdout=output)
        sys.stdout.write(output.getvalue())


if __name__ == "__main__":
    main()
