"""Verbs of a running Swiss stage: late entry, a rest, the return of who withdrew, and pairing again a round that nobody
has begun.
"""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.text import text
from league.competitions.derivation.building import add_ties
from league.competitions.derivation.derive import Derived, derive
from league.competitions.derivation.recompute import append_all, recompute
from league.competitions.derivation.snapshot import Snapshot, take_snapshot
from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.log.verdicts import WALKOVER_GOALS
from league.competitions.models import Competition, Entrant, Fixture, PlainEntrant, ResultEntry, Round, Stage, Tie
from league.competitions.policy.parties import people_of
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.stages import RESTS
from league.competitions.verbs.entries import late_entrants, must_be_free
from league.competitions.verbs.reopening import begun_at_tables
from league.formats import slots
from league.players.models import User
from league.players.verbs.notify import notify
from matches.live.commands import command
from matches.models import Match

BEGUN = (Match.Status.LIVE, Match.Status.PAUSED, Match.Status.FINISHED)


def join(*, competition: Competition, by: User, names: str | Sequence[str]) -> list[Entrant]:
    """Enter ``names``, typed one a line or a list, into a running Swiss stage: they are paired from the next round on.

    The stage's setting ``late`` says what missed rounds pay. Where they are more than the places, the organiser makes
    places, up to the format's most: a running competition has no waiting list. Raises WrongStep, EntryRefused.
    """
    with locked(competition.id) as row:
        stage = _stage(row)
        ahead = _next_round(stage)
        if ahead is None:
            raise WrongStep(_("The last round is paired. Nobody can join any more."))
        entrants = late_entrants(row, names, first_round=ahead.step)
        _make_places(row, len(entrants))
        listed = ", ".join(entrant.name for entrant in entrants)
        message = text("{names} joined from round {number}", names=listed[:400], number=ahead.step)
        journal.note(row, by, "enter", message)
        recompute(row)
    return entrants


def _next_round(stage: Stage) -> Round | None:
    """Return the first round that is not paired."""
    return stage.rounds.filter(ties__isnull=True).order_by("number").first()


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


def readmit(*, entrant: Entrant, by: User) -> Entrant:
    """Take back the withdrawal of ``entrant``: it is paired from the next round on.

    What the withdrawal decided stays. A missed round pays nothing, or half a point if that rest had been asked for.
    Repeating it changes nothing. Raises WrongStep, also once the last round is paired; EntryRefused.
    """
    with locked(entrant.competition_id) as row:
        stage = _stage(row)
        ahead = _next_round(stage)
        entrant = row.entrants.select_related("player").get(id=entrant.id)
        if entrant.status != Entrant.Status.WITHDRAWN:
            return entrant
        if ahead is None:
            raise WrongStep(_("The last round is paired. Nobody can join any more."))
        snapshot = take_snapshot(row)
        derived = derive(snapshot)
        withdrawal = derived.log.withdrawn.get(entrant.id)
        if withdrawal is None:
            raise EntryRefused(
                _("%(name)s left before the start: add the name as a late entry.") % {"name": entrant.name}
            )
        must_be_free(row, entrant)
        facts = {"actor": by, "own": withdrawal.own, "source": "organiser", "reason": withdrawal.reason}
        awarded = [{**entry, **facts} for entry in _walkovers(snapshot, derived, entrant)]
        append_all(row, [*awarded, {**facts, "kind": ResultEntry.Kind.RETURNED, "entrant": entrant, "reason": ""}])
        _rest_where_asked(stage, entrant)
        entrant.status, entrant.withdrawn_because = Entrant.Status.ENTERED, ""
        entrant.save(update_fields=["status", "withdrawn_because"])
        _make_places(row, 1)
        message = text("readmitted {name} from round {number}", name=entrant.name, number=ahead.step)
        journal.note(row, by, "put_back", message)
        recompute(row)
        notify(
            users=people_of(row.entrants.filter(id=entrant.id)),
            kind="place",
            message=text("You play again in {name}, from round {number}", name=row.name, number=ahead.step),
            url=reverse("competitions:overview", args=[row.slug]),
            key=f"returned:{entrant.id}:{row.log_position}",
            competition=row.name,
        )
    return entrant


def takes_back(competition: Competition) -> bool:
    """Return whether entrants can come in, rest and come back: a Swiss round of ``competition`` is to be paired."""
    if competition.status != Competition.Status.RUNNING:
        return False
    return competition.stages.filter(format=Stage.Format.SWISS, rounds__ties__isnull=True).exists()


def _walkovers(snapshot: Snapshot, derived: Derived, entrant: Entrant) -> list[dict[str, Any]]:
    """Return, as entries of the log, the fixtures that the withdrawal of ``entrant`` has decided."""
    entries = []
    for ties in snapshot.ties.values():
        for tie in ties:
            facts = derived.ties[tie.id]
            sides = {side.id for side in (facts.home, facts.away) if isinstance(side, PlainEntrant)}
            lost = facts.winner is not None and facts.winner.id != entrant.id
            if entrant.id not in sides or facts.decided != "walkover" or not lost:
                continue
            for fixture in snapshot.fixtures[tie.id]:
                if fixture.id in derived.log.verdicts:
                    continue
                winner = "away" if fixture.home_id == entrant.id else "home"
                loser = "home" if winner == "away" else "away"
                entries.append(
                    {
                        "kind": ResultEntry.Kind.WALKOVER,
                        "fixture_id": fixture.id,
                        "winner": winner,
                        "home_goals": WALKOVER_GOALS * (winner == "home"),
                        "away_goals": WALKOVER_GOALS * (winner == "away"),
                        "how": "walkover",
                        "why": text("{loser} withdrew", loser=f"@{loser}"),
                    }
                )
    return entries


def _rest_where_asked(stage: Stage, entrant: Entrant) -> None:
    """Lay the rests that ``entrant`` had asked for in rounds that were paired without it."""
    home = slots.seed(entrant.seed or 0)
    for round in stage.rounds.filter(ties__isnull=False, step__gte=entrant.first_round).distinct():
        kind = entrant.rests.get(str(round.step))
        ties = list(round.ties.select_related("group").order_by("number"))
        if kind is None or any(home in (tie.home_slot, tie.away_slot) for tie in ties):
            continue
        number = ties[-1].number + 1
        rest = Tie(round=round, group=ties[-1].group, number=number, kind=kind, home_slot=home, away_slot=slots.BYE)
        add_ties(stage, [rest])


def paired_anew(competition: Competition) -> Round | None:
    """Return the latest paired round, if no match of it has begun: it can be paired again."""
    last = _last_paired(competition)
    return None if last is None or _has_begun(last) else last


def _last_paired(competition: Competition) -> Round | None:
    rounds = Round.objects.filter(stage__competition=competition, stage__format=Stage.Format.SWISS)
    return rounds.filter(ties__isnull=False).order_by("-number").first()


def _has_begun(round: Round) -> bool:
    fixtures = Fixture.objects.filter(tie__round=round)
    if fixtures.filter(match__status__in=BEGUN).exists() or begun_at_tables(fixtures):
        return True
    return ResultEntry.objects.filter(fixture__tie__round=round).exists()


def pair_again(*, competition: Competition, by: User) -> Round:
    """Take back the latest paired round, if no match of it has begun, and pair it again.

    Useful after a correction, a late entry or a withdrawal: who joined since then is paired in it. Raises WrongStep.
    """
    with locked(competition.id) as row:
        _stage(row)
        last = _last_paired(row)
        if last is None:
            raise WrongStep(_("No round is paired yet."))
        if _has_begun(last):
            raise WrongStep(_("Matches of this round have begun. You cannot pair it again."))
        tables = Fixture.objects.filter(tie__round=last, match__isnull=False)
        for match_id in list(tables.values_list("match_id", flat=True)):
            command(match_id, "void", {"reason": "the round is paired again"})
        last.ties.all().delete()
        row.entrants.filter(first_round=last.step + 1).update(first_round=last.step)
        journal.note(row, by, "pair", text("undid the pairings of round {number}", number=last.step))
        recompute(row)
        last.refresh_from_db()
    return last


def _stage(row: Competition) -> Stage:
    stage = row.stages.filter(format=Stage.Format.SWISS).first()
    if stage is None or row.status != Competition.Status.RUNNING:
        raise WrongStep(_("You can only do this while Swiss rounds are played."))
    return stage
