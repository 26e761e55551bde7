"""Competitions as documents for the tests: written, forgotten here, and read again as another site would."""

from __future__ import annotations

import copy
import json
from typing import Any

from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Fixture
from league.competitions.proof.checking import check_document
from league.competitions.verbs.importing import take_in
from league.players.models import User
from matches.models import Match

ELSEWHERE = ("source", "exported_at")


def written(competition: Competition) -> dict[str, Any]:
    """Return the document as it goes over the wire."""
    return json.loads(json.dumps(exported(Competition.objects.get(id=competition.id))))


def forget(competition: Competition) -> None:
    """Delete all that this site knows of the competition, as if it had never been here."""
    matches = list(
        Fixture.objects.filter(tie__round__stage__competition=competition).values_list("match_id", flat=True)
    )
    matches += list(competition.results.exclude(match_id=None).values_list("match_id", flat=True))
    Competition.objects.filter(id=competition.id).delete()
    Match.objects.filter(id__in=[match for match in matches if match]).delete()


def equal_elsewhere(cup: Competition, reader: User) -> None:
    """Assert that ``cup`` is the same competition where ``reader`` takes it in from its document."""
    before = written(cup)
    assert [*check_document(copy.deepcopy(before))], "what it says follows from structure and log, without a database"
    forget(cup)
    imported, new = take_in(by=reader, document=copy.deepcopy(before))
    after = written(imported)
    assert new and imported.owner == reader
    assert after["audit"][:-1] == before["audit"] and after["audit"][-1]["verb"] == "import"
    for document in (before, after):
        for name in (*ELSEWHERE, "audit"):
            document.pop(name)
    assert after == before
