"""Substitutes, who take over an entrant: its record, its place in the table and its remaining matches.

The entrant keeps its identity and all its results; another person plays for it from now on. The replaced player keeps
a withdrawn place in the competition with the old personal link, and the matches already played stay in that player's
own figures. Waiting tables and a match in play are opened anew for the substitute. An alternate is a substitute from
the waiting list, in a knockout, for an entrant who missed the first round.
"""

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
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.errors import EntryRefused, RulingRefused, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.log.verdicts import Log, fold
from league.competitions.models import Competition, Entrant, Fixture, Member, Proposal, ResultEntry
from league.competitions.policy.parties import people_of
from league.competitions.setup.stages import BRACKETS
from league.competitions.verbs import boards
from league.competitions.verbs.entries import (
    codes,
    free_bots,
    must_be_able,
    must_be_called_otherwise,
    must_be_free,
    not_banned,
)
from league.competitions.verbs.rulings import Consent, clear
from league.competitions.verbs.visibility import no_longer_of
from league.players.models import User
from league.players.policy.nicknames import clean_entrant_name, name_key
from league.players.verbs.guests import guest
from league.players.verbs.notify import notify
from league.seasons.models import Substitution
from league.seasons.verbs.bulk_actions import act
from league.sentences import because, given

_AHEAD = (Fixture.Status.PENDING, Fixture.Status.OPEN, Fixture.Status.LIVE)


@dataclass(frozen=True, slots=True)
class Successor:
    """The new player.

    One of three: an entrant of the waiting list (its id), a typed name (which gets a personal link and can be claimed
    by an account), or the next free house bot.
    """

    waiting: UUID | None = None
    name: str = ""
    bot: bool = False


def waiting_list(row: Competition) -> QuerySet[Entrant]:
    """Return the candidates for a place: those turned away at the start in order of entry, then replaced players.

    Without those who are banned, and without sides of several people: a substitute is one person, whose own entry ends.
    """
    rows = row.entrants.filter(seed=None, status=Entrant.Status.WITHDRAWN).exclude(player__kind=User.Kind.BOT)
    rows = rows.filter(not_banned(), player__is_active=True, members=None).select_related("player")
    return rows.order_by("-turned_away", "entered_at", "id")


def substitute(
    *, entrant: Entrant, by: User, successor: Successor, reason: str = "", consent: Consent | None = None
) -> Derived:
    """Let ``successor`` play for ``entrant`` from now on. The same order again changes nothing.

    Raises NeedsConfirmation (always before a preview), EntryRefused, WrongStep.
    """
    with locked(entrant.competition_id) as row:
        current = row.entrants.select_related("player").get(id=entrant.id)
        if _is_repeat(current, successor):
            return recompute(row)
        _must_fit(row, current)
        return act(row, by, lambda: _take_over(row, current, by, successor, reason), consent or Consent(), reason)


def alternate(*, entrant: Entrant, by: User, reason: str = "", consent: Consent | None = None) -> Derived:
    """Let the first of the waiting list play in a knockout for ``entrant``, who missed the first round.

    The walkover is played after all. A repeated order is refused, since the alternate has not been missing. Raises
    NeedsConfirmation (always before a preview), EntryRefused, RulingRefused, WrongStep.
    """
    with locked(entrant.competition_id) as row:
        locked_entrant = row.entrants.select_related("player").get(id=entrant.id)
        _must_fit(row, locked_entrant)
        missed = _missed(row, locked_entrant)
        first = waiting_list(row).filter(turned_away=True).first()
        if first is None:
            raise EntryRefused(_("The waiting list is empty. Choose a substitute."))

        def change() -> list[str]:
            sentences = _take_over(row, locked_entrant, by, Successor(waiting=first.id), reason)
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
                sentences.append(_("%(fixture)s is played after all") % {"fixture": names(missed)})
            return sentences

        return act(row, by, change, consent or Consent(), reason)


def may_have_alternate(row: Competition, entrant: Entrant) -> bool:
    """Return whether the page offers an alternate for ``entrant``."""
    try:
        _must_fit(row, entrant)
        _missed(row, entrant)
    except (EntryRefused, RulingRefused, WrongStep):
        return False
    return waiting_list(row).filter(turned_away=True).exists()


def _is_repeat(entrant: Entrant, successor: Successor) -> bool:
    """Return whether the last substitution is the requested one."""
    last = entrant.substitutions.order_by("-at", "-id").first()
    if last is None:
        return False
    if successor.waiting is not None:
        return last.waited_as == successor.waiting
    return bool(successor.name) and name_key(last.name_after) == name_key(" ".join(successor.name.split()))


def _must_fit(row: Competition, entrant: Entrant) -> None:
    """Raise WrongStep or EntryRefused if there is nothing to take over."""
    if row.status != Competition.Status.RUNNING:
        raise WrongStep(_("Substitutes need a running competition. Before the start, replace the entrant."))
    if entrant.status != Entrant.Status.ENTERED or entrant.seed is None:
        raise EntryRefused(_("%(name)s has left the competition. Nobody can take over.") % {"name": entrant.name})


def _missed(row: Competition, entrant: Entrant) -> Fixture:
    """Return the first knockout match that ``entrant`` missed. Raises RulingRefused."""
    first = row.stages.order_by("number").first()
    if first is None or first.format not in BRACKETS:
        raise RulingRefused(_("Only a knockout has alternates. Choose a substitute."))
    rows = Fixture.objects.filter(Q(home=entrant) | Q(away=entrant), tie__round__stage=first)
    fixture = rows.select_related("home", "away", "match", "tie").order_by("tie__round__number", "leg").first()
    if fixture is None:
        raise RulingRefused(_("The sides here are not known yet."))
    log: Log = fold(row.results.order_by("position"))
    verdict = log.verdicts.get(fixture.id)
    if verdict is not None and not verdict.walkover:
        raise RulingRefused(_("%(name)s has played in the first round.") % {"name": entrant.name})
    seat = "home" if fixture.home_id == entrant.id else "away"
    if verdict is not None and verdict.winner == seat:
        raise RulingRefused(_("%(name)s came; the other side did not.") % {"name": entrant.name})
    if (
        verdict is None
        and fixture.match is not None
        and fixture.match.seats.filter(side=seat, seen_at__isnull=False).exists()
    ):
        raise RulingRefused(_("%(name)s came; the other side did not.") % {"name": entrant.name})
    if fixture.tie.round.number != first.rounds.order_by("number").values_list("number", flat=True).first():
        raise RulingRefused(_("%(name)s has no match in the first round.") % {"name": entrant.name})
    return fixture


def _take_over(row: Competition, entrant: Entrant, by: User, successor: Successor, reason: str) -> list[str]:
    """Put the successor in the place of ``entrant``; return sentences for it. Under the lock."""
    old, before, waited = entrant.player, entrant.name, successor.waiting
    player, key = _player(row, entrant, successor)
    alone = not entrant.side_key
    replaced = Entrant(
        competition=row,
        player=old,
        name=before,
        code=codes(row, [before])[0],
        status=Entrant.Status.WITHDRAWN,
        personal_key=entrant.personal_key,
        withdrawn_because=given(text("replaced by {name}", name=player.nickname)),
        entered_at=timezone.now(),
    )
    entrant.player, entrant.personal_key = player, key
    entrant.name = player.nickname if alone else entrant.name
    entrant.stands_in_for = before if alone else old.nickname
    entrant.save(update_fields=["player", "personal_key", "name", "stands_in_for"])
    replaced.save(force_insert=True)
    no_longer_of(row, [old.id])
    last = row.results.order_by("-position").values_list("position", flat=True).first() or 0
    Substitution.objects.create(
        competition=row,
        entrant=entrant,
        before=old,
        after=player,
        name_before=entrant.stands_in_for,
        name_after=player.nickname,
        waited_as=waited,
        position=last,
        reason=reason.strip()[:300],
        by=by,
        at=timezone.now(),
    )
    values = {"after": player.nickname, "before": entrant.stands_in_for}
    journal.note(row, by, "substitute", because(text("replaced {before} with {after}", **values), reason))
    return [
        _("%(after)s takes over the place of %(before)s") % {"after": player.nickname, "before": entrant.stands_in_for},
        *_lay_anew(row, entrant, old),
    ]


def _player(row: Competition, entrant: Entrant, successor: Successor) -> tuple[User, str]:
    """Return the new player, and the personal key of a name without account. Raises EntryRefused."""
    if successor.waiting is not None:
        waiting = waiting_list(row).filter(id=successor.waiting).first()
        if waiting is None:
            raise EntryRefused(_("This player is not on the waiting list."))
        must_be_able(waiting.player, own=False)
        must_be_free(row, waiting)
        player, key = waiting.player, waiting.personal_key
        waiting.delete()  # a player has one place in a competition
        return player, key
    if successor.bot:
        return free_bots(row, 1)[0], ""
    if not successor.name.strip():
        raise EntryRefused(_("Choose a substitute."))
    name = clean_entrant_name(successor.name)
    must_be_called_otherwise(row, name)
    return guest(nickname=name), secrets.token_urlsafe(24)


def _lay_anew(row: Competition, entrant: Entrant, old: User) -> list[str]:
    """Detach the coming matches from their tables, so that new ones open for the new player; tell everybody."""
    Proposal.objects.filter(fixture__tie__round__stage__competition=row, by=old, state=Proposal.State.OPEN).update(
        state=Proposal.State.DROPPED
    )
    derived = derive(take_snapshot(row))
    decided = set(derived.log.verdicts)
    rows = Fixture.objects.filter(Q(home=entrant) | Q(away=entrant), status__in=_AHEAD).select_related(
        "home", "away", "match"
    )
    sentences, others = [], set()
    ahead = [row for row in rows.order_by("tie__round__number", "leg", "board") if row.id not in decided]
    for fixture in ahead:
        others |= {fixture.home_id, fixture.away_id}
        of_others = fixture.of_teams and old.id not in (fixture.home_player_id, fixture.away_player_id)
        if fixture.match is not None and not of_others:
            if fixture.match.started_at is not None:
                begun = _("%(fixture)s is in play: it starts again with the substitute")
                sentences.append(begun % {"fixture": names(fixture)})
            clear(fixture)
    boards.pass_on(Fixture.objects.filter(id__in=[fixture.id for fixture in ahead]), old, entrant.player)
    sentences.insert(0, _("matches left to play: %(count)d") % {"count": len(ahead)})
    people = people_of(row.entrants.filter(id__in=[other for other in others if other] + [entrant.id]))
    notify(
        users=[*people, old],
        kind="moved",
        message=text("{after} takes over from {before}", after=entrant.player.nickname, before=entrant.stands_in_for),
        url=f"/competitions/{row.slug}/entrants/",
        key=f"substitute:{entrant.id}:{row.log_position}",
        competition=row.name,
    )
    return sentences


def members_of(row: Competition, entrant: Entrant) -> int:
    """Return how many people play for ``entrant`` beside its own player: they stay when that one is replaced."""
    return Member.objects.filter(competition=row, entrant=entrant).count()
