"""A substitute takes over an entrant: its record, its place in the table and its remaining matches.

The entrant stays what it is, so every result stays with it; another person plays for it from now on. Who was replaced
keeps a withdrawn place of the same competition, with the old personal link, and what was played stays in that person's
own figures. Tables that wait are laid anew for the substitute, and so is a match that was being played. An alternate is
a substitute from the waiting list, in a knockout, for who never came to the first round.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.derive import Derived, derive
from league.competitions.derivation.effects import names
from league.competitions.derivation.recompute import append, recompute
from league.competitions.derivation.snapshot import open_book
from league.competitions.errors import EntryRefused, RulingRefused, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.log.verdicts import Log, fold
from league.competitions.models import Competition, Entrant, Fixture, Member, Proposal, ResultEntry
from league.competitions.policy.parties import people_of
from league.competitions.setup.stages import BRACKETS
from league.competitions.verbs.entries import codes, must_be_able
from league.competitions.verbs.rulings import Consent, clear
from league.competitions.verbs.visibility import no_longer_of
from league.players.models import User
from league.players.policy.nicknames import clean_nickname
from league.players.verbs.bots import ensure_bots
from league.players.verbs.guests import guest
from league.players.verbs.notify import notify
from league.seasons.models import Substitution
from league.seasons.verbs.bulk_actions import act

_AHEAD = (Fixture.Status.PENDING, Fixture.Status.OPEN, Fixture.Status.LIVE)


@dataclass(frozen=True, slots=True)
class Successor:
    """Who takes over, one of three: somebody who waited for a place (the entrant's id), a typed name (which gets a
    personal link, and can be claimed by an account), the next free house bot."""

    waiting: UUID | None = None
    name: str = ""
    bot: bool = False


def waiting_list(row: Competition) -> QuerySet[Entrant]:
    """Those who may take over a place: who was turned away at the start first, in the order in which they came, then
    who was replaced before."""
    rows = row.entrants.filter(seed=None, status=Entrant.Status.WITHDRAWN).exclude(player__kind=User.Kind.BOT)
    return rows.filter(player__is_active=True).select_related("player").order_by("-turned_away", "entered_at", "id")


def substitute(
    *, entrant: Entrant, by: User, successor: Successor, reason: str = "", consent: Consent | None = None
) -> Derived:
    """Let ``successor`` play for ``entrant`` from now on. The same order again changes nothing.

    Raises NeedsConfirmation (always before it was looked at), EntryRefused, WrongStep.
    """
    with locked(entrant.competition_id) as row:
        mine = row.entrants.select_related("player").get(id=entrant.id)
        if _done(mine, successor):
            return recompute(row)
        _must_fit(row, mine)
        return act(row, by, lambda: _take_over(row, mine, by, successor, reason), consent or Consent(), reason)


def alternate(*, entrant: Entrant, by: User, reason: str = "", consent: Consent | None = None) -> Derived:
    """Let the first of the waiting list play in a knockout for ``entrant``, who never came to the first round; what was
    awarded for that is played after all. Once it has happened the same order finds an alternate who has not been
    missing, and is refused.

    Raises NeedsConfirmation (always before it was looked at), EntryRefused, RulingRefused, WrongStep.
    """
    with locked(entrant.competition_id) as row:
        mine = row.entrants.select_related("player").get(id=entrant.id)
        _must_fit(row, mine)
        missed = _missed(row, mine)
        first = waiting_list(row).filter(turned_away=True).first()
        if first is None:
            raise EntryRefused(_("Nobody waits for a place: name a substitute."))

        def change() -> list[str]:
            said = _take_over(row, mine, by, Successor(waiting=first.id), reason)
            if missed.id in fold(row.results.order_by("position")).verdicts:
                append(
                    row,
                    fixture=missed,
                    kind=ResultEntry.Kind.REPLAY,
                    actor=by,
                    reason=reason.strip()[:300],
                    source="organiser",
                )
                clear(missed)
                said.append(_("%(fixture)s is played after all") % {"fixture": names(missed)})
            return said

        return act(row, by, change, consent or Consent(), reason)


def may_have_alternate(row: Competition, entrant: Entrant) -> bool:
    """Whether the page offers an alternate for ``entrant``."""
    try:
        _must_fit(row, entrant)
        _missed(row, entrant)
    except (EntryRefused, RulingRefused, WrongStep):
        return False
    return waiting_list(row).filter(turned_away=True).exists()


def _done(mine: Entrant, successor: Successor) -> bool:
    """Whether the last substitution is the one that is asked for."""
    last = mine.substitutions.order_by("-at", "-id").first()
    if last is None:
        return False
    if successor.waiting is not None:
        return last.waited_as == successor.waiting
    return bool(successor.name) and last.name_after.casefold() == " ".join(successor.name.split()).casefold()


def _must_fit(row: Competition, mine: Entrant) -> None:
    """Raises WrongStep or EntryRefused where there is nothing to take over."""
    if row.status != Competition.Status.RUNNING:
        raise WrongStep(_("Only a competition that is being played has substitutes: before the start one is replaced."))
    if mine.status != Entrant.Status.ENTERED or mine.seed is None:
        raise EntryRefused(
            _("%(name)s is not in the competition any more: nobody can take over.") % {"name": mine.name}
        )


def _missed(row: Competition, mine: Entrant) -> Fixture:
    """The first match of ``mine`` in a knockout, to which it did not come. Raises RulingRefused."""
    first = row.stages.order_by("number").first()
    if first is None or first.format not in BRACKETS:
        raise RulingRefused(_("Only a knockout has alternates: elsewhere name a substitute."))
    rows = Fixture.objects.filter(Q(home=mine) | Q(away=mine), tie__round__stage=first)
    found = rows.select_related("home", "away", "match", "tie").order_by("tie__round__number", "leg").first()
    if found is None:
        raise RulingRefused(_("Nobody is known to play here yet."))
    log: Log = fold(row.results.order_by("position"))
    verdict = log.verdicts.get(found.id)
    if verdict is not None and not verdict.walkover:
        raise RulingRefused(_("%(name)s has played in the first round.") % {"name": mine.name})
    seat = "home" if found.home_id == mine.id else "away"
    if verdict is not None and verdict.winner == seat:
        raise RulingRefused(_("%(name)s was there: the other side was not.") % {"name": mine.name})
    if (
        verdict is None
        and found.match is not None
        and found.match.seats.filter(side=seat, seen_at__isnull=False).exists()
    ):
        raise RulingRefused(_("%(name)s was there: the other side was not.") % {"name": mine.name})
    if found.tie.round.number != first.rounds.order_by("number").values_list("number", flat=True).first():
        raise RulingRefused(_("%(name)s has no match in the first round.") % {"name": mine.name})
    return found


def _take_over(row: Competition, mine: Entrant, by: User, successor: Successor, reason: str) -> list[str]:
    """Put the successor in the place of ``mine``; what that says. Under the lock."""
    old, before, waited = mine.player, mine.name, successor.waiting
    player, key = _player(row, mine, successor)
    alone = not mine.side_key
    replaced = Entrant(
        competition=row,
        player=old,
        name=before,
        code=codes(row, [before])[0],
        status=Entrant.Status.WITHDRAWN,
        personal_key=mine.personal_key,
        withdrawn_because=_("replaced by %(name)s") % {"name": player.nickname},
        entered_at=timezone.now(),
    )
    mine.player, mine.personal_key = player, key
    mine.name = player.nickname[:40] if alone else mine.name
    mine.stands_in_for = before if alone else old.nickname[:40]
    mine.save(update_fields=["player", "personal_key", "name", "stands_in_for"])
    replaced.save(force_insert=True)
    no_longer_of(row, [old.id])
    last = row.results.order_by("-position").values_list("position", flat=True).first() or 0
    Substitution.objects.create(
        competition=row,
        entrant=mine,
        before=old,
        after=player,
        name_before=mine.stands_in_for,
        name_after=player.nickname[:40],
        waited_as=waited,
        position=last,
        reason=reason.strip()[:300],
        by=by,
        at=timezone.now(),
    )
    said = {"after": player.nickname, "before": mine.stands_in_for, "reason": reason.strip()[:300] or "–"}
    journal.record(row, by, "substitute", text("let {after} take over from {before}: {reason}", **said))
    journal.changed(row)
    return [
        _("%(after)s takes over the place of %(before)s") % {"after": player.nickname, "before": mine.stands_in_for},
        *_lay_anew(row, mine, old, by),
    ]


def _player(row: Competition, mine: Entrant, successor: Successor) -> tuple[User, str]:
    """Who plays from now on, and the personal key of a name without account. Raises EntryRefused."""
    if successor.waiting is not None:
        found = waiting_list(row).filter(id=successor.waiting).first()
        if found is None:
            raise EntryRefused(_("This player does not wait for a place here."))
        must_be_able(found.player)
        player, key = found.player, found.personal_key
        found.delete()  # a player has one place in a competition
        return player, key
    if successor.bot:
        if not row.bots_allowed:
            raise EntryRefused(_("This competition is for people only."))
        inside = set(row.entrants.values_list("player_id", flat=True))
        free = next((bot for bot in ensure_bots() if bot.id not in inside), None)
        if free is None:
            raise EntryRefused(_("There are only %(count)d more house bots.") % {"count": 0})
        return free, ""
    if not successor.name.strip():
        raise EntryRefused(_("Say who takes over."))
    taken = {name.casefold() for name in row.entrants.values_list("name", flat=True)}
    name = clean_nickname(successor.name)
    if name.casefold() in taken:
        raise EntryRefused(_("%(name)s is already there: choose another name.") % {"name": name})
    return guest(nickname=name), secrets.token_urlsafe(24)


def _lay_anew(row: Competition, mine: Entrant, old: User, by: User) -> list[str]:
    """Part the matches ahead from their tables, so that new ones are opened for who plays now; a word to everybody."""
    Proposal.objects.filter(fixture__tie__round__stage__competition=row, by=old, state=Proposal.State.OPEN).update(
        state=Proposal.State.DROPPED
    )
    derived = derive(open_book(row))
    decided = set(derived.log.verdicts)
    rows = Fixture.objects.filter(Q(home=mine) | Q(away=mine), status__in=_AHEAD).select_related(
        "home", "away", "match"
    )
    said, others = [], set()
    ahead = [one for one in rows.order_by("tie__round__number", "leg") if one.id not in decided]
    for fixture in ahead:
        others |= {fixture.home_id, fixture.away_id}
        if fixture.match is not None:
            if fixture.match.started_at is not None:
                begun = _("%(fixture)s is being played: it begins anew with the substitute")
                said.append(begun % {"fixture": names(fixture)})
            clear(fixture)
    said.insert(0, _("%(count)d matches are left to play") % {"count": len(ahead)})
    people = people_of(row.entrants.filter(id__in=[one for one in others if one] + [mine.id]))
    notify(
        users=[*people, old],
        kind="moved",
        message=text("{after} takes over from {before}", after=mine.player.nickname, before=mine.stands_in_for),
        url=f"/competitions/{row.slug}/entrants/",
        key=f"substitute:{mine.id}:{row.log_position}",
        competition=row.name,
    )
    return said


def members_of(row: Competition, entrant: Entrant) -> int:
    """How many people play for ``entrant`` beside its own player: they stay when that one is replaced."""
    return Member.objects.filter(competition=row, entrant=entrant).count()
