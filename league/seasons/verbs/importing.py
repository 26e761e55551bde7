"""Leaves and substitutions of an imported competition."""

from datetime import date
from uuid import UUID

from league.competitions.exchange import schema
from league.competitions.exchange.faults import Document
from league.competitions.exchange.rows import fill
from league.competitions.models import Competition, Entrant
from league.players.verbs.guests import guests
from league.seasons.models import Leave, Substitution


def import_absences(row: Competition, source: Document) -> None:
    """Create the leaves and substitutions of ``row`` from the document ``source``.

    People are names here: the replaced one is the withdrawn entrant of that name, if the file has one.
    """
    Leave.objects.bulk_create(
        [
            fill(
                Leave(competition=row, entrant_id=UUID(leave["entrant"])),
                {**leave, **{name: date.fromisoformat(leave[name]) for name in ("first", "last")}},
                [name for name in schema.LEAVE if name != "entrant"],
            )
            for leave in source.get("leaves", [])
        ]
    )
    entrants = {str(entrant.id): entrant for entrant in row.entrants.select_related("player")}
    withdrawn = {
        entrant.name: entrant.player for entrant in entrants.values() if entrant.status == Entrant.Status.WITHDRAWN
    }
    plays = {key: entrant.player for key, entrant in entrants.items()}
    substitutions = []
    for document in reversed(source.get("substitutions", [])):
        key = document["entrant"]
        before = withdrawn.pop(document["name_before"], None) or guests(nicknames=[document["name_before"]])[0]
        substitution = Substitution(competition=row, entrant=entrants[key], before=before)
        substitution.after, plays[key] = plays[key], before
        columns = [name for name in schema.SUBSTITUTION if name != "entrant"]
        substitutions.append(fill(substitution, document, columns))
    Substitution.objects.bulk_create(reversed(substitutions))
