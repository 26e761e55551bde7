"""Inactive entrants of a running competition: their last signs, their unplayed matches, and bulk actions on them.

A sign is a seat at a table, an answer (a proposal, a report, a statement, a check-in, a line-up), or a log-in as far
as it is known; opening a personal link is a log-in too. A side or a team is as active as the most active of its people.
Bots are always active. Nothing unknown is counted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeAlias
from uuid import UUID

from django.db.models import Max, Q, QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.text import text
from league.compat.prepared_queries import PreparedQuery
from league.competitions.derivation.derive import Derived
from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import (
    Competition,
    Entrant,
    Fixture,
    Proposal,
    Report,
    ResultEntry,
    Round,
    TeamLineUp,
)
from league.competitions.policy.parties import people_of
from league.competitions.verbs.rulings import Consent, withdraw
from league.players.models import Notification, User
from league.players.policy.addresses import may_receive
from league.players.verbs.notify import notify
from league.seasons.verbs.bulk_actions import act, require_confirmation
from matches.models import Seat

USUAL = 7
"""Default days without a sign after which an entrant counts as inactive."""
MOST_DAYS = 365


@dataclass
class Sign:
    """One entrant and its last activity."""

    entrant: Entrant
    table: Annotated[datetime | None, "Last at a table of this competition."] = None
    answer: Annotated[datetime | None, "Last proposed, answered or reported in it."] = None
    login: Annotated[datetime | None, "Last log-in, as far as it is known."] = None
    unplayed: Annotated[int, "Open matches."] = 0
    overdue: Annotated[int, "Of those: past the end of their round's window."] = 0
    since: datetime | None = None
    """The last sign of any kind, or the start of the competition."""
    inactive: Annotated[bool, "No activity for the number of days asked for."] = False

    @property
    def days(self) -> Annotated[int, "Whole days without activity."]:
        return (timezone.now() - self.since).days if self.since else 0


def signs(row: Competition, days: int = USUAL) -> list[Sign]:
    """Return every person's entrant of ``row``, the longest silent first. Eight queries, ten of sides, eleven of teams.

    ``inactive`` marks those without activity for at least ``days``.
    """
    entrants = list(_ENTERED.rows(row.pk))
    prefetch_related_objects([entrant for entrant in entrants if entrant.side_key], "members__user")
    sign_by_entrant = {entrant.id: Sign(entrant) for entrant in entrants}
    entrant_by_user: dict[UUID, UUID] = {}
    for entrant in entrants:
        mates = entrant.members.all() if entrant.side_key else ()
        for user in (entrant.player, *(mate.user for mate in mates)):
            entrant_by_user[user.pk] = entrant.id
            _later(sign_by_entrant, entrant.id, "login", user.last_login)
    for user_id, at in _SEEN.rows(row.pk):
        _later(sign_by_entrant, entrant_by_user.get(user_id), "table", at)
    _answers(row, sign_by_entrant, entrant_by_user)
    now = timezone.now()
    for home, away, closes in _OPEN.rows(row.pk):
        for key in (home, away):
            if key in sign_by_entrant:
                sign_by_entrant[key].unplayed += 1
                sign_by_entrant[key].overdue += closes is not None and closes <= now
    begun = row.started_at or row.created_at
    for sign in sign_by_entrant.values():
        times = [at for at in (sign.table, sign.answer, sign.login, sign.entrant.checked_in_at) if at is not None]
        sign.since = max([*times, begun])
        sign.inactive = now - sign.since >= timedelta(days=days)
    return sorted(sign_by_entrant.values(), key=lambda sign: (sign.since or now, sign.entrant.name.casefold()))


def _later(sign_by_entrant: dict[UUID, Sign], key: UUID | None, field: str, at: datetime | None) -> None:
    if key in sign_by_entrant and at is not None:
        before = getattr(sign_by_entrant[key], field)
        setattr(sign_by_entrant[key], field, at if before is None else max(before, at))


def _answers(row: Competition, sign_by_entrant: dict[UUID, Sign], entrant_by_user: dict[UUID, UUID]) -> None:
    """Set each entrant's last answer about its matches."""
    for user, at in (each for query in _SAID for each in query.rows(row.pk)):
        _later(sign_by_entrant, entrant_by_user.get(user), "answer", at)
    for key, at in _NAMED.rows(row.pk) if row.of_teams else ():
        _later(sign_by_entrant, key, "answer", at)
    for seat, home, away, at in _ANSWERED.rows(row.pk):
        _later(sign_by_entrant, away if seat == "home" else home, "answer", at)


_Rows: TypeAlias = QuerySet[Any, tuple[Any, ...]]


def _entered(key: UUID) -> QuerySet[Entrant]:
    entrants = Entrant.objects.filter(competition=key, status=Entrant.Status.ENTERED)
    return entrants.exclude(player__kind=User.Kind.BOT).select_related("player").order_by("seed", "entered_at")


def _fixtures(key: UUID) -> QuerySet[Fixture]:
    return Fixture.objects.filter(competition=key)


def _open_ones(key: UUID) -> _Rows:
    rows = _fixtures(key).filter(status=Fixture.Status.OPEN, tie__round__status=Round.Status.OPEN)
    return rows.values_list("home_id", "away_id", "tie__round__closes_at")


def _last_seen(key: UUID) -> _Rows:
    rows = Seat.objects.filter(match__fixture__in=_fixtures(key), seen_at__isnull=False, bot="")
    return rows.values_list("user").annotate(at=Max("seen_at")).values_list("user", "at")


def _proposed(key: UUID) -> _Rows:
    return Proposal.objects.filter(fixture__in=_fixtures(key)).values_list("by").annotate(at=Max("made_at"))


def _reported(key: UUID) -> _Rows:
    return Report.objects.filter(fixture__in=_fixtures(key)).values_list("by").annotate(told=Max("at"))


def _resulted(key: UUID) -> _Rows:
    rows = ResultEntry.objects.filter(competition=key, source="player")
    return rows.values_list("actor").annotate(told=Max("at"))


def _answered(key: UUID) -> _Rows:
    rows = Proposal.objects.filter(fixture__in=_fixtures(key), answered_at__isnull=False)
    rows = rows.exclude(state=Proposal.State.DROPPED)
    return rows.values_list("seat", "fixture__home_id", "fixture__away_id", "answered_at")


def _named(key: UUID) -> _Rows:
    rows = TeamLineUp.objects.filter(entrant__competition=key, by__isnull=False).order_by()
    return rows.values_list("entrant").annotate(at=Max("handed_in_at")).values_list("entrant", "at")


_ENTERED, _OPEN, _SEEN, _ANSWERED, _NAMED = (
    PreparedQuery(_entered),
    PreparedQuery(_open_ones),
    PreparedQuery(_last_seen),
    PreparedQuery(_answered),
    PreparedQuery(_named),
)
_SAID = (PreparedQuery(_proposed), PreparedQuery(_reported), PreparedQuery(_resulted))


def _own_entrants(row: Competition, entrants: Iterable[UUID]) -> list[Entrant]:
    """Return the named entrants, all of this competition. Raises EntryRefused, WrongStep."""
    ids = list(dict.fromkeys(entrants))
    if not ids:
        raise EntryRefused(_("Choose someone first."))
    entrant_by_id = {entrant.id: entrant for entrant in row.entrants.filter(id__in=ids).select_related("player")}
    if len(entrant_by_id) != len(ids):
        raise EntryRefused(_("Some of these are not entrants of this competition."))
    if row.status != Competition.Status.RUNNING:
        raise WrongStep(_("The competition is not running."))
    return [entrant_by_id[key] for key in ids]


def remind(*, competition: Competition, entrants: Sequence[UUID], by: User, consent: Consent | None = None) -> int:
    """Remind the players of ``entrants`` of their waiting matches; return how many people were told.

    Nobody is reminded twice a day. Raises NeedsConfirmation (always before a preview), EntryRefused, WrongStep.
    """
    with locked(competition.id) as row:
        entered = [entrant for entrant in _own_entrants(row, entrants) if entrant.status == Entrant.Status.ENTERED]
        today = timezone.now().date().isoformat()
        waiting = {sign.entrant.id: sign.unplayed for sign in signs(row)}
        sentences: list[str] = []
        notified = 0
        for entrant in entered:
            people = people_of(row.entrants.filter(id=entrant.id))
            key = f"quiet:{entrant.id}:{today}"
            new = [each for each in people if each.is_active]
            new = [each for each in new if not Notification.objects.filter(user=each, key=key).exists()]
            if not new:
                sentences.append(_("%(name)s has been reminded today") % {"name": entrant.name})
                continue
            sentences.append(_channel_sentence(entrant, new))
            count = waiting.get(entrant.id, 0)
            message = text("Matches waiting for you: {count}. Play them, or propose a time", count=count)
            url = "/my/fixtures/"
            notified += notify(users=new, kind="reminder", message=message, url=url, key=key, competition=row.name)
        if not notified:
            return 0
        names = ", ".join(entrant.name for entrant in entered)[:300]
        journal.note(row, by, "remind", text("reminded {names}", names=names))
        require_confirmation(sentences, consent or Consent())
    return notified


def _channel_sentence(entrant: Entrant, people: Sequence[User]) -> str:
    """Describe how the reminder reaches them."""
    if any(each.email and each.mail and may_receive(each, each.email) for each in people):
        return _("%(name)s gets a notification and a mail") % {"name": entrant.name}
    return _("%(name)s gets a notification only: there is no address") % {"name": entrant.name}


def withdraw_many(
    *,
    competition: Competition,
    entrants: Sequence[UUID],
    by: User,
    reason: str = "",
    consent: Consent | None = None,
) -> Derived | None:
    """Withdraw ``entrants`` together, each by the policy of the competition; return None if all had left already.

    Raises NeedsConfirmation (always before a preview), EntryRefused, RulingRefused, WrongStep.
    """
    with locked(competition.id) as row:
        staying = [entrant for entrant in _own_entrants(row, entrants) if entrant.status == Entrant.Status.ENTERED]
        if not staying:
            return None

        def change() -> list[str]:
            sentences = []
            for entrant in staying:
                ahead = Q(home=entrant) | Q(away=entrant)
                rows = Fixture.objects.filter(ahead, tie__round__stage__competition=row, tie__decided="")
                sentences.append(_withdrawn(row, entrant, rows.count()))
                withdraw(entrant=entrant, by=by, reason=reason)
            return sentences

        return act(row, by, change, consent or Consent(), reason)


def _withdrawn(row: Competition, entrant: Entrant, left: int) -> str:
    """Describe what happens to a leaving entrant's matches."""
    if row.withdrawals == Competition.Withdrawals.VOID:
        return _("%(name)s withdraws: matches of an unfinished table become void") % {"name": entrant.name}
    if row.withdrawals == Competition.Withdrawals.HALF:
        message = _("%(name)s withdraws: before half of the matches none counts, after that the opponents win the rest")
        return message % {"name": entrant.name}
    if not left:
        return _("%(name)s withdraws; no match is left to play") % {"name": entrant.name}
    message = ngettext(
        "%(name)s withdraws: %(count)d remaining match goes to the opponent",
        "%(name)s withdraws: %(count)d remaining matches go to the opponents",
        left,
    )
    return message % {"name": entrant.name, "count": left}
