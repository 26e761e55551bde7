"""First step of every ``make`` command: find a recent enough Python, or say what to install.

It runs under any Python 3, so it uses nothing newer before it hands over to ``deploy.environment``.
"""

import os
import shutil
import sys

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")


def main() -> None:
    """Hand over to ``deploy.environment`` in a recent enough Python."""
    if sys.version_info < OLDEST:
        if not os.environ.get("TABELLONE_REEXEC"):
            os.environ["TABELLONE_REEXEC"] = "1"
            for name in NEWER:
                python = shutil.which(name)
                if python:
                    os.execv(python, [python, *sys.argv])
        sys.exit(
            "Tabellone needs Python 3.11 or newer, and {} is Python {}.{}. Install a newer one "
            "(Debian: sudo apt install python3 python3-venv; macOS: brew install python), "
            "or name it: make PYTHON=/path/to/python3.13 {}".format(
                sys.executable, sys.version_info[0], sys.version_info[1], sys.argv[1] if len(sys.argv) > 1 else "up"
            )
        )
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    from deploy import environment

    environment.main(sys.argv[1:])


if __name__ == "__main__":
    main()
