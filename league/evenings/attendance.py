"""Who plays the next round: the check-in that an evening repeats before each round, by the player or the organiser.

Three answers: here, skip one (that round pays what a missed one pays), going home (paired no more; everything played
stands, and one may come back). What is paired already is played. Who walks in is paired from the next round on.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

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
    """Where one entrant stands at the check-in: ``answer`` is one of ``ANSWERS`` or empty while nothing was said."""

    entrant: Entrant
    answer: str


def next_round(row: Competition) -> Round | None:
    """The first round of the evening that is not paired yet; None when all are."""
    rounds = Round.objects.filter(stage__competition=row, stage__format=Stage.Format.SWISS, ties__isnull=True)
    return rounds.select_related("stage").order_by("number").first()


def answer_of(entrant: Entrant, step: int) -> str:
    """What ``entrant`` has said for round ``step``."""
    if entrant.last_round is not None and entrant.last_round < step:
        return "home"
    if str(step) in entrant.rests:
        return "skip"
    return "here" if entrant.here_round >= step or entrant.first_round == step else ""


def answer(*, entrant: Entrant, by: User, said: str) -> Entrant:
    """Say for the next round that ``entrant`` is here, skips one, or goes home. By the entrant's own player or whoever
    runs the competition (the caller's door). Again: nothing changes. Raises EntryRefused, WrongStep.
    """
    if said not in ANSWERS:
        raise EntryRefused(_("Here, skip one or going home: nothing else."))
    with locked(entrant.competition_id) as row:
        round = _open(row)
        mine = row.entrants.get(id=entrant.id)
        if mine.status != Entrant.Status.ENTERED:
            raise WrongStep(_("Only who is in the competition checks in."))
        if answer_of(mine, round.step) == said:
            return mine
        step = str(round.step)
        mine.rests = {key: kind for key, kind in mine.rests.items() if key != step}
        mine.last_round = None
        if said == "here":
            mine.here_round = round.step
            message = text("{name} is here for round {number}", name=mine.name, number=round.step)
        elif said == "skip":
            mine.rests = {**mine.rests, step: settings_of(round.stage)["late"]}
            message = text("{name} skips round {number}", name=mine.name, number=round.step)
        else:
            mine.last_round = round.step - 1
            message = text("{name} goes home after round {number}", name=mine.name, number=round.step - 1)
        mine.save(update_fields=["rests", "last_round", "here_round"])
        own = by.id in players_of(mine)
        journal.record(row, None if own else by, "check_in", message)
        journal.changed(row)
    return mine


def walk_in(*, competition: Competition, player: User) -> Entrant:
    """Come in by oneself: before the start as everybody does, later from the next round on. Again: nothing changes.

    Raises WrongStep, EntryRefused.
    """
    entries.must_be_able(player)
    with locked(competition.id) as row:
        if row.status == Competition.Status.REGISTRATION:
            return entries.enter(competition=row, player=player)
        mine = row.entrants.filter(player=player).first()
        if mine is not None:
            return mine
        if row.by_invitation:
            raise EntryRefused(_("This competition is by invitation: ask the organiser for a link."))
        round = _open(row)
        if row.entrants.filter(status=Entrant.Status.ENTERED).count() >= row.places:
            raise EntryRefused(_("All places are taken."))
        name = player.nickname[:40]
        if name.casefold() in {other.casefold() for other in row.entrants.values_list("name", flat=True)}:
            raise EntryRefused(_("%(name)s is already there: choose another name.") % {"name": name})
        entrant = Entrant.objects.create(
            competition=row,
            player=player,
            name=name,
            code=entries.codes(row, [name])[0],
            seed=(row.entrants.order_by("-seed").exclude(seed=None).values_list("seed", flat=True).first() or 0) + 1,
            first_round=round.step,
            personal_key=secrets.token_urlsafe(24) if player.kind == User.Kind.GUEST else "",
            entered_at=timezone.now(),
        )
        message = text("{names} came in from round {number} on", names=name, number=round.step)
        journal.record(row, None, "enter", message)
        journal.changed(row)
        recompute(row)
    return entrant


def _open(row: Competition) -> Round:
    """The round that people check in for. Raises WrongStep."""
    if row.status != Competition.Status.RUNNING or evening_of(row.stages.all()) is None:
        raise WrongStep(_("There is no check-in now."))
    round = next_round(row)
    if round is None:
        raise WrongStep(_("The last round is paired: nobody can come in any more."))
    return round
