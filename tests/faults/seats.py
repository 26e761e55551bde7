"""Run in the environment of another database than the tests': seats people at new matches, or tells what a log holds.

``python -m tests.faults.seats open 2`` prints, for each match, its id and the cookies of both seats; ``... log ID ...``
checks that the log of each match has no gap and no double and replays to its snapshot, and prints client ids and
versions.
"""

from __future__ import annotations

import json
import os
import sys
import uuid

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

import django

django.setup()

# Django must be set up before these are imported.
from league.players.models import User  # noqa: E402
from matches.models import MatchEvent  # noqa: E402
from tests.live.sockets import cookie_of  # noqa: E402
from tests.matches.table import check_log, duel  # noqa: E402


def seated(count: int) -> list[list[str]]:
    """So many matches of two people each."""
    found = []
    for _ in range(count):
        people = [User.objects.create(kind="guest", nickname=uuid.uuid4().hex[:12]) for _ in range(2)]
        match = duel(*people, options={"kicks": 100000}, move_seconds=600)
        found.append([str(match.pk), *(cookie_of(person) for person in people)])
    return found


def log(match_id: str) -> dict[str, list[int]]:
    """Which client id led to which versions."""
    check_log(uuid.UUID(match_id))
    found: dict[str, list[int]] = {}
    rows = MatchEvent.objects.filter(match_id=match_id).order_by("seq").values_list("client_id", "seq")
    for client_id, seq in rows:
        found.setdefault(str(client_id), []).append(seq)
    return found


if __name__ == "__main__":
    print(json.dumps(seated(int(sys.argv[2])) if sys.argv[1] == "open" else [log(match) for match in sys.argv[2:]]))
