"""Verbs of a running Swiss stage: late entry, a rest, and pairing again a round that nobody has begun."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.text import text
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Fixture, Round, Stage
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.stages import RESTS
from league.competitions.verbs.entries import late_entrants
from league.players.models import User
from matches.live.commands import command
from matches.models import Match

BEGUN = (Match.Status.LIVE, Match.Status.PAUSED, Match.Status.FINISHED)


def join(*, competition: Competition, by: User, names: str) -> list[Entrant]:
    """Enter typed ``names`` into a running Swiss stage: they are paired from the next round on.

    The stage's setting ``late`` says what missed rounds pay. Where they are more than the places, the organiser makes
    places, up to the format's most: a running competition has no waiting list. Raises WrongStep, EntryRefused.
    """
    with locked(competition.id) as row:
        stage = _stage(row)
        ahead = stage.rounds.filter(ties__isnull=True).order_by("number").first()
        if ahead is None:
            raise WrongStep(_("The last round is paired. Nobody can join any more."))
        entrants = late_entrants(row, names, first_round=ahead.step)
        _make_places(row, len(entrants))
        listed = ", ".join(entrant.name for entrant in entrants)
        message = text("{names} joined from round {number}", names=listed[:400], number=ahead.step)
        journal.note(row, by, "enter", message)
        recompute(row)
    return entrants


def _make_places(row: Competition, joined: int) -> None:
    """Raise the number of places to that of the entrants. Raises EntryRefused beyond the format's most."""
    entered = row.entrants.filter(status=Entrant.Status.ENTERED).count()
    most = PRESETS[row.preset].most
    if entered > most:
        free = max(0, most - entered + joined)
        raise EntryRefused(
            ngettext("There is %(free)d place left.", "There are %(free)d places left.", free) % {"free": free}
        )
    if entered > row.places:
        row.places = entered
        row.save(update_fields=["places"])


def rest(*, entrant: Entrant, by: User, number: int, kind: str = "half_bye") -> Entrant:
    """Let ``entrant`` rest in Swiss round ``number``, for half a point or none. Repeating it changes nothing.

    Raises WrongStep once the round is paired, EntryRefused for another ``kind``.
    """
    if kind not in RESTS:
        raise EntryRefused(_("A rest counts half a point or nothing."))
    with locked(entrant.competition_id) as row:
        stage = _stage(row)
        round = stage.rounds.filter(step=number).first()
        if round is None or round.ties.exists():
            raise WrongStep(_("This round is already paired, or does not exist."))
        entrant = row.entrants.get(id=entrant.id)
        if entrant.rests.get(str(number)) != kind:
            entrant.rests = {**entrant.rests, str(number): kind}
            entrant.save(update_fields=["rests"])
            journal.note(row, by, "rest", text("{name} rests in round {number}", name=entrant.name, number=number))
    return entrant


def pair_again(*, competition: Competition, by: User) -> Round:
    """Take back the last paired round, if no match of it has begun, and pair it again.

    Useful after a correction, a late entry or a withdrawal. Raises WrongStep.
    """
    with locked(competition.id) as row:
        stage = _stage(row)
        last = stage.rounds.filter(ties__isnull=False).order_by("-number").distinct().first()
        if last is None:
            raise WrongStep(_("No round is paired yet."))
        tables = Fixture.objects.filter(tie__round=last, match__isnull=False)
        begun = tables.filter(match__status__in=BEGUN).exists()
        has_results = row.results.filter(fixture__tie__round=last).exists()
        if begun or has_results:
            raise WrongStep(_("Matches of this round have begun. You cannot pair it again."))
        for match_id in list(tables.values_list("match_id", flat=True)):
            command(match_id, "void", {"reason": "the round is paired again"})
        last.ties.all().delete()
        journal.note(row, by, "pair", text("undid the pairings of round {number}", number=last.step))
        recompute(row)
        last.refresh_from_db()
    return last


def _stage(row: Competition) -> Stage:
    stage = row.stages.filter(format=Stage.Format.SWISS).first()
    if stage is None or row.status != Competition.Status.RUNNING:
        raise WrongStep(_("You can only do this while Swiss rounds are played."))
    return stage
