"""The schema of a competition's document, as it is published: ``python -m deploy.document_schema`` writes it anew.

After a change of ``league.competitions.exchange.schema``, or of a setting that it reads.
"""

import json
import os

from deploy.environment import ROOT

PUBLISHED = ROOT / "docs" / "competition.schema.json"


def write() -> None:
    from league.competitions.exchange.schema import SCHEMA  # noqa: PLC0415  needs settings

    PUBLISHED.write_text(json.dumps(SCHEMA, indent=1) + "\n")


if __name__ == "__main__":
    from deploy.checks import surroundings

    for name, value in {**surroundings(), "DJANGO_SETTINGS_MODULE": "deploy.settings"}.items():
        os.environ.setdefault(name, value)
    import django

    django.setup()
    write()
