"""Taking a start back before anything was played: rounds go, and the registration is open again.

The draw stays: it was public, and is valid until the list of entrants changes (``drawing``), as by late entries to a
Swiss stage. Agreed kick-offs go with the fixtures; the audit log keeps that they were agreed.
"""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Fixture, Group, Round, Stage
from league.competitions.policy.parties import people_of
from league.competitions.verbs.drawing import entrants_changed
from league.players.models import User
from league.players.verbs.notify import notify
from league.sentences import because
from matches.live.commands import command
from matches.models import Match


def take_start_back(*, competition: Competition, by: User, reason: str) -> Competition:
    """Open the registration again: rounds and tables go, and rejected entrants wait again.

    Repeating it changes nothing. Raises WrongStep once a match has begun or a result, a report or a withdrawal is in
    the log.
    """
    with locked(competition.id) as row:
        if row.status == Competition.Status.REGISTRATION:
            return row
        if row.status != Competition.Status.RUNNING:
            raise WrongStep(_("The competition is not running."))
        fixtures = Fixture.objects.filter(tie__round__stage__competition=row)
        if begun(row):
            raise WrongStep(_("A match is already played or decided. You cannot undo the start."))
        waiting: list[UUID] = [key for key in fixtures.values_list("match_id", flat=True) if key is not None]
        fixtures.update(match=None)
        for match_id in waiting:
            command(match_id, "void", {"reason": reason.strip()[:300]})
        Round.objects.filter(stage__competition=row).delete()
        Group.objects.filter(stage__competition=row).delete()
        row.stages.update(pairing_due=False)
        _stages_as_asked(row)
        row.entrants.filter(status=Entrant.Status.HOUSE).delete()
        row.entrants.filter(turned_away=True).update(status=Entrant.Status.WAITING, turned_away=False)
        # Who joined a Swiss stage late plays from its first round now; the draw was made without them.
        if row.entrants.filter(first_round__gt=1).update(first_round=1):
            entrants_changed(row)
        row.status, row.started_at, row.asked_stages = Competition.Status.REGISTRATION, None, []
        row.frozen_at, row.frozen_because = None, ""  # what is not running is not frozen
        row.save(update_fields=["status", "started_at", "asked_stages", "frozen_at", "frozen_because"])
        journal.note(row, by, "take_start_back", because(text("undid the start"), reason))
        notify(
            users=people_of(row.entrants.exclude(status=Entrant.Status.WITHDRAWN)),
            kind="start",
            message=because(text("The start of {name} is undone", name=row.name), reason),
            url=reverse("competitions:overview", args=[row.slug]),
            key=f"take_start_back:{row.id}:{row.log_position}",
            competition=row.name,
        )
    return row


def _stages_as_asked(row: Competition) -> None:
    """Restore the stages as requested, with those that the start fitted to the entrants or left out."""
    existing = {stage.number: stage for stage in row.stages.all()}
    for number, values in enumerate(row.asked_stages, start=1):
        stage = existing.get(number) or Stage(competition=row, number=number, format=values["format"])
        stage.settings = values["settings"]
        stage.save()


def begun(competition: Competition) -> bool:
    """Return whether anything has been played, reported or decided since the start."""
    if competition.results.exists():
        return True
    fixtures = Fixture.objects.filter(tie__round__stage__competition=competition)
    playing = fixtures.filter(match__isnull=False).exclude(match__status=Match.Status.WAITING)
    return playing.exists() or begun_at_tables(fixtures)


def begun_at_tables(fixtures: QuerySet[Fixture]) -> bool:
    """Return whether one of ``fixtures`` is played or reported at a real table, as people said."""
    return fixtures.filter(Q(reports__isnull=False) | Q(calls__began_at__isnull=False)).exists()
