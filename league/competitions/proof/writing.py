"""Writing of a proof: the document of a competition and the sheet of each match, line by line, and a signature."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from engines.core.chain import canonical, link, written
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition
from league.competitions.proof import signing
from league.competitions.proof.reading import KIND, VERSION
from matches.models import Match
from matches.replay.playback import sheet_of
from matches.verbs.resuming import secrets_are_out

AT_ONCE: Final = 20
"""Matches that are read together."""


def lines(competition: Competition) -> Iterator[str]:
    """Give the lines of the proof: what it is, the document, a sheet a match, the end, the signature of all that."""
    last = ""
    for digest, line in written(_contents(competition)):
        yield line
        last = digest
    signed = canonical({"kind": "signature", "key": signing.public_key(), "signature": signing.signature_of(last)})
    yield f"{link(last, signed)} {signed}\n"


def _contents(competition: Competition) -> Iterator[Mapping[str, Any]]:
    document = exported(competition)
    matches = [UUID(entry["match"]) for entry in document["log"] if entry["match"]]
    yield {"kind": "begin", "proof": KIND, "version": VERSION, "competition": document["id"], "matches": len(matches)}
    yield {"kind": "document", "document": document}
    for first in range(0, len(matches), AT_ONCE):
        of_these = Match.objects.filter(id__in=matches[first : first + AT_ONCE])
        rows = {match.id: match for match in of_these.select_related("secret").prefetch_related("seats")}
        for match_id in matches[first : first + AT_ONCE]:
            match = rows.get(match_id)  # a match of an imported competition stayed where it was played
            if match is not None and match.status == Match.Status.FINISHED and secrets_are_out(match):
                yield {"kind": "sheet", "match": str(match.id), "sheet": sheet_of(match, "json")}
    yield {"kind": "end"}
