"""The check-in before each round of an evening, by the player or the organiser.

Three answers: here, skip one (that round pays what a missed one pays), going home (paired no more; played matches
stand, and coming back is possible). A paired round is still played. A walk-in is paired from the next round on. When
all have gone home the evening is over, until one of them comes back.
"""

import secrets
from dataclasses import dataclass
from typing import Annotated, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Round, Stage
from league.competitions.policy.parties import players_of
from league.competitions.setup.stages import evening_of, settings_of
from league.competitions.verbs import entries
from league.players.models import User

ANSWERS: Final = ("here", "skip", "home")


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's answer for the next round; empty: none yet."""

    entrant: Entrant
    answer: Annotated[str, "here, skip, home, or empty."]


def next_round(row: Competition) -> Round | None:
    """Return the first unpaired round of the evening; None when all are paired."""
    rounds = Round.objects.filter(stage__competition=row, stage__format=Stage.Format.SWISS, ties__isnull=True)
    return rounds.select_related("stage").order_by("number").first()


def answer_of(entrant: Entrant, step: int) -> str:
    """Return the answer of ``entrant`` for round ``step``."""
    if entrant.has_gone(step):
        return "home"
    if str(step) in entrant.rests:
        return "skip"
    return "here" if entrant.here_round >= step or entrant.first_round == step else ""


def answer(*, entrant: Entrant, by: User, reply: str) -> Entrant:
    """Record for the next round that ``entrant`` is here, skips one, or goes home. Again: nothing changes.

    For the entrant's own player or an organiser (the caller's door). Raises EntryRefused, WrongStep.
    """
    if reply not in ANSWERS:
        raise EntryRefused(_("Choose here, skip one or going home."))
    with locked(entrant.competition_id) as row:
        round = _open(row, deserted=is_deserted(row))
        locked_entrant = row.entrants.get(id=entrant.id)
        if locked_entrant.status != Entrant.Status.ENTERED:
            raise WrongStep(_("Only entrants can check in."))
        if answer_of(locked_entrant, round.step) == reply:
            return locked_entrant
        step = str(round.step)
        locked_entrant.rests = {key: kind for key, kind in locked_entrant.rests.items() if key != step}
        locked_entrant.last_round = None
        if reply == "here":
            locked_entrant.here_round = round.step
            message = text("{name} is here for round {number}", name=locked_entrant.name, number=round.step)
        elif reply == "skip":
            locked_entrant.rests = {**locked_entrant.rests, step: settings_of(round.stage)["late"]}
            message = text("{name} skips round {number}", name=locked_entrant.name, number=round.step)
        else:
            locked_entrant.last_round = round.step - 1
            message = text("{name} goes home after round {number}", name=locked_entrant.name, number=round.step - 1)
        locked_entrant.save(update_fields=["rests", "last_round", "here_round"])
        own = by.id in players_of(locked_entrant)
        journal.note(row, None if own else by, "check_in", message)
        if reply == "home" or row.status == Competition.Status.FINISHED:
            recompute(row)
    return locked_entrant


def is_deserted(row: Competition) -> bool:
    """Return whether the evening is over because all went home, so that one who comes back reopens it."""
    if row.status != Competition.Status.FINISHED or row.official_at is not None:
        return False
    round = next_round(row)
    entered = row.entrants.filter(status=Entrant.Status.ENTERED)
    return round is not None and all(entrant.has_gone(round.step) for entrant in entered)


def walk_in(*, competition: Competition, player: User) -> Entrant:
    """Enter ``player``: before the start like everybody, later from the next round on. Again: nothing changes.

    Raises WrongStep, EntryRefused, also for those who withdrew after the start.
    """
    entries.must_be_able(player)
    with locked(competition.id) as row:
        if row.status == Competition.Status.REGISTRATION:
            return entries.enter(competition=row, player=player)
        entries.must_be_welcome(row, player)
        existing = row.entrants.filter(player=player).first()
        if existing is not None and existing.status != Entrant.Status.WITHDRAWN:
            return existing
        if existing is not None and not left_early(existing):
            raise EntryRefused(_("You withdrew. Only the organiser can readmit you."))
        if row.by_invitation:
            raise EntryRefused(_("You need an invitation to this competition. Ask the organiser for a link."))
        entries.must_play_for_nobody(row, player)
        round = _open(row)
        if row.entrants.filter(status=Entrant.Status.ENTERED).count() >= row.places:
            raise EntryRefused(_("All places are taken."))
        entrant = existing or _newcomer(row, player)
        entries.take_late_place(entrant, entries.next_seed(row), round.step)
        entrant.save()
        name = entrant.name
        message = text("{names} joined from round {number}", names=name, number=round.step)
        journal.note(row, None, "enter", message)
        recompute(row)
    return entrant


def left_early(entrant: Entrant) -> bool:
    """Return whether ``entrant`` is out since before the start, and so may come in by itself."""
    return entrant.status == Entrant.Status.WITHDRAWN and entrant.seed is None


def _newcomer(row: Competition, player: User) -> Entrant:
    """Return an unsaved entrant for ``player``. Raises EntryRefused."""
    entries.must_be_called_otherwise(row, player.nickname)
    code = entries.codes(row, [player.nickname])[0]
    entrant = Entrant(competition=row, player=player, name=player.nickname, code=code)
    if player.kind == User.Kind.GUEST:
        entrant.personal_key = secrets.token_urlsafe(24)
        entrant.link_opened_at = timezone.now()  # the guest's own browser has it
    return entrant


def _open(row: Competition, deserted: bool = False) -> Round:
    """Return the round that people check in for. Raises WrongStep."""
    if not (row.status == Competition.Status.RUNNING or deserted) or evening_of(row.stages.all()) is None:
        raise WrongStep(_("Check-in is closed now."))
    round = next_round(row)
    if round is None:
        raise WrongStep(_("The last round is paired. Nobody can join any more."))
    return round
