"""``python -m deploy.proof FILE``: check the proof of a competition, without site or database.

    python -m deploy.proof FILE [--key HEX] [--head HEX]

``--key``: the site's key, if you know it; ``--head``: the hash of the log that you noted. It prints what is proved, and
ends with 1 at the first thing that is false.
"""

import argparse
import os
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.proof", description="Check the proof of a competition.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--key", default="", help="public key that must have signed it, in hex")
    parser.add_argument("--head", default="", help="hash that an entry of the log must have")
    chosen = parser.parse_args(arguments)
    from league.competitions.proof.checking import verify  # noqa: PLC0415  needs settings
    from league.competitions.proof.reading import BadProof  # noqa: PLC0415

    try:
        with chosen.file.open("rb") as file:
            for sentence in verify(file, chosen.key, chosen.head):
                print(f"ok: {sentence}", flush=True)
    except OSError as error:
        print(f"{chosen.file} cannot be read: {error}", file=sys.stderr)
        return 2
    except BadProof as wrong:
        print(f"wrong: {wrong}")
        return 1
    return 0


if __name__ == "__main__":
    from deploy.checks import surroundings

    for name, value in {**surroundings(), "DJANGO_SETTINGS_MODULE": "deploy.settings"}.items():
        os.environ.setdefault(name, value)
    import django

    django.setup()
    sys.exit(main(sys.argv[1:]))
