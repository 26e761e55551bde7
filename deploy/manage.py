"""``make manage ARGS="staff NAME"``: a command of ``manage.py`` with the key and stores of the running ``make up``."""

import os
import shlex
import sys

from deploy.environment import ROOT
from deploy.plan import CannotRun, Note, Plan


def command() -> list[str]:
    """Return the words of ARGS. Raises CannotRun."""
    arguments = os.environ.get("ARGS", "")
    try:
        words = shlex.split(arguments)
    except ValueError as error:
        raise CannotRun(f"ARGS is {arguments!r}, which cannot be read ({error}): close every quote.") from None
    if not words:
        raise CannotRun('Name a command, as in: make manage ARGS="staff NAME". All of them: make manage ARGS=help')
    return words


def surroundings() -> dict[str, str]:
    """Return the environment of the running instance. Raises CannotRun."""
    plan = Plan.from_environment()
    running = Note(plan.data).of_running()
    if not running:
        raise CannotRun("Tabellone does not run here: say make up first, and this command in a second terminal.")
    return plan.settings(running["database_url"], running["valkey_url"])


def main() -> int:
    """Run the command; replaces this process."""
    try:
        words, around = command(), surroundings()
    except CannotRun as error:
        print(error, file=sys.stderr)
        return 1
    os.execve(sys.executable, [sys.executable, str(ROOT / "manage.py"), *words], around)


if __name__ == "__main__":
    sys.exit(main())
